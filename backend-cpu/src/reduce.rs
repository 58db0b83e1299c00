use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicBool, Ordering};

use onrush_core::Result;
use onrush_core::algo::Reduce;
use onrush_core::expr::Expr;
use onrush_core::operator::Operator;
use onrush_core::shape::{Reduction, THREADS, Tile};
use onrush_core::value::Value;

use crate::memory::scratch;
use crate::parallel::{self, Pool};
use crate::tile::{self, join};

pub(crate) fn reduce<E: Expr<Item: Value>, O: Operator<E::Item>>(
    pool: &Pool,
    request: Reduce<E, O, E::Item>,
) -> Result<Option<E::Item>> {
    let Reduce { input, op, init } = request;
    parallel::call(|| {
        let result = if O::COMMUTATIVE { strided(pool, &input, &op) } else { in_order(pool, &input, &op) };
        join(&op, init, result)
    })
}

/// The tree over parts, some of which may be without items.
fn tree<T: Value, O: Operator<T>>(op: &O, parts: &mut [Option<T>]) -> Option<T> {
    let mut len = parts.len();
    while len > 1 {
        for i in 0..len / 2 {
            parts[i] = join(op, parts[2 * i], parts[2 * i + 1]);
        }
        if len % 2 == 1 {
            parts[len / 2] = parts[len - 1];
        }
        len = len.div_ceil(2);
    }
    parts.first().copied().flatten()
}

/// Computes the values of chunks, in parallel if there are several grains of them.
fn chunks<T: Value>(
    pool: &Pool,
    slots: usize,
    chunk: usize,
    value: impl Fn(usize) -> Option<T> + Sync,
) -> Vec<Option<T>> {
    let cut = pool.cut(slots, chunk);
    let count = slots.div_ceil(chunk);
    let mut values = scratch::<Option<T>>(count);
    let room = Room(values.as_mut_ptr());
    pool.run(cut.tickets(), |ticket| {
        let range = cut.range(ticket);
        for c in range.start / chunk..range.end.div_ceil(chunk) {
            // SAFETY: `c < count`, and a ticket's chunks are its own.
            unsafe { room.at(c).write(MaybeUninit::new(value(c))) };
        }
    });
    // SAFETY: the tickets cover all slots, so every chunk's value was written.
    unsafe { values.assume_init() }.into_vec()
}

struct Room<T>(*mut T);
// SAFETY: whoever uses the address answers for it.
unsafe impl<T: Send> Sync for Room<T> {}
impl<T> Room<T> {
    unsafe fn at(&self, i: usize) -> *mut T {
        // SAFETY: the caller's promise that `i` is within the room.
        unsafe { self.0.add(i) }
    }
}

fn strided<E: Expr<Item: Value>, O: Operator<E::Item>>(pool: &Pool, input: &E, op: &O) -> Option<E::Item> {
    let slots = input.slots();
    let shape = Reduction::new(slots, size_of::<E::Item>());
    let _ = AtomicBool::new(false).load(Ordering::Relaxed);
    let values = chunks(pool, slots, shape.chunk, |c| {
        let (from, to) = (c * shape.chunk, ((c + 1) * shape.chunk).min(slots));
        let mut lanes = vec![None; shape.lanes.min(to - from)];
        for row in (from..to).step_by(shape.lanes) {
            for (j, lane) in lanes.iter_mut().enumerate().take(to - row) {
                // SAFETY: a slot of the checked input.
                *lane = join(op, *lane, unsafe { input.slot(row + j) });
            }
        }
        tree(op, &mut lanes)
    });
    let mut lanes = vec![None; THREADS.min(values.len())];
    for (c, value) in values.into_iter().enumerate() {
        lanes[c % THREADS] = join(op, lanes[c % THREADS], value);
    }
    tree(op, &mut lanes)
}

fn in_order<E: Expr<Item: Value>, O: Operator<E::Item>>(pool: &Pool, input: &E, op: &O) -> Option<E::Item> {
    let slots = input.slots();
    let shape = Tile::new(size_of::<E::Item>());
    let per = shape.per_chunk(slots);
    let mut values = chunks(pool, slots, shape.tile * per, |c| {
        let tiles = c * per..((c + 1) * per).min(slots.div_ceil(shape.tile));
        tiles.fold(None, |before, t| {
            let range = t * shape.tile..((t + 1) * shape.tile).min(slots);
            // SAFETY: a slot of the checked input.
            join(op, before, tile::value(op, shape, range, |i| unsafe { input.slot(i) }))
        })
    });
    tree(op, &mut values)
}
