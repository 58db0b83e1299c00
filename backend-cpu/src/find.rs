use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use onrush_core::Result;
use onrush_core::algo::Find;
use onrush_core::expr::Expr;

use crate::multiversion::multiversion;
use crate::parallel::{self, Cut, Pool};

/// Slots of a block: after each one, the search tests whether it can end.
const BLOCK: usize = 256;
/// Slots of a part, into which the last, incomplete block is divided.
const PART: usize = 32;

pub(crate) fn find<E: Expr<Item = bool>>(pool: &Pool, request: Find<E>) -> Result<Option<usize>> {
    let slots = request.input.slots();
    let cut = pool.cut(slots, BLOCK);
    // SAFETY: the slots are those of the checked input.
    let first = |from, to| unsafe { first(&request.input, from, to) };
    let block = |from: usize, end: usize| first(from, from + (end - from).min(BLOCK));
    parallel::call(|| {
        // A hit near the front is found before the rest of its block is tested.
        let front = if slots < BLOCK { None } else { first(0, PART) };
        if front.is_some() {
            return front;
        }
        if cut.tickets() > 1 {
            // One in the first block is found before threads are asked.
            return block(0, slots).or_else(|| search_many(pool, cut, block));
        }
        (0..slots).step_by(BLOCK).find_map(|from| block(from, slots))
    })
}

/// Searches on several threads. It is a function apart, so that the many short calls of one ticket stay small.
#[inline(never)]
fn search_many(pool: &Pool, cut: Cut, block: impl Fn(usize, usize) -> Option<usize> + Sync) -> Option<usize> {
    let found = AtomicUsize::new(usize::MAX);
    pool.run_while(cut, |Range { start, end }| {
        for from in (start..end).step_by(BLOCK) {
            // A hit on the left ends the search on its right.
            if found.load(Ordering::Relaxed) < from {
                return false;
            }
            if let Some(i) = block(from, end) {
                found.fetch_min(i, Ordering::Relaxed);
                return false;
            }
        }
        true
    });
    Some(found.into_inner()).filter(|i| *i != usize::MAX)
}

multiversion! {
    unsafe fn first[E: Expr<Item = bool>](input: &E, from: usize, to: usize) -> Option<usize> where [] {
        // SAFETY: the caller's contract.
        let hit = |i: usize| unsafe { input.slot(i) } == Some(true);
        // Many slots are tested together, in vector registers, before a hit is located. It is a loop, since an
        // iterator's `fold` is a function, which isn't always inlined and is then compiled for the build's registers
        // alone.
        #[inline(always)]
        fn any(slots: usize, hit: impl Fn(usize) -> bool) -> bool {
            let mut any = false;
            for k in 0..slots {
                any |= hit(k);
            }
            any
        }
        if to - from == BLOCK && !any(BLOCK, |k| hit(from + k)) {
            return None;
        }
        let mut from = from;
        while from + PART <= to && !any(PART, |k| hit(from + k)) {
            from += PART;
        }
        (from..to).find(|i| hit(*i))
    }
}
