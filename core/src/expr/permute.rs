use super::{Expr, Indexed, Repeatable, indexed};
use crate::device::Check;
use crate::fault;
use crate::lower::{InputError, POSITION, members};
use crate::position::Position;
use crate::types::{Scalar, Type};
use crate::value::{Item as _, Value};

/// Items at computed positions; created by [`Chain::permute`](crate::Chain::permute).
#[derive(Debug, Clone, Copy)]
pub struct Permute<E, I> {
    input: E,
    index: I,
}

impl<E, I> Permute<E, I> {
    pub(crate) fn new(input: E, index: I) -> Self {
        Permute { input, index }
    }
}

// SAFETY: memory is read through the inputs alone, [`Expr`]s too, at positions that are compared with the length first;
// `Permute` in adaptor.cuh and `PermuteAt` in position.cuh do the same.
unsafe impl<E: Repeatable + Indexed<Item: Value>, I: Repeatable + Indexed<Item: Position>> Expr for Permute<E, I> {
    type Item = E::Item;
    const IN_RUNS: bool = I::IN_RUNS;
    #[inline(always)]
    fn slots(&self) -> usize {
        const { super::fits::<Self::Item>() };
        self.index.slots()
    }
    indexed!();
    #[inline(always)]
    unsafe fn each(&self, from: usize, to: usize, mut f: impl FnMut(usize, E::Item)) {
        // SAFETY: the caller keeps the contract of this method for the same slots of the index, whose items these are.
        unsafe {
            self.index.each(
                from,
                to,
                #[inline(always)]
                |i, position| f(i, self.item(i, position)),
            );
        }
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.input.check(check);
        self.index.check(check);
    }
    members! {
        |this, unit| [] {
        let site = unit.can_fail_at(InputError::position::<I::Item>("permute"));
        let (input, index) = (E::lower(unit), I::lower(unit));
        if matches!(I::Item::ty(), Type::Scalar(Scalar::U64)) {
            format!("Permute<{input}, {index}, {site}>")
        } else {
            unit.piece(POSITION);
            format!("PermuteAt<{input}, {index}, {site}, {}>", I::Item::SIGNED)
        }
        } =>
        e: params this.input, index: params this.index
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl<E: Repeatable + Indexed<Item: Value>, I: Repeatable + Indexed<Item: Position>> Indexed for Permute<E, I> {
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> E::Item {
        // SAFETY: the caller keeps the contract of this method for the same slot of the index.
        unsafe { self.item(i, self.index.at(i)) }
    }
}

impl<E: Indexed<Item: Value>, I: Expr<Item: Position>> Permute<E, I> {
    /// The item at the position that slot `i` of the index has.
    ///
    /// # Safety
    ///
    /// The input has been checked.
    #[inline(always)]
    unsafe fn item(&self, i: usize, position: I::Item) -> E::Item {
        let (index, len) = (position.index(), self.input.slots());
        if index >= I::Item::within(len) {
            fault::raise(position.out_of_range("permute", len, Some(i)));
        }
        // SAFETY: `index` is below the input's slots, and the item is a value, not a mutable reference.
        unsafe { self.input.at(index) }
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the inputs are repeatable, and nothing else is read.
unsafe impl<E: Repeatable + Indexed<Item: Value>, I: Repeatable + Indexed<Item: Position>> Repeatable
    for Permute<E, I>
{
}
