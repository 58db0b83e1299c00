use super::{Expr, Indexed, Repeatable, indexed};
use crate::device::Check;
use crate::lower::members;
use crate::value::Value;

/// All items over and over; created by [`Chain::cycle_to`](crate::Chain::cycle_to) and [`Chain::tile`](crate::Chain::tile).
#[derive(Debug, Clone, Copy)]
pub struct Cycle<E> {
    input: E,
    len: usize,
}

impl<E: Expr> Cycle<E> {
    /// The items of `input` over and over, up to `len`; no items if there are none.
    pub(crate) fn new(input: E, len: usize) -> Self {
        Cycle { input, len }
    }
}

// SAFETY: memory is read through the input alone, an [`Expr`] too; `Cycle` in cycle.cuh does the same.
unsafe impl<E: Repeatable + Indexed<Item: Value>> Expr for Cycle<E> {
    type Item = E::Item;
    #[inline(always)]
    fn slots(&self) -> usize {
        const { super::fits::<Self::Item>() };
        if self.input.slots() == 0 { 0 } else { self.len }
    }
    indexed!();
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.input.check(check);
    }
    members! {
        |this, unit| ["cycle.cuh"] format!("Cycle<{}>", E::lower(unit)) =>
        e: params this.input, n: word this.len
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl<E: Repeatable + Indexed<Item: Value>> Indexed for Cycle<E> {
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> E::Item {
        // SAFETY: there is a slot, so the input has slots, and the remainder is one of them. The items are values, which may be
        // asked for several times.
        unsafe { self.input.at(i % self.input.slots()) }
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the input is repeatable, and nothing else is read.
unsafe impl<E: Repeatable + Indexed<Item: Value>> Repeatable for Cycle<E> {}
