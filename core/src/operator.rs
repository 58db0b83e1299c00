//! The operators that onrush knows: their identities and laws are part of their types. Of arrays and tuples they combine part by part.

mod parts;

use crate::device::Check;
use crate::function::{Captures, Function, Operation};
use crate::key::Key;
use crate::lower::{Params, TranslationUnit};
pub use crate::number::{Integer, Number};
use crate::scalars::Primitive;
use crate::source::Source;
use crate::value::{Element, Value};
use crate::witness::Witnesses;

/// An associative operator on `T`.
///
/// Associativity is the user's promise: `(a ∘ b) ∘ c` and `a ∘ (b ∘ c)` mean the same. An operation made by `op!` is
/// taken as non-commutative, so reductions keep the order of the items; [`commutative`] declares otherwise. If an
/// operation made by `op!` isn't associative, or is declared commutative but isn't, results differ from a sequential
/// loop's but are the same on every backend.
///
/// Known to commute, and to be exact, are operations that combine two values part by part, with `^`, `&`, `|`, `min`, `max`,
/// `wrapping_add` or `wrapping_mul` of integers or, where overflow isn't checked, `+` or `*`:
/// `op!(|a: (u32, u32), b: (u32, u32)| (a.0 + b.0, a.1.max(b.1)))`.
///
/// The known operators combine arrays and tuples part by part: `reduce([0.0; 11], Sum)`, `scatter_reduce(&p, Max, &mut y)` of `[f32; 4]`.
/// Such a value is one item, and its size that of the whole, by which the [shape contract](crate::shape) goes: sums of floats may have
/// other bits than those of each part alone.
///
/// # Safety
///
/// `EXACT`, `ATOMIC`, `PICKS`, `rank` and `identity` hold as documented.
#[doc(alias("monoid", "semigroup", "BinaryFunction", "binary_function"))]
#[diagnostic::on_unimplemented(
    message = "write an operator on `{T}` here: `op!(|a: {T}, b: {T}| …)` with a result of this type, or for numbers, and arrays and tuples of them, `Sum`, `Max`, …",
    label = "not an operator on the chain's items"
)]
pub unsafe trait Operator<T: Value>: Function<(T, T), Output = T> {
    /// Whether `a ∘ b` is `b ∘ a`: then a reduction may combine items that are not neighbours.
    const COMMUTATIVE: bool = false;
    /// Whether every association gives the same bits: then each backend may choose its own.
    const EXACT: bool = false;
    /// Whether the operator is one of this module that a GPU has an atomic instruction for, on words of 32 bits. It is exact, and
    /// commutes.
    #[doc(hidden)]
    const ATOMIC: bool = false;
    /// Whether the operator returns one of its operands, the one with the smaller [`rank`](Operator::rank), and which
    /// of two operands with the same rank. A backend may then find the least rank first, and its operand afterwards.
    const PICKS: Option<Pick> = None;
    /// A value that changes no bit of another one: `identity ∘ x` and `x ∘ identity` are `x`. The type has no padding.
    fn identity() -> Option<T> {
        None
    }
    /// The rank by which an operator [picks](Operator::PICKS): the operand with the smaller rank is the result.
    fn rank(&self, _: &T) -> u64 {
        0
    }
}

/// The choice between two operands with the same rank that an operator [picks](Operator::PICKS).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pick {
    /// The left one: of several items, the first.
    First,
    /// The right one: of several items, the last.
    Last,
}

#[diagnostic::do_not_recommend]
// SAFETY: an operation that combines the parts of two values, each by an operator that commutes and associates exactly, does so
// itself; the other defaults claim no law.
unsafe impl<F, C, W, S, T> Operator<T> for Operation<F, C, W, S>
where
    T: Value,
    C: Captures,
    W: Witnesses,
    S: Source,
    Self: Function<(T, T), Output = T>,
{
    const COMMUTATIVE: bool = Self::EXACT;
    const EXACT: bool = Self::EXACT;
}

