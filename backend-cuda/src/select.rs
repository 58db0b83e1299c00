use onrush_core::Result;
use onrush_core::algo::Select;
use onrush_core::expr::Expr;
use onrush_core::lower::Piece;
use onrush_core::shape::{WARP, WARPS};
use onrush_core::storage::Storage;

use crate::Cuda;
use crate::argument::{ChainArg, ColumnsArg, arguments};
use crate::call::Call;
use crate::codegen::{Entry, pieces};
use crate::program::BuiltinKernel;
use crate::workspace::{CountResult, States, Tag, Tickets};

/// The shape in which compact.cuh packs a warp's slots side by side: rows of a group, slots that a lane reads at once, and the
/// most groups.
pub(crate) struct Compaction {
    rows: usize,
    lane_items: usize,
    most_groups: usize,
}

impl Compaction {
    /// The shape for items of this size.
    pub(crate) const fn new(size: usize) -> Self {
        let (lane_items, most_groups) = match size {
            0..=4 => (4, 2),
            5..=8 => (2, 2),
            9..=16 => (1, 2),
            _ => (1, 1),
        };
        Compaction { rows: 4, lane_items, most_groups }
    }

    /// Defines the shape's constants.
    pub(crate) fn describe(&self, entry: &mut Entry) {
        entry.constant("ROWS", self.rows);
        entry.constant("LANE_ITEMS", self.lane_items);
        entry.constant("MOST_GROUPS", self.most_groups);
    }

    /// The most tiles for `slots` slots, and for fewer: those of warps that have one group each.
    fn most_tiles(&self, slots: usize) -> usize {
        slots.div_ceil(WARP * WARPS * self.rows * self.lane_items)
    }

    /// The number of tiles for `slots` slots. A warp has two groups of rows once the GPU is saturated; compact.cuh derives the
    /// groups from the number of blocks.
    pub(crate) fn tiles(&self, cuda: &Cuda, slots: usize) -> usize {
        let tiles = self.most_tiles(slots);
        let fewer = tiles.div_ceil(self.most_groups);
        if cuda.wave(4, tiles) < fewer { fewer } else { tiles }
    }

    /// The number of tiles for a chain. Where only the device knows its length, it chooses the groups, and there are at most these.
    pub(crate) fn tiles_of<E: Expr>(&self, cuda: &Cuda, input: &E) -> usize {
        let slots = input.slots();
        if E::LENGTH_ON_DEVICE { self.most_tiles(slots) } else { self.tiles(cuda, slots) }
    }
}

/// The variant of a kernel that counts slots in 64 bits, or in 32.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Width(pub(crate) u32);

impl Width {
    /// The width for this many slots.
    pub(crate) fn of(slots: usize) -> Self {
        Width((slots >= 1 << 32).into())
    }
    pub(crate) fn is_wide(self) -> bool {
        self.0 != 0
    }
    /// The C++ type of counts.
    pub(crate) fn number(self) -> &'static str {
        if self.is_wide() { "u64" } else { "u32" }
    }
    /// Words of a tile's state that is a count.
    pub(crate) fn state_words(self) -> usize {
        if self.is_wide() { 2 } else { 1 }
    }
}

arguments! {
    Arguments<'a, E, S> {
        input: ChainArg<'a, E> as In,
        out: ColumnsArg<'a, S> as Out,
        states: States,
        tag: Tag,
        tickets: Tickets,
        count: CountResult,
    }
}

impl<E: Expr, S: Storage<Item = E::Item>> BuiltinKernel for Arguments<'_, E, S> {
    const PIECES: &'static [Piece] =
        pieces!["warp.cuh", "block.cuh", "lookback.cuh", "tile.cuh", "compact.cuh", "select.cuh"];
    const THREADS: usize = WARP * WARPS;
    const COUNTED: bool = E::LENGTH_ON_DEVICE;
    fn state_words(width: u32) -> usize {
        Width(width).state_words()
    }
    fn describe(width: u32, entry: &mut Entry) -> String {
        Compaction::new(ColumnsArg::<S>::ITEM).describe(entry);
        format!("Select<In, Out, {}>", Width(width).number())
    }
}

pub(crate) fn select<E: Expr, S: Storage<Item = E::Item>>(cuda: &Call<'_>, request: Select<E, S>) -> Result<usize> {
    let slots = request.input.slots();
    if slots == 0 {
        return Ok(0);
    }
    let program = cuda.program::<Arguments<'_, E, S>>(Width::of(slots).0)?;
    let tiles = Compaction::new(ColumnsArg::<S>::ITEM).tiles_of(cuda, &request.input);
    let counters = [request.output.counter()];
    let mut work = cuda.work();
    let (states, tag) = work.states(&program, tiles)?;
    let arguments = Arguments {
        input: ChainArg(&request.input),
        out: ColumnsArg(&request.output),
        states,
        tag,
        tickets: work.tickets()?,
        count: work.count_result(counters)?,
    };
    work.launch(&program, tiles, arguments)?;
    let [count] = work.count_or_queue(counters, slots)?;
    Ok(count)
}
