use super::{Expr, Indexed, Repeatable, indexed};
use crate::device::Check;
use crate::function::Function;
use crate::lower::{Params, TranslationUnit};
use crate::value::Value;

/// `N` items for every item; created by [`Chain::flat_map`](crate::Chain::flat_map).
#[derive(Debug, Clone, Copy)]
pub struct FlatMap<E, F, const N: usize> {
    input: E,
    f: F,
}

impl<E, F, const N: usize> FlatMap<E, F, N> {
    pub(crate) fn new(input: E, f: F) -> Self {
        FlatMap { input, f }
    }
}

// SAFETY: memory is read through the input alone, an [`Expr`] too; `FlatMap` in windows.cuh does the same.
unsafe impl<E, F, T, const N: usize> Expr for FlatMap<E, F, N>
where
    E: Repeatable + Indexed<Item: Value>,
    F: Function<(E::Item,), Output = [T; N]>,
    T: Value,
{
    type Item = T;
    #[inline(always)]
    fn slots(&self) -> usize {
        const { super::fits::<Self::Item>() };
        self.input.slots().saturating_mul(N)
    }
    indexed!();
    #[inline(always)]
    unsafe fn each(&self, from: usize, to: usize, mut f: impl FnMut(usize, T)) {
        // Calls of `f` whose `N` items all lie in `from..to`.
        let calls = if N == 0 { 0..0 } else { from.div_ceil(N)..to / N };
        let (before, after) = if calls.is_empty() { (to, to) } else { (calls.start * N, calls.end * N) };
        for i in from..before {
            // SAFETY: the caller's contract: `i < to <= slots()`.
            f(i, unsafe { self.at(i) });
        }
        for call in calls {
            // SAFETY: the items of the call lie below `to <= slots()`, so `call` is less than the input's slots.
            let items = self.f.call((unsafe { self.input.at(call) },));
            for (k, item) in items.into_iter().enumerate() {
                f(call * N + k, item);
            }
        }
        for i in after..to {
            // SAFETY: the caller's contract: `i < to <= slots()`.
            f(i, unsafe { self.at(i) });
        }
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.input.check(check);
        self.f.check(check);
    }
    fn params(&self, out: &mut Params) {
        out.member(|out| self.input.params(out));
        out.member(|out| self.f.params(out));
    }
    fn lower(unit: &mut TranslationUnit) -> String {
        if N > 1 {
            unit.shares_calls();
        }
        format!("FlatMap<{}, {}, {N}>", E::lower(unit), F::lower(unit))
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl<E, F, T, const N: usize> Indexed for FlatMap<E, F, N>
where
    E: Repeatable + Indexed<Item: Value>,
    F: Function<(E::Item,), Output = [T; N]>,
    T: Value,
{
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> T {
        // SAFETY: the caller's contract: `i < input.slots() * N`, so `i / N < input.slots()`; the item is a value.
        let items = self.f.call((unsafe { self.input.at(i / N) },));
        // The item is selected, not indexed: an array in memory would keep the items out of vector registers.
        (1..N).fold(items[0], |item, k| if i % N == k { items[k] } else { item })
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the input is repeatable, and the rest is a [`Function`] of its items alone.
unsafe impl<E, F, T, const N: usize> Repeatable for FlatMap<E, F, N>
where
    E: Repeatable + Indexed<Item: Value>,
    F: Function<(E::Item,), Output = [T; N]>,
    T: Value,
{
}
