mod sample;

use std::cmp::Reverse;

use super::Collect;
use crate::backend::Backend;
use crate::chain::Chain;
use crate::device::{Check, Uses};
use crate::error::Result;
use crate::expr::{Expr, Indexed, Known, Map, Repeatable};
use crate::function::Function;
use crate::functor::Reversed;
use crate::into_function::IntoFunction;
use crate::key::Key;
use crate::position::Position;
use crate::storage::{NoColumns, Record, Span, Storage};
use crate::target::Target;
use crate::value::Value;
use crate::vec::DeviceVec;

/// Sorts the items of `input` in the order of [`Key`], stably, and stores the first ones: items in `keys`, their
/// positions in `positions`.
#[derive(Debug)]
pub struct TopK<E, K, V> {
    /// The items.
    pub input: E,
    /// The target of the items, no longer than `input`.
    pub keys: Span<K>,
    /// The target of their positions, as long as `keys`: a column of integers that can hold them, or [`NoColumns`].
    pub positions: V,
}

/// Runs the primitive on a checked chain, with new or borrowed targets.
#[inline(always)]
#[track_caller]
fn first<E, B, V>(input: E, device: &B, uses: Uses, keys: Span<E::Item>, positions: V) -> Result<()>
where
    E: Repeatable<Item: Key>,
    B: Backend,
    V: Storage<Item: Position>,
{
    let input = Known::<_, true>::new(input);
    // SAFETY: the callers have checked the chain, which has at least as many slots as the targets have places, and the
    // targets, which are new or borrowed mutably.
    uses.done(device, unsafe { device.top_k(TopK { input, keys, positions }) })
}

/// The span of a column of keys as one of keys in the reverse order: `Reverse` has the layout of its part.
fn reversed<K: Key>(keys: Span<K>) -> Span<Reverse<K>> {
    keys.cast()
}

/// Whether a target of `len` items is overwritten as a whole is known from the number of slots.
#[inline(always)]
fn target<S: Storage>(check: &mut Check, storage: &S, slots: usize) {
    match storage.len() <= slots {
        true => check.overwrites(|check| storage.check(check)),
        false => storage.check(check),
    }
}

impl<E: Expr, B: Backend> Chain<E, B> {
    /// The `k` largest items in descending order of [`Key`], the earlier of equal ones first; all items if there are fewer.
    /// It is what a stable sort by [`Greater`](crate::operator::Greater) would put in the first `k` places.
    ///
    /// Floats are ordered by `total_cmp`: NaN is larger than all numbers, and +0.0 than −0.0. The positions of the items are
    /// [`top_k_positions`](Chain::top_k_positions); items with the largest keys are [`top_k_by_key`](Chain::top_k_by_key);
    /// with their positions, `x.iter().enumerate().top_k_by_key(k, op!(|(_, v): (usize, f32)| v))`.
    ///
    /// # Cost
    ///
    /// One pass that reads the inputs once. It keeps the items up to one of a sorted sample, somewhat more than `k`, which
    /// are then sorted: on an H200, finding 10 of 2^28 `f32`s takes 594 µs, where their sum takes 252 (2026-11-22). About once
    /// in a hundred million calls the sample misleads; then the `k`-th item is found digit by digit, in a further pass for each
    /// 11 bits of the key. If `k` is more than about a third of the items, or there are few, all are sorted.
    ///
    /// Temporary memory: twice the kept items, which are about `k + 12·√(k·n/s) + 30·n/s`, where the sample of keys of up to 8 bytes
    /// has `s = 4096` items; at most twice the input's size. No waiting for the GPU.
    ///
    /// Each item is computed up to once more for each pass. After `filter` and `dedup` the items are
    /// [collected](Chain::collect) first.
    ///
    /// # Determinism
    ///
    /// Exact: there is one answer. The sample decides on the time alone.
    ///
    /// # Source
    ///
    /// R. W. Floyd and R. L. Rivest, *Expected Time Bounds for Selection*, 1975 (selection by a sample); T. Alabi, J. D.
    /// Blanchard, B. Gordon and R. Steinbach, *Fast k-Selection Algorithms for Graphics Processing Units*, 2012 (by digits).
    ///
    /// # Errors
    ///
    /// The chain's own, and [`OutOfMemory`](crate::ErrorKind::OutOfMemory).
    ///
    /// On a GPU the call may return before its work is done: then reading its output returns the failure of an operation.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[2.5f32, 7.0, -1.0, 7.5, 0.0])?;
    /// assert_eq!(x.iter().top_k(2)?.to_vec()?, [7.5, 7.0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("topk", "DeviceTopK", "MaxKeys", "k_largest", "nlargest", "partial_sort_copy"))]
    #[inline(always)]
    #[track_caller]
    pub fn top_k(self /* by keys: `top_k_by_key(k, op)` */, k: usize) -> Result<DeviceVec<E::Item, B>>
    where
        E: Repeatable,
        E::Item: Key,
    {
        if !E::DENSE {
            return self.collect()?.iter().top_k(k);
        }
        let (input, device, uses) = self.ready()?;
        // SAFETY: the primitive writes every item if it succeeds; otherwise the vector is dropped.
        let mut out = unsafe { DeviceVec::uninit(&device, k.min(input.slots()))? };
        let keys = reversed(out.span());
        first(Map::new(input, Reversed), &device, uses, keys, NoColumns(keys.len()))?;
        Ok(out)
    }

