//! Elements that are appended and removed at a vector's end.

use std::ops::RangeBounds;

use super::slices::bounds;
use super::{DeviceVec, elements, on_host};
use crate::backend::Backend;
use crate::chain::IntoChain;
use crate::error::{ErrorKind, Result};
use crate::expr::{Count, Expr};
use crate::recording::{Unrecorded, unrecorded};
use crate::value::Element;

impl<T: Element, B: Backend> DeviceVec<T, B> {
    /// Appends an element.
    ///
    /// # Cost
    ///
    /// One copy of one element from the host, and now and then that of [`reserve`](DeviceVec::reserve): some microseconds on a
    /// GPU. Many elements are best appended at once, by [`extend`](DeviceVec::extend) or
    /// [`extend_from_slice`](DeviceVec::extend_from_slice).
    ///
    /// # Errors
    ///
    /// Those of [`reserve`](DeviceVec::reserve); the vector is unchanged then.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[1, 2])?;
    /// x.push(3)?;
    /// assert_eq!(x.to_vec()?, [1, 2, 3]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("push_back", "emplace_back"))]
    #[track_caller]
    pub fn push(&mut self, value: T) -> Result<()> {
        self.extend_from_slice(&[value])
    }

    /// Removes the last element and returns it; `None` if there are no elements. Costs as [`get`](DeviceVec::get).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[1, 2])?;
    /// assert_eq!((x.pop()?, x.pop()?, x.pop()?), (Some(2), Some(1), None));
    /// # Ok(()) }
    /// ```
    #[doc(alias("pop_back"))]
    #[track_caller]
    pub fn pop(&mut self) -> Result<Option<T>> {
        let last = self.last()?;
        self.truncate(self.len.saturating_sub(1));
        Ok(last)
    }

    /// Removes element `i`, puts the last element in its place, and returns the removed one. Costs as
    /// [`get`](DeviceVec::get) and [`swap`](DeviceVec::swap).
    ///
    /// # Errors
    ///
    /// [`OutOfRange`](ErrorKind::OutOfRange), and the failure of a call that was to write the elements.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[5, 6, 7, 8])?;
    /// assert_eq!(x.swap_remove(1)?, 6);
    /// assert_eq!(x.to_vec()?, [5, 8, 7]);
    /// # Ok(()) }
    /// ```
    #[track_caller]
    pub fn swap_remove(&mut self, i: usize) -> Result<T> {
        let removed = self.get(i)?.ok_or_else(|| elements::beyond("swap_remove", i, self.len))?;
        self.swap(i, self.len - 1)?;
        self.truncate(self.len - 1);
        Ok(removed)
    }

    /// Appends the elements of a host slice.
    ///
    /// # Cost
    ///
    /// One copy from the host, and that of [`reserve`](DeviceVec::reserve).
    ///
    /// # Errors
    ///
    /// Those of [`reserve`](DeviceVec::reserve); the vector is unchanged then.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[1, 2])?;
    /// x.extend_from_slice(&[3, 4])?;
    /// assert_eq!(x.to_vec()?, [1, 2, 3, 4]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("insert", "append", "upload"))]
    #[track_caller]
    pub fn extend_from_slice(&mut self, data: &[T]) -> Result<()> {
        self.reserve(data.len())?;
        unrecorded(Unrecorded::Copies)?;
        let to = self.spare(data.len())?.as_ptr();
        // SAFETY: the vector has room for `data.len()` elements behind its own, and is borrowed mutably.
        unsafe { self.device.upload_to(data, to)? };
        self.len += data.len();
        Ok(())
    }

    /// Appends the items of an iterator of the host. They are collected in the host's memory first; everything else is as for
    /// [`extend_from_slice`](DeviceVec::extend_from_slice). Items of a chain are appended by [`extend`](DeviceVec::extend).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[1u32])?;
    /// x.extend_iter("two words".bytes().map(u32::from).filter(|b| *b < 100))?;
    /// assert_eq!(x.to_vec()?, [1, 32]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("Extend", "extend"))]
    #[track_caller]
    pub fn extend_iter(&mut self, items: impl IntoIterator<Item = T>) -> Result<()> {
        self.extend_from_slice(&on_host(items)?)
    }

