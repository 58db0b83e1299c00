//! Merges of keys with values.

use super::call;
use crate::backend::Backend;
use crate::chain::IntoChain;
use crate::error::Result;
use crate::expr::{Indexed, Repeatable};
use crate::functor::OnFirst;
use crate::key::Key;
use crate::operator::Less;
use crate::relation::Relation;
use crate::storage::{Record, Storage};
use crate::target::Target;
use crate::value::Value;

/// Vectors of keys and of the values that belong to them.
pub type KeyedVecs<B, K, V> = (<K as Record>::Vecs<B>, <V as Record>::Vecs<B>);

/// Merges two sorted sequences of keys, and the values along; of equal keys those on the left come first. The order
/// isn't checked: of unsorted sequences the result holds each item once, in some order.
///
/// Values are items of any type, or tuples, which are stored as columns.
///
/// # Cost
///
/// An allocation for each column; each input is read and each result written once, plus O(threads · log n) comparisons to split
/// the work.
///
/// # Errors
///
/// The chains' own, and [`LengthMismatch`](crate::ErrorKind::LengthMismatch) if a side has more keys than values, or fewer. If
/// keys aren't sorted, the result is as for [`merge`](crate::merge()).
///
/// On a GPU the call may return before its work is done: then reading its output returns the failure of an operation.
///
/// # Source
///
/// O. Green, R. McColl and D. Bader, *GPU Merge Path*, 2012.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let (a, x) = (device.upload(&[1, 3, 5])?, device.upload(&[0.1, 0.3, 0.5])?);
/// let (b, y) = (device.upload(&[2, 3])?, device.upload(&[2.0, 3.0])?);
/// let (keys, values) = merge_by_key(&a, &x, &b, &y)?;
/// assert_eq!((keys.to_vec()?, values.to_vec()?), (vec![1, 2, 3, 3, 5], vec![0.1, 2.0, 0.3, 3.0, 0.5]));
/// # Ok(()) }
/// ```
#[doc(alias("merge", "DeviceMerge", "MergePairs"))]
#[inline(always)]
#[track_caller]
pub fn merge_by_key<B, LK, LV, RK, RV, K, V>(
    left_keys: LK,
    left_values: LV,
    right_keys: RK,
    right_values: RV,
) -> Result<KeyedVecs<B, K, V>>
where
    B: Backend,
    K: Key + Record,
    V: Record,
    LK: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
    LV: IntoChain<B, Expr: Repeatable + Indexed<Item = V>>,
    RK: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
    RV: IntoChain<B, Expr: Repeatable + Indexed<Item = V>>,
{
    merge_by_key_with(left_keys, left_values, right_keys, right_values, Less)
}

/// Merges two sequences of keys that are sorted by a [relation](Relation), and the values along; all else is as for
/// [`merge_by_key`]. The order isn't checked: of unsorted sequences the result holds each item once, in some order.
///
/// # Errors
///
/// On a GPU the call may return before its work is done: then reading its output returns the failure of an operation.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let (a, b) = (device.upload(&[5, 1])?, device.upload(&[3])?);
/// let (keys, side) = merge_by_key_with(&a, device.constant(7u8, 2), &b, device.constant(8, 1), Greater)?;
/// assert_eq!((keys.to_vec()?, side.to_vec()?), (vec![5, 3, 1], vec![7, 8, 7]));
/// # Ok(()) }
/// ```
#[doc(alias("merge", "merge_by_key", "DeviceMerge", "MergePairs"))]
#[inline(always)]
#[track_caller]
pub fn merge_by_key_with<B, LK, LV, RK, RV, K, V, F>(
    left_keys: LK,
    left_values: LV,
    right_keys: RK,
    right_values: RV,
    relation: F,
) -> Result<KeyedVecs<B, K, V>>
where
    B: Backend,
    K: Record,
    V: Record,
    LK: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
    LV: IntoChain<B, Expr: Repeatable + Indexed<Item = V>>,
    RK: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
    RV: IntoChain<B, Expr: Repeatable + Indexed<Item = V>>,
    F: Relation<K>,
{
    let (left, right) = (left_keys.into_chain().zip(left_values), right_keys.into_chain().zip(right_values));
    call(left, right.expr, OnFirst(relation.before())).collect()
}

