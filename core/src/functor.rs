//! Small functions that derived algorithms are composed of.

use std::cmp::Reverse;

use onrush_macros::op;

use crate::device::Check;
use crate::function::Function;
use crate::key::Key;
use crate::lower::{COLUMNS, Params, TranslationUnit, members, piece};
use crate::operator::Operator;
use crate::scalars::Primitive;
use crate::value::{Item, Value};

/// A function with a name of its own that is written as an operation; see [`named`].
pub(crate) trait Named<Args>: Copy {
    /// The type of the result.
    type Output: Item;
    /// The operation.
    fn operation(self) -> impl Function<Args, Output = Self::Output>;
}

/// The device text of the operations that a function makes.
pub(crate) fn lowered<N, Args, F: Function<Args>>(_: impl FnOnce(N) -> F, unit: &mut TranslationUnit) -> String {
    F::lower(unit)
}

/// Implements [`Function`] for types that can be named, by operations: `[generics] Name, |this| (arguments) -> result, op!(…);`.
macro_rules! named {
    ($([$($generics:tt)*] $name:ty, |$this:pat_param| $args:ty => $out:ty, $operation:expr $(, { $($more:tt)* })?;)*) => {$(
        impl<$($generics)*> $crate::functor::Named<$args> for $name {
            type Output = $out;
            #[inline(always)]
            fn operation(self) -> impl $crate::function::Function<$args, Output = $out> {
                let $this = self;
                $operation
            }
        }
        #[diagnostic::do_not_recommend]
        // SAFETY: everything is the operation's, which keeps the contract, and which depends on the value alone.
        unsafe impl<$($generics)*> $crate::function::Function<$args> for $name {
            type Output = $out;
            #[inline(always)]
            fn call(&self, args: $args) -> $out {
                $crate::functor::Named::<$args>::operation(*self).call(args)
            }
            #[inline(always)]
            fn check(&self, check: &mut $crate::device::Check) {
                $crate::functor::Named::<$args>::operation(*self).check(check);
            }
            fn params(&self, out: &mut $crate::lower::Params) {
                $crate::functor::Named::<$args>::operation(*self).params(out);
            }
            fn lower(unit: &mut $crate::lower::TranslationUnit) -> String {
                $crate::functor::lowered(<Self as $crate::functor::Named<$args>>::operation, unit)
            }
            $($($more)*)?
        }
    )*};
}
pub(crate) use named;

/// Forwards everything but the call to the wrapped function; its template in functor.cuh has the wrapper's name.
macro_rules! wraps {
    ($name:ident) => {
        #[inline(always)]
        fn check(&self, check: &mut Check) {
            self.0.check(check);
        }
        fn params(&self, out: &mut Params) {
            out.member(|out| self.0.params(out));
        }
        fn lower(unit: &mut TranslationUnit) -> String {
            format!(concat!(stringify!($name), "<{}>"), F::lower(unit))
        }
    };
}

/// A function of two to four arguments, applied to a tuple.
#[derive(Debug, Clone, Copy)]
pub struct Uncurry<F>(pub(crate) F);

macro_rules! uncurry {
    ($($name:ident: $($t:ident $x:ident)+;)+) => {$(
        #[diagnostic::do_not_recommend]
        // SAFETY: `call` only calls the wrapped [`Function`], which keeps the contract; the template of this name in
        // functor.cuh does the same.
        unsafe impl<$($t,)+ F: Function<($($t,)+)>> Function<(($($t,)+),)> for Uncurry<F> {
            type Output = F::Output;
            #[inline(always)]
            fn call(&self, (($($x,)+),): (($($t,)+),)) -> F::Output {
                self.0.call(($($x,)+))
            }
            wraps!($name);
        }
    )+};
}
uncurry! {
    Uncurry: A a B b;
    Uncurry3: A a B b C c;
    Uncurry4: A a B b C c D d;
}

