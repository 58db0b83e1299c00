// An index into several slices is plainer than zipped iterators, for readers and for the vectoriser.
#![allow(clippy::needless_range_loop)]

use std::mem::MaybeUninit;
use std::ops::Range;

use onrush_core::Result;
use onrush_core::algo::Scan;
use onrush_core::expr::Indexed;
use onrush_core::operator::Operator;
use onrush_core::shape::{Tile, WARP};
use onrush_core::storage::Storage;
use onrush_core::value::Value;

use crate::chained_scan::{self, Chained};
use crate::load::Load;
use crate::memory::{self, Buffer, HeapValue, SmallBuffer, scratch};
use crate::multiversion::multiversion;
use crate::parallel::{self, Pool, Rest, Timed};
use crate::reduce::float;
use crate::tile::{Lefts, Runs, fold_columns, fold_runs, hillis_steele_of, join, prefix_columns};
use crate::transpose_runs::{self as transpose, transpose};

pub(crate) fn scan<E: Indexed<Item: Value>, O: Operator<E::Item>, S: Storage<Item = E::Item>>(
    pool: &Pool,
    request: Scan<E, O, S>,
) -> Result<()> {
    let slots = request.input.slots();
    parallel::call(|| {
        if slots == 0 {
            return;
        }
        if slots <= 2 * const { Tile::new(E::Item::SIZE).run } {
            // SAFETY: these are all slots of the checked input, and the output is as long.
            return unsafe { two_runs(&request) };
        }
        let Scan { input, op, init, exclusive, output } = &request;
        let scan = Loaded { input, slots, op, init: *init, exclusive: *exclusive, output };
        if O::EXACT && !float::<E::Item>() {
            // SAFETY: these are all slots of the checked input, at least one, and the output is as long.
            return unsafe { exact(pool, &scan) };
        }
        // SAFETY: these are all slots of the checked input, and the output is as long.
        unsafe { many_runs(pool, &scan) }
    })
}

/// Scans all slots, at least one, where any association gives the same bits: one after another, unless the rest is worth threads.
///
/// # Safety
///
/// They are the slots of a checked input, and the output is as long.
#[inline(never)]
unsafe fn exact<T: Value, O: Operator<T>, S: Storage<Item = T>>(pool: &Pool, scan: &Loaded<T, O, S>) {
    let Tile { tile, .. } = const { Tile::new(T::SIZE) };
    let slots = scan.slots;
    if slots <= tile || pool.is_alone() {
        // SAFETY: the caller's contract.
        unsafe { one_by_one(scan, 0..slots, scan.init) };
        return;
    }
    // The first slots are timed, as the first tickets of other calls are.
    let (begin, mut done, mut carry) = (Timed::begin(), 0, scan.init);
    let mut to = tile / 4;
    loop {
        // SAFETY: the caller's contract; `carry` is what is on the left of these slots, of which there is one at least.
        carry = Some(unsafe { one_by_one(scan, done..to, carry) });
        done = to;
        to = match begin.rest(done, slots - done) {
            _ if done == slots => return,
            Rest::Alone => slots,
            Rest::Unsure => slots.min(2 * done),
            Rest::Shared(_) => break,
        };
    }
    chained_scan::run(pool, (slots - done).div_ceil(tile), carry, &Tiles(scan, done..slots));
}

/// A scan whose items are [loaded](Load) before they are folded. The functions for vector registers begin with copies of
/// `op` and `output`, which the compiler knows that no store changes.
pub(crate) struct Loaded<'a, T, O, S> {
    pub(crate) input: &'a dyn Load<T>,
    pub(crate) slots: usize,
    pub(crate) op: &'a O,
    pub(crate) init: Option<T>,
    pub(crate) exclusive: bool,
    pub(crate) output: &'a S,
}

