use onrush_core::algo::SegmentedSort;
use onrush_core::expr::Indexed;
use onrush_core::lower::{InputError, Piece};
use onrush_core::storage::{Span, Storage};
use onrush_core::value::Value;
use onrush_core::{Key, Position, Result};

use crate::argument::{ColumnsArg, PositionsArg, arguments};
use crate::call::Call;
use crate::codegen::{Entry, pieces};
use crate::program::{BuiltinKernel, wanted};
use crate::segmented_reduce::describe_offsets;
use crate::sort::describe_radix;
use crate::workspace::{Crossings, States, Tag, Temporary};

/// Threads that mark segments.
const MARKING: usize = 256;

/// The division of a sort into tiles.
#[derive(Debug, Clone, Copy)]
struct TileShape {
    /// Threads of a tile.
    threads: usize,
    /// Keys of each thread. The number is odd, so that threads that write their keys side by side use all banks of shared memory.
    items: usize,
    /// Blocks that a multiprocessor should hold.
    blocks: usize,
}

/// The shape for keys of one word of up to 32 bits without values: a thread's registers hold many of them.
const KEYS: TileShape = TileShape { threads: 256, items: 31, blocks: 4 };
/// The shapes for other keys, and for keys with values, by the size of the larger of a key and a value.
const SHAPES: [(usize, TileShape); 7] = [
    (0, KEYS),
    (4, TileShape { threads: 512, items: 15, blocks: 2 }),
    (8, TileShape { threads: 512, items: 11, blocks: 2 }),
    (16, TileShape { threads: 512, items: 5, blocks: 2 }),
    (32, TileShape { threads: 512, items: 3, blocks: 2 }),
    (64, TileShape { threads: 512, items: 1, blocks: 2 }),
    (usize::MAX, TileShape { threads: 256, items: 1, blocks: 1 }),
];

/// The shape's number for these keys and values.
const fn shape_of<K: Key, V: Storage>() -> usize {
    if V::NOTHING && K::WORDS == 1 && size_of::<K>() <= 4 {
        return 0;
    }
    let mut number = 1;
    while SHAPES[number].0 < larger::<K, V>() {
        number += 1;
    }
    number
}

impl TileShape {
    /// The shape for these keys and values.
    const fn of<K: Key, V: Storage>() -> Self {
        SHAPES[shape_of::<K, V>()].1
    }

    /// A boundary moves to the end of a segment that ends within this number of keys behind it.
    const fn slack(self) -> usize {
        self.threads * self.items / 16
    }

    /// Keys between two boundaries.
    const fn tile(self) -> usize {
        self.threads * self.items - self.slack()
    }

    /// The number of tiles of this many keys.
    fn tiles(self, keys: usize) -> usize {
        keys.saturating_sub(self.slack()).div_ceil(self.tile()).max(1)
    }

    fn describe(self, entry: &mut Entry) {
        entry.constant("TILE", self.tile());
        entry.constant("SLACK", self.slack());
    }
}

/// Bytes of the larger of a key and a value.
const fn larger<K: Key, V: Storage>() -> usize {
    if size_of::<K>() > V::Item::SIZE { size_of::<K>() } else { V::Item::SIZE }
}

/// The files of the kernels that sort.
const PIECES: &[Piece] = pieces![
    "warp.cuh",
    "block.cuh",
    "radix.cuh",
    "merge_path.cuh",
    "segment_parts.cuh",
    "sort_word.cuh",
    "segment_tile.cuh",
    "segment_runs.cuh",
    "segmented_sort.cuh",
    "segmented_sort_merge.cuh"
];

arguments! {
    /// Tests the offsets, and marks where segments begin.
    Marks<'a, P> {
        offsets: PositionsArg<'a, P> as Offsets,
        len: u64,
        crossings: Crossings,
        states: States,
        tag: Tag,
    }
}

impl<P: Indexed<Item: Position>> BuiltinKernel for Marks<'_, P> {
    const PIECES: &'static [Piece] =
        pieces!["warp.cuh", "segment_offsets.cuh", "segment_parts.cuh", "segment_marks.cuh"];
    const THREADS: usize = MARKING;
    fn describe(shape: u32, entry: &mut Entry) -> String {
        SHAPES[shape as usize].1.describe(entry);
        describe_offsets::<P::Item>(entry);
        entry.can_fail_at("COVER_SITE", InputError::length("segments"));
        "SegmentMarks<Offsets>".into()
    }
}

