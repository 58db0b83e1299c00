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
use crate::memory::{HeapValue, Memory, SmallBuffer, scratch};
use crate::multiversion::multiversion;
use crate::parallel::{self, Pool};
use crate::tile::{Lefts, Runs, fold_columns, fold_runs, join, prefix_columns};
use crate::transpose::{self, transpose};

pub(crate) fn scan<E: Indexed<Item: Value>, O: Operator<E::Item>, S: Storage<Item = E::Item>>(
    pool: &Pool,
    request: Scan<E, O, S>,
) -> Result<()> {
    let Tile { run, warp, tile, .. } = const { Tile::new(E::Item::SIZE) };
    let slots = request.input.slots();
    parallel::call(|| {
        if slots == 0 {
            return;
        }
        if slots <= 2 * run {
            // SAFETY: these are all slots of the checked input, and the output is as long.
            return unsafe { two_runs(&request) };
        }
        if slots < warp {
            // SAFETY: these are all slots of the checked input, and the output is as long.
            return unsafe { few(&request, SmallBuffer::new().of(slots)) };
        }
        if slots <= tile {
            // SAFETY: this is the only tile of the checked input; `prefixes` gets the tile that `fold` has folded.
            return Lefts::with(|lefts| unsafe {
                let mut room = SmallBuffer::new();
                let room = room.of(slots);
                fold(&request, lefts, 0..slots, room);
                prefixes(&request, lefts, 0..slots, request.init, room);
            });
        }
        chained_scan::run(pool, slots.div_ceil(tile), request.init, &Tiles { request: &request, slots });
    })
}

multiversion! {
    [v4]
    /// Scans at most two runs: each is a loop, and the fold of the first, from nothing, is combined with the carry for
    /// the second.
    unsafe fn two_runs[E: Indexed<Item: Value>, O: Operator<E::Item>, S: Storage<Item = E::Item>](
        request: &Scan<E, O, S>,
    ) -> () where [] {
        let Scan { input, op, init, output } = request;
        let (run, slots) = (const { Tile::new(E::Item::SIZE) }.run, input.slots());
        let exclusive = init.is_some();
        let step = |i: usize, left: Option<E::Item>| {
            // SAFETY: each slot is in range and asked for once; in an exclusive scan every slot has a prefix on its
            // left.
            unsafe {
                let x = input.at(i);
                let next = left.map_or(x, |left| op.call((left, x)));
                output.put(i, if exclusive { left.unwrap_unchecked() } else { next });
                (next, x)
            }
        };
        let (mut left, mut own) = (*init, None);
        for i in 0..slots.min(run) {
            let (next, x) = step(i, left);
            left = Some(next);
            if exclusive && slots > run {
                own = join(op, own, Some(x));
            }
        }
        if exclusive && slots > run {
            left = join(op, *init, own);
        }
        for i in run..slots {
            left = Some(step(i, left).0);
        }
    }
}

multiversion! {
    /// Scans fewer slots than a warp's, at least one; `room` is as long.
    unsafe fn few[E: Indexed<Item: Value>, O: Operator<E::Item>, S: Storage<Item = E::Item>](
        request: &Scan<E, O, S>, room: &mut [MaybeUninit<E::Item>],
    ) -> () where [] {
        for (i, item) in room.iter_mut().enumerate() {
            // SAFETY: the caller's contract.
            item.write(unsafe { request.input.at(i) });
        }
        // SAFETY: the loop has written all items.
        let items = unsafe { room.assume_init_ref() };
        let (op, init, len) = (&request.op, request.init, items.len());
        // SAFETY: `i < len`, as `Lefts` calls it.
        let item = |i: usize| unsafe { *items.get_unchecked(i) };
        Lefts::<E::Item>::with(#[inline(always)] |lefts| {
            lefts.fold_only_warp(op, len, item);
            // SAFETY: `fold_only_warp` has made the lanes prefixes; each slot is put once, and has a prefix on its left
            // in an exclusive scan.
            unsafe {
                if init.is_some() {
                    let put = |i: usize, before: Option<E::Item>, _| request.output.put(i, before.unwrap_unchecked());
                    lefts.prefixes_of_warp(op, 0, 0..len, init, item, put);
                } else {
                    lefts.prefixes_of_warp(op, 0, 0..len, None, item, |i, _, prefix| request.output.put(i, prefix));
                }
            }
        });
    }
}