/// Scans more than two runs.
///
/// # Safety
///
/// The slots are all slots of a checked input, and the output is as long.
#[inline(never)]
unsafe fn many_runs<T: Value, O: Operator<T>, S: Storage<Item = T>>(pool: &Pool, scan: &Loaded<T, O, S>) {
    let Tile { warp, tile, .. } = const { Tile::new(T::SIZE) };
    let slots = scan.slots;
    if slots < warp {
        // SAFETY: the caller's contract.
        return unsafe { few(scan, SmallBuffer::new().of(slots)) };
    }
    if slots <= tile {
        // SAFETY: this is the only tile of the checked input; `prefixes` gets the tile that `fold` has folded.
        return Lefts::with(|lefts| unsafe {
            let mut room = SmallBuffer::new();
            let room = room.of(slots);
            fold(scan, lefts, 0..slots, room);
            prefixes(scan, lefts, 0..slots, scan.init, room);
        });
    }
    chained_scan::run(pool, slots.div_ceil(tile), scan.init, &Tiles(scan, 0..slots));
}

/// Scans these slots, at least one, as if they were alone: with the threads of a pool, or else by this thread in this room of a
/// tile.
///
/// # Safety
///
/// They are slots of a checked input and of the output, which no other call uses.
pub(crate) unsafe fn segment<T: Value, O: Operator<T>, S: Storage<Item = T>>(
    scan: &Loaded<T, O, S>,
    slots: Range<usize>,
    by: Result<&Pool, (&mut Lefts<T>, &mut [MaybeUninit<T>])>,
) {
    let Tile { tile, .. } = const { Tile::new(T::SIZE) };
    let (lefts, room) = match by {
        Ok(pool) => {
            chained_scan::run(pool, slots.len().div_ceil(tile), scan.init, &Tiles(scan, slots));
            return;
        }
        Err(own) => own,
    };
    let mut carry = scan.init;
    for from in slots.clone().step_by(tile) {
        let tile = from..from.saturating_add(tile).min(slots.end);
        // SAFETY: the caller's contract; `prefixes` gets the tile that `fold` has folded.
        unsafe {
            let value = fold(scan, lefts, tile.clone(), room);
            prefixes(scan, lefts, tile, carry, room);
            carry = join(scan.op, carry, Some(value));
        }
    }
}

multiversion! {
    [v4]
    /// Scans at most two runs: each is a loop, and the fold of the first, from nothing, is combined with the carry for
    /// the second.
    unsafe fn two_runs[E: Indexed<Item: Value>, O: Operator<E::Item>, S: Storage<Item = E::Item>](
        request: &Scan<E, O, S>,
    ) -> () where [] {
        let Scan { input, op, init, exclusive, output } = request;
        // SAFETY: the caller's contract.
        unsafe { runs(input, op, (*init, *exclusive), output, 0..input.slots()) }
    }
}

/// Slots whose items are loaded together, before they are scanned one after another.
const LOADED: usize = 256;
/// Items whose prefixes are computed in vector registers.
const GROUP: usize = 8;

multiversion! {
    [v4]
    /// Scans these slots, at least one, one after another, from what is on their left on, and returns what is on the left of the slots
    /// behind them. Where any association gives the same bits, and an operator takes no longer than storing its result, this takes
    /// half the time of two passes over a tile.
    unsafe fn one_by_one[T: Value, O: Operator<T>, S: Storage<Item = T>](
        scan: &Loaded<T, O, S>, slots: Range<usize>, left: Option<T>,
    ) -> T where [] {
        let (op, output) = (&{ *scan.op }, { *scan.output });
        // Those are the types and the machines with registers for several items.
        let (exclusive, in_groups) = (scan.exclusive, transpose::fast::<T>());
        let mut room = SmallBuffer::new();
        let room = room.of(LOADED.min(slots.len()));
        let (end, mut left) = (slots.end, left);
        for first in slots.step_by(LOADED) {
            let room = &mut room[..LOADED.min(end - first)];
            let len = room.len();
            // SAFETY: the caller's contract: these are slots of the checked input, each read before its place is written, and put
            // once.
            left = Some(unsafe {
                let items = scan.input.place(first, room);
                let (item, put) = (|k: usize| items.add(k).read(), |k: usize, prefix| output.put(first + k, prefix));
                let mut k = 0;
                let mut left = left.unwrap_or_else(|| {
                    let x = item(0);
                    put(0, x);
                    k = 1;
                    x
                });
                // A group's prefixes among themselves don't wait for what is left of it, and are computed first: then one operation for
                // each group waits.
                while const { transpose::possible::<T>() } && in_groups && len - k >= GROUP {
                    let mut own = memory::array(|l| item(k + l));
                    hillis_steele_of::<T, GROUP>(&mut own, |a, b| op.call((a, b)));
                    if exclusive {
                        put(k, left);
                        for l in 1..GROUP {
                            put(k + l, op.call((left, own[l - 1])));
                        }
                    } else {
                        for l in 0..GROUP {
                            put(k + l, op.call((left, own[l])));
                        }
                    }
                    left = op.call((left, own[GROUP - 1]));
                    k += GROUP;
                }
                for k in k..len {
                    let x = item(k);
                    let next = op.call((left, x));
                    put(k, if exclusive { left } else { next });
                    left = next;
                }
                left
            });
        }
        // SAFETY: there is at least one slot.
        unsafe { left.unwrap_unchecked() }
    }
}

