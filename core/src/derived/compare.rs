use crate::backend::Backend;
use crate::chain::{Chain, IntoChain};
use crate::error::Result;
use crate::expr::{Expr, Indexed, Repeatable};
use crate::function::Function;
use crate::functor::{Not, Pairwise, Uncurry};
use crate::into_function::IntoFunction;
use crate::key::Key;
use crate::operator::{Greater, Less, Same};
use crate::relation::Relation;
use crate::value::Value;

impl<E: Expr, B: Backend> Chain<E, B> {
    /// Whether two chains have the same length and the same items, bit for bit (so NaN equals NaN and −0.0 doesn't equal
    /// +0.0; see [`Key`]). Costs one pass that ends soon after the first difference, or none if the lengths differ; waits for
    /// the answer.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1, 2, 3])?;
    /// assert!(x.iter().equal(device.range(1..4))?);
    /// assert!(!x.iter().equal(device.range(1..5))?);
    /// # Ok(()) }
    /// ```
    #[doc(alias("eq", "PartialEq"))]
    #[inline(always)]
    #[track_caller]
    pub fn equal<C: IntoChain<B, Expr: Repeatable + Indexed<Item = E::Item>>>(self, other: C) -> Result<bool>
    where
        E: Repeatable + Indexed,
        E::Item: Key,
    {
        let other = other.into_chain();
        if self.len() != other.len() {
            return self.unread().and(other.unread()).map(|()| false);
        }
        Ok(self.mismatch(other)?.is_none())
    }

    /// The first position where two chains of the same length differ, bit for bit. Costs as
    /// [`position`](Chain::position). If the lengths differ, returns
    /// [`LengthMismatch`](crate::ErrorKind::LengthMismatch).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[0, 1, 7])?;
    /// assert_eq!(x.iter().mismatch(device.range(0..3))?, Some(2));
    /// # Ok(()) }
    /// ```
    #[doc(alias("ne"))]
    #[inline(always)]
    #[track_caller]
    pub fn mismatch<C: IntoChain<B, Expr: Repeatable + Indexed<Item = E::Item>>>(
        self,
        other: C,
    ) -> Result<Option<usize>>
    where
        E: Repeatable + Indexed,
        E::Item: Key,
    {
        self.zip(other).position(Not(Uncurry(Same)))
    }

    /// The position of the first of two equal neighbours (see [`Key`]), or `None`. Costs as [`position`](Chain::position): it
    /// ends soon after the first such pair. For another relation, use `windows::<2>` and `position`.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert_eq!(device.upload(&[3, 1, 3, 3, 3])?.iter().adjacent_find()?, Some(2));
    /// assert_eq!(device.range(0..9).adjacent_find()?, None);
    /// # Ok(()) }
    /// ```
    #[doc(alias("has_duplicates", "all_unique"))]
    #[inline(always)]
    #[track_caller]
    pub fn adjacent_find(self) -> Result<Option<usize>>
    where
        E: Repeatable + Indexed,
        E::Item: Key,
    {
        self.windows::<2>().position(Pairwise(Same))
    }

    /// Whether all items that a predicate holds for come before all others. Costs as [`position`](Chain::position), with two
    /// evaluations of the predicate for each item. [`partition_point`](crate::DeviceVec::partition_point) then returns the
    /// number of the former.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[2, 4, 6, 1, 3])?;
    /// assert!(x.iter().is_partitioned(op!(|v: i32| v % 2 == 0))?);
    /// assert!(!x.iter().is_partitioned(op!(|v: i32| v < 3))?);
    /// # Ok(()) }
    /// ```
    #[doc(alias("partition", "partition_point"))]
    #[inline(always)]
    #[track_caller]
    pub fn is_partitioned<O, F>(self, predicate: O) -> Result<bool>
    where
        E: Repeatable + Indexed,
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output = bool>,
    {
        // A neighbouring pair (false, true) means that the predicate holds again after it has failed.
        Ok(self.map(predicate).windows::<2>().position(Pairwise(Less))?.is_none())
    }

    /// Whether no item comes before its predecessor by a [relation](Relation). Costs as [`position`](Chain::position).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[9, 5, 5, 1])?;
    /// assert!(x.iter().is_sorted_by(Greater)?);
    /// assert!(!x.iter().is_sorted_by(op!(|a: i32, b: i32| a < b))?);
    /// # Ok(()) }
    /// ```
    #[doc(alias("is_sorted", "is_sorted_until", "is_sorted_by_key"))]
    #[inline(always)]
    #[track_caller]
    pub fn is_sorted_by<F: Relation<E::Item>>(self, relation: F) -> Result<bool>
    where
        E: Repeatable + Indexed,
        E::Item: Value,
    {
        // The chain is reversed, so the first item of a pair is the later one.
        Ok(self.rev().windows::<2>().position(Pairwise(relation.before()))?.is_none())
    }

    /// Whether no item comes before its predecessor in the order of [`Key`]. Costs as
    /// [`position`](Chain::position): it ends soon after the first descent.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert!(device.upload(&[1.0f32, 1.0, 2.0])?.iter().is_sorted()?);
    /// # Ok(()) }
    /// ```
    #[doc(alias("is_sorted_until"))]
    #[inline(always)]
    #[track_caller]
    pub fn is_sorted(self /* by a relation: `is_sorted_by(Greater)` */) -> Result<bool>
    where
        E: Repeatable + Indexed,
        E::Item: Key,
    {
        Ok(self.windows::<2>().position(Pairwise(Greater))?.is_none())
    }
}
