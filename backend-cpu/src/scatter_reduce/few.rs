//! Reductions into a small target, in the shape [`Places`].

use std::ops::Range;

use onrush_core::Position;
use onrush_core::expr::Expr;
use onrush_core::operator::Operator;
use onrush_core::shape::Places;
use onrush_core::storage::Storage;
use onrush_core::value::Value;

use super::PlacedChain;
use crate::memory::filled;
use crate::parallel::{Parts, Pool};

/// Places whose partial results a thread combines at a time.
const SHARE: usize = 64;

/// Reduces chunk by chunk, then over the chunks.
pub(super) fn few<P: Position, T: Value, E: Expr<Item = (P, T)>, O: Operator<T>, S: Storage<Item = T>>(
    pool: &Pool,
    input: &PlacedChain<E>,
    slots: usize,
    op: &O,
    output: &S,
    shape: Places,
) {
    match O::identity() {
        Some(identity) => Few { slots, op, cells: Padded { op, identity }, output, shape }.run(pool, input),
        None => Few { slots, op, cells: Optional { op }, output, shape }.run(pool, input),
    }
}

/// Places and items whose expression the caller doesn't know, folded where it is known.
pub(super) trait Fold<C: Cells<T>, T: Value>: Sync {
    /// Adds the items of a set's slots to its values: those of the classes of the first place, then those of the next one.
    ///
    /// # Safety
    ///
    /// The slots are the checked input's.
    unsafe fn fold(&self, slots: Range<usize>, cells: &C, values: &mut [C::Cell], classes: usize);
}

/// Values of parts, of which some have no items.
pub(super) trait Cells<T>: Sync {
    type Cell: Copy + Send + Sync;
    /// The value of a part without items.
    fn empty(&self) -> Self::Cell;
    /// Adds an item to a part.
    fn add(&self, part: Self::Cell, item: T) -> Self::Cell;
    /// The value of two parts.
    fn join(&self, a: Self::Cell, b: Self::Cell) -> Self::Cell;
    /// The value of a part; none if it has no items. That of a part whose items change nothing may be none, too.
    fn total(&self, part: Self::Cell) -> Option<T>;
}

/// Cells that hold the identity where there are no items, so that loops over them have no branches.
pub(super) struct Padded<'a, T, O> {
    pub(super) op: &'a O,
    pub(super) identity: T,
}

impl<T: Value, O: Operator<T>> Cells<T> for Padded<'_, T, O> {
    type Cell = T;
    #[inline(always)]
    fn empty(&self) -> T {
        self.identity
    }
    #[inline(always)]
    fn add(&self, part: T, item: T) -> T {
        self.op.call((part, item))
    }
    #[inline(always)]
    fn join(&self, a: T, b: T) -> T {
        self.op.call((a, b))
    }
    #[inline(always)]
    fn total(&self, part: T) -> Option<T> {
        // SAFETY: a type whose operator has an identity has no padding.
        let bytes = |x: &T| unsafe { std::slice::from_raw_parts(std::ptr::from_ref(x).cast::<u8>(), size_of::<T>()) };
        (bytes(&part) != bytes(&self.identity)).then_some(part)
    }
}

/// Cells for an operator without an identity.
pub(super) struct Optional<'a, O> {
    pub(super) op: &'a O,
}

impl<T: Value, O: Operator<T>> Cells<T> for Optional<'_, O> {
    type Cell = Option<T>;
    #[inline(always)]
    fn empty(&self) -> Option<T> {
        None
    }
    #[inline(always)]
    fn add(&self, part: Option<T>, item: T) -> Option<T> {
        Some(part.map_or(item, |part| self.op.call((part, item))))
    }
    #[inline(always)]
    fn join(&self, a: Option<T>, b: Option<T>) -> Option<T> {
        match (a, b) {
            (Some(a), Some(b)) => Some(self.op.call((a, b))),
            (a, b) => a.or(b),
        }
    }
    #[inline(always)]
    fn total(&self, part: Option<T>) -> Option<T> {
        part
    }
}

/// A reduction into a small target.
struct Few<'a, C, O, S> {
    slots: usize,
    op: &'a O,
    cells: C,
    output: &'a S,
    shape: Places,
}

