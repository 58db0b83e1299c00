//! The set operations' functions that write into vectors that exist already.

use super::{Difference, Intersection, SymmetricDifference, Union, call};
use crate::backend::Backend;
use crate::chain::IntoChain;
use crate::error::Result;
use crate::expr::{Indexed, Repeatable};
use crate::key::Key;
use crate::operator::Less;
use crate::relation::Relation;
use crate::storage::Storage;
use crate::target::Target;
use crate::value::Value;

/// Declares an operation on keys and one by a relation.
macro_rules! into {
    ($($operator:ident: $(#[$doc:meta])* $name:ident, $(#[$doc_by:meta])* $name_by:ident;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        #[track_caller]
        pub fn $name<B, L, R, K, O>(left: L, right: R, target: O) -> Result<usize>
        where
            B: Backend,
            K: Key,
            L: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
            R: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
            O: Target<B>,
            O::Storage: Storage<Item = K>,
        {
            call($operator, left, right, Less).collect_into(target)
        }

        $(#[$doc_by])*
        #[inline(always)]
        #[track_caller]
        pub fn $name_by<B, L, R, T, F, O>(left: L, right: R, relation: F, target: O) -> Result<usize>
        where
            B: Backend,
            T: Value,
            L: IntoChain<B, Expr: Repeatable + Indexed<Item = T>>,
            R: IntoChain<B, Expr: Repeatable + Indexed<Item = T>>,
            F: Relation<T>,
            O: Target<B>,
            O::Storage: Storage<Item = T>,
        {
            call($operator, left, right, relation).collect_into(target)
        }
    )*};
}

into! {
    Union:
    /// The [`set_union`](crate::set_union) of two sorted sequences of keys, at the start of vectors that exist already;
    /// returns the number of its items. The order isn't checked: of unsorted sequences the result holds some of their
    /// items.
    ///
    /// The target is at least as long as both sequences together. Elements behind the last item stay as they were.
    ///
    /// # Cost
    ///
    /// As [`set_union`](crate::set_union), without its allocation. Waits for the count.
    ///
    /// # Errors
    ///
    /// The chains' own, and [`TargetTooShort`](crate::ErrorKind::TargetTooShort), before anything is written.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (a, b) = (device.upload(&[1, 2, 5])?, device.upload(&[2, 3])?);
    /// let mut all = device.filled(0, 5)?;
    /// let count = set_union_into(&a, &b, &mut all)?;
    /// assert_eq!((count, all.to_vec()?), (4, vec![1, 2, 3, 5, 0]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("set_union", "union"))]
    set_union_into,
    /// The union of two sequences that are sorted by a relation ([`set_union_by`](crate::set_union_by)); otherwise as
    /// [`set_union_into`].
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (a, b) = (device.upload(&[5, 1])?, device.upload(&[5, 3])?);
    /// let mut all = device.filled(0, 4)?;
    /// assert_eq!(set_union_by_into(&a, &b, op!(|x: i32, y: i32| x > y), &mut all)?, 3);
    /// assert_eq!(all.to_vec()?, [5, 3, 1, 0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("set_union", "set_union_by_key", "union"))]
    set_union_by_into;

    Intersection:
    /// The [`set_intersection`](crate::set_intersection) of two sorted sequences of keys, at the start of vectors that
    /// exist already, each at least as long as the shorter sequence; otherwise as [`set_union_into`]. The order isn't
    /// checked: of unsorted sequences the result holds some of their items.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (a, b) = (device.upload(&[1, 2, 5])?, device.upload(&[2, 3])?);
    /// let mut both = device.filled(0, 2)?;
    /// assert_eq!((set_intersection_into(&a, &b, &mut both)?, both.to_vec()?), (1, vec![2, 0]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("set_intersection", "intersection"))]
    set_intersection_into,
    /// The intersection of two sequences that are sorted by a relation
    /// ([`set_intersection_by`](crate::set_intersection_by)); otherwise as [`set_intersection_into`].
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (a, b) = (device.upload(&[31, 22])?, device.upload(&[25, 12])?);
    /// let mut both = device.filled(0, 2)?;
    /// assert_eq!(set_intersection_by_into(&a, &b, op!(|x: i32, y: i32| x / 10 > y / 10), &mut both)?, 1);
    /// assert_eq!(both.to_vec()?, [22, 0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("set_intersection", "set_intersection_by_key", "intersection", "inner_join"))]
    set_intersection_by_into;

    Difference:
    /// The [`set_difference`](crate::set_difference) of two sorted sequences of keys, at the start of vectors that
    /// exist already, each at least as long as the left sequence; otherwise as [`set_union_into`]. The order isn't
    /// checked: of unsorted sequences the result holds some of their items.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (a, b) = (device.upload(&[1, 2, 5])?, device.upload(&[2, 3])?);
    /// let mut rest = device.filled(0, 3)?;
    /// assert_eq!((set_difference_into(&a, &b, &mut rest)?, rest.to_vec()?), (2, vec![1, 5, 0]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("set_difference", "difference"))]
    set_difference_into,
    /// The difference of two sequences that are sorted by a relation
    /// ([`set_difference_by`](crate::set_difference_by)); otherwise as [`set_difference_into`].
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (a, b) = (device.upload(&[31, 22])?, device.upload(&[25, 12])?);
    /// let mut rest = device.filled(0, 2)?;
    /// assert_eq!(set_difference_by_into(&a, &b, op!(|x: i32, y: i32| x / 10 > y / 10), &mut rest)?, 1);
    /// assert_eq!(rest.to_vec()?, [31, 0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("set_difference", "set_difference_by_key", "difference", "anti_join"))]
    set_difference_by_into;

    SymmetricDifference:
    /// The [`set_symmetric_difference`](crate::set_symmetric_difference) of two sorted sequences of keys, at the start
    /// of vectors that exist already, each at least as long as both sequences together; otherwise as
    /// [`set_union_into`]. The order isn't checked: of unsorted sequences the result holds some of their items.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (a, b) = (device.upload(&[1, 2])?, device.upload(&[2, 3])?);
    /// let mut single = device.filled(0, 4)?;
    /// assert_eq!((set_symmetric_difference_into(&a, &b, &mut single)?, single.to_vec()?), (2, vec![1, 3, 0, 0]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("set_symmetric_difference", "symmetric_difference"))]
    set_symmetric_difference_into,
    /// The symmetric difference of two sequences that are sorted by a relation
    /// ([`set_symmetric_difference_by`](crate::set_symmetric_difference_by)); otherwise as
    /// [`set_symmetric_difference_into`].
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (a, b) = (device.upload(&[31, 22])?, device.upload(&[25, 12])?);
    /// let mut single = device.filled(0, 4)?;
    /// let tens_down = op!(|x: i32, y: i32| x / 10 > y / 10);
    /// assert_eq!(set_symmetric_difference_by_into(&a, &b, tens_down, &mut single)?, 2);
    /// assert_eq!(single.to_vec()?, [31, 12, 0, 0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("set_symmetric_difference", "set_symmetric_difference_by_key", "symmetric_difference"))]
    set_symmetric_difference_by_into;
}
