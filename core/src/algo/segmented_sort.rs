mod top_k;

use super::Collect;
use crate::backend::Backend;
use crate::chain::Chain;
use crate::device::{Check, checked};
use crate::error::{ErrorKind, Result};
use crate::expr::{Constant, Indexed, Repeatable};
use crate::function::Function;
use crate::key::Key;
use crate::operator::Sum;
use crate::pending::{Fill, Pending, Request};
use crate::position::Position;
use crate::relation::KeyOrder;
use crate::segments::{Segments, SegmentsMut, check_segments};
use crate::storage::{NoColumns, Span, Storage};
use crate::target::Target;
use crate::value::Element;
use crate::vec::DeviceVec;

pub use top_k::{ByItem, ByPosition, First, FirstByKey, FirstItems, FirstPositions};

/// Sorts the keys of each segment in their radix order, stably, and moves `values` along.
///
/// Segment `i` consists of the keys `offsets[i]..offsets[i + 1]`. The request says nothing about the offsets' values, so a
/// backend compares each with the length and with the one before it, and the first and the last with the ends of the keys.
#[derive(Debug)]
pub struct SegmentedSort<K, V, P> {
    /// The keys.
    pub keys: Span<K>,
    /// Columns of the same length, or [`NoColumns`].
    pub values: V,
    /// The offsets: one more than there are segments, and so at least one.
    pub offsets: P,
}