/// Merges two sorted sequences of keys, and the values along, as [`merge_by_key`] does, into vectors that exist
/// already, as long as both sequences together. The order isn't checked: of unsorted sequences the result holds each
/// item once, in some order.
///
/// # Errors
///
/// The chains' own, and [`LengthMismatch`](crate::ErrorKind::LengthMismatch), before anything is written.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let (a, b) = (device.upload(&[1, 3])?, device.upload(&[2])?);
/// let (mut keys, mut values) = (device.filled(0, 3)?, device.filled(0u8, 3)?);
/// merge_by_key_into(&a, device.range(0u8..2), &b, device.range(7u8..8), &mut keys, &mut values)?;
/// assert_eq!((keys.to_vec()?, values.to_vec()?), (vec![1, 2, 3], vec![0, 7, 1]));
/// # Ok(()) }
/// ```
#[doc(alias("merge", "merge_by_key", "DeviceMerge", "MergePairs"))]
#[inline(always)]
#[track_caller]
pub fn merge_by_key_into<B, LK, LV, RK, RV, K, V, TK, TV>(
    left_keys: LK,
    left_values: LV,
    right_keys: RK,
    right_values: RV,
    out_keys: TK,
    out_values: TV,
) -> Result<()>
where
    B: Backend,
    K: Key,
    V: Value,
    LK: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
    LV: IntoChain<B, Expr: Repeatable + Indexed<Item = V>>,
    RK: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
    RV: IntoChain<B, Expr: Repeatable + Indexed<Item = V>>,
    TK: Target<B, Storage: Storage<Item = K>>,
    TV: Target<B, Storage: Storage<Item = V>>,
{
    merge_by_key_with_into(left_keys, left_values, right_keys, right_values, Less, out_keys, out_values)
}

/// Merges two sequences of keys that are sorted by a [relation](Relation), and the values along, into vectors that
/// exist already, as [`merge_by_key_into`] does. If the relation panics, the targets hold old, new and meaningless
/// items. The order isn't checked: of unsorted sequences the result holds each item once, in some order.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let (a, b) = (device.upload(&[5, 1])?, device.upload(&[3])?);
/// let (mut keys, mut values) = (device.filled(0, 3)?, device.filled(0u8, 3)?);
/// merge_by_key_with_into(&a, device.range(0u8..2), &b, device.range(7u8..8), Greater, &mut keys, &mut values)?;
/// assert_eq!((keys.to_vec()?, values.to_vec()?), (vec![5, 3, 1], vec![0, 7, 1]));
/// # Ok(()) }
/// ```
#[doc(alias("merge", "merge_by_key", "DeviceMerge", "MergePairs"))]
#[inline(always)]
#[track_caller]
pub fn merge_by_key_with_into<B, LK, LV, RK, RV, K, V, F, TK, TV>(
    left_keys: LK,
    left_values: LV,
    right_keys: RK,
    right_values: RV,
    relation: F,
    out_keys: TK,
    out_values: TV,
) -> Result<()>
where
    B: Backend,
    K: Value,
    V: Value,
    LK: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
    LV: IntoChain<B, Expr: Repeatable + Indexed<Item = V>>,
    RK: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
    RV: IntoChain<B, Expr: Repeatable + Indexed<Item = V>>,
    F: Relation<K>,
    TK: Target<B, Storage: Storage<Item = K>>,
    TV: Target<B, Storage: Storage<Item = V>>,
{
    let (left, right) = (left_keys.into_chain().zip(left_values), right_keys.into_chain().zip(right_values));
    call(left, right.expr, OnFirst(relation.before())).collect_into((out_keys, out_values))
}
