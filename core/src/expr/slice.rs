use std::marker::PhantomData;

use super::{Expr, Indexed, Repeatable, indexed};
use crate::device::Check;
use crate::lower::{Params, TranslationUnit};
use crate::storage::{Span, Storage};
use crate::value::Element;
use crate::view::View;

/// The elements of a vector; created by [`DeviceVec::iter`](crate::DeviceVec::iter).
#[derive(Debug, Clone, Copy)]
pub struct Slice<'a, T>(pub(crate) View<'a, T>);

// SAFETY: reads the element `i` of the view that `check` reports; `Slice` in expr.cuh does the same.
unsafe impl<T: Element> Expr for Slice<'_, T> {
    type Item = T;
    #[inline(always)]
    fn slots(&self) -> usize {
        const { super::fits::<Self::Item>() };
        self.0.len()
    }
    indexed!();
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.0.check_read(check);
    }
    fn params(&self, out: &mut Params) {
        crate::function::Capture::write(&self.0, out);
    }
    fn lower(unit: &mut TranslationUnit) -> String {
        format!("Slice<{}>", unit.spell(&T::ty()))
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`; the elements of a view lie side by side.
unsafe impl<T: Element> Indexed for Slice<'_, T> {
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> T {
        // SAFETY: the caller's contract: `i < slots()`, and the view is of the host's memory.
        unsafe { self.0.read(i) }
    }
    #[inline]
    fn contiguous(&self) -> Option<*const T> {
        self.0.as_host_slice().map(<[T]>::as_ptr)
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: nothing writes the view's elements, by the contract of [`View::new`].
unsafe impl<T: Element> Repeatable for Slice<'_, T> {}

/// Mutable references to the elements of a vector; created by [`DeviceVec::iter_mut`](crate::DeviceVec::iter_mut).
#[derive(Debug)]
pub struct SliceMut<'a, T> {
    span: Span<T>,
    owner: PhantomData<&'a mut [T]>,
}

impl<T: Element> SliceMut<'_, T> {
    pub(crate) fn new(span: Span<T>) -> Self {
        SliceMut { span, owner: PhantomData }
    }
}

// SAFETY: refers to the element `i` of the span that `check` reports; `SliceMut` in expr.cuh does the same.
unsafe impl<'a, T: Element> Expr for SliceMut<'a, T> {
    type Item = &'a mut T;
    #[inline(always)]
    fn slots(&self) -> usize {
        const { super::fits::<Self::Item>() };
        self.span.len()
    }
    indexed!();
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.span.check(check);
    }
    fn params(&self, out: &mut Params) {
        self.span.params(out);
    }
    fn lower(unit: &mut TranslationUnit) -> String {
        unit.refers();
        format!("SliceMut<{}>", unit.spell(&T::ty()))
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl<'a, T: Element> Indexed for SliceMut<'a, T> {
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> &'a mut T {
        // SAFETY: `i < slots()`, so the element is inside the vector borrowed mutably for `'a`; the caller promises that
        // no other reference to element `i` is alive, and distinct `i` are distinct elements.
        unsafe { &mut *self.span.as_ptr().add(i) }
    }
}

/// The elements of a vector, by value, for a call that also writes them.
#[derive(Debug)]
pub(crate) struct InPlace<T>(Span<T>);

impl<T: Element> InPlace<T> {
    /// The elements of a span.
    ///
    /// # Safety
    ///
    /// While the expression lives, the elements are initialised and used by nothing but the call that gets it, which reads none
    /// of them after it has written it.
    pub(crate) unsafe fn new(span: Span<T>) -> Self {
        InPlace(span)
    }
}

// SAFETY: reads the element `i` of the span that `check` reports; `Slice` in expr.cuh does the same.
unsafe impl<T: Element> Expr for InPlace<T> {
    type Item = T;
    #[inline(always)]
    fn slots(&self) -> usize {
        const { super::fits::<Self::Item>() };
        self.0.len()
    }
    indexed!();
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.0.check_read(check);
    }
    fn params(&self, out: &mut Params) {
        self.0.params(out);
    }
    fn lower(unit: &mut TranslationUnit) -> String {
        Slice::<T>::lower(unit)
    }
}
// `contiguous` stays `None`: through an address a backend would read items where it has written results already.
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl<T: Element> Indexed for InPlace<T> {
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> T {
        // SAFETY: the caller's contract: `i < slots()`, and the span is of the host's memory; `new`'s contract: the element is
        // initialised, and nothing writes it meanwhile.
        unsafe { self.0.get(i) }
    }
}
// SAFETY: `new`'s contract: an element is read only before it is written.
unsafe impl<T: Element> Repeatable for InPlace<T> {}
