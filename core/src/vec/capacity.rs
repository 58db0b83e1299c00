//! The memory of vectors that grow and shrink.

use super::DeviceVec;
use super::slices::inside;
use crate::backend::Backend;
use crate::error::{ErrorKind, Result};
use crate::expr::Count;
use crate::failure;
use crate::memory::Memory;
use crate::recording;
use crate::storage::Span;
use crate::value::Element;

/// The size in bytes of the smallest allocation for a vector that grows: an allocation on a GPU takes as much.
const LEAST: usize = 256;

impl<T: Element, B: Backend> DeviceVec<T, B> {
    /// A vector without elements and without memory, to be extended.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = DeviceVec::new(&device)?;
    /// x.extend(device.range(0..3))?;
    /// assert_eq!(x.to_vec()?, [0, 1, 2]);
    /// # Ok(()) }
    /// ```
    #[track_caller]
    pub fn new(device: &B) -> Result<Self> {
        Self::with_capacity(device, 0)
    }

    /// A vector without elements, and with memory for at least `capacity` of them.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](ErrorKind::OutOfMemory).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = DeviceVec::with_capacity(&device, 100)?;
    /// x.push(1.5f32)?; // allocates nothing
    /// assert_eq!((x.len(), x.capacity() >= 100), (1, true));
    /// # Ok(()) }
    /// ```
    #[doc(alias("reserve", "alloc"))]
    #[track_caller]
    pub fn with_capacity(device: &B, capacity: usize) -> Result<Self> {
        // SAFETY: the length is set to 0, so no element is readable.
        let mut vec = unsafe { DeviceVec::uninit(device, capacity)? };
        // The vector has no elements yet; those that it gets later are initialised.
        (vec.len, vec.unwritten) = (0, 0);
        Ok(vec)
    }

    /// The number of elements that the vector's memory has room for.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[1, 2, 3])?;
    /// x.clear();
    /// assert!(x.capacity() >= 3);
    /// # Ok(()) }
    /// ```
    pub fn capacity(&self) -> usize {
        self.memory.bytes() / size_of::<T>()
    }

    /// Makes room for `additional` more elements. If there isn't, the capacity at least doubles, so that many small
    /// extensions copy each element a constant number of times; where there is no memory for that, it becomes just
    /// sufficient.
    ///
    /// # Cost
    ///
    /// If there is room, none. Otherwise one allocation and one copy of the elements on the device; the old memory is given
    /// back after the copy.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](ErrorKind::OutOfMemory), and if the elements move, the failure of a call that was to write them. The
    /// vector is unchanged then.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[1, 2, 3])?;
    /// x.reserve(1000)?;
    /// assert!(x.capacity() >= 1003);
    /// assert_eq!(x.to_vec()?, [1, 2, 3]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("try_reserve"))]
    #[track_caller]
    pub fn reserve(&mut self, additional: usize) -> Result<()> {
        let needed = self.needed(additional)?;
        let capacity = self.capacity();
        if needed <= capacity {
            return Ok(());
        }
        let amortised = needed.max(capacity.saturating_mul(2)).max(LEAST / size_of::<T>());
        match self.reallocate(amortised) {
            Err(error) if amortised > needed && matches!(error.kind(), ErrorKind::OutOfMemory { .. }) => {
                self.reallocate(needed)
            }
            reserved => reserved,
        }
    }

    /// Makes room for just `additional` more elements; otherwise as [`reserve`](DeviceVec::reserve).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[1, 2, 3])?;
    /// x.reserve_exact(7)?;
    /// assert!(x.capacity() >= 10);
    /// # Ok(()) }
    /// ```
    #[doc(alias("try_reserve_exact"))]
    #[track_caller]
    pub fn reserve_exact(&mut self, additional: usize) -> Result<()> {
        let needed = self.needed(additional)?;
        if needed <= self.capacity() { Ok(()) } else { self.reallocate(needed) }
    }

    /// Gives memory beyond the elements back.
    ///
    /// # Cost
    ///
    /// None where a part of the memory can be given back, as of large vectors on a CPU. Otherwise one allocation and one copy
    /// on the device, and the errors of [`reserve`](DeviceVec::reserve).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = DeviceVec::with_capacity(&device, 100)?;
    /// x.extend_from_slice(&[1, 2, 3])?;
    /// x.shrink_to_fit()?;
    /// assert!(x.capacity() < 100);
    /// # Ok(()) }
    /// ```
    #[doc(alias("shrink_to"))]
    #[track_caller]
    pub fn shrink_to_fit(&mut self) -> Result<()> {
        if self.capacity() == self.len {
            return Ok(());
        }
        recording::keeps(&self.device, &self.memory)?;
        self.memory.leave()?;
        let before = self.memory.bytes();
        // A failure is recorded for an address, which `shrink` may change; reallocating returns the failure instead.
        if !failure::any() {
            self.shrink()?;
        }
        if self.memory.bytes() < before || self.capacity() == self.len {
            return Ok(());
        }
        self.reallocate(self.len)
    }

