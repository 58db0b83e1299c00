use std::mem::MaybeUninit;

use onrush_core::Result;
use onrush_core::algo::Select;
use onrush_core::expr::Expr;
use onrush_core::storage::Storage;

use crate::chained_scan::{self, Chained};
use crate::memory::{Buffer, LARGE, SmallBuffer, scratch};
use crate::multiversion::multiversion;
use crate::pack::{self, GROUP};
use crate::parallel::{self, Pool};

/// Slots whose kept items wait in a thread's scratch space until their place is known, for items of `size` bytes.
const fn block(size: usize) -> usize {
    if size <= LARGE { 1 << 14 } else { (1 << 21) / size + 1 }
}

pub(crate) fn select<E: Expr, S: Storage<Item = E::Item>>(pool: &Pool, request: Select<E, S>) -> Result<usize> {
    let slots = request.input.slots();
    let block = const { block(size_of::<E::Item>()) };
    parallel::call(|| {
        if slots <= block {
            let mut kept = SmallBuffer::new();
            let kept = kept.of(slots + GROUP);
            // SAFETY: these are all slots of the checked input; `compact` has written this number of items.
            unsafe {
                let count = compact(&request.input, 0, slots, kept);
                store(&request.output, 0, &kept[..count]);
                return count;
            }
        }
        chained_scan::run(pool, slots.div_ceil(block), 0, &Blocks(&request))
    })
}

/// A selection, block by block; the carry is the number of items kept before.
struct Blocks<'a, E, S>(&'a Select<E, S>);

impl<E: Expr, S> Blocks<'_, E, S> {
    const BLOCK: usize = block(size_of::<E::Item>());
}

impl<E: Expr, S: Storage<Item = E::Item>> Chained for Blocks<'_, E, S> {
    type Outputs = Buffer<E::Item>;
    type Value = usize;
    type Carry = usize;

    fn room(&self) -> Self::Outputs {
        scratch(Self::BLOCK + GROUP)
    }
    fn first(&self, kept: &mut Self::Outputs, part: usize) -> usize {
        let (from, to) = (part * Self::BLOCK, ((part + 1) * Self::BLOCK).min(self.0.input.slots()));
        // SAFETY: these are slots of the checked input, and the scratch space has room for all of them.
        unsafe { compact(&self.0.input, from, to, kept) }
    }
    fn next(&self, place: usize, count: usize) -> usize {
        place + count
    }
    fn second(&self, kept: &mut Self::Outputs, _: usize, count: usize, place: usize) {
        // SAFETY: `compact` has written `count` items. Each part has its own places, and there are at most as many as
        // slots.
        unsafe { store(&self.0.output, place, &kept[..count]) }
    }
}

multiversion! {
    [v4]
    /// Writes the kept items of some slots to `kept`, which has room for a group more than there are slots.
    unsafe fn compact[E: Expr](input: &E, from: usize, to: usize, kept: &mut [MaybeUninit<E::Item>]) -> usize
    where [] {
        debug_assert!(kept.len() >= to - from + GROUP);
        if const { size_of::<E::Item>() <= LARGE } {
            // SAFETY: the caller's contract.
            return unsafe { compact_groups(input, from, to, kept) };
        }
        let mut count = 0;
        for i in from..to {
            // SAFETY: the caller's contract; there is room for all slots.
            if let Some(x) = unsafe { input.slot(i) } {
                kept[count].write(x);
                count += 1;
            }
        }
        count
    }
}

/// Compacts group by group, as `compact` does.
///
/// # Safety
///
/// The contract is that of `compact`.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn compact_groups<E: Expr>(input: &E, from: usize, to: usize, kept: &mut [MaybeUninit<E::Item>]) -> usize {
    let mut items = [const { MaybeUninit::uninit() }; GROUP];
    let mut flags = [false; GROUP];
    let (mut count, wide) = (0, pack::wide());
    let slot = |items: &mut [MaybeUninit<E::Item>; GROUP], flags: &mut [bool; GROUP], k: usize, i: usize| {
        // SAFETY: the caller's contract: `i` is a slot of the checked input.
        let x = unsafe { input.slot(i) };
        flags[k] = x.is_some();
        items[k] = x.map_or(MaybeUninit::uninit(), MaybeUninit::new);
    };
    let whole = from + (to - from) / GROUP * GROUP;
    for from in (from..whole).step_by(GROUP) {
        for k in 0..GROUP {
            slot(&mut items, &mut flags, k, from + k);
        }
        // SAFETY: `count` is at most the number of slots before, and `kept` has room for a group more than there are
        // slots.
        count += unsafe { pack::pack(&items, &flags, kept.as_mut_ptr().add(count), wide) };
    }
    if whole < to {
        flags = [false; GROUP];
        for k in 0..to - whole {
            slot(&mut items, &mut flags, k, whole + k);
        }
        // SAFETY: `count` is at most the number of slots before, and `kept` has room for a group more than there are
        // slots.
        count += unsafe { pack::pack(&items, &flags, kept.as_mut_ptr().add(count), wide) };
    }
    count
}

multiversion! {
    [v4]
    /// Stores items from `place` on.
    pub(crate) unsafe fn store[S: Storage](output: &S, place: usize, items: &[MaybeUninit<S::Item>]) -> () where [] {
        for (i, item) in items.iter().enumerate() {
            // SAFETY: the caller's contract: the items are initialised, and the places are this thread's.
            unsafe { output.put(place + i, item.assume_init()) }
        }
    }
}
