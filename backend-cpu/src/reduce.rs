use std::mem::MaybeUninit;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use half::{bf16, f16};
use onrush_core::Result;
use onrush_core::algo::{Reduce, ReduceInto, Stored};
use onrush_core::expr::Expr;
use onrush_core::operator::Operator;
use onrush_core::shape::{ROWS, Reduction, THREADS, Tile};
use onrush_core::storage::Storage;
use onrush_core::value::Value;

use crate::memory::SmallBuffer;
use crate::multiversion::multiversion;
use crate::parallel::{self, Parts, Pool};
use crate::pick;
use crate::tile::{self, join};
use crate::tree::{few, halves_of_few, tree, tree_of_few};

/// Bytes of items that lie in a core's own cache.
const CACHED_BYTES: usize = 1 << 20;

pub(crate) fn reduce<E: Expr<Item: Value>, O: Operator<E::Item>>(
    pool: &Pool,
    request: Reduce<E, O, E::Item>,
) -> Result<Option<E::Item>> {
    let Reduce { input, op, init } = request;
    parallel::call(|| {
        let result = match input.slots() {
            0 => None,
            slots if <O as Operator<E::Item>>::PICKS.is_some() => pick::reduce(pool, &input, &op, slots),
            slots if O::COMMUTATIVE => strided(pool, &input, &op, slots),
            slots => in_order(pool, &input, &op, slots),
        };
        join(&op, init, result)
    })
}

pub(crate) fn reduce_into<E, O, S, K>(pool: &Pool, request: ReduceInto<E, O, S, K>) -> Result<()>
where
    E: Expr<Item: Value>,
    O: Operator<E::Item>,
    S: Storage<Item = E::Item>,
    K: Storage<Item = bool>,
{
    let ReduceInto { input, op, stored, output, kept } = request;
    match stored {
        Stored::Result(init) => {
            let result = reduce(pool, Reduce { input, op, init: Some(init) })?;
            // SAFETY: the output has one item, which no other thread uses.
            unsafe { output.put(0, result.unwrap_or(init)) };
            Ok(())
        }
        Stored::Chunks(size) => parallel::call(|| {
            let slots = input.slots();
            pool.run_cut(pool.cut(slots, size), |range| {
                for c in range.start / size..range.end.div_ceil(size) {
                    // SAFETY: these are slots of the checked input, at least one; each chunk has an item of its own in both outputs,
                    // and no other thread has the chunks of this range.
                    unsafe {
                        let value = value_of_chunk(&input, &op, c * size..(c * size).saturating_add(size).min(slots));
                        kept.put(c, value.is_some());
                        value.into_iter().for_each(|value| output.put(c, value));
                    }
                }
            });
        }),
    }
}

/// The value of a chunk, as [`reduce`] combines it with others.
///
/// # Safety
///
/// These are slots of the checked input, at least one.
unsafe fn value_of_chunk<E: Expr<Item: Value>, O: Operator<E::Item>>(
    input: &E,
    op: &O,
    Range { start: from, end: to }: Range<usize>,
) -> Option<E::Item> {
    // SAFETY: the caller's contract.
    unsafe {
        match (O::COMMUTATIVE, E::DENSE) {
            (true, true) if E::IN_RUNS => Some(dense_runs_ahead(input, op, from, to)),
            (true, true) => Some(dense_chunk(input, op, from, to)),
            (true, false) => sparse_chunk(input, op, from, to),
            (false, true) => Some(dense_tiles(input, op, from, to)),
            (false, false) => sparse_tiles(input, op, from, to),
        }
    }
}

