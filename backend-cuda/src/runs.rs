use onrush_core::algo::{RunNumber, Runs};
use onrush_core::expr::Indexed;
use onrush_core::function::Function;
use onrush_core::lower::Piece;
use onrush_core::shape::{WARP, WARPS};
use onrush_core::storage::Storage;
use onrush_core::value::Value;
use onrush_core::{Position, Result};

use crate::argument::{ChainArg, ColumnsArg, OperationArg, arguments};
use crate::call::Call;
use crate::codegen::{Entry, pieces};
use crate::program::BuiltinKernel;
use crate::select::{Compaction, Width};
use crate::workspace::{CountResult, States, Tag, Tickets};

/// Items up to this size wait in shared memory for their places; larger ones are read again.
const PACKED: usize = 16;
/// The bit of a variant that asks for lengths; the lowest is the width.
const LENGTHS: u32 = 2;

arguments! {
    Arguments<'a, K, T, Q, SK, SN> {
        keys: ChainArg<'a, K> as Keys,
        equal: OperationArg<Q, (T, T)> as Equal,
        out_keys: ColumnsArg<'a, SK> as OutKeys,
        out_numbers: ColumnsArg<'a, SN> as OutNumbers,
        states: States,
        tag: Tag,
        tickets: Tickets,
        count: CountResult,
    }
}

impl<K, T, Q, SK, SN> BuiltinKernel for Arguments<'_, K, T, Q, SK, SN>
where
    T: Value,
    K: Indexed<Item = T>,
    Q: Function<(T, T), Output = bool>,
    SK: Storage<Item = T>,
    SN: Storage<Item: Position>,
{
    const PIECES: &'static [Piece] =
        pieces!["warp.cuh", "block.cuh", "lookback.cuh", "tile.cuh", "compact.cuh", "runs.cuh"];
    const THREADS: usize = WARP * WARPS;
    const COUNTED: bool = K::LENGTH_ON_DEVICE;
    /// A tile's state: the number of runs, and the slot where the last one begins.
    fn state_words(variant: u32) -> usize {
        2 * Width(variant & 1).state_words()
    }
    fn describe(variant: u32, entry: &mut Entry) -> String {
        Compaction::new(T::SIZE).describe(entry);
        let (number, lengths) = (Width(variant & 1).number(), variant & LENGTHS != 0);
        let (stored, packed) = (!SK::NOTHING, !SK::NOTHING && T::SIZE <= PACKED);
        format!("Runs<Keys, Equal, OutKeys, OutNumbers, {number}, {lengths}, {stored}, {packed}>")
    }
}

pub(crate) fn runs<K, Q, SK, SN>(cuda: &Call<'_>, request: Runs<K, Q, SK, SN>) -> Result<usize>
where
    K: Indexed<Item: Value>,
    Q: Function<(K::Item, K::Item), Output = bool>,
    SK: Storage<Item = K::Item>,
    SN: Storage<Item: Position>,
{
    let slots = request.keys.slots();
    let lengths = request.number == RunNumber::Length;
    if slots == 0 && lengths {
        return Ok(0);
    }
    let variant = Width::of(slots).0 | if lengths { LENGTHS } else { 0 };
    let program = cuda.program::<Arguments<'_, K, K::Item, Q, SK, SN>>(variant)?;
    // Even without slots there is a tile, which stores the offset behind the last run.
    let tiles = Compaction::new(K::Item::SIZE).tiles_of(cuda, &request.keys).max(1);
    let counters = [request.out_keys.counter().or(request.out_numbers.counter())];
    let mut work = cuda.work();
    let (states, tag) = work.states(&program, tiles)?;
    let arguments = Arguments {
        keys: ChainArg(&request.keys),
        equal: OperationArg::new(request.equal),
        out_keys: ColumnsArg(&request.out_keys),
        out_numbers: ColumnsArg(&request.out_numbers),
        states,
        tag,
        tickets: work.tickets()?,
        count: work.count_result(counters)?,
    };
    work.launch(&program, tiles, arguments)?;
    let [runs] = work.count_or_queue(counters, slots)?;
    Ok(runs)
}
