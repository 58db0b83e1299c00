mod picked;

use std::mem::MaybeUninit;
use std::ops::Range;

use onrush_core::Result;
use onrush_core::algo::ReduceColumns;
use onrush_core::expr::Indexed;
use onrush_core::function::Function;
use onrush_core::operator::Operator;
use onrush_core::shape::{Reduction, THREADS};
use onrush_core::storage::Storage;
use onrush_core::value::Value;

use crate::begin::Begin;
use crate::memory::{SmallBuffer, scratch};
use crate::multiversion::multiversion;
use crate::parallel::{self, Parts, Pool};

/// Bytes of a row that a ticket reads at a time: the values of the lanes that wait in a tree stay in the first-level cache.
const WIDE_BYTES: usize = 1 << 10;
/// Bytes of a row that is too short to be folded with the next one in vector registers.
const NARROW_BYTES: usize = 64;
/// The approximate number of items of a unit, enough to outweigh the storing of its values.
const UNIT_ITEMS: usize = 1 << 15;
/// So few items are one unit, whose shape is found without most of the divisions.
const FEW_ITEMS: usize = 1 << 12;
/// Rows that are folded one after another at least, where rows are short and several lie side by side.
const DEEP: usize = 8;
/// Rows that a step of a loop over columns folds, so that a column's value is loaded and stored once for all of them.
const STEP: usize = 4;
/// Bytes of a row from which on rows are folded as they are read, not side by side.
const LONG_BYTES: usize = 128;

/// Which rows an operator's values may be folded with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// Any association gives the same. A chunk is a lane of consecutive rows, or of `short` rows several lanes.
    Free { short: bool },
    /// The operator picks an item.
    Picks,
    /// The association is the contract's.
    Contract,
}

/// The shape of a matrix and of the work. A unit is a power of two of a chunk's lanes, so the tree over units is that over lanes.
#[derive(Clone, Copy)]
struct Shape {
    rows: usize,
    columns: usize,
    /// Columns of a ticket.
    wide: usize,
    /// Rows and lanes of a chunk.
    chunk: usize,
    lanes: usize,
    /// Lanes of a unit, and units of a chunk.
    unit: usize,
    units: usize,
    /// Lanes of consecutive rows that are folded side by side, where a row is short.
    side_by_side: usize,
    /// Lanes of chunks.
    chunk_lanes: usize,
    /// Whether one unit of all columns is the whole matrix, and one thread's work.
    alone: bool,
}

impl Shape {
    #[inline(always)]
    fn new(rows: usize, columns: usize, size: usize, order: Order) -> Self {
        let most = if order == Order::Picks { picked::WIDE } else { (WIDE_BYTES / size.max(1)).max(1) };
        let wide = columns.min(most);
        let few = rows.saturating_mul(columns) <= FEW_ITEMS && wide == columns;
        let side_by_side = || (WIDE_BYTES / size.max(1) / wide).max(1).next_power_of_two();
        if order != Order::Contract {
            let chunk = if few { rows } else { (UNIT_ITEMS / wide).max(1) };
            let lanes = match order {
                Order::Free { short: true } => side_by_side().min(1 << (rows.min(chunk) / DEEP).max(1).ilog2()),
                _ => 1,
            };
            return Shape {
                rows,
                columns,
                wide,
                chunk,
                lanes,
                unit: lanes,
                units: 1,
                side_by_side: lanes,
                chunk_lanes: 1,
                alone: few,
            };
        }
        let Reduction { lanes, chunk, .. } = Reduction::new(rows, size);
        let alone = few && rows <= chunk;
        let unit = if alone {
            lanes
        } else {
            (UNIT_ITEMS / (wide * rows.min(chunk).div_ceil(lanes))).max(1).next_power_of_two().min(lanes)
        };
        let side_by_side = if wide < columns { 1 } else { side_by_side().min(unit) };
        let units = if alone { 1 } else { lanes.min(rows).div_ceil(unit) };
        Shape { rows, columns, wide, chunk, lanes, unit, units, side_by_side, chunk_lanes: THREADS, alone }
    }

    fn chunks(&self) -> usize {
        self.rows.div_ceil(self.chunk)
    }

    fn groups(&self) -> usize {
        self.columns.div_ceil(self.wide)
    }

    fn columns_of(&self, group: usize) -> Range<usize> {
        group * self.wide..((group + 1) * self.wide).min(self.columns)
    }

    fn rows_of(&self, chunk: usize) -> Range<usize> {
        chunk * self.chunk..((chunk + 1).saturating_mul(self.chunk)).min(self.rows)
    }

