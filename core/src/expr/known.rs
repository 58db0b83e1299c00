use std::marker::PhantomData;

use super::{Expr, Indexed, Repeatable};
use crate::algo::{Collect, Select};
use crate::backend::Backend;
use crate::device::Check;
use crate::error::Result;
use crate::lower::{Params, TranslationUnit};
use crate::storage::Storage;

mod sealed {
    pub trait Sealed {}
    impl Sealed for () {}
    impl Sealed for usize {}
}

/// What is learned of the number of an expression's items by storing them: nothing, `()`, where every slot holds one; else the
/// number, a `usize`.
///
/// The trait is sealed: no other type can implement it.
pub trait Count: sealed::Sealed + Copy + Send + Sync + Sized {
    /// Whether every slot holds an item.
    const DENSE: bool;

    /// The number of items in this many slots.
    fn of(self, slots: usize) -> usize;

    /// What is learned where this number of items is known already.
    #[doc(hidden)]
    fn known(items: usize) -> Self;

    /// Stores the items from the start of the output on.
    ///
    /// # Safety
    ///
    /// The contract is that of [`Backend::collect`] and of [`Backend::select`].
    #[doc(hidden)]
    #[track_caller]
    unsafe fn store<B, E, S>(device: &B, input: E, output: S) -> Result<Self>
    where
        B: Backend,
        E: Expr<Count = Self>,
        S: Storage<Item = E::Item>;
}

impl Count for () {
    const DENSE: bool = true;
    #[inline(always)]
    fn of(self, slots: usize) -> usize {
        slots
    }
    #[inline(always)]
    fn known(_: usize) {}
    #[inline(always)]
    unsafe fn store<B, E, S>(device: &B, input: E, output: S) -> Result<()>
    where
        B: Backend,
        E: Expr<Count = ()>,
        S: Storage<Item = E::Item>,
    {
        // SAFETY: the caller keeps the contract.
        unsafe { device.collect(Collect { input: Known::<_, ()>::new(input), output }) }
    }
}

impl Count for usize {
    const DENSE: bool = false;
    #[inline(always)]
    fn of(self, _: usize) -> usize {
        self
    }
    #[inline(always)]
    fn known(items: usize) -> usize {
        items
    }
    #[inline(always)]
    unsafe fn store<B, E, S>(device: &B, input: E, output: S) -> Result<usize>
    where
        B: Backend,
        E: Expr<Count = usize>,
        S: Storage<Item = E::Item>,
    {
        // SAFETY: the caller keeps the contract.
        unsafe { device.select(Select { input: Known::<_, usize>::new(input), output }) }
    }
}

/// A wrapper with an expression's own [`Count`], written out: the type of `Map<E, F>`, for any `E`, doesn't show it.
#[derive(Debug)]
pub(crate) struct Known<E, C>(E, PhantomData<C>);

impl<E: Expr, C: Count> Known<E, C> {
    /// Wraps an expression whose items are counted so.
    #[inline(always)]
    pub(crate) fn new(input: E) -> Self {
        assert!(E::DENSE == C::DENSE, "the two say alike whether every slot holds an item");
        Known(input, PhantomData)
    }
}

// SAFETY: every method forwards to the input, which keeps the contract; `new` has compared `Count` with the input's.
unsafe impl<E: Expr, C: Count> Expr for Known<E, C> {
    type Item = E::Item;
    type Count = C;
    const IN_RUNS: bool = E::IN_RUNS;
    const STORED: Option<usize> = E::STORED;
    const LENGTH_ON_DEVICE: bool = E::LENGTH_ON_DEVICE;
    #[inline(always)]
    fn slots(&self) -> usize {
        self.0.slots()
    }
    #[inline(always)]
    unsafe fn slot(&self, i: usize) -> Option<E::Item> {
        // SAFETY: the caller keeps the contract of this method for the same slot of the input.
        let item = unsafe { self.0.slot(i) };
        match C::DENSE {
            // SAFETY: `new` has shown that the input is dense, so every slot holds an item.
            true => Some(unsafe { item.unwrap_unchecked() }),
            false => item,
        }
    }
    #[inline(always)]
    unsafe fn each(&self, from: usize, to: usize, f: impl FnMut(usize, E::Item)) {
        // SAFETY: the caller keeps the contract of this method for the same slots of the input.
        unsafe { self.0.each(from, to, f) }
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.0.check(check);
    }
    fn params(&self, out: &mut Params) {
        self.0.params(out);
    }
    fn lower(unit: &mut TranslationUnit) -> String {
        E::lower(unit)
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `slot(i)` is `Some(at(i))`: `new` has shown that the input is dense, so every slot holds an item.
unsafe impl<E: Expr> Indexed for Known<E, ()> {
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> E::Item {
        // SAFETY: the caller keeps the contract of `slot`; `new` has shown that every slot holds an item.
        unsafe { self.0.slot(i).unwrap_unchecked() }
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the input is repeatable, and nothing else is read.
unsafe impl<E: Repeatable> Repeatable for Known<E, ()> {}
#[diagnostic::do_not_recommend]
// SAFETY: an expression whose items are counted keeps this contract, too, by its own; `new` has shown that the input is one.
unsafe impl<E: Expr> Repeatable for Known<E, usize> {}
