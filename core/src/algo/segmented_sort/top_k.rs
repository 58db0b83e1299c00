//! The first items of each segment in sorted order.

use std::marker::PhantomData;

use super::{in_order, sorted};
use crate::algo::Collect;
use crate::backend::Backend;
use crate::chain::Chain;
use crate::counts::{as_count, first_part};
use crate::device::Check;
use crate::error::Result;
use crate::expr::{Constant, Expr, Indexed, Map, RangeOf, Repeatable};
use crate::function::Function;
use crate::functor::{Between, Second};
use crate::into_function::IntoFunction;
use crate::key::Key;
use crate::operator::{Greater, Less, Sum};
use crate::pending::{Fill, Pending, Request};
use crate::position::Position;
use crate::relation::KeyOrder;
use crate::segments::{Segments, check_segments};
use crate::storage::{NoColumns, Storage};
use crate::value::Value;
use crate::vec::DeviceVec;

impl<E, P, B> Segments<E, P, B>
where
    E: Repeatable + Indexed<Item: Key>,
    P: Repeatable + Indexed<Item: Position> + Clone,
    B: Backend,
{
    /// The `k` largest items of each segment, in descending order, and their offsets: those of segment `i` are the items
    /// `offsets[i]..offsets[i + 1]` of the result. A segment of fewer items keeps all. Of equal items the earlier come first. The
    /// segments must cover the whole chain.
    ///
    /// # Cost
    ///
    /// A copy of the items, which is [sorted](crate::SegmentsMut::sort); a [scan](Self::scan_exclusive) that ranks them; a
    /// selection of the first of each segment, which waits for their number; and a search for each offset. Temporary memory:
    /// the items twice while they are sorted, then once with 16 bytes for each. Positions, if they are the result, are
    /// sorted along with the items, and take 8 bytes each.
    ///
    /// # Targets
    ///
    /// That of the items has room for `k` of each segment, or for all items if these are fewer; that of the offsets has an element more than
    /// there are segments. The call returns the number of items.
    ///
    /// # Errors
    ///
    /// Those of [`SegmentsMut::sort`](crate::SegmentsMut::sort), which are known when the call returns.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[5, 9, 1, 7, 2, 8, 3])?;
    /// let offsets = device.upload(&[0u32, 4, 5, 7])?;
    /// let (best, ends) = x.iter().segments(&offsets).top_k(2).collect()?;
    /// assert_eq!((best.to_vec()?, ends.to_vec()?), (vec![9, 7, 2, 8, 3], vec![0, 2, 3, 5]));
    /// let (mut best, mut ends) = (device.filled(0, 4)?, device.filled(0, 4)?);
    /// assert_eq!(x.iter().segments(&offsets).top_k(1).collect_into((&mut best, &mut ends))?, 3);
    /// assert_eq!((best.to_vec()?, ends.to_vec()?), (vec![9, 2, 8, 0], vec![0, 1, 2, 3]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("topk", "segmented_topk", "DeviceSegmentedTopK", "DeviceBatchedTopK", "largest"))]
    #[inline(always)]
    pub fn top_k(self /* by keys: `top_k_by_key(k, op)` */, k: usize) -> Pending<FirstItems<E, P, Greater>, B> {
        First::of(self, k, Greater)
    }

    /// The `k` smallest items of each segment, in ascending order, and their offsets. All else is as for [`top_k`](Self::top_k).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (least, ends) = device.upload(&[5, 9, 1, 7, 2])?.iter().segments_of(3).bottom_k(1).collect()?;
    /// assert_eq!((least.to_vec()?, ends.to_vec()?), (vec![1, 2], vec![0, 1, 2]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("segmented_topk", "DeviceSegmentedTopK", "smallest"))]
    #[inline(always)]
    pub fn bottom_k(self /* by keys: `bottom_k_by_key(k, op)` */, k: usize) -> Pending<FirstItems<E, P, Less>, B> {
        First::of(self, k, Less)
    }

    /// The positions in the chain of the items of [`top_k`](Self::top_k), and their offsets; other columns follow by
    /// [`permute`](Chain::permute).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (score, name) = (device.upload(&[0.5f32, 2.0, 0.25, 4.0])?, device.upload(&[10u8, 11, 12, 13])?);
    /// let offsets = device.upload(&[0u32, 3, 4])?;
    /// let (best, ends) = score.iter().segments(&offsets).top_k_positions(2).collect()?;
    /// assert_eq!((best.to_vec()?, ends.to_vec()?), (vec![1, 0, 3], vec![0, 2, 3]));
    /// assert_eq!(name.iter().permute(&best).collect()?.to_vec()?, [11, 10, 13]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("topk", "segmented_topk", "MaxPairs"))]
    #[inline(always)]
    pub fn top_k_positions(self, k: usize) -> Pending<FirstPositions<E, P, Greater>, B> {
        First::of(self, k, Greater)
    }

    /// The positions in the chain of the items of [`bottom_k`](Self::bottom_k), and their offsets.
    #[doc(alias("segmented_topk", "MinPairs"))]
    #[inline(always)]
    pub fn bottom_k_positions(self, k: usize) -> Pending<FirstPositions<E, P, Less>, B> {
        First::of(self, k, Less)
    }
}

