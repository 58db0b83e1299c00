//! Read-only and writable views of device memory: pointer, length and owner, without the backend's type.

use std::marker::PhantomData;
use std::ops::Index;

use crate::device::{Check, DeviceId, Place};
use crate::function::Capture;
use crate::lower::{Params, Unit};
use crate::types::Type;
use crate::value::{Element, Item};

/// A read-only view of a device vector: what `op!` captures, and what chains read.
///
/// `view[i]` inside an operation reads the element; an index out of bounds is an error naming the line. On the host it
/// works for vectors that live in the host's memory, and panics for others.
pub struct View<'a, T> {
    data: *const T,
    len: usize,
    host_len: usize,
    place: Place,
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
// SAFETY: as above.
unsafe impl<T: Sync> Sync for View<'_, T> {}

impl<T> std::fmt::Debug for View<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("View").field("len", &self.len).field("device", &self.place.device).finish()
    }
}

impl<'a, T: Element> View<'a, T> {
    /// A view of `len` elements at `data`, in the memory of `place`.
    ///
    /// # Safety
    ///
    /// For `'a`, `data` is aligned and points to `len` initialised elements in that memory, which nothing writes; if
    /// it is the host's, it can be read through `data`.
    pub unsafe fn new(data: *const T, len: usize, place: impl Into<Place>) -> Self {
        let place = place.into();
        let host_len = if place.device == DeviceId::HOST { len } else { 0 };
        View { data, len, host_len, place, owner: PhantomData }
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Where the elements live.
    pub fn device(&self) -> DeviceId {
        self.place.device
    }

    /// Says that a chain reads it.
    #[inline(always)]
    pub(crate) fn check_read(&self, check: &mut Check) {
        let from = self.data as usize;
        check.reads(self.place, from..from + self.len * size_of::<T>());
    }

    /// The address of the first element, in the device's memory.
    pub fn as_ptr(&self) -> *const T {
        self.data
    }

    /// The elements as a slice, if they live in the host's memory.
    #[inline(always)]
    pub fn as_host_slice(&self) -> Option<&'a [T]> {
        // SAFETY: `new` promises `len` readable elements for `'a`, nothing writing them.
        (self.place.device == DeviceId::HOST).then(|| unsafe { std::slice::from_raw_parts(self.data, self.len) })
    }

    /// Reads an element.
    ///
    /// # Safety
    ///
    /// `i < self.len()`, and the view is of the host's memory.
    #[inline(always)]
    pub unsafe fn read(&self, i: usize) -> T {
        debug_assert!(i < self.host_len);
        // SAFETY: the caller promises `i < len` and host memory; `new` promises the rest.
        unsafe { *self.data.add(i) }
    }

    /// The elements `from..to`; `from <= to <= len`.
    pub(crate) fn range(&self, from: usize, to: usize) -> Self {
        assert!(from <= to && to <= self.len, "range {from}..{to} of a view of {} elements", self.len);
        // SAFETY: the range lies inside the elements that `new` was promised.
        unsafe { View::new(self.data.add(from), to - from, self.place) }
    }
}

impl<T: Element> Index<usize> for View<'_, T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, i: usize) -> &T {
        assert!(i < self.host_len, "index out of bounds: the len is {} but the index is {i}", self.len);
        // SAFETY: `host_len` is `len` for host memory and 0 otherwise, so `i` is inside readable elements.
        unsafe { &*self.data.add(i) }
    }
}

// SAFETY: an address and a length, as `View` in the device text.
unsafe impl<T: Element> Item for View<'_, T> {
    fn ty() -> Type {
        Type::View(Box::new(T::ty()))
    }
}

// SAFETY: writes the address and the length that `new` was promised, and reports where they lie.
unsafe impl<T: Element> Capture for View<'_, T> {
    fn spell(unit: &mut Unit) -> String {
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
