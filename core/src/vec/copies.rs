//! Copies of a vector's elements: to and from the host, on the device, and of what a failed call has left.

use std::mem::MaybeUninit;
use std::ops::Range;
use std::panic::Location;

use super::{DeviceSlice, DeviceSliceMut, DeviceVec};
use crate::backend::Backend;
use crate::chain::{Chain, IntoChain};
use crate::device::{Check, DeviceId};
use crate::error::{ErrorKind, Result};
use crate::expr::{Indexed, Repeatable, Slice};
use crate::failure;
use crate::key::Key;
use crate::memory::Memory as _;
use crate::recording::{Unrecorded, unrecorded};
use crate::storage::Storage as _;
use crate::value::Element;
use crate::view::View;

impl<T: Element, B: Backend> DeviceVec<T, B> {
    /// The elements on the host.
    ///
    /// # Cost
    ///
    /// One copy; waits for the work queued before it. Copies of 2 MiB and more between a GPU and the host's ordinary memory, in
    /// both directions, are shared among up to 16 threads of the host. A [`PinnedVec`](crate::PinnedVec) needs none of them.
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
    #[track_caller]
    pub fn to_vec(&self) -> Result<Vec<T>> {
        download(&self.device, self.view())
    }

    /// Copies the elements to a host slice of the same length.
    ///
    /// # Errors
    ///
    /// [`LengthMismatch`](ErrorKind::LengthMismatch), and the failure of a call that was to write the elements; then nothing is
    /// copied.
    ///
    /// # Cost
    ///
    /// One copy, and one of an element before it if a call that was to write the elements may still fail; waits for the work
    /// queued before it.
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
    #[track_caller]
    pub fn copy_to(&self, out: &mut [T]) -> Result<()> {
        self.as_slice().copy_to(out)
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
    #[track_caller]
    pub fn copy_from(&mut self, data: &[T]) -> Result<()> {
        self.as_mut_slice().copy_from(data)
    }

    /// Makes the elements readable again after a call has failed that was to write them in place, as
    /// [`for_each`](crate::Chain::for_each) or a sort does, or to write into a vector that existed before. The elements are as
    /// that call has left them:
    ///
    /// - Through a reference of [`iter_mut`](DeviceVec::iter_mut), nothing is stored behind the place where an operation fails, as
    ///   in a Rust program that panics.
    /// - After a sort the elements are a permutation of the old ones.
    /// - After [`collect_into`](crate::Chain::collect_into) each element is an old one or a new one; where the operation has
    ///   failed for the element's own item, a GPU may have stored any value.
    /// - After other calls, elements that the call was to write may have any values: a GPU goes on with dummy values in place of
    ///   results, and other items may be computed from these. Elements that the call wasn't to write are old ones.
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
    #[track_caller]
    pub fn recover(&mut self) -> Result<()> {
        self.as_mut_slice().recover()
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
    #[doc(alias("clone", "copy", "copy_n", "cudaMemcpyDeviceToDevice", "uninitialized_copy", "uninitialized_copy_n"))]
    #[track_caller]
    pub fn try_clone(&self) -> Result<Self> {
        self.iter().collect()
    }

    /// Whether two vectors have the same length and the same elements, bit for bit: [`Chain::equal`](crate::Chain::equal). The other one may
    /// be a part or a chain.
    ///
    /// Vectors have no `==`, since comparing can fail: the elements may be a failed call's, the vectors may be on
    /// different devices, and the device may refuse. `==` could only panic then, or say that vectors differ whose elements are
    /// unknown.
    ///
    /// # Cost
    ///
    /// One pass that reads both and ends soon after the first difference; none if the lengths differ. Waits for the
    /// answer.
    ///
    /// # Errors
    ///
    /// [`DeviceMismatch`](ErrorKind::DeviceMismatch), and the failures of calls that were to write the elements.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1, 2, 3])?;
    /// assert!(x.equal(device.range(1..4))?);
    /// assert!(!x.equal(&x.slice(1..)?)?);
    /// # Ok(()) }
    /// ```
    #[doc(alias("eq", "PartialEq"))]
    #[track_caller]
    pub fn equal<C: IntoChain<B, Expr: Repeatable + Indexed<Item = T>>>(&self, other: C) -> Result<bool>
    where
        T: Key,
    {
        self.iter().equal(other)
    }
}

impl<T: Element, B: Backend> DeviceSlice<'_, T, B> {
    /// The elements on the host; see [`DeviceVec::to_vec`].
    #[track_caller]
    pub fn to_vec(&self) -> Result<Vec<T>> {
        download(&self.device, self.view)
    }

    /// Copies the elements to a host slice of the same length; see [`DeviceVec::copy_to`].
    #[track_caller]
    pub fn copy_to(&self, out: &mut [T]) -> Result<()> {
        same_lengths("copy_to", self.len(), out.len())?;
        if failure::any() {
            // What a failed call was to make may be no elements.
            settled(&self.device, self.view)?;
        }
        // SAFETY: `out` has room for the elements: the lengths are equal.
        unsafe { copy_to(&self.device, self.view, out.as_mut_ptr()) }
    }

    /// Whether this part and another vector, part or chain have the same length and elements; see [`DeviceVec::equal`].
    #[track_caller]
    pub fn equal<C: IntoChain<B, Expr: Repeatable + Indexed<Item = T>>>(&self, other: C) -> Result<bool>
    where
        T: Key,
    {
        self.iter().equal(other)
    }
}

impl<T: Element, B: Backend> DeviceSliceMut<'_, T, B> {
    /// The elements on the host; see [`DeviceVec::to_vec`].
    #[track_caller]
    pub fn to_vec(&self) -> Result<Vec<T>> {
        self.as_slice().to_vec()
    }

