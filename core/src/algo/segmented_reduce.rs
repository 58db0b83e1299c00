mod numbers;

pub use numbers::{Length, Lengths, Mean, Means, OfEach};

use crate::backend::Backend;
use crate::expr::{Expr, Indexed, Positioned, Repeatable};
use crate::function::Function;
use crate::functor::{PositionIn, Whole};
use crate::key::Key;
use crate::number::Number;
use crate::operator::{ExtremeAt, Max, Min, Operator, Product, Sum};
use crate::pending::{Pending, request};
use crate::position::Position;
use crate::segments::{Segments, check_segments};
use crate::storage::{Discard, Storage};
use crate::value::Value;

/// Combines the items of each segment, each in the association that the [shape contract](crate::shape) defines for a
/// reduction of its length alone.
///
/// Segment `i` consists of the items `offsets[i]..offsets[i + 1]`. The request says nothing about the offsets' values, so a
/// backend compares each with the length and with the one before it.
#[derive(Debug)]
pub struct SegmentedReduce<E: Indexed, P, O, F, S: Storage> {
    /// The items.
    pub input: E,
    /// The offsets: one more than there are segments, and so at least one.
    pub offsets: P,
    /// The operator.
    pub op: O,
    /// The initial value, which stands on the left of each segment that isn't empty, if there is one.
    pub init: Option<E::Item>,
    /// The result's function of a segment's combined value and the segment's start.
    pub finish: F,
    /// The result of an empty segment.
    pub empty: S::Item,
    /// The target, as long as there are segments.
    pub output: S,
}

/// The operator of a reduction, and how it begins and ends.
#[derive(Debug, Clone)]
pub(crate) struct Fold<T, O, F, U> {
    pub(crate) op: O,
    pub(crate) init: Option<T>,
    pub(crate) finish: F,
    pub(crate) empty: U,
}

/// The reduction by an operator with an identity, which is the result of an empty segment.
pub(crate) fn plain<T: Number, O: Operator<T>>(op: O) -> Fold<T, O, Whole, T> {
    Fold { op, init: None, finish: Whole, empty: O::identity().unwrap_or(T::NEUTRAL) }
}

