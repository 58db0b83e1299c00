pub(super) mod counts;
pub(super) mod into;
pub(super) mod terminals;

use crate::backend::Backend;
use crate::chain::{Chain, IntoChain};
use crate::device::{Check, checked};
use crate::error::Result;
use crate::expr::{Expr, Indexed, Repeatable};
use crate::function::Function;
use crate::relation::Relation;
use crate::storage::{Record, Storage};
use crate::value::Value;

/// Combines two sorted sequences as multisets. The r-th of several equal items of `left` and the r-th of these in
/// `right` are a pair; the other items are single. The operator says which of them are kept, in order.
#[derive(Debug)]
pub struct SetOperation<K, L, R, F, S> {
    /// The operator, which says which items are kept.
    pub operator: K,
    /// The left sequence, sorted.
    pub left: L,
    /// The right sequence, sorted.
    pub right: R,
    /// The order in which both are sorted: a strict weak order.
    pub less: F,
    /// The target, as long as the result of any items of these lengths can be.
    pub output: S,
}

/// The items that a set operation keeps. Every combination is an operation.
pub trait SetOperator: Copy + Send + Sync + 'static {
    /// Whether single items of the left sequence are kept.
    const LEFT: bool;
    /// Whether single items of the right sequence are kept.
    const RIGHT: bool;
    /// Whether the left item of each pair is kept.
    const PAIRS: bool;
}

/// The most items that an operation on sequences of these lengths keeps; none if no `usize` counts the items of both.
fn most<K: SetOperator>(lefts: usize, rights: usize) -> Option<usize> {
    lefts.checked_add(rights)?;
    let if_kept = |kept: bool, items: usize| if kept { items } else { 0 };
    // The number of kept items is linear in that of pairs.
    let kept = |pairs| if_kept(K::LEFT, lefts - pairs) + if_kept(K::RIGHT, rights - pairs) + if_kept(K::PAIRS, pairs);
    Some(kept(0).max(kept(lefts.min(rights))))
}

macro_rules! operators {
    ($($(#[$doc:meta])* $name:ident: $left:literal $right:literal $pairs:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        pub struct $name;
        impl SetOperator for $name {
            const LEFT: bool = $left;
            const RIGHT: bool = $right;
            const PAIRS: bool = $pairs;
        }
    )*};
}
operators! {
    /// Keeps every item, and of a pair the left one: [`set_union`](terminals::set_union).
    Union: true true true;
    /// Keeps the left item of each pair: [`set_intersection`](terminals::set_intersection).
    Intersection: false false true;
    /// Keeps the single items of the left sequence: [`set_difference`](terminals::set_difference).
    Difference: true false false;
    /// Keeps the single items of both sequences: [`set_symmetric_difference`](terminals::set_symmetric_difference).
    SymmetricDifference: true true false;
}

/// Checks the parts of an operation and has the device run it.
#[inline(always)]
#[track_caller]
fn set_operation<K, B, L, R, T, F>(operator: K, left: L, right: R, relation: F) -> Result<T::Vecs<B>>
where
    K: SetOperator,
    B: Backend,
    T: Record,
    L: IntoChain<B, Expr: Repeatable + Indexed<Item = T>>,
    R: IntoChain<B, Expr: Repeatable + Indexed<Item = T>>,
    F: Relation<T>,
{
    let (left, right) = (left.into_chain(), right.into_chain().expr);
    let most = most::<K>(left.expr.slots(), right.slots());
    let (device, parts) = (left.device, (left.expr, right, relation.before()));
    let uses = checked!(device.stream_id(), &parts, |(left, right, less), check| {
        left.check(check);
        less.check(check);
        right.check(check);
        check.countable(most);
    });
    let (left, right, less) = parts;
    // The check has found that there is a number.
    let most = most.unwrap_or(usize::MAX);
    // SAFETY: [`Backend::set_operation`] writes the first `count` items, to which the vectors are cut; if it fails,
    // they are dropped.
    let mut out = unsafe { T::allocate(&device, most)? };
    let output: T::Storage = T::storage(&mut out);
    debug_assert_eq!(output.len(), most);
    // SAFETY: both chains, the relation and the output are checked; the output is new, as long as the result can be.
    let count =
        uses.done(&device, unsafe { device.set_operation(SetOperation { operator, left, right, less, output }) })?;
    T::cut::<B>(&mut out, count)?;
    Ok(out)
}

/// Checks the parts of an operation and its target, which the caller has borrowed mutably, and has the device run it.
#[inline(always)]
#[track_caller]
fn set_operation_into<K, B, L, R, T, F, S>(operator: K, left: L, right: R, relation: F, output: S) -> Result<usize>
where
    K: SetOperator,
    B: Backend,
    T: Value,
    L: IntoChain<B, Expr: Repeatable + Indexed<Item = T>>,
    R: IntoChain<B, Expr: Repeatable + Indexed<Item = T>>,
    F: Relation<T>,
    S: Storage<Item = T>,
{
    // A number of items that overflows becomes a length that no target has.
    let room = |most: Option<usize>, check: &mut Check| {
        check.room("set_operation_into", most.unwrap_or(usize::MAX), output.len());
    };
    run_into(operator, left.into_chain(), right.into_chain().expr, relation, output, room)
}

/// Checks the parts of an operation and its target, and has the device run it. `fits` reports a target without room for the most
/// items that there may be, and their number, if there is none.
#[inline(always)]
#[track_caller]
fn run_into<K, B, L, R, T, F, S>(
    operator: K,
    left: Chain<L, B>,
    right: R,
    relation: F,
    output: S,
    fits: impl Fn(Option<usize>, &mut Check),
) -> Result<usize>
where
    K: SetOperator,
    B: Backend,
    T: Value,
    L: Repeatable + Indexed<Item = T>,
    R: Repeatable + Indexed<Item = T>,
    F: Relation<T>,
    S: Storage<Item = T>,
{
    let most = most::<K>(left.expr.slots(), right.slots());
    let (device, parts) = (left.device, (left.expr, right, relation.before()));
    let uses = checked!(device.stream_id(), &parts, |(left, right, less), check| {
        left.check(check);
        less.check(check);
        right.check(check);
        fits(most, check);
        output.check(check);
    });
    let (left, right, less) = parts;
    let output = output.first(most.unwrap_or(usize::MAX));
    // SAFETY: both chains, the relation and the target are checked; the target is borrowed mutably, and its first items are
    // as many as the result can have.
    uses.done(&device, unsafe { device.set_operation(SetOperation { operator, left, right, less, output }) })
}
