use super::{Expr, Indexed, Repeatable, indexed};
use crate::device::Check;
use crate::lower::members;
use crate::value::Value;

/// Each item several times, side by side; created by [`Chain::repeat_each`](crate::Chain::repeat_each).
#[derive(Debug, Clone, Copy)]
pub struct RepeatEach<E> {
    input: E,
    times: usize,
}

impl<E> RepeatEach<E> {
    pub(crate) fn new(input: E, times: usize) -> Self {
        RepeatEach { input, times }
    }
}

// SAFETY: memory is read through the input alone, an [`Expr`] too; `RepeatEach` in cycle.cuh does the same.
unsafe impl<E: Repeatable + Indexed<Item: Value>> Expr for RepeatEach<E> {
    type Item = E::Item;
    const IN_RUNS: bool = true;
    #[inline(always)]
    fn slots(&self) -> usize {
        const { super::fits::<Self::Item>() };
        self.input.slots().saturating_mul(self.times)
    }
    indexed!();
    #[inline(always)]
    unsafe fn each(&self, from: usize, to: usize, mut f: impl FnMut(usize, E::Item)) {
        if from == to {
            return;
        }
        let (mut i, mut original) = (from, from / self.times);
        while i < to {
            // SAFETY: a copy of `original` lies below `to <= slots()`, so it is one of the input's slots.
            let x = unsafe { self.input.at(original) };
            original += 1;
            let end = original.saturating_mul(self.times).min(to);
            (i..end).for_each(|i| f(i, x));
            i = end;
        }
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.input.check(check);
    }
    members! {
        |this, unit| ["cycle.cuh"] format!("RepeatEach<{}>", E::lower(unit)) =>
        e: params this.input, times: word this.times, n: word this.slots()
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl<E: Repeatable + Indexed<Item: Value>> Indexed for RepeatEach<E> {
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> E::Item {
        // SAFETY: there is a slot, so `times` isn't 0 and `i / times` is one of the input's slots. The items are values, which may
        // be asked for several times.
        unsafe { self.input.at(i / self.times) }
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the input is repeatable, and nothing else is read.
unsafe impl<E: Repeatable + Indexed<Item: Value>> Repeatable for RepeatEach<E> {}
