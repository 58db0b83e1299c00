use std::mem::MaybeUninit;

use onrush_core::Result;
use onrush_core::algo::Select;
use onrush_core::expr::Expr;
use onrush_core::storage::Storage;

use crate::memory::scratch;
use crate::parallel::{self, Pool};
use crate::wide::wide;

/// Slots whose kept items wait in a thread's scratch space until their place is known.
const BLOCK: usize = 1 << 14;

pub(crate) fn select<E: Expr, S: Storage<Item = E::Item>>(pool: &Pool, request: Select<E, S>) -> Result<usize> {
    let slots = request.input.slots();
    parallel::call(|| {
        pool.chain(
            slots.div_ceil(BLOCK),
            0,
            || scratch(BLOCK.min(slots)),
            |kept, ticket, turn| {
                let (from, to) = (ticket * BLOCK, ((ticket + 1) * BLOCK).min(slots));
                // SAFETY: slots of the checked input, and the scratch space has room for all of them.
                let count = unsafe { compact(&request.input, from, to, kept) };
                let Some(place) = turn.pass(|place| place + count) else { return };
                // SAFETY: `compact` wrote `count` items. Each ticket has its own places, and there are no more than slots.
                unsafe { store(&request.output, place, &kept[..count]) }
            },
        )
    })
}

wide! {
    unsafe fn compact[E: Expr](input: &E, from: usize, to: usize, kept: &mut [MaybeUninit<E::Item>]) -> usize
    where [] {
        let mut count = 0;
        for i in from..to {
            // SAFETY: the caller's promise; `count` is at most the number of slots seen.
            unsafe {
                if let Some(x) = input.slot(i) {
                    kept.get_unchecked_mut(count).write(x);
                    count += 1;
                }
            }
        }
        count
    }
}

wide! {
    pub(crate) unsafe fn store[S: Storage](output: &S, place: usize, items: &[MaybeUninit<S::Item>]) -> () where [] {
        for (i, item) in items.iter().enumerate() {
            // SAFETY: the caller's promise.
            unsafe { output.put(place + i, item.assume_init()) }
        }
    }
}
