use std::marker::PhantomData;
use std::panic::Location;

use super::Sort;
use crate::algo::Collect;
use crate::backend::Backend;
use crate::chain::Chain;
use crate::device::Check;
use crate::error::Result;
use crate::expr::{Count, Expr, RangeOf, Repeatable};
use crate::key::Key;
use crate::pending::{Fill, Pending, Prepare, Request};
use crate::position::Position;
use crate::storage::{Span, Storage};
use crate::vec::DeviceVec;

impl<E: Expr, B: Backend> Chain<E, B> {
    /// The positions of the items in sorted order: `x[argsort(x)[i]]` is the `i`th smallest. Stable.
    ///
    /// A target is as long as the chain; after `filter` and `dedup` it has room for the items that are left, and the call returns their
    /// number.
    ///
    /// # Cost
    ///
    /// A copy of the keys, the positions, and a [`sort_by_key`](crate::sort_by_key). Temporary memory: that of the sort, and the copy of
    /// the keys. Waits for the number of items after `filter` and `dedup`.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[0.3f64, 0.1, 0.2])?;
    /// assert_eq!(x.iter().argsort().collect()?.to_vec()?, [1, 2, 0]);
    /// let mut order = device.filled(0usize, 3)?;
    /// x.iter().map(op!(|v: f64| -v)).argsort().collect_into(&mut order)?;
    /// assert_eq!(order.to_vec()?, [0, 2, 1]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("sort_indices", "sorted_indices"))]
    #[inline(always)]
    pub fn argsort(self /* of results: `map(op).argsort()` */) -> Pending<ArgSort<E, usize>, B>
    where
        E: Repeatable,
        E::Item: Key,
    {
        self.argsort_as()
    }

    /// The positions of the items in sorted order, as [`argsort`](Chain::argsort) has them, as [integers of any type](Position).
    /// Positions of 32 bits halve the bytes that the sort moves along with the keys.
    ///
    /// # Errors
    ///
    /// [`OutOfRange`](crate::ErrorKind::OutOfRange) if the type can't hold the last item's position.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[0.3f64, 0.1, 0.2])?;
    /// let order = x.iter().argsort_as::<u32>().collect()?;
    /// assert_eq!(order.to_vec()?, [1, 2, 0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("argsort", "sort_indices", "sorted_indices"))]
    #[inline(always)]
    pub fn argsort_as<P: Position>(self) -> Pending<ArgSort<E, P>, B>
    where
        E: Repeatable,
        E::Item: Key,
    {
        Pending::new(ArgSort { input: self.expr, positions: PhantomData }, self.device)
    }
}

/// A call that stores the positions of the items in sorted order.
#[derive(Debug, Clone)]
pub struct ArgSort<E, P> {
    input: E,
    positions: PhantomData<P>,
}

impl<E, P, B> Prepare<B> for ArgSort<E, P>
where
    E: Repeatable<Item: Key>,
    P: Position,
    B: Backend,
{
    type Request = SortedPositions<E, P, B>;

    #[inline(always)]
    fn prepare(self, device: &B, walk: impl Fn(&mut Check)) -> Result<Self::Request> {
        let (caller, shape) = (Location::caller(), Check::shape(device.stream_id(), walk));
        shape.map_err(|error| error.called_at(caller))?;
        Ok(SortedPositions { keys: Chain::new(self.input, device.clone()).collect()?, positions: PhantomData })
    }
}

/// A request for the positions of keys, which are the items of `E`, in sorted order.
#[allow(missing_debug_implementations)] // Not every backend has `Debug`.
pub struct SortedPositions<E: Expr<Item: Key>, P, B: Backend> {
    keys: DeviceVec<E::Item, B>,
    positions: PhantomData<P>,
}

impl<E: Expr<Item: Key>, P: Position, B: Backend> Request for SortedPositions<E, P, B> {
    type Items = (P,);
    type Room = [usize; 1];
    type Count = E::Count;
    const EXACT: bool = E::DENSE;

    #[inline(always)]
    fn check(&self, check: &mut Check) {
        check.bound("argsort_as", self.keys.len().saturating_sub(1), P::MOST);
        self.keys.view().check_read(check);
    }
    #[inline(always)]
    fn room(&self) -> [usize; 1] {
        [self.keys.len()]
    }
}

// SAFETY: all positions are stored, and sorted in their places.
unsafe impl<E: Expr<Item: Key>, P: Position, B: Backend> Fill<B, (Span<P>,)> for SortedPositions<E, P, B> {
    #[inline(always)]
    unsafe fn fill(mut self, device: &B, (values,): (Span<P>,)) -> Result<E::Count> {
        let (keys, input) = (self.keys.span(), RangeOf::positions(values.len()));
        // SAFETY: the caller's contract: there is a place for each key, and the position of the last one has the type `P`. The keys are
        // the request's own, and the positions are stored when they are sorted.
        unsafe {
            device.collect(Collect { input, output: values })?;
            device.sort(Sort { keys, values: values.fresh(false) })?;
        }
        Ok(E::Count::known(keys.len()))
    }
}
