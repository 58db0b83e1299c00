use super::{Expr, Repeatable};
use crate::device::Check;
use crate::function::Function;
use crate::lower::members;
use crate::value::Value;

/// The items that a predicate holds for; created by [`Chain::filter`](crate::Chain::filter).
#[derive(Debug, Clone, Copy)]
pub struct Filter<E, F> {
    input: E,
    keep: F,
}

impl<E, F> Filter<E, F> {
    pub(crate) fn new(input: E, keep: F) -> Self {
        Filter { input, keep }
    }
}

// SAFETY: memory is read through the input alone, an [`Expr`] too; `Filter` in filter.cuh does the same. It is
// repeatable, as an expression of counted items must be.
unsafe impl<E: Repeatable<Item: Value>, F: Function<(E::Item,), Output = bool>> Expr for Filter<E, F> {
    type Item = E::Item;
    type Count = usize;
    const IN_RUNS: bool = E::IN_RUNS;
    #[inline(always)]
    fn slots(&self) -> usize {
        const { super::fits::<Self::Item>() };
        self.input.slots()
    }
    #[inline(always)]
    unsafe fn slot(&self, i: usize) -> Option<E::Item> {
        // SAFETY: the caller keeps the contract of this method for the same slot of the input.
        let x = unsafe { self.input.slot(i) }?;
        self.keep.call((x,)).then_some(x)
    }
    #[inline(always)]
    unsafe fn each(&self, from: usize, to: usize, mut f: impl FnMut(usize, E::Item)) {
        // SAFETY: the caller keeps the contract of this method for the same slots of the input.
        unsafe {
            self.input.each(
                from,
                to,
                #[inline(always)]
                |i, x| {
                    if self.keep.call((x,)) {
                        f(i, x);
                    }
                },
            );
        }
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.input.check(check);
        self.keep.check(check);
    }
    members! {
        |this, unit| [] format!("Filter<{}, {}>", E::lower(unit), F::lower(unit)) =>
        e: params this.input, f: params this.keep
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the input is repeatable, and the rest is a [`Function`] of its items alone.
unsafe impl<E: Repeatable<Item: Value>, F: Function<(E::Item,), Output = bool>> Repeatable for Filter<E, F> {}
