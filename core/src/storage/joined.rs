use super::Storage;
use crate::device::Check;
use crate::error::Result;
use crate::expr::{Indexed, Repeatable};
use crate::function::Function;
use crate::lower::members;

/// An output of prefixes that end before an item: it stores each one joined with its item of an expression, so that an exclusive scan
/// leaves inclusive prefixes.
#[derive(Debug)]
pub(crate) struct Joined<'a, E, O, S> {
    pub(crate) input: &'a E,
    pub(crate) op: O,
    pub(crate) output: S,
}

impl<E, O: Copy, S: Copy> Clone for Joined<'_, E, O, S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<E, O: Copy, S: Copy> Copy for Joined<'_, E, O, S> {}

// SAFETY: `put` writes the output's item `i` alone, by its contract, and reads item `i` of an expression that nothing writes; `Joined` in
// joined.cuh does the same.
unsafe impl<E, O, S> Storage for Joined<'_, E, O, S>
where
    E: Repeatable + Indexed<Item = S::Item>,
    O: Function<(S::Item, S::Item), Output = S::Item>,
    S: Storage,
{
    type Item = S::Item;
    const ITEM_BYTES: usize = S::ITEM_BYTES;
    fn len(&self) -> usize {
        self.output.len()
    }
    unsafe fn get(&self, _: usize) -> S::Item {
        unreachable!("prefixes aren't stored")
    }
    #[inline(always)]
    unsafe fn put(&self, i: usize, before: S::Item) {
        // SAFETY: the expression has as many items as the output, and `put`'s contract is that of the output's.
        unsafe { self.output.put(i, self.op.call((before, self.input.at(i)))) }
    }
    unsafe fn copy(&self, _: usize, _: &Self, _: usize, _: usize) {
        unreachable!("prefixes aren't stored")
    }
    fn first(&self, len: usize) -> Self {
        Joined { output: self.output.first(len), ..*self }
    }
    fn like(_: usize, _: &mut dyn FnMut(usize, usize) -> Result<*mut u8>) -> Result<Self> {
        unreachable!("prefixes aren't stored")
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.input.check(check);
        self.op.check(check);
        check.lengths("prefixes", self.output.len(), self.input.slots());
        self.output.check(check);
    }
    members! {
        |this, unit| ["joined.cuh"] format!("Joined<{}, {}, {}>", E::lower(unit), O::lower(unit), S::lower(unit)) =>
        e: params this.input, op: params this.op, out: params this.output
    }
}
