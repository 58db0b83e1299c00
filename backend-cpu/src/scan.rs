use std::mem::MaybeUninit;
use std::ops::Range;

use onrush_core::Result;
use onrush_core::algo::Scan;
use onrush_core::expr::Indexed;
use onrush_core::operator::Operator;
use onrush_core::shape::Tile;
use onrush_core::storage::Storage;
use onrush_core::value::Value;

use crate::chain::{self, Chained};
use crate::memory::{scratch, with_room};
use crate::parallel::{self, Pool, SERIAL};
use crate::tile::{Lefts, join};
use crate::wide::wide;

pub(crate) fn scan<E: Indexed<Item: Value>, O: Operator<E::Item>, S: Storage<Item = E::Item>>(
    pool: &Pool,
    request: Scan<E, O, S>,
) -> Result<()> {
    let tile = const { Tile::new(E::Item::SIZE).tile };
    let slots = request.input.slots();
    parallel::call(|| {
        if slots <= SERIAL {
            return with_room(slots.min(tile), |room| {
                let (mut carry, mut lefts) = (request.init, Lefts::new());
                for from in (0..slots).step_by(tile) {
                    let range = from..(from + tile).min(slots);
                    // SAFETY: a tile of the checked input, and the same one.
                    unsafe {
                        let value = fold(&request, &mut lefts, range.clone(), room);
                        prefixes(&request, &lefts, range, carry, room);
                        carry = join(&request.op, carry, Some(value));
                    }
                }
            });
        }
        let carry = request.init;
        chain::run(pool, slots.div_ceil(tile), carry, &Tiles { request, slots });
    })
}

/// A scan, tile by tile.
struct Tiles<E: Indexed, O, S> {
    request: Scan<E, O, S>,
    slots: usize,
}

impl<E: Indexed<Item: Value>, O, S> Tiles<E, O, S> {
    const TILE: usize = Tile::new(E::Item::SIZE).tile;

    fn range(&self, part: usize) -> Range<usize> {
        part * Self::TILE..((part + 1) * Self::TILE).min(self.slots)
    }
}

impl<E: Indexed<Item: Value>, O: Operator<E::Item>, S: Storage<Item = E::Item>> Chained for Tiles<E, O, S> {
    type Room = (Lefts<E::Item>, Box<[MaybeUninit<E::Item>]>);
    type Value = E::Item;
    type Carry = Option<E::Item>;

    fn room(&self) -> Self::Room {
        (Lefts::new(), scratch(Self::TILE))
    }
    fn first(&self, (lefts, room): &mut Self::Room, part: usize) -> E::Item {
        // SAFETY: a tile of the checked input.
        unsafe { fold(&self.request, lefts, self.range(part), room) }
    }
    fn next(&self, carry: Self::Carry, value: E::Item) -> Self::Carry {
        join(&self.request.op, carry, Some(value))
    }
    fn second(&self, (lefts, room): &mut Self::Room, part: usize, _: Self::Value, carry: Self::Carry) {
        // SAFETY: the tile that was folded just before; no other part has it.
        unsafe { prefixes(&self.request, lefts, self.range(part), carry, room) }
    }
}

wide! {
    /// Computes a tile's items, leaves them in `room`, and folds them.
    unsafe fn fold[E: Indexed<Item: Value>, O: Operator<E::Item>, S: Storage<Item = E::Item>](
        request: &Scan<E, O, S>, lefts: &mut Lefts<E::Item>, slots: Range<usize>, room: &mut [MaybeUninit<E::Item>],
    ) -> E::Item where [] {
        let room = &mut room[..slots.len()];
        for (k, item) in room.iter_mut().enumerate() {
            // SAFETY: the caller's promise.
            item.write(unsafe { request.input.at(slots.start + k) });
        }
        // SAFETY: as many as just written.
        unsafe { lefts.fold(&request.op, room.len(), |k| room.get_unchecked(k).assume_init()) }
    }
}

wide! {
    /// Turns the items that `fold` left in `room` into prefixes and stores them.
    unsafe fn prefixes[E: Indexed<Item: Value>, O: Operator<E::Item>, S: Storage<Item = E::Item>](
        request: &Scan<E, O, S>, lefts: &Lefts<E::Item>, slots: Range<usize>, carry: Option<E::Item>,
        room: &mut [MaybeUninit<E::Item>],
    ) -> () where [] {
        let items = room.as_mut_ptr().cast::<E::Item>();
        // SAFETY (each): `fold` wrote the items; a slot is read before its prefix is put in its place, and has a left in
        // an exclusive scan.
        // SAFETY: as above.
        let item = |k| unsafe { items.add(k).read() };
        // SAFETY: as above.
        unsafe {
            if request.init.is_some() {
                let put = |k, before: Option<E::Item>, _| items.add(k).write(before.unwrap_unchecked());
                lefts.prefixes(&request.op, slots.len(), carry, item, put);
            } else {
                lefts.prefixes(&request.op, slots.len(), carry, item, |k, _, prefix| items.add(k).write(prefix));
            }
        }
        for (k, i) in slots.enumerate() {
            // SAFETY: the caller's promise; each slot is put once, by this thread.
            unsafe { request.output.put(i, item(k)) }
        }
    }
}
