//! The offsets of segments whose lengths are known.

use std::marker::PhantomData;

use onrush_macros::op;

use super::Scan;
use crate::algo::ForEach;
use crate::backend::Backend;
use crate::chain::Chain;
use crate::counts::SaturatingSum;
use crate::device::Check;
use crate::error::Result;
use crate::expr::{Chained, Constant, Expr, Indexed, Map, Repeatable, SliceMut};
use crate::function::Function;
use crate::pending::{Fill, Pending, Request};
use crate::position::Position;
use crate::storage::Span;

impl<E: Expr, B: Backend> Chain<E, B> {
    /// The offsets of segments of these lengths: 0, and behind each length the sum of all lengths up to it. They are one more than the
    /// lengths, and the last is the number of items in all segments, as [`segments`](Chain::segments) and
    /// [`gather_segments`](Chain::gather_segments) take them.
    ///
    /// Lengths are integers of any type, and so are offsets.
    ///
    /// # Cost
    ///
    /// A scan: one pass that reads the lengths once and writes the offsets once, O(tiles) temporary memory. Then the last offset is
    /// looked at, a further launch on a GPU. Doesn't wait.
    ///
    /// # Determinism
    ///
    /// Exact.
    ///
    /// # Errors
    ///
    /// [`Panic`](crate::ErrorKind::Panic) if a length is negative, or the sum of all lengths isn't below the largest number of the
    /// offsets' type. On a GPU the call may return before its work is done: then reading its output returns the error.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1.0f32, 2.0, 4.0, 8.0, 16.0])?;
    /// let lengths = device.upload(&[2u8, 0, 3])?;
    /// let offsets = lengths.iter().offsets::<u32>().collect()?;
    /// assert_eq!(offsets.to_vec()?, [0, 2, 2, 5]);
    /// assert_eq!(x.iter().segments(&offsets).sum().collect()?.to_vec()?, [3.0, 0.0, 28.0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("exclusive_scan", "cumsum", "prefix_sum", "indptr", "from_lengths", "row_splits", "rowptr", "csr"))]
    #[inline(always)]
    pub fn offsets<P: Position>(self) -> Pending<Offsets<E, P>, B>
    where
        E: Repeatable + Indexed,
        E::Item: Position,
    {
        Pending::new(Offsets { lengths: self.expr, offsets: PhantomData }, self.device)
    }
}

/// A request for the offsets of segments of these lengths.
#[derive(Debug, Clone)]
pub struct Offsets<E, P> {
    lengths: E,
    offsets: PhantomData<P>,
}

impl<E: Indexed, P: Position> Request for Offsets<E, P> {
    type Items = (P,);
    type Room = [usize; 1];
    type Count = ();

    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.lengths.check(check);
        check.bound("offsets", self.lengths.slots(), isize::MAX as usize - 1);
    }
    #[inline(always)]
    fn room(&self) -> [usize; 1] {
        [self.lengths.slots().saturating_add(1)]
    }
}

/// A length as an offset, or the largest one in place of a length that is negative or larger.
#[inline(always)]
fn as_offset<L: Position, P: Position>() -> impl Function<(L,), Output = P> {
    let most = P::MOST as u64;
    op!(|length: L| {
        let length = length.cast::<u64>();
        (if length < most { length } else { most }).cast::<P>()
    })
}

/// Fails if the sum of all lengths is the largest number, at which sums stay.
#[inline(always)]
fn fits<'a, P: Position>() -> impl Function<(&'a mut P,), Output = ()> {
    let most = P::MOST as u64;
    op!(|total: &mut P| {
        assert!(
            total.cast::<u64>() < most,
            "a length is negative, or the sum of the lengths is too large for an offset"
        )
    })
}

// SAFETY: the scan writes an item for each length and one more.
unsafe impl<B, E, P> Fill<B, (Span<P>,)> for Offsets<E, P>
where
    B: Backend,
    E: Repeatable + Indexed<Item: Position>,
    P: Position,
{
    #[inline(always)]
    unsafe fn fill(self, device: &B, (output,): (Span<P>,)) -> Result<()> {
        let n = self.lengths.slots();
        let input = Chained::new(Map::new(self.lengths, as_offset::<E::Item, P>()), Constant::new(P::from_index(0), 1));
        let total = SliceMut::new(output.fresh(false).range(n, n + 1));
        // SAFETY: the caller's contract: there is a place for each length and one more. The offsets are written when the last is looked
        // at, to which nothing else refers.
        unsafe {
            device.scan(Scan { input, op: SaturatingSum, init: Some(P::from_index(0)), exclusive: true, output })?;
            device.for_each(ForEach { input: Map::new(total, fits()) })
        }
    }
}
