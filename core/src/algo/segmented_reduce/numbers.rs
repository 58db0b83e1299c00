//! A number of each segment that isn't a reduction of its items: its length and its mean.

use std::marker::PhantomData;

use super::{Fold, SegmentedReduce, plain};
use crate::algo::Collect;
use crate::backend::Backend;
use crate::chain::Chain;
use crate::device::Check;
use crate::error::Result;
use crate::expr::{Constant, Indexed, Lent, Repeatable};
use crate::moments::{as_f64, mean_of};
use crate::number::Number;
use crate::operator::Sum;
use crate::pending::{Fill, Pending, Request};
use crate::position::Position;
use crate::segments::{Segments, check_segments};
use crate::storage::Storage;
use crate::value::Value;
use crate::vec::DeviceVec;

/// A request for a number of each segment, of the type `T`: its [`Length`] or its [`Mean`], as `N` says.
#[derive(Debug, Clone)]
pub struct OfEach<E, P, N, T> {
    input: E,
    offsets: P,
    number: PhantomData<fn() -> (N, T)>,
}

/// The number of a segment's items.
#[derive(Debug, Clone)]
pub struct Length;
/// The mean of a segment's items.
#[derive(Debug, Clone)]
pub struct Mean;
/// A request for the length of each segment.
pub type Lengths<E, P> = OfEach<E, P, Length, usize>;
/// A request for the mean of each segment: the sums, and a pass that divides them.
pub type Means<E, P> = OfEach<E, P, Mean, f64>;

impl<E, P, N, T> OfEach<E, P, N, T> {
    /// The call that stores the numbers.
    #[inline(always)]
    pub(crate) fn of<B>(parts: Segments<E, P, B>) -> Pending<Self, B> {
        let Segments { input, offsets, device } = parts;
        Pending::new(OfEach { input, offsets, number: PhantomData }, device)
    }
}

impl<E: Indexed, P: Indexed, N, T: Value> Request for OfEach<E, P, N, T> {
    type Items = (T,);
    type Room = [usize; 1];
    type Count = ();

    #[inline(always)]
    fn check(&self, check: &mut Check) {
        check_segments(&self.input, &self.offsets, check);
    }
    #[inline(always)]
    fn room(&self) -> [usize; 1] {
        [self.offsets.slots().saturating_sub(1)]
    }
}

// SAFETY: the primitive writes a result for each segment, which are all items of the output.
unsafe impl<B, E, P, S> Fill<B, (S,)> for Lengths<E, P>
where
    B: Backend,
    E: Indexed,
    P: Repeatable + Indexed<Item: Position>,
    S: Storage<Item = usize>,
{
    #[inline(always)]
    unsafe fn fill(self, device: &B, (output,): (S,)) -> Result<()> {
        // An item counts 1, and isn't computed.
        let (input, offsets) = (Constant::new(1, self.input.slots()), self.offsets);
        let Fold { op, init, finish, empty } = plain(Sum);
        // SAFETY: the caller's contract: the offsets are checked, and the output has a place for each segment.
        unsafe { device.segmented_reduce(SegmentedReduce { input, offsets, op, init, finish, empty, output }) }
    }
}

// SAFETY: the last pass has an item for each segment, and writes them all.
unsafe impl<B, E, P, S> Fill<B, (S,)> for Means<E, P>
where
    B: Backend,
    E: Repeatable + Indexed<Item: Number>,
    P: Repeatable + Indexed<Item: Position>,
    S: Storage<Item = f64>,
{
    #[inline(always)]
    unsafe fn fill(self, device: &B, (output,): (S,)) -> Result<()> {
        let OfEach { input, offsets, .. } = self;
        let parts = Segments { input, offsets: Lent(&offsets), device: device.clone() };
        let sums: DeviceVec<f64, B> = parts.of(as_f64()).sum().collect()?;
        let ends = Chain::new(Lent(&offsets), device.clone()).map(as_f64()).windows::<2>();
        let means = sums.iter().zip(ends).map(mean_of());
        // SAFETY: the caller's contract: the offsets are checked, and the output has a place for each segment, of which there is a sum.
        unsafe { device.collect(Collect { input: means.expr, output }) }
    }
}
