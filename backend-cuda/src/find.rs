use onrush_core::Result;
use onrush_core::algo::Find;
use onrush_core::expr::Expr;
use onrush_core::lower::Params;

use crate::call::Call;
use crate::codegen;
use crate::workspace::write_word;

const THREADS: usize = 256;
const TILE: usize = THREADS * 16;

pub(crate) fn find<E: Expr<Item = bool>>(cuda: &Call<'_>, request: Find<E>) -> Result<Option<usize>> {
    let slots = request.input.slots();
    if slots == 0 {
        return Ok(None);
    }
    let program = cuda.program::<Find<E>>(0, codegen::FIND, |entry| {
        entry.alias("In", E::lower).param("In", "in");
        entry.param("u64*", "best").param("u64*", "tickets").param("Maybe<u64>*", "result");
        "Find<In>".into()
    })?;
    let mut work = cuda.work();
    let tickets = work.tickets()?;
    let mut params = Params::new();
    params.member(|out| request.input.params(out));
    write_word(&mut params, tickets + 8);
    write_word(&mut params, tickets);
    write_word(&mut params, work.result(16)?);
    work.launch(&program, cuda.wave(8, slots.div_ceil(TILE)), THREADS, &params)?;
    work.finish()?;
    Ok(work.maybe::<usize>())
}
