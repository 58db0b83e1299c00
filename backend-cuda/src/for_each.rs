use onrush_core::Result;
use onrush_core::algo::ForEach;
use onrush_core::expr::Expr;
use onrush_core::lower::Piece;

use crate::argument::{ChainArg, arguments};
use crate::call::Call;
use crate::codegen::{Entry, pieces};
use crate::program::BuiltinKernel;

/// Rows of a block's slots, whose threads load those of an exchange together.
const fn rows(exchanges: bool) -> usize {
    if exchanges { 8 } else { 4 }
}

arguments! {
    Arguments<'a, E> {
        input: ChainArg<'a, E> as In,
    }
}

impl<E: Expr<Item = ()>> BuiltinKernel for Arguments<'_, E> {
    const PIECES: &'static [Piece] = pieces!["warp.cuh", "for_each.cuh"];
    const THREADS: usize = 256;
    const TURNS: bool = E::LENGTH_ON_DEVICE;
    fn describe(_: u32, entry: &mut Entry) -> String {
        entry.constant("ROWS", rows(E::EXCHANGES));
        format!("ForEach<In, {}>", Self::TURNS)
    }
}

pub(crate) fn for_each<E: Expr<Item = ()>>(cuda: &Call<'_>, request: ForEach<E>) -> Result<()> {
    let slots = request.input.slots();
    if slots == 0 {
        return Ok(());
    }
    let program = cuda.program::<Arguments<'_, E>>(0)?;
    let blocks = slots.div_ceil(Arguments::<E>::THREADS * rows(E::EXCHANGES));
    // Where only the device knows the number of slots, as many blocks as run at once take them in turns.
    let blocks = if E::LENGTH_ON_DEVICE { cuda.wave(8, blocks) } else { blocks };
    cuda.work().launch(&program, blocks, Arguments { input: ChainArg(&request.input) })
}
