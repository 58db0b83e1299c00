use std::marker::PhantomData;

use onrush_core::Result;
use onrush_core::algo::Reduce;
use onrush_core::expr::Expr;
use onrush_core::lower::Piece;
use onrush_core::operator::{Operator, Pick};
use onrush_core::shape::{MAX_CHUNKS, ROWS, Reduction, THREADS, Tile, WARP, WARPS, items_per_thread};
use onrush_core::value::Value;

use crate::argument::{ChainArg, Maybe, OperationArg, arguments};
use crate::call::Call;
use crate::codegen::{Entry, pieces};
use crate::program::BuiltinKernel;
use crate::workspace::{HostResult, Partials, Tickets};

arguments! {
    /// The arguments of a reduction whose result the host gets.
    Arguments<'a, E, O, T> {
        input: ChainArg<'a, E> as In,
        op: OperationArg<O, (T, T)> as Op,
        init: Maybe<T>,
        chunk: u64,
        partials: Partials,
        tickets: Tickets,
        result: HostResult<Option<T>>,
    }
}

/// The kernel that reduces.
enum Way {
    /// The kernel for an operator that picks an operand, the first or the last of the least rank.
    Pick {
        last: bool,
    },
    Strided,
    InOrder,
}

/// The reduction of items of a type by an operator, whether the host gets the result or the device keeps it.
pub(crate) struct Plan<T, O>(PhantomData<(T, O)>);

impl<T: Value, O: Operator<T>> Plan<T, O> {
    const WAY: Way = match O::PICKS {
        Some(Pick::First) => Way::Pick { last: false },
        Some(Pick::Last) => Way::Pick { last: true },
        None if O::COMMUTATIVE => Way::Strided,
        None => Way::InOrder,
    };
    /// The size with which the shape counts: picks read ranks, whatever the items are.
    const SIZE: usize = if let Way::Pick { .. } = Self::WAY { 4 } else { T::SIZE };
    /// Bytes of a block's partial result: a rank and a slot, or a value that may be missing.
    pub(crate) const PARTIAL: usize = if let Way::Pick { .. } = Self::WAY { 16 } else { Maybe::<T>::SIZE };

    /// Threads of a block.
    pub(crate) const THREADS: usize = if let Way::InOrder = Self::WAY { WARP * WARPS } else { THREADS };
    /// The files of the kernel.
    pub(crate) const PIECES: &'static [Piece] = match Self::WAY {
        Way::Pick { .. } => pieces!["warp.cuh", "block.cuh", "pick.cuh"],
        Way::Strided => pieces!["warp.cuh", "block.cuh", "reduce.cuh"],
        Way::InOrder => pieces!["warp.cuh", "block.cuh", "load_store.cuh", "reduce_in_order.cuh"],
    };
    /// The kernel's files, and the one of the kernel that stores the result.
    pub(crate) const PIECES_INTO: &'static [Piece] = match Self::WAY {
        Way::Pick { .. } => pieces!["warp.cuh", "block.cuh", "pick.cuh", "reduce_into.cuh"],
        Way::Strided => pieces!["warp.cuh", "block.cuh", "reduce.cuh", "reduce_into.cuh"],
        Way::InOrder => pieces!["warp.cuh", "block.cuh", "load_store.cuh", "reduce_in_order.cuh", "reduce_into.cuh"],
    };

    /// A number of slots as a kernel counts it: in tiles where the order counts.
    pub(crate) fn in_units(slots: usize) -> usize {
        if let Way::InOrder = Self::WAY { slots / Tile::new(Self::SIZE).tile } else { slots }
    }

    /// Slots of a block, or its tiles where the order counts; and the number of blocks. If only the device knows the number of slots,
    /// it computes the shape, and this is the most blocks for up to `slots` slots: many chunks are large ones, so that more slots
    /// may have fewer.
    pub(crate) fn chunks(slots: usize, counted: bool) -> (usize, usize) {
        let (chunk, chunks) = Self::shape(slots);
        let (least, _) = Self::shape(1);
        match counted {
            true => (chunk, (chunk * chunks).div_ceil(least).min(MAX_CHUNKS)),
            false => (chunk, chunks),
        }
    }

    fn shape(slots: usize) -> (usize, usize) {
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

impl<T: Value, O: Operator<T>> Plan<T, O> {
    /// Describes the kernel, and names it.
    pub(crate) fn describe(entry: &mut Entry) -> String {
        entry.assert("sizeof(Kernel::Partial)", Self::PARTIAL);
        entry.assert("Kernel::max_chunks", MAX_CHUNKS);
        match Self::WAY {
            Way::Pick { .. } | Way::Strided => {
                entry.assert("Kernel::V", items_per_thread(Self::SIZE));
                entry.constant("CHUNK_ROWS", ROWS);
            }
            Way::InOrder => {
                entry.constant("RUN_ITEMS", Tile::new(Self::SIZE).run);
            }
        }
        match Self::WAY {
            Way::Pick { last } => format!("Pick<In, Op, {last}>"),
            Way::Strided => "Reduce<In, Op>".into(),
            Way::InOrder => "ReduceInOrder<In, Op>".into(),
        }
    }
}

impl<T: Value, E: Expr<Item = T>, O: Operator<T>> BuiltinKernel for Arguments<'_, E, O, T> {
    const PIECES: &'static [Piece] = Plan::<T, O>::PIECES;
    const THREADS: usize = Plan::<T, O>::THREADS;
    const COUNTED: bool = E::LENGTH_ON_DEVICE;
    fn describe(_: u32, entry: &mut Entry) -> String {
        Plan::<T, O>::describe(entry)
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
    let (chunk, chunks) = Plan::<E::Item, O>::chunks(slots, E::LENGTH_ON_DEVICE);
    let mut work = cuda.work();
    let arguments = Arguments {
        input: ChainArg(&input),
        op: OperationArg::new(op),
        init: Maybe(init),
        chunk: chunk as u64,
        partials: work.partials(chunks, Plan::<E::Item, O>::PARTIAL)?,
        tickets: work.tickets()?,
        result: work.host_result()?,
    };
    work.launch(&program, chunks, arguments)?;
    work.maybe()
}
