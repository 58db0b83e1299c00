//! Changes in place that are made of chains.

use super::elements::beyond;
use super::slices::inside;
use super::{DeviceSliceMut, DeviceVec, exchange};
use crate::backend::Backend;
use crate::chain::IntoChain;
use crate::device::{Check, DeviceId};
use crate::error::{ErrorKind, Result};
use crate::expr::Expr;
use crate::function::Function;
use crate::functor::Exchange;
use crate::key::Key;
use crate::recording;
use crate::storage::Storage;
use crate::value::Element;

impl<T: Element, B: Backend> DeviceVec<T, B> {
    /// Overwrites all elements with `value`.
    ///
    /// # Cost
    ///
    /// One kernel that writes each element once.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[1, 2, 3, 4])?;
    /// x.slice_mut(1..3)?.fill(9)?;
    /// assert_eq!(x.to_vec()?, [1, 9, 9, 4]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("memset", "cudaMemset", "fill_n", "assign", "uninitialized_fill", "uninitialized_fill_n"))]
    #[track_caller]
    pub fn fill(&mut self, value: T) -> Result<()> {
        self.as_mut_slice().fill(value)
    }

    /// Reverses the order of the elements. Without a change of the vector, [`Chain::rev`](crate::Chain::rev) reads it from its
    /// end.
    ///
    /// # Cost
    ///
    /// One kernel that reads and writes each element once; no temporary memory.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[1, 2, 3])?;
    /// x.reverse()?;
    /// assert_eq!(x.to_vec()?, [3, 2, 1]);
    /// # Ok(()) }
    /// ```
    #[track_caller]
    pub fn reverse(&mut self) -> Result<()> {
        self.as_mut_slice().reverse()
    }

    /// Moves the first `mid` elements behind the others, so that element `mid` becomes the first.
    ///
    /// # Cost
    ///
    /// On a GPU one kernel, which reads and writes each element once, into new memory of the same capacity; the old memory is
    /// given back. On a CPU, for a [part](DeviceVec::slice_mut), in a [recording](crate::Record::record), and where that memory is
    /// refused, three reversals: at most three kernels, which read and write each element twice, and no temporary memory. If the
    /// vector is only to be read once, `x.slice(mid..)` and `x.slice(..mid)` cost nothing.
    ///
    /// # Errors
    ///
    /// [`OutOfRange`](crate::ErrorKind::OutOfRange) if `mid` is larger than the length.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[0, 1, 2, 3, 4])?;
    /// x.rotate_left(2)?;
    /// assert_eq!(x.to_vec()?, [2, 3, 4, 0, 1]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("rotate", "shift_left", "roll"))]
    #[track_caller]
    pub fn rotate_left(&mut self, mid: usize) -> Result<()> {
        inside("rotate_left", mid, self.len())?;
        self.rotate(mid)
    }

    /// Moves the last `k` elements before the others. All else is as for [`rotate_left`](DeviceVec::rotate_left).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[0, 1, 2, 3, 4])?;
    /// x.rotate_right(2)?;
    /// assert_eq!(x.to_vec()?, [3, 4, 0, 1, 2]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("rotate", "shift_right", "roll"))]
    #[track_caller]
    pub fn rotate_right(&mut self, k: usize) -> Result<()> {
        inside("rotate_right", k, self.len())?;
        self.rotate(self.len() - k)
    }

    /// Moves the first `mid` elements, no more than there are, behind the others.
    #[track_caller]
    fn rotate(&mut self, mid: usize) -> Result<()> {
        let len = self.len();
        if mid == 0 || mid == len {
            return Ok(());
        }
        // A recorded call mustn't exchange the memory that launches use.
        if self.device.id() == DeviceId::HOST || recording::records(&self.device) {
            return self.as_mut_slice().rotate(mid);
        }
        match self.kept(self.iter().cycle_to(len + mid).skip(mid)) {
            Ok(rotated) => exchange(self, rotated),
            Err(error) if matches!(error.kind(), ErrorKind::OutOfMemory { .. }) => self.as_mut_slice().rotate(mid),
            Err(error) => Err(error),
        }
    }

    /// Exchanges two elements.
    ///
    /// # Cost
    ///
    /// One kernel of one thread; doesn't wait.
    ///
    /// # Errors
    ///
    /// [`OutOfRange`](crate::ErrorKind::OutOfRange).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[5, 6, 7])?;
    /// x.swap(0, 2)?;
    /// assert_eq!(x.to_vec()?, [7, 6, 5]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("iter_swap", "swap_ranges"))]
    #[track_caller]
    pub fn swap(&mut self, i: usize, j: usize) -> Result<()> {
        self.as_mut_slice().swap(i, j)
    }