    /// Removes the elements from position `len` on; does nothing if there are no more than `len`. Costs nothing; the memory is
    /// kept for new elements.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[1, 2, 3])?;
    /// x.truncate(2);
    /// assert_eq!(x.to_vec()?, [1, 2]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("erase"))]
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
        self.unwritten = self.unwritten.min(len);
    }

    /// Removes all elements. Costs nothing; the memory is kept for new elements.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[1, 2, 3])?;
    /// x.clear();
    /// assert_eq!((x.len(), x.iter().sum()?), (0, 0));
    /// # Ok(()) }
    /// ```
    pub fn clear(&mut self) {
        self.truncate(0);
    }

    /// Removes the elements from position `at` on, and returns them in a vector of their own. The capacity stays.
    ///
    /// # Cost
    ///
    /// One allocation and one copy of these elements on the device.
    ///
    /// # Errors
    ///
    /// [`OutOfRange`](ErrorKind::OutOfRange) if `at` is larger than the length, and those of
    /// [`collect`](crate::Chain::collect). The vector is unchanged then.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[1, 2, 3])?;
    /// let behind = x.split_off(1)?;
    /// assert_eq!((x.to_vec()?, behind.to_vec()?), (vec![1], vec![2, 3]));
    /// # Ok(()) }
    /// ```
    #[track_caller]
    pub fn split_off(&mut self, at: usize) -> Result<Self> {
        inside("split_off", at, self.len)?;
        let behind = self.slice(at..)?.iter().collect()?;
        self.truncate(at);
        Ok(behind)
    }

    /// The length with this many more elements.
    fn needed(&self, additional: usize) -> Result<usize> {
        let too_much = ErrorKind::OutOfMemory { bytes: usize::MAX, device: self.device.id() };
        Ok(self.len.checked_add(additional).ok_or(too_much)?)
    }

    /// Moves the elements to new memory for `capacity` of them, at least the length.
    #[track_caller]
    fn reallocate(&mut self, capacity: usize) -> Result<()> {
        let mut moved = DeviceVec::with_capacity(&self.device, capacity)?;
        moved.len = self.unwritten;
        if moved.len < self.len {
            let output = moved.spare(self.len - moved.len)?;
            let (input, device, uses) = self.iter().skip(moved.len).ready()?;
            // SAFETY: the chain is checked; the output is new, of the chain's length.
            uses.done(&device, unsafe { Count::store(&device, input, output) })?;
        }
        (moved.len, moved.unwritten) = (self.len, self.unwritten);
        exchange(self, moved)
    }

    /// The memory of `len` elements behind the vector's own, not initialised; there is room for them.
    #[track_caller]
    pub(super) fn spare(&mut self, len: usize) -> Result<Span<T>> {
        assert!(len <= self.capacity() - self.len, "{len} elements in the room for {}", self.capacity() - self.len);
        if len > 0 && recording::any() {
            recording::extends(&self.device, &self.memory)?;
        }
        let data = self.memory.address().cast::<T>().wrapping_add(self.len);
        if failure::any() {
            // A failure that is recorded for removed elements must not count for the new ones.
            let end = self.memory.address() as usize + self.memory.bytes();
            failure::forget(self.device.id(), &(data as usize..end));
        }
        Ok(Span::new(data, len, self.device.stream_id()).fresh(true))
    }
}

/// Puts another vector in the place of `vec`, whose memory goes back. All methods that exchange a vector's memory end here: while a
/// thread [records](crate::Record::record), launches would go on with the memory from before, and the elements be lost.
///
/// # Errors
///
/// [`Recording`](ErrorKind::Recording) at the caller's line; then `vec` is as it was.
#[track_caller]
pub fn exchange<T: Element, B: Backend>(vec: &mut DeviceVec<T, B>, other: DeviceVec<T, B>) -> Result<()> {
    recording::keeps(&vec.device, &vec.memory)?;
    vec.memory.leave()?;
    *vec = other;
    Ok(())
}
