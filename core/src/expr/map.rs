use super::{Expr, Extents, Indexed, Repeatable};
use crate::device::Check;
use crate::function::Function;
use crate::lower::members;
use crate::value::Item;

/// An operation applied to every item; created by [`Chain::map`](crate::Chain::map).
#[derive(Debug, Clone, Copy)]
pub struct Map<E, F> {
    input: E,
    f: F,
}

impl<E, F> Map<E, F> {
    pub(crate) fn new(input: E, f: F) -> Self {
        Map { input, f }
    }
}

// SAFETY: memory is read through the input alone, an [`Expr`] too; `Map` in adaptor.cuh does the same. Its slots
// are empty where the input's are, and it is repeatable where the input is.
unsafe impl<E: Expr, F: Function<(E::Item,)>> Expr for Map<E, F> {
    type Item = F::Output;
    type Count = E::Count;
    const IN_RUNS: bool = E::IN_RUNS;
    // What is small is computed as cheaply as it is read.
    const STORED: Option<usize> = if size_of::<F::Output>() > 16 { <E::Item as Item>::NUMBER } else { None };
    const EXCHANGES: bool = F::EXCHANGES;
    const LENGTH_ON_DEVICE: bool = E::LENGTH_ON_DEVICE;
    #[inline(always)]
    fn slots(&self) -> usize {
        const { super::fits::<Self::Item>() };
        self.input.slots()
    }
    #[inline(always)]
    unsafe fn slot(&self, i: usize) -> Option<F::Output> {
        // SAFETY: the caller keeps the contract of this method for the same slot of the input.
        unsafe { self.input.slot(i) }.map(
            #[inline(always)]
            |x| self.f.call((x,)),
        )
    }
    #[inline(always)]
    unsafe fn each(&self, from: usize, to: usize, mut f: impl FnMut(usize, F::Output)) {
        // SAFETY: the caller keeps the contract of this method for the same slots of the input.
        unsafe {
            self.input.each(
                from,
                to,
                #[inline(always)]
                |i, x| f(i, self.f.call((x,))),
            );
        }
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.input.check(check);
        self.f.check(check);
    }
    members! {
        |this, unit| [] format!("Map<{}, {}>", E::lower(unit), F::lower(unit)) =>
        e: params this.input, f: params this.f
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `slot(i)` is `Some(at(i))`, since it is so for the input.
unsafe impl<E: Indexed, F: Function<(E::Item,)>> Indexed for Map<E, F> {
    // Without optimisation the items of all maps of a chain would lie on the stack for each place that takes an item.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn at(&self, i: usize) -> F::Output {
        // SAFETY: the caller keeps the contract of this method for the same slot of the input.
        self.f.call((unsafe { self.input.at(i) },))
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the input is repeatable, and the rest is a [`Function`] of its items alone.
unsafe impl<E: Repeatable, F: Function<(E::Item,)>> Repeatable for Map<E, F> {}
#[diagnostic::do_not_recommend]
// SAFETY: the slots and sizes are the input's.
unsafe impl<E: Extents<D>, F: Function<(E::Item,)>, const D: usize> Extents<D> for Map<E, F> {
    #[inline(always)]
    fn sizes(&self) -> [usize; D] {
        self.input.sizes()
    }
}
