use super::{Expr, Indexed, Repeatable, indexed};
use crate::device::Check;
use crate::lower::members;

/// Items from the last to the first; created by [`Chain::rev`](crate::Chain::rev).
#[derive(Debug, Clone, Copy)]
pub struct Rev<E>(pub(crate) E);

// SAFETY: memory is read through the input alone, an [`Expr`] too; `Rev` in adaptor.cuh does the same.
unsafe impl<E: Indexed> Expr for Rev<E> {
    type Item = E::Item;
    const IN_RUNS: bool = E::IN_RUNS;
    #[inline(always)]
    fn slots(&self) -> usize {
        const { super::fits::<Self::Item>() };
        self.0.slots()
    }
    indexed!();
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.0.check(check);
    }
    members! {
        |this, unit| [] format!("Rev<{}>", E::lower(unit)) =>
        e: params this.0
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl<E: Indexed> Indexed for Rev<E> {
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> E::Item {
        // SAFETY: `i < slots`, so `slots - 1 - i < slots`; distinct `i` give distinct slots.
        unsafe { self.0.at(self.0.slots() - 1 - i) }
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the input is repeatable, and nothing else is read.
unsafe impl<E: Repeatable + Indexed> Repeatable for Rev<E> {}