/// Scans these slots, at most two runs, as if they were alone.
///
/// # Safety
///
/// They are slots of a checked input and of the output, which no other thread uses.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn runs<E: Indexed<Item: Value>, O: Operator<E::Item>, S: Storage<Item = E::Item>>(
    input: &E,
    op: &O,
    (init, exclusive): (Option<E::Item>, bool),
    output: &S,
    slots: Range<usize>,
) {
    let Range { start, end } = slots;
    if start == end {
        return;
    }
    // SAFETY: the caller's contract; each slot is asked for once.
    let (at, put) = (|i: usize| unsafe { input.at(i) }, |i: usize, prefix| unsafe { output.put(i, prefix) });
    let Some(init) = init else {
        let mut left = at(start);
        put(start, left);
        for i in start + 1..end {
            left = op.call((left, at(i)));
            put(i, left);
        }
        return;
    };
    let step = |left: E::Item, i: usize| {
        let x = at(i);
        let next = op.call((left, x));
        put(i, if exclusive { left } else { next });
        (next, x)
    };
    let second = start.saturating_add(const { Tile::new(E::Item::SIZE) }.run);
    let mut left = init;
    if end <= second {
        for i in start..end {
            left = step(left, i).0;
        }
        return;
    }
    // The second run begins with the fold of the first one, in which the initial value has no part.
    let mut own;
    (left, own) = step(init, start);
    for i in start + 1..second {
        let (next, x) = step(left, i);
        (left, own) = (next, op.call((own, x)));
    }
    left = op.call((init, own));
    for i in second..end {
        left = step(left, i).0;
    }
}

multiversion! {
    /// Scans fewer slots than a warp's, at least one; `room` is as long.
    unsafe fn few[T: Value, O: Operator<T>, S: Storage<Item = T>](
        scan: &Loaded<T, O, S>, room: &mut [MaybeUninit<T>],
    ) -> () where [] {
        let len = room.len();
        // SAFETY: the caller's contract.
        let items = unsafe { scan.input.place(0, room) };
        let (op, init, output) = (&{ *scan.op }, scan.init, { *scan.output });
        // SAFETY: `i < len`, as `Lefts` calls it.
        let item = |i: usize| unsafe { items.add(i).read() };
        Lefts::<T>::with(#[inline(always)] |lefts| {
            lefts.fold_only_warp(op, len, item);
            // SAFETY: `fold_only_warp` has made the lanes prefixes; each slot is put once, and has a prefix on its left
            // in an exclusive scan.
            unsafe {
                if scan.exclusive {
                    let put = |i: usize, before: Option<T>, _| output.put(i, before.unwrap_unchecked());
                    lefts.prefixes_of_warp(op, 0, 0..len, init, item, put);
                } else {
                    lefts.prefixes_of_warp(op, 0, 0..len, init, item, |i, _, prefix| output.put(i, prefix));
                }
            }
        });
    }
}

