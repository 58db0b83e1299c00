use onrush_core::Result;
use onrush_core::algo::Merge;
use onrush_core::expr::Indexed;
use onrush_core::function::Function;
use onrush_core::lower::Piece;
use onrush_core::storage::Storage;
use onrush_core::value::Value;

use crate::Cuda;
use crate::argument::{ChainArg, ColumnsArg, NumberStruct, Numbers, OperationArg, arguments};
use crate::call::Call;
use crate::codegen::{Entry, pieces};
use crate::program::BuiltinKernel;
use crate::workspace::Reports;

pub(crate) const THREADS: usize = 256;
/// The most tiles of a block.
const MOST_TILES: usize = 15;

/// Items of a merged tile for each thread, by the size of an item. The number is odd, so that threads that write their items
/// side by side use all banks of shared memory.
const fn per_thread(size: usize) -> usize {
    match size {
        0..=4 => 17,
        5..=8 => 11,
        9..=16 => 7,
        17..=32 => 3,
        _ => 1,
    }
}

/// Items of a merged tile.
pub(crate) const fn tile(size: usize) -> usize {
    THREADS * per_thread(size)
}

/// Blocks that a multiprocessor should hold. A thread has its next items in registers, and items smaller than a word take
/// more of these than words do.
const fn per_multiprocessor(size: usize) -> usize {
    match size {
        4 => 5,
        0..=8 => 4,
        _ => 3,
    }
}

/// Defines the constants of merges of items of this size.
pub(crate) fn describe(size: usize, entry: &mut Entry) {
    entry.constant("MERGE_ITEMS", per_thread(size));
    entry.constant("MERGE_BLOCKS", per_multiprocessor(size));
    entry.constant("MOST_TILES", MOST_TILES);
}

/// The number of blocks for this many tiles. Each block merges a few tiles, and all multiprocessors get equally many blocks.
pub(crate) fn blocks(cuda: &Cuda, tiles: usize, size: usize) -> usize {
    let wave = cuda.wave(per_multiprocessor(size), tiles);
    tiles.div_ceil(wave * MOST_TILES) * wave
}

/// The distribution of tiles over blocks: `each` to every block, and one more to the first `longer`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shares {
    tiles: usize,
    blocks: usize,
}

impl Shares {
    pub(crate) fn new(tiles: usize, blocks: usize) -> Numbers<Self> {
        Numbers(Shares { tiles, blocks })
    }
}

impl NumberStruct for Shares {
    const TYPE: &'static str = "Shares";
    const FIELDS: &'static [&'static str] = &["each", "longer"];
    fn values(&self) -> impl IntoIterator<Item = u64> {
        [self.tiles / self.blocks, self.tiles % self.blocks].map(|tiles| tiles as u64)
    }
}

arguments! {
    Arguments<'a, L, R, F, T, S> {
        left: ChainArg<'a, L> as Left,
        right: ChainArg<'a, R> as Right,
        less: OperationArg<F, (T, T)> as Before,
        out: ColumnsArg<'a, S> as Out,
        shares: Numbers<Shares>,
        reports: Reports,
    }
}

impl<T, L, R, F, S> BuiltinKernel for Arguments<'_, L, R, F, T, S>
where
    T: Value,
    L: Indexed<Item = T>,
    R: Indexed<Item = T>,
    F: Function<(T, T), Output = bool>,
    S: Storage<Item = T>,
{
    const PIECES: &'static [Piece] =
        pieces!["warp.cuh", "merge_path.cuh", "merge_tile.cuh", "merge_cuts.cuh", "merge.cuh"];
    const THREADS: usize = THREADS;
    fn describe(_: u32, entry: &mut Entry) -> String {
        describe(T::SIZE, entry);
        "Merge<Left, Right, Before, Out>".into()
    }
}

pub(crate) fn merge<L, R, F, S>(cuda: &Call<'_>, request: Merge<L, R, F, S>) -> Result<()>
where
    L: Indexed<Item: Value>,
    R: Indexed<Item = L::Item>,
    F: Function<(L::Item, L::Item), Output = bool>,
    S: Storage<Item = L::Item>,
{
    let Merge { left, right, less, output } = request;
    let items = left.slots() + right.slots();
    if items == 0 {
        return Ok(());
    }
    let program = cuda.program::<Arguments<'_, L, R, F, L::Item, S>>(0)?;
    let size = L::Item::SIZE;
    let tiles = items.div_ceil(tile(size));
    let blocks = blocks(cuda, tiles, size);
    let mut work = cuda.work();
    let arguments = Arguments {
        left: ChainArg(&left),
        right: ChainArg(&right),
        less: OperationArg::new(less),
        out: ColumnsArg(&output),
        shares: Shares::new(tiles, blocks),
        reports: work.reports(blocks)?,
    };
    work.launch(&program, blocks, arguments)
}
