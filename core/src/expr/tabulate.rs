use super::{Expr, Indexed, Repeatable, indexed};
use crate::device::Check;
use crate::function::Function;
use crate::lower::members;

/// A function of the position; created by [`Backend::tabulate`](crate::Backend::tabulate).
#[derive(Debug, Clone, Copy)]
pub struct Tabulate<F> {
    f: F,
    len: usize,
}

impl<F> Tabulate<F> {
    pub(crate) fn new(f: F, len: usize) -> Self {
        Tabulate { f, len }
    }
}

// SAFETY: reads no memory but the function's captures; `Tabulate` in expr.cuh does the same.
unsafe impl<F: Function<(usize,)>> Expr for Tabulate<F> {
    type Item = F::Output;
    #[inline(always)]
    fn slots(&self) -> usize {
        const { super::fits::<Self::Item>() };
        self.len
    }
    indexed!();
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.f.check(check);
    }
    members! {
        |this, unit| [] format!("Tabulate<{}>", F::lower(unit)) =>
        f: params this.f, n: word this.len
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl<F: Function<(usize,)>> Indexed for Tabulate<F> {
    const ROWS: bool = F::ROWS;
    #[inline(always)]
    fn row(&self) -> Option<usize> {
        self.f.row()
    }
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> F::Output {
        self.f.call((i,))
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the item is a [`Function`] of the position alone.
unsafe impl<F: Function<(usize,)>> Repeatable for Tabulate<F> {}