macro_rules! nested {
    ($($name:ident: $($t:ident $x:ident)+, $ty:ty, $pattern:pat,)+) => {$(
        /// A function of three or four arguments, applied to the items of `x.zip(y).zip(z)`, which are pairs of pairs.
        #[derive(Debug, Clone, Copy)]
        pub struct $name<F>(pub(crate) F);

        #[diagnostic::do_not_recommend]
        // SAFETY: `call` only calls the wrapped [`Function`], which keeps the contract; the template of this name in
        // pair.cuh does the same.
        unsafe impl<$($t,)+ F: Function<($($t,)+)>> Function<($ty,)> for $name<F> {
            type Output = F::Output;
            #[inline(always)]
            fn call(&self, ($pattern,): ($ty,)) -> F::Output {
                self.0.call(($($x,)+))
            }
            #[inline(always)]
            fn check(&self, check: &mut Check) {
                self.0.check(check);
            }
            fn params(&self, out: &mut Params) {
                out.member(|out| self.0.params(out));
            }
            fn lower(unit: &mut TranslationUnit) -> String {
                unit.piece(piece!("pair.cuh"));
                format!(concat!(stringify!($name), "<{}>"), F::lower(unit))
            }
        }
    )+};
}
nested! {
    Nested3: A a B b C c, ((A, B), C), ((a, b), c),
    Nested4: A a B b C c D d, (((A, B), C), D), (((a, b), c), d),
}

/// A function of two arguments, applied to an array of two.
#[derive(Debug, Clone, Copy)]
pub struct Pairwise<F>(pub(crate) F);

#[diagnostic::do_not_recommend]
// SAFETY: `call` only calls the wrapped [`Function`], which keeps the contract; `Pairwise` in functor.cuh does the
// same.
unsafe impl<T, F: Function<(T, T)>> Function<([T; 2],)> for Pairwise<F> {
    type Output = F::Output;
    #[inline(always)]
    fn call(&self, ([a, b],): ([T; 2],)) -> F::Output {
        self.0.call((a, b))
    }
    wraps!(Pairwise);
}

/// A function of two items, applied to the first parts of two pairs.
#[derive(Debug, Clone, Copy)]
pub struct OnFirst<F>(pub(crate) F);

// SAFETY: `call` only calls the wrapped [`Function`], which keeps the contract; `OnFirst` in functor.cuh does the same.
unsafe impl<T, V, F: Function<(T, T)>> Function<((T, V), (T, V))> for OnFirst<F> {
    type Output = F::Output;
    #[inline(always)]
    fn call(&self, (a, b): ((T, V), (T, V))) -> F::Output {
        self.0.call((a.0, b.0))
    }
    wraps!(OnFirst);
}

/// Whether an item equals a value, by `==`.
#[derive(Debug, Clone, Copy)]
pub struct EqualTo<T>(pub(crate) T);

// SAFETY: `call` depends on the argument and the value alone; `EqualTo` in functor.cuh compares primitives as Rust does.
unsafe impl<T: Primitive + Value + PartialEq> Function<(T,)> for EqualTo<T> {
    type Output = bool;
    #[inline(always)]
    fn call(&self, (x,): (T,)) -> bool {
        x == self.0
    }
    #[inline(always)]
    fn check(&self, _: &mut Check) {}
    fn params(&self, out: &mut Params) {
        out.member(|out| self.0.write(out));
    }
    fn lower(unit: &mut TranslationUnit) -> String {
        format!("EqualTo<{}>", unit.spell(&T::ty()))
    }
}

/// Whether a key is the same as any of a few, which are compared without branches: such a loop runs in vector registers.
#[derive(Debug, Clone, Copy)]
pub struct AnyOf<K>(pub(crate) [K; FEW]);

/// The number of keys of [`AnyOf`].
pub(crate) const FEW: usize = 8;