    /// The `k` smallest items in ascending order of [`Key`], the earlier of equal ones first; all items if there are fewer:
    /// the first `k` places of a stable [`sort`](Chain::sort). All else is as for [`top_k`](Chain::top_k).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[2.5f32, 7.0, -1.0, 7.5, 0.0])?;
    /// assert_eq!(x.iter().bottom_k(3)?.to_vec()?, [-1.0, 0.0, 2.5]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("partial_sort", "partial_sort_copy", "k_smallest", "nsmallest", "DeviceTopK", "MinKeys"))]
    #[inline(always)]
    #[track_caller]
    pub fn bottom_k(self /* by keys: `bottom_k_by_key(k, op)` */, k: usize) -> Result<DeviceVec<E::Item, B>>
    where
        E: Repeatable,
        E::Item: Key,
    {
        if !E::DENSE {
            return self.collect()?.iter().bottom_k(k);
        }
        let (input, device, uses) = self.ready()?;
        // SAFETY: the primitive writes every item if it succeeds; otherwise the vector is dropped.
        let mut out = unsafe { DeviceVec::uninit(&device, k.min(input.slots()))? };
        let keys = out.span();
        first(input, &device, uses, keys, NoColumns(keys.len()))?;
        Ok(out)
    }

    /// Stores the largest items in descending order, as [`top_k`](Chain::top_k) does, in a vector that exists already, whose length is
    /// `k`. Returns their number, which is less than `k` if there are fewer items; elements behind them stay as they were.
    ///
    /// # Errors
    ///
    /// Those of [`top_k`](Chain::top_k). If an operation panics, the target holds old, new and meaningless items.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut best = device.filled(0, 2)?;
    /// assert_eq!(device.upload(&[3, 9, 4, 9])?.iter().top_k_into(&mut best)?, 2);
    /// assert_eq!(best.to_vec()?, [9, 9]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("topk", "DeviceTopK", "partial_sort_copy"))]
    #[inline(always)]
    #[track_caller]
    pub fn top_k_into<T: Target<B, Storage = Span<E::Item>>>(self, mut largest: T) -> Result<usize>
    where
        E: Repeatable,
        E::Item: Key,
    {
        if !E::DENSE {
            return self.collect()?.iter().top_k_into(largest);
        }
        let (keys, slots) = (largest.storage(), self.expr.slots());
        let (input, device, uses) = self.ready_and(move |check| target(check, &keys, slots))?;
        let keys = reversed(keys.first(slots));
        first(Map::new(input, Reversed), &device, uses, keys, NoColumns(keys.len()))?;
        Ok(keys.len())
    }

    /// Stores the smallest items in ascending order, as [`bottom_k`](Chain::bottom_k) does, in a vector that exists already.
    /// All else is as for [`top_k_into`](Chain::top_k_into).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut least = device.filled(0, 5)?;
    /// assert_eq!(device.upload(&[3, 9, 4])?.iter().bottom_k_into(&mut least)?, 3);
    /// assert_eq!(least.to_vec()?, [3, 4, 9, 0, 0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("partial_sort_copy", "DeviceTopK"))]
    #[inline(always)]
    #[track_caller]
    pub fn bottom_k_into<T: Target<B, Storage = Span<E::Item>>>(self, mut smallest: T) -> Result<usize>
    where
        E: Repeatable,
        E::Item: Key,
    {
        if !E::DENSE {
            return self.collect()?.iter().bottom_k_into(smallest);
        }
        let (keys, slots) = (smallest.storage(), self.expr.slots());
        let (input, device, uses) = self.ready_and(move |check| target(check, &keys, slots))?;
        let keys = keys.first(slots);
        first(input, &device, uses, keys, NoColumns(keys.len()))?;
        Ok(keys.len())
    }
}

