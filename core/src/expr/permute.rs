use super::{Expr, Indexed, Repeatable, indexed};
use crate::device::Check;
use crate::error::ErrorKind;
use crate::fault;
use crate::lower::{Params, TranslationUnit};
use crate::value::Value;

/// Items at computed positions; created by [`Chain::permute`](crate::Chain::permute).
#[derive(Debug, Clone, Copy)]
pub struct Permute<E, I> {
    input: E,
    index: I,
}

impl<E, I> Permute<E, I> {
    pub(crate) fn new(input: E, index: I) -> Self {
        Permute { input, index }
    }
}

// SAFETY: memory is read through the inputs alone, [`Expr`]s too, at positions that are compared with the length first;
// `Permute` in adaptor.cuh does the same.
unsafe impl<E: Repeatable + Indexed<Item: Value>, I: Repeatable + Indexed<Item = usize>> Expr for Permute<E, I> {
    type Item = E::Item;
    #[inline(always)]
    fn slots(&self) -> usize {
        const { super::fits::<Self::Item>() };
        self.index.slots()
    }
    indexed!();
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.input.check(check);
        self.index.check(check);
    }
    fn params(&self, out: &mut Params) {
        out.member(|out| self.input.params(out));
        out.member(|out| self.index.params(out));
    }
    fn lower(unit: &mut TranslationUnit) -> String {
        unit.fails();
        format!("Permute<{}, {}>", E::lower(unit), I::lower(unit))
    }
}
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl<E: Repeatable + Indexed<Item: Value>, I: Repeatable + Indexed<Item = usize>> Indexed for Permute<E, I> {
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> E::Item {
        // SAFETY: the caller keeps the contract of this method for the same slot of the input.
        let index = unsafe { self.index.at(i) };
        let len = self.input.slots();
        if index >= len {
            fault::raise(ErrorKind::OutOfRange { what: "permute", index, len });
        }
        // SAFETY: `index < len`, the input's slots, and the item is a value, not a mutable reference.
        unsafe { self.input.at(index) }
    }
}
// SAFETY: the inputs are repeatable, and nothing else is read.
unsafe impl<E: Repeatable + Indexed<Item: Value>, I: Repeatable + Indexed<Item = usize>> Repeatable for Permute<E, I> {}