impl<E, P, B> Segments<E, P, B>
where
    E: Repeatable + Indexed<Item: Value>,
    P: Repeatable + Indexed<Item: Position>,
    B: Backend,
{
    /// Combines `init` and all items of each segment by an associative operator: `init ∘ x₀ ∘ x₁ ∘ …`. The result of an
    /// empty segment is `init`.
    ///
    /// # Operator
    ///
    /// As for [`reduce`](crate::Chain::reduce): associative; items keep their order unless the operator is known or declared
    /// to be [`commutative`](crate::commutative).
    ///
    /// # Cost
    ///
    /// One pass that reads items and offsets once and writes each result once. On a GPU the work is divided by items and
    /// segments together, so neither one segment of nearly all items nor millions of empty ones are slow: one launch for few
    /// items, else two, the first of which finds where each block's share begins. Temporary memory is a few bytes for each
    /// 256 to 4096 items and segments, depending on the item's size, which the stream keeps. Queued, not waited for, unless the
    /// chain has more than some 2^29 items of 4 bytes, or fewer larger ones: then the call waits for the number of items in the
    /// segments, before it launches what these need. [Segments of one length](crate::Chain::segments_of) are reduced by a commutative
    /// operator in one launch without a wait, but for short ones of items of more than 16 bytes that aren't computed from numbers, and longer
    /// ones of items of less than 4.
    ///
    /// # Determinism
    ///
    /// Each result has the bits of [`reduce`](crate::Chain::reduce) of that segment alone, on every backend: the association is
    /// a function of the segment's length and the item's size ([shape contract](crate::shape)).
    ///
    /// # Errors
    ///
    /// The chain's own, and those of the [offsets](crate::Chain::segments).
    ///
    /// On a GPU the call may return before its work is done: then reading its output returns the failure of an operation, or
    /// that an offset is wrong.
    ///
    /// # Source
    ///
    /// The division of the work: D. Merrill and M. Garland, *Merge-Based Parallel Sparse Matrix-Vector Multiplication*, 2016.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[3u32, 5, 6, 9])?;
    /// let offsets = device.upload(&[0i64, 3, 3, 4])?;
    /// assert_eq!(x.iter().segments(&offsets).reduce(0, BitXor).collect()?.to_vec()?, [0, 0, 9]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("segmented_reduce", "DeviceSegmentedReduce", "Reduce", "reduceat", "segment_csr", "fold"))]
    #[inline(always)]
    pub fn reduce<O>(self /* `reduce(init, op)` */, init: E::Item, op: O) -> Pending<Reduced<E, P, O>, B>
    where
        O: Operator<E::Item>,
    {
        self.folded(Fold { op, init: Some(init), finish: Whole, empty: init })
    }

    /// The sum of each segment; integers wrap. The sum of an empty segment is 0 (−0.0 for floats, as in std). Cost,
    /// determinism and errors as [`reduce`](Self::reduce).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[0.5f32, 1.5, 4.0])?;
    /// let offsets = device.upload(&[0u32, 2, 3])?;
    /// let sums = x.iter().segments(&offsets).sum().collect()?;
    /// assert_eq!(sums.to_vec()?, [2.0, 4.0]);
    /// assert_eq!(sums.get(0)?, Some(x.slice(0..2)?.iter().sum()?)); // to the bit
    /// # Ok(()) }
    /// ```
    #[doc(alias("segmented_sum", "DeviceSegmentedReduce", "Sum", "segment_sum"))]
    #[inline(always)]
    pub fn sum(self /* of results: `map(op)` in front of `segments` */) -> Pending<Reduced<E, P, Sum>, B>
    where
        E::Item: Number,
    {
        self.folded(plain(Sum))
    }

    /// The number of items of each segment. The items aren't computed; cost and errors as [`reduce`](Self::reduce) of items that
    /// aren't stored.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.range(0..5).collect()?;
    /// assert_eq!(x.iter().segments_of(2).count().collect()?.to_vec()?, [2, 2, 1]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("segment_sizes", "row_lengths", "len", "lengths"))]
    #[inline(always)]
    pub fn count(self /* by a test: `count_if(op)` */) -> Pending<Lengths<E, P>, B> {
        Lengths::of(self)
    }

    /// The product of each segment; integers wrap. The product of an empty segment is 1. Cost, determinism and errors as
    /// [`reduce`](Self::reduce).
    #[doc(alias("segmented_reduce", "DeviceSegmentedReduce", "prod"))]
    #[inline(always)]
    pub fn product(self /* of results: `map(op)` in front of `segments` */) -> Pending<Reduced<E, P, Product>, B>
    where
        E::Item: Number,
    {
        self.folded(plain(Product))
    }

    /// The smallest item of each segment. NaNs are ignored unless all items are NaNs, and −0.0 is smaller than +0.0. The
    /// result of an empty segment is the neutral element of [`Min`]: the type's largest number, NaN for floats. Cost and
    /// errors as [`reduce`](Self::reduce); exact.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[3i32, 1, 2])?;
    /// let offsets = device.upload(&[0u32, 2, 2, 3])?;
    /// assert_eq!(x.iter().segments(&offsets).min().collect()?.to_vec()?, [1, i32::MAX, 2]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("segmented_min", "DeviceSegmentedReduce", "Min", "amin", "segment_min"))]
    #[inline(always)]
    pub fn min(self /* of results: `map(op)` in front of `segments` */) -> Pending<Reduced<E, P, Min>, B>
    where
        E::Item: Number,
    {
        self.folded(plain(Min))
    }

    /// The largest item of each segment. NaNs are ignored unless all items are NaNs, and +0.0 is larger than −0.0. The result
    /// of an empty segment is the neutral element of [`Max`]: the type's smallest number, NaN for floats. Cost and errors as
    /// [`reduce`](Self::reduce); exact.
    #[doc(alias("segmented_max", "DeviceSegmentedReduce", "Max", "amax", "segment_max"))]
    #[inline(always)]
    pub fn max(self /* of results: `map(op)` in front of `segments` */) -> Pending<Reduced<E, P, Max>, B>
    where
        E::Item: Number,
    {
        self.folded(plain(Max))
    }

    /// The position of the smallest item of each segment in the order of [`Key`], the first of several, counted from the
    /// segment's start. The result of an empty segment is `usize::MAX`, which is no position. Cost and errors as
    /// [`reduce`](Self::reduce), with an item of key and position; exact.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[3.0f32, 1.0, 2.0, 2.0])?;
    /// let offsets = device.upload(&[0u32, 2, 2, 4])?;
    /// assert_eq!(x.iter().segments(&offsets).argmin().collect()?.to_vec()?, [1, usize::MAX, 0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("segmented_argmin", "DeviceSegmentedReduce", "ArgMin", "min_element"))]
    #[inline(always)]
    pub fn argmin(self /* of results: `map(op)` in front of `segments` */) -> Pending<Placed<E, P, false>, B>
    where
        E::Item: Key,
    {
        self.positioned().folded(extreme::<_, false>())
    }

    /// The position of the largest item of each segment in the order of [`Key`], the first of several; otherwise as
    /// [`argmin`](Self::argmin).
    #[doc(alias("segmented_argmax", "DeviceSegmentedReduce", "ArgMax", "max_element"))]
    #[inline(always)]
    pub fn argmax(self /* of results: `map(op)` in front of `segments` */) -> Pending<Placed<E, P, true>, B>
    where
        E::Item: Key,
    {
        self.positioned().folded(extreme::<_, true>())
    }

    /// The items with their positions in the whole chain.
    fn positioned(self) -> Segments<Positioned<E>, P, B> {
        let Segments { input, offsets, device } = self;
        Segments { input: Positioned(input), offsets, device }
    }

    /// The call that stores a result for each segment.
    #[inline(always)]
    pub(crate) fn folded<O, F, U: Value>(self, fold: Fold<E::Item, O, F, U>) -> Pending<Reduction<E, P, O, F, U>, B> {
        let Fold { op, init, finish, empty } = fold;
        let Segments { input, offsets, device } = self;
        let output = Discard::new(0);
        Pending::new(SegmentedReduce { input, offsets, op, init, finish, empty, output }, device)
    }
}

