//! The first of few items, in one launch: each block chooses those of its part, the last one those of all.

use onrush_core::expr::Indexed;
use onrush_core::lower::Piece;
use onrush_core::shape::WARP;
use onrush_core::storage::{Span, Storage};
use onrush_core::{Key, Position, Result};

use super::FEW_PIECES;
use crate::argument::{ChainArg, ColumnsArg, arguments};
use crate::call::Call;
use crate::codegen::Entry;
use crate::program::BuiltinKernel;
use crate::workspace::{Temporary, Tickets};

/// Threads of a block: a warp for each lane of a warp.
const THREADS: usize = WARP * WARP;
/// The most items of a part for each thread.
const ROWS: usize = 8;
/// The most wanted items: as many as a block has warps.
const FEW: usize = WARP;

/// Whether keys are of a type that the kernel takes: of one word, and no longer.
pub(super) const fn fits<K: Key>() -> bool {
    K::WORDS == 1 && size_of::<K>() <= 8
}

/// Rows of a block's part if the first `k` of these slots are chosen so: those for which both choices have the fewest rows, if there are any
/// for which the last block has room for all that were chosen.
pub(super) fn rows<K: Key>(slots: usize, k: usize) -> Option<usize> {
    if !fits::<K>() || k > FEW {
        return None;
    }
    let last = |rows: usize| slots.div_ceil(THREADS * rows).saturating_mul(k).div_ceil(THREADS);
    (1..=ROWS).rev().filter(|rows| last(*rows) <= ROWS).min_by_key(|rows| rows + last(*rows))
}

arguments! {
    /// Chooses items.
    Choose<'a, E, V, K> {
        input: ChainArg<'a, E> as In,
        chosen: ColumnsArg<'a, Span<K>>,
        chosen_at: ColumnsArg<'a, V> as Positions,
        keys: ColumnsArg<'a, Span<K>>,
        positions: ColumnsArg<'a, V> as Positions,
        part: u32,
        tickets: Tickets,
    }
}

impl<K: Key, E: Indexed<Item = K>, V: Storage<Item: Position>> BuiltinKernel for Choose<'_, E, V, K> {
    const PIECES: &'static [Piece] = FEW_PIECES;
    const THREADS: usize = self::THREADS;
    fn describe(_: u32, entry: &mut Entry) -> String {
        entry.unit.radix(&K::ty());
        entry.constant("FEW", FEW);
        entry.constant("FEW_ROWS", ROWS);
        "TopKFew<In, Positions>".into()
    }
}

/// Makes the program, whether it is needed or not.
pub(super) fn watch<K: Key, E: Indexed<Item = K>, V: Storage<Item: Position>>(cuda: &Call<'_>) -> Result<()> {
    cuda.program::<Choose<'_, E, V, K>>(0).map(drop)
}

/// Chooses by blocks with [this many rows](rows).
pub(super) fn choose<K, E, V>(cuda: &Call<'_>, rows: usize, (input, keys, positions): (&E, &Span<K>, &V)) -> Result<()>
where
    K: Key,
    E: Indexed<Item = K>,
    V: Storage<Item: Position>,
{
    let program = cuda.program::<Choose<'_, E, V, K>>(0)?;
    let (slots, k) = (input.slots(), keys.len());
    let part = THREADS * rows;
    let blocks = slots.div_ceil(part);
    // One block keeps what it chooses.
    let room = if blocks == 1 { 0 } else { blocks * k };
    let chosen = Temporary::<Span<K>>::new(cuda.driver(), room)?;
    let chosen_at = Temporary::<V>::new(cuda.driver(), room)?;
    let mut work = cuda.work();
    let tickets = work.tickets()?;
    let (chosen, chosen_at, part) = (chosen.columns(), chosen_at.columns(), part as u32);
    let (keys, positions) = (ColumnsArg(keys), ColumnsArg(positions));
    let arguments = Choose { input: ChainArg(input), chosen, chosen_at, keys, positions, part, tickets };
    work.launch(&program, blocks, arguments)
}

#[cfg(test)]
mod tests {
    use super::{ROWS, THREADS, rows};

    #[test]
    fn the_last_block_has_room() {
        for (slots, k) in
            [(1, 1), (1000, 10), (1 << 18, 10), (1 << 20, 10), (1 << 20, 32), (1 << 16, 32), (1 << 22, 10)]
        {
            let rows = rows::<f32>(slots, k).unwrap();
            let blocks = slots.div_ceil(rows * THREADS);
            assert!(rows <= ROWS && blocks * k <= ROWS * THREADS && k <= rows * THREADS, "{k} of {slots}");
        }
        for (slots, k) in [(1 << 24, 10), (1 << 22, 32), (1000, 33), (usize::MAX / 8, 1)] {
            assert_eq!(rows::<f32>(slots, k), None, "{k} of {slots}");
        }
    }
}
