mod positions;

use crate::backend::Backend;
use crate::chain::Chain;
use crate::device::{Check, checked};
use crate::error::Result;
use crate::expr::{Count, Expr, Repeatable};
use crate::function::Function;
use crate::key::Key;
use crate::pending::{Fill, Pending, Request};
use crate::relation::Relation;
use crate::storage::{NoColumns, Span, Storage};
use crate::target::Target;
use crate::value::Element;
use crate::vec::{DeviceSliceMut, DeviceVec};

pub use positions::{ArgSort, SortedPositions};

/// Sorts `keys` in their radix order, stably, and moves `values` along.
#[derive(Debug)]
pub struct Sort<K, V> {
    /// The keys.
    pub keys: Span<K>,
    /// Columns of the same length, or [`NoColumns`].
    pub values: V,
}

/// Sorts `items` by a relation, stably.
#[derive(Debug)]
pub struct SortBy<S, F> {
    /// The items.
    pub items: S,
    /// Whether the first argument comes before the second.
    pub less: F,
}

impl<K: Element, B: Backend> DeviceVec<K, B> {
    /// Sorts the elements in place, in the order of [`Key`]: `total_cmp` for floats, field by field for derived structs.
    ///
    /// # Cost
    ///
    /// A radix sort. On a GPU, one pass counts the digits, then each digit that isn't constant takes one pass that
    /// reads and writes; keys of 8 bits at most, integers or `bool`, are stored as often as they were counted, in one launch more and
    /// without temporary memory. On a CPU, one pass splits the keys by their highest bits that aren't constant, then two passes
    /// sort each part in the cache. Temporary memory: the input's size once more, and little beside it.
    ///
    /// # Determinism
    ///
    /// Stable and exact. If it fails, the vector holds a permutation of what it held.
    ///
    /// # Source
    ///
    /// H. H. Seward, 1954 (LSD radix sort); A. Adinets and D. Merrill, *Onesweep*, 2022, on GPUs; M. Zagha and
    /// G. Blelloch, *Radix Sort for Vector Multiprocessors*, 1991, for the parallel form on CPUs.
    ///
    /// # Errors
    ///
    /// On a GPU the call may return before its work is done: then reading its output returns the failure of an operation.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[2.5f32, -1.0, 0.0, -0.0])?;
    /// x.sort()?;
    /// assert_eq!(x.to_vec()?, [-1.0, -0.0, 0.0, 2.5]);
    /// // Descending, by radix as well:
    /// x.sort_by(Greater)?;
    /// assert_eq!(x.to_vec()?, [2.5, 0.0, -0.0, -1.0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("stable_sort", "sort_unstable", "par_sort", "par_sort_unstable"))]
    #[doc(alias("DeviceRadixSort", "SortKeys", "radix_sort"))]
    #[inline(always)]
    #[track_caller]
    pub fn sort(&mut self /* in another order: `sort_by(Greater)` */) -> Result<()>
    where
        K: Key,
    {
        let values = NoColumns(self.len());
        sort(&self.device().clone(), self.span(), values)
    }
}

impl<K: Element, B: Backend> DeviceSliceMut<'_, K, B> {
    /// Sorts the elements in place; see [`DeviceVec::sort`].
    #[doc(alias("stable_sort", "par_sort", "DeviceRadixSort"))]
    #[inline(always)]
    #[track_caller]
    pub fn sort(&mut self /* in another order: `sort_by(Greater)` */) -> Result<()>
    where
        K: Key,
    {
        sort(&self.device, self.span, NoColumns(self.len()))
    }
}

