use onrush_core::algo::Scan;
use onrush_core::expr::Indexed;
use onrush_core::operator::Operator;
use onrush_core::shape::Tile;
use onrush_core::storage::Storage;
use onrush_core::value::Value;
use onrush_core::{Result, algo};

use crate::parallel::{self, Pool};
use crate::tile::{Lefts, join};
use crate::wide::wide;

pub(crate) fn scan<E: Indexed<Item: Value>, O: Operator<E::Item>, S: Storage<Item = E::Item>>(
    pool: &Pool,
    request: Scan<E, O, S>,
) -> Result<()> {
    let shape = Tile::new(size_of::<E::Item>());
    let slots = request.input.slots();
    let cut = pool.cut(slots, shape.tile);
    let tiles = if cut.tickets() <= 1 { 0 } else { slots.div_ceil(shape.tile) };
    parallel::call(|| {
        if tiles == 0 {
            let (mut carry, mut lefts) = (request.init, Lefts::new());
            for from in (0..slots).step_by(shape.tile) {
                let range = from..(from + shape.tile).min(slots);
                // SAFETY: the range is a tile of the checked input, and its runs are folded just before.
                unsafe {
                    let value = fold(&request, &mut lefts, shape, range.clone());
                    prefixes(&request, &lefts, shape, range, carry);
                    carry = join(&request.op, carry, Some(value));
                }
            }
            return;
        }
        pool.chain(tiles, request.init, Lefts::new, |lefts, tile, turn| {
            let range = tile * shape.tile..((tile + 1) * shape.tile).min(slots);
            // SAFETY: as above; distinct tickets have distinct tiles.
            unsafe {
                let value = fold(&request, lefts, shape, range.clone());
                let Some(carry) = turn.pass(|carry| join(&request.op, carry, Some(value))) else { return };
                prefixes(&request, lefts, shape, range, carry);
            }
        });
    })
}

wide! {
    unsafe fn fold[E: Indexed<Item: Value>, O: Operator<E::Item>, S: Storage<Item = E::Item>](
        request: &algo::Scan<E, O, S>, lefts: &mut Lefts<E::Item>, shape: Tile, slots: std::ops::Range<usize>,
    ) -> E::Item where [] {
        // SAFETY: the caller's promise.
        unsafe { lefts.fold(&request.op, shape, slots, |i| request.input.at(i)) }
    }
}

wide! {
    unsafe fn prefixes[E: Indexed<Item: Value>, O: Operator<E::Item>, S: Storage<Item = E::Item>](
        request: &algo::Scan<E, O, S>, lefts: &Lefts<E::Item>, shape: Tile, slots: std::ops::Range<usize>,
        carry: Option<E::Item>,
    ) -> () where [] {
        let input = |i| {
            // SAFETY: the caller's promise.
            unsafe { request.input.at(i) }
        };
        // SAFETY: the caller's promise; each slot is put once, by this thread.
        unsafe {
            if request.init.is_some() {
                lefts.prefixes(&request.op, shape, slots, carry, input, |i, before, _| {
                    request.output.put(i, before.unwrap_unchecked());
                });
            } else {
                lefts.prefixes(&request.op, shape, slots, carry, input, |i, _, next| request.output.put(i, next));
            }
        }
    }
}
