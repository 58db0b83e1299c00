use super::{Expr, Indexed, Repeatable, indexed};
use crate::device::Check;
use crate::function::Function;
use crate::lower::members;
use crate::value::Value;

/// Each item combined with the one before it, and the first as it is; created by
/// [`Chain::adjacent_difference`](crate::Chain::adjacent_difference).
#[derive(Debug, Clone, Copy)]
pub struct Adjacent<E, F> {
    input: E,
    f: F,
}

impl<E, F> Adjacent<E, F> {
    pub(crate) fn new(input: E, f: F) -> Self {
        Adjacent { input, f }
    }
}

// SAFETY: memory is read through the input alone, an [`Expr`] too; `Adjacent` in windows.cuh does the same.
unsafe impl<E: Repeatable + Indexed<Item: Value>, F: Function<(E::Item, E::Item), Output = E::Item>> Expr
    for Adjacent<E, F>
{
    type Item = E::Item;
    #[inline(always)]
    fn slots(&self) -> usize {
        const { super::fits::<Self::Item>() };
        self.input.slots()
    }
    indexed!();
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.input.check(check);
        self.f.check(check);
    }
    members! {
        |this, unit| [] format!("Adjacent<{}, {}>", E::lower(unit), F::lower(unit)) =>
        e: params this.input, f: params this.f
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl<E: Repeatable + Indexed<Item: Value>, F: Function<(E::Item, E::Item), Output = E::Item>> Indexed
    for Adjacent<E, F>
{
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> E::Item {
        // SAFETY: the caller keeps the contract of this method for slot `i` of the input; `i - 1` is a slot too if `i`
        // isn't 0, and items are values.
        unsafe {
            let x = self.input.at(i);
            if i == 0 { x } else { self.f.call((x, self.input.at(i - 1))) }
        }
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the input is repeatable, and the rest is a [`Function`] of its items alone.
unsafe impl<E: Repeatable + Indexed<Item: Value>, F: Function<(E::Item, E::Item), Output = E::Item>> Repeatable
    for Adjacent<E, F>
{
}
