//! Runs of equal keys: pairs *(does a run begin here, value)* and their operator.

use onrush_core::device::Check;
use onrush_core::expr::Indexed;
use onrush_core::function::Function;
use onrush_core::lower::{Params, Unit};
use onrush_core::operator::Operator;
use onrush_core::value::Value;

/// `(f, a) ∘ (g, b) = (f | g, if g { b } else { a ∘ b })`.
#[derive(Clone, Copy)]
pub(crate) struct Segmented<O>(pub(crate) O);

impl<V: Value, O: Operator<V>> Function<((bool, V), (bool, V))> for Segmented<O> {
    type Output = (bool, V);
    #[inline(always)]
    fn call(&self, ((f, a), (g, b)): ((bool, V), (bool, V))) -> (bool, V) {
        (f | g, if g { b } else { self.0.call((a, b)) })
    }
    fn check(&self, check: &mut Check) {
        self.0.check(check);
    }
    fn params(&self, _: &mut Params) {}
    fn lower(_: &mut Unit) -> String {
        String::new()
    }
}
impl<V: Value, O: Operator<V>> Operator<(bool, V)> for Segmented<O> {}

/// Whether a run of keys begins in slot `i`.
///
/// # Safety
///
/// `i` is a slot of the checked keys.
#[inline(always)]
pub(crate) unsafe fn is_head<K, Q>(keys: &K, equal: &Q, i: usize) -> bool
where
    K: Indexed<Item: Value>,
    Q: Function<(K::Item, K::Item), Output = bool>,
{
    // SAFETY: the caller's promise, and `i - 1` is a slot too.
    i == 0 || !equal.call(unsafe { (keys.at(i - 1), keys.at(i)) })
}
