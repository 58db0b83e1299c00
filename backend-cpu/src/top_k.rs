use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use onrush_core::algo::TopK;
use onrush_core::expr::Indexed;
use onrush_core::storage::Storage;
use onrush_core::{Key, Position, Result};

use crate::memory::{AllocError, LARGE, push, reserved};
use crate::multiversion::multiversion;
use crate::parallel::{self, Pool};
use crate::sort::{self, Column, Columns as _};

/// The largest number of sampled items of this size.
const fn sample(size: usize) -> usize {
    if size <= LARGE { 1 << 12 } else { 1 << 8 }
}

/// The number of sampled items of so many slots, up to `most`: the time for a sample and for the
/// items that are kept by it is least if it grows with the root of their number.
fn sample_of(slots: usize, most: usize) -> usize {
    (4 << (slots.max(1).ilog2() / 2)).min(most)
}

/// Slots that are compared with the bound together, and those of them that are compared again if one is kept.
const BLOCK: usize = 256;
const GROUP: usize = 16;

/// Kept items in the order of their slots, and these slots, or none of these if they aren't asked for.
struct Kept<K> {
    items: Vec<K>,
    slots: Vec<usize>,
}

pub(crate) fn top_k<K, E, V>(pool: &Pool, request: TopK<E, K, V>) -> Result<()>
where
    K: Key,
    E: Indexed<Item = K>,
    V: Storage<Item: Position>,
{
    let TopK { input, keys, positions } = request;
    let (slots, k) = (input.slots(), keys.len());
    if k == 0 {
        return Ok(());
    }
    let done = parallel::call(|| {
        let most = const { sample(size_of::<K>()) };
        // A small sample says nothing about many items.
        let bounds = |size| TopK::<E, K, V>::bounds(k, slots, size).map(|(rank, _)| (size, rank));
        let bound = bounds(sample_of(slots, most)).or_else(|| bounds(most));
        let bound = bound.map(|(size, rank)| sampled::<K, E, V>(&input, size, rank));
        let some = bound.map(|bound| keep(pool, &input, &bound, V::NOTHING));
        let enough = some.filter(|kept| kept.items.len() >= k);
        let mut kept = enough.unwrap_or_else(|| keep_all(pool, &input, V::NOTHING));
        let Kept { items, slots } = &mut kept;
        // SAFETY: there is a slot for each item, unless none are asked for, and this thread has them all. The targets have
        // `k` places, which nothing else uses, and at least as many items are kept: all, if need be.
        unsafe {
            match V::NOTHING {
                true => sort::by_key(pool, items, ())?,
                false => sort::by_key(pool, items, Column(slots.as_mut_ptr()))?,
            }
            keys.as_ptr().copy_from_nonoverlapping(items.as_ptr(), k);
            slots.iter().take(k).enumerate().for_each(|(i, slot)| positions.put(i, V::Item::from_index(*slot)));
        }
        Ok::<_, AllocError>(())
    })?;
    Ok(done?)
}

/// The item of this rank in a sorted sample of this size, and its slot.
fn sampled<K: Key, E: Indexed<Item = K>, V>(input: &E, size: usize, rank: usize) -> (K, usize) {
    let mut sample: Vec<(K, usize)> = reserved(size);
    for number in 0..size {
        let slot = TopK::<E, K, V>::sampled(number, size, input.slots());
        // SAFETY: it is a slot of the checked input.
        sample.push((unsafe { input.at(slot) }, slot));
    }
    let order = |a: &(K, usize), b: &(K, usize)| match (a.0.precedes(&b.0), b.0.precedes(&a.0)) {
        (true, _) => std::cmp::Ordering::Less,
        (_, true) => std::cmp::Ordering::Greater,
        _ => a.1.cmp(&b.1),
    };
    *sample.select_nth_unstable_by(rank, order).1
}

/// Keeps all items.
fn keep_all<K: Key, E: Indexed<Item = K>>(pool: &Pool, input: &E, items_alone: bool) -> Kept<K> {
    let slots = input.slots();
    let mut kept = Kept { items: reserved(slots), slots: reserved(if items_alone { 0 } else { slots }) };
    let (items, positions) = (Column(kept.items.as_mut_ptr()), Column(kept.slots.as_mut_ptr()));
    let cut = pool.cut(slots, BLOCK);
    pool.run_cut(cut, |range| {
        for i in range {
            // SAFETY: `i` is a slot of the checked input; both have room for it, and no other thread writes there.
            unsafe {
                items.put(i, input.at(i));
                if !items_alone {
                    positions.put(i, i);
                }
            }
        }
    });
    // SAFETY: the ranges cover all slots, so that there is an item for each, and its slot if these are asked for.
    unsafe {
        kept.items.set_len(slots);
        kept.slots.set_len(if items_alone { 0 } else { slots });
    }
    kept
}

