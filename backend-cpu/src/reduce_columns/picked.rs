//! Columns whose operator picks one of their items: vector registers keep the least rank of each column and its row, and the item is
//! read again.

use std::hint::select_unpredictable;
use std::mem::MaybeUninit;
use std::ops::Range;

use onrush_core::expr::Indexed;
use onrush_core::operator::{Operator, Pick};
use onrush_core::value::Value;

use super::DEEP;
use crate::multiversion::multiversion;

/// Columns of a ticket, whose ranks and rows stay in the first-level cache.
pub(super) const WIDE: usize = 256;

/// The least rank of the rows that are folded into a place, and the number of its row among them.
#[derive(Clone, Copy)]
struct Best {
    rank: u64,
    row: u64,
}

/// Writes a value to all places.
#[inline(always)]
fn filled<T: Copy>(places: &mut [MaybeUninit<T>], value: T) -> &mut [T] {
    places.fill(MaybeUninit::new(value));
    // SAFETY: all of them have been written.
    unsafe { places.assume_init_mut() }
}

multiversion! {
    /// The values of at most `WIDE` consecutive columns in some rows, of which there is at least one. Where the matrix has no other
    /// columns, and few, each place takes the items of every `n`-th row.
    pub(super) unsafe fn picked['a, E: Indexed<Item: Value>, O: Operator<E::Item>](
        input: &E, op: &O, all: usize, columns: Range<usize>, rows: Range<usize>, room: &'a mut [MaybeUninit<E::Item>],
    ) -> &'a [E::Item] where [] {
        let last = <O as Operator<E::Item>>::PICKS == Some(Pick::Last);
        let wide = columns.len();
        let side_by_side = if wide < all { 1 } else { (WIDE / wide).min(rows.len() / DEEP).max(1) };
        let places = side_by_side * wide;
        // Ranks that nothing precedes: the first row's items replace equal ones where the last is picked, and are those of row 0
        // otherwise.
        let (mut ranks, mut steps) = ([MaybeUninit::uninit(); WIDE], [MaybeUninit::uninit(); WIDE]);
        let (ranks, steps) = (filled(&mut ranks[..places], u64::MAX), filled(&mut steps[..places], 0u64));
        for (step, row) in (0..).zip(rows.clone().step_by(side_by_side)) {
            let first = row * all + columns.start;
            let present = wide * side_by_side.min(rows.end - row);
            // SAFETY: the caller's contract: these rows and columns exist. Several rows are consecutive, since they have no other
            // columns. There is a place for each of the items.
            unsafe {
                input.each(
                    first,
                    first + present,
                    #[inline(always)]
                    |i, x| {
                        let rank = op.rank(&x);
                        let (least, at) = (ranks.get_unchecked_mut(i - first), steps.get_unchecked_mut(i - first));
                        let better = if last { rank <= *least } else { rank < *least };
                        *at = if better { step } else { *at };
                        *least = if better { rank } else { *least };
                    },
                );
            }
        }
        for (column, value) in room[..wide].iter_mut().enumerate() {
            let best_of = |lane: usize| {
                let place = lane * wide + column;
                Best { rank: ranks[place], row: steps[place] * side_by_side as u64 + lane as u64 }
            };
            let best = (1..side_by_side).map(best_of).fold(best_of(0), |a, b| {
                let earlier = if last { b.row > a.row } else { b.row < a.row };
                select_unpredictable(b.rank < a.rank || (b.rank == a.rank && earlier), b, a)
            });
            let at = (rows.start + best.row as usize) * all + columns.start + column;
            // SAFETY: as above; every slot of an indexed expression holds an item.
            value.write(unsafe { input.slot(at).unwrap_unchecked() });
        }
        // SAFETY: the loop has written them.
        unsafe { room[..wide].assume_init_ref() }
    }
}
