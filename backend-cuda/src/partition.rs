use onrush_core::Result;
use onrush_core::algo::Partition;
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
    Arguments<'a, E, F, T, S> {
        input: ChainArg<'a, E> as In,
        predicate: OperationArg<F, (T,)> as Predicate,
        selected: ColumnsArg<'a, S> as Out,
        rejected: ColumnsArg<'a, S> as Out,
        states: States,
        tag: Tag,
        tickets: Tickets,
        counts: CountResult<2>,
    }
}

impl<T, E, F, S> BuiltinKernel for Arguments<'_, E, F, T, S>
where
    T: Value,
    E: Indexed<Item = T>,
    F: Function<(T,), Output = bool>,
    S: Storage<Item = T>,
{
    const PIECES: &'static [Piece] =
        pieces!["warp.cuh", "block.cuh", "lookback.cuh", "tile.cuh", "compact.cuh", "partition.cuh"];
    const THREADS: usize = WARP * WARPS;
    const COUNTED: bool = E::LENGTH_ON_DEVICE;
    fn state_words(width: u32) -> usize {
        Width(width).state_words()
    }
    fn describe(width: u32, entry: &mut Entry) -> String {
        Compaction::new(T::SIZE).describe(entry);
        format!("Partition<In, Predicate, Out, {}>", Width(width).number())
    }
}

pub(crate) fn partition<T: Value, E: Indexed<Item = T>, F: Function<(T,), Output = bool>, S: Storage<Item = T>>(
    cuda: &Call<'_>,
    request: Partition<E, F, S>,
) -> Result<usize> {
    let slots = request.input.slots();
    if slots == 0 {
        return Ok(0);
    }
    let program = cuda.program::<Arguments<'_, E, F, T, S>>(Width::of(slots).0)?;
    let tiles = Compaction::new(T::SIZE).tiles_of(cuda, &request.input);
    let counters = [request.selected.counter(), request.rejected.counter()];
    let mut work = cuda.work();
    let (states, tag) = work.states(&program, tiles)?;
    let arguments = Arguments {
        input: ChainArg(&request.input),
        predicate: OperationArg::new(request.predicate),
        selected: ColumnsArg(&request.selected),
        rejected: ColumnsArg(&request.rejected),
        states,
        tag,
        tickets: work.tickets()?,
        counts: work.count_result(counters)?,
    };
    work.launch(&program, tiles, arguments)?;
    let [selected, _] = work.count_or_queue(counters, slots)?;
    Ok(selected)
}