/// Reduces by lanes side by side; see the shape contract.
fn strided<E: Expr<Item: Value>, O: Operator<E::Item>>(
    pool: &Pool,
    input: &E,
    op: &O,
    slots: usize,
) -> Option<E::Item> {
    if E::DENSE && const { few(E::Item::SIZE) > 0 } && slots <= const { few(E::Item::SIZE) } {
        // SAFETY: these are the slots of the checked input, at least one and at most `few`.
        return Some(unsafe { dense_few(input, op, slots) });
    }
    let size = Reduction::new(slots, E::Item::SIZE).chunk;
    // Any chunks do for an exact operator: a thread that is alone takes one.
    let size = if O::EXACT && E::DENSE && pool.is_alone() { slots } else { size };
    let chunk = |c: usize| c * size..(c * size).saturating_add(size).min(slots);
    if E::DENSE {
        let value = |c| {
            let Range { start, end } = chunk(c);
            // SAFETY: `chunk(c)` are slots of the checked input, at least one.
            unsafe {
                if E::IN_RUNS { dense_runs_ahead(input, op, start, end) } else { dense_chunk(input, op, start, end) }
            }
        };
        return Some(chunks(pool, slots, size, value, |values| lanes_of_chunks(values, |a, b| op.call((a, b)))));
    }
    if let Some(identity) = O::identity() {
        let any = AtomicBool::new(false);
        let value = |c| {
            let slots = chunk(c);
            // Until a kept item is found, each chunk is only searched for one, so a filter that keeps nothing costs one pass.
            if !any.load(Ordering::Relaxed) {
                // SAFETY: `chunk(c)` are slots of the checked input.
                if slots.clone().all(|i| unsafe { input.slot(i) }.is_none()) {
                    return identity;
                }
                any.store(true, Ordering::Relaxed);
            }
            let Range { start, end } = slots;
            // SAFETY: `chunk(c)` are slots of the checked input.
            unsafe {
                if E::IN_RUNS {
                    padded_runs_ahead(input, op, identity, start, end)
                } else {
                    padded_chunk(input, op, identity, start, end)
                }
            }
        };
        let sum = chunks(pool, slots, size, value, |values| lanes_of_chunks(values, |a, b| op.call((a, b))));
        return any.into_inner().then_some(sum);
    }
    // SAFETY: `chunk(c)` are slots of the checked input.
    let value = |c| unsafe { sparse_chunk(input, op, chunk(c).start, chunk(c).end) };
    chunks(pool, slots, size, value, |values| lanes_of_chunks(values, |a, b| join(op, a, b)))
}

/// Reduces by tiles in order; see the shape contract.
fn in_order<E: Expr<Item: Value>, O: Operator<E::Item>>(
    pool: &Pool,
    input: &E,
    op: &O,
    slots: usize,
) -> Option<E::Item> {
    let shape = Tile::new(E::Item::SIZE);
    if E::DENSE && slots <= 2 * shape.run {
        // SAFETY: these are the slots of the checked input, at least one and at most two runs.
        return Some(unsafe { dense_runs(input, op, slots) });
    }
    let per = shape.per_chunk(slots);
    let size = per * shape.tile;
    let chunk = |c: usize| c * size..(c * size).saturating_add(size).min(slots);
    if E::DENSE {
        // SAFETY: `chunk(c)` are slots of the checked input, at least one.
        let value = |c| unsafe { dense_tiles(input, op, chunk(c).start, chunk(c).end) };
        return Some(chunks(pool, slots, size, value, |values| tree(values, |a, b| op.call((a, b)))));
    }
    // SAFETY: `chunk(c)` are slots of the checked input.
    let value = |c| unsafe { sparse_tiles(input, op, chunk(c).start, chunk(c).end) };
    chunks(pool, slots, size, value, |values| tree(values, |a, b| join(op, a, b)))
}

/// Reduces slots, at least one, of a dense expression on this thread alone, in the association of [`reduce`].
///
/// # Safety
///
/// These are all slots of a checked input.
#[inline(never)]
pub(crate) unsafe fn alone<E: Expr<Item: Value>, O: Operator<E::Item>>(input: &E, op: &O, slots: usize) -> E::Item {
    if <O as Operator<E::Item>>::PICKS.is_some() {
        // SAFETY: the caller's contract; every slot of a dense expression holds an item.
        return unsafe { pick::picked(input, op, 0, slots).unwrap_unchecked() };
    }
    let size = match O::COMMUTATIVE {
        true => Reduction::new(slots, E::Item::SIZE).chunk,
        false => {
            let shape = const { Tile::new(E::Item::SIZE) };
            shape.per_chunk(slots) * shape.tile
        }
    };
    let value = |from, to| match O::COMMUTATIVE {
        // SAFETY: the caller's contract; the chunk has at least one slot.
        true => unsafe { dense_chunk(input, op, from, to) },
        // SAFETY: the same.
        false => unsafe { dense_tiles(input, op, from, to) },
    };
    if slots <= size {
        return value(0, slots);
    }
    let mut room = SmallBuffer::new();
    let values = room.of(slots.div_ceil(size));
    for (c, to) in values.iter_mut().enumerate() {
        to.write(value(c * size, (c * size).saturating_add(size).min(slots)));
    }
    // SAFETY: the loop has written all values.
    let values = unsafe { values.assume_init_mut() };
    let join = |a, b| op.call((a, b));
    if O::COMMUTATIVE { lanes_of_chunks(values, join) } else { tree(values, join) }
}

