use std::mem::MaybeUninit;

use onrush_core::Result;
use onrush_core::algo::PartitionInThree;
use onrush_core::expr::{Expr, Indexed};
use onrush_core::function::Function;
use onrush_core::storage::Storage;
use onrush_core::value::Value;

use crate::chained_scan::{self, Chained};
use crate::memory::{Buffer, LARGE, SmallBuffer, scratch};
use crate::multiversion::multiversion;
use crate::pack::{self, GROUP};
use crate::parallel::{self, Pool};
use crate::partition;
use crate::select::store;

/// Slots whose items wait in a thread's scratch space: half of those of a partition in two, because each of three rooms holds all.
const fn block(size: usize) -> usize {
    partition::block(size).div_ceil(2)
}

pub(crate) fn partition_in_three<T, E, F, G, S>(
    pool: &Pool,
    request: PartitionInThree<E, F, G, S>,
) -> Result<[usize; 2]>
where
    T: Value,
    E: Indexed<Item = T>,
    F: Function<(T,), Output = bool>,
    G: Function<(T,), Output = bool>,
    S: Storage<Item = T>,
{
    let slots = request.input.slots();
    let block = const { block(size_of::<T>()) };
    parallel::call(|| {
        if slots <= block {
            let mut rooms = [(); 3].map(|()| SmallBuffer::new());
            let mut rooms = rooms.each_mut().map(|room| room.of(slots + GROUP));
            // SAFETY: these are all slots of the checked input; `split` has written these numbers of items to each.
            unsafe {
                let counts = split(&request, 0, slots, rooms.each_mut().map(|room| &mut **room));
                put(&request, [&*rooms[0], &*rooms[1], &*rooms[2]], slots, counts, [0; 3]);
                return counts;
            }
        }
        chained_scan::run(pool, slots.div_ceil(block), [0; 2], &Blocks(&request))
    })
}

/// Stores the parts of `slots` slots, of which `counts` are in the first two, from these places on.
///
/// # Safety
///
/// The rooms begin with `counts[0]`, `counts[1]` and the remaining number of items. The outputs have a place for each of these items, from
/// `places` on, and these are this thread's.
unsafe fn put<T: Value, E, F, G, S: Storage<Item = T>>(
    request: &PartitionInThree<E, F, G, S>,
    rooms: [&[MaybeUninit<T>]; 3],
    slots: usize,
    counts: [usize; 2],
    places: [usize; 3],
) {
    // SAFETY: the caller's contract.
    unsafe {
        store(&request.first, places[0], &rooms[0][..counts[0]]);
        store(&request.second, places[1], &rooms[1][..counts[1]]);
        store(&request.third, places[2], &rooms[2][..slots - counts[0] - counts[1]]);
    }
}

/// A partition, block by block; the carry is the numbers of items of the first two parts before.
struct Blocks<'a, E, F, G, S>(&'a PartitionInThree<E, F, G, S>);

impl<E: Expr, F, G, S> Blocks<'_, E, F, G, S> {
    const BLOCK: usize = block(size_of::<E::Item>());

    fn slots(&self, part: usize) -> (usize, usize) {
        (part * Self::BLOCK, ((part + 1) * Self::BLOCK).min(self.0.input.slots()))
    }
}

impl<T, E, F, G, S> Chained for Blocks<'_, E, F, G, S>
where
    T: Value,
    E: Indexed<Item = T>,
    F: Function<(T,), Output = bool>,
    G: Function<(T,), Output = bool>,
    S: Storage<Item = T>,
{
    type Outputs = [Buffer<T>; 3];
    type Value = [usize; 2];
    type Carry = [usize; 2];

    fn room(&self) -> Self::Outputs {
        [(); 3].map(|()| scratch(Self::BLOCK + GROUP))
    }
    fn first(&self, rooms: &mut Self::Outputs, part: usize) -> [usize; 2] {
        let (from, to) = self.slots(part);
        // SAFETY: these are slots of the checked input, and each scratch space has room for all of them and a group more.
        unsafe { split(self.0, from, to, rooms.each_mut().map(|room| &mut **room)) }
    }
    fn next(&self, places: [usize; 2], counts: [usize; 2]) -> [usize; 2] {
        [places[0] + counts[0], places[1] + counts[1]]
    }
    fn second(&self, rooms: &mut Self::Outputs, part: usize, counts: [usize; 2], places: [usize; 2]) {
        let (from, to) = self.slots(part);
        let places = [places[0], places[1], from - places[0] - places[1]];
        // SAFETY: `split` has written these numbers of items to each. Each block has its own places: of the `from` slots
        // before it, `places` are in the three parts.
        unsafe { put(self.0, rooms.each_ref().map(|room| &**room), to - from, counts, places) }
    }
}

multiversion! {
    [v4]
    /// Splits slots into three rooms, each with room for all of them and a group more; returns the numbers in the first two.
    unsafe fn split[
        T: Value, E: Indexed<Item = T>, F: Function<(T,), Output = bool>, G: Function<(T,), Output = bool>, S: Storage<Item = T>
    ](
        request: &PartitionInThree<E, F, G, S>, from: usize, to: usize, rooms: [&mut [MaybeUninit<T>]; 3],
    ) -> [usize; 2] where [] {
        debug_assert!(rooms.iter().all(|room| room.len() >= to - from + GROUP));
        if const { size_of::<T>() <= LARGE } {
            // SAFETY: the caller's contract.
            return unsafe { split_groups(request, from, to, rooms) };
        }
        let mut counts = [0; 3];
        for i in from..to {
            // SAFETY: the caller's contract: `i` is a slot, and each room has a place for every slot.
            unsafe {
                let x = request.input.at(i);
                let part = if request.is_first.call((x,)) { 0 } else { 2 - request.is_second.call((x,)) as usize };
                rooms[part].get_unchecked_mut(counts[part]).write(x);
                counts[part] += 1;
            }
        }
        [counts[0], counts[1]]
    }
}

/// Splits slots by groups as `split` does.
///
/// # Safety
///
/// The contract is that of `split`.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn split_groups<T, E, F, G, S>(
    request: &PartitionInThree<E, F, G, S>,
    from: usize,
    to: usize,
    rooms: [&mut [MaybeUninit<T>]; 3],
) -> [usize; 2]
where
    T: Value,
    E: Indexed<Item = T>,
    F: Function<(T,), Output = bool>,
    G: Function<(T,), Output = bool>,
    S: Storage<Item = T>,
{
    let mut items = [const { MaybeUninit::uninit() }; GROUP];
    let mut flags = [[false; GROUP]; 3];
    let (mut counts, wide) = ([0; 3], pack::wide());
    for group in (from..to).step_by(GROUP) {
        let len = GROUP.min(to - group);
        if len < GROUP {
            flags = [[false; GROUP]; 3];
        }
        for k in 0..len {
            // SAFETY: the caller's contract: these are slots of the checked input.
            let x = unsafe { request.input.at(group + k) };
            let first = request.is_first.call((x,));
            let second = !first && request.is_second.call((x,));
            (flags[0][k], flags[1][k], flags[2][k]) = (first, second, !(first | second));
            items[k].write(x);
        }
        for part in 0..3 {
            // SAFETY: a count is at most the number of slots before, and the rooms have a group more than there are slots.
            counts[part] +=
                unsafe { pack::pack(&items, &flags[part], rooms[part].as_mut_ptr().add(counts[part]), wide) };
        }
    }
    [counts[0], counts[1]]
}
