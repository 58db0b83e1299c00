//! [`DeviceVec`]: elements in a device's memory.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Bound, RangeBounds};

use crate::backend::{Backend, Memory};
use crate::chain::{Chain, IntoChain};
use crate::device::Check;
use crate::error::{ErrorKind, Result};
use crate::expr::{Slice, SliceMut};
use crate::failure;
use crate::storage::{Span, Storage as _};
use crate::value::Element;
use crate::view::View;

/// A vector of elements in a device's memory.
///
/// Made by [`Backend::upload`], [`Backend::filled`] and by terminals such as `collect`; read back by
/// [`to_vec`](DeviceVec::to_vec). It has a fixed length.
#[doc(alias("device_vector", "universal_vector", "device_malloc", "cudaMalloc", "Vec"))]
#[doc(alias("CudaSlice"))]
pub struct DeviceVec<T, B: Backend> {
    memory: B::Memory,
    len: usize,
    device: B,
    /// Whether no call has been given the vector to write yet.
    fresh: bool,
    marker: PhantomData<T>,
}

impl<T: Element, B: Backend> DeviceVec<T, B> {
    /// A vector whose elements are not initialised.
    ///
    /// # Safety
    ///
    /// Before anything reads it, all `len` elements must be written, or the vector cut or dropped.
    pub(crate) unsafe fn uninit(device: &B, len: usize) -> Result<Self> {
        // A C++ object has at least one byte, and a vector of elements without bytes could be too long to visit.
        const { assert!(size_of::<T>() > 0, "an element has at least one byte") };
        let bytes = len.checked_mul(size_of::<T>()).filter(|b| *b <= isize::MAX as usize);
        let bytes = bytes.ok_or(ErrorKind::OutOfMemory { bytes: usize::MAX, device: device.id() })?;
        let memory = device.allocate(bytes, align_of::<T>().max(16))?;
        Ok(DeviceVec { memory, len, device: device.clone(), fresh: true, marker: PhantomData })
    }

    pub(crate) fn span(&mut self) -> Span<T> {
        let fresh = std::mem::take(&mut self.fresh);
        Span::new(self.memory.address().cast(), self.len, self.device.place()).fresh(fresh)
    }

    pub(crate) fn truncate(&mut self, len: usize) -> Result<()> {
        assert!(len <= self.len);
        self.len = len;
        self.device.shrink(&mut self.memory, len * size_of::<T>())
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the vector has no elements.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The device in whose memory the elements live and which runs the vector's chains.
    pub fn device(&self) -> &B {
        &self.device
    }

    /// A read-only view, to be captured by operations.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let table = device.upload(&[0.5f32, 1.5, 2.5])?;
    /// let table = table.view();
    /// let looked_up = device.range(0..3usize).map(op!(|i: usize| table[2 - i])).collect()?;
    /// assert_eq!(looked_up.to_vec()?, [2.5, 1.5, 0.5]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("raw_pointer_cast", "device_ptr", "device_span", "capture", "as_slice"))]
    pub fn view(&self) -> View<'_, T> {
        // SAFETY: [`View::new`]'s contract: the allocation holds `len` initialised elements and lives, unwritten, while
        // `self` is borrowed.
        unsafe { View::new(self.memory.address().cast_const().cast(), self.len, self.device.place()) }
    }

