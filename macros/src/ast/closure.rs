//! Closures, which are called by the names that `let` gives them.

use proc_macro2::TokenStream;

use super::{ClosureId, Expr, HoleId, Pattern, VarId};

pub(crate) struct Closure {
    /// The closure has copies of its own of what it captures.
    pub(crate) moves: bool,
    pub(crate) params: Vec<ClosureParam>,
    pub(crate) output: Option<syn::Type>,
    /// The hole of the result's type.
    pub(crate) hole: HoleId,
    pub(crate) body: Expr,
    /// The variables from this one on are the closure's own.
    pub(crate) first: VarId,
    /// A `return` leaves the closure.
    pub(crate) returns: bool,
}

pub(crate) struct ClosureParam {
    pub(crate) tokens: TokenStream,
    pub(crate) pattern: Pattern,
    /// The structs in the pattern, as rustc is made to confirm.
    pub(crate) structs: Vec<crate::parse::Named>,
    /// The type, if it is written.
    pub(crate) ty: Option<syn::Type>,
    /// The hole of the type, if a function is given the closure.
    pub(crate) hole: Option<HoleId>,
}

/// A closure, and the variables around it that it names and changes.
#[derive(Clone)]
pub(crate) struct Named {
    pub(crate) id: ClosureId,
    pub(crate) captured: Vec<VarId>,
    pub(crate) changed: Vec<VarId>,
}

/// The holes of an array that a closure makes of another one: its type, that of positions, and the method `len`.
#[derive(Clone, Copy)]
pub(crate) struct Mapped {
    pub(crate) made: HoleId,
    pub(crate) position: HoleId,
    pub(crate) len: HoleId,
}

/// What a closure makes an array of.
pub(crate) enum MappedFrom {
    Array(Expr),
    /// An array or an `Option`, as only rustc knows; the hole `len` says which.
    Either(Expr),
    /// The positions in the new array, as `array::from_fn` does; rustc is made to confirm the path. The generic arguments are kept.
    Positions {
        path: syn::Path,
        given: TokenStream,
    },
}

impl MappedFrom {
    /// What the items come from.
    pub(crate) fn source(&self) -> Option<&Expr> {
        match self {
            MappedFrom::Array(array) | MappedFrom::Either(array) => Some(array),
            MappedFrom::Positions { .. } => None,
        }
    }
}

/// An argument of a closure that is called where it stands.
pub(crate) enum Given {
    One(Box<Expr>),
    /// A pair of which a part may be a reference.
    Pair(Box<Given>, Box<Given>),
    /// A reference to a pair.
    Shared(Box<Given>),
}

impl Given {
    /// Collects the expressions.
    pub(crate) fn exprs<'g>(&'g self, found: &mut Vec<&'g Expr>) {
        match self {
            Given::One(e) => found.push(e),
            Given::Pair(a, b) => {
                a.exprs(found);
                b.exprs(found);
            }
            Given::Shared(both) => both.exprs(found),
        }
    }
}
