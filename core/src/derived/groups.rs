use crate::algo::Fold;
use crate::backend::Backend;
use crate::error::Result;
use crate::expr::{Indexed, Repeatable};
use crate::functor::Whole;
use crate::grouped::{Count, Each, EachGroup, Items, OfGroups, Sorted, Statistic};
use crate::groups::Groups;
use crate::key::Key;
use crate::operator::Operator;
use crate::pending::Pending;
use crate::storage::{Record, Storage};
use crate::target::Target;
use crate::value::Value;

impl<E, K, B> Groups<E, K, B>
where
    E: Repeatable + Indexed<Item: Value>,
    K: Repeatable + Indexed<Item: Key>,
    B: Backend,
{
    /// The groups themselves: the distinct keys in ascending order, the offsets of their groups, and the items, group by group.
    /// The items of a group keep their order. Group `i` has the items `offsets[i]..offsets[i + 1]`, so that
    /// [`segments`](crate::Chain::segments) compute further results of the groups without sorting again.
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
    /// Those of [`groups`](crate::Chain::groups), and [`OutOfMemory`](crate::ErrorKind::OutOfMemory). The inputs stay as they are.
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
    pub fn collect(self) -> Result<Sorted<B, K::Item, E::Item>>
    where
        E::Item: Record,
    {
        self.call(Items).collect()
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
    /// let groups = x.iter().groups(device.constant(7, 3)).collect_into((&mut keys, &mut offsets, &mut items))?;
    /// assert_eq!((groups, keys.to_vec()?, offsets.to_vec()?), (1, vec![7, 9], vec![0, 3, 0]));
    /// assert_eq!(items.to_vec()?, x.to_vec()?);
    /// # Ok(()) }
    /// ```
    #[doc(alias("group_by", "groupby", "into_group_map"))]
    #[inline(always)]
    #[track_caller]
    pub fn collect_into<TK, TO, TV>(self, targets: (TK, TO, TV)) -> Result<usize>
    where
        E::Item: Record,
        TK: Target<B, Storage: Storage<Item = K::Item>>,
        TO: Target<B, Storage: Storage<Item = usize>>,
        TV: Target<B, Storage: Storage<Item = E::Item>>,
    {
        self.call(Items).collect_into(targets)
    }

    /// Combines `init` and the items of each group, in their order, by an associative operator: `init ∘ x₀ ∘ x₁ ∘ …`. Several
    /// reductions go into one tuple, as the example of [`groups`](crate::Chain::groups) shows.
    ///
    /// # Operator
    ///
    /// As for [`reduce`](crate::Chain::reduce): associative; items keep their order unless the operator is known or declared to be
    /// [`commutative`](crate::commutative).
    ///
    /// # Cost
    ///
    /// As [`collect`](Self::collect), and a reduction of [segments](crate::Segments::reduce). Waits for the number of groups.
    ///
    /// # Determinism
    ///
    /// Each result has the bits of [`reduce`](crate::Chain::reduce) of the group's items alone, on every backend: the association is a
    /// function of their number and size ([shape contract](crate::shape#by-group)).
    ///
    /// # Errors
    ///
    /// Those of [`groups`](crate::Chain::groups), [`OutOfMemory`](crate::ErrorKind::OutOfMemory), and the operator's own. On a GPU the
    /// call may return before its work is done: then reading its output returns the failure of the operator.
    ///
    /// # Source
    ///
    /// The sort's and the segments' ([`sort`](crate::DeviceVec::sort), [`Segments::reduce`](crate::Segments::reduce)).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (key, x) = (device.upload(&[5i8, -1, 5])?, device.upload(&[1u32, 2, 4])?);
    /// let (keys, bits) = x.iter().groups(&key).reduce(0, BitOr).collect()?;
    /// assert_eq!((keys.to_vec()?, bits.to_vec()?), (vec![-1, 5], vec![2, 5]));
    /// let (mut keys, mut bits) = (device.filled(0i8, 3)?, device.filled(0u32, 3)?);
    /// assert_eq!(x.iter().groups(&key).reduce(64, BitOr).collect_into((&mut keys, &mut bits))?, 2);
    /// assert_eq!((keys.to_vec()?, bits.to_vec()?), (vec![-1, 5, 0], vec![66, 69, 0]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("fold", "aggregate", "agg", "reduce_by_key", "ReduceByKey"))]
    #[inline(always)]
    pub fn reduce<O>(
        self, /* `reduce(init, op)` */
        init: E::Item,
        op: O,
    ) -> Pending<EachGroup<E, K, impl Statistic<E::Item, Result = E::Item>>, B>
    where
        O: Operator<E::Item>,
        E::Item: Record,
    {
        self.call(Each(Fold { op, init: Some(init), finish: Whole, empty: init }))
    }

    /// The number of items of each group. No item is read. Cost and errors as [`reduce`](Self::reduce), without the items; exact.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[3, 1, 3])?;
    /// let (keys, counts) = x.iter().groups(&x).count().collect()?;
    /// assert_eq!((keys.to_vec()?, counts.to_vec()?), (vec![1, 3], vec![1, 2]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("value_counts", "counts", "unique_counts", "size", "len", "bincount"))]
    #[inline(always)]
    pub fn count(self /* by a test: `count_if(op)` */) -> Pending<OfGroups<E, K, Count>, B> {
        self.call(Count)
    }
}