impl<E, P, B> Segments<E, P, B>
where
    E: Repeatable + Indexed + Clone,
    P: Repeatable + Indexed<Item: Position> + Clone,
    B: Backend,
{
    /// The items of each segment with the `k` largest keys, in descending order of the keys, and their offsets, as for
    /// [`top_k`](Self::top_k). Of items with equal keys the earlier come first. Tuples are stored as columns: `zip` values to
    /// the keys, and return the key. It is [`Chain::top_k_by_key`] within segments.
    ///
    /// # Cost
    ///
    /// As [`top_k_positions`](Self::top_k_positions) of the keys; then the chain is cloned, and the items at these positions are
    /// computed.
    ///
    /// # Errors
    ///
    /// Those of [`top_k`](Self::top_k) and of `key`.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (score, name) = (device.upload(&[0.5f32, 2.0, 0.25, 4.0])?, device.upload(&[10u8, 11, 12, 13])?);
    /// let offsets = device.upload(&[0u32, 3, 4])?;
    /// let scored = score.iter().zip(&name).segments(&offsets);
    /// let ((scores, names), ends) = scored.top_k_by_key(2, op!(|(score, _): (f32, u8)| score)).collect()?;
    /// assert_eq!((scores.to_vec()?, names.to_vec()?), (vec![2.0, 0.5, 4.0], vec![11, 10, 13]));
    /// assert_eq!(ends.to_vec()?, [0, 2, 3]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("topk", "segmented_topk", "DeviceSegmentedTopK", "DeviceBatchedTopK", "MaxPairs", "k_largest_by_key"))]
    #[inline(always)]
    #[allow(clippy::type_complexity)]
    pub fn top_k_by_key<K, F>(self, k: usize, key: K) -> Pending<FirstByKey<Map<E, F>, E, P, Greater>, B>
    where
        E::Item: Value,
        K: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output: Key>,
    {
        FirstByKey::of(self, k, key.into_function(), Greater)
    }

    /// The items of each segment with the `k` smallest keys, in ascending order of the keys, and their offsets. All else is as for
    /// [`top_k_by_key`](Self::top_k_by_key).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[-3, 1, 2, -1])?;
    /// let (near, ends) = x.iter().segments_of(2).bottom_k_by_key(1, op!(|v: i32| v.abs())).collect()?;
    /// assert_eq!((near.to_vec()?, ends.to_vec()?), (vec![1, -1], vec![0, 1, 2]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("segmented_topk", "DeviceSegmentedTopK", "MinPairs", "k_smallest_by_key"))]
    #[inline(always)]
    #[allow(clippy::type_complexity)]
    pub fn bottom_k_by_key<K, F>(self, k: usize, key: K) -> Pending<FirstByKey<Map<E, F>, E, P, Less>, B>
    where
        E::Item: Value,
        K: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output: Key>,
    {
        FirstByKey::of(self, k, key.into_function(), Less)
    }
}

/// A request for what `W` says of the first items of each segment in an order, of type `T`, and their offsets.
#[derive(Debug, Clone)]
pub struct First<E, P, O, W, T> {
    input: E,
    offsets: P,
    k: usize,
    order: O,
    what: PhantomData<fn() -> (W, T)>,
}

