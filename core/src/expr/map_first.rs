use super::{Expr, Indexed, Repeatable, indexed};
use crate::device::Check;
use crate::function::Function;
use crate::lower::members;
use crate::value::Value;

/// A function of the first item, and all other items as they are.
#[derive(Debug, Clone, Copy)]
pub struct MapFirst<E, F> {
    pub(crate) input: E,
    pub(crate) f: F,
}

// SAFETY: memory is read through the input alone, an [`Expr`] too; `MapFirst` in map_first.cuh does the same.
unsafe impl<E: Indexed<Item: Value>, F: Function<(E::Item,), Output = E::Item>> Expr for MapFirst<E, F> {
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
        |this, unit| ["map_first.cuh"] format!("MapFirst<{}, {}>", E::lower(unit), F::lower(unit)) =>
        e: params this.input, f: params this.f
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl<E: Indexed<Item: Value>, F: Function<(E::Item,), Output = E::Item>> Indexed for MapFirst<E, F> {
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> E::Item {
        // SAFETY: the caller keeps the contract of this method for the same slot of the input.
        let x = unsafe { self.input.at(i) };
        if i == 0 { self.f.call((x,)) } else { x }
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the input is repeatable, and the rest is a [`Function`] of its items alone.
unsafe impl<E: Repeatable + Indexed<Item: Value>, F: Function<(E::Item,), Output = E::Item>> Repeatable
    for MapFirst<E, F>
{
}

/// Declares a function of two arguments of which one is a value.
macro_rules! with_a_value {
    ($(#[$doc:meta])* $name:ident, |$f:ident, $value:ident, $x:ident| $call:expr) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        pub struct $name<F, T>(pub(crate) F, pub(crate) T);

        // SAFETY: `call` only calls the wrapped [`Function`], which keeps the contract; the template of this name in
        // map_first.cuh does the same.
        unsafe impl<T: Value, F: Function<(T, T)>> Function<(T,)> for $name<F, T> {
            type Output = F::Output;
            #[inline(always)]
            fn call(&self, ($x,): (T,)) -> F::Output {
                let ($f, $value) = (&self.0, self.1);
                $call
            }
            #[inline(always)]
            fn check(&self, check: &mut Check) {
                self.0.check(check);
            }
            members! {
                |this, unit| ["map_first.cuh"] format!(concat!(stringify!($name), "<{}, {}>"), F::lower(unit), unit.spell(&T::ty())) =>
                f: params this.0, value: value this.1
            }
        }
    };
}
with_a_value! {
    /// A function whose first argument is a value.
    WithLeft, |f, value, x| f.call((value, x))
}
with_a_value! {
    /// A function whose second argument is a value.
    WithRight, |f, value, x| f.call((x, value))
}