impl<K, P, B> SegmentsMut<'_, K, P, B>
where
    K: Key,
    P: Repeatable + Indexed<Item: Position>,
    B: Backend,
{
    /// Sorts the elements of each segment in place, in the order of [`Key`]: `total_cmp` for floats, field by field for derived
    /// structs. The segments must cover the whole vector.
    ///
    /// # Cost
    ///
    /// On a GPU, one pass over the offsets marks where segments begin. One pass over the elements sorts them tile by tile in
    /// shared memory, where a tile of about 30 KiB holds many short segments. The parts of a segment that doesn't end in its tile are then
    /// merged, level by level, each of which reads and writes the elements of such segments once: none if segments are short,
    /// and one more for each doubling of the length beyond a tile. All levels that the longest possible segment needs are
    /// launched. Temporary memory: the input's size once more unless there is a single tile, and 8 bytes for 32 elements, which
    /// the stream keeps. On a CPU, each thread sorts short segments in its cache, and all threads share a long one; temporary
    /// memory is the size of the longest segment. Queued, not waited for.
    ///
    /// # Determinism
    ///
    /// Stable and exact. If it fails, each element is still in its segment.
    ///
    /// # Errors
    ///
    /// Those of the [offsets](crate::Chain::segments), and [`LengthMismatch`](crate::ErrorKind::LengthMismatch) if the segments
    /// don't cover the vector; nothing has then changed, and [`recover`](DeviceVec::recover) makes the vector readable. Of
    /// several wrong offsets any one is reported. [`OutOfMemory`](crate::ErrorKind::OutOfMemory).
    ///
    /// On a GPU the call may return before its work is done: then reading its output returns that an offset is wrong.
    ///
    /// # Source
    ///
    /// S. Baxter, *Modern GPU*, 2013 (segmented sort); O. Green, R. McColl and D. Bader, *GPU Merge Path*, 2012. On a CPU, the
    /// radix sort of [`DeviceVec::sort`].
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[5.0f32, 1.0, 4.0, -1.0, 3.0])?;
    /// let offsets = device.upload(&[0u32, 2, 2, 5])?;
    /// x.segments_mut(&offsets).sort()?;
    /// assert_eq!(x.to_vec()?, [1.0, 5.0, -1.0, 3.0, 4.0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("segmented_sort", "DeviceSegmentedSort", "DeviceSegmentedRadixSort", "SortKeys", "StableSortKeys"))]
    #[doc(alias("segsort", "stable_sort", "sort_rows"))]
    #[inline(always)]
    #[track_caller]
    pub fn sort(self /* in another order: `sort_by(Greater)` */) -> Result<()> {
        let values = NoColumns(self.items.len());
        sorted(&self.items.device, self.items.span, values, self.offsets)
    }

    /// Sorts the elements of each segment in place, in the order of [`Less`](crate::operator::Less) or
    /// [`Greater`](crate::operator::Greater). All else is as for [`sort`](Self::sort). For any other order sort
    /// [by the keys](Self::sort_by_key) that a function returns.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[1, 2, 3, 4, 5])?;
    /// x.segments_of_mut(3).sort_by(Greater)?;
    /// assert_eq!(x.to_vec()?, [3, 2, 1, 5, 4]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("DeviceSegmentedSort", "SortKeysDescending", "StableSortKeysDescending", "segmented_sort"))]
    #[inline(always)]
    #[track_caller]
    pub fn sort_by<O: KeyOrder<K>>(self, order: O) -> Result<()> {
        let values = NoColumns(self.items.len());
        sorted(&self.items.device, in_order(order, self.items.span), values, self.offsets)
    }

    /// Sorts the elements of each segment in place, as keys, stably, and moves `values` along: a vector, or a tuple of vectors.
    /// It is [`sort_by_key`](crate::sort_by_key) within segments.
    ///
    /// # Cost
    ///
    /// As [`sort`](Self::sort), over keys and values.
    ///
    /// # Errors
    ///
    /// Those of [`sort`](Self::sort), and [`LengthMismatch`](crate::ErrorKind::LengthMismatch) if there isn't a value for each
    /// key.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut column = device.upload(&[7u32, 3, 9, 0, 4])?;
    /// let mut value = device.upload(&[0.7f32, 0.3, 0.9, 0.0, 0.4])?;
    /// let rows = device.upload(&[0u32, 2, 5])?; // a sparse matrix, whose rows are brought in order
    /// column.segments_mut(&rows).sort_with(&mut value)?;
    /// assert_eq!(column.to_vec()?, [3, 7, 0, 4, 9]);
    /// assert_eq!(value.to_vec()?, [0.3, 0.7, 0.0, 0.4, 0.9]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("sort_by_key", "stable_sort_by_key", "DeviceSegmentedSort", "SortPairs", "StableSortPairs"))]
    #[doc(alias("segmented_sort_by_key", "sort_indices", "csrsort"))]
    #[inline(always)]
    #[track_caller]
    pub fn sort_with<V: Target<B>>(self, mut values: V) -> Result<()> {
        sorted(&self.items.device, self.items.span, values.storage(), self.offsets)
    }

    /// Sorts the elements of each segment in place, as keys, in the order of [`Less`](crate::operator::Less) or
    /// [`Greater`](crate::operator::Greater), and moves `values` along, as [`sort_with`](Self::sort_with) does. Equal keys keep
    /// their order.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut score = device.upload(&[0.5f32, 2.0, 0.5, 1.0])?;
    /// let mut name = device.upload(&[10u8, 11, 12, 13])?;
    /// score.segments_of_mut(3).sort_by_with(Greater, &mut name)?;
    /// assert_eq!(score.to_vec()?, [2.0, 0.5, 0.5, 1.0]);
    /// assert_eq!(name.to_vec()?, [11, 10, 12, 13]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("sort_by_key", "stable_sort_by_key", "SortPairsDescending", "StableSortPairsDescending"))]
    #[inline(always)]
    #[track_caller]
    pub fn sort_by_with<O: KeyOrder<K>, V: Target<B>>(self, order: O, mut values: V) -> Result<()> {
        sorted(&self.items.device, in_order(order, self.items.span), values.storage(), self.offsets)
    }
}

