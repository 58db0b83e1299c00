//! Rows: segments of one length, of which the last may be shorter, for commutative operators. Where a row lies follows from its number.

use onrush_core::Result;
use onrush_core::algo::SegmentedReduce;
use onrush_core::expr::Indexed;
use onrush_core::function::Function;
use onrush_core::lower::Piece;
use onrush_core::operator::Operator;
use onrush_core::shape::{Reduction, THREADS, WARP, items_per_thread};
use onrush_core::storage::Storage;
use onrush_core::value::Value;

use crate::argument::{ChainArg, ColumnsArg, Maybe, OperationArg, arguments};
use crate::call::Call;
use crate::codegen::{Entry, pieces};
use crate::program::BuiltinKernel;
use crate::segmented_reduce::{describe_kept, describe_shape, lane_items, stored, window_of};
use crate::workspace::{Partials, States, Tag};

arguments! {
    /// The arguments of a reduction of rows.
    Rows<'a, E, O, F, S, T> {
        input: ChainArg<'a, E> as In,
        op: OperationArg<O, (T, T)> as Op,
        init: Maybe<T>,
        finish: OperationArg<F, (T, usize)> as Finish,
        row: u64,
        rows: u64,
        share: u64,
        each: u64,
        partials: Partials,
        arrivals: States,
        tag: Tag,
        out: ColumnsArg<'a, S> as Out,
    }
}

/// The variants: what reduces a row.
const BY_GROUPS: u32 = 0;
const BY_WARPS: u32 = 1;
const BY_BLOCKS: u32 = 2;
/// The blocks for each multiprocessor that there are at least where a block has several chunks.
const BLOCKS: usize = 8;

/// The most chunks of a block, which has a value of each warp for each of them in shared memory: of large items no more than the
/// block needs for one.
const fn most_chunks(size: usize) -> usize {
    if size <= 1 << 10 { 4 } else { 1 }
}

/// The most items of a row that a group of lanes reduces, if they are staged.
const fn of_groups<E: Indexed<Item: Value>>() -> usize {
    WARP * lane_items::<E>()
}

/// The most items of a row that a warp holds in registers: none where a group can have as many. Several smaller ones than 4 bytes would
/// share a register.
const fn of_warps(size: usize) -> usize {
    if size == 4 { 8 * WARP * items_per_thread(size) } else { 0 }
}

/// Whether a block reduces chunks of longer rows.
const fn by_blocks(size: usize) -> bool {
    size >= 4
}

impl<E, O, F, S, T> BuiltinKernel for Rows<'_, E, O, F, S, T>
where
    T: Value,
    E: Indexed<Item = T>,
    O: Operator<T>,
    F: Function<(T, usize), Output = S::Item>,
    S: Storage,
{
    const PIECES: &'static [Piece] = pieces![
        "warp.cuh",
        "block.cuh",
        "load_store.cuh",
        "segment_stage.cuh",
        "segment_kept.cuh",
        "segment_in_lanes.cuh",
        "reduce.cuh",
        "segment_lanes.cuh",
        "segmented_reduce_rows.cuh"
    ];
    const THREADS: usize = THREADS;
    fn describe(variant: u32, entry: &mut Entry) -> String {
        describe_shape::<E>(window_of::<E, O>(), entry);
        describe_kept::<E>(entry);
        entry.constant("MOST_CHUNKS", most_chunks(T::SIZE));
        let by = match variant {
            BY_GROUPS => {
                entry.assert("WARP * Kernel::ITEMS", of_groups::<E>());
                "Groups"
            }
            BY_WARPS => {
                entry.assert("Kernel::MOST", of_warps(T::SIZE));
                "Warps"
            }
            _ => {
                entry.assert("sizeof(Kernel::Partial)", T::SIZE);
                "Blocks"
            }
        };
        format!("RowsBy{by}<In, Op, Finish, Out>")
    }
}

/// Reduces rows of this length, and returns whether it has: false if there are too many, or if their items are too large to be staged, or
/// too small for rows of many.
pub(crate) fn reduce<E, P, O, F, S>(
    cuda: &Call<'_>,
    request: &SegmentedReduce<E, P, O, F, S>,
    rows: usize,
    row: usize,
) -> Result<bool>
where
    E: Indexed<Item: Value>,
    P: Indexed,
    O: Operator<E::Item>,
    F: Function<(E::Item, usize), Output = S::Item>,
    S: Storage,
{
    let SegmentedReduce { input, op, init, finish, output, .. } = request;
    let (len, size) = (input.slots(), E::Item::SIZE);
    // The rows cover the chain, and none is empty.
    if row == 0 || (rows - 1).checked_mul(row).is_none_or(|before| before >= len || len - before > row) {
        return Ok(false);
    }
    let staged = const { stored::<E>() <= 16 };
    if cuda.driver().is_watched() {
        let variants = [(BY_GROUPS, staged), (BY_WARPS, of_warps(size) > 0), (BY_BLOCKS, by_blocks(size))];
        for (by, _) in variants.into_iter().filter(|(_, used)| *used) {
            cuda.program::<Rows<'_, E, O, F, S, E::Item>>(by)?;
        }
        // Where some rows are reduced as other segments are, those programs are needed, too.
        if !staged || !by_blocks(size) {
            return Ok(false);
        }
    }
    let row = row.min(len);
    let chunks = |slots| Reduction::new(slots, size).chunks;
    let (by, share, each, blocks) = if row <= of_groups::<E>() && staged {
        let share = (const { window_of::<E, O>() } / row).max(1);
        (BY_GROUPS, share, 1, rows.div_ceil(share))
    } else if row <= of_groups::<E>() || !by_blocks(size) {
        return Ok(false);
    } else if row <= of_warps(size) {
        (BY_WARPS, 1, 1, rows.div_ceil(THREADS / WARP))
    } else {
        let (all, last) = (chunks(row), chunks(len - (rows - 1) * row));
        let number = (rows - 1).saturating_mul(all).saturating_add(last);
        let each = (number / (cuda.multiprocessors() * BLOCKS)).clamp(1, const { most_chunks(E::Item::SIZE) });
        let share = all.div_ceil(each);
        (BY_BLOCKS, share, each, (rows - 1).saturating_mul(share).saturating_add(last.div_ceil(each)))
    };
    if blocks > i32::MAX as usize {
        return Ok(false);
    }
    let program = cuda.program::<Rows<'_, E, O, F, S, E::Item>>(by)?;
    let mut work = cuda.work();
    // Only rows of several chunks have partial results.
    let several = by == BY_BLOCKS && chunks(row) > 1;
    let (places, counted) = if several { (blocks * each, rows) } else { (0, 0) };
    let partials = work.partials_of_places(places, size)?;
    let (arrivals, tag) = work.states_of_positions(counted)?;
    let arguments = Rows {
        input: ChainArg(input),
        op: OperationArg::new(*op),
        init: Maybe(*init),
        finish: OperationArg::new(*finish),
        row: row as u64,
        rows: rows as u64,
        share: share as u64,
        each: each as u64,
        partials,
        arrivals,
        tag,
        out: ColumnsArg(output),
    };
    work.launch(&program, blocks, arguments)?;
    Ok(true)
}