// SAFETY: `call` depends on the keys alone; `AnyOf` in sequences.cuh compares them likewise.
unsafe impl<K: Key> Function<(K,)> for AnyOf<K> {
    type Output = bool;
    #[inline(always)]
    fn call(&self, (x,): (K,)) -> bool {
        self.0.iter().fold(false, |any, key| any | x.same(key))
    }
    #[inline(always)]
    fn check(&self, _: &mut Check) {}
    members! {
        |this, unit| ["sequences.cuh"] {
            unit.radix(&K::ty());
            format!("AnyOf<{}, {FEW}>", unit.spell(&K::ty()))
        } =>
        keys: value this.0
    }
}

/// The left operand, for reductions of a single item.
#[derive(Debug, Clone, Copy)]
pub struct First;

named! { [T: Value] First, |_| (T, T) => T, op!(|a: T, _: T| a); }

// SAFETY: the first of several operands is the result of every association.
unsafe impl<T: Value> Operator<T> for First {
    const EXACT: bool = true;
}

/// The negation of a predicate.
#[derive(Debug, Clone, Copy)]
pub struct Not<F>(pub(crate) F);

#[diagnostic::do_not_recommend]
// SAFETY: `call` negates the result of the wrapped [`Function`], which keeps the contract; `Not` in functor.cuh does
// the same.
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

#[diagnostic::do_not_recommend]
// SAFETY: `call` pairs the result of the wrapped [`Function`], which keeps the contract, with its argument; `Keyed` in
// functor.cuh does the same.
unsafe impl<T: Value, F: Function<(T,)>> Function<(T,)> for Keyed<F> {
    type Output = (F::Output, T);
    #[inline(always)]
    fn call(&self, (x,): (T,)) -> (F::Output, T) {
        (self.0.call((x,)), x)
    }
    wraps!(Keyed);
}

/// A key in the reverse order.
#[derive(Debug, Clone, Copy)]
pub struct Reversed;

#[diagnostic::do_not_recommend]
// SAFETY: `call` depends on its argument alone; `Reversed` in functor.cuh does the same.
unsafe impl<K: Key> Function<(K,)> for Reversed {
    type Output = Reverse<K>;
    #[inline(always)]
    fn call(&self, (x,): (K,)) -> Reverse<K> {
        Reverse(x)
    }
    #[inline(always)]
    fn check(&self, _: &mut Check) {}
    fn params(&self, _: &mut Params) {}
    fn lower(_: &mut TranslationUnit) -> String {
        "Reversed".into()
    }
}

/// Whether a key comes after `above` and before `below`, if these are given.
#[derive(Debug, Clone, Copy)]
pub struct Between<K> {
    pub(crate) above: Option<K>,
    pub(crate) below: Option<K>,
}

// SAFETY: `call` depends on the keys' words alone; `Between` in key.cuh compares them likewise.
unsafe impl<K: Key> Function<(K,)> for Between<K> {
    type Output = bool;
    #[inline(always)]
    fn call(&self, (x,): (K,)) -> bool {
        self.above.is_none_or(|above| above.precedes(&x)) && self.below.is_none_or(|below| x.precedes(&below))
    }
    #[inline(always)]
    fn check(&self, _: &mut Check) {}
    members! {
        |this, unit| [] {
            unit.radix(&K::ty());
            format!("Between<{}>", unit.spell(&K::ty()))
        } =>
        above: if_any this.above, below: if_any this.below,
        given: word u64::from(this.above.is_some()) | u64::from(this.below.is_some()) << 1
    }
}

/// Exchanges two elements.
#[derive(Debug, Clone, Copy)]
pub struct Exchange;

// SAFETY: `call` accesses its arguments alone; `Exchange` in functor.cuh does the same.
unsafe impl<'a, 'b, T: Value> Function<((&'a mut T, &'b mut T),)> for Exchange {
    type Output = ();
    const EXCHANGES: bool = true;
    #[inline(always)]
    fn call(&self, ((a, b),): ((&'a mut T, &'b mut T),)) {
        std::mem::swap(a, b);
    }
    #[inline(always)]
    fn check(&self, _: &mut Check) {}
    fn params(&self, _: &mut Params) {}
    fn lower(_: &mut TranslationUnit) -> String {
        "Exchange".into()
    }
}

