use std::mem::MaybeUninit;

use onrush_core::Result;
use onrush_core::algo::Partition;
use onrush_core::expr::Indexed;
use onrush_core::storage::Storage;
use onrush_core::value::Value;

use crate::memory::scratch;
use crate::parallel::{self, Pool};
use crate::select::store;
use crate::wide::wide;

/// Slots whose items wait in a thread's scratch space until their places are known.
const BLOCK: usize = 1 << 13;

pub(crate) fn partition<T: Value, E: Indexed<Item = (bool, T)>, S: Storage<Item = T>>(
    pool: &Pool,
    request: Partition<E, S>,
) -> Result<usize> {
    let slots = request.input.slots();
    let room = BLOCK.min(slots);
    parallel::call(|| {
        pool.chain(
            slots.div_ceil(BLOCK),
            0,
            || [scratch(room), scratch(room)],
            |[yes, no], ticket, turn| {
                let (from, to) = (ticket * BLOCK, ((ticket + 1) * BLOCK).min(slots));
                // SAFETY: slots of the checked input, and both scratch spaces have room for all of them.
                let count = unsafe { part(&request.input, from, to, yes, no) };
                let Some(place) = turn.pass(|place| place + count) else { return };
                // SAFETY: `part` wrote this many items to each. Each ticket has its own places: `place` of the `from` slots
                // before it were `true`, the others weren't.
                unsafe {
                    store(&request.selected, place, &yes[..count]);
                    store(&request.rejected, from - place, &no[..to - from - count]);
                }
            },
        )
    })
}

wide! {
    unsafe fn part[T: Value, E: Indexed<Item = (bool, T)>](
        input: &E, from: usize, to: usize, yes: &mut [MaybeUninit<T>], no: &mut [MaybeUninit<T>],
    ) -> usize where [] {
        let mut count = 0;
        for (seen, i) in (from..to).enumerate() {
            // SAFETY: the caller's promise; both counts are at most the number of slots seen.
            unsafe {
                let (flag, x) = input.at(i);
                yes.get_unchecked_mut(count).write(x);
                no.get_unchecked_mut(seen - count).write(x);
                count += flag as usize;
            }
        }
        count
    }
}