/// Computes the values of chunks, in parallel if there are enough, and combines them.
fn chunks<V: Copy + Send>(
    pool: &Pool,
    slots: usize,
    chunk: usize,
    value: impl Fn(usize) -> V + Sync,
    combine: impl FnOnce(&mut [V]) -> V,
) -> V {
    if slots <= chunk { value(0) } else { many_chunks(pool, slots, chunk, value, combine) }
}

/// Computes the values of several chunks. It is a function apart, so that the many short calls of one chunk stay small.
#[inline(never)]
fn many_chunks<V: Copy + Send>(
    pool: &Pool,
    slots: usize,
    chunk: usize,
    value: impl Fn(usize) -> V + Sync,
    combine: impl FnOnce(&mut [V]) -> V,
) -> V {
    let count = slots.div_ceil(chunk);
    let cut = pool.cut(slots, chunk);
    let mut room = SmallBuffer::new();
    let values = room.of(count);
    let parts = Parts::new(values);
    pool.run_cut(cut, |range| {
        for c in range.start / chunk..range.end.div_ceil(chunk) {
            // SAFETY: `c < count`, and no other thread writes the chunks of this range.
            unsafe { parts.at(c).write(MaybeUninit::new(value(c))) };
        }
    });
    // SAFETY: the ranges cover all slots, so every chunk's value was written.
    combine(unsafe { values.assume_init_mut() })
}

/// Folds the chunks' values in lanes, and combines the lanes.
fn lanes_of_chunks<V: Copy>(values: &mut [V], join: impl Fn(V, V) -> V) -> V {
    for c in THREADS..values.len() {
        values[c % THREADS] = join(values[c % THREADS], values[c]);
    }
    let lanes = values.len().min(THREADS);
    tree(&mut values[..lanes], join)
}

/// Whether the minimum and maximum of such items, or of the parts of such pairs, take several instructions each, which must
/// wait for one another.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn float<T>() -> bool {
    let this = typeid::of::<T>();
    macro_rules! any {
        ($($t:ty)*) => { false $(|| this == typeid::of::<$t>() || this == typeid::of::<($t, $t)>())* };
    }
    any!(f32 f64 f16 bf16)
}

/// The value of a chunk of at least one slot. `exact` says that any association gives the same bits. Integers are then
/// folded one after another: the compiler spreads that one loop over vector registers, and no lanes are left to
/// combine.
#[cfg_attr(not(debug_assertions), inline(always))]
fn chunk_value<T: Value, V: Copy>(
    exact: bool,
    from: usize,
    to: usize,
    item: impl Fn(usize) -> V,
    join: impl Fn(V, V) -> V,
) -> V {
    if exact && !float::<T>() {
        return (from + 1..to).fold(item(from), |all, i| join(all, item(i)));
    }
    lanes_of_slots::<T, V>(from, to, item, join)
}