    /// A chain over the elements, by value.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1, 2, 3])?;
    /// assert_eq!(x.iter().sum()?, 6);
    /// # Ok(()) }
    /// ```
    #[doc(alias("par_iter", "begin", "end", "cbegin", "cend", "into_par_iter"))]
    pub fn iter(&self) -> Chain<Slice<'_, T>, B> {
        Chain::new(Slice(self.view()), self.device.clone())
    }

    /// A chain over mutable references to the elements, for [`for_each`](Chain::for_each).
    ///
    /// It runs only where each item is asked for exactly once: under `for_each`, [`collect`](Chain::collect) and
    /// [`collect_into`](Chain::collect_into), through `map`, `zip`, `enumerate`, `rev`, `skip`, `take` and `step_by`.
    /// All other adaptors and terminals take chains that only read ([`Repeatable`](crate::expr::Repeatable)), so that
    /// no operation has its effect twice.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1.0f32, 2.0])?;
    /// let mut y = device.upload(&[10.0f32, 20.0])?;
    /// let a = 3.0;
    /// y.iter_mut().zip(&x).for_each(op!(|(y, x): (&mut f32, f32)| *y += a * x))?;
    /// assert_eq!(y.to_vec()?, [13.0, 26.0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("par_iter_mut", "begin", "for_each", "transform"))]
    pub fn iter_mut(&mut self) -> Chain<SliceMut<'_, T>, B> {
        let device = self.device.clone();
        Chain::new(SliceMut::new(self.span()), device)
    }

    /// Part of the vector.
    ///
    /// # Errors
    ///
    /// [`OutOfRange`](ErrorKind::OutOfRange) if the range doesn't lie inside.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1, 2, 3, 4])?;
    /// assert_eq!(x.slice(1..3)?.iter().sum()?, 5);
    /// assert!(x.slice(3..9).is_err());
    /// # Ok(()) }
    /// ```
    #[doc(alias("range", "subspan", "split_at", "get"))]
    pub fn slice(&self, range: impl RangeBounds<usize>) -> Result<DeviceSlice<'_, T, B>> {
        let (from, to) = bounds(range, self.len)?;
        Ok(DeviceSlice { view: self.view().range(from, to), device: self.device.clone() })
    }

    /// Part of the vector, to be written or sorted.
    ///
    /// # Errors
    ///
    /// [`OutOfRange`](ErrorKind::OutOfRange) if the range doesn't lie inside.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[4, 3, 2, 1])?;
    /// x.slice_mut(1..)?.sort()?;
    /// assert_eq!(x.to_vec()?, [4, 1, 2, 3]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("range", "split_at_mut", "par_chunks_mut", "get_mut"))]
    pub fn slice_mut(&mut self, range: impl RangeBounds<usize>) -> Result<DeviceSliceMut<'_, T, B>> {
        let (from, to) = bounds(range, self.len)?;
        // SAFETY: `bounds` has shown `from <= to <= len`, so the address stays inside the allocation.
        let data = unsafe { self.span().as_ptr().add(from) };
        let span = Span::new(data, to - from, self.device.place());
        Ok(DeviceSliceMut { span, device: self.device.clone(), owner: PhantomData })
    }

    /// The elements on the host.
    ///
    /// # Cost
    ///
    /// One copy; waits for the work queued before it.
    ///
    /// # Errors
    ///
    /// The failure of a call that was to write the elements, or data that they were computed from; and
    /// [`OutOfMemory`](ErrorKind::OutOfMemory) if the host's memory doesn't suffice.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert_eq!(device.upload(&[1, 2])?.to_vec()?, [1, 2]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("host_vector", "download", "clone_dtoh", "cudaMemcpy"))]
    #[doc(alias("cudaMemcpyDeviceToHost"))]
    pub fn to_vec(&self) -> Result<Vec<T>> {
        download(&self.device, self.view())
    }

    /// Copies the elements to a host slice of the same length.
    ///
    /// # Errors
    ///
    /// [`LengthMismatch`](ErrorKind::LengthMismatch); then nothing is copied.
    ///
    /// # Cost
    ///
    /// One copy; waits for the work queued before it.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut out = [0; 2];
    /// device.upload(&[1, 2])?.copy_to(&mut out)?;
    /// assert_eq!(out, [1, 2]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("copy", "cudaMemcpy", "cudaMemcpyDeviceToHost", "memcpy_dtoh"))]
    pub fn copy_to(&self, out: &mut [T]) -> Result<()> {
        if out.len() != self.len {
            return Err(ErrorKind::LengthMismatch { what: "copy_to", left: self.len, right: out.len() }.into());
        }
        // SAFETY: `out` has room for `len` elements: the lengths are equal.
        unsafe { copy_to(&self.device, self.view(), out.as_mut_ptr()) }
    }

    /// Overwrites the elements with those of a host slice of the same length.
    ///
    /// # Errors
    ///
    /// [`LengthMismatch`](ErrorKind::LengthMismatch); then nothing is copied.
    ///
    /// # Cost
    ///
    /// One copy.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.filled(0, 2)?;
    /// x.copy_from(&[1, 2])?;
    /// assert_eq!(x.to_vec()?, [1, 2]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("copy", "copy_from_slice", "assign", "cudaMemcpy", "cudaMemcpyHostToDevice"))]
    pub fn copy_from(&mut self, data: &[T]) -> Result<()> {
        if data.len() != self.len {
            return Err(ErrorKind::LengthMismatch { what: "copy_from", left: self.len, right: data.len() }.into());
        }
        if failure::any() {
            return self.overwrite(data);
        }
        let to = self.span().as_ptr();
        // SAFETY: the vector has room for `data.len()` elements and is borrowed mutably.
        unsafe { self.device.upload_to(data, to) }
    }

    /// Copies as [`copy_from`](Self::copy_from) does, where the old elements may be marked as failed.
    #[cold]
    fn overwrite(&mut self, data: &[T]) -> Result<()> {
        let span = self.span();
        let uses = Check::thoroughly(self.device.place(), |check| check.overwrites(|check| span.check(check)))?;
        // SAFETY: the vector has room for `data.len()` elements and is borrowed mutably.
        uses.done(&self.device, unsafe { self.device.upload_to(data, span.as_ptr()) })
    }

    /// Makes the elements readable again after a call has failed that was to write them in place, as
    /// [`for_each`](Chain::for_each) or a sort does, or to write into a vector that existed before. The elements are as
    /// that call has left them: some of them old and some new.
    ///
    /// # Errors
    ///
    /// The failure, if the failed call was to make this vector: there is nothing to recover, nor in a vector that was
    /// computed from such a one.
    ///
    /// # Cost
    ///
    /// None if no call has failed; otherwise it may wait for the work queued before it.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[3, 0, 1])?;
    /// let worst = op!(|a: i32, b: i32| 6 / a < 6 / b);
    /// let failed = x.sort_by(worst).and_then(|()| x.to_vec().map(drop));
    /// assert!(failed.unwrap_err().to_string().contains("divide by zero"));
    /// x.recover()?;
    /// assert_eq!(x.iter().sum()?, 4); // a failed sort loses nothing
    /// # Ok(()) }
    /// ```
    #[doc(alias("clear_poison"))]
    pub fn recover(&mut self) -> Result<()> {
        if !failure::any() || self.is_empty() {
            return Ok(());
        }
        let (device, from) = (self.device.id(), self.memory.address() as usize);
        let taken = failure::take(device, &(from..from + self.len * size_of::<T>()));
        if taken.is_empty() {
            return Ok(());
        }
        // Downloading an element waits for the calls that were to write the vector.
        let mut element = std::mem::MaybeUninit::<T>::uninit();
        // SAFETY: the vector isn't empty, so it has an element in this device's memory; `element` has room for one and
        // is never read.
        let waited =
            unsafe { self.device.download_from(self.memory.address().cast_const().cast(), 1, element.as_mut_ptr()) };
        let made = waited.and_then(|()| failure::never_made(&taken).map_or(Ok(()), |failure| Err(failure.tell())));
        made.inspect_err(|_| failure::put_back(device, taken))
    }

    /// A copy of the vector on the same device.
    ///
    /// # Cost
    ///
    /// One allocation and one copy on the device.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](ErrorKind::OutOfMemory).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[2, 1])?;
    /// let mut sorted = x.try_clone()?;
    /// sorted.sort()?;
    /// assert_eq!((x.to_vec()?, sorted.to_vec()?), (vec![2, 1], vec![1, 2]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("clone", "copy", "cudaMemcpyDeviceToDevice", "uninitialized_copy"))]
    #[track_caller]
    pub fn try_clone(&self) -> Result<Self> {
        self.iter().collect()
    }
}

