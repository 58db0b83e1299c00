//! Initial values, in loops over results.

use std::hint::black_box;
use std::mem::MaybeUninit;

use onrush_core::operator::Operator;
use onrush_core::value::Value;

/// A value with which each of many results begins, or none.
///
/// The compiler applies an operator before it asks whether there is such a value. What lies where an `Option` has none, such as a part
/// of an address, can be a subnormal number, whose product takes a hundred cycles or more on some processors; zeros are as fast as other
/// numbers.
#[derive(Clone, Copy)]
pub(crate) struct Begin<T: Copy> {
    some: bool,
    value: MaybeUninit<T>,
}

impl<T: Value> Begin<T> {
    pub(crate) fn new(init: Option<T>) -> Self {
        // Without `black_box` the compiler would know that the zeros aren't needed.
        let value = if black_box(init.is_some()) { init.map(MaybeUninit::new) } else { None };
        Begin { some: init.is_some(), value: value.unwrap_or(MaybeUninit::zeroed()) }
    }

    /// The result with the value on its left.
    #[inline(always)]
    pub(crate) fn join(&self, op: &impl Operator<T>, x: T) -> T {
        // SAFETY: the value was written, if there is one.
        if self.some { op.call((unsafe { self.value.assume_init() }, x)) } else { x }
    }
}
