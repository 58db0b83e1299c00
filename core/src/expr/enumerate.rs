use super::{Expr, Indexed, Repeatable, indexed};
use crate::device::Check;
use crate::lower::members;

/// Items with their positions; created by [`Chain::enumerate`](crate::Chain::enumerate).
#[derive(Debug, Clone, Copy)]
pub struct Enumerate<E>(pub(crate) E);

// SAFETY: memory is read through the input alone, an [`Expr`] too; `Enumerate` in adaptor.cuh does the same.
unsafe impl<E: Indexed> Expr for Enumerate<E> {
    type Item = (usize, E::Item);
    const IN_RUNS: bool = E::IN_RUNS;
    #[inline(always)]
    fn slots(&self) -> usize {
        const { super::fits::<Self::Item>() };
        self.0.slots()
    }
    indexed!();
    #[inline(always)]
    unsafe fn each(&self, from: usize, to: usize, mut f: impl FnMut(usize, Self::Item)) {
        // SAFETY: the caller keeps the contract of this method for the same slots of the input.
        unsafe {
            self.0.each(
                from,
                to,
                #[inline(always)]
                |i, x| f(i, (i, x)),
            );
        }
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.0.check(check);
    }
    members! {
        |this, unit| [] format!("Enumerate<{}>", E::lower(unit)) =>
        e: params this.0
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl<E: Indexed> Indexed for Enumerate<E> {
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> (usize, E::Item) {
        // SAFETY: the caller keeps the contract of this method for the same slot of the input.
        (i, unsafe { self.0.at(i) })
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the input is repeatable, and nothing else is read.
unsafe impl<E: Repeatable + Indexed> Repeatable for Enumerate<E> {}
