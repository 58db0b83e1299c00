use std::ops::Range;

use super::{Expr, Indexed, Repeatable, indexed};
use crate::device::Check;
use crate::lower::members;
use crate::operator::Integer;
use crate::position::Position;
use crate::value::Value;

/// Consecutive numbers; created by [`Backend::range`](crate::Backend::range).
#[derive(Debug, Clone, Copy)]
pub struct RangeOf<T> {
    from: T,
    len: usize,
}

impl<P: Position> RangeOf<P> {
    /// The positions of `len` items, all of which the type can hold.
    pub(crate) fn positions(len: usize) -> Self {
        RangeOf { from: P::from_index(0), len }
    }
}

impl<T: Integer> RangeOf<T> {
    pub(crate) fn new(range: Range<T>) -> Self {
        RangeOf { from: range.start, len: T::distance(range.start, range.end) }
    }
}

// SAFETY: reads no memory; `Range` in expr.cuh computes the same.
unsafe impl<T: Integer> Expr for RangeOf<T> {
    type Item = T;
    #[inline(always)]
    fn slots(&self) -> usize {
        const { super::fits::<Self::Item>() };
        self.len
    }
    indexed!();
    #[inline(always)]
    fn check(&self, _: &mut Check) {}
    members! {
        |this, unit| [] format!("Range<{}>", unit.spell(&T::ty())) =>
        from: value this.from, n: word this.len
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl<T: Integer> Indexed for RangeOf<T> {
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> T {
        self.from.beyond(i)
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: the item is a function of the position alone.
unsafe impl<T: Integer> Repeatable for RangeOf<T> {}

/// One value, repeated; created by [`Backend::constant`](crate::Backend::constant).
#[derive(Debug, Clone, Copy)]
pub struct Constant<T> {
    value: T,
    len: usize,
}

impl<T> Constant<T> {
    pub(crate) fn new(value: T, len: usize) -> Self {
        Constant { value, len }
    }
}

// SAFETY: reads no memory; `Constant` in expr.cuh yields the same.
unsafe impl<T: Value> Expr for Constant<T> {
    type Item = T;
    #[inline(always)]
    fn slots(&self) -> usize {
        const { super::fits::<Self::Item>() };
        self.len
    }
    indexed!();
    #[inline(always)]
    fn check(&self, _: &mut Check) {}
    members! {
        |this, unit| [] format!("Constant<{}>", unit.spell(&T::ty())) =>
        x: value this.value, n: word this.len
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl<T: Value> Indexed for Constant<T> {
    #[inline(always)]
    unsafe fn at(&self, _: usize) -> T {
        self.value
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the item is always the same value.
unsafe impl<T: Value> Repeatable for Constant<T> {}
