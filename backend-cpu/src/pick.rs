//! Reductions by operators that pick one of the items: vector registers find the least rank of each block, then the
//! item is looked up.

use std::mem::MaybeUninit;

use onrush_core::expr::Expr;
use onrush_core::operator::{Operator, Pick};
use onrush_core::value::Value;

use crate::memory::SmallBuffer;
use crate::multiversion::multiversion;
use crate::parallel::{Cut, Parts, Pool};
use crate::tile::join;

/// Slots whose least rank is found together. One such block of each ticket is searched once more.
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

/// Reduces several tickets. It is a function apart, so that the many short calls of one ticket stay small.
#[inline(never)]
fn of_many<E: Expr<Item: Value>, O: Operator<E::Item>>(pool: &Pool, input: &E, op: &O, cut: Cut) -> Option<E::Item> {
    let mut room = SmallBuffer::new();
    let values = room.of(cut.tickets());
    let parts = Parts::new(values);
    pool.run(cut.tickets(), |ticket| {
        let slots = cut.range(ticket);
        // SAFETY: these are slots of the checked input; each ticket writes a value of its own.
        unsafe { parts.at(ticket).write(MaybeUninit::new(picked(input, op, slots.start, slots.end))) };
    });
    // SAFETY: `run` has run every ticket, so every value is written.
    let values = unsafe { values.assume_init_ref() };
    values.iter().fold(None, |all, value| join(op, all, *value))
}

multiversion! {
    /// The item that the operator picks of slots `from` to `to`.
    pub(crate) unsafe fn picked[E: Expr<Item: Value>, O: Operator<E::Item>](
        input: &E, op: &O, from: usize, to: usize,
    ) -> Option<E::Item> where [] {
        let last = <O as Operator<E::Item>>::PICKS == Some(Pick::Last);
        // The least rank so far, and the block in which it was found.
        let mut best: Option<(u64, usize)> = None;
        for from in (from..to).step_by(BLOCK) {
            let (mut any, mut least) = (false, u64::MAX);
            for i in from..to.min(from.saturating_add(BLOCK)) {
                // SAFETY: the caller's contract.
                let item = unsafe { input.slot(i) };
                any |= item.is_some();
                least = least.min(item.map_or(u64::MAX, |item| op.rank(&item)));
            }
            if any && best.is_none_or(|(rank, _)| least < rank || (last && least == rank)) {
                best = Some((least, from));
            }
        }
        let (rank, from) = best?;
        // SAFETY: the caller's contract.
        let mut items = (from..to.min(from.saturating_add(BLOCK))).filter_map(|i| unsafe { input.slot(i) });
        let wanted = |item: &E::Item| op.rank(item) == rank;
        if last { items.rfind(wanted) } else { items.find(wanted) }
    }
}
