//! The first items of each segment in sorted order.

use std::panic::Location;

use super::{in_order, sorted};
use crate::algo::Collect;
use crate::backend::Backend;
use crate::chain::Chain;
use crate::counts::{as_count, first_part};
use crate::device::Check;
use crate::error::Result;
use crate::expr::{Constant, Indexed, Map, RangeOf, Repeatable};
use crate::function::Function;
use crate::functor::{Between, Second};
use crate::into_function::IntoFunction;
use crate::key::Key;
use crate::operator::{Greater, Less, Sum};
use crate::position::Position;
use crate::relation::KeyOrder;
use crate::segments::Segments;
use crate::storage::{NoColumns, Record, Span, Storage};
use crate::target::Target;
use crate::value::{Element, Value};
use crate::vec::DeviceVec;

/// Items with the offsets of their segments.
type Ragged<T, B> = (DeviceVec<T, B>, DeviceVec<usize, B>);

/// Items, of which tuples are stored as columns, with the offsets of their segments.
type RaggedRecords<T, B> = (<T as Record>::Vecs<B>, DeviceVec<usize, B>);

/// All items in sorted order, the positions among them of those that are kept, and the number of these before each segment.
struct Kept<T: Element, B: Backend> {
    items: DeviceVec<T, B>,
    kept: DeviceVec<u64, B>,
    offsets: DeviceVec<usize, B>,
}

impl<T: Element, B: Backend> Kept<T, B> {
    /// The kept items in a new vector, with their offsets.
    #[track_caller]
    fn made(self) -> Result<Ragged<T, B>> {
        Ok((self.items.iter().permute(&self.kept).collect()?, self.offsets))
    }

    /// Writes the kept items to the start of a target, and their offsets to another one. Returns the number of items.
    #[track_caller]
    fn write<I, O>(self, what: &'static str, items: I, offsets: O) -> Result<usize>
    where
        I: Target<B, Storage = Span<T>>,
        O: Target<B, Storage = Span<usize>>,
    {
        stored(what, self.items.iter().permute(&self.kept), &self.offsets, items, offsets)
    }
}

/// Writes items to the start of a target, and their offsets to another one. Returns the number of items. Whatever refuses the call
/// does so before anything is written.
#[track_caller]
fn stored<E, B, I, O>(
    what: &'static str,
    kept: Chain<E, B>,
    ends: &DeviceVec<usize, B>,
    mut items: I,
    mut offsets: O,
) -> Result<usize>
where
    E: Repeatable + Indexed<Item: Value>,
    B: Backend,
    I: Target<B, Storage: Storage<Item = E::Item>>,
    O: Target<B, Storage = Span<usize>>,
{
    let (output, starts, count) = (items.storage(), offsets.storage(), kept.expr.slots());
    Check::shape(items.device().stream_id(), |check| {
        check.room(what, count, output.len());
        check.lengths(what, ends.len(), starts.len());
    })
    .map_err(|error| error.called_at(Location::caller()))?;
    let output = output.first(count);
    let (input, device, uses) = kept.ready_and(|check| {
        output.check(check);
        starts.check(check);
    })?;
    ends.iter().stored().store(&mut offsets)?;
    // SAFETY: the chain and the target are checked; the target is borrowed mutably, so nothing else uses it, and it has room
    // for the items, as was checked above.
    uses.done(&device, unsafe { device.collect(Collect { input, output }) })?;
    Ok(count)
}

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
    /// let (best, ends) = x.iter().segments(&offsets).top_k(2)?;
    /// assert_eq!((best.to_vec()?, ends.to_vec()?), (vec![9, 7, 2, 8, 3], vec![0, 2, 3, 5]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("topk", "segmented_topk", "DeviceSegmentedTopK", "DeviceBatchedTopK", "largest"))]
    #[track_caller]
    pub fn top_k(self /* by keys: `top_k_by_key(k, op)` */, k: usize) -> Result<Ragged<E::Item, B>> {
        self.first_items(k, Greater)?.made()
    }

    /// The `k` smallest items of each segment, in ascending order, and their offsets. All else is as for [`top_k`](Self::top_k).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (least, ends) = device.upload(&[5, 9, 1, 7, 2])?.iter().segments_of(3).bottom_k(1)?;
    /// assert_eq!((least.to_vec()?, ends.to_vec()?), (vec![1, 2], vec![0, 1, 2]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("segmented_topk", "DeviceSegmentedTopK", "smallest"))]
    #[track_caller]
    pub fn bottom_k(self /* by keys: `bottom_k_by_key(k, op)` */, k: usize) -> Result<Ragged<E::Item, B>> {
        self.first_items(k, Less)?.made()
    }

