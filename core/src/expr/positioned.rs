use super::{Expr, Indexed, Repeatable, indexed};
use crate::device::Check;
use crate::lower::members;
use crate::value::Value;

/// Items followed by their positions, as the search for an extreme one keeps them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Positioned<E>(pub(crate) E);

// SAFETY: memory is read through the input alone, an [`Expr`] too; `Positioned` in adaptor.cuh does the same.
unsafe impl<E: Indexed<Item: Value>> Expr for Positioned<E> {
    type Item = (E::Item, usize);
    const IN_RUNS: bool = E::IN_RUNS;
    const STORED: Option<usize> = Some(E::Item::SIZE);
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
                |i, x| f(i, (x, i)),
            );
        }
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.0.check(check);
    }
    members! {
        |this, unit| [] format!("Positioned<{}>", E::lower(unit)) =>
        e: params this.0
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl<E: Indexed<Item: Value>> Indexed for Positioned<E> {
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> (E::Item, usize) {
        // SAFETY: the caller keeps the contract of this method for the same slot of the input.
        (unsafe { self.0.at(i) }, i)
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the input is repeatable, and nothing else is read.
unsafe impl<E: Repeatable + Indexed<Item: Value>> Repeatable for Positioned<E> {}
