/// A piece of hand-written device code. Pieces are concatenated, never included: no header guards, no headers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// The file's name, for `#line`.
    pub name: &'static str,
    /// The file's text.
    pub text: &'static str,
}

macro_rules! pieces {
    ($($name:literal),+ $(,)?) => {
        &[$(Piece { name: $name, text: include_str!(concat!("../../device/", $name)) }),+]
    };
}

/// The language that operations lower to: types by width, Rust's arithmetic, tuples, arrays, views.
pub const PRELUDE: &[Piece] =
    pieces!["prelude.cuh", "tuple.cuh", "integer.cuh", "bits.cuh", "half.cuh", "float.cuh", "scalar.cuh", "assign.cuh"];

/// Positions of other types than `u64`, for the chains that have these.
pub const POSITION: Piece = Piece { name: "position.cuh", text: include_str!("../../device/position.cuh") };

/// Matrices and volumes, for the chains that have rows and columns.
pub const GRID: Piece = Piece { name: "grid.cuh", text: include_str!("../../device/grid.cuh") };

/// Windows of matrices and volumes, for the chains that have these; behind [`GRID`].
pub const GRID_WINDOWS: Piece = Piece { name: "grid_windows.cuh", text: include_str!("../../device/grid_windows.cuh") };

/// Functors of columns, for the calls that have these.
pub const COLUMNS: Piece = Piece { name: "columns.cuh", text: include_str!("../../device/columns.cuh") };

/// The adaptor `Padded`, for the chains that have it; behind [`GRID_WINDOWS`].
pub const PAD: Piece = Piece { name: "pad.cuh", text: include_str!("../../device/pad.cuh") };

/// The storage of what isn't stored, for the calls that have it.
pub const DISCARD: Piece = Piece { name: "discard.cuh", text: include_str!("../../device/discard.cuh") };

/// The ASCII methods of `u8`, for the operations that call one.
pub const ASCII: Piece = Piece { name: "ascii.cuh", text: include_str!("../../device/ascii.cuh") };

/// Exact products and tables, for the operations that call mathematical functions.
pub const MATH: Piece = Piece { name: "math.cuh", text: include_str!("../../device/math.cuh") };

/// The methods of arrays and the bytes of numbers, for the operations that call one.
pub const ARRAYS: Piece = Piece { name: "arrays.cuh", text: include_str!("../../device/arrays.cuh") };

/// `Option`, for the operations that have one.
pub const OPTION: Piece = Piece { name: "option.cuh", text: include_str!("../../device/option.cuh") };

/// Functors of pairs, for the chains that have these.
pub const PAIR: Piece = Piece { name: "pair.cuh", text: include_str!("../../device/pair.cuh") };

/// The adaptors `Cycle` and `RepeatEach`, for the chains that have one.
pub const CYCLE: Piece = Piece { name: "cycle.cuh", text: include_str!("../../device/cycle.cuh") };

/// The adaptor `FilterMap`, for the chains that have it.
pub const FILTER_MAP: Piece = Piece { name: "filter_map.cuh", text: include_str!("../../device/filter_map.cuh") };

/// The adaptor `MapFirst`, for the chains that have it.
pub const MAP_FIRST: Piece = Piece { name: "map_first.cuh", text: include_str!("../../device/map_first.cuh") };

/// Searches for sequences, for the calls that have these.
pub const SEQUENCES: Piece = Piece { name: "sequences.cuh", text: include_str!("../../device/sequences.cuh") };

/// Functors of histograms' bins, for the calls that have these.
pub const BINS: Piece = Piece { name: "bins.cuh", text: include_str!("../../device/bins.cuh") };

/// Functors of counts, for the calls that have these.
pub const COUNTS: Piece = Piece { name: "counts.cuh", text: include_str!("../../device/counts.cuh") };

/// Functors of parts, for the calls that have these.
pub const PARTS: Piece = Piece { name: "parts.cuh", text: include_str!("../../device/parts.cuh") };

/// The templates that chains lower to: operators, sources, adaptors, storage.
pub const EXPR: &[Piece] = pieces![
    "operator.cuh",
    "expr.cuh",
    "adaptor.cuh",
    "filter.cuh",
    "windows.cuh",
    "storage.cuh",
    "key.cuh",
    "search.cuh",
    "functor.cuh",
];
