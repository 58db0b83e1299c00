//! [`DeviceVec`]: elements in a device's memory.

mod address;
mod capacity;
mod copies;
mod debug;
mod elements;
mod extend;
mod in_place;
mod lent;
mod owned;
mod pinned;
mod pinned_memory;
mod raw;
mod slices;
mod transfers;

pub use capacity::exchange;
pub(crate) use copies::{host_room, on_host};
pub use lent::{Lend, Lent};
pub use pinned::PinnedVec;
pub(crate) use pinned_memory::PageableMemory;
pub use slices::{DeviceSlice, DeviceSliceMut};

use std::marker::PhantomData;

use crate::backend::Backend;
use crate::chain::{Chain, IntoChain};
use crate::error::Result;
use crate::expr::{Slice, SliceMut};
use crate::failure;
use crate::memory::Memory;
use crate::recording;
use crate::storage::Span;
use crate::value::Element;
use crate::view::View;

/// A vector of elements in a device's memory: `Vec` for a device.
///
/// Made by [`Backend::upload`], [`from_vec`](DeviceVec::from_vec), [`Backend::upload_iter`], [`Backend::filled`], [`Backend::concat`],
/// [`with_capacity`](DeviceVec::with_capacity) and by terminals such as `collect`; read back by
/// [`to_vec`](DeviceVec::to_vec) or [`into_vec`](DeviceVec::into_vec), or an element at a time by [`at`](DeviceVec::at).
///
/// # In place, or into a new vector
///
/// Methods of the vector change it in place, as those of `Vec` do: [`sort`](DeviceVec::sort),
/// [`scan_inclusive`](DeviceVec::scan_inclusive), [`retain`](DeviceVec::retain), [`dedup`](DeviceVec::dedup),
/// [`reverse`](DeviceVec::reverse). Methods of its chain, [`iter`](DeviceVec::iter), make new vectors:
/// `x.iter().sort().collect()`.
///
/// # Length and capacity
///
/// The vector grows as `Vec` does: memory beyond its length is kept, and [`push`](DeviceVec::push) and
/// [`extend`](DeviceVec::extend) use it before they allocate. When they allocate, the elements move, and the capacity
/// at least doubles.
///
/// # Differences from `Vec`
///
/// Every call that works on a device can fail, so it returns a `Result`:
///
/// - There is no `x[i]`, which can't return an error, and whose reference the host couldn't follow. [`at`](DeviceVec::at)
///   and [`set`](DeviceVec::set) copy one element; a chain or a [`view`](DeviceVec::view) reads many.
/// - There is no `==`: comparing runs on the device and can fail, and `==` could only panic or lie then.
///   [`equal`](DeviceVec::equal) returns the answer or the error.
/// - There is no `Clone`, `Extend` or `FromIterator`, for the same reason: see [`try_clone`](DeviceVec::try_clone),
///   [`extend`](DeviceVec::extend), [`extend_iter`](DeviceVec::extend_iter) and [`Backend::upload_iter`].
/// - There is no `insert` or `remove` of one element, which would move all elements behind it for the sake of one.
///   [`retain`](DeviceVec::retain) removes any number of elements in one pass, [`Backend::concat`] puts parts together,
///   and [`swap_remove`](DeviceVec::swap_remove) moves a single element.
#[doc(alias("device_vector", "universal_vector", "device_malloc", "cudaMalloc", "Vec"))]
#[doc(alias("CudaSlice"))]
pub struct DeviceVec<T, B: Backend> {
    memory: B::Memory,
    len: usize,
    device: B,
    /// The number of elements at the start that nothing has been given to write yet.
    unwritten: usize,
    marker: PhantomData<T>,
}

impl<T: Element, B: Backend> DeviceVec<T, B> {
    pub(crate) fn span(&mut self) -> Span<T> {
        let unwritten = std::mem::take(&mut self.unwritten);
        Span::new(self.memory.address().cast(), self.len, self.device.stream_id()).fresh(unwritten == self.len)
    }

    /// Cuts a new vector to the elements that a call has written, and gives unused memory back where that costs little. A vector that
    /// stays as it is may still be written: then its memory mustn't move.
    pub(crate) fn cut(&mut self, len: usize) -> Result<()> {
        assert!(len <= self.len);
        if len == self.len {
            return Ok(());
        }
        self.len = len;
        self.shrink()
    }

    /// Gives back what lies beyond the elements, if that costs little. The memory may move.
    fn shrink(&mut self) -> Result<()> {
        recording::freed(self.device.id(), &self.memory);
        let shrunk = self.device.shrink(&mut self.memory, self.len * size_of::<T>());
        recording::made(&self.device, &self.memory);
        shrunk
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
    #[doc(alias("gather_if"))]
    #[doc(alias("raw_pointer_cast", "device_ptr", "device_span", "capture"))]
    pub fn view(&self) -> View<'_, T> {
        // SAFETY: [`View::new`]'s contract: the allocation holds `len` initialised elements and lives, unwritten, while
        // `self` is borrowed.
        unsafe { View::new(self.memory.address().cast_const().cast(), self.len, self.device.stream_id()) }
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
    #[doc(alias("replace", "replace_if", "swap_ranges"))]
    #[doc(alias("par_iter_mut", "begin", "for_each", "transform"))]
    pub fn iter_mut(&mut self) -> Chain<SliceMut<'_, T>, B> {
        let device = self.device.clone();
        Chain::new(SliceMut::new(self.span()), device)
    }
}

impl<T, B: Backend> Drop for DeviceVec<T, B> {
    fn drop(&mut self) {
        recording::freed(self.device.id(), &self.memory);
        let from = self.memory.address() as usize;
        failure::forget(self.device.id(), &(from..from + self.memory.bytes()));
    }
}

impl<'a, T: Element, B: Backend> IntoChain<B> for &'a DeviceVec<T, B> {
    type Expr = Slice<'a, T>;
    fn into_chain(self) -> Chain<Slice<'a, T>, B> {
        self.iter()
    }
}