    /// Appends the items of a chain, a vector or a part of one.
    ///
    /// # Cost
    ///
    /// As [`collect`](crate::Chain::collect) without its allocation, and that of [`reserve`](DeviceVec::reserve) for as many
    /// elements as the chain may yield. After `filter` and `dedup` it waits for the number of items.
    ///
    /// # Errors
    ///
    /// Those of the chain and of [`reserve`](DeviceVec::reserve); the vector has its old elements then. A device with a queue
    /// may detect an operation's failure after the call has returned: reading the new elements returns it then, the old ones
    /// stay readable, and [`truncate`](DeviceVec::truncate) to the old length removes the new ones.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[1, 2])?;
    /// x.extend(device.range(0..10).filter(op!(|i: i32| i % 4 == 3)))?;
    /// x.extend(&device.upload(&[9])?)?;
    /// assert_eq!(x.to_vec()?, [1, 2, 3, 7, 9]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("par_extend", "Extend", "insert", "back_inserter"))]
    #[track_caller]
    pub fn extend<C: IntoChain<B, Expr: Expr<Item = T>>>(&mut self, chain: C) -> Result<()> {
        let chain = chain.into_chain();
        if chain.device.id() != self.device.id() {
            let (vector, chain) = (self.device.id(), chain.device.id());
            return Err(ErrorKind::DeviceMismatch { vector, chain }.into());
        }
        let (input, device, uses) = chain.ready()?;
        let slots = input.slots();
        self.reserve(slots)?;
        let output = self.spare(slots)?;
        // SAFETY: `ready` has checked the chain, which reads no spare memory; the output is in the memory of the chain's
        // device, nothing else uses it, and it has room for the chain's slots.
        let count = uses.done(&device, unsafe { Count::store(&device, input, output) })?;
        self.len += count.of(slots);
        Ok(())
    }

    /// Appends copies of some of the vector's own elements.
    ///
    /// # Errors
    ///
    /// Those of [`slice`](DeviceVec::slice) and of [`reserve`](DeviceVec::reserve); the vector is unchanged then.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[1, 2, 3])?;
    /// x.extend_from_within(1..)?;
    /// assert_eq!(x.to_vec()?, [1, 2, 3, 2, 3]);
    /// # Ok(()) }
    /// ```
    #[track_caller]
    pub fn extend_from_within(&mut self, range: impl RangeBounds<usize>) -> Result<()> {
        let (from, to) = bounds(range, self.len)?;
        self.reserve(to - from)?;
        let output = self.spare(to - from)?;
        let (input, device, uses) = self.slice(from..to)?.iter().ready()?;
        // SAFETY: the chain is checked; the output is spare memory behind the elements that the chain reads, as long as the
        // chain.
        uses.done(&device, unsafe { Count::store(&device, input, output) })?;
        self.len += to - from;
        Ok(())
    }

    /// Appends the elements of another vector, which has none afterwards and keeps its memory. Costs as
    /// [`extend`](DeviceVec::extend), and fails as that does; then the other vector has its elements.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (mut x, mut y) = (device.upload(&[1, 2])?, device.upload(&[3])?);
    /// x.append(&mut y)?;
    /// assert_eq!((x.to_vec()?, y.len()), (vec![1, 2, 3], 0));
    /// # Ok(()) }
    /// ```
    #[track_caller]
    pub fn append(&mut self, other: &mut Self) -> Result<()> {
        self.extend(&*other)?;
        other.clear();
        Ok(())
    }

    /// Appends copies of `value`, or removes elements at the end, so that there are `len` elements. Costs as
    /// [`extend`](DeviceVec::extend), and fails as that does.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[1, 2])?;
    /// x.resize(4, 7)?;
    /// assert_eq!(x.to_vec()?, [1, 2, 7, 7]);
    /// # Ok(()) }
    /// ```
    #[track_caller]
    pub fn resize(&mut self, len: usize, value: T) -> Result<()> {
        match len.checked_sub(self.len) {
            Some(more) => self.extend(self.device.constant(value, more)),
            None => {
                self.truncate(len);
                Ok(())
            }
        }
    }
}
