use super::{Expr, Indexed, Repeatable};
use crate::device::Check;
use crate::error::ErrorKind;
use crate::lower::members;
use crate::recording::Unrecorded;
use crate::view::View;

/// The first items of an expression, as many as a number says that may lie in device memory only: those of a
/// [counted](crate::Counted) vector.
#[derive(Debug, Clone, Copy)]
pub struct UpTo<'a, E> {
    input: E,
    /// The number of slots, or the most that there can be if `length` has it.
    slots: usize,
    length: Option<View<'a, u64>>,
    /// The most slots that there might have been, whether the number is known or not.
    most: usize,
    /// Whether a recording may use the number, if calls are recorded.
    shown: bool,
    /// The adaptor that has joined chains of different calls.
    unrelated: Option<&'static str>,
}

impl<'a, E: Expr> UpTo<'a, E> {
    /// The first `slots` items, or as many as `length` says, which has one element, at most the expression's slots; a number that might
    /// have been up to `most`.
    pub(crate) fn new(
        input: E,
        slots: usize,
        length: Option<View<'a, u64>>,
        most: usize,
        shown: bool,
        unrelated: Option<&'static str>,
    ) -> Self {
        UpTo { input, slots, length, most, shown, unrelated }
    }
}

// SAFETY: memory is read through the input, an [`Expr`] too, and the length, which `check` reports; `UpTo` in up_to.cuh does the same.
// `slots` is at most the input's where `check` finds no fault, and so is the device's length.
unsafe impl<E: Expr> Expr for UpTo<'_, E> {
    type Item = E::Item;
    type Count = E::Count;
    const IN_RUNS: bool = E::IN_RUNS;
    const STORED: Option<usize> = E::STORED;
    const LENGTH_ON_DEVICE: bool = true;
    #[inline(always)]
    fn slots(&self) -> usize {
        self.slots
    }
    #[inline(always)]
    fn most(&self) -> usize {
        self.most
    }
    #[inline(always)]
    unsafe fn slot(&self, i: usize) -> Option<E::Item> {
        // SAFETY: the caller keeps the contract of this method for the same slot of the input.
        unsafe { self.input.slot(i) }
    }
    #[inline(always)]
    unsafe fn each(&self, from: usize, to: usize, f: impl FnMut(usize, E::Item)) {
        // SAFETY: the caller keeps the contract of this method for the same slots of the input.
        unsafe { self.input.each(from, to, f) }
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        if let Some(what) = self.unrelated {
            check.fault(ErrorKind::UnrelatedLengths { what });
        }
        if !self.shown {
            check.fault(ErrorKind::Recording { reason: Unrecorded::Unshown });
        }
        check.bound("counted", self.slots, self.input.slots());
        self.input.check(check);
        if let Some(length) = &self.length {
            length.check_read(check);
        }
    }
    members! {
        |this, unit| ["up_to.cuh"] format!("UpTo<{}>", E::lower(unit)) =>
        e: params this.input, length: word this.length.map_or(0, |length| length.as_ptr() as usize), most: word this.slots
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `slot(i)` is `Some(at(i))`, since it is so for the input; its items lie where they lie.
unsafe impl<E: Indexed> Indexed for UpTo<'_, E> {
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> E::Item {
        // SAFETY: the caller keeps the contract of this method for the same slot of the input.
        unsafe { self.input.at(i) }
    }
    fn contiguous(&self) -> Option<*const E::Item> {
        self.input.contiguous()
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the input is repeatable, and nothing writes the length.
unsafe impl<E: Repeatable> Repeatable for UpTo<'_, E> {}
