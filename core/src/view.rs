//! Read-only views of device memory: address, length and stream, without the backend's type.

use std::marker::PhantomData;
use std::ops::Index;

use crate::backend::Backend;
use crate::confirm::ViewIndex;
use crate::device::{Check, DeviceId, StreamId};
use crate::function::Capture;
use crate::lower::{Params, TranslationUnit};
use crate::types::Type;
use crate::value::{Element, Item};
use crate::vec::{DeviceSlice, DeviceVec};

/// A read-only view of a device vector. Operations capture it, and chains read it.
///
/// `view[i]` inside an operation reads the element, by an index of any integer type; one that is negative or too large is an
/// error naming the line. On the host it works for vectors that live in the host's memory, and panics for others.
#[doc(alias("device_ptr", "device_span", "raw_pointer_cast", "pointer", "texture"))]
pub struct View<'a, T> {
    data: *const T,
    len: usize,
    host_len: usize,
    stream: StreamId,
    owner: PhantomData<&'a [T]>,
}

impl<T> Clone for View<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for View<'_, T> {}

// SAFETY: a `View` is a shared borrow of initialised elements, as `&[T]` is.
unsafe impl<T: Sync> Send for View<'_, T> {}
// SAFETY: a `View` is a shared borrow of initialised elements, as `&[T]` is.
unsafe impl<T: Sync> Sync for View<'_, T> {}

impl<T> std::fmt::Debug for View<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("View").field("len", &self.len).field("device", &self.stream.device).finish()
    }
}

impl<'a, T: Element> View<'a, T> {
    /// A view of `len` elements at `data`, in the memory of `stream`'s device: a stream's [id](crate::Backend::stream_id) if the
    /// elements are those of a vector, and chains on other streams wait for it; or a [device's](crate::Backend::id), if the memory
    /// belongs to no stream, such as that of another library.
    ///
    /// # Safety
    ///
    /// For `'a`, `data` is aligned and points to `len` initialised elements in that memory, which nothing writes; if
    /// it is the host's, it can be read through `data`. Of memory that belongs to no stream, the elements have been written when
    /// the view is made, and it stays until the calls that read it are [done](crate::Backend::synchronize).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1, 2, 3])?;
    /// device.synchronize()?;
    /// // SAFETY: the address is that of three elements in the device's memory, which are written, and stay until the end.
    /// let view = unsafe { View::new(x.as_ptr(), 3, device.id()) };
    /// assert_eq!(device.elements(view).sum()?, 6);
    /// # Ok(()) }
    /// ```
    pub unsafe fn new(data: *const T, len: usize, stream: impl Into<StreamId>) -> Self {
        let stream = stream.into();
        let host_len = if stream.device == DeviceId::HOST { len } else { 0 };
        View { data, len, host_len, stream, owner: PhantomData }
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the view has no elements.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The device in whose memory the elements live.
    pub fn device(&self) -> DeviceId {
        self.stream.device
    }

    /// The stream in whose order the elements are written.
    pub(crate) fn stream(&self) -> StreamId {
        self.stream
    }

    /// Reports to `check` that a chain reads the elements.
    #[inline(always)]
    pub(crate) fn check_read(&self, check: &mut Check) {
        let from = self.data as usize;
        check.reads(self.stream, from..from + self.len * size_of::<T>());
    }

    /// The address of the first element, in the device's memory.
    #[doc(alias("raw_pointer_cast", "data", "get"))]
    pub fn as_ptr(&self) -> *const T {
        self.data
    }

    /// The elements as a slice, if they live in the host's memory.
    #[inline(always)]
    pub fn as_host_slice(&self) -> Option<&'a [T]> {
        // SAFETY: the contract of `new`: for `'a` there are `len` readable elements in the host's memory, and nothing
        // writes them.
        (self.stream.device == DeviceId::HOST).then(|| unsafe { std::slice::from_raw_parts(self.data, self.len) })
    }

    /// Reads an element.
    ///
    /// # Safety
    ///
    /// `i < self.len()`, and the view is of the host's memory.
    #[inline(always)]
    pub unsafe fn read(&self, i: usize) -> T {
        debug_assert!(i < self.host_len);
        // SAFETY: the caller promises `i < len` and the host's memory; the contract of `new` covers the rest.
        unsafe { *self.data.add(i) }
    }

    /// The elements `from..to`; `from <= to <= len`.
    pub(crate) fn range(&self, from: usize, to: usize) -> Self {
        assert!(from <= to && to <= self.len, "range {from}..{to} of a view of {} elements", self.len);
        // SAFETY: the assertion shows that the range lies inside the elements, for which the contract of `new` holds.
        unsafe { View::new(self.data.add(from), to - from, self.stream) }
    }
}

impl<T: Element, I: ViewIndex> Index<I> for View<'_, T> {
    type Output = T;
    #[inline(always)]
    #[track_caller]
    fn index(&self, i: I) -> &T {
        let i = i.index();
        if i >= self.host_len {
            beyond(i, self.len);
        }
        // SAFETY: `host_len` is `len` for the host's memory and 0 otherwise, so `i` is inside elements readable by the
        // contract of `new`.
        unsafe { &*self.data.add(i) }
    }
}

/// Panics: element `i` of `len` can't be read on the host.
#[cold]
#[inline(never)]
#[track_caller]
fn beyond(i: usize, len: usize) -> ! {
    assert!(
        i >= len,
        "the elements lie on a device: read them with `vector.to_vec()?`, or this one with `vector.at({i})?`"
    );
    panic!("index out of bounds: the len is {len} but the index is {i}")
}

#[diagnostic::do_not_recommend]
// SAFETY: `ty` names `View` in tuple.cuh, an address and a length.
unsafe impl<T: Element> Item for View<'_, T> {
    fn ty() -> Type {
        Type::View(Box::new(T::ty()))
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: `write` writes the address and the length, as `View` in tuple.cuh declares them; `check` reports the
// elements' memory.
unsafe impl<T: Element> Capture for View<'_, T> {
    fn spell(unit: &mut TranslationUnit) -> String {
        unit.spell(&Self::ty())
    }
    fn write(&self, out: &mut Params) {
        out.word(self.data as u64);
        out.word(self.len as u64);
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.check_read(check);
    }
}

impl<'a, T: Element, B: Backend> From<&'a DeviceVec<T, B>> for View<'a, T> {
    fn from(vector: &'a DeviceVec<T, B>) -> Self {
        vector.view()
    }
}

impl<'a, T: Element, B: Backend> From<DeviceSlice<'a, T, B>> for View<'a, T> {
    fn from(part: DeviceSlice<'a, T, B>) -> Self {
        part.view()
    }
}

impl<'a, T: Element, B: Backend> From<&DeviceSlice<'a, T, B>> for View<'a, T> {
    fn from(part: &DeviceSlice<'a, T, B>) -> Self {
        part.view()
    }
}
