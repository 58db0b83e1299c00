use onrush_core::Result;
use onrush_core::algo::{ReduceInto, Stored};
use onrush_core::expr::Expr;
use onrush_core::lower::Piece;
use onrush_core::operator::Operator;
use onrush_core::storage::Storage;
use onrush_core::value::Value;

use crate::argument::{ChainArg, ColumnsArg, Maybe, OperationArg, arguments};
use crate::call::Call;
use crate::codegen::Entry;
use crate::program::BuiltinKernel;
use crate::reduce::Plan;
use crate::workspace::{Partials, Tickets};

arguments! {
    /// The arguments of a reduction whose result stays on the device.
    Arguments<'a, E, O, T, S> {
        input: ChainArg<'a, E> as In,
        op: OperationArg<O, (T, T)> as Op,
        init: Maybe<T>,
        chunk: u64,
        partials: Partials,
        tickets: Tickets,
        out: ColumnsArg<'a, S> as Out,
    }
}

impl<T: Value, E: Expr<Item = T>, O: Operator<T>, S: Storage<Item = T>> BuiltinKernel for Arguments<'_, E, O, T, S> {
    const PIECES: &'static [Piece] = Plan::<T, O>::PIECES_INTO;
    const THREADS: usize = Plan::<T, O>::THREADS;
    const COUNTED: bool = E::LENGTH_ON_DEVICE;
    fn describe(_: u32, entry: &mut Entry) -> String {
        format!("ReduceInto<{}, Out>", Plan::<T, O>::describe(entry))
    }
}

arguments! {
    /// The arguments of a reduction of each chunk alone.
    OfChunks<'a, E, O, T, S, K> {
        input: ChainArg<'a, E> as In,
        op: OperationArg<O, (T, T)> as Op,
        chunk: u64,
        out: ColumnsArg<'a, S> as Out,
        kept: ColumnsArg<'a, K> as Kept,
    }
}

impl<T: Value, E: Expr<Item = T>, O: Operator<T>, S: Storage<Item = T>, K: Storage<Item = bool>> BuiltinKernel
    for OfChunks<'_, E, O, T, S, K>
{
    const PIECES: &'static [Piece] = Plan::<T, O>::PIECES_INTO;
    const THREADS: usize = Plan::<T, O>::THREADS;
    fn describe(_: u32, entry: &mut Entry) -> String {
        format!("ReduceChunks<{}, Out, Kept>", Plan::<T, O>::describe(entry))
    }
}

pub(crate) fn reduce_into<E, O, S, K>(cuda: &Call<'_>, request: ReduceInto<E, O, S, K>) -> Result<()>
where
    E: Expr<Item: Value>,
    O: Operator<E::Item>,
    S: Storage<Item = E::Item>,
    K: Storage<Item = bool>,
{
    let ReduceInto { input, op, stored, output, kept } = request;
    let slots = input.slots();
    match stored {
        Stored::Result(init) => {
            let program = cuda.program::<Arguments<'_, E, O, E::Item, S>>(0)?;
            let (chunk, chunks) = Plan::<E::Item, O>::chunks(slots, E::LENGTH_ON_DEVICE);
            let mut work = cuda.work();
            let arguments = Arguments {
                input: ChainArg(&input),
                op: OperationArg::new(op),
                init: Maybe(Some(init)),
                chunk: chunk as u64,
                partials: work.partials(chunks, Plan::<E::Item, O>::PARTIAL)?,
                tickets: work.tickets()?,
                out: ColumnsArg(&output),
            };
            work.launch(&program, chunks, arguments)
        }
        Stored::Chunks(size) => {
            let program = cuda.program::<OfChunks<'_, E, O, E::Item, S, K>>(0)?;
            let mut work = cuda.work();
            let arguments = OfChunks {
                input: ChainArg(&input),
                op: OperationArg::new(op),
                chunk: Plan::<E::Item, O>::in_units(size) as u64,
                out: ColumnsArg(&output),
                kept: ColumnsArg(&kept),
            };
            work.launch(&program, slots.div_ceil(size), arguments)
        }
    }
}
