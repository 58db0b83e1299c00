use onrush_core::algo::SegmentedScan;
use onrush_core::expr::Indexed;
use onrush_core::lower::{InputError, Piece};
use onrush_core::operator::Operator;
use onrush_core::shape::{MAX_CHUNKS, ROWS, Tile, WARP, WARPS};
use onrush_core::storage::Storage;
use onrush_core::value::Value;
use onrush_core::{Position, Result};

use crate::argument::{ChainArg, ColumnsArg, Maybe, OperationArg, PositionsArg, arguments};
use crate::call::Call;
use crate::codegen::{Entry, pieces};
use crate::program::BuiltinKernel;
use crate::segmented_reduce::{describe_offsets, window, windows};
use crate::workspace::{States, Tag, Tickets, WindowCuts};

/// Threads that find cuts and check offsets, and the offsets that each checks, if there are many.
const CUTTING: usize = 256;
const CHECKED: usize = 8;

/// The files of both kernels.
const PIECES: &[Piece] = pieces![
    "warp.cuh",
    "block.cuh",
    "lookback.cuh",
    "tile.cuh",
    "load_store.cuh",
    "segment_cuts.cuh",
    "segment_offsets.cuh",
    "segment_units.cuh",
    "segment_stage.cuh",
    "segment_window.cuh",
    "segment_in_runs.cuh",
    "segmented_scan.cuh"
];

/// Items and segments of a window: twice a reduction's, since a block has more warps, whose memory holds the items; but no more than a tile.
const fn scanned(size: usize) -> usize {
    let (once, twice) = (window(size), 2 * window(size));
    if size <= 16 && twice <= Tile::new(size).tile { twice } else { once }
}

/// Describes what both kernels need.
fn describe<P: Position>(size: usize, entry: &mut Entry) {
    entry.constant("WINDOW", scanned(size));
    entry.constant("RUN_ITEMS", Tile::new(size).run);
    entry.constant("CHUNK_ROWS", ROWS);
    entry.constant("MAX_CHUNKS", MAX_CHUNKS);
    describe_offsets::<P>(entry);
    entry.can_fail_at("COVER_SITE", InputError::length("segments"));
}

arguments! {
    /// Finds where each window begins, and whether offsets are wrong.
    Cutting<'a, P> {
        offsets: PositionsArg<'a, P> as Offsets,
        len: u64,
        window: u64,
        windows: u64,
        cuts: WindowCuts,
        states: States,
        tag: Tag,
    }
}

impl<P: Indexed<Item: Position>> BuiltinKernel for Cutting<'_, P> {
    const PIECES: &'static [Piece] = PIECES;
    const THREADS: usize = CUTTING;
    fn describe(_: u32, entry: &mut Entry) -> String {
        describe::<P::Item>(4, entry);
        "SegmentCutsChecked<Offsets>".into()
    }
}

arguments! {
    Arguments<'a, E, P, O, S, T> {
        input: ChainArg<'a, E> as In,
        op: OperationArg<O, (T, T)> as Op,
        offsets: PositionsArg<'a, P> as Offsets,
        init: Maybe<T>,
        cuts: WindowCuts,
        states: States,
        tag: Tag,
        tickets: Tickets,
        out: ColumnsArg<'a, S> as Out,
    }
}

impl<E, P, O, S, T> BuiltinKernel for Arguments<'_, E, P, O, S, T>
where
    T: Value,
    E: Indexed<Item = T>,
    P: Indexed<Item: Position>,
    O: Operator<T>,
    S: Storage<Item = T>,
{
    const PIECES: &'static [Piece] = PIECES;
    const THREADS: usize = WARP * WARPS;
    fn state_words(_: u32) -> usize {
        T::SIZE.div_ceil(4)
    }
    fn describe(exclusive: u32, entry: &mut Entry) -> String {
        describe::<P::Item>(T::SIZE, entry);
        format!("SegmentedScan<In, Op, Offsets, Out, {}>", exclusive != 0)
    }
}

pub(crate) fn segmented_scan<E, P, O, S>(cuda: &Call<'_>, request: SegmentedScan<E, P, O, S>) -> Result<()>
where
    E: Indexed<Item: Value>,
    P: Indexed<Item: Position>,
    O: Operator<E::Item>,
    S: Storage<Item = E::Item>,
{
    let SegmentedScan { input, offsets, op, init, output } = request;
    let (len, segments) = (input.slots(), offsets.slots() - 1);
    if len == 0 && segments == 0 {
        return Ok(());
    }
    let cutting = cuda.program::<Cutting<'_, P>>(0)?;
    let program = cuda.program::<Arguments<'_, E, P, O, S, E::Item>>(init.is_some().into())?;
    let (window, windows) = windows(cuda, const { scanned(E::Item::SIZE) }, len, segments)?;
    let mut work = cuda.work();
    let (cuts, _) = work.cuts(windows, 0, 0)?;
    // Two words precede the states of tiles; the first says whether offsets are wrong.
    let tiles = len.saturating_add(segments) / Tile::new(E::Item::SIZE).tile + 2;
    let (states, tag) = work.states_of_positions(2 + program.state_words(tiles))?;
    let checking = segments.div_ceil(CHECKED * CUTTING).min(cuda.multiprocessors() * 8);
    let arguments = Cutting {
        offsets: PositionsArg(&offsets),
        len: len as u64,
        window: window as u64,
        windows: windows as u64,
        cuts,
        states,
        tag,
    };
    work.launch(&cutting, (windows + 1).div_ceil(CUTTING).max(checking), arguments)?;
    let arguments = Arguments {
        input: ChainArg(&input),
        op: OperationArg::new(op),
        offsets: PositionsArg(&offsets),
        init: Maybe(init),
        cuts,
        states,
        tag,
        tickets: work.tickets()?,
        out: ColumnsArg(&output),
    };
    work.launch(&program, windows, arguments)
}
