use std::panic::Location;

use crate::algo::{Fold, KeyedVecs, encode, sort};
use crate::backend::Backend;
use crate::chain::Chain;
use crate::device::Check;
use crate::error::Result;
use crate::expr::{Expr, Indexed, Repeatable, Slice};
use crate::function::Function;
use crate::functor::Whole;
use crate::groups::Groups;
use crate::key::Key;
use crate::operator::{Operator, Same};
use crate::segments::Segments;
use crate::storage::{NoColumns, Record, Storage};
use crate::target::{Head, Target};
use crate::value::{Element, Value};
use crate::vec::DeviceVec;

/// The distinct keys and the results.
pub(super) type Keyed<B, K, U> = KeyedVecs<B, <K as Expr>::Item, U>;
/// The distinct keys, the offsets of their groups, and the items in this order.
type Collected<B, K, T> = (DeviceVec<K, B>, DeviceVec<usize, B>, <T as Record>::Vecs<B>);

impl<E, K, B> Groups<E, K, B>
where
    E: Repeatable + Indexed<Item: Value>,
    K: Repeatable + Indexed<Item: Key>,
    B: Backend,
{
    /// The groups themselves: the distinct keys in ascending order, the offsets of their groups, and the items, group by group.
    /// The items of a group keep their order. Group `i` has the items `offsets[i]..offsets[i + 1]`, so that
    /// [`segments`](Chain::segments) compute further results of the groups without sorting again.
    ///
    /// # Cost
    ///
    /// A copy of keys and items, a [`sort_by_key`](crate::sort_by_key), and a pass over the keys. Temporary memory: twice the
    /// keys, and the items' size, besides the results, and 8 bytes for each key. Waits for the number of groups.
    ///
    /// # Determinism
    ///
    /// Exact.
    ///
    /// # Errors
    ///
    /// Those of [`groups`](Chain::groups), and [`OutOfMemory`](crate::ErrorKind::OutOfMemory). The inputs stay as they are.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (team, score) = (device.upload(&[2u8, 0, 2])?, device.upload(&[0.5f32, 3.0, 1.5])?);
    /// let (teams, offsets, scores) = score.iter().groups(&team).collect()?;
    /// assert_eq!((teams.to_vec()?, offsets.to_vec()?, scores.to_vec()?), (vec![0, 2], vec![0, 1, 3], vec![3.0, 0.5, 1.5]));
    /// assert_eq!(scores.iter().segments(&offsets).max().collect()?.to_vec()?, [3.0, 1.5]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("group_by", "groupby", "into_group_map", "sort_by_key", "indptr", "csr"))]
    #[inline(always)]
    #[track_caller]
    pub fn collect(self) -> Result<Collected<B, K::Item, E::Item>>
    where
        E::Item: Record,
    {
        self.ready(|_| {})?;
        let Groups { input, keys, device } = self;
        let mut keys: DeviceVec<K::Item, B> = Chain::new(keys, device.clone()).collect()?;
        let mut items: <E::Item as Record>::Vecs<B> = Chain::new(input, device.clone()).collect()?;
        sort(&device, keys.span(), <E::Item as Record>::storage(&mut items))?;
        let (keys, offsets) = encode::<usize, true, _, _, _>(keys.iter(), Same, "groups").collect()?;
        Ok((keys, offsets, items))
    }

    /// Stores the [groups](Self::collect) at the start of vectors that exist already, and returns the number of groups. Offsets
    /// are one more; items as many as the chain has. What lies behind them stays as it was.
    ///
    /// # Cost
    ///
    /// As [`collect`](Self::collect), and a copy of the results.
    ///
    /// # Errors
    ///
    /// Those of [`collect`](Self::collect), and [`TargetTooShort`](crate::ErrorKind::TargetTooShort), before anything is written.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (mut keys, mut offsets, mut items) = (device.filled(9, 2)?, device.filled(0usize, 3)?, device.filled(0.0, 3)?);
    /// let x = device.upload(&[0.5, 3.0, 1.5])?;
    /// let groups = x.iter().groups(device.constant(7, 3)).collect_into(&mut keys, &mut offsets, &mut items)?;
    /// assert_eq!((groups, keys.to_vec()?, offsets.to_vec()?), (1, vec![7, 9], vec![0, 3, 0]));
    /// assert_eq!(items.to_vec()?, x.to_vec()?);
    /// # Ok(()) }
    /// ```
    #[doc(alias("group_by", "groupby", "into_group_map"))]
    #[inline(always)]
    #[track_caller]
    pub fn collect_into<TK, TO, TV>(self, keys: TK, offsets: TO, items: TV) -> Result<usize>
    where
        E::Item: Record,
        TK: Target<B, Storage: Storage<Item = K::Item>>,
        TO: Target<B, Storage: Storage<Item = usize>>,
        TV: Target<B, Storage: Storage<Item = E::Item>>,
    {
        let (mut keys, mut offsets, mut items) = (keys, offsets, items);
        let (to_keys, to_offsets, to_items) = (keys.storage(), offsets.storage(), items.storage());
        let slots = self.input.slots();
        self.ready(|check| {
            check.room("groups", slots, to_items.len());
            to_keys.check(check);
            to_offsets.check(check);
            to_items.check(check);
        })?;
        let (keys_out, offsets_out) = (keys, offsets);
        let device = self.device.clone();
        let (keys, offsets, sorted) = self.collect()?;
        let count = keys.len();
        fits(&device, [(count, to_keys.len()), (count + 1, to_offsets.len())])?;
        Chain::new(<E::Item as Record>::items(&sorted), device).collect_into(Head(items, slots))?;
        offsets.iter().collect_into(Head(offsets_out, count + 1))?;
        keys.iter().collect_into(Head(keys_out, count))?;
        Ok(count)
    }

    /// Combines `init` and the items of each group, in their order, by an associative operator: `init ∘ x₀ ∘ x₁ ∘ …`. Several
    /// reductions go into one tuple, as the example of [`groups`](Chain::groups) shows.
    ///
    /// # Operator
    ///
    /// As for [`reduce`](Chain::reduce): associative; items keep their order unless the operator is known or declared to be
    /// [`commutative`](crate::commutative).
    ///
    /// # Cost
    ///
    /// As [`collect`](Self::collect), and a reduction of [segments](crate::Segments::reduce). Waits for the number of groups.
    ///
    /// # Determinism
    ///
    /// Each result has the bits of [`reduce`](Chain::reduce) of the group's items alone, on every backend: the association is a
    /// function of their number and size ([shape contract](crate::shape#by-group)).
    ///
    /// # Errors
    ///
    /// Those of [`groups`](Chain::groups), [`OutOfMemory`](crate::ErrorKind::OutOfMemory), and the operator's own. On a GPU the
    /// call may return before its work is done: then reading its output returns the failure of the operator.
    ///
    /// # Source
    ///
    /// The sort's and the segments' ([`sort`](DeviceVec::sort), [`Segments::reduce`](crate::Segments::reduce)).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (key, x) = (device.upload(&[5i8, -1, 5])?, device.upload(&[1u32, 2, 4])?);
    /// let (keys, bits) = x.iter().groups(&key).reduce(0, BitOr)?;
    /// assert_eq!((keys.to_vec()?, bits.to_vec()?), (vec![-1, 5], vec![2, 5]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("fold", "aggregate", "agg", "reduce_by_key", "ReduceByKey"))]
    #[inline(always)]
    #[track_caller]
    pub fn reduce<O>(self /* `reduce(init, op)` */, init: E::Item, op: O) -> Result<Keyed<B, K, E::Item>>
    where
        O: Operator<E::Item>,
        E::Item: Record,
    {
        self.made(Fold { op, init: Some(init), finish: Whole, empty: init })
    }

    /// Stores keys and results of [`reduce`](Self::reduce) at the start of vectors that exist already, and returns the number of
    /// groups. What lies behind them stays as it was.
    ///
    /// # Errors
    ///
    /// Those of [`reduce`](Self::reduce), and [`TargetTooShort`](crate::ErrorKind::TargetTooShort) if there are more groups than
    /// a target has room for, before anything is written.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (mut keys, mut sums) = (device.filled(0, 4)?, device.filled(0, 4)?);
    /// let x = device.upload(&[3, 1, 3])?;
    /// assert_eq!(x.iter().groups(&x).reduce_into(100, Sum, &mut keys, &mut sums)?, 2);
    /// assert_eq!((keys.to_vec()?, sums.to_vec()?), (vec![1, 3, 0, 0], vec![101, 106, 0, 0]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("fold", "aggregate", "reduce_by_key"))]
    #[inline(always)]
    #[track_caller]
    pub fn reduce_into<O, TK, TV>(self, init: E::Item, op: O, keys: TK, results: TV) -> Result<usize>
    where
        E::Item: Record,
        O: Operator<E::Item>,
        TK: Target<B, Storage: Storage<Item = K::Item>>,
        TV: Target<B, Storage: Storage<Item = E::Item>>,
    {
        self.stored(Fold { op, init: Some(init), finish: Whole, empty: init }, keys, results)
    }

    /// The number of items of each group. No item is read. Cost and errors as [`reduce`](Self::reduce), without the items; exact.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[3, 1, 3])?;
    /// let (keys, counts) = x.iter().groups(&x).count()?;
    /// assert_eq!((keys.to_vec()?, counts.to_vec()?), (vec![1, 3], vec![1, 2]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("value_counts", "counts", "unique_counts", "size", "len", "bincount"))]
    #[inline(always)]
    #[track_caller]
    pub fn count(self /* by a test: `count_if(op)` */) -> Result<Keyed<B, K, u64>> {
        self.ready(|_| {})?;
        let mut keys: DeviceVec<K::Item, B> = Chain::new(self.keys, self.device.clone()).collect()?;
        sort(&self.device, keys.span(), NoColumns(keys.len()))?;
        encode::<u64, false, _, _, _>(keys.iter(), Same, "groups").collect()
    }

    /// Stores keys and [counts](Self::count) in vectors that exist already, as [`reduce_into`](Self::reduce_into) does.
    #[doc(alias("value_counts", "counts", "size"))]
    #[inline(always)]
    #[track_caller]
    pub fn count_into<TK, TV>(self, keys: TK, counts: TV) -> Result<usize>
    where
        TK: Target<B, Storage: Storage<Item = K::Item>>,
        TV: Target<B, Storage: Storage<Item = u64>>,
    {
        let (mut keys, mut counts) = (keys, counts);
        let (to_keys, to_counts) = (keys.storage(), counts.storage());
        self.ready(|check| {
            to_keys.check(check);
            to_counts.check(check);
        })?;
        let (keys_out, counts_out, device) = (keys, counts, self.device.clone());
        let (keys, counts) = self.count()?;
        let count = keys.len();
        fits(&device, [(count, to_keys.len()), (count, to_counts.len())])?;
        counts.iter().collect_into(Head(counts_out, count))?;
        keys.iter().collect_into(Head(keys_out, count))?;
        Ok(count)
    }

    /// Sorts the items by their keys and reduces each group.
    #[inline(always)]
    #[track_caller]
    pub(super) fn made<O, F, U>(self, fold: Fold<E::Item, O, F, U>) -> Result<Keyed<B, K, U>>
    where
        E::Item: Record,
        O: Operator<E::Item>,
        F: Function<(E::Item, usize), Output = U>,
        U: Record,
    {
        let sorted = self.sorted()?;
        let results = sorted.parts().folded(fold).collect()?;
        Ok((sorted.keys, results))
    }

    /// Stores the results in vectors that exist already.
    #[inline(always)]
    #[track_caller]
    pub(super) fn stored<O, F, TK, TV>(
        self,
        fold: Fold<E::Item, O, F, <TV::Storage as Storage>::Item>,
        mut keys: TK,
        mut results: TV,
    ) -> Result<usize>
    where
        E::Item: Record,
        O: Operator<E::Item>,
        F: Function<(E::Item, usize), Output = <TV::Storage as Storage>::Item>,
        TK: Target<B, Storage: Storage<Item = K::Item>>,
        TV: Target<B>,
    {
        let sorted = self.sorted_for(&mut keys, &mut results)?;
        sorted.parts().folded(fold).collect_into(Head(results, sorted.keys.len()))?;
        sorted.store(keys)
    }

    /// The groups, of which results are made.
    #[inline(always)]
    #[track_caller]
    pub(super) fn sorted(self) -> Result<Sorted<K::Item, E::Item, B>>
    where
        E::Item: Record,
    {
        let device = self.device.clone();
        let (keys, offsets, items) = self.collect()?;
        Ok(Sorted { keys, offsets, items, device })
    }

    /// The groups, for whose keys and results the targets have room.
    #[inline(always)]
    #[track_caller]
    pub(super) fn sorted_for<TK: Target<B>, TV: Target<B>>(
        self,
        keys: &mut TK,
        results: &mut TV,
    ) -> Result<Sorted<K::Item, E::Item, B>>
    where
        E::Item: Record,
    {
        let (to_keys, to_results) = (keys.storage(), results.storage());
        self.ready(|check| {
            to_keys.check(check);
            to_results.check(check);
        })?;
        let sorted = self.sorted()?;
        let count = sorted.keys.len();
        fits(&sorted.device, [(count, to_keys.len()), (count, to_results.len())])?;
        Ok(sorted)
    }
}

