use onrush_core::Result;
use onrush_core::algo::ReduceColumns;
use onrush_core::expr::Indexed;
use onrush_core::function::Function;
use onrush_core::lower::Piece;
use onrush_core::operator::Operator;
use onrush_core::shape::{Reduction, THREADS, WARP, items_per_thread};
use onrush_core::storage::Storage;
use onrush_core::value::Value;

use crate::argument::{ChainArg, ColumnsArg, Maybe, NumberStruct, Numbers, OperationArg, arguments};
use crate::call::Call;
use crate::codegen::{Entry, pieces};
use crate::program::{BuiltinKernel, wanted};
use crate::workspace::Partials;

/// Variants of the kernel: a thread has a column, or as many as it reads in one load, or a block has all columns.
const SINGLE: u32 = 0;
const VECTORS: u32 = 1;
const NARROW: u32 = 2;

/// The fewest loads of a row that make a load of several columns worth its while: a warp then reads most of a row's part.
const LOADS: usize = 16;
/// The rows of threads of a block, if the matrix has enough columns.
const HIGH: usize = 8;
/// Bytes of shared memory in which the second launch combines lanes.
const SHARED: usize = 16 << 10;

/// Columns of a thread.
const fn together(size: usize, variant: u32) -> usize {
    if variant == VECTORS { items_per_thread(size) } else { 1 }
}

/// Loads of a thread of a block that has all columns: as many as there are registers for.
const fn loads(size: usize) -> usize {
    let vector = items_per_thread(size);
    let (values, bytes) = (16 / vector, 48 / (vector * size));
    let most = if values < bytes { values } else { bytes };
    if most > 1 { most } else { 1 }
}

/// Lanes of a block that has all of several columns: a power of two.
const fn narrow_lanes(columns: usize, size: usize) -> usize {
    let lane = items_per_thread(size);
    let (fit, lanes) = (THREADS * lane * loads(size) / columns, THREADS * lane);
    let unit = 1 << (if fit < lanes { fit } else { lanes }).ilog2();
    assert!(unit >= lane, "a unit's places are whole vectors");
    unit
}

/// Lanes of a thread, whose items it loads together.
const fn span(size: usize, variant: u32) -> usize {
    if variant == NARROW {
        return 1;
    }
    let columns = together(size, variant);
    let (values, bytes) = (32 / columns, 128 / (columns * size));
    let most = if values < bytes { values } else { bytes };
    if most >= 8 {
        8
    } else if most >= 4 {
        4
    } else {
        if most >= 2 { 2 } else { 1 }
    }
}

/// Columns of a block of the second launch: a power of two, and 1 where there are few, so that each lane has a thread.
const fn finish_wide(size: usize, variant: u32) -> usize {
    if variant == NARROW {
        return 1;
    }
    let most = SHARED / (THREADS * size);
    if most >= WARP {
        WARP
    } else if most == 0 {
        1
    } else {
        1 << most.ilog2()
    }
}

/// Levels of a tree over the units of a chunk: where there are several units, a block has at least `HIGH` rows of threads.
const fn unit_levels(size: usize, variant: u32) -> usize {
    let vector = items_per_thread(size);
    let unit = if variant == NARROW { narrow_lanes(LOADS * vector, size) } else { HIGH * span(size, variant) };
    (THREADS * vector / unit).ilog2() as usize + 1
}

/// The shape of a matrix and of the work, as reduce_columns.cuh declares it.
#[derive(Clone, Copy)]
struct Shape {
    rows: usize,
    columns: usize,
    /// Threads side by side, and below each other.
    wide: usize,
    high: usize,
    /// Groups of columns, each of which some blocks have.
    groups: usize,
    /// Rows of a chunk, and the number of chunks.
    chunk: usize,
    chunks: usize,
    /// Lanes of a chunk; from one lane's first row to the next one's, and from one row of a lane to the next.
    lanes: usize,
    lane_step: usize,
    row_step: usize,
    /// Units of a chunk.
    units: usize,
}

impl Shape {
    /// The shape of a matrix that has items, in the contract's association if the operator commutes; else in order.
    fn new(rows: usize, columns: usize, size: usize, commutes: bool, variant: u32) -> Self {
        let Reduction { lanes, mut chunk, .. } = Reduction::new(rows, size);
        let (mut lane_step, mut row_step) = (1, lanes);
        if !commutes {
            // Lanes get few rows, so that there are many lanes.
            chunk = chunk.min(rows.div_ceil(lanes) * lanes);
            (lane_step, row_step) = (chunk / lanes, 1);
        }
        let used = lanes.min(rows.div_ceil(lane_step));
        let span = span(size, variant);
        let (wide, high, groups) = if variant == NARROW {
            (columns, narrow_lanes(columns, size), 1)
        } else {
            let most_high = used.div_ceil(span).next_power_of_two().min(lanes / span);
            let loads = columns / together(size, variant);
            let groups = loads.div_ceil(THREADS / most_high.min(HIGH));
            let wide = loads.div_ceil(groups);
            (wide, most_high.min(1 << (THREADS / wide).ilog2()), groups)
        };
        let (chunks, units) = (rows.div_ceil(chunk), used.div_ceil(high * span));
        Shape { rows, columns, wide, high, groups, chunk, chunks, lanes, lane_step, row_step, units }
    }
}

impl NumberStruct for Shape {
    const TYPE: &'static str = "ColumnShape";
    const FIELDS: &'static [&'static str] =
        &["rows", "columns", "wide", "high", "groups", "chunk", "chunks", "lanes", "lane_step", "row_step", "units"];
    fn values(&self) -> impl IntoIterator<Item = u64> {
        let Shape { rows, columns, wide, high, groups, chunk, chunks, lanes, lane_step, row_step, units } = *self;
        [rows, columns, wide, high, groups, chunk, chunks, lanes, lane_step, row_step, units].map(|n| n as u64)
    }
}

