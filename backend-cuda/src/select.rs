use onrush_core::Result;
use onrush_core::algo::Select;
use onrush_core::expr::Expr;
use onrush_core::lower::Params;
use onrush_core::shape::{WARP, WARPS};
use onrush_core::storage::Storage;
use onrush_core::value::Item as _;

use crate::call::Call;
use crate::workspace::{write_small, write_word};
use crate::{Cuda, codegen};

/// Tiles for so many slots: of two groups of rows to a warp where all multiprocessors have enough of these, as `Compaction` in
/// compact.cuh finds from their number.
pub(crate) fn tiles(cuda: &Cuda, slots: usize, size: usize) -> usize {
    let (per_thread, most_groups) = match size {
        0..=4 => (16, 2),
        5..=8 => (8, 2),
        9..=16 => (4, 2),
        _ => (4, 1),
    };
    let tiles = slots.div_ceil(WARP * WARPS * per_thread);
    let fewer = tiles.div_ceil(most_groups);
    if cuda.wave(4, tiles) < fewer { fewer } else { tiles }
}

/// The type that counts slots, and whether it is the wide one.
pub(crate) fn number(slots: usize) -> (&'static str, u32) {
    if slots < 1 << 32 { ("u32", 0) } else { ("u64", 1) }
}

pub(crate) fn select<E: Expr, S: Storage<Item = E::Item>>(cuda: &Call<'_>, request: Select<E, S>) -> Result<usize> {
    let slots = request.input.slots();
    if slots == 0 {
        return Ok(0);
    }
    let (number, wide) = number(slots);
    let program = cuda.program::<Select<E, S>>(wide, codegen::SELECT, |entry| {
        entry.alias("In", E::lower).param("In", "in");
        entry.alias("Out", S::lower).param("Out", "out");
        entry.param("u64*", "states").param("u32", "tag").param("u64*", "tickets").param("u64*", "count");
        format!("Select<In, Out, {number}>")
    })?;
    let tiles = tiles(cuda, slots, S::Item::ty().size());
    let mut work = cuda.work();
    let (states, tag) = work.states(tiles * 2)?;
    let mut params = Params::new();
    params.member(|out| request.input.params(out));
    params.member(|out| request.output.params(out));
    write_word(&mut params, states);
    write_small(&mut params, tag);
    write_word(&mut params, work.tickets()?);
    write_word(&mut params, work.result(8)?);
    work.launch(&program, tiles, WARP * WARPS, &params)?;
    work.finish()?;
    Ok(work.count())
}
