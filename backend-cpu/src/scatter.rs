use std::mem::MaybeUninit;
use std::ops::Range;
use std::time::Duration;

use onrush_core::algo::Scatter;
use onrush_core::expr::Expr;
use onrush_core::storage::Storage;
use onrush_core::value::Value;
use onrush_core::{Position, Result, fault};

use crate::memory::{SmallBuffer, prefetch};
use crate::parallel::{self, Pool, Rest, Timed};
use crate::scatter_bins::Bins;
use crate::steps::in_steps;

/// The most items that are stored one by one.
const SERIAL: usize = 1 << 14;
/// Bytes of an output that lies in a core's own cache: one thread then stores as fast as it reads positions, which several would each
/// read all.
const CACHED: usize = 1 << 20;
/// Such stores go to bins only if they take one thread longer: on 16 cores, bins took .47 ms for 2^16 items and .65 for 2^18.
const BINNED: Duration = Duration::from_micros(600);
/// The largest number of threads that read all positions; more would only read the same ones again.
const READERS: usize = 8;
/// Bytes of items that a thread looks at before it stores those that belong in its part.
const BLOCK_BYTES: usize = 8 << 10;

pub(crate) fn scatter<P: Position, T: Value, E: Expr<Item = (P, T)>, S: Storage<Item = T>>(
    pool: &Pool,
    request: Scatter<E, S>,
) -> Result<()> {
    let (slots, len) = (request.input.slots(), request.output.len());
    parallel::call(|| {
        // SAFETY: the input is checked, and no other thread uses the output.
        let some = |slots: Range<usize>| unsafe { one_by_one(&request.input, &request.output, slots, len) };
        let in_turn = |slots: Range<usize>| pool.run_in_turn(slots, some);
        if slots <= SERIAL {
            return in_turn(0..slots);
        }
        let mut done = 0;
        if len.saturating_mul(T::SIZE) <= CACHED {
            // What is stored here is stored once more if it takes long, with the same result.
            let begin = Timed::begin();
            done = slots / 16;
            in_turn(0..done);
            if !matches!(begin.rest(done, slots - done), Rest::Shared(rest) if rest >= BINNED) {
                return in_turn(done..slots);
            }
        }
        if Bins::of(pool, &request).is_some_and(|bins| bins.run(pool)) {
            return;
        }
        if done > 0 {
            return in_turn(done..slots);
        }
        let parts = pool.threads().clamp(1, READERS);
        let share = len.div_ceil(parts).max(1);
        // Each thread goes through all items in order and stores those that belong in its part of the output. So no two
        // threads write to the same place, and of several items for one place the last one stays.
        pool.run_heavy(parts, |part| {
            let mut room = SmallBuffer::new();
            let items = const { BLOCK_BYTES / size_of::<(usize, T)>() };
            // SAFETY: the part of the output is this thread's, and the input is checked.
            unsafe { store(&request, part * share, share, room.of(items.max(1))) };
        });
    })
}

/// Stores the items of these slots in turn. It isn't inlined, so that the compiler knows that no store changes the input's addresses.
///
/// # Safety
///
/// These are slots of the checked input, and the output has this length; no other thread uses it.
#[inline(never)]
unsafe fn one_by_one<P: Position, T: Value, E: Expr<Item = (P, T)>, S: Storage<Item = T>>(
    input: &E,
    output: &S,
    slots: Range<usize>,
    len: usize,
) {
    let output = *output;
    let one = |i: usize| {
        // SAFETY: the caller's contract; `checked` has shown that the place is one of the output.
        unsafe {
            if let Some((position, item)) = input.slot(i) {
                output.put(checked(position, len, i), item);
            }
        }
    };
    let Range { start, end } = slots;
    if E::DENSE { in_steps(end - start, |i| one(start + i)) } else { (start..end).for_each(one) }
}

/// The place of item `i`, which has this position; unwinds with an error if it is outside the output.
#[inline(always)]
pub(crate) fn checked<P: Position>(position: P, len: usize, i: usize) -> usize {
    let index = position.index();
    if index >= len {
        fault::raise(position.out_of_range("scatter", len, Some(i)));
    }
    index
}

/// Stores the items that belong in the `share` places from `from` on. `room` is scratch space for a block of items.
///
/// # Safety
///
/// The input has been checked, and no other thread uses these places.
unsafe fn store<P: Position, T: Value, E: Expr<Item = (P, T)>, S: Storage<Item = T>>(
    request: &Scatter<E, S>,
    from: usize,
    share: usize,
    room: &mut [MaybeUninit<(usize, T)>],
) {
    let Scatter { input, output } = request;
    let (slots, len, first) = (input.slots(), output.len(), output.contiguous());
    for block in (0..slots).step_by(room.len()) {
        let mut count = 0;
        for i in block..slots.min(block + room.len()) {
            // SAFETY: `i` is a slot of the checked input.
            let Some((position, item)) = (unsafe { input.slot(i) }) else { continue };
            let index = checked(position, len, i);
            // There is no branch, since the part to which an item belongs can't be predicted. The item's place is
            // prefetched now and used after the block.
            let mine = index.wrapping_sub(from) < share;
            room[count].write((index, item));
            if let Some(first) = first {
                prefetch(if mine { first.wrapping_add(index) } else { room.as_ptr().cast() });
            }
            count += usize::from(mine);
        }
        // SAFETY: the loop has written the first `count` items.
        let items = unsafe { room[..count].assume_init_ref() };
        for (index, item) in items {
            // SAFETY: `checked` has shown `index < len`, and the place is in this thread's share.
            unsafe { output.put(*index, *item) }
        }
    }
}
