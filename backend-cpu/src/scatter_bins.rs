//! Scatter for many threads: the items are first distributed, in order, to bins of neighbouring places, each of which fits a
//! core's cache; then a thread stores the items of a bin. So every item is read twice, however many threads there are, and of
//! several items for one place the last one stays.
//!
//! D. Jiménez-González, J. Navarro, J. Larriba-Pey, *CC-Radix: a cache conscious sorting based on radix sort*, 2003.

use std::mem::MaybeUninit;
use std::ops::Range;

use onrush_core::Position;
use onrush_core::algo::Scatter;
use onrush_core::expr::Expr;
use onrush_core::storage::Storage;
use onrush_core::value::Value;

use crate::memory::Buffer;
use crate::parallel::{Parts, Pool};
use crate::scatter::checked;

/// The least number of threads for which reading twice and writing once more is less than what each reads otherwise.
const LEAST_THREADS: usize = 4;
/// The least number of slots.
const LEAST_SLOTS: usize = 1 << 16;
/// The most slots for each place: a sparse chain has many more slots than items, and each slot takes memory.
const SLOTS_PER_PLACE: usize = 64;
/// The least number of slots of a part: its counts are then a small part of the work.
const PART: usize = 1 << 14;
/// Parts and bins for each thread, so that a late one delays the others little.
const PER_THREAD: usize = 8;
/// Bytes of the output in a bin, if there aren't too many: half of a small second-level cache.
const BIN_BYTES: usize = 128 << 10;
/// The most bins. The number of a bin is a byte.
const MOST_BINS: usize = 255;
/// Bytes between the records of two bins: a page and a line. Positions that are spread evenly, as a transposed matrix's, give bins of
/// equal sizes, often of a power of two: the next records of all bins would lie in one set of each cache, and be found by one set of
/// the table of pages. On 16 cores, 2^24 items took 62 ms so, and 18 apart.
const APART: usize = 4096 + 64;
/// The number of the bin of a slot without an item.
const NO_BIN: u8 = u8::MAX;
/// The offset of a record without an item.
const NO_PLACE: u32 = u32::MAX;

/// The number of a part's items in each bin, then the records where they go.
type Counts = [usize; MOST_BINS];

/// A request, cut into parts of its input and bins of its output.
pub(crate) struct Bins<'a, E, S> {
    request: &'a Scatter<E, S>,
    /// Slots of a part.
    part: usize,
    /// The logarithm of the number of places of a bin.
    bits: u32,
}

/// An item, and its place in the bin.
type Binned<T> = (u32, MaybeUninit<T>);

impl<'a, P: Position, T: Value, E: Expr<Item = (P, T)>, S: Storage<Item = T>> Bins<'a, E, S> {
    /// The request's bins, if there are enough threads and items for them.
    pub(crate) fn of(pool: &Pool, request: &'a Scatter<E, S>) -> Option<Self> {
        let (slots, len, threads) = (request.input.slots(), request.output.len(), pool.threads());
        if threads < LEAST_THREADS || slots < LEAST_SLOTS || slots / SLOTS_PER_PLACE > len {
            return None;
        }
        let many = (len.saturating_mul(T::SIZE) / BIN_BYTES).max(threads.saturating_mul(PER_THREAD)).min(MOST_BINS);
        let bits = len.div_ceil(many).checked_next_power_of_two()?.ilog2();
        let part = slots.div_ceil(threads.saturating_mul(PER_THREAD)).max(PART);
        (bits < u32::BITS).then_some(Bins { request, part, bits })
    }