/// A scan, tile by tile.
struct Tiles<'a, E: Indexed, O, S> {
    request: &'a Scan<E, O, S>,
    slots: usize,
}

impl<E: Indexed<Item: Value>, O, S> Tiles<'_, E, O, S> {
    const TILE: usize = Tile::new(E::Item::SIZE).tile;

    fn range(&self, part: usize) -> Range<usize> {
        part * Self::TILE..((part + 1) * Self::TILE).min(self.slots)
    }
}

impl<E: Indexed<Item: Value>, O: Operator<E::Item>, S: Storage<Item = E::Item>> Chained for Tiles<'_, E, O, S> {
    type Outputs = (HeapValue<Lefts<E::Item>>, Memory<E::Item>);
    type Value = E::Item;
    type Carry = Option<E::Item>;

    fn room(&self) -> Self::Outputs {
        (Lefts::placed(), scratch(Self::TILE))
    }
    fn first(&self, (lefts, room): &mut Self::Outputs, part: usize) -> E::Item {
        // SAFETY: `range(part)` is a tile of the checked input.
        unsafe { fold(self.request, lefts, self.range(part), room) }
    }
    fn next(&self, carry: Self::Carry, value: E::Item) -> Self::Carry {
        join(&self.request.op, carry, Some(value))
    }
    fn second(&self, (lefts, room): &mut Self::Outputs, part: usize, _: Self::Value, carry: Self::Carry) {
        // SAFETY: `first` has folded this tile into this room; no other part has it.
        unsafe { prefixes(self.request, lefts, self.range(part), carry, room) }
    }
}

multiversion! {
    /// Computes a tile's items, keeps them in `room` (a whole warp's as columns, if they suit vector registers), and
    /// folds them.
    unsafe fn fold[E: Indexed<Item: Value>, O: Operator<E::Item>, S: Storage<Item = E::Item>](
        request: &Scan<E, O, S>, lefts: &mut Lefts<E::Item>, slots: Range<usize>, room: &mut [MaybeUninit<E::Item>],
    ) -> E::Item where [] {
        let shape = const { Tile::new(E::Item::SIZE) };
        let columns = transpose::fast::<E::Item>();
        let mut runs = Runs::new();
        let mut tile = None;
        for (warp, room) in room[..slots.len()].chunks_mut(shape.warp).enumerate() {
            let (first, len) = (slots.start + warp * shape.warp, room.len());
            if const { transpose::possible::<E::Item>() } && columns && len == shape.warp {
                // SAFETY: the caller's contract; the room has the size of a whole warp, and `columns` says that
                // transposing is fast.
                unsafe { fold_as_columns(request, first, &mut runs, room, lefts.lanes(warp, len)) };
            } else {
                for (k, item) in room.iter_mut().enumerate() {
                    // SAFETY: the caller's contract.
                    item.write(unsafe { request.input.at(first + k) });
                }
                // SAFETY: the loop has written these items.
                let item = |k: usize| unsafe { room.get_unchecked(k).assume_init() };
                fold_runs::<E::Item, _, _>(&request.op, 0..len, &item, lefts.lanes(warp, len));
            }
            // SAFETY: the warp's lanes were just written.
            tile = Some(unsafe { lefts.warp_done(&request.op, warp, len, tile) });
        }
        // SAFETY: a tile has at least one slot, so at least one warp.
        unsafe { tile.unwrap_unchecked() }
    }
}