/// A scan of these slots, tile by tile.
struct Tiles<'a, T, O, S>(&'a Loaded<'a, T, O, S>, Range<usize>);

impl<T: Value, O, S> Tiles<'_, T, O, S> {
    const TILE: usize = Tile::new(T::SIZE).tile;

    fn range(&self, part: usize) -> Range<usize> {
        let Range { start, end } = self.1;
        start + part * Self::TILE..(start + (part + 1) * Self::TILE).min(end)
    }
}

impl<T: Value, O: Operator<T>, S: Storage<Item = T>> Chained for Tiles<'_, T, O, S> {
    type Outputs = (HeapValue<Lefts<T>>, Buffer<T>);
    type Value = T;
    type Carry = Option<T>;

    fn room(&self) -> Self::Outputs {
        (Lefts::placed(), scratch(Self::TILE))
    }
    fn first(&self, (lefts, room): &mut Self::Outputs, part: usize) -> T {
        // SAFETY: `range(part)` is a tile of the checked input.
        unsafe { fold(self.0, lefts, self.range(part), room) }
    }
    fn next(&self, carry: Self::Carry, value: Self::Value) -> Self::Carry {
        join(self.0.op, carry, Some(value))
    }
    fn second(&self, (lefts, room): &mut Self::Outputs, part: usize, _: Self::Value, carry: Self::Carry) {
        // SAFETY: `first` has folded this tile into this room; no other part has it.
        unsafe { prefixes(self.0, lefts, self.range(part), carry, room) }
    }
}

multiversion! {
    /// Loads a tile's items, keeps them in `room` (a whole warp's as columns, if they suit vector registers), and
    /// folds them.
    unsafe fn fold[T: Value, O: Operator<T>, S: Storage<Item = T>](
        scan: &Loaded<T, O, S>, lefts: &mut Lefts<T>, slots: Range<usize>, room: &mut [MaybeUninit<T>],
    ) -> T where [] {
        let shape = const { Tile::new(T::SIZE) };
        let (columns, op) = (transpose::fast::<T>(), &{ *scan.op });
        let mut runs = Runs::new();
        let mut tile = None;
        for (warp, room) in room[..slots.len()].chunks_mut(shape.warp).enumerate() {
            let (first, len) = (slots.start + warp * shape.warp, room.len());
            if const { transpose::possible::<T>() } && columns && len == shape.warp {
                // SAFETY: the caller's contract; the room has the size of a whole warp, and `columns` says that
                // transposing is fast.
                unsafe { fold_as_columns(scan.input, op, first, &mut runs, room, lefts.lanes(warp, len)) };
            } else {
                // SAFETY: the caller's contract.
                unsafe { scan.input.load(first, room) };
                // SAFETY: `load` has written these items.
                let item = |k: usize| unsafe { room.get_unchecked(k).assume_init() };
                fold_runs::<T, _, _>(op, 0..len, &item, lefts.lanes(warp, len));
            }
            // SAFETY: the warp's lanes were just written.
            tile = Some(unsafe { lefts.warp_done(op, warp, len, tile) });
        }
        // SAFETY: a tile has at least one slot, so at least one warp.
        unsafe { tile.unwrap_unchecked() }
    }
}

