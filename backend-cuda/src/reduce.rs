use onrush_core::Result;
use onrush_core::algo::Reduce;
use onrush_core::expr::Expr;
use onrush_core::lower::{Params, Piece};
use onrush_core::operator::{Operator, Pick};
use onrush_core::shape::{Reduction, THREADS, Tile, WARP, WARPS};
use onrush_core::value::{Item as _, Value};

use crate::call::Call;
use crate::codegen;
use crate::workspace::{write_maybe, write_word};

pub(crate) fn reduce<E: Expr<Item: Value>, O: Operator<E::Item>>(
    cuda: &Call<'_>,
    request: Reduce<E, O, E::Item>,
) -> Result<Option<E::Item>> {
    let Reduce { input, op, init } = request;
    let slots = input.slots();
    if slots == 0 {
        return Ok(init);
    }
    let ty = E::Item::ty();
    let Plan { pieces, kernel, threads, chunk, chunks } = Plan::new::<E::Item, O>(slots);
    let program = cuda.program::<Reduce<E, O, E::Item>>(0, pieces, |entry| {
        entry.alias("In", E::lower).param("In", "in");
        entry.alias("Op", O::lower).param("Op", "op");
        entry.param("Maybe<In::value>", "init").param("u64", "chunk");
        entry.param("Kernel::Partial*", "partials").param("u64*", "tickets").param("Maybe<In::value>*", "result");
        kernel.into()
    })?;

    let maybe = (ty.size() + 1).next_multiple_of(ty.align());
    let mut work = cuda.work();
    let mut params = Params::new();
    params.member(|out| input.params(out));
    params.member(|out| op.params(out));
    write_maybe(&mut params, &init);
    write_word(&mut params, chunk as u64);
    write_word(&mut params, work.scratch(chunks * maybe.max(PICKED))?);
    write_word(&mut params, work.tickets()?);
    write_word(&mut params, work.result(maybe)?);
    work.launch(&program, chunks, threads, &params)?;
    work.finish()?;
    Ok(work.maybe())
}

/// Bytes of a `Picked` of pick.cuh.
const PICKED: usize = 16;

/// Which kernel reduces, and its grid.
struct Plan {
    pieces: &'static [Piece],
    kernel: &'static str,
    threads: usize,
    /// Slots of a block, or its tiles where the order counts.
    chunk: usize,
    chunks: usize,
}

impl Plan {
    fn new<T: Value, O: Operator<T>>(slots: usize) -> Self {
        let size = T::ty().size();
        let strided = |pieces, kernel, size| {
            let Reduction { chunk, chunks, .. } = Reduction::new(slots, size);
            Plan { pieces, kernel, threads: THREADS, chunk, chunks }
        };
        match O::PICKS {
            Some(Pick::First) => strided(codegen::PICK, "Pick<In, Op, false>", 4),
            Some(Pick::Last) => strided(codegen::PICK, "Pick<In, Op, true>", 4),
            None if O::COMMUTATIVE => strided(codegen::REDUCE, "Reduce<In, Op>", size),
            None => {
                let shape = Tile::new(size);
                let chunk = shape.per_chunk(slots);
                let chunks = slots.div_ceil(shape.tile).div_ceil(chunk);
                Plan {
                    pieces: codegen::REDUCE_IN_ORDER,
                    kernel: "ReduceInOrder<In, Op>",
                    threads: WARP * WARPS,
                    chunk,
                    chunks,
                }
            }
        }
    }
}
