use std::panic::Location;

use crate::backend::Backend;
use crate::device::Check;
use crate::error::Result;
use crate::expr::{Constant, Indexed, Positioned, Repeatable};
use crate::function::Function;
use crate::functor::{PositionIn, Whole};
use crate::key::Key;
use crate::number::Number;
use crate::operator::{ExtremeAt, Max, Min, Operator, Product, Sum};
use crate::pending::{Pending, request};
use crate::position::Position;
use crate::segments::{Segments, check_segments};
use crate::storage::{Discard, Record, Span, Storage};
use crate::target::Target;
use crate::value::Value;
use crate::vec::DeviceVec;

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
    /// segments, before it launches what these need.
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
    /// assert_eq!(x.iter().segments(&offsets).reduce(0, BitXor)?.to_vec()?, [0, 0, 9]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("segmented_reduce", "DeviceSegmentedReduce", "Reduce", "reduceat", "segment_csr", "fold"))]
    #[inline(always)]
    #[track_caller]
    pub fn reduce<O>(self /* `reduce(init, op)` */, init: E::Item, op: O) -> Result<<E::Item as Record>::Vecs<B>>
    where
        O: Operator<E::Item>,
        E::Item: Record,
    {
        self.folded(Fold { op, init: Some(init), finish: Whole, empty: init }).collect()
    }

    /// Combines the items of each segment as [`reduce`](Self::reduce) does, into a vector that exists already and has an
    /// element for each segment.
    ///
    /// # Errors
    ///
    /// Those of [`reduce`](Self::reduce), and [`LengthMismatch`](crate::ErrorKind::LengthMismatch).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut out = device.filled(0u32, 2)?;
    /// device.range(1u32..7).segments_of(4).reduce_into(100, Sum, &mut out)?;
    /// assert_eq!(out.to_vec()?, [110, 111]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("segmented_reduce", "DeviceSegmentedReduce", "Reduce"))]
    #[inline(always)]
    #[track_caller]
    pub fn reduce_into<O: Operator<E::Item>, T: Target<B>>(self, init: E::Item, op: O, target: T) -> Result<()>
    where
        T::Storage: Storage<Item = E::Item>,
    {
        self.folded(Fold { op, init: Some(init), finish: Whole, empty: init }).collect_into(target)
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
    /// let sums = x.iter().segments(&offsets).sum()?;
    /// assert_eq!(sums.to_vec()?, [2.0, 4.0]);
    /// assert_eq!(sums.get(0)?, Some(x.slice(0..2)?.iter().sum()?)); // to the bit
    /// # Ok(()) }
    /// ```
    #[doc(alias("segmented_sum", "DeviceSegmentedReduce", "Sum", "segment_sum"))]
    #[inline(always)]
    #[track_caller]
    pub fn sum(self /* of results: `map(op)` in front of `segments` */) -> Result<<E::Item as Record>::Vecs<B>>
    where
        E::Item: Number + Record,
    {
        self.folded(plain(Sum)).collect()
    }

    /// The [`sum`](Self::sum) of each segment, into a vector that exists already.
    #[doc(alias("segmented_sum", "DeviceSegmentedReduce", "Sum"))]
    #[inline(always)]
    #[track_caller]
    pub fn sum_into<T: Target<B>>(self, target: T) -> Result<()>
    where
        E::Item: Number,
        T::Storage: Storage<Item = E::Item>,
    {
        self.folded(plain(Sum)).collect_into(target)
    }

    /// The number of items of each segment. The items aren't computed; cost and errors as [`reduce`](Self::reduce) of items that
    /// aren't stored.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.range(0..5).collect()?;
    /// assert_eq!(x.iter().segments_of(2).count()?.to_vec()?, [2, 2, 1]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("segment_sizes", "row_lengths", "len", "lengths"))]
    #[inline(always)]
    #[track_caller]
    pub fn count(self /* by a test: `count_if(op)` */) -> Result<DeviceVec<usize, B>> {
        self.ones()?.sum()
    }

    /// The [`count`](Self::count) of each segment, into a vector that exists already.
    #[inline(always)]
    #[track_caller]
    pub fn count_into<T: Target<B, Storage = Span<usize>>>(self, target: T) -> Result<()> {
        self.ones()?.sum_into(target)
    }

    /// These segments with a 1 for each item, after the check of the items' lengths, bounds and devices.
    #[inline(always)]
    #[track_caller]
    fn ones(self) -> Result<Segments<Constant<usize>, P, B>> {
        let Segments { input, offsets, device } = self;
        let caller = Location::caller();
        Check::shape(device.stream_id(), |check| input.check(check)).map_err(|error| error.called_at(caller))?;
        Ok(Segments { input: Constant::new(1, input.slots()), offsets, device })
    }

    /// The product of each segment; integers wrap. The product of an empty segment is 1. Cost, determinism and errors as
    /// [`reduce`](Self::reduce).
    #[doc(alias("segmented_reduce", "DeviceSegmentedReduce", "prod"))]
    #[inline(always)]
    #[track_caller]
    pub fn product(self /* of results: `map(op)` in front of `segments` */) -> Result<<E::Item as Record>::Vecs<B>>
    where
        E::Item: Number + Record,
    {
        self.folded(plain(Product)).collect()
    }

    /// The [`product`](Self::product) of each segment, into a vector that exists already.
    #[doc(alias("segmented_reduce", "DeviceSegmentedReduce", "prod"))]
    #[inline(always)]
    #[track_caller]
    pub fn product_into<T: Target<B>>(self, target: T) -> Result<()>
    where
        E::Item: Number,
        T::Storage: Storage<Item = E::Item>,
    {
        self.folded(plain(Product)).collect_into(target)
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
    /// assert_eq!(x.iter().segments(&offsets).min()?.to_vec()?, [1, i32::MAX, 2]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("segmented_min", "DeviceSegmentedReduce", "Min", "amin", "segment_min"))]
    #[inline(always)]
    #[track_caller]
    pub fn min(self /* of results: `map(op)` in front of `segments` */) -> Result<<E::Item as Record>::Vecs<B>>
    where
        E::Item: Number + Record,
    {
        self.folded(plain(Min)).collect()
    }

    /// The smallest item of each segment as [`min`](Self::min) computes it, into a vector that exists already.
    #[doc(alias("segmented_min", "DeviceSegmentedReduce", "Min"))]
    #[inline(always)]
    #[track_caller]
    pub fn min_into<T: Target<B>>(self, target: T) -> Result<()>
    where
        E::Item: Number,
        T::Storage: Storage<Item = E::Item>,
    {
        self.folded(plain(Min)).collect_into(target)
    }

    /// The largest item of each segment. NaNs are ignored unless all items are NaNs, and +0.0 is larger than −0.0. The result
    /// of an empty segment is the neutral element of [`Max`]: the type's smallest number, NaN for floats. Cost and errors as
    /// [`reduce`](Self::reduce); exact.
    #[doc(alias("segmented_max", "DeviceSegmentedReduce", "Max", "amax", "segment_max"))]
    #[inline(always)]
    #[track_caller]
    pub fn max(self /* of results: `map(op)` in front of `segments` */) -> Result<<E::Item as Record>::Vecs<B>>
    where
        E::Item: Number + Record,
    {
        self.folded(plain(Max)).collect()
    }

    /// The largest item of each segment as [`max`](Self::max) computes it, into a vector that exists already.
    #[doc(alias("segmented_max", "DeviceSegmentedReduce", "Max"))]
    #[inline(always)]
    #[track_caller]
    pub fn max_into<T: Target<B>>(self, target: T) -> Result<()>
    where
        E::Item: Number,
        T::Storage: Storage<Item = E::Item>,
    {
        self.folded(plain(Max)).collect_into(target)
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
    /// assert_eq!(x.iter().segments(&offsets).argmin()?.to_vec()?, [1, usize::MAX, 0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("segmented_argmin", "DeviceSegmentedReduce", "ArgMin", "min_element"))]
    #[inline(always)]
    #[track_caller]
    pub fn argmin(self /* of results: `map(op)` in front of `segments` */) -> Result<DeviceVec<usize, B>>
    where
        E::Item: Key,
    {
        self.positioned().folded(extreme::<_, false>()).collect()
    }

    /// The positions as [`argmin`](Self::argmin) computes them, into a vector that exists already.
    #[doc(alias("segmented_argmin", "DeviceSegmentedReduce", "ArgMin"))]
    #[inline(always)]
    #[track_caller]
    pub fn argmin_into<T: Target<B>>(self, target: T) -> Result<()>
    where
        E::Item: Key,
        T::Storage: Storage<Item = usize>,
    {
        self.positioned().folded(extreme::<_, false>()).collect_into(target)
    }

    /// The position of the largest item of each segment in the order of [`Key`], the first of several; otherwise as
    /// [`argmin`](Self::argmin).
    #[doc(alias("segmented_argmax", "DeviceSegmentedReduce", "ArgMax", "max_element"))]
    #[inline(always)]
    #[track_caller]
    pub fn argmax(self /* of results: `map(op)` in front of `segments` */) -> Result<DeviceVec<usize, B>>
    where
        E::Item: Key,
    {
        self.positioned().folded(extreme::<_, true>()).collect()
    }

    /// The positions as [`argmax`](Self::argmax) computes them, into a vector that exists already.
    #[doc(alias("segmented_argmax", "DeviceSegmentedReduce", "ArgMax"))]
    #[inline(always)]
    #[track_caller]
    pub fn argmax_into<T: Target<B>>(self, target: T) -> Result<()>
    where
        E::Item: Key,
        T::Storage: Storage<Item = usize>,
    {
        self.positioned().folded(extreme::<_, true>()).collect_into(target)
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
        Pending::new(SegmentedReduce { input, offsets, op, init, finish, empty, output }, device, "segments")
    }
}

/// The request whose output is still missing, for results of the type `U`.
type Reduction<E, P, O, F, U> = SegmentedReduce<E, P, O, F, Discard<U>>;

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