    fn units_of(&self, chunk: usize) -> usize {
        self.rows_of(chunk).len().min(self.lanes).div_ceil(self.unit)
    }
}

/// The values of a tree over rows of values that come one after another: of each power of two of rows one waits for its other
/// half.
struct Tree<'a, T> {
    room: &'a mut [MaybeUninit<T>],
    wide: usize,
    waiting: usize,
    pushed: usize,
}

impl<'a, T: Value> Tree<'a, T> {
    /// The length of the room for a tree over `rows` rows of `wide` values, where the next one takes up to `side_by_side` rows: a
    /// row waits for each power of two.
    fn room(rows: usize, wide: usize, side_by_side: usize) -> usize {
        (rows.max(1).ilog2() as usize + 1 + side_by_side) * wide
    }

    fn new(room: &'a mut [MaybeUninit<T>], wide: usize) -> Self {
        Tree { room, wide, waiting: 0, pushed: 0 }
    }

    /// The place of the next row's values, and what is behind it.
    #[inline(always)]
    fn next(&mut self) -> &mut [MaybeUninit<T>] {
        &mut self.room[self.waiting * self.wide..]
    }

    /// Takes the values that were written to `next` as the next row.
    ///
    /// # Safety
    ///
    /// `wide` values were written there.
    #[inline(always)]
    unsafe fn push(&mut self, op: &impl Fn(T, T) -> T) {
        (self.waiting, self.pushed) = (self.waiting + 1, self.pushed + 1);
        for _ in 0..self.pushed.trailing_zeros() {
            // SAFETY: the two last rows are written.
            unsafe { self.join(op) };
        }
    }

    /// Joins the two last rows.
    ///
    /// # Safety
    ///
    /// There are two, which are written.
    #[inline(always)]
    unsafe fn join(&mut self, op: &impl Fn(T, T) -> T) {
        self.waiting -= 1;
        let (left, right) = self.room[(self.waiting - 1) * self.wide..].split_at_mut(self.wide);
        for (a, b) in left.iter_mut().zip(right) {
            // SAFETY: the caller's contract.
            a.write(op(unsafe { a.assume_init_read() }, unsafe { b.assume_init_read() }));
        }
    }

    /// The values of the whole tree.
    ///
    /// # Safety
    ///
    /// There was a row.
    #[inline(always)]
    unsafe fn end(mut self, op: &impl Fn(T, T) -> T) -> &'a [T] {
        while self.waiting > 1 {
            // SAFETY: all waiting rows are written.
            unsafe { self.join(op) };
        }
        // SAFETY: the first row is written.
        unsafe { self.room[..self.wide].assume_init_ref() }
    }
}

pub(crate) fn reduce_columns<E, O, F, S>(pool: &Pool, request: ReduceColumns<E, O, F, S>) -> Result<()>
where
    E: Indexed<Item: Value>,
    O: Operator<E::Item>,
    F: Function<(E::Item, usize), Output = S::Item>,
    S: Storage,
{
    let ReduceColumns { input, rows, columns, op, init, finish, output } = request;
    if columns == 0 {
        return Ok(());
    }
    // Few columns are folded in lanes side by side, if the operator commutes. Rows of a vector register or more are folded one after
    // another, if the operator is exact.
    let narrow = if O::EXACT { NARROW_BYTES } else { WIDE_BYTES / 4 };
    let few = O::COMMUTATIVE && columns.saturating_mul(size_of::<E::Item>()) < narrow;
    let picks = <O as Operator<E::Item>>::PICKS.is_some();
    let order = if picks {
        Order::Picks
    } else if O::EXACT {
        Order::Free { short: few }
    } else {
        Order::Contract
    };
    let shape = Shape::new(rows, columns, size_of::<E::Item>(), order);
    let begin = Begin::new(init);
    let put = |first: usize, values: &[E::Item]| {
        for (i, x) in values.iter().enumerate() {
            let value = begin.join(&op, *x);
            // SAFETY: the output has a place for each column, which belongs to this ticket.
            unsafe { output.put(first + i, finish.call((value, first + i))) };
        }
    };
    parallel::call(|| {
        if shape.alone {
            let mut room = SmallBuffer::new();
            let room = room.of(Tree::<E::Item>::room(shape.unit, columns, shape.side_by_side));
            // SAFETY: the matrix has these rows, at least one, and columns; the room is as large.
            return put(0, unsafe { values(&input, &op, shape, 0..columns, (0, 0), room) });
        }
        let (chunks, groups) = (shape.chunks(), shape.groups());
        let single = chunks * shape.units == 1;
        let tickets = groups * chunks * shape.units;
        let mut partials = scratch::<E::Item>(if single { 0 } else { (chunks * shape.units).saturating_mul(columns) });
        let to = Parts::new(&mut partials);
        let each = shape.wide.saturating_mul(rows.min(shape.chunk).div_ceil(shape.units));
        let cut = pool.cut(tickets.saturating_mul(each), each);
        pool.run_cut(cut, |range| {
            for ticket in range.start / each..range.end.div_ceil(each) {
                let (group, place) = (ticket % groups, ticket / groups);
                let (chunk, unit) = (place / shape.units, place % shape.units);
                if unit >= shape.units_of(chunk) {
                    continue;
                }
                let columns_here = shape.columns_of(group);
                let mut room = SmallBuffer::new();
                let room = room.of(Tree::<E::Item>::room(shape.unit, columns_here.len(), shape.side_by_side));
                // SAFETY: the matrix has these rows and columns, the unit has at least one row, and the room is as large.
                let values = unsafe { values(&input, &op, shape, columns_here.clone(), (chunk, unit), room) };
                if single {
                    put(columns_here.start, values);
                    continue;
                }
                for (column, x) in columns_here.zip(values) {
                    // SAFETY: each unit has a place for each column, which no other ticket writes.
                    unsafe { to.at(place * columns + column).write(MaybeUninit::new(*x)) };
                }
            }
        });
        if single {
            return;
        }
        let units = &partials;
        pool.run(groups, |group| {
            let columns_here = shape.columns_of(group);
            let (mut room, mut lanes) = (SmallBuffer::new(), SmallBuffer::new());
            let room = room.of(Tree::<E::Item>::room(shape.units, columns_here.len(), 1));
            let lanes = lanes.of(Tree::<E::Item>::room(shape.chunk_lanes, columns_here.len(), 1));
            // SAFETY: every unit that has rows has written its values.
            put(columns_here.start, unsafe { combine(units, &op, shape, columns_here, lanes, room) });
        });
    })
}

