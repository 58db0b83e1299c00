pub(super) mod by_key;

use crate::backend::Backend;
use crate::chain::{Chain, IntoChain};
use crate::error::Result;
use crate::expr::{Indexed, Repeatable};
use crate::function::Function;
use crate::key::Key;
use crate::operator::Less;
use crate::pending::{Pending, request};
use crate::relation::Relation;
use crate::storage::{Record, Storage};
use crate::target::Target;
use crate::value::Value;

/// Merges two sorted sequences; of equal items those of `left` come first.
#[derive(Debug)]
pub struct Merge<L, R, F, S> {
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
/// One allocation; each input is read and the result written once, plus O(threads · log n) comparisons to split the work.
///
/// # Errors
///
/// The chains' own. If an input isn't sorted, the result still holds each item of both once. Their order is then the
/// same in each run on one device, but may differ between devices.
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
/// let (a, b) = (device.upload(&[1, 3, 5])?, device.upload(&[2, 3, 4])?);
/// assert_eq!(merge(&a, &b)?.to_vec()?, [1, 2, 3, 3, 4, 5]);
/// # Ok(()) }
/// ```
#[doc(alias("merge_by_key", "DeviceMerge", "MergeKeys", "MergePairs", "kmerge"))]
#[inline(always)]
#[track_caller]
pub fn merge<B, L, R, K>(left: L, right: R) -> Result<K::Vecs<B>>
where
    B: Backend,
    K: Key + Record,
    L: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
    R: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
{
    merge_by(left, right, Less)
}

/// Merges two sequences that are sorted by a [relation](Relation); all else is as for [`merge`]. The order isn't
/// checked: of unsorted sequences the result holds each item once, in some order.
///
/// # Errors
///
/// On a GPU the call may return before its work is done: then reading its output returns the failure of an operation.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let (a, b) = (device.upload(&[5, 1])?, device.upload(&[4, 3])?);
/// assert_eq!(merge_by(&a, &b, op!(|x: i32, y: i32| x > y))?.to_vec()?, [5, 4, 3, 1]);
/// # Ok(()) }
/// ```
#[doc(alias("merge", "merge_by_key", "DeviceMerge", "MergePairs", "merge_join_by"))]
#[inline(always)]
#[track_caller]
pub fn merge_by<B, L, R, T, F>(left: L, right: R, relation: F) -> Result<T::Vecs<B>>
where
    B: Backend,
    T: Record,
    L: IntoChain<B, Expr: Repeatable + Indexed<Item = T>>,
    R: IntoChain<B, Expr: Repeatable + Indexed<Item = T>>,
    F: Relation<T>,
{
    call(left.into_chain(), right.into_chain().expr, relation.before()).collect()
}

/// Merges two sorted sequences of keys as [`merge`] does, into vectors that exist already, as long as both sequences
/// together. The order isn't checked: of unsorted sequences the result holds each item once, in some order.
///
/// # Errors
///
/// The chains' own, and [`LengthMismatch`](crate::ErrorKind::LengthMismatch), before anything is written.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let (a, b) = (device.upload(&[1, 3, 5])?, device.upload(&[2, 3])?);
/// let mut all = device.filled(0, 5)?;
/// merge_into(&a, &b, &mut all)?;
/// assert_eq!(all.to_vec()?, [1, 2, 3, 3, 5]);
/// # Ok(()) }
/// ```
#[doc(alias("merge", "DeviceMerge", "MergeKeys"))]
#[inline(always)]
#[track_caller]
pub fn merge_into<B, L, R, K, O>(left: L, right: R, target: O) -> Result<()>
where
    B: Backend,
    K: Key,
    L: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
    R: IntoChain<B, Expr: Repeatable + Indexed<Item = K>>,
    O: Target<B>,
    O::Storage: Storage<Item = K>,
{
    merge_by_into(left, right, Less, target)
}

/// Merges two sequences that are sorted by a [relation](Relation), as [`merge_by`] does, into vectors that exist
/// already, as long as both sequences together. If the relation panics, the target holds old, new and meaningless
/// items. The order isn't checked: of unsorted sequences the result holds each item once, in some order.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let (a, b) = (device.upload(&[5, 1])?, device.upload(&[4, 3])?);
/// let mut all = device.filled(0, 6)?;
/// merge_by_into(&a, &b, op!(|x: i32, y: i32| x > y), all.slice_mut(1..5)?)?;
/// assert_eq!(all.to_vec()?, [0, 5, 4, 3, 1, 0]);
/// # Ok(()) }
/// ```
#[doc(alias("merge", "merge_by_key", "DeviceMerge", "MergePairs"))]
#[inline(always)]
#[track_caller]
pub fn merge_by_into<B, L, R, T, F, O>(left: L, right: R, relation: F, target: O) -> Result<()>
where
    B: Backend,
    T: Value,
    L: IntoChain<B, Expr: Repeatable + Indexed<Item = T>>,
    R: IntoChain<B, Expr: Repeatable + Indexed<Item = T>>,
    F: Relation<T>,
    O: Target<B>,
    O::Storage: Storage<Item = T>,
{
    call(left.into_chain(), right.into_chain().expr, relation.before()).collect_into(target)
}

#[inline(always)]
pub(super) fn call<B, L, R, F>(left: Chain<L, B>, right: R, less: F) -> Pending<Merge<L, R, F, ()>, B> {
    Pending::new(Merge { left: left.expr, right, less, output: () }, left.device, "merge_into")
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