// The bound `Indexed` stands on each method and not on the impl, so that rustc prints the bound's own diagnostic.
impl<E: Expr, B: Backend> Chain<E, B> {
    /// The positions of the `k` largest items in descending order of the items, the earlier of equal ones first: the first
    /// `k` of an [`argsort`](Chain::argsort) in descending order. All else is as for [`top_k`](Chain::top_k), with
    /// temporary memory for the positions of the kept items too.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[2.5f32, 7.0, -1.0, 7.5, 7.0])?;
    /// assert_eq!(x.iter().top_k_positions(3)?.to_vec()?, [3, 1, 4]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("argpartition", "topk", "DeviceTopK", "MaxPairs"))]
    #[inline(always)]
    #[track_caller]
    pub fn top_k_positions(self, k: usize) -> Result<DeviceVec<usize, B>>
    where
        E: Repeatable + Indexed,
        E::Item: Key,
    {
        self.map(Reversed).bottom_k_positions(k)
    }

    /// The positions of the `k` smallest items in ascending order of the items, the earlier of equal ones first: the first
    /// `k` of an [`argsort`](Chain::argsort). All else is as for [`top_k_positions`](Chain::top_k_positions).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[2.5f32, 7.0, -1.0, 7.5, 0.0])?;
    /// assert_eq!(x.iter().bottom_k_positions(2)?.to_vec()?, [2, 4]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("argpartition", "DeviceTopK", "MinPairs"))]
    #[inline(always)]
    #[track_caller]
    pub fn bottom_k_positions(self, k: usize) -> Result<DeviceVec<usize, B>>
    where
        E: Repeatable + Indexed,
        E::Item: Key,
    {
        let (input, device, uses) = self.ready()?;
        let k = k.min(input.slots());
        // SAFETY: the primitive writes every item of both if it succeeds; otherwise they are dropped.
        let (mut keys, mut out) = unsafe { (DeviceVec::uninit(&device, k)?, DeviceVec::uninit(&device, k)?) };
        first(input, &device, uses, keys.span(), out.span())?;
        Ok(out)
    }

    /// Stores the positions of the largest items, as [`top_k_positions`](Chain::top_k_positions) does, in a vector of [integers of any
    /// type](Position) that exists already, whose length is `k`. Returns their number, which is less than `k` if there are fewer
    /// items; elements behind them stay as they were.
    ///
    /// # Errors
    ///
    /// Those of [`top_k`](Chain::top_k), and [`OutOfRange`](crate::ErrorKind::OutOfRange) if the type can't hold the last
    /// item's position.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut at = device.filled(0u32, 2)?;
    /// device.upload(&[3, 9, 4, 9])?.iter().top_k_positions_into(&mut at)?;
    /// assert_eq!(at.to_vec()?, [1, 3]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("argpartition", "topk", "DeviceTopK"))]
    #[inline(always)]
    #[track_caller]
    pub fn top_k_positions_into<P: Position, T: Target<B, Storage = Span<P>>>(self, positions: T) -> Result<usize>
    where
        E: Repeatable + Indexed,
        E::Item: Key,
    {
        self.map(Reversed).bottom_k_positions_into(positions)
    }

    /// Stores the positions of the smallest items in a vector that exists already. All else is as for
    /// [`top_k_positions_into`](Chain::top_k_positions_into).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut at = device.filled(0u8, 2)?;
    /// device.upload(&[3, 9, 4, 9])?.iter().bottom_k_positions_into(&mut at)?;
    /// assert_eq!(at.to_vec()?, [0, 2]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("argpartition", "DeviceTopK"))]
    #[inline(always)]
    #[track_caller]
    pub fn bottom_k_positions_into<P: Position, T: Target<B, Storage = Span<P>>>(
        self,
        mut positions: T,
    ) -> Result<usize>
    where
        E: Repeatable + Indexed,
        E::Item: Key,
    {
        let (out, slots) = (positions.storage(), self.expr.slots());
        let (input, device, uses) = self.ready_and(move |check| {
            check.bound("bottom_k_positions_into", slots.saturating_sub(1), P::MOST);
            target(check, &out, slots);
        })?;
        let out = out.first(slots);
        // SAFETY: the primitive alone reads the keys, after it has written them.
        let mut keys = unsafe { DeviceVec::uninit(&device, out.len())? };
        first(input, &device, uses, keys.span(), out)?;
        Ok(out.len())
    }

