use onrush_core::Result;
use onrush_core::algo::Partition;
use onrush_core::expr::Indexed;
use onrush_core::function::Function;
use onrush_core::lower::Params;
use onrush_core::shape::{WARP, WARPS};
use onrush_core::storage::Storage;
use onrush_core::value::Value;

use crate::call::Call;
use crate::codegen;
use crate::select::{number, tiles};
use crate::workspace::{write_small, write_word};

pub(crate) fn partition<T: Value, E: Indexed<Item = T>, F: Function<(T,), Output = bool>, S: Storage<Item = T>>(
    cuda: &Call<'_>,
    request: Partition<E, F, S>,
) -> Result<usize> {
    let slots = request.input.slots();
    if slots == 0 {
        return Ok(0);
    }
    let (number, wide) = number(slots);
    let program = cuda.program::<Partition<E, F, S>>(wide, codegen::PARTITION, |entry| {
        entry.alias("In", E::lower).param("In", "in");
        entry.alias("Predicate", F::lower).param("Predicate", "predicate");
        entry.alias("Out", S::lower).param("Out", "selected").param("Out", "rejected");
        entry.param("u64*", "states").param("u32", "tag").param("u64*", "tickets").param("u64*", "count");
        format!("Partition<In, Predicate, Out, {number}>")
    })?;
    let tiles = tiles(cuda, slots, T::ty().size());
    let mut work = cuda.work();
    let (states, tag) = work.states(tiles * 2)?;
    let mut params = Params::new();
    params.member(|out| request.input.params(out));
    params.member(|out| request.predicate.params(out));
    params.member(|out| request.selected.params(out));
    params.member(|out| request.rejected.params(out));
    write_word(&mut params, states);
    write_small(&mut params, tag);
    write_word(&mut params, work.tickets()?);
    write_word(&mut params, work.result(8)?);
    work.launch(&program, tiles, WARP * WARPS, &params)?;
    work.finish()?;
    Ok(work.count())
}
