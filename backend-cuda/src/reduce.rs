use onrush_core::Result;
use onrush_core::algo::Reduce;
use onrush_core::expr::Expr;
use onrush_core::lower::Piece;
use onrush_core::operator::{Operator, Pick};
use onrush_core::shape::{MAX_CHUNKS, ROWS, Reduction, THREADS, Tile, WARP, WARPS, items_per_thread};
use onrush_core::value::Value;

use crate::argument::{Chain, Maybe, Operation, arguments};
use crate::call::Call;
use crate::codegen::{Entry, pieces};
use crate::program::Kernel;
use crate::workspace::{HostResult, Partials, Tickets};

arguments! {
    Arguments<'a, E, O, T> {
        input: Chain<'a, E> as In,
        op: Operation<O, (T, T)> as Op,
        init: Maybe<T>,
        chunk: u64,
        partials: Partials,
        tickets: Tickets,
        result: HostResult<Option<T>>,
    }
}

/// Which kernel reduces.
enum Way {
    /// Of an operator that picks an operand, the first or the last of the least rank.
    Pick {
        last: bool,
    },
    Strided,
    InOrder,
}

impl<T: Value, E: Expr<Item = T>, O: Operator<T>> Arguments<'_, E, O, T> {
    const WAY: Way = match O::PICKS {
        Some(Pick::First) => Way::Pick { last: false },
        Some(Pick::Last) => Way::Pick { last: true },
        None if O::COMMUTATIVE => Way::Strided,
        None => Way::InOrder,
    };
    /// The size with which the shape counts: picks read ranks, whatever the items are.
    const SIZE: usize = if let Way::Pick { .. } = Self::WAY { 4 } else { T::SIZE };
    /// Bytes of a block's partial result: a rank and a slot, or a value that may be missing.
    const PARTIAL: usize = if let Way::Pick { .. } = Self::WAY { 16 } else { Maybe::<T>::SIZE };

    /// Slots of a block, or its tiles where the order counts; and the number of blocks.
    fn chunks(slots: usize) -> (usize, usize) {
        match Self::WAY {
            Way::InOrder => {
                let shape = Tile::new(Self::SIZE);
                let chunk = shape.per_chunk(slots);
                (chunk, slots.div_ceil(shape.tile).div_ceil(chunk))
            }
            Way::Pick { .. } | Way::Strided => {
                let Reduction { chunk, chunks, .. } = Reduction::new(slots, Self::SIZE);
                (chunk, chunks)
            }
        }
    }
}

impl<T: Value, E: Expr<Item = T>, O: Operator<T>> Kernel for Arguments<'_, E, O, T> {
    const PIECES: &'static [Piece] = match Self::WAY {
        Way::Pick { .. } => pieces!["warp.cuh", "block.cuh", "pick.cuh"],
        Way::Strided => pieces!["warp.cuh", "block.cuh", "reduce.cuh"],
        Way::InOrder => pieces!["warp.cuh", "block.cuh", "load_store.cuh", "reduce_in_order.cuh"],
    };
    const THREADS: usize = if let Way::InOrder = Self::WAY { WARP * WARPS } else { THREADS };
    fn describe(_: u32, entry: &mut Entry) -> String {
        entry.assert("sizeof(Kernel::Partial)", Self::PARTIAL);
        match Self::WAY {
            Way::Pick { .. } | Way::Strided => {
                entry.assert("Kernel::V", items_per_thread(Self::SIZE));
                entry.constant("CHUNK_ROWS", ROWS);
            }
            Way::InOrder => {
                entry.constant("RUN_ITEMS", Tile::new(Self::SIZE).run);
                entry.assert("Kernel::max_chunks", MAX_CHUNKS);
            }
        }
        match Self::WAY {
            Way::Pick { last } => format!("Pick<In, Op, {last}>"),
            Way::Strided => "Reduce<In, Op>".into(),
            Way::InOrder => "ReduceInOrder<In, Op>".into(),
        }
    }
}

pub(crate) fn reduce<E: Expr<Item: Value>, O: Operator<E::Item>>(
    cuda: &Call<'_>,
    request: Reduce<E, O, E::Item>,
) -> Result<Option<E::Item>> {
    let Reduce { input, op, init } = request;
    let slots = input.slots();
    if slots == 0 {
        return Ok(init);
    }
    let program = cuda.program::<Arguments<'_, E, O, E::Item>>(0)?;
    let (chunk, chunks) = Arguments::<E, O, E::Item>::chunks(slots);
    let mut work = cuda.work();
    let arguments = Arguments {
        input: Chain(&input),
        op: Operation::new(op),
        init: Maybe(init),
        chunk: chunk as u64,
        partials: work.partials(chunks, Arguments::<E, O, E::Item>::PARTIAL)?,
        tickets: work.tickets()?,
        result: work.host_result()?,
    };
    work.launch(&program, chunks, arguments)?;
    work.maybe()
}
