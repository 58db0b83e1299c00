use onrush_core::Result;
use onrush_core::algo::Merge;
use onrush_core::expr::Indexed;
use onrush_core::function::Function;
use onrush_core::lower::Params;
use onrush_core::shape::WARP;
use onrush_core::storage::Storage;
use onrush_core::value::{Item as _, Value};

use crate::call::Call;
use crate::workspace::Work;
use crate::{Cuda, codegen};

pub(crate) const THREADS: usize = 256;

/// Items of a merged tile: those of `merge_items` in merge_path.cuh, for each thread.
pub(crate) const fn tile(size: usize) -> usize {
    let per_thread = match size {
        0..=4 => 17,
        5..=8 => 11,
        9..=16 => 7,
        17..=32 => 3,
        _ => 1,
    };
    THREADS * per_thread
}

/// The most tiles of a block, as in merge_path.cuh.
const MOST_TILES: usize = 15;

/// Blocks for so many tiles, of which each merges a few, and so many that all multiprocessors end together.
pub(crate) fn blocks(cuda: &Cuda, tiles: usize, size: usize) -> usize {
    let wave = cuda.wave(per_multiprocessor(size), tiles);
    tiles.div_ceil(wave * MOST_TILES) * wave
}

/// How tiles are shared among blocks, as `Shares` in merge_cuts.cuh.
pub(crate) fn write_shares(params: &mut Params, tiles: usize, blocks: usize) {
    params.member(|out| {
        out.word((tiles / blocks) as u64);
        out.word((tiles % blocks) as u64);
    });
}

/// The words of a stream's states in which blocks report.
pub(crate) fn reports(blocks: usize) -> usize {
    1 + blocks.div_ceil(WARP)
}

/// Writes where they are, as `Reports` in merge_cuts.cuh.
pub(crate) fn write_reports(params: &mut Params, work: &mut Work<'_>, blocks: usize) -> Result<()> {
    let (words, tag) = work.states(reports(blocks))?;
    params.member(|out| {
        out.word(words);
        out.word(u64::from(tag) << 32);
    });
    Ok(())
}

/// As `merge_blocks` in merge_path.cuh.
const fn per_multiprocessor(size: usize) -> usize {
    match size {
        4 => 5,
        0..=8 => 4,
        _ => 3,
    }
}

pub(crate) fn merge<L, R, F, S>(cuda: &Call<'_>, request: Merge<L, R, F, S>) -> Result<()>
where
    L: Indexed<Item: Value>,
    R: Indexed<Item = L::Item>,
    F: Function<(L::Item, L::Item), Output = bool>,
    S: Storage<Item = L::Item>,
{
    let Merge { left, right, less, output } = request;
    let items = left.slots() + right.slots();
    if items == 0 {
        return Ok(());
    }
    let program = cuda.program::<Merge<L, R, F, S>>(0, codegen::MERGE, |entry| {
        entry.alias("Left", L::lower).param("Left", "left");
        entry.alias("Right", R::lower).param("Right", "right");
        entry.alias("Before", F::lower).param("Before", "less");
        entry.alias("Out", S::lower).param("Out", "out").param("Shares", "shares").param("Reports", "reports");
        "Merge<Left, Right, Before, Out>".into()
    })?;
    let mut params = Params::new();
    params.member(|out| left.params(out));
    params.member(|out| right.params(out));
    params.member(|out| less.params(out));
    params.member(|out| output.params(out));
    let size = L::Item::ty().size();
    let tiles = items.div_ceil(tile(size));
    let blocks = blocks(cuda, tiles, size);
    write_shares(&mut params, tiles, blocks);
    let mut work = cuda.work();
    write_reports(&mut params, &mut work, blocks)?;
    work.launch(&program, blocks, THREADS, &params)
}