/// The items that one thread keeps of several ranges of slots, and, for each range, its start and the number of items kept before it.
struct Own<K> {
    kept: Kept<K>,
    ranges: Vec<(usize, usize)>,
}

/// Keeps the items that come up to a bound.
fn keep<K: Key, E: Indexed<Item = K>>(pool: &Pool, input: &E, bound: &(K, usize), items_alone: bool) -> Kept<K> {
    let cut = pool.cut(input.slots(), BLOCK);
    let all = Mutex::new(reserved(cut.tickets()));
    let new = || Own { kept: Kept { items: Vec::new(), slots: Vec::new() }, ranges: Vec::new() };
    let keep = |Own { kept, ranges }: &mut Own<K>, slots: Range<usize>| {
        push(ranges, (slots.start, kept.items.len()));
        // SAFETY: these are slots of the checked input.
        unsafe { keep_part(input, slots, bound, items_alone, kept) };
    };
    pool.run_cut_to_end(cut, new, keep, |own| {
        // The list has room for every thread that has taken a ticket, so this doesn't allocate.
        if !own.ranges.is_empty() {
            all.lock().unwrap_or_else(PoisonError::into_inner).push(own);
        }
    });
    let mut all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    match all.len() {
        1 => all.remove(0).kept,
        _ => in_order(&all, items_alone),
    }
}

/// What several threads have kept, in the order of the slots.
fn in_order<K: Key>(all: &[Own<K>], items_alone: bool) -> Kept<K> {
    let mut ranges = reserved(all.iter().map(|own| own.ranges.len()).sum());
    for own in all {
        let ends = own.ranges.iter().skip(1).map(|(_, end)| *end).chain([own.kept.items.len()]);
        ranges.extend(own.ranges.iter().zip(ends).map(|((slot, from), to)| (*slot, &own.kept, *from..to)));
    }
    ranges.sort_unstable_by_key(|(slot, ..)| *slot);
    let count = all.iter().map(|own| own.kept.items.len()).sum();
    let mut kept = Kept { items: reserved(count), slots: reserved(if items_alone { 0 } else { count }) };
    for (_, own, range) in ranges {
        kept.items.extend_from_slice(&own.items[range.clone()]);
        if !items_alone {
            kept.slots.extend_from_slice(&own.slots[range]);
        }
    }
    kept
}

/// Makes room for further values; unwinds with an error if there is no memory.
fn room<T>(values: &mut Vec<T>, more: usize) {
    if values.try_reserve(more).is_err() {
        AllocError { bytes: (values.len() + more).saturating_mul(size_of::<T>()) }.raise();
    }
}

multiversion! {
    unsafe fn keep_part[K: Key, E: Indexed<Item = K>](
        input: &E, slots: Range<usize>, bound: &(K, usize), items_alone: bool, kept: &mut Kept<K>,
    ) -> () where [] {
        let mut from = slots.start;
        while from < slots.end {
            let to = slots.end.min(from + if const { size_of::<K>() <= LARGE } { BLOCK } else { 1 });
            // SAFETY: the caller's contract.
            let at = |i: usize| unsafe { input.at(i) };
            let (last, slot) = bound;
            // Many items are compared in vector registers before one of them is kept.
            let some = |from: usize, to: usize, many: usize| {
                let mut some = to - from < many;
                if !some {
                    for i in from..from + many {
                        some |= !last.precedes(&at(i));
                    }
                }
                some
            };
            if some(from, to, BLOCK) {
                room(&mut kept.items, to - from);
                room(&mut kept.slots, if items_alone { 0 } else { to - from });
                for from in (from..to).step_by(GROUP) {
                    let to = to.min(from + GROUP);
                    if !some(from, to, GROUP) {
                        continue;
                    }
                    for i in from..to {
                        let x = at(i);
                        if x.precedes(last) || (i <= *slot && x.same(last)) {
                            kept.items.push(x);
                            if !items_alone {
                                kept.slots.push(i);
                            }
                        }
                    }
                }
            }
            from = to;
        }
    }
}