impl<T, P, B> SegmentsMut<'_, T, P, B>
where
    T: Element,
    P: Repeatable + Indexed<Item: Position>,
    B: Backend,
{
    /// Sorts the elements of each segment in place by the keys that `key` returns for them, stably. `Reverse` of a key reverses
    /// its order.
    ///
    /// # Cost
    ///
    /// `key` is evaluated once for each element. The keys are stored in a vector, by which the elements are sorted as by
    /// [`sort_with`](Self::sort_with).
    ///
    /// # Errors
    ///
    /// Those of [`sort`](Self::sort) and of `key`. If `key` panics, each element is still in its segment, and
    /// [`recover`](DeviceVec::recover) makes the vector readable.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[3, -1, 2, -3])?;
    /// x.segments_of_mut(2).sort_by_key(op!(|v: i32| v.abs()))?;
    /// assert_eq!(x.to_vec()?, [-1, 3, 2, -3]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("sort_by_cached_key", "segmented_sort", "DeviceSegmentedSort"))]
    #[inline(always)]
    #[track_caller]
    pub fn sort_by_key<F: Function<(T,), Output: Key>>(self, key: F) -> Result<()> {
        let mut keys = self.items.iter().map(key).collect()?;
        sorted(&self.items.device, keys.span(), self.items.span, self.offsets)
    }
}

impl<E, P, B> Segments<E, P, B>
where
    E: Repeatable + Indexed<Item: Key>,
    P: Repeatable + Indexed<Item: Position>,
    B: Backend,
{
    /// The items of each segment, sorted: [`collect`](Chain::collect) and [`SegmentsMut::sort`] as a call. The segments must cover the whole
    /// chain. Where an offset is wrong, a target holds the items in their order, which [`recover`](DeviceVec::recover) makes readable.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[3u8, 1, 2, 5, 4])?;
    /// assert_eq!(x.iter().segments_of(3).sort().collect()?.to_vec()?, [1, 2, 3, 4, 5]);
    /// let mut sorted = device.filled(0, 4)?;
    /// device.range(0..4).rev().segments_of(2).sort().collect_into(&mut sorted)?;
    /// assert_eq!(sorted.to_vec()?, [2, 3, 0, 1]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("segmented_sort", "DeviceSegmentedSort", "SortKeys", "sorted", "sort_rows"))]
    #[inline(always)]
    pub fn sort(self /* of `segments_mut`: `sort_by(Greater)` */) -> Pending<SortedSegments<E, P>, B> {
        let Segments { input, offsets, device } = self;
        Pending::new(SortedSegments { input, offsets }, device)
    }

    /// The positions of the items of each segment in sorted order, counted from the segment's start: item `argsort[o + i]` of a
    /// segment that starts at `o` is its `i`th smallest. Stable. The segments must cover the whole chain.
    ///
    /// # Cost
    ///
    /// A copy of the keys, a [scan](Self::scan_exclusive) that counts the positions, and [`SegmentsMut::sort_with`].
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[0.3f64, 0.1, 0.2, 0.9, 0.8])?;
    /// let offsets = device.upload(&[0u32, 3, 5])?;
    /// assert_eq!(x.iter().segments(&offsets).argsort().collect()?.to_vec()?, [1, 2, 0, 1, 0]);
    /// let mut order = device.filled(0usize, 5)?;
    /// x.iter().map(op!(|v: f64| -v)).segments(&offsets).argsort().collect_into(&mut order)?;
    /// assert_eq!(order.to_vec()?, [0, 2, 1, 0, 1]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("segmented_argsort", "DeviceSegmentedSort", "SortPairs", "sort_indices"))]
    #[inline(always)]
    pub fn argsort(self) -> Pending<ArgSortedSegments<E, P>, B>
    where
        P: Clone,
    {
        let Segments { input, offsets, device } = self;
        Pending::new(ArgSortedSegments(SortedSegments { input, offsets }), device)
    }
}

/// A request for the items of each segment in sorted order.
#[derive(Debug, Clone)]
pub struct SortedSegments<E, P> {
    input: E,
    offsets: P,
}

impl<E: Indexed<Item: Key>, P: Indexed> Request for SortedSegments<E, P> {
    type Items = (E::Item,);
    type Room = [usize; 1];
    type Count = ();

