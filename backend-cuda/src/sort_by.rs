use onrush_core::Result;
use onrush_core::algo::SortBy;
use onrush_core::function::Function;
use onrush_core::lower::Piece;
use onrush_core::storage::{NoColumns, Storage};
use onrush_core::value::Value;

use crate::argument::{ColumnsArg, LeadingArg, Numbers, OperationArg, arguments};
use crate::call::Call;
use crate::codegen::{Entry, pieces};
use crate::merge::{self, Shares, THREADS, blocks, tile};
use crate::program::{BuiltinKernel, wanted};
use crate::workspace::{Failed, Reports, Temporary};

/// Rows of a block that brings the result back.
const ROWS: usize = 4;

fn describe<S: Storage>(entry: &mut Entry) {
    merge::describe(S::Item::SIZE, entry);
    entry.constant("ROWS", ROWS);
}

/// The files of the kernels that sort tiles and merge, as many items as `L` has.
const fn files<L: Storage>() -> &'static [Piece] {
    match L::LENGTH_ON_DEVICE {
        false => pieces!["warp.cuh", "merge_path.cuh", "merge_tile.cuh", "merge_cuts.cuh", "sort_by.cuh"],
        true => pieces![
            "warp.cuh",
            "merge_path.cuh",
            "merge_tile.cuh",
            "merge_cuts.cuh",
            "sort_by.cuh",
            "sort_by_leading.cuh"
        ],
    }
}

/// The name of the kernel for as many items as `L` has: that for all of them, or that for the first ones.
fn kernel<L: Storage>(all: &'static str, leading: &'static str) -> String {
    (if L::LENGTH_ON_DEVICE { leading } else { all }).into()
}

/// What says how many of the items are sorted.
type LengthOf<S> = <S as Storage>::Alike<NoColumns>;

arguments! {
    /// Sorts each tile.
    Tiles<'a, S, L, F, T> {
        from: LeadingArg<'a, S, L> as S,
        to: LeadingArg<'a, S, L> as S,
        less: OperationArg<F, (T, T)> as Before,
        failed: Failed,
    }
}

impl<T, S, L, F> BuiltinKernel for Tiles<'_, S, L, F, T>
where
    T: Value,
    S: Storage<Item = T>,
    L: Storage,
    F: Function<(T, T), Output = bool>,
{
    const PIECES: &'static [Piece] = files::<L>();
    const THREADS: usize = THREADS;
    const TURNS: bool = true;
    fn describe(_: u32, entry: &mut Entry) -> String {
        describe::<S>(entry);
        kernel::<L>("SortTiles<S, Before>", "SortLeadingTiles<S, Before>")
    }
}

arguments! {
    /// Merges pairs of runs.
    Merge<'a, S, L, F, T> {
        from: LeadingArg<'a, S, L> as S,
        to: LeadingArg<'a, S, L> as S,
        less: OperationArg<F, (T, T)> as Before,
        shares: Numbers<Shares>,
        reports: Reports,
        level: u32,
        failed: Failed,
    }
}

impl<T, S, L, F> BuiltinKernel for Merge<'_, S, L, F, T>
where
    T: Value,
    S: Storage<Item = T>,
    L: Storage,
    F: Function<(T, T), Output = bool>,
{
    const PIECES: &'static [Piece] = files::<L>();
    const THREADS: usize = THREADS;
    const TURNS: bool = true;
    fn describe(_: u32, entry: &mut Entry) -> String {
        describe::<S>(entry);
        kernel::<L>("MergeRuns<S, Before>", "MergeLeadingRuns<S, Before>")
    }
}

arguments! {
    /// Brings the result back, unless a comparison has failed.
    Finish<'a, S, L> {
        from: LeadingArg<'a, S, L> as S,
        to: LeadingArg<'a, S, L> as S,
        failed: Failed,
    }
}

impl<S: Storage, L: Storage> BuiltinKernel for Finish<'_, S, L> {
    const PIECES: &'static [Piece] = files::<L>();
    const THREADS: usize = THREADS;
    const TURNS: bool = true;
    fn describe(_: u32, entry: &mut Entry) -> String {
        describe::<S>(entry);
        kernel::<L>("SortByFinish<S>", "SortByFinish<S::columns>")
    }
}

pub(crate) fn sort_by<S: Storage, F: Function<(S::Item, S::Item), Output = bool>>(
    cuda: &Call<'_>,
    request: SortBy<S, F>,
) -> Result<()> {
    let SortBy { items, less } = request;
    cuda.moves_elements();
    let slots = items.len();
    if slots < 2 {
        return Ok(());
    }
    let less = || OperationArg::new(less);
    let length = items.alike(NoColumns(slots));
    let of = |columns| LeadingArg { columns, length };
    let all = of(ColumnsArg(&items));
    let programs = || {
        let (tiles, merge) =
            (wanted::<Tiles<'_, S, LengthOf<S>, F, S::Item>>(0), wanted::<Merge<'_, S, LengthOf<S>, F, S::Item>>(0));
        let (tiles, merge) = cuda.programs((tiles, merge))?;
        let finish = tiles.fallible().then(|| cuda.program::<Finish<'_, S, LengthOf<S>>>(0)).transpose()?;
        Ok::<_, onrush_core::Error>((tiles, merge, finish))
    };
    if cuda.driver().is_watched() {
        programs()?;
    }
    let size = S::Item::SIZE;
    let count = slots.div_ceil(tile(size));
    if count == 1 {
        let tiles = cuda.program::<Tiles<'_, S, LengthOf<S>, F, S::Item>>(0)?;
        let mut work = cuda.work();
        let failed = work.failed(false)?;
        return work.launch(&tiles, 1, Tiles { from: all, to: all, less: less(), failed });
    }
    let (tiles, merge, finish) = programs()?;
    // With a comparator that can fail, the items stay as they are until the sort has succeeded.
    let careful = tiles.fallible();
    let other = Temporary::<S>::new(cuda.driver(), slots)?;
    let third = Temporary::<S>::new(cuda.driver(), if careful { slots } else { 0 })?;
    let merges = count.next_power_of_two().ilog2();
    let (mut from, mut to) = match careful {
        true => (of(other.columns()), of(third.columns())),
        // The first buffer is chosen so that the last merge writes to `items`.
        false if merges.is_multiple_of(2) => (all, of(other.columns())),
        false => (of(other.columns()), all),
    };
    let merging = blocks(cuda, count, size);
    let mut work = cuda.work();
    let failed = work.failed(careful)?;
    work.room_for_reports(merging)?;
    work.launch(&tiles, count, Tiles { from: all, to: from, less: less(), failed })?;
    for level in 0..merges {
        let (shares, reports) = (Shares::new(count, merging), work.reports(merging)?);
        work.launch(&merge, merging, Merge { from, to, less: less(), shares, reports, level, failed })?;
        (from, to) = (to, from);
    }
    match finish {
        Some(finish) => work.launch(&finish, slots.div_ceil(THREADS * ROWS), Finish { from, to: all, failed }),
        None => Ok(()),
    }
}
