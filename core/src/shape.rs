//! # The shape contract
//!
//! A floating-point result depends on where its brackets stand. In onrush they stand where this page says: the
//! association of every reduction and scan is a function of the number of slots and of the item's size alone; not of the
//! device, the number of threads, timing or alignment. Operators that associate exactly ([`Operator::EXACT`](crate::operator::Operator::EXACT):
//! integer sums, minima, bit operations) leave every backend free to choose, since the result is the same.
//!
//! Notation: if one part has no items, `a ∘ b` is the other part. *Fold* is the left fold `((x₀ ∘ x₁) ∘ x₂) ∘ …`.
//! *Tree* pairs neighbours level by level, `(x₀ ∘ x₁) ∘ (x₂ ∘ x₃) …`, an odd one at the end moving up unchanged.
//!
//! ## Commutative reductions: strided lanes
//!
//! [`Reduction`] cuts the slots into chunks of rows of [`lanes`](Reduction::lanes) lanes: 256 threads of a GPU's block with 16
//! bytes each. A chunk has a multiple of [`ROWS`] rows, the fewest that leave at most [`MAX_CHUNKS`] chunks.
//!
//! 1. Lane `j` of a chunk folds its slots `j, j + lanes, j + 2·lanes, …` from the first row to the last.
//! 2. The chunk's value is the tree over its lanes.
//! 3. The chunks' values are folded in [`THREADS`] lanes, value `c` in lane `c mod 256`, and the result is the tree over
//!    these.
//! 4. An initial value stands on the left: `init ∘ result`.
//!
//! ## Other reductions, and scans: tiles in order
//!
//! [`Tile`] cuts the slots into tiles of 12 warps, each of 32 runs of [`run`](Tile::run) consecutive slots: 48 KiB of
//! 4-byte items.
//!
//! 1. A run's value is the fold of its slots.
//! 2. The inclusive prefix of a warp's runs is the Hillis–Steele scan over its 32 lanes: for `d = 1, 2, 4, 8, 16`, lane
//!    `k >= d` becomes `(lane k - d) ∘ (lane k)`. The warp's value is that of the last lane with items
//!    (slots that a filter left empty hold none).
//! 3. The prefix of a warp in its tile is the fold of the warps before it. The tile's value is the fold of all its warps.
//! 4. The carry into tile `t` is `((init ∘ tile₀) ∘ tile₁) ∘ … ∘ tileₜ₋₁`.
//! 5. A slot's inclusive prefix is the fold of its run up to it, begun from `(carry ∘ warp prefix) ∘ (prefix of the
//!    lanes before)`. The exclusive prefix of a slot is the inclusive prefix of the slot before it; at a run's start it
//!    is the value from which the run's fold begins.
//!
//! A reduction in order ends with the tiles: a chunk folds the values of [`TILES`](Tile::per_chunk) consecutive tiles, and the
//! result is the tree over the chunks, with `init` on the left.
//!
//! ## By key
//!
//! Reductions and scans by key are these scans of pairs *(does a run of keys begin here, value)* with the operator
//! `(f, a) ∘ (g, b) = (f | g, if g { b } else { a ∘ b })`.
//! [`Tile`] is computed from the value's size, without the flag. In an exclusive scan by key, with an initial value,
//! the value of a slot where a run of keys begins is `init ∘ x`; its exclusive prefix is `init`, and that of any other
//! slot is as in any scan.
//!
//! ## By place
//!
//! A reduction by place, [`scatter_reduce`](crate::Chain::scatter_reduce), of [few slots](in_turn) is the plain loop: each item is
//! combined with its place in the order of the slots, so that a place becomes the fold of its old content and its items. Few are up to
//! [`TURNS`] slots, and up to [`MOST_TURNS`] if there are at most four for each place.
//!
//! More slots are combined for each place of a target of at most [`PLACES_BYTES`] bytes in the shape [`Places`], which is computed
//! from the number of slots, the target's length and the item's size, and has one class if the operator doesn't commute:
//!
//! 1. The slots are cut into sets of [`set`](Places::set) consecutive slots. Slot `i` of a set is in class `i mod classes`. The
//!    value of a class is the fold of its items for this place.
//! 2. A set's value is the tree over its classes. A chunk's value is the fold of [`sets`](Places::sets) consecutive sets.
//! 3. The chunks are cut into 32 runs of [`per_run`](Places::per_run) consecutive chunks. A run's value is the fold of its
//!    chunks, and the place's value is the tree over the runs.
//!
//! For a larger target, the items are put in the order of their places, those of one place in the order of their slots, and
//! reduced by key with the place as the key; slots that a filter left empty are left out.
//!
//! In both cases the result is `old ∘ value`. A place without items keeps its old content.
//!
//! ## By segment
//!
//! Reductions and scans of [segments](crate::Segments) have the association of the same of each segment alone: [`Reduction`] or
//! [`Tile`] of its length. So a result depends on its own segment only, not on the segments beside it or on where it begins.
//! Reductions of the [columns](crate::Columns) of a matrix likewise have that of each column alone.
//!
//! ## By group
//!
//! The items of a [group](crate::Groups) are put in the order of their positions, and reduced as a segment: with the association
//! of the same reduction of these items alone.
//!
//! ## Empty slots
//!
//! A slot that a filter leaves empty is a part without items. The brackets stand around slots, so filtering changes the
//! association as little as removing an item can.
//!
//! ## Why these units
//!
//! They were chosen by a prototype on an H200 (f32, 2^28 items): chunks of 8 rows of 256 × 16 bytes reduce at the speed of
//! reading, as CUB does; the carry's left fold is a chain over tiles, so tiles must be large: 384 threads × 32 items
//! scanned at 0.77 of copy speed, CUB at 0.71, and 256 × 16 at 0.39. The kernels as they are (H200, 2026-11-22, in one run with
//! CUB of CCCL 3.5; `benches/record` has all rows): reduce 252 µs against 259, inclusive scan 622 against 711, of f64 1193
//! against 1301. On a CPU a row is a few dozen vector registers; up to 2^25 items a chunk fits the first-level cache, and a
//! tile the second: there (2 cores, 2^24 f32) reduce takes 1.6 ms, rayon's sum 7.9 and a loop 14.5; a scan 11.1 ms, a loop 19.6
//! (`cargo bench -p onrush-bench-cpu`).