    #[inline(always)]
    fn check(&self, check: &mut Check) {
        check_segments(&self.input, &self.offsets, check);
    }
    #[inline(always)]
    fn room(&self) -> [usize; 1] {
        [self.input.slots()]
    }
}

// SAFETY: all items are stored, and sorted in their places.
unsafe impl<B, E, P> Fill<B, (Span<E::Item>,)> for SortedSegments<E, P>
where
    B: Backend,
    E: Repeatable + Indexed<Item: Key>,
    P: Repeatable + Indexed<Item: Position>,
{
    #[inline(always)]
    unsafe fn fill(self, device: &B, (keys,): (Span<E::Item>,)) -> Result<()> {
        let SortedSegments { input, offsets } = self;
        let values = NoColumns(keys.len());
        // SAFETY: the caller's contract; the output is as long as the chain, there is an offset, and the items are stored when they are
        // sorted.
        unsafe {
            device.collect(Collect { input, output: keys })?;
            device.segmented_sort(SegmentedSort { keys: keys.fresh(false), values, offsets })
        }
    }
}

/// A request for the positions of the items of each segment in sorted order.
#[derive(Debug, Clone)]
pub struct ArgSortedSegments<E, P>(SortedSegments<E, P>);

impl<E: Indexed<Item: Key>, P: Indexed> Request for ArgSortedSegments<E, P> {
    type Items = (usize,);
    type Room = [usize; 1];
    type Count = ();

    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.0.check(check);
    }
    #[inline(always)]
    fn room(&self) -> [usize; 1] {
        self.0.room()
    }
}

// SAFETY: all positions are counted, and sorted in their places.
unsafe impl<B, E, P> Fill<B, (Span<usize>,)> for ArgSortedSegments<E, P>
where
    B: Backend,
    E: Repeatable + Indexed<Item: Key>,
    P: Repeatable + Indexed<Item: Position> + Clone,
{
    #[inline(always)]
    unsafe fn fill(self, device: &B, (values,): (Span<usize>,)) -> Result<()> {
        let SortedSegments { input, offsets } = self.0;
        let mut keys: DeviceVec<E::Item, B> = Chain::new(input, device.clone()).collect()?;
        let ones = Constant::new(1usize, keys.len());
        let counted = Segments { input: ones, offsets: offsets.clone(), device: device.clone() };
        let keys = keys.span();
        // SAFETY: the caller's contract: there is an offset, and a place for each item. The keys are the request's own, and the positions
        // are stored when they are sorted.
        unsafe {
            counted.scan_exclusive(0, Sum).fill((values,))?;
            device.segmented_sort(SegmentedSort { keys, values: values.fresh(false), offsets })
        }
    }
}

/// The keys, as keys of the type whose own order is that of `O`.
fn in_order<K: Key, O: KeyOrder<K>>(_: O, keys: Span<K>) -> Span<O::Sorted> {
    O::sorted(keys)
}

/// Sorts the segments of keys and values that the caller has borrowed mutably.
#[inline(always)]
#[track_caller]
fn sorted<K, V, P, B>(device: &B, keys: Span<K>, values: V, offsets: P) -> Result<()>
where
    K: Key,
    V: Storage,
    P: Repeatable + Indexed<Item: Position>,
    B: Backend,
{
    let parts = (keys, values, offsets);
    let uses = checked!(device.stream_id(), &parts, |(keys, values, offsets), check| {
        check.lengths("sort_with", keys.len(), values.len());
        offsets.check(check);
        keys.check(check);
        values.check(check);
        if offsets.slots() == 0 {
            check.fault(ErrorKind::OutOfRange { what: "segments", index: 0, len: 0, item: None });
        }
    });
    let (keys, values, offsets) = parts;
    // SAFETY: keys, values and offsets are checked, and there is an offset; keys and values are borrowed mutably.
    uses.done(device, unsafe { device.segmented_sort(SegmentedSort { keys, values, offsets }) })
}