/// The constant 1 for every item; `count` sums these.
#[derive(Debug, Clone, Copy)]
pub struct One;

#[diagnostic::do_not_recommend]
// SAFETY: `call` is constant; `One` in functor.cuh does the same.
unsafe impl<A: Item> Function<(A,)> for One {
    type Output = u64;
    #[inline(always)]
    fn call(&self, _: (A,)) -> u64 {
        1
    }
    #[inline(always)]
    fn check(&self, _: &mut Check) {}
    fn params(&self, _: &mut Params) {}
    fn lower(_: &mut TranslationUnit) -> String {
        "One".into()
    }
}

/// An item and itself.
#[derive(Debug, Clone, Copy)]
pub struct Twice;

named! { [T: Value] Twice, |_| (T,) => (T, T), op!(|x: T| (x, x)); }

/// A function, applied to the second part of a pair.
#[derive(Debug, Clone, Copy)]
pub struct Second<F>(pub(crate) F);

// SAFETY: `call` only calls the wrapped [`Function`], which keeps the contract; `Second` in pair.cuh does the same.
unsafe impl<A: Item, B, F: Function<(B,)>> Function<((A, B),)> for Second<F> {
    type Output = F::Output;
    #[inline(always)]
    fn call(&self, ((_, b),): ((A, B),)) -> F::Output {
        self.0.call((b,))
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.0.check(check);
    }
    fn params(&self, out: &mut Params) {
        out.member(|out| self.0.params(out));
    }
    fn lower(unit: &mut TranslationUnit) -> String {
        unit.piece(piece!("pair.cuh"));
        format!("Second<{}>", F::lower(unit))
    }
}

/// A segment's value itself.
#[derive(Debug, Clone, Copy)]
pub struct Whole;

/// The position within a segment that starts at the second argument, of a pair of key and position.
#[derive(Debug, Clone, Copy)]
pub struct PositionIn;

/// The position of a pair of key and position, wherever the segment starts.
#[derive(Debug, Clone, Copy)]
pub struct PositionOf;

named! {
    [T: Value] Whole, |_| (T, usize) => T, op!(|x: T, _: usize| x);
    [K: Value] PositionIn, |_| ((K, usize), usize) => usize, op!(|(_, i): (K, usize), start: usize| i.wrapping_sub(start));
    [K: Value] PositionOf, |_| ((K, usize), usize) => usize, op!(|(_, i): (K, usize), _: usize| i);
    [] Multiple, |Multiple { len, end, rows }| (usize,) => usize, op!(|i: usize| if i < rows { i.wrapping_mul(len) } else { end }), {
        const ROWS: bool = true;
        #[inline(always)]
        fn row(&self) -> Option<usize> {
            Some(self.len)
        }
    };
}

/// The row of a pair of key and position in a matrix, whichever column it is in.
#[derive(Debug, Clone, Copy)]
pub struct RowOf {
    pub(crate) columns: usize,
}

#[diagnostic::do_not_recommend]
// SAFETY: `call` depends on its arguments and the number alone; `RowOf` in columns.cuh computes the same.
unsafe impl<K: Item> Function<((K, usize), usize)> for RowOf {
    type Output = usize;
    #[inline(always)]
    fn call(&self, ((_, i), _): ((K, usize), usize)) -> usize {
        i.checked_div(self.columns).unwrap_or(0)
    }
    #[inline(always)]
    fn check(&self, _: &mut Check) {}
    fn params(&self, out: &mut Params) {
        out.word(self.columns as u64);
    }
    fn lower(unit: &mut TranslationUnit) -> String {
        unit.piece(COLUMNS);
        "RowOf".into()
    }
}

/// The offsets of rows of one length; the last row may be shorter.
#[derive(Debug, Clone, Copy)]
pub struct Multiple {
    pub(crate) len: usize,
    pub(crate) end: usize,
    pub(crate) rows: usize,
}
