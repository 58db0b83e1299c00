use super::{Expr, Indexed, Repeatable, indexed};
use crate::device::Check;
use crate::lower::members;
use crate::value::Value;

/// The items of one expression, and then those of another; created by [`Chain::chain`](crate::Chain::chain).
#[derive(Debug, Clone, Copy)]
pub struct Chained<E, F> {
    first: E,
    second: F,
}

impl<E, F> Chained<E, F> {
    pub(crate) fn new(first: E, second: F) -> Self {
        Chained { first, second }
    }
}

// SAFETY: memory is read through the inputs alone, [`Expr`]s too; `Chained` in cycle.cuh does the same.
unsafe impl<E: Indexed<Item: Value>, F: Indexed<Item = E::Item>> Expr for Chained<E, F> {
    type Item = E::Item;
    const IN_RUNS: bool = true;
    #[inline(always)]
    fn slots(&self) -> usize {
        const { super::fits::<Self::Item>() };
        self.first.slots().saturating_add(self.second.slots())
    }
    indexed!();
    #[inline(always)]
    unsafe fn each(&self, from: usize, to: usize, mut f: impl FnMut(usize, E::Item)) {
        let n = self.first.slots();
        if from < n {
            // SAFETY: the caller's contract: these slots are the first input's.
            unsafe { self.first.each(from, to.min(n), &mut f) };
        }
        if to > n {
            // SAFETY: the caller's contract: `from <= to <= slots()`, so what lies behind the first input lies inside the second one.
            unsafe {
                self.second.each(
                    from.max(n) - n,
                    to - n,
                    #[inline(always)]
                    |i, x| f(n + i, x),
                );
            }
        }
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.first.check(check);
        self.second.check(check);
        check.bound("chain", self.slots(), isize::MAX as usize);
    }
    members! {
        |this, unit| ["cycle.cuh"] format!("Chained<{}, {}>", E::lower(unit), F::lower(unit)) =>
        first: params this.first, second: params this.second
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl<E: Indexed<Item: Value>, F: Indexed<Item = E::Item>> Indexed for Chained<E, F> {
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> E::Item {
        let n = self.first.slots();
        // SAFETY: the caller's contract: `i < slots()`, so it is a slot of the first input, or of the second one behind it; the check
        // has shown that there is no sum of lengths that overflows.
        unsafe { if i < n { self.first.at(i) } else { self.second.at(i - n) } }
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the inputs are repeatable, and nothing else is read.
unsafe impl<E: Repeatable + Indexed<Item: Value>, F: Repeatable + Indexed<Item = E::Item>> Repeatable
    for Chained<E, F>
{
}