    /// Copies the elements to a host slice of the same length; see [`DeviceVec::copy_to`].
    #[track_caller]
    pub fn copy_to(&self, out: &mut [T]) -> Result<()> {
        self.as_slice().copy_to(out)
    }

    /// Whether this part and another vector, part or chain have the same length and elements; see [`DeviceVec::equal`].
    #[track_caller]
    pub fn equal<C: IntoChain<B, Expr: Repeatable + Indexed<Item = T>>>(&self, other: C) -> Result<bool>
    where
        T: Key,
    {
        self.iter().equal(other)
    }

    /// Overwrites the elements with those of a host slice of the same length; see [`DeviceVec::copy_from`]. Those of another
    /// part of the same length are copied by `part.iter().collect_into(self)`.
    #[track_caller]
    pub fn copy_from(&mut self, data: &[T]) -> Result<()> {
        same_lengths("copy_from", self.len(), data.len())?;
        unrecorded(Unrecorded::Copies)?;
        if failure::any() {
            return self.overwrite(data);
        }
        // SAFETY: the part has room for `data.len()` elements and is borrowed mutably.
        unsafe { self.device.upload_to(data, self.span.as_ptr()) }
    }

    /// Copies as [`copy_from`](Self::copy_from) does, where the old elements may be marked as failed.
    #[cold]
    #[track_caller]
    fn overwrite(&mut self, data: &[T]) -> Result<()> {
        let span = self.span;
        let uses =
            Check::thoroughly(self.device.stream_id(), &mut |check| check.overwrites(|check| span.check(check)))?;
        // SAFETY: the part has room for `data.len()` elements and is borrowed mutably.
        uses.done(&self.device, unsafe { self.device.upload_to(data, span.as_ptr()) })
    }

    /// Makes the elements readable again after a call has failed that was to write them; see [`DeviceVec::recover`].
    #[track_caller]
    pub fn recover(&mut self) -> Result<()> {
        unrecorded(Unrecorded::Waits)?;
        if !failure::any() || self.is_empty() {
            return Ok(());
        }
        let (device, from) = (self.device.id(), self.span.as_ptr() as usize);
        let mut taken = Vec::new();
        failure::take(device, &(from..from + self.len() * size_of::<T>()), &mut taken)?;
        if taken.is_empty() {
            return Ok(());
        }
        let made = wait(&self.device, self.view()).and_then(|()| failure::never_made(&taken));
        made.inspect_err(|_| failure::put_back(device, taken))
    }
}

pub(super) fn same_lengths(what: &'static str, left: usize, right: usize) -> Result<()> {
    if left == right { Ok(()) } else { Err(ErrorKind::LengthMismatch { what, left, right }.into()) }
}

/// An empty vector with room for elements in the host's memory.
pub(crate) fn host_room<T: Element>(len: usize) -> Result<Vec<T>> {
    let (mut out, bytes) = (Vec::new(), len.saturating_mul(size_of::<T>()));
    out.try_reserve_exact(len).map_err(|_| ErrorKind::OutOfMemory { bytes, device: DeviceId::HOST })?;
    Ok(out)
}

