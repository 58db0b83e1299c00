use onrush_core::Result;
use onrush_core::algo::Scan;
use onrush_core::expr::Indexed;
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
    Arguments<'a, E, O, T, S> {
        input: ChainArg<'a, E> as In,
        op: OperationArg<O, (T, T)> as Op,
        init: Maybe<T>,
        out: ColumnsArg<'a, S> as Out,
        states: States,
        tag: Tag,
        tickets: Tickets,
    }
}

impl<T: Value, E: Indexed<Item = T>, O: Operator<T>, S: Storage<Item = T>> BuiltinKernel for Arguments<'_, E, O, T, S> {
    const PIECES: &'static [Piece] =
        pieces!["warp.cuh", "block.cuh", "lookback.cuh", "tile.cuh", "load_store.cuh", "scan.cuh"];
    const THREADS: usize = WARP * WARPS;
    const COUNTED: bool = E::LENGTH_ON_DEVICE;
    fn state_words(_: u32) -> usize {
        T::SIZE.div_ceil(4)
    }
    fn describe(exclusive: u32, entry: &mut Entry) -> String {
        entry.constant("RUN_ITEMS", Tile::new(T::SIZE).run);
        format!("Scan<In, Op, Out, {}>", exclusive != 0)
    }
}

pub(crate) fn scan<E: Indexed<Item: Value>, O: Operator<E::Item>, S: Storage<Item = E::Item>>(
    cuda: &Call<'_>,
    request: Scan<E, O, S>,
) -> Result<()> {
    let Scan { input, op, init, exclusive, output } = request;
    let slots = input.slots();
    if slots == 0 {
        return Ok(());
    }
    let program = cuda.program::<Arguments<'_, E, O, E::Item, S>>(exclusive.into())?;
    let tiles = slots.div_ceil(Tile::new(E::Item::SIZE).tile);
    let mut work = cuda.work();
    let (states, tag) = work.states(&program, tiles)?;
    let arguments = Arguments {
        input: ChainArg(&input),
        op: OperationArg::new(op),
        init: Maybe(init),
        out: ColumnsArg(&output),
        states,
        tag,
        tickets: work.tickets()?,
    };
    work.launch(&program, tiles, arguments)
}
