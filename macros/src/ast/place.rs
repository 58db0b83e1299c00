//! Indices of arrays and bounds of slices.

use super::{Expr, HoleId, SiteId};

/// An index, and the array or view in which it finds an element.
pub(crate) struct Index<'e> {
    pub(crate) base: &'e Expr,
    pub(crate) index: &'e Expr,
    pub(crate) hole: Option<HoleId>,
    pub(crate) question: Question,
}

/// What rustc is asked of the base of an index.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Question {
    Indexed,
    Sliced,
    /// Whether the base can be sliced has been asked before, at the other bound.
    Nothing,
}

/// The range of a slice.
pub(crate) struct Bounds {
    pub(crate) from: Option<Box<Expr>>,
    pub(crate) to: Option<Box<Expr>>,
    pub(crate) inclusive: bool,
    /// One place for each message that the range can fail with: of the start or the end that is there alone; or of the start, the end, and
    /// their order.
    pub(crate) sites: Vec<SiteId>,
}

impl Bounds {
    /// The bounds that there are, as indices.
    pub(crate) fn indices<'e>(&'e self, base: &'e Expr, hole: Option<HoleId>) -> impl Iterator<Item = Index<'e>> {
        let bounds = [&self.from, &self.to].into_iter().flatten().enumerate();
        bounds.map(move |(i, index)| {
            let question = if i == 0 { Question::Sliced } else { Question::Nothing };
            Index { base, index, hole, question }
        })
    }
}