    /// Scatters; false if memory is refused. Then nothing has been stored.
    pub(crate) fn run(&self, pool: &Pool) -> bool {
        let slots = self.request.input.slots();
        let parts = slots.div_ceil(self.part);
        let range = |part: usize| part * self.part..((part + 1) * self.part).min(slots);
        let Ok(mut numbers) = Buffer::<u8>::new(slots) else { return false };
        let Ok(mut counts) = Buffer::<Counts>::new(parts) else { return false };
        counts.iter_mut().for_each(|row| *row = MaybeUninit::new([0; MOST_BINS]));
        // SAFETY: every row has just been written.
        let counts = unsafe { counts.assume_init_mut() };
        let (to, rows) = (Parts::new(&mut numbers), Parts::new(counts));
        pool.run(parts, |part| {
            let slots = range(part);
            // SAFETY: these are slots of the checked input, each of which has a byte; no other ticket has this part.
            unsafe {
                let to = std::slice::from_raw_parts_mut(to.at(slots.start), slots.len());
                self.count(slots.start, to, &mut *rows.at(part));
            }
        });
        let mut bins = [const { 0..0 }; MOST_BINS];
        let mut end = 0;
        for (bin, records) in bins.iter_mut().enumerate() {
            records.start = end;
            for row in &mut *counts {
                end += std::mem::replace(&mut row[bin], end);
            }
            records.end = end;
            if records.start < end {
                end += const { APART.div_ceil(size_of::<Binned<T>>()) };
            }
        }
        let Ok(mut records) = Buffer::<Binned<T>>::new(end) else { return false };
        let (to, rows) = (Parts::new(&mut records), Parts::new(counts));
        pool.run(parts, |part| {
            let slots = range(part);
            // SAFETY: every number was written. A part has as many records of each bin as it has slots there, and no other
            // part has them, because they come from the counts of these same numbers.
            unsafe { self.distribute(slots.start, numbers[slots].assume_init_ref(), &to, &mut *rows.at(part)) }
        });
        pool.run(self.request.output.len().div_ceil(1 << self.bits), |bin| {
            // SAFETY: every record of a bin was written, since each slot with a bin has one; the bin's places are this ticket's alone.
            unsafe { self.store(bin, records[bins[bin].clone()].assume_init_ref()) }
        });
        true
    }

    /// Computes the bins of the slots from `from` on, and counts them.
    ///
    /// # Safety
    ///
    /// The slots are the checked input's.
    unsafe fn count(&self, from: usize, numbers: &mut [MaybeUninit<u8>], counts: &mut Counts) {
        let len = self.request.output.len();
        for (i, number) in (from..).zip(numbers) {
            // SAFETY: the caller's contract.
            let Some((position, _)) = (unsafe { self.request.input.slot(i) }) else {
                number.write(NO_BIN);
                continue;
            };
            let bin = checked(position, len, i) >> self.bits;
            counts[bin] += 1;
            number.write(bin as u8);
        }
    }

    /// Writes the records of the slots from `from` on, whose bins are `numbers`, each at the next place of its bin.
    ///
    /// # Safety
    ///
    /// The slots are the checked input's, and `next` says for each bin where the part has room for its records.
    unsafe fn distribute(
        &self,
        from: usize,
        numbers: &[u8],
        records: &Parts<MaybeUninit<Binned<T>>>,
        next: &mut Counts,
    ) {
        for (i, number) in (from..).zip(numbers) {
            if *number == NO_BIN {
                continue;
            }
            let bin = *number as usize;
            // SAFETY: the caller's contract.
            let item = unsafe { self.request.input.slot(i) };
            let record = item.map_or((NO_PLACE, MaybeUninit::uninit()), |(position, x)| {
                // An operation that yields another position this time loses its item, and harms nothing else.
                let offset = position.index().wrapping_sub(bin << self.bits);
                (u32::try_from(offset).unwrap_or(NO_PLACE), MaybeUninit::new(x))
            });
            // SAFETY: the caller's contract.
            unsafe { records.at(next[bin]).write(MaybeUninit::new(record)) };
            next[bin] += 1;
        }
    }

    /// Stores the items of a bin, in order.
    ///
    /// # Safety
    ///
    /// No other thread uses the bin's places, and the input has been checked.
    unsafe fn store(&self, bin: usize, records: &[Binned<T>]) {
        let output = &self.request.output;
        let places: Range<usize> = bin << self.bits..((bin + 1) << self.bits).min(output.len());
        for (offset, item) in records {
            if (*offset as usize) < places.len() {
                // SAFETY: the place is the bin's; a record with a place has an item.
                unsafe { output.put(places.start + *offset as usize, item.assume_init()) }
            }
        }
    }
}