/// The items themselves.
#[derive(Debug, Clone)]
pub struct ByItem;
/// The items' positions.
#[derive(Debug, Clone)]
pub struct ByPosition;
/// A request for the first items of each segment in an order, and their offsets.
pub type FirstItems<E, P, O> = First<E, P, O, ByItem, <E as Expr>::Item>;
/// A request for the positions of the first items of each segment in an order, and their offsets.
pub type FirstPositions<E, P, O> = First<E, P, O, ByPosition, usize>;

impl<E, P, O, W, T> First<E, P, O, W, T> {
    /// The call that stores them.
    #[inline(always)]
    fn of<B>(Segments { input, offsets, device }: Segments<E, P, B>, k: usize, order: O) -> Pending<Self, B> {
        Pending::new(First { input, offsets, k, order, what: PhantomData }, device)
    }
}

/// A request for the items that belong to the first keys of each segment in an order, and their offsets.
#[derive(Debug, Clone)]
pub struct FirstByKey<K, E, P, O> {
    keys: FirstPositions<K, P, O>,
    items: E,
}

impl<E, F, P, O> FirstByKey<Map<E, F>, E, P, O> {
    /// The call that stores them.
    #[inline(always)]
    fn of<B>(Segments { input, offsets, device }: Segments<E, P, B>, k: usize, key: F, order: O) -> Pending<Self, B>
    where
        E: Clone,
    {
        let keys = First { input: Map::new(input.clone(), key), offsets, k, order, what: PhantomData };
        Pending::new(FirstByKey { keys, items: input }, device)
    }
}

impl<E: Indexed, P: Indexed, O, W, T: Value> Request for First<E, P, O, W, T> {
    type Items = (T, usize);
    type Room = [usize; 2];
    type Count = usize;
    const FILLS: bool = false;

    fn check(&self, check: &mut Check) {
        check_segments(&self.input, &self.offsets, check);
    }
    fn room(&self) -> [usize; 2] {
        let offsets = self.offsets.slots();
        [self.k.saturating_mul(offsets.saturating_sub(1)).min(self.input.slots()), offsets]
    }
    fn lengths(count: usize, [_, offsets]: [usize; 2]) -> [usize; 2] {
        [count, offsets]
    }
}

// SAFETY: `keep` writes the items that it counts, and all offsets.
unsafe impl<B, E, P, O, I, S> Fill<B, (I, S)> for FirstItems<E, P, O>
where
    B: Backend,
    E: Repeatable + Indexed<Item: Key>,
    P: Repeatable + Indexed<Item: Position> + Clone,
    O: KeyOrder<E::Item>,
    I: Storage<Item = E::Item>,
    S: Storage<Item = usize>,
{
    unsafe fn fill(self, device: &B, outputs: (I, S)) -> Result<usize> {
        let First { input, offsets, k, order, .. } = self;
        let mut items: DeviceVec<E::Item, B> = Chain::new(input, device.clone()).collect()?;
        let values = NoColumns(items.len());
        sorted(device, in_order(order, items.span()), values, offsets.clone())?;
        // SAFETY: the caller's contract.
        unsafe { keep(items.iter(), offsets, k, outputs) }
    }
}

impl<E, P, O> FirstPositions<E, P, O>
where
    E: Repeatable + Indexed<Item: Key>,
    P: Repeatable + Indexed<Item: Position> + Clone,
    O: KeyOrder<E::Item>,
{
    /// The positions of all items, each segment's in sorted order, with the offsets and the number to be kept of each.
    #[track_caller]
    fn sorted<B: Backend>(self, device: &B) -> Result<(DeviceVec<usize, B>, P, usize)> {
        let First { input, offsets, k, order, .. } = self;
        let mut keys: DeviceVec<E::Item, B> = Chain::new(input, device.clone()).collect()?;
        let mut positions = Chain::new(RangeOf::<usize>::positions(keys.len()), device.clone()).collect()?;
        sorted(device, in_order(order, keys.span()), positions.span(), offsets.clone())?;
        Ok((positions, offsets, k))
    }
}

