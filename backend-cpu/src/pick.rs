//! Reductions by operators that pick one of the items: vector registers find the least rank of each block, then the
//! item is looked up.

use std::sync::{Mutex, PoisonError};

use onrush_core::expr::Expr;
use onrush_core::operator::{Operator, Pick};
use onrush_core::value::Value;

use crate::multiversion::multiversion;
use crate::parallel::{Cut, Pool};

/// Slots whose least rank is found together. The block with the least of all is searched once more.
const BLOCK: usize = 512;

/// Combines all items; there is at least one slot.
pub(crate) fn reduce<E: Expr<Item: Value>, O: Operator<E::Item>>(
    pool: &Pool,
    input: &E,
    op: &O,
    slots: usize,
) -> Option<E::Item> {
    let cut = pool.cut(slots, BLOCK);
    if cut.tickets() <= 1 {
        // SAFETY: these are the slots of the checked input.
        return unsafe { picked(input, op, 0, slots) };
    }
    of_many(pool, input, op, cut)
}

/// The least rank, and the first slot of the block in which it was found.
type Best = Option<(u64, usize)>;

/// Whether the operator picks the item of this rank and block instead of the best so far.
#[inline(always)]
fn is_better<T: Value, O: Operator<T>>(best: Best, (rank, block): (u64, usize)) -> bool {
    let last = <O as Operator<T>>::PICKS == Some(Pick::Last);
    best.is_none_or(|(least, at)| rank < least || (rank == least && (block > at) == last))
}

/// Reduces several tickets. It is a function apart, so that the many short calls of one ticket stay small.
#[inline(never)]
fn of_many<E: Expr<Item: Value>, O: Operator<E::Item>>(pool: &Pool, input: &E, op: &O, cut: Cut) -> Option<E::Item> {
    let all = Mutex::new(None);
    let offer = |best: &mut Best, other: Best| {
        if let Some(other) = other.filter(|other| is_better::<E::Item, O>(*best, *other)) {
            *best = Some(other);
        }
    };
    pool.run_cut_to_end(
        cut,
        || None,
        // SAFETY: these are slots of the checked input.
        |own, slots| offer(own, unsafe { best(input, op, slots.start, slots.end) }),
        |own| offer(&mut all.lock().unwrap_or_else(PoisonError::into_inner), own),
    );
    let (rank, block) = all.into_inner().unwrap_or_else(PoisonError::into_inner)?;
    // SAFETY: the block begins within the slots of the checked input.
    unsafe { item_of(input, op, rank, block, input.slots().min(block.saturating_add(BLOCK))) }
}

/// The item that the operator picks of slots `from` to `to`.
///
/// # Safety
///
/// They are slots of the checked input.
#[inline(always)]
pub(crate) unsafe fn picked<E: Expr<Item: Value>, O: Operator<E::Item>>(
    input: &E,
    op: &O,
    from: usize,
    to: usize,
) -> Option<E::Item> {
    // SAFETY: the caller's contract; a block begins within the slots.
    unsafe {
        let (rank, block) = best(input, op, from, to)?;
        item_of(input, op, rank, block, to.min(block.saturating_add(BLOCK)))
    }
}

multiversion! {
    /// The best rank and block of slots `from` to `to`.
    unsafe fn best[E: Expr<Item: Value>, O: Operator<E::Item>](input: &E, op: &O, from: usize, to: usize) -> Best where [] {
        let mut best = None;
        for from in (from..to).step_by(BLOCK) {
            let (mut any, mut least) = (false, u64::MAX);
            for i in from..to.min(from.saturating_add(BLOCK)) {
                // SAFETY: the caller's contract.
                let item = unsafe { input.slot(i) };
                any |= item.is_some();
                least = least.min(item.map_or(u64::MAX, |item| op.rank(&item)));
            }
            if any && is_better::<E::Item, O>(best, (least, from)) {
                best = Some((least, from));
            }
        }
        best
    }
}

multiversion! {
    /// The item that the operator picks of a block, slots `from` to `to`, in which this rank is the least.
    unsafe fn item_of[E: Expr<Item: Value>, O: Operator<E::Item>](
        input: &E, op: &O, rank: u64, from: usize, to: usize,
    ) -> Option<E::Item> where [] {
        // SAFETY: the caller's contract.
        let mut items = (from..to).filter_map(|i| unsafe { input.slot(i) });
        let wanted = |item: &E::Item| op.rank(item) == rank;
        let found = match <O as Operator<E::Item>>::PICKS {
            Some(Pick::Last) => items.rfind(wanted),
            _ => items.find(wanted),
        };
        // An item that is computed once more may be a NaN with other bits, which has another rank; then the operator itself picks.
        found.or_else(|| {
            // SAFETY: the caller's contract.
            let items = (from..to).filter_map(|i| unsafe { input.slot(i) });
            items.reduce(|a, b| op.call((a, b)))
        })
    }
}
