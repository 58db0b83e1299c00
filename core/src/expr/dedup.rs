use super::{Expr, Indexed, Repeatable};
use crate::device::Check;
use crate::function::Function;
use crate::lower::members;
use crate::value::Value;

/// The first item of every run of equal items; created by [`Chain::dedup`](crate::Chain::dedup).
#[derive(Debug, Clone, Copy)]
pub struct Dedup<E, Q> {
    input: E,
    equal: Q,
}

impl<E, Q> Dedup<E, Q> {
    pub(crate) fn new(input: E, equal: Q) -> Self {
        Dedup { input, equal }
    }
}

// SAFETY: memory is read through the input alone, an [`Expr`] too; `Dedup` in filter.cuh does the same. It is
// repeatable, as an expression of counted items must be.
unsafe impl<E: Repeatable + Indexed<Item: Value>, Q: Function<(E::Item, E::Item), Output = bool>> Expr for Dedup<E, Q> {
    type Item = E::Item;
    type Count = usize;
    #[inline(always)]
    fn slots(&self) -> usize {
        const { super::fits::<Self::Item>() };
        self.input.slots()
    }
    #[inline(always)]
    unsafe fn slot(&self, i: usize) -> Option<E::Item> {
        // SAFETY: the caller keeps the contract of this method for the same slot of the input.
        let x = unsafe { self.input.at(i) };
        // SAFETY: `i - 1` is a slot too, since `i` isn't 0, and the item is a value.
        let head = i == 0 || !self.equal.call((unsafe { self.input.at(i - 1) }, x));
        head.then_some(x)
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.input.check(check);
        self.equal.check(check);
    }
    members! {
        |this, unit| [] format!("Dedup<{}, {}>", E::lower(unit), Q::lower(unit)) =>
        e: params this.input, equal: params this.equal
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the input is repeatable, and the rest is a [`Function`] of its items alone.
unsafe impl<E: Repeatable + Indexed<Item: Value>, Q: Function<(E::Item, E::Item), Output = bool>> Repeatable
    for Dedup<E, Q>
{
}
