use onrush_core::Result;
use onrush_core::algo::Scan;
use onrush_core::expr::Indexed;
use onrush_core::lower::Params;
use onrush_core::operator::Operator;
use onrush_core::shape::{Tile, WARP, WARPS};
use onrush_core::storage::Storage;
use onrush_core::value::{Item as _, Value};

use crate::call::Call;
use crate::codegen;
use crate::workspace::{write_maybe, write_small, write_word};

pub(crate) fn scan<E: Indexed<Item: Value>, O: Operator<E::Item>, S: Storage<Item = E::Item>>(
    cuda: &Call<'_>,
    request: Scan<E, O, S>,
) -> Result<()> {
    let Scan { input, op, init, output } = request;
    let slots = input.slots();
    if slots == 0 {
        return Ok(());
    }
    let exclusive = init.is_some();
    let program = cuda.program::<Scan<E, O, S>>(exclusive.into(), codegen::SCAN, |entry| {
        entry.alias("In", E::lower).param("In", "in");
        entry.alias("Op", O::lower).param("Op", "op").param("Maybe<In::value>", "init");
        entry.alias("Out", S::lower).param("Out", "out");
        entry.param("u64*", "states").param("u32", "tag").param("u64*", "tickets");
        format!("Scan<In, Op, Out, {exclusive}>")
    })?;

    let size = E::Item::ty().size();
    let tiles = slots.div_ceil(Tile::new(size).tile);
    let mut work = cuda.work();
    let (states, tag) = work.states(tiles * size.div_ceil(4))?;
    let mut params = Params::new();
    params.member(|out| input.params(out));
    params.member(|out| op.params(out));
    write_maybe(&mut params, &init);
    params.member(|out| output.params(out));
    write_word(&mut params, states);
    write_small(&mut params, tag);
    write_word(&mut params, work.tickets()?);
    work.launch(&program, tiles, WARP * WARPS, &params)
}
