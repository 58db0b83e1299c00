use onrush_core::Result;
use onrush_core::algo::Find;
use onrush_core::expr::Expr;
use onrush_core::lower::Piece;

use crate::argument::{ChainArg, arguments};
use crate::call::Call;
use crate::codegen::{Entry, pieces};
use crate::program::BuiltinKernel;
use crate::workspace::{Best, HostResult, Tickets};

const THREADS: usize = 256;
/// Slots that a thread reads at once, and rows of a tile.
const LANE_ITEMS: usize = 4;
const ROWS: usize = 4;

arguments! {
    Arguments<'a, E> {
        input: ChainArg<'a, E> as In,
        best: Best,
        tickets: Tickets,
        result: HostResult<Option<usize>>,
    }
}

impl<E: Expr<Item = bool>> BuiltinKernel for Arguments<'_, E> {
    const PIECES: &'static [Piece] = pieces!["warp.cuh", "block.cuh", "find.cuh"];
    const THREADS: usize = THREADS;
    const TURNS: bool = true;
    fn describe(_: u32, entry: &mut Entry) -> String {
        entry.constant("ROWS", ROWS);
        entry.constant("LANE_ITEMS", LANE_ITEMS);
        "Find<In>".into()
    }
}

pub(crate) fn find<E: Expr<Item = bool>>(cuda: &Call<'_>, request: Find<E>) -> Result<Option<usize>> {
    let slots = request.input.slots();
    if slots == 0 {
        return Ok(None);
    }
    let program = cuda.program::<Arguments<'_, E>>(0)?;
    let mut work = cuda.work();
    let (best, tickets, result) = (work.best()?, work.tickets()?, work.host_result()?);
    let blocks = cuda.wave(8, slots.div_ceil(THREADS * LANE_ITEMS * ROWS));
    work.launch(&program, blocks, Arguments { input: ChainArg(&request.input), best, tickets, result })?;
    work.maybe()
}
