//! The set operations' functions.

use super::{Difference, Intersection, SetOperationCall, SymmetricDifference, Union, call};
use crate::backend::Backend;
use crate::chain::IntoChain;
use crate::expr::{Indexed, Repeatable};
use crate::key::Key;
use crate::operator::Less;
use crate::relation::Relation;
use crate::value::Value;

/// The union of two sorted sequences of keys: a key that occurs a times in `left` and b times in `right` occurs `max(a,
/// b)` times, all of `left`'s before the last `b - a` of `right`'s. The order isn't checked: of unsorted sequences the
/// result holds some of their items.
///
/// # Cost
///
/// One pass that reads each input once and writes each kept item once, plus O(n / tile · log n) comparisons to split the work.
/// Temporary memory: 16 to 32 bytes for each tile of some thousand items. Waits for the count. A vector has room for the most items
/// that there can be, and is cut to the kept ones afterwards.
///
/// # Errors
///
/// The chains' own. If an input isn't sorted, the result holds some items of the inputs, at most as many as an
/// operation on inputs of these lengths can keep. They are the same in each run on one device, but may differ between
/// devices.
///
/// # Source
///
/// S. Baxter, *moderngpu*, 2013 (the balanced path); O. Green, R. McColl and D. Bader, *GPU Merge Path*, 2012.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let (a, b) = (device.upload(&[1, 2, 2, 5])?, device.upload(&[2, 2, 2, 3])?);
/// assert_eq!(set_union(&a, &b).collect()?.to_vec()?, [1, 2, 2, 2, 3, 5]);
/// let mut all = device.filled(0, 8)?;
/// let count = set_union(&a, &b).collect_into(&mut all)?;
/// assert_eq!(all.slice(..count)?.to_vec()?, [1, 2, 2, 2, 3, 5]);
/// # Ok(()) }
/// ```
#[doc(alias("union", "BTreeSet", "union1d"))]
#[inline(always)]
pub fn set_union<B, L, R, K>(left: L, right: R) -> SetOperationCall<Union, L, R, <Less as Relation<K>>::Before, B>
where
    B: Backend,
    K: Key,
    L: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
    R: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
{
    call(Union, left, right, Less)
}

/// The union of two sequences that are sorted by a [relation](Relation); otherwise as [`set_union`]. Items are equal if
/// neither comes before the other. The order isn't checked: of unsorted sequences the result holds some of their items.
///
/// Columns that the comparator doesn't look at move along:
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let (key, value) = (device.upload(&[1, 3])?, device.upload(&[0.1f32, 0.3])?);
/// let (more, values) = (device.upload(&[2, 3])?, device.upload(&[20.0f32, 30.0])?);
/// let before = op!(|a: (i32, f32), b: (i32, f32)| a.0 < b.0);
/// let (key, value) = set_union_by(key.iter().zip(&value), more.iter().zip(&values), before).collect()?;
/// assert_eq!(key.to_vec()?, [1, 2, 3]);
/// assert_eq!(value.to_vec()?, [0.1, 20.0, 0.3]);
/// # Ok(()) }
/// ```
#[doc(alias("set_union_by_key", "union"))]
#[inline(always)]
pub fn set_union_by<B, L, R, T, F>(left: L, right: R, relation: F) -> SetOperationCall<Union, L, R, F::Before, B>
where
    B: Backend,
    T: Value,
    L: IntoChain<B, Expr: Repeatable + Indexed<Item = T>>,
    R: IntoChain<B, Expr: Repeatable + Indexed<Item = T>>,
    F: Relation<T>,
{
    call(Union, left, right, relation)
}

/// The intersection of two sorted sequences of keys: a key that occurs a times in `left` and b times in `right` occurs
/// `min(a, b)` times, the first of `left`'s. Cost, errors and source are those of [`set_union`]. The order isn't
/// checked: of unsorted sequences the result holds some of their items.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let (a, b) = (device.upload(&[1, 2, 2, 5])?, device.upload(&[2, 2, 2, 3])?);
/// assert_eq!(set_intersection(&a, &b).collect()?.to_vec()?, [2, 2]);
/// # Ok(()) }
/// ```
#[doc(alias("intersection", "BTreeSet", "intersect1d"))]
#[inline(always)]
pub fn set_intersection<B, L, R, K>(
    left: L,
    right: R,
) -> SetOperationCall<Intersection, L, R, <Less as Relation<K>>::Before, B>
where
    B: Backend,
    K: Key,
    L: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
    R: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
{
    call(Intersection, left, right, Less)
}

