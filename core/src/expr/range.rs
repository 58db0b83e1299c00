use std::ops::Range;

use num_traits::AsPrimitive;

use super::{Expr, Indexed, indexed};
use crate::device::Check;
use crate::lower::{Params, Unit};
use crate::operator::Number;
use crate::value::Value;

/// Consecutive numbers; created by [`Backend::range`](crate::Backend::range).
#[derive(Debug, Clone, Copy)]
pub struct RangeOf<T> {
    from: T,
    len: usize,
}

impl<T: Number + AsPrimitive<usize>> RangeOf<T>
where
    usize: AsPrimitive<T>,
{
    pub(crate) fn new(range: Range<T>) -> Self {
        // The difference of two's complements is the distance, whatever their signs; `as` sign-extends both alike.
        let len = if range.start < range.end { range.end.as_().wrapping_sub(range.start.as_()) } else { 0 };
        RangeOf { from: range.start, len }
    }
}

// SAFETY: reads no memory; `Range` in expr.cuh computes the same.
unsafe impl<T: Number> Expr for RangeOf<T>
where
    usize: AsPrimitive<T>,
{
    type Item = T;
    #[inline(always)]
    fn slots(&self) -> usize {
        self.len
    }
    indexed!();
    #[inline(always)]
    fn check(&self, _: &mut Check) {}
    fn params(&self, out: &mut Params) {
        out.member(|out| self.from.write(out));
        out.member(|out| out.word(self.len as u64));
    }
    fn lower(unit: &mut Unit) -> String {
        format!("Range<{}>", unit.spell(&T::ty()))
    }
}
// SAFETY: every slot holds an item.
unsafe impl<T: Number> Indexed for RangeOf<T>
where
    usize: AsPrimitive<T>,
{
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> T {
        self.from.plus(i.as_())
    }
}

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
        self.len
    }
    indexed!();
    #[inline(always)]
    fn check(&self, _: &mut Check) {}
    fn params(&self, out: &mut Params) {
        out.member(|out| self.value.write(out));
        out.member(|out| out.word(self.len as u64));
    }
    fn lower(unit: &mut Unit) -> String {
        format!("Constant<{}>", unit.spell(&T::ty()))
    }
}
// SAFETY: every slot holds an item.
unsafe impl<T: Value> Indexed for Constant<T> {
    #[inline(always)]
    unsafe fn at(&self, _: usize) -> T {
        self.value
    }
}
