use std::mem::MaybeUninit;

use onrush_core::Result;
use onrush_core::algo::Partition;
use onrush_core::expr::{Expr, Indexed};
use onrush_core::function::Function;
use onrush_core::storage::Storage;
use onrush_core::value::Value;

use crate::chained_scan::{self, Chained};
use crate::memory::{Buffer, LARGE, SmallBuffer, scratch};
use crate::multiversion::multiversion;
use crate::pack::{self, GROUP};
use crate::parallel::{self, Pool};
use crate::select::store;

/// Slots whose items wait in a thread's scratch space until their places are known, for items of `size` bytes.
pub(crate) const fn block(size: usize) -> usize {
    if size <= LARGE { 1 << 13 } else { (1 << 20) / size + 1 }
}

pub(crate) fn partition<T: Value, E: Indexed<Item = T>, F: Function<(T,), Output = bool>, S: Storage<Item = T>>(
    pool: &Pool,
    request: Partition<E, F, S>,
) -> Result<usize> {
    let slots = request.input.slots();
    let block = const { block(size_of::<T>()) };
    parallel::call(|| {
        if slots <= block {
            let (mut yes, mut no) = (SmallBuffer::new(), SmallBuffer::new());
            let (yes, no) = (yes.of(slots + GROUP), no.of(slots + GROUP));
            // SAFETY: these are all slots of the checked input; `split` has written this number of items to each.
            unsafe {
                let count = split(&request.input, &request.predicate, 0, slots, yes, no);
                store(&request.selected, 0, &yes[..count]);
                store(&request.rejected, 0, &no[..slots - count]);
                return count;
            }
        }
        chained_scan::run(pool, slots.div_ceil(block), 0, &Blocks(&request))
    })
}

/// A partition, block by block; the carry is the number of items selected before.
struct Blocks<'a, E, F, S>(&'a Partition<E, F, S>);

impl<E: Expr, F, S> Blocks<'_, E, F, S> {
    const BLOCK: usize = block(size_of::<E::Item>());
}

impl<T: Value, E: Indexed<Item = T>, F: Function<(T,), Output = bool>, S: Storage<Item = T>> Chained
    for Blocks<'_, E, F, S>
{
    type Outputs = [Buffer<T>; 2];
    type Value = usize;
    type Carry = usize;

    fn room(&self) -> Self::Outputs {
        [scratch(Self::BLOCK + GROUP), scratch(Self::BLOCK + GROUP)]
    }
    fn first(&self, [yes, no]: &mut Self::Outputs, part: usize) -> usize {
        let (from, to) = (part * Self::BLOCK, ((part + 1) * Self::BLOCK).min(self.0.input.slots()));
        // SAFETY: these are slots of the checked input, and both scratch spaces have room for all of them.
        unsafe { split(&self.0.input, &self.0.predicate, from, to, yes, no) }
    }
    fn next(&self, place: usize, count: usize) -> usize {
        place + count
    }
    fn second(&self, [yes, no]: &mut Self::Outputs, part: usize, count: usize, place: usize) {
        let (from, to) = (part * Self::BLOCK, ((part + 1) * Self::BLOCK).min(self.0.input.slots()));
        // SAFETY: `split` has written this number of items to each. Each part has its own places: of the `from` slots
        // before it, `place` were selected and the others rejected.
        unsafe {
            store(&self.0.selected, place, &yes[..count]);
            store(&self.0.rejected, from - place, &no[..to - from - count]);
        }
    }
}

multiversion! {
    [v4]
    unsafe fn split[T: Value, E: Indexed<Item = T>, F: Function<(T,), Output = bool>](
        input: &E, predicate: &F, from: usize, to: usize, yes: &mut [MaybeUninit<T>], no: &mut [MaybeUninit<T>],
    ) -> usize where [] {
        debug_assert!(yes.len().min(no.len()) >= to - from + GROUP);
        let (mut count, mut whole) = (0, from);
        if const { size_of::<T>() <= LARGE } {
            whole = from + (to - from) / GROUP * GROUP;
            // SAFETY: the caller's contract.
            count = unsafe { split_groups(input, predicate, from, whole, yes, no) };
        }
        for (seen, i) in (whole..to).enumerate() {
            // SAFETY: the caller's contract: `i` is a slot, and both rooms have a group more than there are slots.
            unsafe {
                let x = input.at(i);
                let flag = predicate.call((x,));
                yes.get_unchecked_mut(count).write(x);
                no.get_unchecked_mut(whole - from + seen - count).write(x);
                count += flag as usize;
            }
        }
        count
    }
}

/// Splits whole groups as `split` does.
///
/// # Safety
///
/// The contract is that of `split`, for whole groups.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn split_groups<T: Value, E: Indexed<Item = T>, F: Function<(T,), Output = bool>>(
    input: &E,
    predicate: &F,
    from: usize,
    to: usize,
    yes: &mut [MaybeUninit<T>],
    no: &mut [MaybeUninit<T>],
) -> usize {
    let mut items = [const { MaybeUninit::uninit() }; GROUP];
    let (mut flags, mut others) = ([false; GROUP], [false; GROUP]);
    let (mut count, wide) = (0, pack::wide());
    for first in (from..to).step_by(GROUP) {
        for k in 0..GROUP {
            // SAFETY: the caller's contract: these are slots of the checked input.
            let x = unsafe { input.at(first + k) };
            let flag = predicate.call((x,));
            (flags[k], others[k]) = (flag, !flag);
            items[k].write(x);
        }
        // SAFETY: each count is at most the number of slots before, and the rooms have a group more than there are
        // slots.
        unsafe {
            let rejected = first - from - count;
            pack::pack(&items, &others, no.as_mut_ptr().add(rejected), wide);
            count += pack::pack(&items, &flags, yes.as_mut_ptr().add(count), wide);
        }
    }
    count
}