impl<T: Value, C: Cells<T>, O: Operator<T>, S: Storage<Item = T>> Few<'_, C, O, S> {
    fn run(&self, pool: &Pool, input: &dyn Fold<C, T>) {
        let (places, Places { classes, set, chunks, .. }) = (self.output.len(), self.shape);
        // The only set of a target with one class is combined in its chunk's values.
        let apart = if classes == 1 && self.slots <= set { 0 } else { places * classes };
        // The tree over the classes takes half as many values besides.
        let own = || filled(apart + if classes == 1 { 0 } else { apart / 2 }, || self.cells.empty());
        let mut partials = filled(chunks * places, || self.cells.empty());
        if chunks == 1 {
            self.reduce_chunk(&mut own(), &mut partials, input, 0);
            for (place, value) in partials.iter().enumerate() {
                // SAFETY: the place is in range, and no other thread works.
                unsafe { self.store(place, *value) };
            }
            return;
        }
        let totals = Parts::new(&mut partials);
        pool.run_with(chunks, own, |values, chunk| {
            // SAFETY: the partial results of this chunk are this ticket's alone, and initialised.
            let totals = unsafe { std::slice::from_raw_parts_mut(totals.at(chunk * places), places) };
            self.reduce_chunk(values, totals, input, chunk);
        });
        let runs = chunks.div_ceil(self.shape.per_run());
        let mut values = filled(places, || self.cells.empty());
        let total = Parts::new(&mut values);
        let shares = places.div_ceil(SHARE);
        let room = || filled(runs * SHARE, || self.cells.empty());
        pool.run_with(shares, room, |room, share| {
            self.reduce_runs(room, &partials, share * SHARE, places.min((share + 1) * SHARE));
            for (place, value) in (share * SHARE..places).zip(&room[..SHARE]) {
                // SAFETY: the value of this place is this ticket's alone.
                unsafe { *total.at(place) = *value };
            }
        });
        // Nothing is stored before all memory is there.
        for (place, value) in values.iter().enumerate() {
            // SAFETY: the place is in range, and no other thread works.
            unsafe { self.store(place, *value) };
        }
    }

    /// Adds the sets of a chunk to its values for each place. The sets' own values are empty before and after.
    fn reduce_chunk(&self, values: &mut [C::Cell], totals: &mut [C::Cell], input: &dyn Fold<C, T>, chunk: usize) {
        let Places { classes, set, sets, .. } = self.shape;
        for number in chunk * sets..(chunk + 1) * sets {
            let (from, to) = (number * set, self.slots.min((number + 1).saturating_mul(set)));
            if from >= to {
                break;
            }
            // The first set is the chunk's value so far.
            let alone = classes == 1 && number == chunk * sets;
            let own = if alone { &mut *totals } else { &mut values[..totals.len() * classes] };
            // SAFETY: these are slots of the checked input.
            unsafe { input.fold(from..to, &self.cells, own, classes) };
            if alone {
                continue;
            }
            if classes == 1 {
                for (total, value) in totals.iter_mut().zip(&mut *values) {
                    *total = self.cells.join(*total, std::mem::replace(value, self.cells.empty()));
                }
            } else {
                let (values, room) = values.split_at_mut(totals.len() * classes);
                for (total, value) in totals.iter_mut().zip(self.reduce_classes(values, room)) {
                    *total = self.cells.join(*total, *value);
                }
                values.fill(self.cells.empty());
            }
        }
    }

    /// The trees over the classes of each place, level by level for all places, so that vector registers can compute them. The room
    /// has half as many values.
    fn reduce_classes<'v>(&self, values: &'v mut [C::Cell], room: &'v mut [C::Cell]) -> &'v [C::Cell] {
        let (mut from, mut to) = (values, room);
        for _ in 0..self.shape.classes.ilog2() {
            let pairs = from.as_chunks::<2>().0;
            for (to, [a, b]) in to.iter_mut().zip(pairs) {
                *to = self.cells.join(*a, *b);
            }
            let joined = to.split_at_mut(pairs.len()).0;
            (from, to) = (joined, from);
        }
        from
    }

    /// Combines the chunks' values for the places `from..to`, at most [`SHARE`], in the room's first row.
    fn reduce_runs(&self, room: &mut [C::Cell], partials: &[C::Cell], from: usize, to: usize) {
        let (places, chunks, per_run) = (self.output.len(), self.shape.chunks, self.shape.per_run());
        for (run, values) in room.chunks_exact_mut(SHARE).enumerate() {
            values.fill(self.cells.empty());
            for chunk in run * per_run..chunks.min((run + 1) * per_run) {
                let partials = &partials[chunk * places + from..chunk * places + to];
                for (value, partial) in values.iter_mut().zip(partials) {
                    *value = self.cells.join(*value, *partial);
                }
            }
        }
        self.reduce_tree(room);
    }

    /// The tree over rows of [`SHARE`] places; those behind the last one, up to a power of two, count as empty. The result is in the
    /// first.
    fn reduce_tree(&self, rows: &mut [C::Cell]) {
        let mut d = SHARE;
        while d < rows.len() {
            for pair in rows.chunks_mut(2 * d) {
                if pair.len() > d {
                    let (a, b) = pair.split_at_mut(d);
                    for (a, b) in a[..SHARE].iter_mut().zip(b) {
                        *a = self.cells.join(*a, *b);
                    }
                }
            }
            d *= 2;
        }
    }

    /// Combines a place with its value, if it has items.
    ///
    /// # Safety
    ///
    /// The place is in range, and no other thread works on it.
    #[inline(always)]
    unsafe fn store(&self, place: usize, value: C::Cell) {
        if let Some(value) = self.cells.total(value) {
            // SAFETY: the caller's contract.
            unsafe { self.output.put(place, self.op.call((self.output.get(place), value))) }
        }
    }
}