#[track_caller]
fn download<T: Element, B: Backend>(device: &B, view: View<'_, T>) -> Result<Vec<T>> {
    let mut out = host_room(view.len())?;
    // SAFETY: `host_room` has made room for `len` elements, and `copy_to` has written them all if it returns no
    // error.
    unsafe {
        copy_to(device, view, out.as_mut_ptr())?;
        out.set_len(view.len());
    }
    Ok(out)
}

/// Waits for the calls that were to write elements, of which there is one: by downloading it.
#[track_caller]
fn wait<T: Element, B: Backend>(device: &B, view: View<'_, T>) -> Result<()> {
    unrecorded(Unrecorded::Waits)?;
    let mut element = MaybeUninit::<T>::uninit();
    // SAFETY: the view has an element in this device's memory; `element` has room for one and is never read.
    unsafe { device.download_from(view.as_ptr(), 1, element.as_mut_ptr()) }
}

impl<T: Element, B: Backend> DeviceVec<T, B> {
    /// Overwrites the elements from `at` on with those of a range of another vector, which may be another device's: by the devices themselves
    /// where they can, else through the host. Returns before the copy is done; until an event behind it has passed, nothing changes
    /// the other vector.
    #[track_caller]
    pub(crate) fn copy_part(&mut self, at: usize, from: &DeviceVec<T, B>, range: Range<usize>) -> Result<()> {
        let part = from.slice(range.clone())?;
        if from.device.id() == self.device.id() {
            let device = self.device.clone();
            return Chain::new(Slice(part.view), device).collect_into(self.slice_mut(at..at + range.len())?);
        }
        let to = self.slice_mut(at..at + range.len())?.span.as_ptr();
        unrecorded(Unrecorded::Copies)?;
        if failure::any() {
            settled(&from.device, part.view)?;
        }
        self.device.wait_for(&from.device.event()?)?;
        let bytes = range.len() * size_of::<T>();
        // SAFETY: both parts lie in their vectors, whose lengths are within their allocations. The work that was to write the other's is
        // waited for; this one is borrowed mutably.
        match unsafe { self.memory.copy_from(to.cast(), &from.memory, part.view.as_ptr().cast(), bytes)? } {
            true => Ok(()),
            false => self.slice_mut(at..at + range.len())?.copy_from(&part.to_vec()?),
        }
    }
}

/// Returns the failure of a call that was to write these elements, when such calls are done.
#[cold]
#[track_caller]
pub(super) fn settled<T: Element, B: Backend>(device: &B, view: View<'_, T>) -> Result<()> {
    let uses = Check::thoroughly(device.stream_id(), &mut |check| view.check_read(check))?;
    if uses.pending().is_empty() {
        return Ok(());
    }
    wait(device, view)?;
    failure::settle(uses.pending())
}

/// Copies elements to the host, unless a call that was to write them has failed.
///
/// # Safety
///
/// The view is of this device's memory. `to` has room for its elements.
#[track_caller]
pub(super) unsafe fn copy_to<T: Element, B: Backend>(device: &B, view: View<'_, T>, to: *mut T) -> Result<()> {
    unrecorded(Unrecorded::Waits)?;
    let uses = match failure::any() {
        true => Some(Check::thoroughly(device.stream_id(), &mut |check| view.check_read(check))?),
        // Without pending calls, the elements depend on nothing.
        false => None,
    };
    // SAFETY: the view's elements are initialised and, as the caller promises, in this device's memory; `to` has room
    // for them.
    unsafe { device.download_from(view.as_ptr(), view.len(), to)? };
    // The copy has waited for the work queued before it, so the outcomes of pending calls are known.
    let caller = Location::caller();
    uses.map_or(Ok(()), |uses| failure::settle(uses.pending()).map_err(|error| error.called_at(caller)))
}

/// The items of an iterator in host memory. Its hint of a length is checked, since safe code may promise any.
#[track_caller]
pub(crate) fn on_host<T: Element>(items: impl IntoIterator<Item = T>) -> Result<Vec<T>> {
    unrecorded(Unrecorded::Copies)?;
    let mut all = Vec::new();
    let reserve = |all: &mut Vec<T>, more: usize| {
        let bytes = all.len().saturating_add(more).saturating_mul(size_of::<T>());
        all.try_reserve(more).map_err(|_| ErrorKind::OutOfMemory { bytes, device: DeviceId::HOST })
    };
    let items = items.into_iter();
    reserve(&mut all, items.size_hint().0)?;
    for item in items {
        if all.len() == all.capacity() {
            reserve(&mut all, 1)?;
        }
        all.push(item);
    }
    Ok(all)
}