impl<T: Element, B: Backend> DeviceVec<T, B> {
    /// Sorts the elements in place by a [relation](Relation), stably; see [`sort_by`].
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[3, -1, 2, -3])?;
    /// x.sort_by(op!(|a: i32, b: i32| a.abs().cmp(&b.abs())))?;
    /// assert_eq!(x.to_vec()?, [-1, 2, 3, -3]);
    /// x.sort_by(Greater)?;
    /// assert_eq!(x.to_vec()?, [3, 2, -1, -3]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("sort", "stable_sort", "par_sort_by", "DeviceMergeSort", "StableSortKeys"))]
    #[inline(always)]
    #[track_caller]
    pub fn sort_by<F: Relation<T>>(&mut self, relation: F) -> Result<()> {
        sort_by(self, relation)
    }

    /// Sorts the elements in place by the keys that `key` returns for them, stably. `Reverse` of a key reverses its order.
    ///
    /// # Cost
    ///
    /// `key` is evaluated once for each element, as by std's `sort_by_cached_key`. The keys are stored in a vector, by which
    /// [`sort_by_key`](crate::sort_by_key) sorts the elements: temporary memory for the keys, and for keys and elements once
    /// more.
    ///
    /// # Errors
    ///
    /// Those of `key`, [`OutOfMemory`](crate::ErrorKind::OutOfMemory). If `key` panics on a CPU, no element has moved. On a GPU the
    /// call may return before; the vector then holds a permutation of what it held, which [`recover`](DeviceVec::recover) makes
    /// readable.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// use std::cmp::Reverse;
    ///
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[3, -1, 2, -3])?;
    /// x.sort_by_key(op!(|v: i32| v.abs()))?;
    /// assert_eq!(x.to_vec()?, [-1, 2, 3, -3]);
    /// x.sort_by_key(op!(|v: i32| Reverse(v.abs())))?;
    /// assert_eq!(x.to_vec()?, [3, -3, 2, -1]);
    /// // By a range of bits, 8 to 16, in one pass: the key has the range's width.
    /// let mut x = device.upload(&[0x0210u32, 0x7_0130, 0x0205])?;
    /// x.sort_by_key(op!(|v: u32| (v >> 8) as u8))?;
    /// assert_eq!(x.to_vec()?, [0x7_0130, 0x0210, 0x0205]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("begin_bit", "end_bit"))]
    #[doc(alias("sort_by_cached_key", "sort_unstable_by_key", "par_sort_by_key"))]
    #[inline(always)]
    #[track_caller]
    pub fn sort_by_key<F: Function<(T,), Output: Key>>(&mut self, key: F) -> Result<()> {
        let mut keys = self.iter().map(key).collect()?;
        sort(&self.device().clone(), keys.span(), self.span())
    }
}

impl<T: Element, B: Backend> DeviceSliceMut<'_, T, B> {
    /// Sorts the elements in place by a [relation](Relation), stably; see [`sort_by`].
    #[inline(always)]
    #[track_caller]
    pub fn sort_by<F: Relation<T>>(&mut self, relation: F) -> Result<()> {
        sort_by(self, relation)
    }

    /// Sorts the elements in place by the keys that `key` returns for them, stably; see [`DeviceVec::sort_by_key`].
    #[doc(alias("sort_by_cached_key", "par_sort_by_key"))]
    #[inline(always)]
    #[track_caller]
    pub fn sort_by_key<F: Function<(T,), Output: Key>>(&mut self, key: F) -> Result<()> {
        let mut keys = self.iter().map(key).collect()?;
        sort(&self.device, keys.span(), self.span)
    }
}

impl<E: Expr, B: Backend> Chain<E, B> {
    /// The items, sorted: [`collect`](Chain::collect) and [`DeviceVec::sort`] as a call. A target is as long as the chain; after `filter` and
    /// `dedup` at least as long as the chain in front of these, and the call returns the number of items.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[3u8, 1, 2])?;
    /// assert_eq!(x.iter().sort().collect()?.to_vec()?, [1, 2, 3]);
    /// let mut sorted = device.filled(0u8, 3)?;
    /// x.iter().map(op!(|v: u8| 9 - v)).sort().collect_into(&mut sorted)?;
    /// assert_eq!(sorted.to_vec()?, [6, 7, 8]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("sorted", "stable_sort", "DeviceRadixSort", "SortKeys"))]
    #[inline(always)]
    pub fn sort(self /* in another order: `collect()?.sort_by(Greater)` */) -> Pending<Sorted<E>, B>
    where
        E: Repeatable,
        E::Item: Key,
    {
        Pending::new(Sorted { input: self.expr }, self.device)
    }
}

/// A request for the items in sorted order.
#[derive(Debug, Clone)]
pub struct Sorted<E> {
    input: E,
}

impl<E: Expr> Request for Sorted<E> {
    type Items = (E::Item,);
    type Room = [usize; 1];
    type Count = E::Count;
    const FILLS: bool = E::DENSE;

    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.input.check(check);
    }
    #[inline(always)]
    fn room(&self) -> [usize; 1] {
        [self.input.slots()]
    }
    #[inline(always)]
    fn lengths(count: E::Count, [slots]: [usize; 1]) -> [usize; 1] {
        [count.of(slots)]
    }
}

