use std::mem::MaybeUninit;

use onrush_core::algo::{MOST_BUCKETS, PartitionBy};
use onrush_core::expr::Indexed;
use onrush_core::function::Function;
use onrush_core::storage::Storage;
use onrush_core::value::Value;
use onrush_core::{Position, Result, fault};

use crate::memory::{filled, scratch};
use crate::multiversion::multiversion;
use crate::parallel::{self, Parts, Pool};

/// The least number of slots of a part: its counts are then a small part of the work.
const PART: usize = 1 << 14;
/// Parts for each thread, so that a late one delays the others little.
const PARTS_PER_THREAD: usize = 8;
const _: () = assert!(MOST_BUCKETS - 1 <= u8::MAX as usize, "the number of a bucket is a byte");

/// The numbers of a part's items in each bucket, then the places where they go.
type Places = [usize; MOST_BUCKETS];

pub(crate) fn partition_by<T, E, F, S>(pool: &Pool, request: PartitionBy<E, F, S>) -> Result<()>
where
    T: Value,
    E: Indexed<Item = T>,
    F: Function<(T,), Output: Position>,
    S: Storage<Item = T>,
{
    let PartitionBy { input, bucket, output, offsets } = request;
    let (slots, buckets) = (input.slots(), offsets.len() - 1);
    let size = slots.div_ceil(pool.threads() * PARTS_PER_THREAD).max(PART);
    let range = |part: usize| part * size..((part + 1) * size).min(slots);
    parallel::call(|| {
        let mut numbers = scratch::<u8>(slots);
        let mut places = filled(slots.div_ceil(size), || [0; MOST_BUCKETS]);
        let (to, rows) = (Parts::new(&mut numbers), Parts::new(&mut places));
        pool.run(slots.div_ceil(size), |part| {
            let slots = range(part);
            // SAFETY: these are slots of the checked input, each of which has a byte; no other ticket has this part.
            unsafe {
                let to = std::slice::from_raw_parts_mut(to.at(slots.start), slots.len());
                count(&input, &bucket, slots.start, buckets, to, &mut *rows.at(part));
            }
        });
        let mut start = 0;
        for number in 0..buckets {
            // SAFETY: the offsets are one more than the buckets, and the caller's target.
            unsafe { offsets.put(number, start) };
            for row in &mut places {
                start += std::mem::replace(&mut row[number], start);
            }
        }
        // SAFETY: as above.
        unsafe { offsets.put(buckets, start) };
        let rows = Parts::new(&mut places);
        pool.run(slots.div_ceil(size), |part| {
            let slots = range(part);
            // SAFETY: every number was written. A part has as many places for each bucket as it has items there, and no other
            // item has them, because they come from the counts of these same numbers.
            unsafe { distribute(&input, &output, slots.start, numbers[slots].assume_init_ref(), &mut *rows.at(part)) }
        });
    })
}

multiversion! {
    [v4]
    /// Computes the numbers of the slots from `from` on, and counts them.
    unsafe fn count[T: Value, E: Indexed<Item = T>, F: Function<(T,), Output: Position>](
        input: &E, bucket: &F, from: usize, buckets: usize, numbers: &mut [MaybeUninit<u8>], counts: &mut Places,
    ) -> () where [] {
        for (i, to) in numbers.iter_mut().enumerate() {
            // SAFETY: the caller's contract: there is a number for each slot.
            let number = bucket.call((unsafe { input.at(from + i) },));
            if number.index() >= buckets {
                fault::raise(number.out_of_range("partition_by", buckets, Some(from + i)));
            }
            to.write(number.index() as u8);
            counts[number.index() % MOST_BUCKETS] += 1;
        }
    }
}

multiversion! {
    [v4]
    /// Stores the items of the slots from `from` on, each at the next place of its bucket.
    unsafe fn distribute[E: Indexed<Item: Value>, S: Storage<Item = E::Item>](
        input: &E, output: &S, from: usize, numbers: &[u8], places: &mut Places,
    ) -> () where [] {
        for (i, number) in numbers.iter().enumerate() {
            let place = &mut places[*number as usize];
            // SAFETY: the caller's contract: these are slots of the checked input, and the places are this part's.
            unsafe { output.put(*place, input.at(from + i)) };
            *place += 1;
        }
    }
}
