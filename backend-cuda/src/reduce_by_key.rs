use onrush_core::Result;
use onrush_core::algo::ReduceByKey;
use onrush_core::expr::Indexed;
use onrush_core::function::Function;
use onrush_core::lower::Piece;
use onrush_core::operator::Operator;
use onrush_core::shape::{Tile, WARP, WARPS};
use onrush_core::storage::Storage;
use onrush_core::value::Value;

use crate::argument::{ChainArg, ColumnsArg, OperationArg, arguments};
use crate::call::Call;
use crate::codegen::{Entry, pieces};
use crate::program::BuiltinKernel;
use crate::select::Width;
use crate::workspace::{CountResult, States, Tag, Tickets};

arguments! {
    Arguments<'a, K, T, V, U, Q, O, SK, SV> {
        keys: ChainArg<'a, K> as Keys,
        input: ChainArg<'a, V> as In,
        equal: OperationArg<Q, (T, T)> as Equal,
        op: OperationArg<O, (U, U)> as Op,
        out_keys: ColumnsArg<'a, SK> as OutKeys,
        out_values: ColumnsArg<'a, SV> as OutValues,
        states: States,
        tag: Tag,
        tickets: Tickets,
        count: CountResult,
    }
}

impl<T, U, K, V, Q, O, SK, SV> BuiltinKernel for Arguments<'_, K, T, V, U, Q, O, SK, SV>
where
    T: Value,
    U: Value,
    K: Indexed<Item = T>,
    V: Indexed<Item = U>,
    Q: Function<(T, T), Output = bool>,
    O: Operator<U>,
    SK: Storage<Item = T>,
    SV: Storage<Item = U>,
{
    const PIECES: &'static [Piece] = pieces![
        "warp.cuh",
        "block.cuh",
        "lookback.cuh",
        "tile.cuh",
        "load_store.cuh",
        "segment.cuh",
        "tile_runs.cuh",
        "reduce_by_key.cuh"
    ];
    const THREADS: usize = WARP * WARPS;
    const COUNTED: bool = K::LENGTH_ON_DEVICE;
    /// A tile's state: a value, and the number of runs that begin.
    fn state_words(width: u32) -> usize {
        let size = if Width(width).is_wide() { <(U, u64)>::SIZE } else { <(U, u32)>::SIZE };
        size.div_ceil(4)
    }
    fn describe(width: u32, entry: &mut Entry) -> String {
        entry.constant("RUN_ITEMS", Tile::new(U::SIZE).run);
        format!("ReduceByKey<Keys, In, Equal, Op, OutKeys, OutValues, {}>", Width(width).number())
    }
}

pub(crate) fn reduce_by_key<K, V, Q, O, SK, SV>(
    cuda: &Call<'_>,
    request: ReduceByKey<K, V, Q, O, SK, SV>,
) -> Result<usize>
where
    K: Indexed<Item: Value>,
    V: Indexed<Item: Value>,
    Q: Function<(K::Item, K::Item), Output = bool>,
    O: Operator<V::Item>,
    SK: Storage<Item = K::Item>,
    SV: Storage<Item = V::Item>,
{
    let slots = request.keys.slots();
    if slots == 0 {
        return Ok(0);
    }
    let width = Width::of(slots);
    let program = cuda.program::<Arguments<'_, K, K::Item, V, V::Item, Q, O, SK, SV>>(width.0)?;
    let tiles = slots.div_ceil(Tile::new(V::Item::SIZE).tile);
    let counters = [request.out_keys.counter().or(request.out_values.counter())];
    let mut work = cuda.work();
    let (states, tag) = work.states(&program, tiles)?;
    let arguments = Arguments {
        keys: ChainArg(&request.keys),
        input: ChainArg(&request.values),
        equal: OperationArg::new(request.equal),
        op: OperationArg::new(request.op),
        out_keys: ColumnsArg(&request.out_keys),
        out_values: ColumnsArg(&request.out_values),
        states,
        tag,
        tickets: work.tickets()?,
        count: work.count_result(counters)?,
    };
    work.launch(&program, tiles, arguments)?;
    let [runs] = work.count_or_queue(counters, slots)?;
    Ok(runs)
}
