//! [`Groups`]: the items of a chain by their keys, for terminals that process each group as if it were alone.

use crate::backend::Backend;
use crate::chain::{Chain, IntoChain};
use crate::expr::{Expr, Indexed, Repeatable};
use crate::grouped::OfGroups;
use crate::key::Key;
use crate::pending::Pending;

/// The items of a chain by their keys; made by [`Chain::groups`].
///
/// Its terminals store the distinct keys in ascending order, and for each of them one result, with the bits that the same
/// terminal of [`Chain`] would give for the items of that key alone, in their order.
#[doc(alias("group_by", "groupby", "GroupBy", "into_grouping_map", "GroupingMap", "aggregate"))]
#[derive(Debug, Clone, Copy)]
#[must_use = "groups are lazy and do nothing until a terminal such as `sum` runs them"]
pub struct Groups<E, K, B> {
    pub(crate) input: E,
    pub(crate) keys: K,
    pub(crate) device: B,
}

impl<E, K, B> Groups<E, K, B> {
    /// The call that computes something of the groups.
    #[inline(always)]
    pub(crate) fn call<S>(self, of: S) -> Pending<OfGroups<E, K, S>, B> {
        Pending::new(OfGroups { input: self.input, keys: self.keys, of }, self.device)
    }
}

impl<E: Expr, B: Backend> Chain<E, B> {
    /// The items by their keys, for terminals that compute a result for each distinct key: the item and the key at the same
    /// position belong together. Equal keys need not be neighbours; those of neighbours alone are combined by
    /// [`reduce_by_key`](crate::reduce_by_key()), and consecutive segments by [`segments`](Chain::segments).
    ///
    /// Keys are those that can be [sorted](Key): numbers, arrays, structs with `#[derive(Key)]`. Keys are equal if their bits are,
    /// so −0.0 and +0.0 are two groups. Values of several columns are zipped; filter a table before, by
    /// [`filter`](Chain::filter) and [`collect`](Chain::collect).
    ///
    /// Lazy. The terminals are [calls](Pending) that store the keys in ascending order and a result for each. Each sorts the items by their keys, so to
    /// compute several results put them in one tuple, or [`collect`](crate::Groups::collect) the groups once. If keys are
    /// positions below a known number, [`scatter_reduce`](Chain::scatter_reduce) needs no sort.
    ///
    /// # Errors
    ///
    /// The terminals return [`LengthMismatch`](crate::ErrorKind::LengthMismatch) if the numbers of items and keys differ, and
    /// [`TargetTooShort`](crate::ErrorKind::TargetTooShort), before anything is written, if there are more groups than a target has
    /// room for.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (shop, cents) = (device.upload(&[3u32, 1, 3, 1])?, device.upload(&[250i64, 1999, 100, 1])?);
    /// let (shops, totals) = cents.iter().groups(&shop).sum().collect()?;
    /// assert_eq!((shops.to_vec()?, totals.to_vec()?), (vec![1, 3], vec![2000, 350]));
    ///
    /// // Several results in one go:
    /// let sales = cents.iter().map(op!(|c: i64| (1u64, c, c)));
    /// let both = op!(|a: (u64, i64, i64), b: (u64, i64, i64)| (a.0 + b.0, a.1 + b.1, a.2.max(b.2)));
    /// let (_, (count, total, largest)) = sales.groups(&shop).reduce((0, 0, 0), both).collect()?;
    /// assert_eq!((count.to_vec()?, total.to_vec()?, largest.to_vec()?), (vec![2, 2], vec![2000, 350], vec![1999, 250]));
    /// # Ok(()) }
    /// ```
    #[doc(alias(
        "group_by",
        "groupby",
        "into_grouping_map",
        "into_group_map",
        "aggregate",
        "reduce_by_key",
        "sort_by_key"
    ))]
    pub fn groups<I>(self, keys: I) -> Groups<E, I::Expr, B>
    where
        E: Repeatable + Indexed,
        I: IntoChain<B, Expr: Repeatable + Indexed<Item: Key>>,
    {
        Groups { input: self.expr, keys: keys.into_chain().expr, device: self.device }
    }
}
