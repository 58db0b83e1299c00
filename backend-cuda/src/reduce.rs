use onrush_core::Result;
use onrush_core::algo::Reduce;
use onrush_core::expr::Expr;
use onrush_core::lower::Params;
use onrush_core::operator::Operator;
use onrush_core::shape::{Reduction, Tile, WARP, WARPS};
use onrush_core::value::{Item as _, Value};

use crate::workspace::{write_maybe, write_word};
use crate::{Cuda, codegen};

pub(crate) fn reduce<E: Expr<Item: Value>, O: Operator<E::Item>>(
    cuda: &Cuda,
    request: Reduce<E, O, E::Item>,
) -> Result<Option<E::Item>> {
    let Reduce { input, op, init } = request;
    let slots = input.slots();
    if slots == 0 {
        return Ok(init);
    }
    let (pieces, kernel) = match O::COMMUTATIVE {
        true => (codegen::REDUCE, "Reduce<In, Op>"),
        false => (codegen::REDUCE_IN_ORDER, "ReduceInOrder<In, Op>"),
    };
    let program = cuda.program::<Reduce<E, O, E::Item>>(0, pieces, |entry| {
        entry.alias("In", E::lower).param("In", "in");
        entry.alias("Op", O::lower).param("Op", "op");
        entry.param("Maybe<In::value>", "init").param("u64", "chunk");
        entry.param("Maybe<In::value>*", "partials").param("u64*", "tickets").param("Maybe<In::value>*", "result");
        kernel.into()
    })?;

    let ty = E::Item::ty();
    let size = ty.size();
    let maybe = (size + 1).next_multiple_of(ty.align());
    let (threads, chunk, chunks) = if O::COMMUTATIVE {
        let shape = Reduction::new(slots, size);
        (onrush_core::shape::THREADS, shape.chunk, shape.chunks)
    } else {
        let shape = Tile::new(size);
        let tiles = shape.per_chunk(slots);
        (WARP * WARPS, tiles, slots.div_ceil(shape.tile).div_ceil(tiles))
    };
    let mut work = cuda.work();
    let mut params = Params::new();
    params.member(|out| input.params(out));
    params.member(|out| op.params(out));
    write_maybe(&mut params, &init);
    write_word(&mut params, chunk as u64);
    write_word(&mut params, work.scratch(chunks * maybe)?);
    write_word(&mut params, work.tickets()?);
    write_word(&mut params, work.result(maybe)?);
    work.launch(&program, chunks, threads, &params)?;
    work.finish()?;
    Ok(work.maybe())
}
