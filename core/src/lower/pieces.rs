/// A piece of hand-written device code. Pieces are concatenated, never included: no header guards, no headers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// The file's name, for `#line`.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// Types by width, Rust's arithmetic, tuples, arrays, views: the language that operations lower to.
pub const PRELUDE: &[Piece] = &[Piece { name: "prelude.cuh", text: include_str!("../../device/prelude.cuh") }];

/// Sources and adaptors: what chains lower to.
pub const EXPR: &[Piece] = &[Piece { name: "expr.cuh", text: include_str!("../../device/expr.cuh") }];
