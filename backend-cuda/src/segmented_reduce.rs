use onrush_core::algo::SegmentedReduce;
use onrush_core::expr::Indexed;
use onrush_core::function::Function;
use onrush_core::lower::{InputError, Piece};
use onrush_core::operator::Operator;
use onrush_core::shape::{MAX_CHUNKS, ROWS, THREADS, Tile, items_per_thread};
use onrush_core::storage::Storage;
use onrush_core::value::Value;
use onrush_core::{Backend as _, ErrorKind, Position, Result};

use crate::argument::{ChainArg, ColumnsArg, Maybe, OperationArg, Plain, PositionsArg, arguments};
use crate::call::Call;
use crate::codegen::{Entry, pieces};
use crate::program::BuiltinKernel;
use crate::segmented_reduce_long::{self, Long};
use crate::segmented_reduce_rows;
use crate::workspace::{CountResult, Partials, States, Tag, WindowCuts, Work};

/// Threads that find cuts.
const CUTTING: usize = 256;
/// Bytes of the items of a window, which are staged, and the most and the fewest items.
const WINDOW_BYTES: usize = 16 << 10;
const MOST: usize = 4096;
const FEWEST: usize = 256;

/// Items and segments of a window, for items of this size. A window is no longer than a unit of a long segment.
pub(crate) const fn window(size: usize) -> usize {
    match WINDOW_BYTES.checked_div(size) {
        Some(items) if size <= 16 => {
            let items = if items < MOST { items } else { MOST };
            1 << items.ilog2()
        }
        None => MOST,
        _ => FEWEST,
    }
}

arguments! {
    /// Finds where each window begins.
    Cutting<'a, P> {
        offsets: PositionsArg<'a, P> as Offsets,
        len: u64,
        window: u64,
        windows: u64,
        cuts: WindowCuts,
    }
}

impl<P: Indexed<Item: Position>> BuiltinKernel for Cutting<'_, P> {
    const PIECES: &'static [Piece] = pieces!["segment_cuts.cuh"];
    const THREADS: usize = CUTTING;
    fn describe(_: u32, _: &mut Entry) -> String {
        "SegmentCuts<Offsets>".into()
    }
}

arguments! {
    /// Finds how many items lie between the first offset and the last.
    Inside<'a, P> {
        offsets: PositionsArg<'a, P> as Offsets,
        len: u64,
        items: CountResult,
    }
}

impl<P: Indexed<Item: Position>> BuiltinKernel for Inside<'_, P> {
    const PIECES: &'static [Piece] = pieces!["segment_offsets.cuh", "segments_inside.cuh"];
    const THREADS: usize = 32;
    fn describe(_: u32, entry: &mut Entry) -> String {
        describe_offsets::<P::Item>(entry);
        "SegmentsInside<Offsets>".into()
    }
}

/// The most windows, for each multiprocessor, of a chain for which a grid is launched that may have more blocks than there are
/// items in the segments. Of a longer chain the call finds their number first.
const MOST_WINDOWS: usize = 1024;

/// A number of items that is at least that between the first offset and the last.
pub(crate) fn inside<P: Indexed<Item: Position>>(
    cuda: &Call<'_>,
    work: &mut Work<'_>,
    (offsets, len): (&P, usize),
    window: usize,
) -> Result<usize> {
    let many = len.div_ceil(window) > MOST_WINDOWS * cuda.multiprocessors();
    if !many && !cuda.driver().is_watched() {
        return Ok(len);
    }
    let program = cuda.program::<Inside<'_, P>>(0)?;
    if !many {
        return Ok(len);
    }
    let items = work.count_result([None])?;
    work.launch(&program, 1, Inside { offsets: PositionsArg(offsets), len: len as u64, items })?;
    work.count_so_far()
}

/// The items and segments of a window, and the number of windows.
pub(crate) fn windows(cuda: &Call<'_>, window: usize, len: usize, segments: usize) -> Result<(usize, usize)> {
    let windows = len.saturating_add(segments).div_ceil(window);
    if windows > i32::MAX as usize {
        let message = format!("segments: {len} items and {segments} segments are more than 2^31 blocks take");
        return Err(ErrorKind::Device { device: cuda.name(), message }.into());
    }
    Ok((window, windows))
}

/// Describes what may be wrong with offsets.
pub(crate) fn describe_offsets<P: Position>(entry: &mut Entry) {
    entry.can_fail_at("SEGMENTS_SITE", InputError::offset::<P>("segments"));
    entry.can_fail_at("REVERSED_SITE", InputError::reversed("segments"));
    entry.constant("SIGNED_OFFSETS", P::SIGNED.into());
}

/// Defines the constants of the shape contract, and the window's.
pub(crate) fn describe_shape<E: Indexed<Item: Value>>(window: usize, entry: &mut Entry) {
    entry.constant("WINDOW", window);
    entry.constant("LANE_ITEMS", lane_items::<E>());
    entry.constant("RUN_ITEMS", Tile::new(E::Item::SIZE).run);
    entry.constant("CHUNK_ROWS", ROWS);
    entry.constant("MAX_CHUNKS", MAX_CHUNKS);
}

/// Describes what is staged of an item.
pub(crate) fn describe_kept<E: Indexed<Item: Value>>(entry: &mut Entry) {
    entry.constant("KEEP_NUMBERS", E::STORED.is_some().into());
}

/// The bytes that are staged of an item, if they are few.
pub(crate) const fn stored<E: Indexed<Item: Value>>() -> usize {
    match E::STORED {
        Some(stored) => stored,
        None => E::Item::SIZE,
    }
}