/// Folds a chunk's lanes and combines them; there is at least one slot.
#[cfg_attr(not(debug_assertions), inline(always))]
fn lanes_of_slots<T: Value, V: Copy>(from: usize, to: usize, item: impl Fn(usize) -> V, join: impl Fn(V, V) -> V) -> V {
    let lanes = const { Reduction::new(1, T::SIZE).lanes };
    let width = lanes.min(to - from);
    let mut room = SmallBuffer::new();
    let room: &mut [MaybeUninit<V>] = room.of(width);
    // Several rows are folded at a time, so that a lane's value stays in a register.
    let mut row = from;
    if to - row >= ROWS * lanes {
        for (j, lane) in room.iter_mut().enumerate() {
            // The value is written through an address: pairs that are moved wouldn't be spread over vector registers.
            // SAFETY: the lane's own address.
            unsafe { lane.as_mut_ptr().write(rows(item(row + j), row + j, lanes, &item, &join)) };
        }
        row += ROWS * lanes;
    } else {
        for (j, lane) in room.iter_mut().enumerate() {
            lane.write(item(row + j));
        }
        row += width;
    }
    // SAFETY: the first row has written all `width` lanes.
    let room = unsafe { room.assume_init_mut() };
    while to - row >= ROWS * lanes {
        for (j, lane) in room.iter_mut().enumerate() {
            *lane = rows(join(*lane, item(row + j)), row + j, lanes, &item, &join);
        }
        row += ROWS * lanes;
    }
    while row < to {
        let width = lanes.min(to - row);
        for (j, lane) in room[..width].iter_mut().enumerate() {
            *lane = join(*lane, item(row + j));
        }
        row += width;
    }
    tree(room, join)
}

/// Folds the items of a lane in several rows, from slot `i` on, whose item is in `first` already. It is a loop, since the
/// compiler inlines and unrolls an iterator's fold of pairs too late to spread it over vector registers.
#[cfg_attr(not(debug_assertions), inline(always))]
fn rows<V: Copy>(first: V, i: usize, lanes: usize, item: &impl Fn(usize) -> V, join: &impl Fn(V, V) -> V) -> V {
    let mut all = first;
    for r in 1..ROWS {
        all = join(all, item(i + r * lanes));
    }
    all
}

multiversion! {
    /// Reduces so few slots that each has a lane of its own.
    unsafe fn dense_few[E: Expr<Item: Value>, O: Operator<E::Item>](input: &E, op: &O, slots: usize) -> E::Item
    where [] {
        // SAFETY: the caller's contract, and every slot of a dense expression holds an item.
        let item = |i| unsafe { input.slot(i).unwrap_unchecked() };
        if O::EXACT && !float::<E::Item>() {
            let mut all = item(0);
            for i in 1..slots {
                all = op.call((all, item(i)));
            }
            return all;
        }
        if O::EXACT {
            return halves_of_few(slots, item, |a, b| op.call((a, b)));
        }
        tree_of_few(slots, item, |a, b| op.call((a, b)))
    }
}

multiversion! {
    unsafe fn dense_chunk[E: Expr<Item: Value>, O: Operator<E::Item>](
        input: &E, op: &O, from: usize, to: usize,
    ) -> E::Item where [] {
        // SAFETY: the caller's contract, and every slot of a dense expression holds an item.
        let item = |i| unsafe { input.slot(i).unwrap_unchecked() };
        // Chunks of what lies in memory are read faster in lanes, eight rows at a time.
        let whole = const { Reduction::new(1, E::Item::SIZE).chunk };
        let one_by_one = O::EXACT && (input.slots() <= CACHED_BYTES / size_of::<E::Item>().max(1) || to - from < whole);
        chunk_value::<E::Item, _>(one_by_one, from, to, item, |a, b| op.call((a, b)))
    }
}

multiversion! {
    /// Reduces a chunk in which empty slots count as the identity.
    unsafe fn padded_chunk[E: Expr<Item: Value>, O: Operator<E::Item>](
        input: &E, op: &O, identity: E::Item, from: usize, to: usize,
    ) -> E::Item where [] {
        // SAFETY: the caller's contract.
        let item = |i| unsafe { input.slot(i) }.unwrap_or(identity);
        chunk_value::<E::Item, _>(O::EXACT, from, to, item, |a, b| op.call((a, b)))
    }
}

