//! Small functions that derived algorithms are made of.

use crate::device::Check;
use crate::function::Function;
use crate::lower::{Params, Unit};
use crate::value::{Item, Value};

/// Passes everything but the call on to the wrapped function; its template in derived.cuh has the wrapper's name.
macro_rules! wraps {
    ($name:ident) => {
        #[inline(always)]
        fn check(&self, check: &mut Check) {
            self.0.check(check);
        }
        fn params(&self, out: &mut Params) {
            out.member(|out| self.0.params(out));
        }
        fn lower(unit: &mut Unit) -> String {
            format!(concat!(stringify!($name), "<{}>"), F::lower(unit))
        }
    };
}

/// A function of two, of a pair.
#[derive(Debug, Clone, Copy)]
pub struct Spread<F>(pub(crate) F);

// SAFETY: calls the wrapped function once, or computes from the arguments alone; the template of the same name in
// derived.cuh does the same.
unsafe impl<A, B, F: Function<(A, B)>> Function<((A, B),)> for Spread<F> {
    type Output = F::Output;
    #[inline(always)]
    fn call(&self, ((a, b),): ((A, B),)) -> F::Output {
        self.0.call((a, b))
    }
    wraps!(Spread);
}

/// A function of two, of an array of two.
#[derive(Debug, Clone, Copy)]
pub struct Pairwise<F>(pub(crate) F);

// SAFETY: calls the wrapped function once, or computes from the arguments alone; the template of the same name in
// derived.cuh does the same.
unsafe impl<T, F: Function<(T, T)>> Function<([T; 2],)> for Pairwise<F> {
    type Output = F::Output;
    #[inline(always)]
    fn call(&self, ([a, b],): ([T; 2],)) -> F::Output {
        self.0.call((a, b))
    }
    wraps!(Pairwise);
}

/// The opposite of a predicate.
#[derive(Debug, Clone, Copy)]
pub struct Not<F>(pub(crate) F);

// SAFETY: calls the wrapped function once, or computes from the arguments alone; the template of the same name in
// derived.cuh does the same.
unsafe impl<A, F: Function<(A,), Output = bool>> Function<(A,)> for Not<F> {
    type Output = bool;
    #[inline(always)]
    fn call(&self, args: (A,)) -> bool {
        !self.0.call(args)
    }
    wraps!(Not);
}

/// An item with its key: `(f(x), x)`.
#[derive(Debug, Clone, Copy)]
pub struct Keyed<F>(pub(crate) F);

// SAFETY: calls the wrapped function once, or computes from the arguments alone; the template of the same name in
// derived.cuh does the same.
unsafe impl<T: Value, F: Function<(T,)>> Function<(T,)> for Keyed<F> {
    type Output = (F::Output, T);
    #[inline(always)]
    fn call(&self, (x,): (T,)) -> (F::Output, T) {
        (self.0.call((x,)), x)
    }
    wraps!(Keyed);
}

/// A pair the other way round.
#[derive(Debug, Clone, Copy)]
pub struct Swap;

// SAFETY: calls the wrapped function once, or computes from the arguments alone; the template of the same name in
// derived.cuh does the same.
unsafe impl<A: Item, B: Item> Function<((A, B),)> for Swap {
    type Output = (B, A);
    #[inline(always)]
    fn call(&self, ((a, b),): ((A, B),)) -> (B, A) {
        (b, a)
    }
    #[inline(always)]
    fn check(&self, _: &mut Check) {}
    fn params(&self, _: &mut Params) {}
    fn lower(_: &mut Unit) -> String {
        "Swap".into()
    }
}

/// 1 for every item: what `count` sums.
#[derive(Debug, Clone, Copy)]
pub struct One;

// SAFETY: calls the wrapped function once, or computes from the arguments alone; the template of the same name in
// derived.cuh does the same.
unsafe impl<A: Item> Function<(A,)> for One {
    type Output = u64;
    #[inline(always)]
    fn call(&self, _: (A,)) -> u64 {
        1
    }
    #[inline(always)]
    fn check(&self, _: &mut Check) {}
    fn params(&self, _: &mut Params) {}
    fn lower(_: &mut Unit) -> String {
        "One".into()
    }
}
