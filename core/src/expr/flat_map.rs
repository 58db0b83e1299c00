use super::{Expr, Indexed, indexed};
use crate::device::Check;
use crate::function::Function;
use crate::lower::{Params, Unit};
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

// SAFETY: reads what the input reads; `FlatMap` in expr.cuh does the same.
unsafe impl<E, F, T, const N: usize> Expr for FlatMap<E, F, N>
where
    E: Indexed<Item: Value>,
    F: Function<(E::Item,), Output = [T; N]>,
    T: Value,
{
    type Item = T;
    fn slots(&self) -> usize {
        self.input.slots().saturating_mul(N)
    }
    indexed!();
    fn check(&self, check: &mut Check) {
        self.input.check(check);
        self.f.check(check);
    }
    fn params(&self, out: &mut Params) {
        out.member(|out| self.input.params(out));
        out.member(|out| self.f.params(out));
    }
    fn lower(unit: &mut Unit) -> String {
        format!("FlatMap<{}, {}, {N}>", E::lower(unit), F::lower(unit))
    }
}
// SAFETY: every slot holds an item.
unsafe impl<E, F, T, const N: usize> Indexed for FlatMap<E, F, N>
where
    E: Indexed<Item: Value>,
    F: Function<(E::Item,), Output = [T; N]>,
    T: Value,
{
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> T {
        // SAFETY: `i < slots * N`, so `i / N < slots`; the item is a value.
        let items = self.f.call((unsafe { self.input.at(i / N) },));
        // Selected, not indexed: an array in memory would keep the items out of vector registers.
        (1..N).fold(items[0], |item, k| if i % N == k { items[k] } else { item })
    }
}