// SAFETY: the items are stored, all or as many as are counted, and sorted in their places.
unsafe impl<B: Backend, E: Repeatable<Item: Key>> Fill<B, (Span<E::Item>,)> for Sorted<E> {
    #[inline(always)]
    unsafe fn fill(self, device: &B, (keys,): (Span<E::Item>,)) -> Result<E::Count> {
        // SAFETY: the caller's contract.
        let count = unsafe { E::Count::store(device, self.input, keys)? };
        let keys = keys.first(count.of(keys.len())).fresh(false);
        // SAFETY: the caller's contract; these items are stored.
        unsafe { device.sort(Sort { keys, values: NoColumns(keys.len()) }) }.map(|()| count)
    }
}

/// Sorts `keys` in place in the order of [`Key`], stably, and moves `values` along: a vector, or a tuple of vectors.
///
/// # Cost
///
/// As [`DeviceVec::sort`], over keys and values; temporary memory: the size of both once more. On a CPU, rows of values
/// wider than 16 bytes move once, by indices of 4 bytes (8 beyond 2^32 items); a key smaller than an index then counts as
/// large as an index.
///
/// # Errors
///
/// [`LengthMismatch`](crate::ErrorKind::LengthMismatch), [`DeviceMismatch`](crate::ErrorKind::DeviceMismatch),
/// [`OutOfMemory`](crate::ErrorKind::OutOfMemory); the vectors are then as they were.
///
/// On a GPU the call may return before its work is done: then reading its output returns the failure of an operation. Where the
/// keys are those of a failed call, `values` holds a permutation of what it held, which
/// [`recover`](DeviceVec::recover) makes readable.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let mut cell = device.upload(&[2u32, 0, 2, 1])?;
/// let mut mass = device.upload(&[0.1f32, 0.2, 0.3, 0.4])?;
/// let mut name = device.upload(&[10u8, 11, 12, 13])?;
/// sort_by_key(&mut cell, (&mut mass, &mut name))?;
/// assert_eq!(cell.to_vec()?, [0, 1, 2, 2]);
/// assert_eq!(mass.to_vec()?, [0.2, 0.4, 0.1, 0.3]);
/// assert_eq!(name.to_vec()?, [11, 13, 10, 12]);
/// # Ok(()) }
/// ```
#[doc(alias("stable_sort_by_key", "par_sort_by_key", "DeviceRadixSort", "SortPairs"))]
#[inline(always)]
#[track_caller]
pub fn sort_by_key<K, B, T, V>(mut keys: T, mut values: V) -> Result<()>
where
    K: Key,
    B: Backend,
    T: Target<B, Storage = Span<K>>,
    V: Target<B>,
{
    let device = keys.device();
    sort(&device, keys.storage(), values.storage())
}

/// Sorts keys and values that the caller has borrowed mutably.
#[inline(always)]
#[track_caller]
pub(crate) fn sort<K: Key, V: Storage, B: Backend>(device: &B, keys: Span<K>, values: V) -> Result<()> {
    let uses = checked!(device.stream_id(), &(keys, values), |(keys, values), check| {
        check.lengths("sort_by_key", keys.len(), values.len());
        keys.check(check);
        values.check(check);
    });
    // SAFETY: keys and values are checked, and borrowed mutably.
    uses.done(device, unsafe { device.sort(Sort { keys, values }) })
}

/// Sorts `keys` in place by a [relation](Relation), stably, and moves `values` along: vectors, or tuples of vectors as
/// columns.
///
/// `sort_by_key_with(keys, values, Greater)` sorts in descending order. It costs what [`sort_by_key`] costs, and equal keys
/// keep their order, too. Any other relation costs what [`sort_by`] costs for the columns of keys and values.
///
/// # Operator, errors
///
/// As for [`sort_by`], and [`LengthMismatch`](crate::ErrorKind::LengthMismatch).
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let mut score = device.upload(&[0.5f32, 2.0, 0.5, 1.0])?;
/// let mut name = device.upload(&[10u8, 11, 12, 13])?;
/// sort_by_key_with(&mut score, &mut name, Greater)?;
/// assert_eq!(score.to_vec()?, [2.0, 1.0, 0.5, 0.5]);
/// assert_eq!(name.to_vec()?, [11, 13, 10, 12]);
/// # Ok(()) }
/// ```
#[doc(alias("sort_by_key", "stable_sort_by_key", "SortPairsDescending"))]
#[inline(always)]
#[track_caller]
pub fn sort_by_key_with<B, T, V, F>(mut keys: T, mut values: V, relation: F) -> Result<()>
where
    B: Backend,
    T: Target<B>,
    V: Target<B>,
    F: Relation<<T::Storage as Storage>::Item>,
{
    pairs_by_relation(&keys.device(), keys.storage(), values.storage(), relation)
}

