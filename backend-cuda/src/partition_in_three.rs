use onrush_core::Result;
use onrush_core::algo::PartitionInThree;
use onrush_core::expr::Indexed;
use onrush_core::function::Function;
use onrush_core::lower::Piece;
use onrush_core::shape::{WARP, WARPS};
use onrush_core::storage::Storage;
use onrush_core::value::Value;

use crate::argument::{ChainArg, ColumnsArg, OperationArg, arguments};
use crate::call::Call;
use crate::codegen::{Entry, pieces};
use crate::program::BuiltinKernel;
use crate::select::{Compaction, Width};
use crate::workspace::{CountResult, States, Tag, Tickets};

arguments! {
    Arguments<'a, E, F, G, T, S> {
        input: ChainArg<'a, E> as In,
        is_first: OperationArg<F, (T,)> as IsFirst,
        is_second: OperationArg<G, (T,)> as IsSecond,
        first: ColumnsArg<'a, S> as Out,
        second: ColumnsArg<'a, S> as Out,
        third: ColumnsArg<'a, S> as Out,
        states: States,
        tag: Tag,
        tickets: Tickets,
        counts: CountResult<3>,
    }
}

impl<T, E, F, G, S> BuiltinKernel for Arguments<'_, E, F, G, T, S>
where
    T: Value,
    E: Indexed<Item = T>,
    F: Function<(T,), Output = bool>,
    G: Function<(T,), Output = bool>,
    S: Storage<Item = T>,
{
    const PIECES: &'static [Piece] = pieces![
        "warp.cuh",
        "block.cuh",
        "lookback.cuh",
        "tile.cuh",
        "compact.cuh",
        "partition.cuh",
        "partition_in_three.cuh"
    ];
    const THREADS: usize = WARP * WARPS;
    const COUNTED: bool = E::LENGTH_ON_DEVICE;
    fn state_words(width: u32) -> usize {
        2 * Width(width).state_words()
    }
    fn describe(width: u32, entry: &mut Entry) -> String {
        Compaction::new(T::SIZE).describe(entry);
        format!("PartitionInThree<In, IsFirst, IsSecond, Out, {}>", Width(width).number())
    }
}

pub(crate) fn partition_in_three<T, E, F, G, S>(
    cuda: &Call<'_>,
    request: PartitionInThree<E, F, G, S>,
) -> Result<[usize; 2]>
where
    T: Value,
    E: Indexed<Item = T>,
    F: Function<(T,), Output = bool>,
    G: Function<(T,), Output = bool>,
    S: Storage<Item = T>,
{
    let slots = request.input.slots();
    if slots == 0 {
        return Ok([0; 2]);
    }
    let program = cuda.program::<Arguments<'_, E, F, G, T, S>>(Width::of(slots).0)?;
    let tiles = Compaction::new(T::SIZE).tiles_of(cuda, &request.input);
    let counters = [request.first.counter(), request.second.counter(), request.third.counter()];
    let mut work = cuda.work();
    let (states, tag) = work.states(&program, tiles)?;
    let arguments = Arguments {
        input: ChainArg(&request.input),
        is_first: OperationArg::new(request.is_first),
        is_second: OperationArg::new(request.is_second),
        first: ColumnsArg(&request.first),
        second: ColumnsArg(&request.second),
        third: ColumnsArg(&request.third),
        states,
        tag,
        tickets: work.tickets()?,
        counts: work.count_result(counters)?,
    };
    work.launch(&program, tiles, arguments)?;
    let [first, second, _] = work.count_or_queue(counters, slots)?;
    Ok([first, second])
}