/// The values of some columns in a unit of a chunk.
///
/// # Safety
///
/// The matrix has the shape's rows and these columns, no more than the shape's at a time; the unit has at least one row, and `room` has
/// the length of a [`Tree`]'s over it.
#[inline(always)]
unsafe fn values<'a, E: Indexed<Item: Value>, O: Operator<E::Item>>(
    input: &E,
    op: &O,
    shape: Shape,
    columns: Range<usize>,
    (chunk, unit): (usize, usize),
    room: &'a mut [MaybeUninit<E::Item>],
) -> &'a [E::Item] {
    if <O as Operator<E::Item>>::PICKS.is_some() {
        // SAFETY: the caller's contract. A unit is a chunk here.
        unsafe { picked::picked(input, op, shape.columns, columns, shape.rows_of(chunk), room) }
    } else {
        // SAFETY: the caller's contract.
        unsafe { reduce_unit(input, op, shape, columns, chunk, unit, room) }
    }
}

multiversion! {
    /// The values of some columns in one unit.
    unsafe fn reduce_unit['a, E: Indexed<Item: Value>, O: Operator<E::Item>](
        input: &E, op: &O, shape: Shape, columns: Range<usize>, chunk: usize, unit: usize, room: &'a mut [MaybeUninit<E::Item>],
    ) -> &'a [E::Item] where [] {
        let (wide, rows) = (columns.len(), shape.rows_of(chunk));
        let op = |a: E::Item, b: E::Item| op.call((a, b));
        let mut tree = Tree::new(room, wide);
        let end = ((unit + 1) * shape.unit).min(rows.len().min(shape.lanes));
        let mut lane = unit * shape.unit;
        if !E::IN_RUNS && rows.len() <= shape.lanes && wide * size_of::<E::Item>() >= LONG_BYTES {
            // Each lane is a row: the tree over four of them is computed from their items.
            while lane < end {
                let first = (rows.start + lane) * shape.columns + columns.start;
                // SAFETY: the caller's contract: these rows and columns exist, for `row` is less than the number of rows that are left.
                let item = |row: usize, i: usize| unsafe { input.at(first + row * shape.columns + i) };
                let left = end - lane;
                for (i, value) in tree.next()[..wide].iter_mut().enumerate() {
                    value.write(match left {
                        1 => item(0, i),
                        2 => op(item(0, i), item(1, i)),
                        3 => op(op(item(0, i), item(1, i)), item(2, i)),
                        _ => op(op(item(0, i), item(1, i)), op(item(2, i), item(3, i))),
                    });
                }
                // SAFETY: the loop has written the values.
                unsafe { tree.push(&op) };
                lane += left.min(4);
            }
            // SAFETY: the unit has a row.
            return unsafe { tree.end(&op) };
        }
        while lane < end {
            let lanes = shape.side_by_side.min(end - lane);
            let values = &mut tree.next()[..lanes * wide];
            let mut row = rows.start + lane;
            // SAFETY: the caller's contract: these rows and columns exist. Several lanes lie side by side only where a row has
            // no other columns, so that their items are consecutive.
            unsafe {
                let first = row * shape.columns + columns.start;
                input.each(
                    first,
                    first + lanes * wide,
                    #[inline(always)]
                    |i, x| {
                        values.get_unchecked_mut(i - first).write(x);
                    },
                );
                row += shape.lanes;
                while !E::IN_RUNS && row + (STEP - 1) * shape.lanes + lanes <= rows.end {
                    let (first, far) = (row * shape.columns + columns.start, shape.lanes * shape.columns);
                    for (i, value) in values.iter_mut().enumerate() {
                        let all = (0..STEP).fold(value.assume_init_read(), |all, k| op(all, input.at(first + k * far + i)));
                        value.write(all);
                    }
                    row += STEP * shape.lanes;
                }
                while row < rows.end {
                    let (first, present) = (row * shape.columns + columns.start, lanes.min(rows.end - row));
                    input.each(
                        first,
                        first + present * wide,
                        #[inline(always)]
                        |i, x| {
                            let value = values.get_unchecked_mut(i - first);
                            value.write(op(value.assume_init_read(), x));
                        },
                    );
                    row += shape.lanes;
                }
                join_lanes::<_, O>(values, wide, &op);
                tree.push(&op);
            }
            lane += lanes;
        }
        // SAFETY: the unit has a row.
        unsafe { tree.end(&op) }
    }
}

