//! The set operations' functions that count the items and store none.

use super::{Intersection, call};
use crate::backend::Backend;
use crate::chain::{Chain, IntoChain};
use crate::error::{ErrorKind, Result};
use crate::expr::{Indexed, Repeatable};
use crate::key::Key;
use crate::operator::Less;
use crate::relation::Relation;
use crate::value::Value;

/// The lengths of both sequences and the number of pairs, of which the numbers of all operations are made.
#[inline(always)]
#[track_caller]
fn counted<B, T, L, R, F>(left: Chain<L, B>, right: Chain<R, B>, relation: F) -> Result<[usize; 3]>
where
    B: Backend,
    T: Value,
    L: Repeatable + Indexed<Item = T>,
    R: Repeatable + Indexed<Item = T>,
    F: Relation<T>,
{
    let (lefts, rights) = (left.len(), right.len());
    let uncountable = ErrorKind::OutOfMemory { bytes: usize::MAX, device: left.device.id() };
    let call = call(Intersection, left, right, relation);
    let pairs = match lefts.checked_add(rights) {
        Some(_) => call.count()?,
        None => return Err(call.refused(uncountable)),
    };
    Ok([lefts, rights, pairs])
}

/// Declares a count for keys and one by a relation, and the number that a count makes of those of `counted`.
macro_rules! counts {
    ($(|$lefts:pat_param, $rights:pat_param, $pairs:pat_param| $count:expr =>
        $(#[$doc:meta])* $name:ident, $(#[$doc_by:meta])* $name_by:ident;)*
    ) => {$(
        $(#[$doc])*
        #[inline(always)]
        #[track_caller]
        pub fn $name<B, L, R, K>(left: L, right: R) -> Result<usize>
        where
            B: Backend,
            K: Key,
            L: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
            R: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
        {
            let [$lefts, $rights, $pairs] = counted(left.into_chain(), right.into_chain(), Less)?;
            Ok($count)
        }

        $(#[$doc_by])*
        #[inline(always)]
        #[track_caller]
        pub fn $name_by<B, L, R, T, F>(left: L, right: R, relation: F) -> Result<usize>
        where
            B: Backend,
            T: Value,
            L: IntoChain<B, Expr: Repeatable + Indexed<Item = T>>,
            R: IntoChain<B, Expr: Repeatable + Indexed<Item = T>>,
            F: Relation<T>,
        {
            let [$lefts, $rights, $pairs] = counted(left.into_chain(), right.into_chain(), relation)?;
            Ok($count)
        }
    )*};
}

counts! {
    |lefts, rights, pairs| lefts - pairs + rights =>
    /// The number of items of the [`set_union`](crate::set_union) of two sorted sequences of keys, without the items.
    /// The order isn't checked: of unsorted sequences the result is some number.
    ///
    /// # Cost
    ///
    /// One pass that reads each input once and stores nothing, plus O(n / tile · log n) comparisons to split the work; no
    /// allocation. Temporary memory: 16 to 32 bytes for each tile of some thousand items. Waits for the count. The numbers of
    /// all four operations follow from one of them: n items on the left, m on the right and p in the intersection make a union
    /// of n + m − p, a difference of n − p and a symmetric difference of n + m − 2·p.
    ///
    /// # Determinism
    ///
    /// Exact.
    ///
    /// # Errors
    ///
    /// The chains' own, and [`OutOfMemory`](crate::ErrorKind::OutOfMemory) if no `usize` counts the items of both. If an input
    /// isn't sorted, the result is some number, at most what an operation on inputs of these lengths can keep.
    ///
    /// # Source
    ///
    /// That of [`set_union`](crate::set_union).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (a, b) = (device.upload(&[1, 2, 2, 5])?, device.upload(&[2, 2, 2, 3])?);
    /// assert_eq!(set_union_count(&a, &b)?, 6);
    /// // The Jaccard index:
    /// assert_eq!(set_intersection_count(&a, &b)? as f64 / set_union_count(&a, &b)? as f64, 2.0 / 6.0);
    /// # Ok(()) }
    /// ```
    #[doc(alias("set_union", "union_len", "jaccard"))]
    set_union_count,
    /// The number of items of the union of two sequences that are sorted by a relation
    /// ([`set_union_by`](crate::set_union_by)); otherwise as [`set_union_count`].
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (a, b) = (device.upload(&[5, 1])?, device.upload(&[5, 3])?);
    /// assert_eq!(set_union_count_by(&a, &b, op!(|x: i32, y: i32| x > y))?, 3);
    /// # Ok(()) }
    /// ```
    #[doc(alias("set_union", "set_union_by_key"))]
    set_union_count_by;

    |_, _, pairs| pairs =>
    /// The number of items of the [`set_intersection`](crate::set_intersection) of two sorted sequences of keys,
    /// without the items; otherwise as [`set_union_count`]. The order isn't checked: of unsorted sequences the result
    /// is some number.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (a, b) = (device.upload(&[1, 2, 2, 5])?, device.upload(&[2, 2, 2, 3])?);
    /// assert_eq!(set_intersection_count(&a, &b)?, 2);
    /// # Ok(()) }
    /// ```
    #[doc(alias("set_intersection", "intersection"))]
    set_intersection_count,
    /// The number of items of the intersection of two sequences that are sorted by a relation
    /// ([`set_intersection_by`](crate::set_intersection_by)); otherwise as [`set_union_count`].
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (a, b) = (device.upload(&[31, 22, 10])?, device.upload(&[25, 12, 11])?);
    /// assert_eq!(set_intersection_count_by(&a, &b, op!(|x: i32, y: i32| x / 10 > y / 10))?, 2);
    /// # Ok(()) }
    /// ```
    #[doc(alias("set_intersection", "set_intersection_by_key"))]
    set_intersection_count_by;

    |lefts, _, pairs| lefts - pairs =>
    /// The number of items of the [`set_difference`](crate::set_difference) of two sorted sequences of keys, without
    /// the items; otherwise as [`set_union_count`]. The order isn't checked: of unsorted sequences the result is some
    /// number.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (a, b) = (device.upload(&[1, 2, 2, 5])?, device.upload(&[2, 2, 2, 3])?);
    /// assert_eq!(set_difference_count(&a, &b)?, 2);
    /// # Ok(()) }
    /// ```
    #[doc(alias("set_difference", "difference"))]
    set_difference_count,
    /// The number of items of the difference of two sequences that are sorted by a relation
    /// ([`set_difference_by`](crate::set_difference_by)); otherwise as [`set_union_count`].
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (a, b) = (device.upload(&[31, 22, 10])?, device.upload(&[25, 12, 11])?);
    /// assert_eq!(set_difference_count_by(&a, &b, op!(|x: i32, y: i32| x / 10 > y / 10))?, 1);
    /// # Ok(()) }
    /// ```
    #[doc(alias("set_difference", "set_difference_by_key"))]
    set_difference_count_by;

    |lefts, rights, pairs| lefts - pairs + (rights - pairs) =>
    /// The number of items of the [`set_symmetric_difference`](crate::set_symmetric_difference) of two sorted sequences
    /// of keys, without the items; otherwise as [`set_union_count`]. The order isn't checked: of unsorted sequences the
    /// result is some number.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (a, b) = (device.upload(&[1, 2, 2, 5])?, device.upload(&[2, 2, 2, 3])?);
    /// assert_eq!(set_symmetric_difference_count(&a, &b)?, 4);
    /// # Ok(()) }
    /// ```
    #[doc(alias("set_symmetric_difference", "symmetric_difference"))]
    set_symmetric_difference_count,
    /// The number of items of the symmetric difference of two sequences that are sorted by a relation
    /// ([`set_symmetric_difference_by`](crate::set_symmetric_difference_by)); otherwise as [`set_union_count`].
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (a, b) = (device.upload(&[31, 22, 10])?, device.upload(&[25, 12, 11])?);
    /// assert_eq!(set_symmetric_difference_count_by(&a, &b, op!(|x: i32, y: i32| x / 10 > y / 10))?, 2);
    /// # Ok(()) }
    /// ```
    #[doc(alias("set_symmetric_difference", "set_symmetric_difference_by_key"))]
    set_symmetric_difference_count_by;
}