arguments! {
    /// Reduces units.
    Units<'a, E, O, F, S, T> {
        input: ChainArg<'a, E> as In,
        op: OperationArg<O, (T, T)> as Op,
        init: Maybe<T>,
        finish: OperationArg<F, (T, usize)> as Finish,
        out: ColumnsArg<'a, S> as Out,
        shape: Numbers<Shape>,
        partials: Partials,
    }
}

impl<T, E, O, F, S> BuiltinKernel for Units<'_, E, O, F, S, T>
where
    T: Value,
    E: Indexed<Item = T>,
    O: Operator<T>,
    F: Function<(T, usize), Output = S::Item>,
    S: Storage,
{
    const PIECES: &'static [Piece] = pieces!["warp.cuh", "reduce_columns.cuh", "reduce_narrow_columns.cuh"];
    const THREADS: usize = THREADS;
    fn describe(variant: u32, entry: &mut Entry) -> String {
        describe::<T>(entry, variant);
        if variant == NARROW {
            let (vector, loads) = (items_per_thread(T::SIZE), loads(T::SIZE));
            return format!("ReduceNarrowColumns<In, Op, Finish, Out, {vector}, {loads}>");
        }
        format!("ReduceColumns<In, Op, Finish, Out, {}>", together(T::SIZE, variant))
    }
}

fn describe<T: Value>(entry: &mut Entry, variant: u32) {
    entry.constant("SPAN", span(T::SIZE, variant));
    entry.constant("FINISH_WIDE", finish_wide(T::SIZE, variant));
    entry.constant("CHUNK_LANES", THREADS);
    entry.constant("UNIT_LEVELS", unit_levels(T::SIZE, variant));
    entry.assert("sizeof(Kernel::Partial)", T::SIZE);
}

arguments! {
    /// Combines the units of each column.
    Finishing<'a, O, F, S, T> {
        op: OperationArg<O, (T, T)> as Op,
        init: Maybe<T>,
        finish: OperationArg<F, (T, usize)> as Finish,
        out: ColumnsArg<'a, S> as Out,
        shape: Numbers<Shape>,
        partials: Partials,
        lane_step: u64,
        chunk_step: u64,
    }
}

impl<T, O, F, S> BuiltinKernel for Finishing<'_, O, F, S, T>
where
    T: Value,
    O: Operator<T>,
    F: Function<(T, usize), Output = S::Item>,
    S: Storage,
{
    const PIECES: &'static [Piece] = pieces!["warp.cuh", "reduce_columns.cuh"];
    const THREADS: usize = THREADS;
    fn describe(variant: u32, entry: &mut Entry) -> String {
        describe::<T>(entry, variant);
        let item = entry.unit.spell(&T::ty());
        entry.alias("Item", item);
        "FinishColumns<Item, Op, Finish, Out>".into()
    }
}

pub(crate) fn reduce_columns<E, O, F, S>(cuda: &Call<'_>, request: ReduceColumns<E, O, F, S>) -> Result<()>
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
    let size = E::Item::SIZE.max(1);
    let vector = items_per_thread(size);
    let variant = match columns < LOADS * vector {
        true if O::COMMUTATIVE => NARROW,
        false if columns.is_multiple_of(vector) => VECTORS,
        _ => SINGLE,
    };
    let units = |variant| wanted::<Units<'_, E, O, F, S, E::Item>>(variant);
    let finishing = |variant| wanted::<Finishing<'_, O, F, S, E::Item>>(variant);
    if cuda.driver().is_watched() {
        let used: &[u32] = if O::COMMUTATIVE { &[SINGLE, VECTORS, NARROW] } else { &[SINGLE, VECTORS] };
        for &variant in used {
            cuda.programs((units(variant), finishing(variant)))?;
        }
    }
    let shape = Shape::new(rows, columns, size, O::COMMUTATIVE, variant);
    let blocks = shape.groups.saturating_mul(shape.units).saturating_mul(shape.chunks);
    let each = shape.units * shape.chunks;
    let (op, finish) = (|| OperationArg::new(op), || OperationArg::new(finish));
    let (out, numbers) = (ColumnsArg(&output), || Numbers(shape));
    let mut work = cuda.work();
    if each == 1 {
        let program = cuda.program::<Units<'_, E, O, F, S, E::Item>>(variant)?;
        let partials = work.partials_of_places(0, size)?;
        let arguments = Units {
            input: ChainArg(&input),
            op: op(),
            init: Maybe(init),
            finish: finish(),
            out,
            shape: numbers(),
            partials,
        };
        return work.launch(&program, blocks, arguments);
    }
    let (program, last) = cuda.programs((units(variant), finishing(variant)))?;
    let partials = work.partials_of_places(each.saturating_mul(columns), size)?;
    let arguments = Units {
        input: ChainArg(&input),
        op: op(),
        init: Maybe(init),
        finish: finish(),
        out,
        shape: numbers(),
        partials,
    };
    work.launch(&program, blocks, arguments)?;
    let partials = work.partials_of_places(each.saturating_mul(columns), size)?;
    // A lane folds every 256th chunk if the operator commutes, else consecutive chunks.
    let (lane_step, chunk_step) = if O::COMMUTATIVE { (1, THREADS) } else { (shape.chunks.div_ceil(THREADS), 1) };
    let arguments = Finishing {
        op: op(),
        init: Maybe(init),
        finish: finish(),
        out,
        shape: numbers(),
        partials,
        lane_step: lane_step as u64,
        chunk_step: chunk_step as u64,
    };
    work.launch(&last, columns.div_ceil(finish_wide(size, variant)), arguments)
}
