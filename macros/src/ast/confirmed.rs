//! What rustc is made to check.

use proc_macro2::{Ident, TokenStream};

use super::Expr;

/// How an `Option` or a `Result` is taken apart, or a constant that may be a reference.
pub(crate) enum Taken {
    /// By `?`, which reads nothing through a reference: as an `Option` of the value.
    Question,
    /// By a method, as an `Option` of the value.
    Option(Ident),
    /// By a method that `Result` alone has.
    Result(Ident),
    /// By a method, as a copy of itself.
    Itself(Ident),
    /// By nothing: the value is a reference to a constant, which may be a reference itself.
    Constant,
    /// By nothing: a constant whose elements a loop takes by value, so that it can't be a reference.
    Looped,
}

/// What rustc is made to check.
pub(crate) enum Confirmed {
    /// `method` of an array, or of a reference to one, is that of arrays.
    Array {
        array: Box<Expr>,
        method: Ident,
        /// The exclusive reference of which the method is called, while `array` is a shared one.
        of: Option<Box<Expr>>,
    },
    /// The parts have one type, which has an order if it is to be `ordered`.
    Same { parts: Vec<Expr>, ordered: bool },
    /// A clone of a variable, or of what it refers to, is a copy.
    Cloned { of: Box<Expr>, referent: bool },
    /// No trait's method comes before `method` of a probe, on the first of the probe and a reference to it.
    First { before: usize, method: Ident, probe: TokenStream },
    /// These statements have types.
    Statements(TokenStream),
}