/// The request whose output is still missing, for results of the type `U`.
pub type Reduction<E, P, O, F, U> = SegmentedReduce<E, P, O, F, Discard<U>>;
/// A reduction whose results are what the operator makes of each segment.
pub type Reduced<E, P, O> = Reduction<E, P, O, Whole, <E as Expr>::Item>;
/// A reduction to the position of each segment's smallest or largest item.
pub type Placed<E, P, const LARGEST: bool> = Reduction<Positioned<E>, P, ExtremeAt<LARGEST>, PositionIn, usize>;

request! {
    [
        E: Repeatable + Indexed<Item: Value>,
        P: Repeatable + Indexed<Item: Position>,
        O: Operator<E::Item>,
        F: Function<(E::Item, usize), Output = U>,
        U: Value
    ] [S: Storage<Item = U>]
    SegmentedReduce<E, P, O, F, Discard<U>> { input, offsets, op, init, finish, empty } => segmented_reduce(output: S) of (U,);
    check(check) {
        check_segments(input, offsets, check);
        op.check(check);
    }
    exactly [offsets.slots().saturating_sub(1)]
}

/// The reduction to the position of the smallest or largest key.
fn extreme<K: Key, const LARGEST: bool>() -> Fold<(K, usize), ExtremeAt<LARGEST>, PositionIn, usize> {
    Fold { op: ExtremeAt, init: None, finish: PositionIn, empty: usize::MAX }
}