/// Describes what the kernels that sort need.
fn describe<K: Key, V: Storage>(entry: &mut Entry) -> usize {
    let shape = TileShape::of::<K, V>();
    shape.describe(entry);
    describe_radix(entry);
    entry.constant("BLOCKS", shape.blocks);
    entry.unit.radix(&K::ty());
    let key = entry.unit.spell(&K::ty());
    entry.alias("K", key);
    shape.items
}

arguments! {
    /// Sorts the segments, and the parts of segments, in each tile.
    Tiles<'a, K, V> {
        keys_0: ColumnsArg<'a, Span<K>>,
        keys_1: ColumnsArg<'a, Span<K>>,
        values_0: ColumnsArg<'a, V> as V,
        values_1: ColumnsArg<'a, V> as V,
        crossings: Crossings,
        states: States,
        tag: Tag,
    }
}

impl<K: Key, V: Storage> BuiltinKernel for Tiles<'_, K, V> {
    const PIECES: &'static [Piece] = PIECES;
    const THREADS: usize = TileShape::of::<K, V>().threads;
    fn describe(_: u32, entry: &mut Entry) -> String {
        format!("SegmentedSortTiles<K, V, {}>", describe::<K, V>(entry))
    }
}

arguments! {
    /// Merges pairs of neighbouring runs of parts.
    Merge<'a, K, V> {
        keys_0: ColumnsArg<'a, Span<K>>,
        keys_1: ColumnsArg<'a, Span<K>>,
        values_0: ColumnsArg<'a, V> as V,
        values_1: ColumnsArg<'a, V> as V,
        level: u64,
        crossings: Crossings,
        states: States,
        tag: Tag,
    }
}

impl<K: Key, V: Storage> BuiltinKernel for Merge<'_, K, V> {
    const PIECES: &'static [Piece] = PIECES;
    const THREADS: usize = TileShape::of::<K, V>().threads;
    fn describe(_: u32, entry: &mut Entry) -> String {
        format!("SegmentedSortMerge<K, V, {}>", describe::<K, V>(entry))
    }
}

pub(crate) fn segmented_sort<K, V, P>(cuda: &Call<'_>, request: SegmentedSort<K, V, P>) -> Result<()>
where
    K: Key,
    V: Storage,
    P: Indexed<Item: Position>,
{
    let SegmentedSort { keys, values, offsets } = request;
    cuda.moves_elements();
    let (len, segments) = (keys.len(), offsets.slots() - 1);
    if len == 0 && segments == 0 {
        return Ok(());
    }
    let shape = TileShape::of::<K, V>();
    let tiles = shape.tiles(len);
    let marks = wanted::<Marks<'_, P>>(shape_of::<K, V>() as u32);
    let (sort, merge) = (wanted::<Tiles<'_, K, V>>(0), wanted::<Merge<'_, K, V>>(0));
    if cuda.driver().is_watched() {
        cuda.programs((marks, sort, merge))?;
    }
    let (marks, sort) = cuda.programs((marks, sort))?;
    let merge = if tiles > 1 { Some(cuda.program::<Merge<'_, K, V>>(0)?) } else { None };
    // A single tile is sorted in place, without a second buffer.
    let other = match &merge {
        Some(_) => Some((Temporary::<Span<K>>::new(cuda.driver(), len)?, Temporary::<V>::new(cuda.driver(), len)?)),
        None => None,
    };
    let (keys_0, values_0) = (ColumnsArg(&keys), ColumnsArg(&values));
    let (keys_1, values_1) =
        other.as_ref().map_or((keys_0, values_0), |(keys, values)| (keys.columns(), values.columns()));

    let mut work = cuda.work();
    let boundaries = len / shape.tile() + 2;
    let crossings = work.crossings(boundaries)?;
    // There are two words of facts, one for each boundary, and one for 32 keys; a tile may read a word beyond those of its keys.
    let (states, tag) = work.states_of_positions(2 + boundaries + len / 32 + 2)?;
    let marking = cuda.wave(8, segments.div_ceil(MARKING)).max(1);
    let offsets = PositionsArg(&offsets);
    work.launch(&marks, marking, Marks { offsets, len: len as u64, crossings, states, tag })?;
    if len < 2 {
        return Ok(());
    }
    work.launch(&sort, tiles, Tiles { keys_0, keys_1, values_0, values_1, crossings, states, tag })?;
    let Some(merge) = merge else { return Ok(()) };
    let merging = cuda.wave(shape.blocks, tiles);
    for level in 0..tiles.next_power_of_two().ilog2() {
        let level = level.into();
        work.launch(&merge, merging, Merge { keys_0, keys_1, values_0, values_1, level, crossings, states, tag })?;
    }
    Ok(())
}
