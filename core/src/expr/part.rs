use std::ops::Range;

use super::{Expr, Indexed, Repeatable};
use crate::device::Check;
use crate::lower::members;
use crate::value::Value;

/// Consecutive slots of an expression, whether or not they hold items.
#[derive(Debug, Clone, Copy)]
pub struct Part<E> {
    input: E,
    from: usize,
    len: usize,
}

impl<E: Expr> Part<E> {
    /// The slots of the range that the input has.
    pub(crate) fn new(input: E, slots: Range<usize>) -> Self {
        let end = slots.end.min(input.slots());
        let from = slots.start.min(end);
        Part { input, from, len: end - from }
    }
}

// SAFETY: memory is read through the input alone, an [`Expr`] too, at slots that it has: `new` sees to that. `Part` in part.cuh does
// the same.
unsafe impl<E: Expr> Expr for Part<E> {
    type Item = E::Item;
    type Count = E::Count;
    const IN_RUNS: bool = E::IN_RUNS;
    #[inline(always)]
    fn slots(&self) -> usize {
        self.len
    }
    #[inline(always)]
    unsafe fn slot(&self, i: usize) -> Option<E::Item> {
        // SAFETY: the caller's contract: `i < slots()`, so the slot lies inside the input.
        unsafe { self.input.slot(self.from + i) }
    }
    #[inline(always)]
    unsafe fn each(&self, from: usize, to: usize, mut f: impl FnMut(usize, E::Item)) {
        // SAFETY: the caller's contract: `from <= to <= slots()`, so the slots lie inside the input.
        unsafe {
            self.input.each(
                self.from + from,
                self.from + to,
                #[inline(always)]
                |i, x| f(i - self.from, x),
            );
        }
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.input.check(check);
    }
    members! {
        |this, unit| ["part.cuh"] format!("Part<{}>", E::lower(unit)) =>
        e: params this.input, from: word this.from, n: word this.len
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `slot` is the input's, which is `Some(at(i))`.
unsafe impl<E: Indexed> Indexed for Part<E> {
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> E::Item {
        // SAFETY: the caller's contract: `i < slots()`, so the slot lies inside the input.
        unsafe { self.input.at(self.from + i) }
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the input is repeatable, and nothing else is read.
unsafe impl<E: Repeatable> Repeatable for Part<E> {}

/// Items with the numbers of their slots; unlike [`Enumerate`](super::Enumerate), of expressions that may have slots without an item.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SlotAndItem<E>(pub(crate) E);

// SAFETY: memory is read through the input alone, an [`Expr`] too; `SlotAndItem` in part.cuh does the same.
unsafe impl<E: Repeatable<Item: Value>> Expr for SlotAndItem<E> {
    type Item = (usize, E::Item);
    type Count = E::Count;
    #[inline(always)]
    fn slots(&self) -> usize {
        const { super::fits::<Self::Item>() };
        self.0.slots()
    }
    #[inline(always)]
    unsafe fn slot(&self, i: usize) -> Option<Self::Item> {
        // SAFETY: the caller keeps the contract of this method for the same slot of the input.
        unsafe { self.0.slot(i) }.map(|x| (i, x))
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.0.check(check);
    }
    members! {
        |this, unit| ["part.cuh"] format!("SlotAndItem<{}>", E::lower(unit)) =>
        e: params this.0
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the input is repeatable, and nothing else is read.
unsafe impl<E: Repeatable<Item: Value>> Repeatable for SlotAndItem<E> {}