/// The consecutive items that a lane reduces. Large ones fit in its registers, too, if they are computed from what is staged; neighbouring
/// lanes read those that aren't staged.
pub(crate) const fn lane_items<E: Indexed<Item: Value>>() -> usize {
    let most = if stored::<E>() <= 16 { 32 } else { 16 };
    if E::Item::SIZE <= most { 8 } else { 1 }
}

/// Finds where each of several windows begins.
pub(crate) fn cut<P: Indexed<Item: Position>>(
    cuda: &Call<'_>,
    work: &mut Work<'_>,
    (offsets, len): (&P, usize),
    (window, windows): (usize, usize),
    cuts: WindowCuts,
) -> Result<()> {
    if windows <= 1 && !cuda.driver().is_watched() {
        return Ok(());
    }
    let program = cuda.program::<Cutting<'_, P>>(0)?;
    if windows <= 1 {
        return Ok(());
    }
    let arguments = Cutting {
        offsets: PositionsArg(offsets),
        len: len as u64,
        window: window as u64,
        windows: windows as u64,
        cuts,
    };
    work.launch(&program, (windows + 1).div_ceil(CUTTING), arguments)
}

arguments! {
    Arguments<'a, E, P, O, F, S, T, U> {
        input: ChainArg<'a, E> as In,
        op: OperationArg<O, (T, T)> as Op,
        offsets: PositionsArg<'a, P> as Offsets,
        init: Maybe<T>,
        finish: OperationArg<F, (T, usize)> as Finish,
        empty: Plain<U>,
        cuts: WindowCuts,
        partials: Partials,
        arrivals: States,
        tag: Tag,
        out: ColumnsArg<'a, S> as Out,
    }
}

impl<E, P, O, F, S, T, U> BuiltinKernel for Arguments<'_, E, P, O, F, S, T, U>
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
        "segment_stage.cuh",
        "segment_kept.cuh",
        "segment_window.cuh",
        "segment_in_lanes.cuh",
        "segment_in_runs.cuh",
        "segmented_reduce.cuh"
    ];
    const THREADS: usize = THREADS;
    fn describe(_: u32, entry: &mut Entry) -> String {
        describe_shape::<E>(window_of::<E, O>(), entry);
        describe_kept::<E>(entry);
        describe_offsets::<P::Item>(entry);
        entry.assert("sizeof(Kernel::Partial)", partial::<T>());
        let shape = if O::COMMUTATIVE { "InLanes" } else { "InRuns" };
        format!("SegmentedReduce<In, Op, Offsets, Finish, Out, {shape}<In, Op>>")
    }
}

/// Items and segments of a window whose items are staged as they are stored: at most those of a unit of lanes, since a window has places
/// for the partial results of one further unit.
pub(crate) const fn window_of<E: Indexed<Item: Value>, O: Operator<E::Item>>() -> usize {
    match E::STORED {
        Some(stored) if O::COMMUTATIVE => {
            let (window, unit) = (window(stored), ROWS * THREADS * items_per_thread(E::Item::SIZE));
            if window < unit { window } else { unit }
        }
        _ => window(E::Item::SIZE),
    }
}

/// Bytes of a unit's value with the launch's tag and the segment.
pub(crate) const fn partial<T: Value>() -> usize {
    let align = if T::ALIGN > 8 { T::ALIGN } else { 8 };
    ((T::SIZE.next_multiple_of(4) + 4).next_multiple_of(8) + 8).next_multiple_of(align)
}

pub(crate) fn segmented_reduce<E, P, O, F, S>(cuda: &Call<'_>, request: SegmentedReduce<E, P, O, F, S>) -> Result<()>
where
    E: Indexed<Item: Value>,
    P: Indexed<Item: Position>,
    O: Operator<E::Item>,
    F: Function<(E::Item, usize), Output = S::Item>,
    S: Storage,
{
    let segments = request.offsets.slots() - 1;
    if segments == 0 {
        return Ok(());
    }
    if const { P::ROWS && O::COMMUTATIVE && !E::LENGTH_ON_DEVICE }
        && let Some(row) = request.offsets.row()
        && segmented_reduce_rows::reduce(cuda, &request, segments, row)?
    {
        return Ok(());
    }
    if const { O::COMMUTATIVE && segmented_reduce_long::takes(E::Item::SIZE) } {
        let long = request.input.slots() / segments >= segmented_reduce_long::MEAN;
        if cuda.driver().is_watched() {
            cuda.program::<Arguments<'_, E, P, O, F, S, E::Item, S::Item>>(0)?;
            cuda.program::<Long<'_, E, P, O, F, S, E::Item, S::Item>>(0)?;
        }
        if long {
            return segmented_reduce_long::reduce(cuda, request, segments);
        }
    }
    let SegmentedReduce { input, offsets, op, init, finish, empty, output } = request;
    let program = cuda.program::<Arguments<'_, E, P, O, F, S, E::Item, S::Item>>(0)?;
    let len = input.slots();
    let mut work = cuda.work();
    let items = inside(cuda, &mut work, (&offsets, len), const { window_of::<E, O>() })?;
    let (window, windows) = windows(cuda, const { window_of::<E, O>() }, items, segments)?;
    let (cuts, partials) = work.cuts(windows, 2, partial::<E::Item>())?;
    let (arrivals, tag) = work.states_of_positions(windows)?;
    cut(cuda, &mut work, (&offsets, len), (window, windows), cuts)?;
    let arguments = Arguments {
        input: ChainArg(&input),
        op: OperationArg::new(op),
        offsets: PositionsArg(&offsets),
        init: Maybe(init),
        finish: OperationArg::new(finish),
        empty: Plain(empty),
        cuts,
        partials,
        arrivals,
        tag,
        out: ColumnsArg(&output),
    };
    work.launch(&program, windows, arguments)
}