    /// Writes the items of [`top_k`](Self::top_k) to the start of a vector that exists already, and their offsets to another one,
    /// which has an element more than there are segments. Returns the number of items; elements behind them stay as they were.
    ///
    /// # Errors
    ///
    /// Those of [`top_k`](Self::top_k), [`TargetTooShort`](crate::ErrorKind::TargetTooShort) and
    /// [`LengthMismatch`](crate::ErrorKind::LengthMismatch), before anything is written.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[5, 9, 1, 7, 2])?;
    /// let (mut best, mut ends) = (device.filled(0, 5)?, device.filled(0, 3)?);
    /// assert_eq!(x.iter().segments_of(3).top_k_into(2, &mut best, &mut ends)?, 4);
    /// assert_eq!((best.to_vec()?, ends.to_vec()?), (vec![9, 5, 7, 2, 0], vec![0, 2, 4]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("topk", "segmented_topk"))]
    #[track_caller]
    pub fn top_k_into<I, O>(self, k: usize, items: I, offsets: O) -> Result<usize>
    where
        I: Target<B, Storage = Span<E::Item>>,
        O: Target<B, Storage = Span<usize>>,
    {
        self.first_items(k, Greater)?.write("top_k_into", items, offsets)
    }

    /// Writes the items of [`bottom_k`](Self::bottom_k) as [`top_k_into`](Self::top_k_into) does.
    #[doc(alias("segmented_topk"))]
    #[track_caller]
    pub fn bottom_k_into<I, O>(self, k: usize, items: I, offsets: O) -> Result<usize>
    where
        I: Target<B, Storage = Span<E::Item>>,
        O: Target<B, Storage = Span<usize>>,
    {
        self.first_items(k, Less)?.write("bottom_k_into", items, offsets)
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
    /// let (best, ends) = score.iter().segments(&offsets).top_k_positions(2)?;
    /// assert_eq!((best.to_vec()?, ends.to_vec()?), (vec![1, 0, 3], vec![0, 2, 3]));
    /// assert_eq!(name.iter().permute(&best).collect()?.to_vec()?, [11, 10, 13]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("topk", "segmented_topk", "MaxPairs"))]
    #[track_caller]
    pub fn top_k_positions(self, k: usize) -> Result<Ragged<usize, B>> {
        self.first_positions(k, Greater)?.made()
    }

    /// The positions in the chain of the items of [`bottom_k`](Self::bottom_k), and their offsets.
    #[doc(alias("segmented_topk", "MinPairs"))]
    #[track_caller]
    pub fn bottom_k_positions(self, k: usize) -> Result<Ragged<usize, B>> {
        self.first_positions(k, Less)?.made()
    }

    /// Writes the positions of [`top_k_positions`](Self::top_k_positions) as [`top_k_into`](Self::top_k_into) writes items.
    #[doc(alias("segmented_topk", "MaxPairs"))]
    #[track_caller]
    pub fn top_k_positions_into<I, O>(self, k: usize, positions: I, offsets: O) -> Result<usize>
    where
        I: Target<B, Storage = Span<usize>>,
        O: Target<B, Storage = Span<usize>>,
    {
        self.first_positions(k, Greater)?.write("top_k_positions_into", positions, offsets)
    }

    /// Writes the positions of [`bottom_k_positions`](Self::bottom_k_positions) as [`top_k_into`](Self::top_k_into) writes items.
    #[doc(alias("segmented_topk", "MinPairs"))]
    #[track_caller]
    pub fn bottom_k_positions_into<I, O>(self, k: usize, positions: I, offsets: O) -> Result<usize>
    where
        I: Target<B, Storage = Span<usize>>,
        O: Target<B, Storage = Span<usize>>,
    {
        self.first_positions(k, Less)?.write("bottom_k_positions_into", positions, offsets)
    }

    /// Sorts the items of each segment, and keeps the first `k`.
    #[track_caller]
    fn first_items<O: KeyOrder<E::Item>>(self, k: usize, order: O) -> Result<Kept<E::Item, B>> {
        let Segments { input, offsets, device } = self;
        let mut items = Chain::new(input, device.clone()).collect()?;
        let values = NoColumns(items.len());
        sorted(&device, in_order(order, items.span()), values, offsets.clone())?;
        keep(device, items, offsets, k)
    }

    /// The first items' positions in the chain.
    #[track_caller]
    fn first_positions<O: KeyOrder<E::Item>>(self, k: usize, order: O) -> Result<Kept<usize, B>> {
        let Segments { input, offsets, device } = self;
        let mut keys = Chain::new(input, device.clone()).collect()?;
        let mut positions = Chain::new(RangeOf::<usize>::positions(keys.len()), device.clone()).collect()?;
        sorted(&device, in_order(order, keys.span()), positions.span(), offsets.clone())?;
        keep(device, positions, offsets, k)
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
    /// let ((scores, names), ends) = scored.top_k_by_key(2, op!(|(score, _): (f32, u8)| score))?;
    /// assert_eq!((scores.to_vec()?, names.to_vec()?), (vec![2.0, 0.5, 4.0], vec![11, 10, 13]));
    /// assert_eq!(ends.to_vec()?, [0, 2, 3]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("topk", "segmented_topk", "DeviceSegmentedTopK", "DeviceBatchedTopK", "MaxPairs", "k_largest_by_key"))]
    #[track_caller]
    pub fn top_k_by_key<K, F>(self, k: usize, key: K) -> Result<RaggedRecords<E::Item, B>>
    where
        E::Item: Record,
        K: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output: Key>,
    {
        let (chain, (positions, ends)) = self.keyed(k, key.into_function(), Greater)?;
        Ok((chain.permute(&positions).collect()?, ends))
    }

    /// The items of each segment with the `k` smallest keys, in ascending order of the keys, and their offsets. All else is as for
    /// [`top_k_by_key`](Self::top_k_by_key).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[-3, 1, 2, -1])?;
    /// let (near, ends) = x.iter().segments_of(2).bottom_k_by_key(1, op!(|v: i32| v.abs()))?;
    /// assert_eq!((near.to_vec()?, ends.to_vec()?), (vec![1, -1], vec![0, 1, 2]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("segmented_topk", "DeviceSegmentedTopK", "MinPairs", "k_smallest_by_key"))]
    #[track_caller]
    pub fn bottom_k_by_key<K, F>(self, k: usize, key: K) -> Result<RaggedRecords<E::Item, B>>
    where
        E::Item: Record,
        K: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output: Key>,
    {
        let (chain, (positions, ends)) = self.keyed(k, key.into_function(), Less)?;
        Ok((chain.permute(&positions).collect()?, ends))
    }

    /// Writes the items of [`top_k_by_key`](Self::top_k_by_key) to the start of vectors that exist already, and their offsets to
    /// another one, as [`top_k_into`](Self::top_k_into) does.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[-3, 1, 2, -1])?;
    /// let (mut far, mut ends) = (device.filled(0, 3)?, device.filled(0, 3)?);
    /// let count = x.iter().segments_of(2).top_k_by_key_into(1, op!(|v: i32| v.abs()), &mut far, &mut ends)?;
    /// assert_eq!((count, far.to_vec()?), (2, vec![-3, 2, 0]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("topk", "segmented_topk", "MaxPairs"))]
    #[track_caller]
    pub fn top_k_by_key_into<F, I, O>(self, k: usize, key: F, items: I, offsets: O) -> Result<usize>
    where
        F: Function<(E::Item,), Output: Key>,
        E::Item: Value,
        I: Target<B, Storage: Storage<Item = E::Item>>,
        O: Target<B, Storage = Span<usize>>,
    {
        let (chain, (positions, ends)) = self.keyed(k, key, Greater)?;
        stored("top_k_by_key_into", chain.permute(&positions), &ends, items, offsets)
    }

    /// Writes the items of [`bottom_k_by_key`](Self::bottom_k_by_key) as [`top_k_by_key_into`](Self::top_k_by_key_into) does.
    #[doc(alias("segmented_topk", "MinPairs"))]
    #[track_caller]
    pub fn bottom_k_by_key_into<F, I, O>(self, k: usize, key: F, items: I, offsets: O) -> Result<usize>
    where
        F: Function<(E::Item,), Output: Key>,
        E::Item: Value,
        I: Target<B, Storage: Storage<Item = E::Item>>,
        O: Target<B, Storage = Span<usize>>,
    {
        let (chain, (positions, ends)) = self.keyed(k, key, Less)?;
        stored("bottom_k_by_key_into", chain.permute(&positions), &ends, items, offsets)
    }

    /// The chain, with the positions of the first `k` keys of each segment and their offsets.
    #[track_caller]
    fn keyed<F, O>(self, k: usize, key: F, order: O) -> Result<(Chain<E, B>, Ragged<usize, B>)>
    where
        F: Function<(E::Item,), Output: Key>,
        O: KeyOrder<F::Output>,
    {
        let Segments { input, offsets, device } = self;
        let chain = Chain::new(input.clone(), device.clone());
        let keys = Segments { input: Map::new(input, key), offsets, device };
        Ok((chain, keys.first_positions(k, order)?.made()?))
    }
}

/// Finds which of the sorted items are the first `k` of their segments.
#[track_caller]
fn keep<T, P, B>(device: B, items: DeviceVec<T, B>, offsets: P, k: usize) -> Result<Kept<T, B>>
where
    T: Element,
    P: Repeatable + Indexed<Item: Position> + Clone,
    B: Backend,
{
    let ones = Constant::new(1usize, items.len());
    let ranked = Segments { input: ones, offsets: offsets.clone(), device: device.clone() };
    let segments = ranked.number();
    if items.is_empty() && segments > 0 {
        // Nothing is ranked here, so the sums are computed to report wrong offsets.
        let offsets = ranked.sum().collect()?.iter().cycle_to(segments + 1).collect()?;
        let kept = Chain::new(RangeOf::<u64>::positions(0), device).collect()?;
        return Ok(Kept { items, kept, offsets });
    }
    let ranks = ranked.scan_exclusive(0, Sum).collect()?;
    let first = Second(Between { above: None, below: Some(k) });
    let all = Chain::new(RangeOf::<u64>::positions(items.len()), device.clone());
    let kept = all.zip(&ranks).filter(first).map(first_part()).collect()?;
    let offsets = Chain::new(offsets, device).map(as_count()).lower_bound(kept.view()).collect()?;
    Ok(Kept { items, kept, offsets })
}
