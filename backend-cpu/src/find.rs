use std::sync::atomic::{AtomicUsize, Ordering};

use onrush_core::Result;
use onrush_core::algo::Find;
use onrush_core::expr::Expr;

use crate::parallel::{self, Pool};
use crate::wide::wide;

/// Slots that are looked at before the search asks whether it can end.
const BLOCK: usize = 256;
/// Slots of what is left behind the last block that are looked at together.
const PART: usize = 32;

pub(crate) fn find<E: Expr<Item = bool>>(pool: &Pool, request: Find<E>) -> Result<Option<usize>> {
    let slots = request.input.slots();
    let cut = pool.cut(slots, BLOCK);
    parallel::call(|| {
        let found = AtomicUsize::new(usize::MAX);
        pool.run(cut.tickets(), |ticket| {
            let range = cut.range(ticket);
            // Tickets are taken in order, so a hit on the left ends the search on its right.
            if found.load(Ordering::Relaxed) < range.start {
                return;
            }
            for from in range.clone().step_by(BLOCK) {
                // SAFETY: slots of the checked input.
                if let Some(i) = unsafe { first(&request.input, from, (from + BLOCK).min(range.end)) } {
                    found.fetch_min(i, Ordering::Relaxed);
                    return;
                }
            }
        });
        Some(found.into_inner()).filter(|i| *i != usize::MAX)
    })
}

wide! {
    unsafe fn first[E: Expr<Item = bool>](input: &E, from: usize, to: usize) -> Option<usize> where [] {
        // SAFETY: the caller's promise.
        let hit = |i: usize| unsafe { input.slot(i) } == Some(true);
        // Many together, in vector registers, before asking which.
        if to - from == BLOCK && !(0..BLOCK).fold(false, |any, k| any | hit(from + k)) {
            return None;
        }
        let mut from = from;
        while from + PART <= to && !(0..PART).fold(false, |any, k| any | hit(from + k)) {
            from += PART;
        }
        (from..to).find(|i| hit(*i))
    }
}