impl<T: Element, B: Backend> fmt::Debug for DeviceVec<T, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeviceVec").field("len", &self.len).field("device", &self.device.id()).finish()
    }
}

fn download<T: Element, B: Backend>(device: &B, view: View<'_, T>) -> Result<Vec<T>> {
    let mut out = Vec::new();
    let bytes = std::mem::size_of_val(&view).max(view.len() * size_of::<T>());
    out.try_reserve_exact(view.len())
        .map_err(|_| ErrorKind::OutOfMemory { bytes, device: crate::device::DeviceId::HOST })?;
    // SAFETY: `try_reserve_exact` has made room for `len` elements, and `copy_to` has written them all if it returns no
    // error.
    unsafe {
        copy_to(device, view, out.as_mut_ptr())?;
        out.set_len(view.len());
    }
    Ok(out)
}

/// Copies elements to the host, unless a call that was to write them has failed.
///
/// # Safety
///
/// The view is of this device's memory. `to` has room for its elements.
unsafe fn copy_to<T: Element, B: Backend>(device: &B, view: View<'_, T>, to: *mut T) -> Result<()> {
    let uses = match failure::any() {
        true => Some(Check::thoroughly(device.place(), |check| view.check_read(check))?),
        // The elements depend on nothing.
        false => None,
    };
    // SAFETY: the view's elements are initialised and, as the caller promises, in this device's memory; `to` has room
    // for them.
    unsafe { device.download_from(view.as_ptr(), view.len(), to)? };
    // The copy has waited for the work queued before it, so the outcomes of pending calls are known.
    uses.map_or(Ok(()), |uses| failure::settle(uses.pending()))
}