multiversion! {
    /// Turns the items that `fold` left in `room` into prefixes and stores them.
    unsafe fn prefixes[E: Indexed<Item: Value>, O: Operator<E::Item>, S: Storage<Item = E::Item>](
        request: &Scan<E, O, S>, lefts: &Lefts<E::Item>, slots: Range<usize>, carry: Option<E::Item>,
        room: &mut [MaybeUninit<E::Item>],
    ) -> () where [] {
        let shape = const { Tile::new(E::Item::SIZE) };
        let (op, exclusive) = (&request.op, request.init.is_some());
        let columns = transpose::fast::<E::Item>();
        let mut runs = Runs::new();
        // SAFETY: the caller's contract: `fold` has written all items of the tile.
        let room = unsafe { room[..slots.len()].assume_init_mut() };
        for (warp, room) in room.chunks_mut(shape.warp).enumerate() {
            let first = slots.start + warp * shape.warp;
            if const { transpose::possible::<E::Item>() } && columns && room.len() == shape.warp {
                // SAFETY: the caller's contract: `fold` has left a whole warp as columns; each slot is put once.
                unsafe { prefixes_of_columns(request, lefts, warp, first, carry, &mut runs, room) };
                continue;
            }
            let (len, items) = (room.len(), room.as_mut_ptr());
            // SAFETY: `k` is in range; a slot is read before its prefix is written to its place, and has a prefix on
            // its left in an exclusive scan.
            unsafe {
                let item = |k: usize| items.add(k).read();
                if exclusive {
                    let put = |k: usize, before: Option<E::Item>, _| items.add(k).write(before.unwrap_unchecked());
                    lefts.prefixes_of_warp(op, warp, 0..len, carry, item, put);
                } else {
                    lefts.prefixes_of_warp(op, warp, 0..len, carry, item, |k, _, prefix| items.add(k).write(prefix));
                }
            }
            for (k, item) in room.iter().enumerate() {
                // SAFETY: the caller's contract; each slot is put once, by this thread.
                unsafe { request.output.put(first + k, *item) }
            }
        }
    }
}

/// Computes a whole warp's items from slot `first` on, leaves them in `room` as columns, and folds these.
///
/// # Safety
///
/// The slots are the checked input's, `room` has the size of a warp, and [`transpose::fast`] is true.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn fold_as_columns<E: Indexed<Item: Value>, O: Operator<E::Item>, S>(
    request: &Scan<E, O, S>,
    first: usize,
    runs: &mut Runs<E::Item>,
    room: &mut [MaybeUninit<E::Item>],
    lanes: &mut [MaybeUninit<E::Item>],
) {
    let shape = const { Tile::new(E::Item::SIZE) };
    let runs = runs.items();
    for k in 0..shape.warp {
        // SAFETY: the caller's contract.
        runs[k].write(unsafe { request.input.at(first + k) });
    }
    // SAFETY: the loop has written the runs, and the room has the warp's size.
    let rows = unsafe {
        transpose(runs.as_ptr(), room.as_mut_ptr(), WARP, shape.run);
        room.assume_init_ref().as_chunks::<WARP>().0
    };
    lanes.write_copy_of_slice(&fold_columns(rows, |_, _, a, x| request.op.call((a, x))));
}

/// Turns the columns that [`fold_as_columns`] left in `room` into prefixes and stores them from slot `first` on.
///
/// # Safety
///
/// [`fold_as_columns`] has folded the warp into this room; no other thread uses its slots of the output.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn prefixes_of_columns<E: Indexed<Item: Value>, O: Operator<E::Item>, S: Storage<Item = E::Item>>(
    request: &Scan<E, O, S>,
    lefts: &Lefts<E::Item>,
    warp: usize,
    first: usize,
    carry: Option<E::Item>,
    runs: &mut Runs<E::Item>,
    room: &mut [E::Item],
) {
    let shape = const { Tile::new(E::Item::SIZE) };
    let (op, exclusive) = (&request.op, request.init.is_some());
    // SAFETY: the caller's contract: the warp is folded.
    let (left, mut lefts) = unsafe { lefts.of_warp(op, warp, carry) };
    let (rows, _) = room.as_chunks_mut::<WARP>();
    let alone = left.is_none();
    if alone {
        // Nothing stands on the left of the first run: its prefixes begin with its own first item.
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
        unsafe { request.output.put(first + k, runs[k].assume_init()) }
    }
}
