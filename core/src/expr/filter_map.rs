use super::{Expr, Repeatable};
use crate::device::Check;
use crate::function::Function;
use crate::lower::members;
use crate::value::Value;

/// What is in the options that an operation makes of the items; created by [`Chain::filter_map`](crate::Chain::filter_map).
#[derive(Debug, Clone, Copy)]
pub struct FilterMap<E, F> {
    input: E,
    f: F,
}

impl<E, F> FilterMap<E, F> {
    pub(crate) fn new(input: E, f: F) -> Self {
        FilterMap { input, f }
    }
}

// SAFETY: memory is read through the input alone, an [`Expr`] too; `FilterMap` in filter_map.cuh does the same. It is
// repeatable, as an expression of counted items must be.
unsafe impl<T: Value, E: Repeatable<Item: Value>, F: Function<(E::Item,), Output = Option<T>>> Expr
    for FilterMap<E, F>
{
    type Item = T;
    type Count = usize;
    const IN_RUNS: bool = E::IN_RUNS;
    #[inline(always)]
    fn slots(&self) -> usize {
        const { super::fits::<Self::Item>() };
        self.input.slots()
    }
    #[inline(always)]
    unsafe fn slot(&self, i: usize) -> Option<T> {
        // SAFETY: the caller keeps the contract of this method for the same slot of the input.
        let x = unsafe { self.input.slot(i) }?;
        self.f.call((x,))
    }
    #[inline(always)]
    unsafe fn each(&self, from: usize, to: usize, mut f: impl FnMut(usize, T)) {
        // SAFETY: the caller keeps the contract of this method for the same slots of the input.
        unsafe {
            self.input.each(
                from,
                to,
                #[inline(always)]
                |i, x| {
                    if let Some(y) = self.f.call((x,)) {
                        f(i, y);
                    }
                },
            );
        }
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.input.check(check);
        self.f.check(check);
    }
    members! {
        |this, unit| ["filter_map.cuh"] format!("FilterMap<{}, {}>", E::lower(unit), F::lower(unit)) =>
        e: params this.input, f: params this.f
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the input is repeatable, and the rest is a [`Function`] of its items alone.
unsafe impl<T: Value, E: Repeatable<Item: Value>, F: Function<(E::Item,), Output = Option<T>>> Repeatable
    for FilterMap<E, F>
{
}
