use std::mem::MaybeUninit;
use std::ops::Range;
use std::sync::Mutex;

use onrush_core::algo::Histogram;
use onrush_core::expr::Expr;
use onrush_core::storage::{Span, Storage};
use onrush_core::{Position, Result, fault};

use crate::memory::filled;
use crate::multiversion::multiversion;
use crate::parallel::{self, Pool, Rest, Timed};
use crate::steps::in_steps;

/// Sets of counts that neighbouring items use in turn, so that equal items don't wait for each other's count.
const TURNS: usize = 4;
/// The number of bins beyond which one set of counts fills the first-level cache.
const FEW_BINS: usize = 1 << 10;
/// The fewest slots of a ticket for each count of a thread's own, so that clearing the counts and adding them to the result takes a
/// small part of the time.
const SLOTS_PER_COUNT: usize = 8;

/// The number of bins, and of slots for each of them, of which a single thread counts in sets of its own stack.
const FEWEST_BINS: usize = 128;
const SLOTS_PER_BIN: usize = 64;

/// Slots whose bins are computed together where a bin is a function of an item.
const BLOCK: usize = 256;

pub(crate) fn histogram<E: Expr<Item: Position>>(pool: &Pool, request: Histogram<E>) -> Result<()> {
    let Histogram { input, counts, leaves_out } = request;
    let (slots, bins) = (input.slots(), counts.len());
    let turns = if bins <= FEW_BINS { TURNS } else { 1 };
    let cut = pool.cut(slots, bins.saturating_mul(turns * SLOTS_PER_COUNT).max(1));
    let total = Mutex::new(());
    parallel::call(|| {
        // Counts in the result, with one thread.
        let alone = |slots: Range<usize>| {
            // SAFETY: the request's counts were initialised before, and nothing else uses them now.
            let counts = unsafe { std::slice::from_raw_parts_mut(counts.as_ptr(), bins) };
            if bins <= FEWEST_BINS && slots.len() >= bins * SLOTS_PER_BIN {
                let mut own = [const { MaybeUninit::uninit() }; FEWEST_BINS * TURNS];
                let own = &mut own[..bins * TURNS];
                own.fill(MaybeUninit::new(0));
                // SAFETY: all counts have just been written.
                let own = unsafe { own.assume_init_mut() };
                // SAFETY: these are slots of the checked input.
                unsafe { count(&input, slots, own, TURNS, leaves_out) };
                let sets = own.as_chunks::<TURNS>().0;
                return counts.iter_mut().zip(sets).for_each(|(count, own)| *count += own.iter().sum::<u64>());
            }
            // SAFETY: these are slots of the checked input.
            unsafe { count(&input, slots, counts, 1, leaves_out) }
        };
        if cut.tickets() <= 1 || pool.threads() == 1 {
            return pool.run_in_turn(0..slots, alone);
        }
        // Counts of one's own cost more than the rest of a short input.
        let begin = Timed::begin();
        alone(cut.range(0));
        if let Rest::Alone = begin.rest(1, cut.tickets() - 1) {
            return alone(cut.range(0).end..slots);
        }
        let own = || Counts { counts: &counts, total: &total, turns, own: filled(bins * turns, || 0) };
        pool.run_with(cut.tickets() - 1, own, |counts, ticket| {
            // SAFETY: these are slots of the checked input.
            unsafe { count(&input, cut.range(ticket + 1), &mut counts.own, turns, leaves_out) }
        });
    })
}

/// Counts the items of a range of slots in `counts`, which has this number of counts for each bin. It isn't inlined, so that the
/// compiler knows that the counts are apart from all that the expression reads.
///
/// # Safety
///
/// The slots are the checked input's.
#[inline(never)]
unsafe fn count<E: Expr<Item: Position>>(
    input: &E,
    slots: Range<usize>,
    counts: &mut [u64],
    turns: usize,
    leaves_out: bool,
) {
    if turns == TURNS {
        // SAFETY: the caller's contract.
        unsafe { count_in_turns::<E, TURNS>(input, slots, counts, leaves_out) }
    } else {
        // SAFETY: the caller's contract.
        unsafe { count_in_turns::<E, 1>(input, slots, counts, leaves_out) }
    }
}

