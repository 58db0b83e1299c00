//! Variables of a function.

use super::{HoleId, Named, VarId};

/// A variable, with a C++ name that is unique within the function.
pub(crate) struct Var {
    pub(crate) name: String,
    /// The variable's value may change while it is in scope: the variable is `mut`, or a `&mut`.
    pub(crate) mutable: bool,
    /// A `&mut` to the variable's value can be taken.
    pub(crate) writable: bool,
    /// The variable is a Rust reference; C++ sees the value that it refers to.
    pub(crate) reference: bool,
    /// The variable is a reference to a reference.
    pub(crate) double: bool,
    /// The variable to which the reference was taken.
    pub(crate) of: Option<VarId>,
    /// The hole of the variable's type, if it is declared without a value.
    pub(crate) late: Option<HoleId>,
    /// The variable may be a shared reference, as the value of an `Option` is; C++ sees a copy of what it refers to.
    pub(crate) lent: bool,
    /// The closure, if the variable is the name of one.
    pub(crate) closure: Option<Named>,
    /// The variable is a parameter that the caller gives a closure.
    pub(crate) given: bool,
    /// The variable is an array, or a reference to one, by its written type or value.
    pub(crate) array: bool,
    /// Whether the variable is a shared reference that may be assigned anew.
    pub(crate) rebound: Rebound,
    /// What the reference refers to is captured, or a constant.
    pub(crate) outside: bool,
    /// A slice that is assigned anew may refer to elements of the variable's when nothing can name the variable any more.
    pub(crate) outlived: bool,
}

/// Whether a shared reference is assigned anew.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Rebound {
    Never,
    /// It is `mut`.
    Possible,
    /// It is, as a slice, which is a variable of its own in C++: an address and a length.
    Slice,
}
