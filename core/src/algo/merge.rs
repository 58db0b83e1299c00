pub(super) mod by_key;

use crate::backend::Backend;
use crate::chain::{Chain, IntoChain};
use crate::expr::{Indexed, Repeatable};
use crate::function::Function;
use crate::key::Key;
use crate::operator::Less;
use crate::pending::{Pending, request};
use crate::relation::Relation;
use crate::storage::Storage;
use crate::value::Value;

/// Merges two sorted sequences; of equal items those of `left` come first.
#[derive(Debug, Clone)]
pub struct Merge<L, R, F, S = ()> {
    /// The first sequence, sorted.
    pub left: L,
    /// The second sequence, sorted.
    pub right: R,
    /// The order by which both are sorted.
    pub less: F,
    /// The target, as long as both together.
    pub output: S,
}

/// Merges two sorted sequences of keys; of equal keys those of `left` come first. The order isn't checked: of unsorted
/// sequences the result holds each item once, in some order.
///
/// # Cost
///
/// Each input is read and the result written once, plus O(threads · log n) comparisons to split the work.
///
/// # Errors
///
/// The chains' own. If an input isn't sorted, the result still holds each item of both once. Their order is then the
/// same in each run on one device, but may differ between devices.
///
/// # Source
///
/// O. Green, R. McColl and D. Bader, *GPU Merge Path*, 2012.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let (a, b) = (device.upload(&[1, 3, 5])?, device.upload(&[2, 3, 4])?);
/// assert_eq!(merge(&a, &b).collect()?.to_vec()?, [1, 2, 3, 3, 4, 5]);
/// let mut all = device.filled(0, 8)?;
/// merge(&a, &b).collect_into(all.slice_mut(1..7)?)?;
/// assert_eq!(all.to_vec()?, [0, 1, 2, 3, 3, 4, 5, 0]);
/// # Ok(()) }
/// ```
#[doc(alias("merge_by_key", "DeviceMerge", "MergeKeys", "MergePairs", "kmerge"))]
// The type tells what is merged; an alias would hide that it is a call.
#[allow(clippy::type_complexity)]
#[inline(always)]
pub fn merge<B, L, R, K>(left: L, right: R) -> Pending<Merge<L::Expr, R::Expr, <Less as Relation<K>>::Before>, B>
where
    B: Backend,
    K: Key,
    L: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
    R: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
{
    merge_by(left, right, Less)
}

/// Merges two sequences that are sorted by a [relation](Relation); all else is as for [`merge`]. The order isn't
/// checked: of unsorted sequences the result holds each item once, in some order.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let (a, b) = (device.upload(&[5, 1])?, device.upload(&[4, 3])?);
/// assert_eq!(merge_by(&a, &b, op!(|x: i32, y: i32| x > y)).collect()?.to_vec()?, [5, 4, 3, 1]);
/// # Ok(()) }
/// ```
#[doc(alias("merge", "merge_by_key", "DeviceMerge", "MergePairs", "merge_join_by"))]
// The type tells what is merged; an alias would hide that it is a call.
#[allow(clippy::type_complexity)]
#[inline(always)]
pub fn merge_by<B, L, R, T, F>(left: L, right: R, relation: F) -> Pending<Merge<L::Expr, R::Expr, F::Before>, B>
where
    B: Backend,
    T: Value,
    L: IntoChain<B, Expr: Repeatable + Indexed<Item = T>>,
    R: IntoChain<B, Expr: Repeatable + Indexed<Item = T>>,
    F: Relation<T>,
{
    call(left.into_chain(), right.into_chain().expr, relation.before())
}

#[inline(always)]
pub(super) fn call<B, L, R, F>(left: Chain<L, B>, right: R, less: F) -> Pending<Merge<L, R, F>, B> {
    Pending::new(Merge { left: left.expr, right, less, output: () }, left.device)
}

request! {
    [
        L: Repeatable + Indexed<Item: Value>,
        R: Repeatable + Indexed<Item = L::Item>,
        F: Function<(L::Item, L::Item), Output = bool>
    ] [S: Storage<Item = L::Item>]
    Merge<L, R, F, ()> { left, right, less } => merge(output: S) of (L::Item,);
    check(check) {
        left.check(check);
        less.check(check);
        right.check(check);
    }
    // No vector is as long as a sum that overflows.
    exactly [left.slots().saturating_add(right.slots())]
}
