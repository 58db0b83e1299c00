//! Segments that are long on average, for commutative operators on small items.

use onrush_core::algo::SegmentedReduce;
use onrush_core::expr::Indexed;
use onrush_core::function::Function;
use onrush_core::lower::Piece;
use onrush_core::operator::Operator;
use onrush_core::shape::{ROWS, THREADS, items_per_thread};
use onrush_core::storage::Storage;
use onrush_core::value::Value;
use onrush_core::{Position, Result};

use crate::argument::{ChainArg, ColumnsArg, Maybe, OperationArg, Plain, PositionsArg, arguments};
use crate::call::Call;
use crate::codegen::{Entry, pieces};
use crate::program::BuiltinKernel;
use crate::segmented_reduce::{cut, describe_offsets, describe_shape, inside, partial, windows};
use crate::workspace::{Partials, States, Tag, WindowCuts};

arguments! {
    /// The arguments for segments that are long on average.
    pub(crate) Long<'a, E, P, O, F, S, T, U> {
        input: ChainArg<'a, E> as In,
        op: OperationArg<O, (T, T)> as Op,
        offsets: PositionsArg<'a, P> as Offsets,
        init: Maybe<T>,
        finish: OperationArg<F, (T, usize)> as Finish,
        empty: Plain<U>,
        windows: u64,
        share: u64,
        cuts: WindowCuts,
        partials: Partials,
        arrivals: States,
        tag: Tag,
        out: ColumnsArg<'a, S> as Out,
    }
}

impl<E, P, O, F, S, T, U> BuiltinKernel for Long<'_, E, P, O, F, S, T, U>
where
    T: Value,
    U: Value,
    E: Indexed<Item = T>,
    P: Indexed<Item: Position>,
    O: Operator<T>,
    F: Function<(T, usize), Output = U>,
    S: Storage<Item = U>,
{
    const PIECES: &'static [Piece] = pieces![
        "warp.cuh",
        "block.cuh",
        "load_store.cuh",
        "segment_cuts.cuh",
        "segment_offsets.cuh",
        "segment_units.cuh",
        "segment_in_lanes.cuh",
        "reduce.cuh",
        "segment_lanes.cuh",
        "segmented_reduce_long.cuh"
    ];
    const THREADS: usize = THREADS;
    fn describe(_: u32, entry: &mut Entry) -> String {
        describe_shape::<E>(window(T::SIZE), entry);
        entry.constant("MOST_SHARE", MOST_SHARE);
        describe_offsets::<P::Item>(entry);
        entry.assert("sizeof(Kernel::Partial)", partial::<T>());
        "LongSegments<In, Op, Offsets, Finish, Out>".into()
    }
}

/// The fewest items for each segment that are long on average.
pub(crate) const MEAN: usize = 256;

/// The most windows of a block, and the blocks for each multiprocessor that there are at least where a block has several.
const MOST_SHARE: usize = 4;
const BLOCKS: usize = 8;

/// Whether items of this size are reduced so: of larger ones a warp can't hold as many as make a long segment, and several smaller ones
/// would share a register.
pub(crate) const fn takes(size: usize) -> bool {
    size == 4
}

/// Items and segments of a window: those of the smallest unit.
const fn window(size: usize) -> usize {
    ROWS * THREADS * items_per_thread(size)
}

pub(crate) fn reduce<E, P, O, F, S>(
    cuda: &Call<'_>,
    request: SegmentedReduce<E, P, O, F, S>,
    segments: usize,
) -> Result<()>
where
    E: Indexed<Item: Value>,
    P: Indexed<Item: Position>,
    O: Operator<E::Item>,
    F: Function<(E::Item, usize), Output = S::Item>,
    S: Storage,
{
    let SegmentedReduce { input, offsets, op, init, finish, empty, output } = request;
    let program = cuda.program::<Long<'_, E, P, O, F, S, E::Item, S::Item>>(0)?;
    let (len, window) = (input.slots(), const { window(E::Item::SIZE) });
    let mut work = cuda.work();
    let items = inside(cuda, &mut work, (&offsets, len), window)?;
    let (window, windows) = windows(cuda, window, items, segments)?;
    let (cuts, partials) = work.cuts(windows, 2, partial::<E::Item>())?;
    let (arrivals, tag) = work.states_of_positions(windows)?;
    let share = (windows / (cuda.multiprocessors() * BLOCKS)).clamp(1, MOST_SHARE);
    cut(cuda, &mut work, (&offsets, len), (window, windows), cuts)?;
    let arguments = Long {
        input: ChainArg(&input),
        op: OperationArg::new(op),
        offsets: PositionsArg(&offsets),
        init: Maybe(init),
        finish: OperationArg::new(finish),
        empty: Plain(empty),
        windows: windows as u64,
        share: share as u64,
        cuts,
        partials,
        arrivals,
        tag,
        out: ColumnsArg(&output),
    };
    work.launch(&program, windows.div_ceil(share), arguments)
}
