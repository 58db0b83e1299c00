use onrush_core::Result;
use onrush_core::algo::Expand;
use onrush_core::expr::Indexed;
use onrush_core::function::Function;
use onrush_core::lower::Piece;
use onrush_core::shape::items_per_thread;
use onrush_core::storage::{Span, Storage};
use onrush_core::value::Value;

use crate::argument::{ChainArg, ColumnsArg, OperationArg, arguments};
use crate::call::Call;
use crate::codegen::{Entry, pieces};
use crate::program::BuiltinKernel;
use crate::workspace::Temporary;

const THREADS: usize = 256;
/// Rows of a tile, in each of which a thread stores what it can store at once.
const ROWS: usize = 4;
/// The most tiles for each multiprocessor that search for their cuts themselves, since so few run at the same time.
const FEW_TILES: usize = 4;

/// Copies that a thread stores at once: it has a word for each.
const fn lane_items(size: usize) -> usize {
    if size <= 4 { 4 } else { items_per_thread(size) }
}

/// Copies of a tile.
const fn tile(size: usize) -> usize {
    THREADS * ROWS * lane_items(size)
}

/// Defines the constants of both kernels; `tile` is that of the copies.
fn describe(tile: usize, entry: &mut Entry) {
    entry.constant("ROWS", ROWS);
    entry.constant("LANE_ITEMS", tile / (THREADS * ROWS));
    entry.constant("TILE_COPIES", tile);
}

arguments! {
    /// Finds the cuts.
    FindCuts<'a, C> {
        ends: ChainArg<'a, C> as Ends,
        cuts: ColumnsArg<'a, Span<u64>> as Cuts,
        copies: u64,
    }
}

/// The variant is the size of a tile.
impl<C: Indexed<Item = u64>> BuiltinKernel for FindCuts<'_, C> {
    const PIECES: &'static [Piece] = pieces!["warp.cuh", "expand.cuh"];
    const THREADS: usize = THREADS;
    fn describe(tile: u32, entry: &mut Entry) -> String {
        describe(tile as usize, entry);
        "ExpandCuts<Ends, Cuts>".into()
    }
}

arguments! {
    Arguments<'a, E, C, F, T, S> {
        input: ChainArg<'a, E> as In,
        ends: ChainArg<'a, C> as Ends,
        emit: OperationArg<F, (T, usize)> as Emit,
        out: ColumnsArg<'a, S> as Out,
        cuts: ColumnsArg<'a, Span<u64>> as Cuts,
    }
}

impl<T, E, C, F, S> BuiltinKernel for Arguments<'_, E, C, F, T, S>
where
    T: Value,
    E: Indexed<Item = T>,
    C: Indexed<Item = u64>,
    F: Function<(T, usize), Output = S::Item>,
    S: Storage,
{
    const PIECES: &'static [Piece] = pieces!["warp.cuh", "expand.cuh"];
    const THREADS: usize = THREADS;
    fn describe(_: u32, entry: &mut Entry) -> String {
        describe(tile(S::ITEM_BYTES), entry);
        "Expand<In, Ends, Emit, Out, Cuts>".into()
    }
}

pub(crate) fn expand<E, C, F, S>(cuda: &Call<'_>, request: Expand<E, C, F, S>) -> Result<()>
where
    E: Indexed<Item: Value>,
    C: Indexed<Item = u64>,
    F: Function<(E::Item, usize), Output = S::Item>,
    S: Storage,
{
    let copies = request.output.len();
    if copies == 0 {
        return Ok(());
    }
    let size = tile(S::ITEM_BYTES);
    let tiles = copies.div_ceil(size);
    let expand = cuda.program::<Arguments<'_, E, C, F, E::Item, S>>(0)?;
    let few = tiles <= cuda.wave(FEW_TILES, tiles);
    let find = if few { None } else { Some(cuda.program::<FindCuts<'_, C>>(size as u32)?) };
    // The cuts: one for each tile, and one for the last copy.
    let cuts = Temporary::<Span<u64>>::new(cuda.driver(), if few { 0 } else { tiles + 1 })?;
    let (ends, cuts) = (|| ChainArg(&request.ends), cuts.columns());
    let mut work = cuda.work();
    if let Some(find) = find {
        work.launch(&find, (tiles + 1).div_ceil(THREADS), FindCuts { ends: ends(), cuts, copies: copies as u64 })?;
    }
    let arguments = Arguments {
        input: ChainArg(&request.input),
        ends: ends(),
        emit: OperationArg::new(request.emit),
        out: ColumnsArg(&request.output),
        cuts,
    };
    work.launch(&expand, tiles, arguments)
}