impl<T, B: Backend> Drop for DeviceVec<T, B> {
    fn drop(&mut self) {
        // A failure that is recorded for this address must not be attributed to the next vector there.
        if failure::any() {
            let from = self.memory.address() as usize;
            drop(failure::take(self.device.id(), &(from..from + self.memory.bytes())));
        }
    }
}

fn bounds(range: impl RangeBounds<usize>, len: usize) -> Result<(usize, usize)> {
    let from = match range.start_bound() {
        Bound::Included(&i) => i,
        Bound::Excluded(&i) => i.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let to = match range.end_bound() {
        Bound::Included(&i) => i.saturating_add(1),
        Bound::Excluded(&i) => i,
        Bound::Unbounded => len,
    };
    if to > len {
        return Err(ErrorKind::OutOfRange { what: "slice", index: to as i128, len }.into());
    }
    if from > to {
        return Err(ErrorKind::OutOfRange { what: "slice", index: from as i128, len: to }.into());
    }
    Ok((from, to))
}

/// A read-only part of a [`DeviceVec`].
#[doc(alias("device_span", "slice", "subspan", "device_ptr"))]
#[derive(Debug, Clone)]
pub struct DeviceSlice<'a, T, B> {
    view: View<'a, T>,
    device: B,
}

impl<'a, T: Element, B: Backend> DeviceSlice<'a, T, B> {
    /// The number of elements.
    pub fn len(&self) -> usize {
        self.view.len()
    }

    /// Whether the part has no elements.
    pub fn is_empty(&self) -> bool {
        self.view.is_empty()
    }

    /// A chain over the elements, by value.
    pub fn iter(&self) -> Chain<Slice<'a, T>, B> {
        Chain::new(Slice(self.view), self.device.clone())
    }

    /// A read-only view, to be captured by operations.
    pub fn view(&self) -> View<'a, T> {
        self.view
    }

    /// The elements on the host.
    pub fn to_vec(&self) -> Result<Vec<T>> {
        download(&self.device, self.view)
    }
}

/// A part of a [`DeviceVec`] that can be written.
#[doc(alias("device_span", "slice_mut", "device_ptr"))]
pub struct DeviceSliceMut<'a, T, B> {
    pub(crate) span: Span<T>,
    pub(crate) device: B,
    owner: PhantomData<&'a mut [T]>,
}

impl<T: Element, B: Backend> DeviceSliceMut<'_, T, B> {
    /// The number of elements.
    pub fn len(&self) -> usize {
        crate::storage::Storage::len(&self.span)
    }

    /// Whether the part has no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A chain over mutable references to the elements.
    pub fn iter_mut(&mut self) -> Chain<SliceMut<'_, T>, B> {
        Chain::new(SliceMut::new(self.span), self.device.clone())
    }
}

impl<T, B: fmt::Debug> fmt::Debug for DeviceSliceMut<'_, T, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeviceSliceMut").field("device", &self.device).finish_non_exhaustive()
    }
}

impl<'a, T: Element, B: Backend> IntoChain<B> for &'a DeviceVec<T, B> {
    type Expr = Slice<'a, T>;
    fn into_chain(self) -> Chain<Slice<'a, T>, B> {
        self.iter()
    }
}

impl<'a, T: Element, B: Backend> IntoChain<B> for DeviceSlice<'a, T, B> {
    type Expr = Slice<'a, T>;
    fn into_chain(self) -> Chain<Slice<'a, T>, B> {
        self.iter()
    }
}

impl<'a, T: Element, B: Backend> IntoChain<B> for &DeviceSlice<'a, T, B> {
    type Expr = Slice<'a, T>;
    fn into_chain(self) -> Chain<Slice<'a, T>, B> {
        self.iter()
    }
}
