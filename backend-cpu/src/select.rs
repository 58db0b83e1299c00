use std::mem::MaybeUninit;

use onrush_core::Result;
use onrush_core::algo::Select;
use onrush_core::expr::Expr;
use onrush_core::storage::Storage;

use crate::chain::{self, Chained};
use crate::memory::scratch;
use crate::parallel::{self, Pool};
use crate::wide::wide;

/// Slots whose kept items wait in a thread's scratch space until their place is known.
const BLOCK: usize = 1 << 14;

pub(crate) fn select<E: Expr, S: Storage<Item = E::Item>>(pool: &Pool, request: Select<E, S>) -> Result<usize> {
    let parts = request.input.slots().div_ceil(BLOCK);
    parallel::call(|| chain::run(pool, parts, 0, &Blocks(request)))
}

/// A selection, block by block; the carry is the number of items kept before.
struct Blocks<E, S>(Select<E, S>);

impl<E: Expr, S: Storage<Item = E::Item>> Chained for Blocks<E, S> {
    type Room = Box<[MaybeUninit<E::Item>]>;
    type Value = usize;
    type Carry = usize;

    fn room(&self) -> Self::Room {
        scratch(BLOCK.min(self.0.input.slots()))
    }
    fn first(&self, kept: &mut Self::Room, part: usize) -> usize {
        let (from, to) = (part * BLOCK, ((part + 1) * BLOCK).min(self.0.input.slots()));
        // SAFETY: slots of the checked input, and the scratch space has room for all of them.
        unsafe { compact(&self.0.input, from, to, kept) }
    }
    fn next(&self, place: usize, count: usize) -> usize {
        place + count
    }
    fn second(&self, kept: &mut Self::Room, _: usize, count: usize, place: usize) {
        // SAFETY: `compact` wrote `count` items. Each part has its own places, and there are no more than slots.
        unsafe { store(&self.0.output, place, &kept[..count]) }
    }
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