/// The intersection of two sequences that are sorted by a [relation](Relation); otherwise as [`set_intersection`].
/// Items are equal if neither comes before the other. The order isn't checked: of unsorted sequences the result holds
/// some of their items.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let (a, b) = (device.upload(&[31, 22, 10])?, device.upload(&[25, 12, 11])?);
/// let tens_down = op!(|x: i32, y: i32| x / 10 > y / 10);
/// assert_eq!(set_intersection_by(&a, &b, tens_down).collect()?.to_vec()?, [22, 10]);
/// # Ok(()) }
/// ```
#[doc(alias("set_intersection_by_key", "intersection", "inner_join"))]
#[inline(always)]
pub fn set_intersection_by<B, L, R, T, F>(
    left: L,
    right: R,
    relation: F,
) -> SetOperationCall<Intersection, L, R, F::Before, B>
where
    B: Backend,
    T: Value,
    L: IntoChain<B, Expr: Repeatable + Indexed<Item = T>>,
    R: IntoChain<B, Expr: Repeatable + Indexed<Item = T>>,
    F: Relation<T>,
{
    call(Intersection, left, right, relation)
}

/// The difference of two sorted sequences of keys: a key that occurs a times in `left` and b times in `right` occurs
/// `a - b` times, the last of `left`'s, or not at all. Cost, errors and source are those of [`set_union`]. The order
/// isn't checked: of unsorted sequences the result holds some of their items.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let (a, b) = (device.upload(&[1, 2, 2, 2, 5])?, device.upload(&[2, 2, 3, 5])?);
/// assert_eq!(set_difference(&a, &b).collect()?.to_vec()?, [1, 2]);
/// # Ok(()) }
/// ```
#[doc(alias("difference", "BTreeSet", "setdiff1d"))]
#[inline(always)]
pub fn set_difference<B, L, R, K>(
    left: L,
    right: R,
) -> SetOperationCall<Difference, L, R, <Less as Relation<K>>::Before, B>
where
    B: Backend,
    K: Key,
    L: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
    R: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
{
    call(Difference, left, right, Less)
}

/// The difference of two sequences that are sorted by a [relation](Relation); otherwise as [`set_difference`]. Items
/// are equal if neither comes before the other. The order isn't checked: of unsorted sequences the result holds some of
/// their items.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let (a, b) = (device.upload(&[31, 22, 10])?, device.upload(&[25, 12, 11])?);
/// let tens_down = op!(|x: i32, y: i32| x / 10 > y / 10);
/// assert_eq!(set_difference_by(&a, &b, tens_down).collect()?.to_vec()?, [31]);
/// # Ok(()) }
/// ```
#[doc(alias("set_difference_by_key", "difference", "anti_join"))]
#[inline(always)]
pub fn set_difference_by<B, L, R, T, F>(
    left: L,
    right: R,
    relation: F,
) -> SetOperationCall<Difference, L, R, F::Before, B>
where
    B: Backend,
    T: Value,
    L: IntoChain<B, Expr: Repeatable + Indexed<Item = T>>,
    R: IntoChain<B, Expr: Repeatable + Indexed<Item = T>>,
    F: Relation<T>,
{
    call(Difference, left, right, relation)
}

/// The symmetric difference of two sorted sequences of keys: a key that occurs a times in `left` and b times in `right`
/// occurs `|a - b|` times, the last of the sequence that has more. Cost, errors and source are those of [`set_union`].
/// The order isn't checked: of unsorted sequences the result holds some of their items.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let (a, b) = (device.upload(&[1, 2, 2, 5])?, device.upload(&[2, 2, 2, 3])?);
/// assert_eq!(set_symmetric_difference(&a, &b).collect()?.to_vec()?, [1, 2, 3, 5]);
/// # Ok(()) }
/// ```
#[doc(alias("symmetric_difference", "BTreeSet", "setxor1d"))]
#[inline(always)]
pub fn set_symmetric_difference<B, L, R, K>(
    left: L,
    right: R,
) -> SetOperationCall<SymmetricDifference, L, R, <Less as Relation<K>>::Before, B>
where
    B: Backend,
    K: Key,
    L: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
    R: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
{
    call(SymmetricDifference, left, right, Less)
}

/// The symmetric difference of two sequences that are sorted by a [relation](Relation); otherwise as
/// [`set_symmetric_difference`]. Items are equal if neither comes before the other. The order isn't checked: of
/// unsorted sequences the result holds some of their items.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let (a, b) = (device.upload(&[31, 22, 10])?, device.upload(&[25, 12, 11])?);
/// let tens_down = op!(|x: i32, y: i32| x / 10 > y / 10);
/// assert_eq!(set_symmetric_difference_by(&a, &b, tens_down).collect()?.to_vec()?, [31, 11]);
/// # Ok(()) }
/// ```
#[doc(alias("set_symmetric_difference_by_key", "symmetric_difference"))]
#[inline(always)]
pub fn set_symmetric_difference_by<B, L, R, T, F>(
    left: L,
    right: R,
    relation: F,
) -> SetOperationCall<SymmetricDifference, L, R, F::Before, B>
where
    B: Backend,
    T: Value,
    L: IntoChain<B, Expr: Repeatable + Indexed<Item = T>>,
    R: IntoChain<B, Expr: Repeatable + Indexed<Item = T>>,
    F: Relation<T>,
{
    call(SymmetricDifference, left, right, relation)
}
