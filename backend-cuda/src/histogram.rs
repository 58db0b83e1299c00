use onrush_core::algo::Histogram;
use onrush_core::expr::Expr;
use onrush_core::lower::{InputError, Piece};
use onrush_core::storage::{Span, Storage as _};
use onrush_core::{Position, Result};

use crate::argument::{ColumnsArg, PositionsArg, arguments};
use crate::call::Call;
use crate::codegen::{Entry, pieces};
use crate::program::BuiltinKernel;

const THREADS: usize = 512;
/// Slots that a thread reads at once, and rows of a tile.
const LANE_ITEMS: usize = 4;
const ROWS: usize = 4;
/// Blocks of a multiprocessor. There are few, since each adds all its bins to the same counts.
const MIN_BLOCKS: usize = 2;
/// The number of bins that a block keeps in shared memory, and of their copies: for few bins, for many, and for too many.
const POLICIES: [(usize, usize); 3] = [(256, 8), (4096, 2), (0, 1)];

arguments! {
    Arguments<'a, E> {
        input: PositionsArg<'a, E> as In,
        counts: ColumnsArg<'a, Span<u64>>,
    }
}

impl<E: Expr<Item: Position>> BuiltinKernel for Arguments<'_, E> {
    const PIECES: &'static [Piece] = pieces!["histogram_edges.cuh", "histogram.cuh"];
    const THREADS: usize = THREADS;
    fn describe(policy: u32, entry: &mut Entry) -> String {
        entry.constant("ROWS", ROWS);
        entry.constant("MIN_BLOCKS", MIN_BLOCKS);
        entry.constant("LANE_ITEMS", LANE_ITEMS);
        let (leaves_out, policy) = (policy as usize >= POLICIES.len(), policy as usize % POLICIES.len());
        if leaves_out {
            entry.constant("HISTOGRAM_SITE", 0);
        } else {
            entry.can_fail_at("HISTOGRAM_SITE", InputError::position::<E::Item>("histogram"));
        }
        let (bins, copies) = POLICIES[policy];
        format!("Histogram<In, {bins}, {copies}, {leaves_out}>")
    }
}

pub(crate) fn histogram<E: Expr<Item: Position>>(cuda: &Call<'_>, request: Histogram<E>) -> Result<()> {
    let slots = request.input.slots();
    if slots == 0 {
        return Ok(());
    }
    let variants = if request.leaves_out { POLICIES.len() } else { 0 };
    let program = |policy: usize| cuda.program::<Arguments<'_, E>>((variants + policy) as u32);
    if cuda.driver().is_watched() {
        (0..POLICIES.len()).try_for_each(|policy| program(policy).map(drop))?;
    }
    let policy = POLICIES.iter().position(|(bins, _)| request.counts.len() <= *bins).unwrap_or(POLICIES.len() - 1);
    let program = program(policy)?;
    // A block counts in 32 bits, so each must have fewer than 2^32 slots.
    let least = slots.div_ceil(1 << 31);
    let blocks = cuda.wave(MIN_BLOCKS, slots.div_ceil(THREADS * LANE_ITEMS * ROWS)).max(least);
    let arguments = Arguments { input: PositionsArg(&request.input), counts: ColumnsArg(&request.counts) };
    cuda.work().launch(&program, blocks, arguments)
}