/// Counts as [`count`] does, with `N` counts for each bin.
///
/// # Safety
///
/// The slots are the checked input's.
#[inline(always)]
unsafe fn count_in_turns<E: Expr<Item: Position>, const N: usize>(
    input: &E,
    slots: Range<usize>,
    counts: &mut [u64],
    leaves_out: bool,
) {
    let counts = counts.as_chunks_mut::<N>().0;
    let bins = counts.len();
    if E::DENSE && leaves_out {
        // The numbers of the bins are computed, by vector registers, before any item is counted.
        let mut room = [const { MaybeUninit::uninit() }; BLOCK];
        for from in slots.clone().step_by(BLOCK) {
            let room = &mut room[..BLOCK.min(slots.end - from)];
            // SAFETY: the caller's contract; each slot of a dense expression holds an item.
            let (numbers, most) = unsafe {
                let most = numbers(input, from, room);
                (room.assume_init_ref(), most)
            };
            if (most as usize) < bins {
                // SAFETY: no number is larger than `most`.
                unsafe { count_all(numbers, counts) };
            } else {
                for (k, number) in numbers.iter().enumerate() {
                    if let Some(counts) = counts.get_mut(*number as usize) {
                        counts[k % N] += 1;
                    }
                }
            }
        }
        return;
    }
    let mut count = |turn: usize, i: usize, number: E::Item| {
        let bin = number.index();
        match counts.get_mut(bin) {
            Some(counts) => counts[turn % N] += 1,
            None if leaves_out => {}
            None => fault::raise(number.out_of_range("histogram", bins, Some(i))),
        }
    };
    if E::DENSE && !E::IN_RUNS {
        return in_steps(slots.len(), |k| {
            // SAFETY: the caller's contract.
            if let Some(number) = unsafe { input.slot(slots.start + k) } {
                count(k, slots.start + k, number);
            }
        });
    }
    // SAFETY: the caller's contract.
    unsafe { input.each(slots.start, slots.end, |i, number| count(i, i, number)) }
}

/// Counts the numbers of bins.
///
/// # Safety
///
/// There are counts for each number.
#[inline(always)]
unsafe fn count_all<const N: usize>(numbers: &[u32], counts: &mut [[u64; N]]) {
    // SAFETY: `k` is less than the length; the rest is the caller's contract.
    in_steps(numbers.len(), |k| unsafe { counts.get_unchecked_mut(*numbers.get_unchecked(k) as usize)[k % N] += 1 });
}

multiversion! {
    /// Computes the numbers of the bins of the slots from `from` on, of a dense expression: `u32::MAX` for larger ones. Returns the
    /// largest.
    unsafe fn numbers[E: Expr<Item: Position>](input: &E, from: usize, room: &mut [MaybeUninit<u32>]) -> u32 where [] {
        let (first, mut most) = (room.as_mut_ptr(), 0);
        // SAFETY: the caller's contract; `each` stays within the room's slots.
        unsafe {
            input.each(
                from,
                from + room.len(),
                #[inline(always)]
                |i, number| {
                    let number = number.index().min(u32::MAX as usize) as u32;
                    most = most.max(number);
                    first.add(i - from).write(MaybeUninit::new(number));
                },
            );
        }
        most
    }
}

/// A thread's own counts; they are added to the result when the thread has no more tickets.
struct Counts<'a> {
    counts: &'a Span<u64>,
    total: &'a Mutex<()>,
    turns: usize,
    own: Box<[u64]>,
}

impl Drop for Counts<'_> {
    fn drop(&mut self) {
        let _one_at_a_time = self.total.lock();
        for (bin, own) in self.own.chunks_exact(self.turns).enumerate() {
            let own: u64 = own.iter().sum();
            // SAFETY: the bin is in range; the lock keeps other threads away; the request's counts were initialised before.
            unsafe { self.counts.put(bin, self.counts.get(bin) + own) }
        }
    }
}
