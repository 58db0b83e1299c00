use onrush_core::Result;
use onrush_core::algo::SortBy;
use onrush_core::function::Function;
use onrush_core::lower::Piece;
use onrush_core::storage::Storage;
use onrush_core::value::Value;

use crate::argument::{ColumnsArg, Numbers, OperationArg, arguments};
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

/// The files of the kernels that sort tiles and merge.
const PIECES: &[Piece] = pieces!["warp.cuh", "merge_path.cuh", "merge_tile.cuh", "merge_cuts.cuh", "sort_by.cuh"];

arguments! {
    /// Sorts each tile.
    Tiles<'a, S, F, T> {
        from: ColumnsArg<'a, S> as S,
        to: ColumnsArg<'a, S> as S,
        less: OperationArg<F, (T, T)> as Before,
        failed: Failed,
    }
}

impl<T: Value, S: Storage<Item = T>, F: Function<(T, T), Output = bool>> BuiltinKernel for Tiles<'_, S, F, T> {
    const PIECES: &'static [Piece] = self::PIECES;
    const THREADS: usize = THREADS;
    fn describe(_: u32, entry: &mut Entry) -> String {
        describe::<S>(entry);
        "SortTiles<S, Before>".into()
    }
}

arguments! {
    /// Merges pairs of runs.
    Merge<'a, S, F, T> {
        from: ColumnsArg<'a, S> as S,
        to: ColumnsArg<'a, S> as S,
        less: OperationArg<F, (T, T)> as Before,
        shares: Numbers<Shares>,
        reports: Reports,
        level: u32,
        failed: Failed,
    }
}

impl<T: Value, S: Storage<Item = T>, F: Function<(T, T), Output = bool>> BuiltinKernel for Merge<'_, S, F, T> {
    const PIECES: &'static [Piece] = self::PIECES;
    const THREADS: usize = THREADS;
    fn describe(_: u32, entry: &mut Entry) -> String {
        describe::<S>(entry);
        "MergeRuns<S, Before>".into()
    }
}

arguments! {
    /// Brings the result back, unless a comparison has failed.
    Finish<'a, S> {
        from: ColumnsArg<'a, S> as S,
        to: ColumnsArg<'a, S> as S,
        failed: Failed,
    }
}

impl<S: Storage> BuiltinKernel for Finish<'_, S> {
    const PIECES: &'static [Piece] = self::PIECES;
    const THREADS: usize = THREADS;
    fn describe(_: u32, entry: &mut Entry) -> String {
        describe::<S>(entry);
        "SortByFinish<S>".into()
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
    let programs = || {
        let (tiles, merge) = (wanted::<Tiles<'_, S, F, S::Item>>(0), wanted::<Merge<'_, S, F, S::Item>>(0));
        let (tiles, merge) = cuda.programs((tiles, merge))?;
        let finish = tiles.fallible().then(|| cuda.program::<Finish<'_, S>>(0)).transpose()?;
        Ok::<_, onrush_core::Error>((tiles, merge, finish))
    };
    if cuda.driver().is_watched() {
        programs()?;
    }
    let size = S::Item::SIZE;
    let count = slots.div_ceil(tile(size));
    if count == 1 {
        let tiles = cuda.program::<Tiles<'_, S, F, S::Item>>(0)?;
        let mut work = cuda.work();
        let failed = work.failed(false)?;
        return work.launch(
            &tiles,
            1,
            Tiles { from: ColumnsArg(&items), to: ColumnsArg(&items), less: less(), failed },
        );
    }
    let (tiles, merge, finish) = programs()?;
    // With a comparator that can fail, the items stay as they are until the sort has succeeded.
    let careful = tiles.fallible();
    let other = Temporary::<S>::new(cuda.driver(), slots)?;
    let third = Temporary::<S>::new(cuda.driver(), if careful { slots } else { 0 })?;
    let items = ColumnsArg(&items);
    let merges = count.next_power_of_two().ilog2();
    let (mut from, mut to) = match careful {
        true => (other.columns(), third.columns()),
        // The first buffer is chosen so that the last merge writes to `items`.
        false if merges.is_multiple_of(2) => (items, other.columns()),
        false => (other.columns(), items),
    };
    let merging = blocks(cuda, count, size);
    let mut work = cuda.work();
    let failed = work.failed(careful)?;
    work.room_for_reports(merging)?;
    work.launch(&tiles, count, Tiles { from: items, to: from, less: less(), failed })?;
    for level in 0..merges {
        let (shares, reports) = (Shares::new(count, merging), work.reports(merging)?);
        work.launch(&merge, merging, Merge { from, to, less: less(), shares, reports, level, failed })?;
        (from, to) = (to, from);
    }
    match finish {
        Some(finish) => work.launch(&finish, slots.div_ceil(THREADS * ROWS), Finish { from, to: items, failed }),
        None => Ok(()),
    }
}