multiversion! {
    /// Turns the items that `fold` left in `room` into prefixes and stores them.
    unsafe fn prefixes[T: Value, O: Operator<T>, S: Storage<Item = T>](
        scan: &Loaded<T, O, S>, lefts: &Lefts<T>, slots: Range<usize>, carry: Option<T>, room: &mut [MaybeUninit<T>],
    ) -> () where [] {
        let shape = const { Tile::new(T::SIZE) };
        let (op, output, exclusive) = (&{ *scan.op }, { *scan.output }, scan.exclusive);
        let columns = transpose::fast::<T>();
        let mut runs = Runs::new();
        // SAFETY: the caller's contract: `fold` has written all items of the tile.
        let room = unsafe { room[..slots.len()].assume_init_mut() };
        for (warp, room) in room.chunks_mut(shape.warp).enumerate() {
            let first = slots.start + warp * shape.warp;
            if const { transpose::possible::<T>() } && columns && room.len() == shape.warp {
                // SAFETY: the caller's contract: `fold` has left a whole warp as columns; each slot is put once.
                unsafe { prefixes_of_columns(op, output, exclusive, lefts, warp, first, carry, &mut runs, room) };
                continue;
            }
            let (len, items) = (room.len(), room.as_mut_ptr());
            // SAFETY: `k` is in range; a slot is read before its prefix is written to its place, and has a prefix on
            // its left in an exclusive scan.
            unsafe {
                let item = |k: usize| items.add(k).read();
                if exclusive {
                    let put = |k: usize, before: Option<T>, _| items.add(k).write(before.unwrap_unchecked());
                    lefts.prefixes_of_warp(op, warp, 0..len, carry, item, put);
                } else {
                    lefts.prefixes_of_warp(op, warp, 0..len, carry, item, |k, _, prefix| items.add(k).write(prefix));
                }
            }
            for (k, item) in room.iter().enumerate() {
                // SAFETY: the caller's contract; each slot is put once, by this thread.
                unsafe { output.put(first + k, *item) }
            }
        }
    }
}

/// Loads a whole warp's items from slot `first` on, leaves them in `room` as columns, and folds these.
///
/// # Safety
///
/// The slots are the checked input's, `room` has the size of a warp, and [`transpose::fast`] is true.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn fold_as_columns<T: Value, O: Operator<T>>(
    input: &dyn Load<T>,
    op: &O,
    first: usize,
    runs: &mut Runs<T>,
    room: &mut [MaybeUninit<T>],
    lanes: &mut [MaybeUninit<T>],
) {
    let shape = const { Tile::new(T::SIZE) };
    let runs = &mut runs.items()[..shape.warp];
    // SAFETY: the caller's contract; `runs` and `room` have the warp's size.
    let rows = unsafe {
        transpose(input.place(first, runs).cast(), room.as_mut_ptr(), WARP, shape.run);
        room.assume_init_ref().as_chunks::<WARP>().0
    };
    lanes.write_copy_of_slice(&fold_columns(rows, |_, _, a, x| op.call((a, x)), || ()));
}

/// Turns the columns that [`fold_as_columns`] left in `room` into prefixes and stores them from slot `first` on.
///
/// # Safety
///
/// [`fold_as_columns`] has folded the warp into this room; no other thread uses its slots of the output.
#[cfg_attr(not(debug_assertions), inline(always))]
#[allow(clippy::too_many_arguments)]
unsafe fn prefixes_of_columns<T: Value, O: Operator<T>, S: Storage<Item = T>>(
    op: &O,
    output: S,
    exclusive: bool,
    lefts: &Lefts<T>,
    warp: usize,
    first: usize,
    carry: Option<T>,
    runs: &mut Runs<T>,
    room: &mut [T],
) {
    let shape = const { Tile::new(T::SIZE) };
    // SAFETY: the caller's contract: the warp is folded.
    let (left, mut lefts) = unsafe { lefts.of_warp(op, warp, carry) };
    let (rows, _) = room.as_chunks_mut::<WARP>();
    let alone = left.is_none();
    if alone {
        // The first run has nothing on its left, so its prefixes begin with its own first item.
        for l in 1..WARP {
            rows[0][l] = op.call((lefts[l], rows[0][l]));
        }
        lefts = rows[0];
    }
    prefix_columns(&mut rows[alone as usize..], lefts, exclusive, |_, _, a, x| op.call((a, x)));
    let runs = runs.items();
    // SAFETY: the room holds a warp's columns, and the runs have its size.
    unsafe { transpose(room.as_ptr(), runs.as_mut_ptr().cast(), shape.run, WARP) };
    for k in 0..shape.warp {
        // SAFETY: `transpose` has written all of `runs`; the output's slots are this thread's, by the caller's
        // contract.
        unsafe { output.put(first + k, runs[k].assume_init()) }
    }
}