    /// Keeps the elements that a predicate holds for, in order, and removes the others.
    ///
    /// # Cost
    ///
    /// As `filter` and [`collect`](crate::Chain::collect): one pass that reads each element and writes the kept ones, into new memory of
    /// the same capacity, since blocks of a GPU would overwrite what others have yet to read. The old memory is given back.
    /// Waits for the count.
    ///
    /// # Errors
    ///
    /// [`Panic`](crate::ErrorKind::Panic) if the predicate panics, and [`OutOfMemory`](crate::ErrorKind::OutOfMemory). The
    /// vector is unchanged then.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[3, 1, 4, 1, 5])?;
    /// x.retain(op!(|v: i32| v != 1))?;
    /// assert_eq!(x.to_vec()?, [3, 4, 5]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("remove_copy"))]
    #[doc(alias("remove_if", "remove", "erase_if", "drain", "extract_if"))]
    #[track_caller]
    pub fn retain<F: Function<(T,), Output = bool>>(&mut self, keep: F) -> Result<()> {
        let kept = self.kept(self.iter().filter(keep))?;
        exchange(self, kept)
    }

    /// Keeps the first element of every run of equal ones: Thrust's `unique`. Elements are equal if their bits are (see
    /// [`Key`]). Costs as [`retain`](DeviceVec::retain), and fails as that does.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[1, 1, 2, 2, 2, 1])?;
    /// x.dedup()?;
    /// assert_eq!(x.to_vec()?, [1, 2, 1]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("unique", "Unique"))]
    #[track_caller]
    pub fn dedup(&mut self /* by a relation: `dedup_by(op)` */) -> Result<()>
    where
        T: Key,
    {
        let kept = self.kept(self.iter().dedup())?;
        exchange(self, kept)
    }

    /// Keeps the first element of every run in which `equal(previous, element)` holds between neighbours, as
    /// [`Chain::dedup_by`](crate::Chain::dedup_by) does. std's hands an element and the last one that was kept, in this order;
    /// for a relation of equivalence the result is the same. Costs as [`retain`](DeviceVec::retain), and fails as that does.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[10, 11, 25, 26, 12])?;
    /// x.dedup_by(op!(|a: i32, b: i32| a / 10 == b / 10))?;
    /// assert_eq!(x.to_vec()?, [10, 25, 12]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("unique", "dedup_by_key"))]
    #[track_caller]
    pub fn dedup_by<F: Function<(T, T), Output = bool>>(&mut self, equal: F) -> Result<()> {
        let kept = self.kept(self.iter().dedup_by(equal))?;
        exchange(self, kept)
    }

    /// The elements that a chain over this vector keeps, in memory of the same capacity.
    #[track_caller]
    fn kept<C: IntoChain<B, Expr: Expr<Item = T>>>(&self, chain: C) -> Result<Self> {
        let mut kept = DeviceVec::with_capacity(&self.device, self.capacity())?;
        kept.extend(chain)?;
        Ok(kept)
    }
}

impl<T: Element, B: Backend> DeviceSliceMut<'_, T, B> {
    /// Overwrites all elements with `value`; see [`DeviceVec::fill`].
    #[track_caller]
    pub fn fill(&mut self, value: T) -> Result<()> {
        self.device.constant(value, self.len()).collect_into(self)
    }

    /// Reverses the order of the elements; see [`DeviceVec::reverse`].
    #[track_caller]
    pub fn reverse(&mut self) -> Result<()> {
        let len = self.len();
        let (mut front, mut rest) = self.split_at_mut(len / 2)?;
        // An element in the middle stays.
        let mut back = rest.slice_mut(len % 2..)?;
        front.iter_mut().zip(back.iter_mut().rev()).for_each(Exchange)
    }

    /// Moves the first `mid` elements behind the others; see [`DeviceVec::rotate_left`].
    #[track_caller]
    pub fn rotate_left(&mut self, mid: usize) -> Result<()> {
        inside("rotate_left", mid, self.len())?;
        self.rotate(mid)
    }

    /// Moves the first `mid` elements, no more than there are, behind the others.
    #[track_caller]
    fn rotate(&mut self, mid: usize) -> Result<()> {
        if mid == 0 || mid == self.len() {
            return Ok(());
        }
        // Between two reversals the elements are in neither order, so all are marked if one of them fails.
        let (device, span) = (self.device.clone(), self.span);
        let all = |check: &mut Check| span.check(check);
        let (mut front, mut back) = self.split_at_mut(mid)?;
        Check::ends_as_one(&device, front.reverse(), all)?;
        Check::ends_as_one(&device, back.reverse(), all)?;
        Check::ends_as_one(&device, self.reverse(), all)
    }

    /// Moves the last `k` elements before the others; see [`DeviceVec::rotate_right`].
    #[track_caller]
    pub fn rotate_right(&mut self, k: usize) -> Result<()> {
        inside("rotate_right", k, self.len())?;
        self.rotate(self.len() - k)
    }

    /// Exchanges two elements; see [`DeviceVec::swap`].
    #[track_caller]
    pub fn swap(&mut self, i: usize, j: usize) -> Result<()> {
        let (low, high) = (i.min(j), i.max(j));
        if high >= self.len() {
            return Err(beyond("swap", high, self.len()));
        }
        if low == high {
            return Ok(());
        }
        let (mut front, mut back) = self.split_at_mut(high)?;
        front.slice_mut(low..=low)?.iter_mut().zip(back.slice_mut(..1)?.iter_mut()).for_each(Exchange)
    }
}