// SAFETY: `keep` writes the positions that it counts, and all offsets.
unsafe impl<B, E, P, O, I, S> Fill<B, (I, S)> for FirstPositions<E, P, O>
where
    B: Backend,
    E: Repeatable + Indexed<Item: Key>,
    P: Repeatable + Indexed<Item: Position> + Clone,
    O: KeyOrder<E::Item>,
    I: Storage<Item = usize>,
    S: Storage<Item = usize>,
{
    unsafe fn fill(self, device: &B, outputs: (I, S)) -> Result<usize> {
        let (positions, offsets, k) = self.sorted(device)?;
        // SAFETY: the caller's contract.
        unsafe { keep(positions.iter(), offsets, k, outputs) }
    }
}

impl<K: Indexed, E: Indexed<Item: Value>, P: Indexed, O> Request for FirstByKey<K, E, P, O> {
    type Items = (E::Item, usize);
    type Room = [usize; 2];
    type Count = usize;
    const FILLS: bool = false;

    fn check(&self, check: &mut Check) {
        self.keys.check(check);
        self.items.check(check);
    }
    fn room(&self) -> [usize; 2] {
        self.keys.room()
    }
    fn lengths(count: usize, [_, offsets]: [usize; 2]) -> [usize; 2] {
        [count, offsets]
    }
}

// SAFETY: `keep` writes the items that it counts, and all offsets.
unsafe impl<B, K, E, P, O, I, S> Fill<B, (I, S)> for FirstByKey<K, E, P, O>
where
    B: Backend,
    K: Repeatable + Indexed<Item: Key>,
    E: Repeatable + Indexed<Item: Value>,
    P: Repeatable + Indexed<Item: Position> + Clone,
    O: KeyOrder<K::Item>,
    I: Storage<Item = E::Item>,
    S: Storage<Item = usize>,
{
    unsafe fn fill(self, device: &B, outputs: (I, S)) -> Result<usize> {
        let (positions, offsets, k) = self.keys.sorted(device)?;
        // SAFETY: the caller's contract.
        unsafe { keep(Chain::new(self.items, device.clone()).permute(&positions), offsets, k, outputs) }
    }
}

/// Writes the first `k` items of each segment of sorted ones, and their offsets. Returns the number of items.
///
/// # Safety
///
/// The items and the offsets are checked, and there is an offset. The outputs have [`room`](Request::room) for these, lie in the device's memory, and
/// nothing else uses them.
#[track_caller]
unsafe fn keep<E, P, B, I, S>(items: Chain<E, B>, offsets: P, k: usize, (output, ends): (I, S)) -> Result<usize>
where
    E: Repeatable + Indexed<Item: Value>,
    P: Repeatable + Indexed<Item: Position> + Clone,
    B: Backend,
    I: Storage<Item = E::Item>,
    S: Storage<Item = usize>,
{
    let (device, len) = (items.device.clone(), items.expr.slots());
    let ones = Constant::new(1usize, len);
    let ranked = Segments { input: ones, offsets: offsets.clone(), device: device.clone() };
    if len == 0 && ends.len() > 1 {
        // Nothing is ranked here, so the sums are computed to report wrong offsets.
        let sums: DeviceVec<usize, B> = ranked.sum().collect()?;
        let input = sums.iter().cycle_to(ends.len()).expr;
        // SAFETY: the caller's contract; there is an item for each offset.
        return unsafe { device.collect(Collect { input, output: ends }) }.map(|()| 0);
    }
    let ranks: DeviceVec<usize, B> = ranked.scan_exclusive(0, Sum).collect()?;
    let first = Second(Between { above: None, below: Some(k) });
    let all = Chain::new(RangeOf::<u64>::positions(len), device.clone());
    let kept: DeviceVec<u64, B> = all.zip(&ranks).filter(first).map(first_part()).collect()?;
    // Segments that cover the items have no more ranks below `k` than there is room for.
    let kept = kept.slice(..kept.len().min(output.len()))?;
    let input = Chain::new(offsets, device.clone()).map(as_count()).lower_bound(kept.view()).expr;
    // SAFETY: the caller's contract; there is an item for each offset.
    unsafe { device.collect(Collect { input, output: ends })? };
    let (count, input) = (kept.len(), items.permute(kept).expr);
    // SAFETY: the caller's contract; the output has room for all that are kept.
    unsafe { device.collect(Collect { input, output: output.first(count) }) }.map(|()| count)
}