/// An operation that its author declares commutative; see [`commutative`].
#[derive(Debug, Clone, Copy)]
pub struct Commutative<O>(O);

/// Declares `a ∘ b` to be `b ∘ a`, so that a reduction may run in strided lanes: faster for custom operators.
///
/// If the declaration is false, results are wrong, though the same on every backend.
///
/// ```
/// # use onrush_core::operator::{commutative, Sum};
/// let sum = commutative(Sum);
/// # let _ = sum;
/// ```
#[doc(alias("reduce"))]
pub fn commutative<O>(operation: O) -> Commutative<O> {
    Commutative(operation)
}

#[diagnostic::do_not_recommend]
// SAFETY: every method forwards to the operation, which keeps the contract.
unsafe impl<Args, O: Function<Args>> Function<Args> for Commutative<O> {
    type Output = O::Output;
    #[inline(always)]
    fn call(&self, args: Args) -> O::Output {
        self.0.call(args)
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.0.check(check);
    }
    fn params(&self, out: &mut Params) {
        self.0.params(out);
    }
    fn lower(unit: &mut TranslationUnit) -> String {
        O::lower(unit)
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: `EXACT` and `identity` are the operation's own. The contract doesn't cover `COMMUTATIVE`: a false claim gives
// other results, the same on every backend.
unsafe impl<T: Value, O: Operator<T>> Operator<T> for Commutative<O> {
    const COMMUTATIVE: bool = true;
    const EXACT: bool = O::EXACT;
    const ATOMIC: bool = O::ATOMIC;
    fn identity() -> Option<T> {
        O::identity()
    }
}

/// Declares operators of two operands of one type: name, docs, bound, body, and laws.
macro_rules! operators {
    ($($(#[$doc:meta])* $name:ident<$t:ident: $bound:path>, |$a:ident, $b:ident| $body:expr, exact $exact:expr, atomic $atomic:expr, identity $id:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
        pub struct $name;

        #[diagnostic::do_not_recommend]
        // SAFETY: `call` is a function of its operands alone; the functor of the same name in operator.cuh computes the
        // same bits.
        unsafe impl<$t: $bound> Function<($t, $t)> for $name {
            type Output = $t;
            #[inline(always)]
            fn call(&self, ($a, $b): ($t, $t)) -> $t { $body }
            #[inline(always)]
            fn check(&self, _: &mut Check) {}
            fn params(&self, _: &mut Params) {}
            fn lower(_: &mut TranslationUnit) -> String { stringify!($name).into() }
        }
        #[diagnostic::do_not_recommend]
        // SAFETY: the laws and the identity hold for every type within the bound; `PICKS` keeps its default.
        unsafe impl<$t: $bound> Operator<$t> for $name {
            const COMMUTATIVE: bool = true;
            const EXACT: bool = $exact;
            const ATOMIC: bool = $atomic && size_of::<$t>() == 4;
            fn identity() -> Option<$t> { Some($id) }
        }
    )*};
}

/// Integers and `bool`, for the bit operators.
pub trait Bits:
    Primitive + Element + std::ops::BitAnd<Output = Self> + std::ops::BitOr<Output = Self> + std::ops::BitXor<Output = Self>
{
    /// No bit set.
    const NONE: Self;
    /// Every bit set.
    const ALL: Self;
}
macro_rules! bits {
    ($($t:ty)*) => {$( impl Bits for $t { const NONE: Self = 0; const ALL: Self = !0; } )*};
}
bits! { i8 i16 i32 i64 isize u8 u16 u32 u64 usize }
#[diagnostic::do_not_recommend]
impl Bits for bool {
    const NONE: Self = false;
    const ALL: Self = true;
}

operators! {
    /// Addition. Integers wrap; floats follow the [shape contract](crate::shape). Neutral: 0 (−0.0 for floats, which
    /// changes no bit).
    #[doc(alias("plus", "Add", "add"))]
    Sum<T: Number>, |a, b| a.plus(b), exact T::EXACT, atomic T::EXACT, identity T::NEUTRAL;
    /// Multiplication. Integers wrap; floats follow the [shape contract](crate::shape). Neutral: 1.
    #[doc(alias("multiplies", "Mul", "mul"))]
    Product<T: Number>, |a, b| a.times(b), exact T::EXACT, atomic false, identity T::one();
    /// The smaller of two numbers. A NaN gives way to the other operand, −0.0 is smaller than +0.0.
    #[doc(alias("minimum"))]
    Min<T: Number>, |a, b| a.smaller(b), exact true, atomic T::EXACT, identity T::LARGEST;
    /// The larger of two numbers. A NaN gives way to the other operand, +0.0 is larger than −0.0.
    #[doc(alias("maximum"))]
    Max<T: Number>, |a, b| a.larger(b), exact true, atomic T::EXACT, identity T::SMALLEST;
    /// Bitwise and; for `bool`, logical and.
    #[doc(alias("bit_and", "logical_and"))]
    BitAnd<T: Bits>, |a, b| a & b, exact true, atomic true, identity T::ALL;
    /// Bitwise or; for `bool`, logical or.
    #[doc(alias("bit_or", "logical_or"))]
    BitOr<T: Bits>, |a, b| a | b, exact true, atomic true, identity T::NONE;
    /// Bitwise exclusive or.
    #[doc(alias("bit_xor"))]
    BitXor<T: Bits>, |a, b| a ^ b, exact true, atomic true, identity T::NONE;
}

/// Declares functions of two keys that return `bool`.
macro_rules! relations {
    ($($(#[$doc:meta])* $name:ident, |$a:ident, $b:ident| $body:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
        pub struct $name;
        #[diagnostic::do_not_recommend]
        // SAFETY: `call` is a function of the keys' words alone; the functor of the same name in key.cuh computes
        // the same.
        unsafe impl<K: Key> Function<(K, K)> for $name {
            type Output = bool;
            #[inline(always)]
            fn call(&self, ($a, $b): (K, K)) -> bool { $body }
            #[inline(always)]
            fn check(&self, _: &mut Check) {}
            fn params(&self, _: &mut Params) {}
            fn lower(unit: &mut TranslationUnit) -> String {
                unit.radix(&K::ty());
                stringify!($name).into()
            }
        }
    )*};
}
relations! {
    /// The order of keys; see [`Key`].
    #[doc(alias("less"))]
    Less, |a, b| a.precedes(&b);
    /// The reverse of the order of keys.
    #[doc(alias("greater", "Reverse", "descending"))]
    Greater, |a, b| b.precedes(&a);
    /// Whether two keys are the same; see [`Key`].
    #[doc(alias("equal_to"))]
    Same, |a, b| a.same(&b);
}

/// Picks one of two `(key, position)` pairs: the smaller (or larger) key, and of equal keys the first (or last)
/// position. `argmin`, `argmax`, `min_by_key` and `max_by_key` reduce with it.
#[derive(Debug, Clone, Copy)]
pub struct Extreme<const LARGEST: bool, const LAST: bool>;

// SAFETY: `call` returns one of its operands, chosen by their keys' words alone; `Extreme` in key.cuh does the
// same.
unsafe impl<K: Key, T: Value, const LARGEST: bool, const LAST: bool> Function<((K, T), (K, T))>
    for Extreme<LARGEST, LAST>
where
    (K, T): Value,
{
    type Output = (K, T);
    #[inline(always)]
    fn call(&self, (a, b): ((K, T), (K, T))) -> (K, T) {
        let beyond = if LARGEST { a.0.precedes(&b.0) } else { b.0.precedes(&a.0) };
        if beyond || (LAST && a.0.same(&b.0)) { b } else { a }
    }
    #[inline(always)]
    fn check(&self, _: &mut Check) {}
    fn params(&self, _: &mut Params) {}
    fn lower(unit: &mut TranslationUnit) -> String {
        unit.radix(&K::ty());
        format!("Extreme<{LARGEST}, {LAST}>")
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `PICKS` is set only for keys of one word. Then `rank` is that word or its complement, so that `call` returns
// the operand with the smaller rank, and of equal ranks the one that `PICKS` names. The result is an extreme operand
// whatever the association, so `EXACT` holds.
unsafe impl<K: Key, T: Value, const LARGEST: bool, const LAST: bool> Operator<(K, T)> for Extreme<LARGEST, LAST>
where
    (K, T): Value,
{
    // Operands come in order: `a` is always the earlier one, so ties resolve by position without comparing positions.
    const EXACT: bool = true;
    const PICKS: Option<Pick> = match (K::WORDS, LAST) {
        (1, false) => Some(Pick::First),
        (1, true) => Some(Pick::Last),
        _ => None,
    };
    #[inline(always)]
    fn rank(&self, (key, _): &(K, T)) -> u64 {
        if LARGEST { !key.word(0) } else { key.word(0) }
    }
}

/// Picks one of two pairs (key, position) as [`Extreme`] does, and of equal keys the one whose position comes first: since no two
/// items have the same position, the order of operands doesn't matter.
#[derive(Debug, Clone, Copy)]
pub struct ExtremeAt<const LARGEST: bool>;

#[diagnostic::do_not_recommend]
// SAFETY: `call` returns one of its operands, chosen by their keys' words and positions alone; `ExtremeAt` in key.cuh does the
// same.
unsafe impl<K: Key, const LARGEST: bool> Function<((K, usize), (K, usize))> for ExtremeAt<LARGEST>
where
    (K, usize): Value,
{
    type Output = (K, usize);
    #[inline(always)]
    fn call(&self, (a, b): ((K, usize), (K, usize))) -> (K, usize) {
        // Of equal keys, `Extreme` picks the left one.
        if b.1 < a.1 { Extreme::<LARGEST, false>.call((b, a)) } else { Extreme::<LARGEST, false>.call((a, b)) }
    }
    #[inline(always)]
    fn check(&self, _: &mut Check) {}
    fn params(&self, _: &mut Params) {}
    fn lower(unit: &mut TranslationUnit) -> String {
        unit.radix(&K::ty());
        format!("ExtremeAt<{LARGEST}>")
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: pairs are ordered by their keys, then by their positions, and `call` returns the least, whatever the association and the
// order. `PICKS` is set only for keys of one word, whose `rank` is that word or its complement; the terminals that use this operator
// number items in their order, so that the first of the least rank has the least position.
unsafe impl<K: Key, const LARGEST: bool> Operator<(K, usize)> for ExtremeAt<LARGEST>
where
    (K, usize): Value,
{
    const COMMUTATIVE: bool = true;
    const EXACT: bool = true;
    const PICKS: Option<Pick> = <Extreme<LARGEST, false> as Operator<(K, usize)>>::PICKS;
    #[inline(always)]
    fn rank(&self, pair: &(K, usize)) -> u64 {
        Extreme::<LARGEST, false>.rank(pair)
    }
}

/// Picks the item that comes first (or last, if `LARGEST`) by a relation; of items that neither come before the other, the
/// left one (or the right one). `min_by` and `max_by` reduce with it.
#[derive(Debug, Clone, Copy)]
pub struct ExtremeBy<F, const LARGEST: bool>(pub(crate) F);

#[diagnostic::do_not_recommend]
// SAFETY: `call` returns one of its operands, chosen by the wrapped [`Function`], which keeps the contract; `ExtremeBy` in
// operator.cuh does the same.
unsafe impl<T: Value, F: Function<(T, T), Output = bool>, const LARGEST: bool> Function<(T, T)>
    for ExtremeBy<F, LARGEST>
{
    type Output = T;
    #[inline(always)]
    fn call(&self, (a, b): (T, T)) -> T {
        if self.0.call((b, a)) != LARGEST { b } else { a }
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.0.check(check);
    }
    fn params(&self, out: &mut Params) {
        out.member(|out| self.0.params(out));
    }
    fn lower(unit: &mut TranslationUnit) -> String {
        format!("ExtremeBy<{}, {LARGEST}>", F::lower(unit))
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the defaults claim no law. A relation that is no order has no extreme item: the result then depends on the
// association.
unsafe impl<T: Value, F: Function<(T, T), Output = bool>, const LARGEST: bool> Operator<T> for ExtremeBy<F, LARGEST> {}

#[cfg(test)]
mod tests {
    use onrush_macros::op;

    use super::*;

    /// Whether the operator is known to be exact, and whether overflow is checked here.
    fn exact<T: Value, O: Operator<T>>(_: O) -> bool {
        assert_eq!(O::COMMUTATIVE, O::EXACT);
        O::EXACT
    }

    #[test]
    fn operators_of_integers_part_by_part_are_exact() {
        type Nested = ((u8, i64), [bool; 2]);
        assert!(exact(op!(|a: u32, b: u32| a ^ b)));
        assert!(exact(op!(|a: i16, b: i16| { b & a })));
        assert!(exact(op!(|a: u64, b: u64| a.wrapping_add(b))));
        assert!(exact(op!(|a: i8, b: i8| -> i8 { a.wrapping_mul(b) })));
        assert!(exact(op!(|a: usize, b: usize| a.max(b))));
        assert!(exact(op!(|a: (u32, i32), b: (u32, i32)| (a.0 | b.0, b.1.min(a.1)))));
        assert!(exact(op!(|(a, c): (u32, u32), (b, d): (u32, u32)| (a ^ b, c | d))));
        assert!(exact(op!(|a: [u8; 2], b: [u8; 2]| [a[0] & b[0], a[1] | b[1]])));
        assert!(exact(op!(|a: Nested, b: Nested| (
            (a.0.0 & b.0.0, a.0.1 ^ b.0.1),
            [a.1[0] | b.1[0], b.1[1] & a.1[1]]
        ))));
        // Where overflow is checked, one association of a sum may overflow, and another not.
        let checked = std::panic::catch_unwind(|| op!(|a: u8, b: u8| a + b).call((255, 1))).is_err();
        assert_eq!(exact(op!(|a: u8, b: u8| a + b)), !checked);
        assert_eq!(exact(op!(|a: (u8, i64), b: (u8, i64)| (a.0 * b.0, a.1 + b.1))), !checked);
    }

    #[test]
    fn other_operations_are_not() {
        assert!(!exact(op!(|a: u32, b: u32| a.wrapping_sub(b))));
        assert!(!exact(op!(|a: u32, b: u32| a.saturating_add(b))));
        assert!(!exact(op!(|a: i32, b: i32| a.saturating_mul(b))));
        assert!(!exact(op!(|a: u32, b: u32| a.abs_diff(b))));
        assert!(!exact(op!(|a: f32, b: f32| a + b)));
        assert!(!exact(op!(|a: f64, b: f64| a.max(b))));
        assert!(!exact(op!(|a: (u32, f32), b: (u32, f32)| (a.0 ^ b.0, a.1 + b.1))));
        // One operand, the same one twice, another part, an operand that is changed, and one that is left out.
        assert!(!exact(op!(|_: u32, b: u32| b)));
        assert!(!exact(op!(|a: u32, _: u32| a ^ a)));
        assert!(!exact(op!(|a: u32, b: u32| a ^ !b)));
        assert!(!exact(op!(|a: u32, b: u32| a ^ b ^ 1)));
        assert!(!exact(op!(|a: (u32, u32), b: (u32, u32)| (a.0 ^ b.1, a.1 ^ b.0))));
        assert!(!exact(op!(|a: (u32, u32), b: (u32, u32)| (a.1 ^ b.1, a.0 ^ b.0))));
        assert!(!exact(op!(|a: (u32, u32), b: (u32, u32)| (a.0 ^ b.0, b.1))));
        assert!(!exact(op!(|a: [u8; 2], b: [u8; 2]| [a[1] & b[1], a[0] & b[0]])));
        let mask = 5;
        assert!(!exact(op!(|a: u32, b: u32| (a ^ b) & mask)));
        assert!(!exact(op!(|a: u32, _: u32| a & mask)));
    }
}
