pub(super) mod counts;
pub(super) mod terminals;

use crate::backend::Backend;
use crate::chain::IntoChain;
use crate::expr::{Expr, Indexed, Repeatable};
use crate::function::Function;
use crate::pending::{Pending, request};
use crate::relation::Relation;
use crate::storage::Storage;
use crate::value::Value;

/// Combines two sorted sequences as multisets. The r-th of several equal items of `left` and the r-th of these in
/// `right` are a pair; the other items are single. The operator says which of them are kept, in order.
#[derive(Debug, Clone)]
pub struct SetOperation<K, L, R, F, S = ()> {
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

/// The call of an operation.
pub type SetOperationCall<K, L, R, F, B> =
    Pending<SetOperation<K, <L as IntoChain<B>>::Expr, <R as IntoChain<B>>::Expr, F>, B>;

#[inline(always)]
fn call<K, B, L, R, T, F>(operator: K, left: L, right: R, relation: F) -> SetOperationCall<K, L, R, F::Before, B>
where
    B: Backend,
    L: IntoChain<B, Expr: Expr<Item = T>>,
    R: IntoChain<B, Expr: Expr<Item = T>>,
    T: Value,
    F: Relation<T>,
{
    let (left, right) = (left.into_chain(), right.into_chain().expr);
    let request = SetOperation { operator, left: left.expr, right, less: relation.before(), output: () };
    Pending::new(request, left.device)
}

request! {
    [
        K: SetOperator,
        L: Repeatable + Indexed<Item: Value>,
        R: Repeatable + Indexed<Item = L::Item>,
        F: Function<(L::Item, L::Item), Output = bool>
    ] [S: Storage<Item = L::Item>]
    SetOperation<K, L, R, F, ()> { operator, left, right, less } => set_operation(output: S) of (L::Item,);
    check(check) {
        left.check(check);
        less.check(check);
        right.check(check);
    }
    // No vector is as long as a number that overflows.
    at_most [most::<K>(left.slots(), right.slots()).unwrap_or(usize::MAX)], |count: usize, room| [count]
}
