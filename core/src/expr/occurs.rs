use super::{Expr, Indexed, Repeatable, indexed};
use crate::device::Check;
use crate::key::Key;
use crate::lower::members;

/// For each position of the input whether the pattern begins there, item by item the same [`Key`]; for
/// [`Chain::search`](crate::Chain::search).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Occurs<E, P> {
    pub(crate) input: E,
    pub(crate) pattern: P,
}

// SAFETY: memory is read through the two inputs alone, [`Expr`]s too; `Occurs` in sequences.cuh does the same.
unsafe impl<K: Key, E: Repeatable + Indexed<Item = K>, P: Repeatable + Indexed<Item = K>> Expr for Occurs<E, P> {
    type Item = bool;
    #[inline(always)]
    fn slots(&self) -> usize {
        self.input.slots().checked_sub(self.pattern.slots()).map_or(0, |later| later.saturating_add(1))
    }
    indexed!();
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.input.check(check);
        self.pattern.check(check);
    }
    members! {
        |this, unit| ["sequences.cuh"] {
            unit.radix(&K::ty());
            format!("Occurs<{}, {}>", E::lower(unit), P::lower(unit))
        } =>
        e: params this.input, pattern: params this.pattern
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl<K: Key, E: Repeatable + Indexed<Item = K>, P: Repeatable + Indexed<Item = K>> Indexed for Occurs<E, P> {
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> bool {
        // SAFETY: `k` is a slot of the pattern, and `i + k` one of the input, which has `slots() - 1` more than the pattern.
        let same = |k: usize| unsafe { self.input.at(i + k).same(&self.pattern.at(k)) };
        match self.pattern.slots() {
            0 => true,
            1 => same(0),
            // Without a branch between the two, fewer of the others are mispredicted.
            items => same(0) & same(1) && (2..items).all(same),
        }
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the inputs are repeatable, and nothing else is read.
unsafe impl<K: Key, E: Repeatable + Indexed<Item = K>, P: Repeatable + Indexed<Item = K>> Repeatable for Occurs<E, P> {}
