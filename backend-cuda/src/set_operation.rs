use std::marker::PhantomData;

use onrush_core::Result;
use onrush_core::algo::{SetOperation, SetOperator};
use onrush_core::expr::Indexed;
use onrush_core::function::Function;
use onrush_core::lower::Piece;
use onrush_core::storage::Storage;
use onrush_core::value::Value;

use crate::argument::{ChainArg, ColumnsArg, NumberStruct, Numbers, OperationArg, arguments};
use crate::call::Call;
use crate::codegen::{Entry, pieces};
use crate::merge::{self, THREADS, tile};
use crate::program::BuiltinKernel;
use crate::select::Width;
use crate::workspace::{CountResult, States, Tag, Tickets};

/// Lanes that search for a tile's cut, in blocks that do nothing else.
const SEARCH_LANES: usize = 4;
/// Words of a tile's cut among its states.
const CUT_WORDS: usize = 2;
/// The most tiles for each multiprocessor for which each block has one tile and searches for its cuts, since so few run at
/// the same time.
const FEW_TILES: usize = 8;

/// The most tiles of a block. The kept items of all but the last take shared memory, which large items leave none of.
const fn most_tiles(size: usize) -> usize {
    if size <= 64 { 2 } else { 1 }
}

/// The division of tiles among blocks, of which the first `searchers` search for cuts.
struct Division<K> {
    tiles: usize,
    share: usize,
    searchers: usize,
    of: PhantomData<fn(K)>,
}

impl<K> NumberStruct for Division<K> {
    const TYPE: &'static str = "Division";
    const FIELDS: &'static [&'static str] = &["tiles", "share", "searchers"];
    fn values(&self) -> impl IntoIterator<Item = u64> {
        [self.tiles, self.share, self.searchers].map(|number| number as u64)
    }
}

arguments! {
    Arguments<'a, K, L, R, F, T, S> {
        left: ChainArg<'a, L> as Left,
        right: ChainArg<'a, R> as Right,
        less: OperationArg<F, (T, T)> as Before,
        out: ColumnsArg<'a, S> as Out,
        division: Numbers<Division<K>>,
        states: States,
        tag: Tag,
        tickets: Tickets,
        count: CountResult,
    }
}

impl<K, T, L, R, F, S> BuiltinKernel for Arguments<'_, K, L, R, F, T, S>
where
    K: SetOperator,
    T: Value,
    L: Indexed<Item = T>,
    R: Indexed<Item = T>,
    F: Function<(T, T), Output = bool>,
    S: Storage<Item = T>,
{
    const PIECES: &'static [Piece] = pieces![
        "warp.cuh",
        "block.cuh",
        "lookback.cuh",
        "tile.cuh",
        "merge_path.cuh",
        "merge_tile.cuh",
        "balanced_path.cuh",
        "set_operation.cuh"
    ];
    const THREADS: usize = THREADS;
    fn state_words(width: u32) -> usize {
        CUT_WORDS + Width(width).state_words()
    }
    fn describe(width: u32, entry: &mut Entry) -> String {
        merge::describe(T::SIZE, entry);
        entry.constant("SEARCH_LANES", SEARCH_LANES);
        entry.constant("CUT_WORDS", CUT_WORDS);
        entry.constant("SET_TILES", most_tiles(T::SIZE));
        let operator = format!("SetOperator<{}, {}, {}>", K::LEFT, K::RIGHT, K::PAIRS);
        format!("SetOperation<Left, Right, Before, {operator}, Out, {}>", Width(width).number())
    }
}

pub(crate) fn set_operation<K, L, R, F, S>(cuda: &Call<'_>, request: SetOperation<K, L, R, F, S>) -> Result<usize>
where
    K: SetOperator,
    L: Indexed<Item: Value>,
    R: Indexed<Item = L::Item>,
    F: Function<(L::Item, L::Item), Output = bool>,
    S: Storage<Item = L::Item>,
{
    let items = request.left.slots() + request.right.slots();
    if items == 0 {
        return Ok(0);
    }
    let size = L::Item::SIZE;
    // A tile has one item less than its threads have steps, since a pair may come along.
    let tiles = items.div_ceil(tile(size) - 1);
    // If cuts cross, tiles may keep more items than there are, but none keeps more than its threads have steps.
    let program = cuda.program::<Arguments<'_, K, L, R, F, L::Item, S>>(Width::of(items + tiles).0)?;
    let (share, searchers) = if tiles <= cuda.wave(FEW_TILES, tiles) {
        (1, 0)
    } else {
        (most_tiles(size), (tiles + 1).div_ceil(THREADS / SEARCH_LANES))
    };
    let blocks = searchers + tiles.div_ceil(share);
    let counters = [request.output.counter()];
    let mut work = cuda.work();
    // The states: the cuts at which tiles begin and the last one ends, then a count for each block that has tiles.
    let (states, tag) = work.states(&program, blocks.max(tiles + 1))?;
    let arguments = Arguments {
        left: ChainArg(&request.left),
        right: ChainArg(&request.right),
        less: OperationArg::new(request.less),
        out: ColumnsArg(&request.output),
        division: Numbers(Division { tiles, share, searchers, of: PhantomData::<fn(K)> }),
        states,
        tag,
        tickets: work.tickets()?,
        count: work.count_result(counters)?,
    };
    work.launch(&program, blocks, arguments)?;
    let [count] = work.count_or_queue(counters, items)?;
    Ok(count)
}