/// Joins the values of lanes that lie side by side, in the first one: by the tree over the lanes, or, if any association gives the same,
/// half of them with the other half.
///
/// # Safety
///
/// The values are written.
#[inline(always)]
unsafe fn join_lanes<T: Value, O: Operator<T>>(values: &mut [MaybeUninit<T>], wide: usize, op: &impl Fn(T, T) -> T) {
    let join = |a: &mut [MaybeUninit<T>], b: &[MaybeUninit<T>]| {
        for (a, b) in a.iter_mut().zip(b) {
            // SAFETY: the caller's contract.
            a.write(op(unsafe { a.assume_init_read() }, unsafe { b.assume_init_read() }));
        }
    };
    if O::EXACT && O::COMMUTATIVE {
        let mut left = values.len() / wide;
        while left > 1 {
            let half = left.div_ceil(2);
            let (a, b) = values[..left * wide].split_at_mut(half * wide);
            join(a, b);
            left = half;
        }
        return;
    }
    let mut step = wide;
    while step < values.len() {
        // What stands behind the last pair stays where it is, as the tree's next odd one.
        for pair in values.chunks_mut(2 * step).filter(|pair| pair.len() > step) {
            let (a, b) = pair.split_at_mut(step);
            join(&mut a[..wide], b);
        }
        step *= 2;
    }
}

multiversion! {
    /// The values of some columns: the tree over the lanes of chunks, each of which is the tree over its units.
    unsafe fn combine['a, T: Value, O: Operator<T>](
        units: &[MaybeUninit<T>], op: &O, shape: Shape, columns: Range<usize>, lanes: &'a mut [MaybeUninit<T>],
        room: &mut [MaybeUninit<T>],
    ) -> &'a [T] where [] {
        let wide = columns.len();
        let op = |a: T, b: T| op.call((a, b));
        let mut tree = Tree::new(lanes, wide);
        for lane in 0..shape.chunk_lanes.min(shape.chunks()) {
            for chunk in (lane..shape.chunks()).step_by(shape.chunk_lanes) {
                let mut of_chunk = Tree::new(&mut *room, wide);
                for unit in 0..shape.units_of(chunk) {
                    let from = (chunk * shape.units + unit) * shape.columns;
                    of_chunk.next()[..wide].copy_from_slice(&units[from + columns.start..from + columns.end]);
                    // SAFETY: the caller's contract: the values were written.
                    unsafe { of_chunk.push(&op) };
                }
                // SAFETY: a chunk has a unit.
                let values = unsafe { of_chunk.end(&op) };
                for (value, x) in tree.next().iter_mut().zip(values) {
                    // SAFETY: the lane's first chunk has written the value.
                    value.write(if chunk == lane { *x } else { op(unsafe { value.assume_init_read() }, *x) });
                }
            }
            // SAFETY: the lane has a chunk, which has written its values.
            unsafe { tree.push(&op) };
        }
        // SAFETY: there is a chunk.
        unsafe { tree.end(&op) }
    }
}