    /// The items with the `k` largest keys, in descending order of the keys, the earlier of those with equal keys first; all items
    /// if there are fewer. Tuples are stored as columns: `zip` values to the keys, and return the key.
    ///
    /// # Cost
    ///
    /// As [`top_k_positions`](Chain::top_k_positions) of the keys; then the chain is cloned, and the items at these positions
    /// are computed.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (score, name) = (device.upload(&[0.5f32, 2.0, 0.25])?, device.upload(&[10u8, 11, 12])?);
    /// let scored = score.iter().zip(&name);
    /// let (scores, names) = scored.top_k_by_key(2, op!(|(score, _): (f32, u8)| score))?;
    /// assert_eq!((scores.to_vec()?, names.to_vec()?), (vec![2.0, 0.5], vec![11, 10]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("topk", "DeviceTopK", "MaxPairs", "k_largest_by_key", "k_largest_by"))]
    #[inline(always)]
    #[track_caller]
    pub fn top_k_by_key<O, F>(self, k: usize, key: O) -> Result<<E::Item as Record>::Vecs<B>>
    where
        E: Repeatable + Indexed + Clone,
        E::Item: Record,
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output: Key>,
    {
        let positions = self.clone().map(key).top_k_positions(k)?;
        self.permute(&positions).collect()
    }

    /// The items with the `k` smallest keys, in ascending order of the keys. All else is as for
    /// [`top_k_by_key`](Chain::top_k_by_key).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[-3, 1, 2, -1])?;
    /// assert_eq!(x.iter().bottom_k_by_key(2, op!(|v: i32| v.abs()))?.to_vec()?, [1, -1]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("DeviceTopK", "MinPairs", "k_smallest_by_key", "k_smallest_by"))]
    #[inline(always)]
    #[track_caller]
    pub fn bottom_k_by_key<O, F>(self, k: usize, key: O) -> Result<<E::Item as Record>::Vecs<B>>
    where
        E: Repeatable + Indexed + Clone,
        E::Item: Record,
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output: Key>,
    {
        let positions = self.clone().map(key).bottom_k_positions(k)?;
        self.permute(&positions).collect()
    }

    /// Stores the items with the largest keys, as [`top_k_by_key`](Chain::top_k_by_key) does, in vectors that exist already, whose length
    /// is `k`. Returns their number, which is less than `k` if there are fewer items; elements behind them stay as they were.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut best = device.filled(0, 2)?;
    /// let x = device.upload(&[-3, 1, 2, -4])?;
    /// assert_eq!(x.iter().top_k_by_key_into(op!(|v: i32| v.abs()), &mut best)?, 2);
    /// assert_eq!(best.to_vec()?, [-4, -3]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("topk", "DeviceTopK", "MaxPairs"))]
    #[inline(always)]
    #[track_caller]
    pub fn top_k_by_key_into<F, T>(self, key: F, mut target: T) -> Result<usize>
    where
        E: Repeatable + Indexed + Clone,
        E::Item: Value,
        F: Function<(E::Item,), Output: Key>,
        T: Target<B>,
        T::Storage: Storage<Item = E::Item>,
    {
        let positions = self.clone().map(key).top_k_positions(target.storage().len())?;
        self.at_positions(&positions, target)
    }

    /// Stores the items with the smallest keys, in ascending order, in vectors that exist already. All else is as for
    /// [`top_k_by_key_into`](Chain::top_k_by_key_into).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut least = device.filled(0, 2)?;
    /// let x = device.upload(&[-3, 1, 2, -4])?;
    /// x.iter().bottom_k_by_key_into(op!(|v: i32| v.abs()), &mut least)?;
    /// assert_eq!(least.to_vec()?, [1, 2]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("DeviceTopK", "MinPairs"))]
    #[inline(always)]
    #[track_caller]
    pub fn bottom_k_by_key_into<F, T>(self, key: F, mut target: T) -> Result<usize>
    where
        E: Repeatable + Indexed + Clone,
        E::Item: Value,
        F: Function<(E::Item,), Output: Key>,
        T: Target<B>,
        T::Storage: Storage<Item = E::Item>,
    {
        let positions = self.clone().map(key).bottom_k_positions(target.storage().len())?;
        self.at_positions(&positions, target)
    }

    /// Stores the items at these positions, of which there are at most as many as the target has places.
    #[inline(always)]
    #[track_caller]
    fn at_positions<T>(self, positions: &DeviceVec<usize, B>, mut items: T) -> Result<usize>
    where
        E: Repeatable + Indexed,
        E::Item: Value,
        T: Target<B>,
        T::Storage: Storage<Item = E::Item>,
    {
        let (output, slots) = (items.storage(), positions.len());
        let (input, device, uses) = self.permute(positions).ready_and(move |check| target(check, &output, slots))?;
        let output = output.first(slots);
        // SAFETY: the chain and the target are checked; the target is borrowed mutably, so nothing else uses it, and it has
        // at least as many items as there are positions.
        uses.done(&device, unsafe { device.collect(Collect { input, output }) })?;
        Ok(slots)
    }
}