/// The items of groups, sorted by their keys.
pub(super) struct Sorted<K: Element, T: Record, B: Backend> {
    pub(super) keys: DeviceVec<K, B>,
    offsets: DeviceVec<usize, B>,
    items: T::Vecs<B>,
    device: B,
}

impl<K: Element, T: Record, B: Backend> Sorted<K, T, B> {
    /// The groups as segments.
    pub(super) fn parts(&self) -> Segments<T::Items<'_>, Slice<'_, usize>, B> {
        Chain::new(T::items(&self.items), self.device.clone()).segments(&self.offsets)
    }

    /// Stores the keys, and returns their number.
    #[inline(always)]
    #[track_caller]
    pub(super) fn store<TK: Target<B, Storage: Storage<Item = K>>>(&self, keys: TK) -> Result<usize> {
        self.keys.iter().collect_into(Head(keys, self.keys.len()))?;
        Ok(self.keys.len())
    }
}

/// Checks that each number of results fits in its target.
#[track_caller]
pub(super) fn fits<const N: usize>(device: &impl Backend, rooms: [(usize, usize); N]) -> Result<()> {
    let caller = Location::caller();
    let walk = |check: &mut Check| rooms.iter().for_each(|(most, len)| check.room("groups", *most, *len));
    Check::shape(device.stream_id(), walk).map_err(|error| error.called_at(caller))
}
