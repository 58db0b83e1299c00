use onrush_core::Result;
use onrush_core::algo::SortBy;
use onrush_core::function::Function;
use onrush_core::lower::Params;
use onrush_core::storage::Storage;
use onrush_core::value::Item as _;

use crate::call::Call;
use crate::codegen;
use crate::driver::Kernel;
use crate::merge::{THREADS, blocks, reports, tile, write_reports, write_shares};
use crate::sort::temporary;
use crate::workspace::{write_small, write_word};

const SLOTS_PER_BLOCK: usize = THREADS * 4;

/// The programs.
#[derive(Debug, Clone, Copy)]
enum Step {
    Tiles,
    Merge,
    Finish,
}

pub(crate) fn sort_by<S: Storage, F: Function<(S::Item, S::Item), Output = bool>>(
    cuda: &Call<'_>,
    request: SortBy<S, F>,
) -> Result<()> {
    let SortBy { items, less } = request;
    let slots = items.len();
    if slots < 2 {
        return Ok(());
    }
    let program = |step: Step| {
        cuda.program::<SortBy<S, F>>(step as u32, codegen::SORT_BY, |entry| {
            entry.alias("S", S::lower).param("S", "from").param("S", "to");
            if !matches!(step, Step::Finish) {
                entry.alias("Before", F::lower).param("Before", "less");
            }
            match step {
                Step::Tiles => {
                    entry.param("u64*", "failed");
                    "SortTiles<S, Before>".into()
                }
                Step::Merge => {
                    entry.param("Shares", "shares").param("Reports", "reports");
                    entry.param("u32", "level").param("u64*", "failed");
                    "MergeRuns<S, Before>".into()
                }
                Step::Finish => {
                    entry.param("const u64*", "failed");
                    "SortByFinish<S>".into()
                }
            }
        })
    };
    let size = S::Item::ty().size();
    let tile = tile(size);
    let count = slots.div_ceil(tile);
    let both = |from: &S, to: &S| {
        let mut params = Params::new();
        params.member(|out| from.params(out));
        params.member(|out| to.params(out));
        params
    };
    let finishing = |tiles: &Kernel| tiles.fallible().then(|| program(Step::Finish)).transpose();
    if cuda.driver().is_watched() {
        let tiles = program(Step::Tiles)?;
        program(Step::Merge)?;
        finishing(&tiles)?;
    }
    if count == 1 {
        let mut params = both(&items, &items);
        params.member(|out| less.params(out));
        write_word(&mut params, 0);
        return cuda.work().launch(&program(Step::Tiles)?, 1, THREADS, &params);
    }
    let needed = [Step::Tiles, Step::Merge].map(|step| (step as u32, move || program(step)));
    let [tiles, merge] = cuda.programs::<SortBy<S, F>, _>(needed);
    let (tiles, merge) = (tiles?, merge?);
    // With a comparator that can fail the items stay as they are until all is known to be well.
    let careful = tiles.fallible();
    let finish = finishing(&tiles)?;
    let (other, _other_memory) = temporary::<S>(cuda.driver(), slots)?;
    let (third, _third_memory) = temporary::<S>(cuda.driver(), if careful { slots } else { 0 })?;
    let merges = count.next_power_of_two().ilog2();
    let (mut from, mut to) = match careful {
        true => (other, third),
        // The last merge is to end in `items`.
        false if merges.is_multiple_of(2) => (items, other),
        false => (other, items),
    };
    let merging = blocks(cuda, count, size);
    let mut work = cuda.work();
    let failed = if careful { work.cleared(8)? } else { 0 };
    work.room_for_states(reports(merging))?;
    let mut params = both(&items, &from);
    params.member(|out| less.params(out));
    write_word(&mut params, failed);
    work.launch(&tiles, count, THREADS, &params)?;
    for level in 0..merges {
        let mut params = both(&from, &to);
        params.member(|out| less.params(out));
        write_shares(&mut params, count, merging);
        write_reports(&mut params, &mut work, merging)?;
        write_small(&mut params, level);
        write_word(&mut params, failed);
        work.launch(&merge, merging, THREADS, &params)?;
        (from, to) = (to, from);
    }
    if let Some(finish) = finish {
        let mut params = both(&from, &items);
        write_word(&mut params, failed);
        work.launch(&finish, slots.div_ceil(SLOTS_PER_BLOCK), THREADS, &params)?;
    }
    Ok(())
}
