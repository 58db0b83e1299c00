/// A piece of hand-written device code. Pieces are concatenated, never included: no header guards, no headers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// The file's name, for `#line`.
    pub name: &'static str,
    /// The file's text.
    pub text: &'static str,
}

/// The piece with this file name, for what needs it: an adaptor, a functor.
macro_rules! piece {
    ($name:literal) => {
        $crate::lower::Piece { name: $name, text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/device/", $name)) }
    };
}
pub(crate) use piece;

macro_rules! pieces {
    ($($name:literal),+ $(,)?) => {
        &[$(piece!($name)),+]
    };
}

/// The language that operations lower to: types by width, Rust's arithmetic, tuples, arrays, slices, views.
pub const PRELUDE: &[Piece] = pieces![
    "prelude.cuh",
    "tuple.cuh",
    "slice.cuh",
    "integer.cuh",
    "bits.cuh",
    "half.cuh",
    "float.cuh",
    "wide.cuh",
    "scalar.cuh",
    "assign.cuh"
];

/// Positions of other types than `u64`, for the chains that have these.
pub const POSITION: Piece = piece!("position.cuh");

/// Functors of columns, for the calls that have these.
pub const COLUMNS: Piece = piece!("columns.cuh");

/// The storage of what isn't stored, for the calls that have it.
pub const DISCARD: Piece = piece!("discard.cuh");

/// The ASCII methods of `u8`, for the operations that call one.
pub const ASCII: Piece = piece!("ascii.cuh");

/// Exact products and tables, for the operations that call mathematical functions.
pub const MATH: Piece = piece!("math.cuh");

/// The methods of arrays and the bytes of numbers, for the operations that call one.
pub const ARRAYS: Piece = piece!("arrays.cuh");

/// `Option`, for the operations that have one.
pub const OPTION: Piece = piece!("option.cuh");

/// Further methods of integers, for the operations that call one. It needs [`OPTION`].
pub const MIXED: Piece = piece!("mixed.cuh");

/// `Result`, for the operations that have one. It needs [`OPTION`].
pub const RESULT: Piece = piece!("result.cuh");

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
