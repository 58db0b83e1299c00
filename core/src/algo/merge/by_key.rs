//! Merges of keys with values.

use super::{Merge, call};
use crate::backend::Backend;
use crate::chain::IntoChain;
use crate::expr::{Indexed, Repeatable, Zip};
use crate::functor::OnFirst;
use crate::key::Key;
use crate::operator::Less;
use crate::pending::Pending;
use crate::relation::Relation;
use crate::storage::Record;
use crate::value::Value;

/// The merge of keys, sorted by a relation, with the values that belong to them.
pub type MergeByKey<LK, LV, RK, RV, F, B> = Merge<
    Zip<(<LK as IntoChain<B>>::Expr, <LV as IntoChain<B>>::Expr)>,
    Zip<(<RK as IntoChain<B>>::Expr, <RV as IntoChain<B>>::Expr)>,
    OnFirst<F>,
>;

/// Vectors of keys and of the values that belong to them.
pub type KeyedVecs<B, K, V> = (<K as Record>::Vecs<B>, <V as Record>::Vecs<B>);

/// Merges two sorted sequences of keys, and the values along; of equal keys those on the left come first. The order
/// isn't checked: of unsorted sequences the result holds each item once, in some order.
///
/// Values are items of any type, or tuples, which are stored as columns.
///
/// # Cost
///
/// Each input is read and each result written once, plus O(threads · log n) comparisons to split the work.
///
/// # Errors
///
/// The chains' own, and [`LengthMismatch`](crate::ErrorKind::LengthMismatch) if a side has more keys than values, or fewer. If
/// keys aren't sorted, the result is as for [`merge`](crate::merge()).
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
/// let (keys, values) = merge_by_key(&a, &x, &b, &y).collect()?;
/// assert_eq!((keys.to_vec()?, values.to_vec()?), (vec![1, 2, 3, 3, 5], vec![0.1, 2.0, 0.3, 3.0, 0.5]));
/// let (mut keys, mut values) = (device.filled(0, 5)?, device.filled(0.0, 5)?);
/// merge_by_key(&a, &x, &b, &y).collect_into((&mut keys, &mut values))?;
/// assert_eq!(values.to_vec()?, [0.1, 2.0, 0.3, 3.0, 0.5]);
/// # Ok(()) }
/// ```
#[doc(alias("merge", "DeviceMerge", "MergePairs"))]
// The type tells what is merged; an alias would hide that it is a call.
#[allow(clippy::type_complexity)]
#[inline(always)]
pub fn merge_by_key<B, LK, LV, RK, RV, K, V>(
    left_keys: LK,
    left_values: LV,
    right_keys: RK,
    right_values: RV,
) -> Pending<MergeByKey<LK, LV, RK, RV, <Less as Relation<K>>::Before, B>, B>
where
    B: Backend,
    K: Key,
    V: Value,
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
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let (a, b) = (device.upload(&[5, 1])?, device.upload(&[3])?);
/// let (keys, side) = merge_by_key_with(&a, device.constant(7u8, 2), &b, device.constant(8, 1), Greater).collect()?;
/// assert_eq!((keys.to_vec()?, side.to_vec()?), (vec![5, 3, 1], vec![7, 8, 7]));
/// # Ok(()) }
/// ```
#[doc(alias("merge", "merge_by_key", "DeviceMerge", "MergePairs"))]
// The type tells what is merged; an alias would hide that it is a call.
#[allow(clippy::type_complexity)]
#[inline(always)]
pub fn merge_by_key_with<B, LK, LV, RK, RV, K, V, F>(
    left_keys: LK,
    left_values: LV,
    right_keys: RK,
    right_values: RV,
    relation: F,
) -> Pending<MergeByKey<LK, LV, RK, RV, F::Before, B>, B>
where
    B: Backend,
    K: Value,
    V: Value,
    LK: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
    LV: IntoChain<B, Expr: Repeatable + Indexed<Item = V>>,
    RK: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
    RV: IntoChain<B, Expr: Repeatable + Indexed<Item = V>>,
    F: Relation<K>,
{
    let (left, right) = (left_keys.into_chain().zip(left_values), right_keys.into_chain().zip(right_values));
    call(left, right.expr, OnFirst(relation.before()))
}