mod places;
pub use places::{CLASSES_BYTES, MOST_TURNS, PLACES_BYTES, Places, SET_SLOTS, SETS_BYTES, TURNS, in_turn};

/// Threads of a block in a strided reduction, and lanes in which the chunks' values are combined.
pub const THREADS: usize = 256;
/// Bytes that a thread reads at once.
pub const LANE_BYTES: usize = 16;
/// A chunk's rows are a multiple of this.
pub const ROWS: usize = 8;
/// A reduction has at most this many chunks.
pub const MAX_CHUNKS: usize = 4096;
/// Lanes of a warp.
pub const WARP: usize = 32;
/// Warps of a tile.
pub const WARPS: usize = 12;
/// Bytes of a run.
pub const RUN_BYTES: usize = 128;

/// The shape of a commutative reduction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reduction {
    /// Slots in a row.
    pub lanes: usize,
    /// Slots in a chunk, but for the last.
    pub chunk: usize,
    /// The number of chunks.
    pub chunks: usize,
}

impl Reduction {
    /// The shape for `slots` slots of items of `size` bytes.
    #[inline]
    pub const fn new(slots: usize, size: usize) -> Self {
        let lanes = THREADS * items_per_thread(size);
        let rows = slots.div_ceil(lanes);
        let rows_per_chunk = rows.div_ceil(MAX_CHUNKS).next_multiple_of(ROWS);
        let rows_per_chunk = if rows_per_chunk == 0 { ROWS } else { rows_per_chunk };
        let chunk = rows_per_chunk * lanes;
        Reduction { lanes, chunk, chunks: slots.div_ceil(chunk) }
    }
}

/// Items that a thread reads at once: the largest power of two that fits in [`LANE_BYTES`], and at least 1.
#[inline]
pub const fn items_per_thread(size: usize) -> usize {
    match LANE_BYTES.checked_div(size) {
        None | Some(0) => 1,
        Some(fit) => 1 << fit.ilog2(),
    }
}

/// The shape of scans and of reductions in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tile {
    /// Consecutive slots that one thread folds.
    pub run: usize,
    /// Slots in a warp.
    pub warp: usize,
    /// Slots in a tile.
    pub tile: usize,
}

impl Tile {
    /// The shape for items of `size` bytes.
    pub const fn new(size: usize) -> Self {
        let run = match RUN_BYTES.checked_div(size) {
            Some(0) => 1,
            Some(fit) if fit <= 32 => fit,
            _ => 32,
        };
        Tile { run, warp: run * WARP, tile: run * WARP * WARPS }
    }

    /// The number of consecutive tiles whose values one chunk of an in-order reduction of `slots` slots folds.
    pub const fn per_chunk(&self, slots: usize) -> usize {
        let per = slots.div_ceil(self.tile).div_ceil(MAX_CHUNKS);
        if per == 0 { 1 } else { per }
    }
}
