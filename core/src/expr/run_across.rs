use super::{Expr, Indexed, Repeatable, indexed};
use crate::device::Check;
use crate::lower::members;

/// For every `count`th flag whether it is in a run of at least `count` flags that are true, of which no more than `count` before
/// it are looked at; for [`Chain::search_n`](crate::Chain::search_n). Each such run has such a flag, since it is long enough.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RunAcross<E> {
    pub(crate) input: E,
    /// Not 0.
    pub(crate) count: usize,
}

// SAFETY: memory is read through the input alone, an [`Expr`] too; `RunAcross` in sequences.cuh does the same.
unsafe impl<E: Repeatable + Indexed<Item = bool>> Expr for RunAcross<E> {
    type Item = bool;
    #[inline(always)]
    fn slots(&self) -> usize {
        self.input.slots() / self.count
    }
    indexed!();
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.input.check(check);
    }
    members! {
        |this, unit| ["sequences.cuh"] format!("RunAcross<{}>", E::lower(unit)) =>
        e: params this.input, count: word this.count, n: word this.slots()
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl<E: Repeatable + Indexed<Item = bool>> Indexed for RunAcross<E> {
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> bool {
        // SAFETY: as is shown below at each call, `at` is less than the input's slots.
        let holds = |at: usize| unsafe { self.input.at(at) };
        // `i < slots() / count`, so `(i + 1) * count <= slots()`, and no product overflows.
        let first = i * self.count;
        let flag = first + (self.count - 1);
        if !holds(flag) {
            return false;
        }
        let mut from = flag;
        while from > first && holds(from - 1) {
            from -= 1;
        }
        // The run's flags up to `from + count <= slots()`.
        self.input.slots() - from >= self.count && (flag + 1..from + self.count).all(holds)
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the input is repeatable, and nothing else is read.
unsafe impl<E: Repeatable + Indexed<Item = bool>> Repeatable for RunAcross<E> {}