/// The value of a chunk of at least one slot, whose items are computed ahead, a row of lanes at a time: in a run of slots
/// [`Expr::each`] fills vector registers, and here they are joined with their lanes in vector registers. `empty` stands for
/// empty slots; dense expressions need none.
///
/// # Safety
///
/// These are slots of the checked input. If `empty` is `None`, every one holds an item.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn lanes_of_runs<E: Expr<Item: Value>, O: Operator<E::Item>>(
    input: &E,
    op: &O,
    empty: Option<E::Item>,
    from: usize,
    to: usize,
) -> E::Item {
    let lanes = const { Reduction::new(1, E::Item::SIZE).lanes };
    let (mut room, mut ahead) = (SmallBuffer::new(), SmallBuffer::new());
    let (room, ahead) = (room.of(lanes.min(to - from)), ahead.of(lanes.min(to - from)));
    for row in (from..to).step_by(lanes) {
        let width = lanes.min(to - row);
        let items = if row == from { &mut *room } else { &mut ahead[..width] };
        if let Some(empty) = empty {
            items.fill(MaybeUninit::new(empty));
        }
        // SAFETY: the caller's contract; `each` stays within these slots, of which there are `width`.
        unsafe {
            input.each(
                row,
                row + width,
                #[inline(always)]
                |i, x| {
                    items.get_unchecked_mut(i - row).write(x);
                },
            );
        }
        if row != from {
            for (lane, x) in room.iter_mut().zip(&ahead[..width]) {
                // SAFETY: the first row has written every lane; each slot of this one holds an item, or was filled with `empty`.
                unsafe { lane.write(op.call((lane.assume_init(), x.assume_init()))) };
            }
        }
    }
    // SAFETY: the first row has written every lane.
    tree(unsafe { room.assume_init_mut() }, |a, b| op.call((a, b)))
}

multiversion! {
    unsafe fn dense_runs_ahead[E: Expr<Item: Value>, O: Operator<E::Item>](
        input: &E, op: &O, from: usize, to: usize,
    ) -> E::Item where [] {
        // SAFETY: the caller's contract, and every slot of a dense expression holds an item.
        unsafe { lanes_of_runs(input, op, None, from, to) }
    }
}

multiversion! {
    unsafe fn padded_runs_ahead[E: Expr<Item: Value>, O: Operator<E::Item>](
        input: &E, op: &O, identity: E::Item, from: usize, to: usize,
    ) -> E::Item where [] {
        // SAFETY: the caller's contract.
        unsafe { lanes_of_runs(input, op, Some(identity), from, to) }
    }
}

multiversion! {
    unsafe fn sparse_chunk[E: Expr<Item: Value>, O: Operator<E::Item>](
        input: &E, op: &O, from: usize, to: usize,
    ) -> Option<E::Item> where [] {
        // SAFETY: the caller's contract.
        chunk_value::<E::Item, _>(O::EXACT, from, to, |i| unsafe { input.slot(i) }, |a, b| join(op, a, b))
    }
}

multiversion! {
    /// Reduces one run or two.
    unsafe fn dense_runs[E: Expr<Item: Value>, O: Operator<E::Item>](input: &E, op: &O, slots: usize) -> E::Item
    where [] {
        let run = const { Tile::new(E::Item::SIZE).run };
        // SAFETY: the caller's contract, and every slot of a dense expression holds an item.
        let item = |i| unsafe { input.slot(i).unwrap_unchecked() };
        let value = |from, to| {
            let mut all = item(from);
            for i in from + 1..to {
                all = op.call((all, item(i)));
            }
            all
        };
        let first = value(0, run.min(slots));
        if slots <= run { first } else { op.call((first, value(run, slots))) }
    }
}

multiversion! {
    unsafe fn dense_tiles[E: Expr<Item: Value>, O: Operator<E::Item>](
        input: &E, op: &O, from: usize, to: usize,
    ) -> E::Item where [] {
        let shape = const { Tile::new(E::Item::SIZE) };
        // SAFETY: the caller's contract, and every slot of a dense expression holds an item.
        let item = |i| unsafe { input.slot(i).unwrap_unchecked() };
        let value = |from: usize| tile::dense_value(op, shape.tile.min(to - from), |i| item(from + i));
        let mut all = value(from);
        for from in (from.saturating_add(shape.tile)..to).step_by(shape.tile) {
            all = op.call((all, value(from)));
        }
        all
    }
}

multiversion! {
    unsafe fn sparse_tiles[E: Expr<Item: Value>, O: Operator<E::Item>](
        input: &E, op: &O, from: usize, to: usize,
    ) -> Option<E::Item> where [] {
        let shape = const { Tile::new(E::Item::SIZE) };
        (from..to).step_by(shape.tile).fold(None, |all, from| {
            let slots = from..from.saturating_add(shape.tile).min(to);
            // SAFETY: the caller's contract.
            join(op, all, tile::sparse_value(op, slots, |i| unsafe { input.slot(i) }))
        })
    }
}
