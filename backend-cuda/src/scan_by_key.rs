use onrush_core::Result;
use onrush_core::algo::ScanByKey;
use onrush_core::expr::Indexed;
use onrush_core::function::Function;
use onrush_core::lower::Piece;
use onrush_core::operator::Operator;
use onrush_core::shape::{Tile, WARP, WARPS};
use onrush_core::storage::Storage;
use onrush_core::value::Value;

use crate::argument::{ChainArg, ColumnsArg, Maybe, OperationArg, arguments};
use crate::call::Call;
use crate::codegen::{Entry, pieces};
use crate::program::BuiltinKernel;
use crate::workspace::{States, Tag, Tickets};

arguments! {
    Arguments<'a, K, T, V, U, Q, O, S> {
        keys: ChainArg<'a, K> as Keys,
        input: ChainArg<'a, V> as In,
        equal: OperationArg<Q, (T, T)> as Equal,
        op: OperationArg<O, (U, U)> as Op,
        init: Maybe<U>,
        out: ColumnsArg<'a, S> as Out,
        states: States,
        tag: Tag,
        tickets: Tickets,
    }
}

impl<T, U, K, V, Q, O, S> BuiltinKernel for Arguments<'_, K, T, V, U, Q, O, S>
where
    T: Value,
    U: Value,
    K: Indexed<Item = T>,
    V: Indexed<Item = U>,
    Q: Function<(T, T), Output = bool>,
    O: Operator<U>,
    S: Storage<Item = U>,
{
    const PIECES: &'static [Piece] = pieces![
        "warp.cuh",
        "block.cuh",
        "lookback.cuh",
        "tile.cuh",
        "load_store.cuh",
        "segment.cuh",
        "scan_by_key.cuh"
    ];
    const THREADS: usize = WARP * WARPS;
    const COUNTED: bool = K::LENGTH_ON_DEVICE;
    fn state_words(_: u32) -> usize {
        U::SIZE.div_ceil(4)
    }
    fn describe(exclusive: u32, entry: &mut Entry) -> String {
        entry.constant("RUN_ITEMS", Tile::new(U::SIZE).run);
        format!("ScanByKey<Keys, In, Equal, Op, Out, {}>", exclusive != 0)
    }
}

pub(crate) fn scan_by_key<K, V, Q, O, S>(cuda: &Call<'_>, request: ScanByKey<K, V, Q, O, S>) -> Result<()>
where
    K: Indexed<Item: Value>,
    V: Indexed<Item: Value>,
    Q: Function<(K::Item, K::Item), Output = bool>,
    O: Operator<V::Item>,
    S: Storage<Item = V::Item>,
{
    let slots = request.keys.slots();
    if slots == 0 {
        return Ok(());
    }
    let program = cuda.program::<Arguments<'_, K, K::Item, V, V::Item, Q, O, S>>(request.init.is_some().into())?;
    let tiles = slots.div_ceil(Tile::new(V::Item::SIZE).tile);
    let mut work = cuda.work();
    let (states, tag) = work.states(&program, tiles)?;
    let arguments = Arguments {
        keys: ChainArg(&request.keys),
        input: ChainArg(&request.values),
        equal: OperationArg::new(request.equal),
        op: OperationArg::new(request.op),
        init: Maybe(request.init),
        out: ColumnsArg(&request.output),
        states,
        tag,
        tickets: work.tickets()?,
    };
    work.launch(&program, tiles, arguments)
}