/// Sorts keys and values that the caller has borrowed mutably.
#[inline(always)]
#[track_caller]
pub(crate) fn pairs_by_relation<S: Storage, V: Storage, F: Relation<S::Item>, B: Backend>(
    device: &B,
    keys: S,
    values: V,
    relation: F,
) -> Result<()> {
    let parts = (keys, values, relation.before());
    let uses = checked!(device.stream_id(), &parts, |(keys, values, less), check| {
        check.lengths("sort_by_key_with", keys.len(), values.len());
        keys.check(check);
        values.check(check);
        less.check(check);
    });
    let (keys, values, less) = parts;
    // SAFETY: keys, values and relation are checked, and keys and values borrowed mutably.
    uses.done(device, unsafe { F::sort_pairs(less, device, keys, values) })
}

/// Sorts items in place by a [relation](Relation), stably: an operation of two items that returns an `Ordering`, as std's
/// comparators do, or a `bool` that says whether the first comes before the second, as Thrust's do. Several vectors are
/// sorted as the columns of one table, whose items are tuples.
///
/// # Operator
///
/// The relation must be a strict weak order: irreflexive and transitive, and being neither less nor greater must be
/// transitive too. `<` of floats with NaNs is no such order; `total_cmp` is. Whatever the relation returns, the result is a
/// permutation of the items. If it isn't a strict weak order, the permutation is the same in each run on one device, but may
/// differ between devices.
///
/// # Cost
///
/// A merge sort: O(n log n) comparisons; on a CPU with AVX-512 many items of 4 bytes, and on any CPU rows of few different values, are
/// sorted by partitions. Temporary memory: the size of all vectors once more (on a CPU, and up to 64 KiB for each thread), or twice on a
/// GPU if the relation can fail. By [`Less`](crate::operator::Less) and
/// [`Greater`](crate::operator::Greater) one vector is sorted by radix, as by [`DeviceVec::sort`].
///
/// # Errors
///
/// If the relation panics, the vectors hold a permutation of what they held; [`recover`](DeviceVec::recover) makes it
/// readable.
///
/// On a GPU the call may return before its work is done: then reading its output returns the failure of an operation.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let mut x = device.upload(&[1.0f32, 3.0, 2.0])?;
/// let mut id = device.upload(&[0u32, 1, 2])?;
/// // As in std:
/// sort_by((&mut x, &mut id), op!(|a: (f32, u32), b: (f32, u32)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1))))?;
/// assert_eq!(id.to_vec()?, [1, 2, 0]);
/// // As in Thrust:
/// sort_by((&mut x, &mut id), op!(|a: (f32, u32), b: (f32, u32)| a.0 < b.0))?;
/// assert_eq!(id.to_vec()?, [0, 2, 1]);
/// # Ok(()) }
/// ```
#[doc(alias("sort", "stable_sort", "par_sort_by", "sort_unstable_by", "DeviceMergeSort", "StableSortKeys"))]
#[doc(alias("StableSortPairs", "SortKeysDescending"))]
#[inline(always)]
#[track_caller]
pub fn sort_by<B, T, F>(mut items: T, relation: F) -> Result<()>
where
    B: Backend,
    T: Target<B>,
    F: Relation<<T::Storage as Storage>::Item>,
{
    by_relation(&items.device(), items.storage(), relation)
}

/// Sorts items that the caller has borrowed mutably.
#[inline(always)]
#[track_caller]
pub(crate) fn by_relation<S: Storage, F: Relation<S::Item>, B: Backend>(
    device: &B,
    items: S,
    relation: F,
) -> Result<()> {
    let parts = (items, relation.before());
    let uses = checked!(device.stream_id(), &parts, |(items, less), check| {
        items.check(check);
        less.check(check);
    });
    let (items, less) = parts;
    // SAFETY: the items and the relation are checked, and the items borrowed mutably.
    uses.done(device, unsafe { F::sort(less, device, items) })
}
