//! The operators and methods that the primitive types have in device code: one table.
//!
//! Each stands for a function of the prelude (`core/device/*.cuh`) named `r_` and its Rust name. Methods that return an
//! `Option` (`checked_add`) are in `option.rs`.

use std::any::Any;
use std::cmp::Ordering;

use half::{bf16, f16};

use crate::builtin::Overflowing;
use crate::clones::ClonesByCopy;
use crate::function::{Builtin, DeviceMethod, method_name};
use crate::lookup::{Lent, OfSlices, Ordered, Taken, Takes};
use crate::lower::{ASCII, TranslationUnit};
use crate::math::text as math;
use crate::own::Own;
use crate::source::{Exact, Fallible};
use crate::value::{Element, Item, Value};
use crate::view::View;

/// A method of a primitive type, for documentation and tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScalarMethod {
    /// The Rust type, such as `i32`.
    pub ty: &'static str,
    /// The method's Rust name; operators have the names of their traits' methods, such as `add`.
    pub name: &'static str,
    /// When the method can fail.
    pub fallible: Fallible,
}

macro_rules! table {
    ($($group:ident {
        types: $types:tt, methods: $methods:tt, checked: $checked:tt, fallible: $fallible:tt, makers: $makers:tt
    })*) => {
        $(table!(@methods $types Never $methods);)*
        $(table!(@methods $types Checked $checked);)*
        $(table!(@methods $types Always $fallible);)*
        $(table!(@makers $types $makers);)*

        /// Every method of every primitive type.
        pub const METHODS: &[&[ScalarMethod]] = &[$(
            table!(@names $types Never $methods),
            table!(@names $types Checked $checked),
            table!(@names $types Always $fallible),
            table!(@names $types Never $makers)
        ),*];
    };
    (@methods [$($t:ident)*] $when:ident $methods:tt) => {$( table!(@methods_of $t $when $methods); )*};
    (@methods_of $t:ident $when:ident [$($name:ident)*]) => {$(
        #[diagnostic::do_not_recommend]
        // SAFETY: the prelude's function of this name computes what Rust's method does; tests of the CUDA backend
        // compare them.
        unsafe impl DeviceMethod<{ method_name(stringify!($name)) }> for $t {
            type Host = Own<$t>;
            type Receiver = ByName<{ takes(stringify!($name)) }>;
            #[inline(always)]
            fn host(checked: bool) -> Own<$t> {
                Own::new(checked)
            }
            const FALLIBLE: Fallible = Fallible::$when;
            const MESSAGE: Option<&'static str> = message(stringify!($t), stringify!($name));
            const ASSOCIATES: Exact = exact(stringify!($t), stringify!($name));
            #[inline(always)]
            #[track_caller]
            fn check_operand(&self) {
                if const { is_neg(stringify!($name)) } && is_least(*self) {
                    panic!("attempt to negate with overflow");
                }
            }
            #[inline(always)]
            fn negatable(self) -> $t {
                if const { is_neg(stringify!($name)) } && is_least(self) { <$t>::of_value(0) } else { self }
            }
            #[inline(always)]
            fn negated<O: 'static>(self, mut result: O) -> O {
                if const { is_neg(stringify!($name)) } && is_least(self) {
                    // The result of an integer's negation is of its type.
                    if let Some(result) = (&mut result as &mut dyn Any).downcast_mut() {
                        *result = self;
                    }
                }
                result
            }
            fn lower(unit: &mut TranslationUnit) -> String {
                if const { is_of_ascii(stringify!($name)) } {
                    unit.piece(ASCII);
                }
                if const { is_mathematical(stringify!($name)) } {
                    return math::method(unit, &<$t as Item>::ty(), stringify!($name));
                }
                concat!("r_", stringify!($name)).into()
            }
        }
    )*};
    // Associated functions get the type as a template argument, since no argument determines it: `r_from_bits<f32>`.
    (@makers [$($t:ident)*] $makers:tt) => {$( table!(@makers_of $t $makers); )*};
    (@makers_of $t:ident [$($name:ident)*]) => {$(
        #[diagnostic::do_not_recommend]
        // SAFETY: the prelude's function of this name computes what Rust's method does; tests of the CUDA backend
        // compare them.
        unsafe impl DeviceMethod<{ method_name(stringify!($name)) }> for $t {
            type Host = Own<$t>;
            type Receiver = Taken;
            #[inline(always)]
            fn host(checked: bool) -> Own<$t> {
                Own::new(checked)
            }
            fn lower(unit: &mut TranslationUnit) -> String {
                format!(concat!("r_", stringify!($name), "<{}>"), unit.spell(&<$t as Item>::ty()))
            }
        }
    )*};
    (@names [$($t:ident)*] $when:ident $names:tt) => { table!(@names_of [$(($t $when $names))*]) };
    (@names_of [$(($t:ident $when:ident [$($name:ident)*]))*]) => {
        &[$($( ScalarMethod { ty: stringify!($t), name: stringify!($name), fallible: Fallible::$when }, )*)*]
    };
}

// `checked` methods fail where integer overflow is checked, `fallible` ones in every build.
table! {
    integers {
        types: [i8 i16 i32 i64 isize i128 u8 u16 u32 u64 usize u128],
        methods: [
            not bitand bitor bitxor eq ne lt le gt ge cmp min max bitand_assign bitor_assign bitxor_assign
            wrapping_add wrapping_sub wrapping_mul wrapping_neg wrapping_shl wrapping_shr wrapping_pow
            overflowing_add overflowing_sub overflowing_mul
            saturating_add saturating_sub saturating_mul saturating_pow abs_diff
            count_ones count_zeros leading_zeros leading_ones trailing_zeros trailing_ones
            rotate_left rotate_right reverse_bits swap_bytes to_be to_le
        ],
        checked: [add sub mul shl shr add_assign sub_assign mul_assign shl_assign shr_assign pow],
        fallible: [
            div rem div_assign rem_assign div_euclid rem_euclid wrapping_div wrapping_rem ilog2 ilog10 clamp
        ],
        makers: [from]
    }
    numbers {
        types: [i8 i16 i32 i64 isize u8 u16 u32 u64 usize],
        methods: [],
        checked: [],
        fallible: [],
        makers: [cast_from zero one]
    }
    signed {
        types: [i8 i16 i32 i64 isize i128],
        methods: [
            signum is_positive is_negative unsigned_abs wrapping_abs saturating_abs saturating_neg cast_unsigned
        ],
        checked: [neg abs],
        fallible: [isqrt],
        makers: []
    }
    unsigned {
        types: [u8 u16 u32 u64 usize u128],
        methods: [is_power_of_two isqrt cast_signed],
        checked: [next_power_of_two],
        fallible: [div_ceil next_multiple_of],
        makers: []
    }
    bytes {
        types: [u8],
        methods: [
            is_ascii is_ascii_alphabetic is_ascii_alphanumeric is_ascii_control is_ascii_digit is_ascii_graphic
            is_ascii_hexdigit is_ascii_lowercase is_ascii_punctuation is_ascii_uppercase is_ascii_whitespace
            to_ascii_lowercase to_ascii_uppercase eq_ignore_ascii_case
        ],
        checked: [],
        fallible: [],
        makers: []
    }
    boolean {
        types: [bool],
        methods: [
            not bitand bitor bitxor bitand_assign bitor_assign bitxor_assign eq ne lt le gt ge cmp min max
        ],
        checked: [],
        fallible: [],
        makers: []
    }
    floats {
        types: [f32 f64 f16 bf16],
        methods: [
            add sub mul div rem neg eq ne lt le gt ge total_cmp min max
            add_assign sub_assign mul_assign div_assign rem_assign
            abs signum copysign sqrt floor ceil trunc round fract mul_add recip div_euclid rem_euclid
            to_degrees to_radians is_nan is_finite is_infinite is_normal is_sign_negative is_sign_positive to_bits
            sin cos tan asin acos atan atan2 sin_cos sinh cosh tanh asinh acosh atanh
            exp exp2 exp_m1 ln ln_1p log log2 log10 powf powi hypot cbrt
        ],
        checked: [],
        fallible: [clamp],
        makers: [from_bits from cast_from zero one]
    }
    full_floats {
        types: [f32 f64],
        methods: [round_ties_even is_subnormal],
        checked: [],
        fallible: [],
        makers: []
    }
    half_floats {
        types: [f16 bf16],
        methods: [to_f32 to_f64],
        checked: [],
        fallible: [],
        makers: [from_f32 from_f64]
    }
}

/// Whether the method of this name, on two operands of a primitive type, commutes and associates exactly.
const fn exact(ty: &str, name: &str) -> Exact {
    let whole = matches!(ty.as_bytes(), b"bool" | [b'i' | b'u', ..]);
    match name.as_bytes() {
        b"bitand" | b"bitor" | b"bitxor" | b"min" | b"max" | b"wrapping_add" | b"wrapping_mul" if whole => {
            Exact::Always
        }
        b"add" | b"mul" if whole => Exact::Unchecked,
        _ => Exact::Never,
    }
}

/// Rust's message when the method of this name fails, if it isn't that of the other types. Unsigned quotients don't overflow.
const fn message(ty: &str, name: &str) -> Option<&'static str> {
    match (ty.as_bytes(), name.as_bytes()) {
        ([b'u', ..], b"div" | b"div_assign" | b"div_euclid" | b"div_ceil") => Some("attempt to divide by zero"),
        ([b'u', ..], b"rem" | b"rem_assign" | b"rem_euclid") => {
            Some("attempt to calculate the remainder with a divisor of zero")
        }
        (b"f32" | b"f64", b"clamp") => Some("min > max, or either was NaN"),
        (b"f16" | b"bf16", b"clamp") => Some("assertion failed: min <= max"),
        _ => None,
    }
}

/// Whether the operator of this name is that of negation.
const fn is_neg(name: &str) -> bool {
    matches!(name.as_bytes(), b"neg")
}

/// Whether the number is a signed integer without a negative. Unsigned ones have no operator for negation.
#[inline(always)]
fn is_least<T: Builtin>(number: T) -> bool {
    number.value() < 0 && number.arithmetic(Overflowing::Sub, 1, false).is_some_and(|less| less.value() > 0)
}

/// How the primitives' method of this name takes `self`, as a number: see [`Named`].
pub(crate) const fn takes(name: &str) -> u8 {
    match name.as_bytes() {
        b"clamp" | b"max" | b"min" => 0,
        b"cmp" | b"eq" | b"ge" | b"gt" | b"le" | b"lt" | b"ne" | b"total_cmp" => 2,
        _ if is_of_ascii(name) => 2,
        _ => 1,
    }
}

/// The type that says how a method takes `self`, by its number.
pub trait Named<const TAKES: u8> {
    /// The type.
    type By: Takes;
}
impl Named<0> for () {
    type By = Ordered;
}
impl Named<1> for () {
    type By = Taken;
}
impl Named<2> for () {
    type By = Lent;
}
/// The same, under a short name.
pub type ByName<const TAKES: u8> = <() as Named<TAKES>>::By;

/// Whether a method of this name is one of ASCII bytes: `is_ascii_digit`, `to_ascii_lowercase`.
const fn is_of_ascii(name: &str) -> bool {
    let (name, mut i) = (name.as_bytes(), 0);
    while i + 5 <= name.len() {
        if matches!(name.split_at(i).1, [b'a', b's', b'c', b'i', b'i', ..]) {
            return true;
        }
        i += 1;
    }
    false
}

/// Whether a method of this name is a function of mathematics, which lowers to a text of its own.
const fn is_mathematical(name: &str) -> bool {
    let mut i = 0;
    while i < math::METHODS.len() {
        if same(math::METHODS[i].as_bytes(), name.as_bytes()) {
            return true;
        }
        i += 1;
    }
    false
}

/// Whether two names are the same.
const fn same(mut a: &[u8], mut b: &[u8]) -> bool {
    while let ([first, rest @ ..], [other, others @ ..]) = (a, b) {
        if *first != *other {
            return false;
        }
        (a, b) = (rest, others);
    }
    a.is_empty() && b.is_empty()
}

/// The primitive types. Numbers are primitives, and device code can compare tuples and arrays that are made of
/// primitives.
///
/// # Safety
///
/// The prelude defines the type, and its operators compute what Rust's own do.
pub unsafe trait Primitive: Copy + ClonesByCopy + 'static {}
macro_rules! primitives {
    ($($t:ident)*) => {$(
        // SAFETY: prelude.cuh defines the type, and scalar.cuh its operators.
        unsafe impl Primitive for $t {}
        impl ClonesByCopy for $t {}
    )*};
    ($($t:ident)*; $($integer:ident)*) => {
        primitives! { $($t)* $($integer)* }
        $(
            // SAFETY: scalar.cuh defines the operators of primitives.
            unsafe impl Builtin for $t {}
        )*
        $(
            // SAFETY: scalar.cuh defines the operators of primitives.
            unsafe impl Builtin for $integer {
                #[inline(always)]
                #[track_caller]
                fn arithmetic(self, operator: Overflowing, right: i128, checked: bool) -> Option<Self> {
                    let number = right as $integer;
                    if checked {
                        let amount = u32::try_from(right).ok();
                        let result = match operator {
                            Overflowing::Add => self.checked_add(number),
                            Overflowing::Sub => self.checked_sub(number),
                            Overflowing::Mul => self.checked_mul(number),
                            Overflowing::Shl => amount.and_then(|by| self.checked_shl(by)),
                            Overflowing::Shr => amount.and_then(|by| self.checked_shr(by)),
                        };
                        // A closure would have a place of its own.
                        let Some(result) = result else { panic!("{}", operator.message()) };
                        return Some(result);
                    }
                    Some(match operator {
                        Overflowing::Add => self.wrapping_add(number),
                        Overflowing::Sub => self.wrapping_sub(number),
                        Overflowing::Mul => self.wrapping_mul(number),
                        Overflowing::Shl => self.wrapping_shl(right as u32),
                        Overflowing::Shr => self.wrapping_shr(right as u32),
                    })
                }
                #[inline(always)]
                fn value(self) -> i128 {
                    self as i128
                }
                #[inline(always)]
                fn of_value(value: i128) -> $integer {
                    value as $integer
                }
            }
        )*
    };
}
primitives! { bool Ordering f32 f64 f16 bf16; i8 i16 i32 i64 isize i128 u8 u16 u32 u64 usize u128 }

macro_rules! builtin {
    ($(($($t:ident)+))+) => {$(
        // SAFETY: scalar.cuh defines the comparisons of tuples by those of their parts.
        unsafe impl<$($t: Copy),+> Builtin for ($($t,)+) {}
    )+};
}
builtin! { (A) (A B) (A B C) (A B C D) }
// SAFETY: scalar.cuh defines the comparisons of arrays by those of their elements.
unsafe impl<T: Copy, const N: usize> Builtin for [T; N] {}

/// A part that can be compared by `==` in device code: a primitive, an enum, or what is made of such parts.
///
/// # Safety
///
/// `equal` of the prelude, or of the type's declaration, compares values as Rust's `==` does.
#[doc(hidden)]
pub unsafe trait Equal: Copy {}
// SAFETY: the prelude's `eq` of such types is its `equal`.
unsafe impl<T: Builtin + DeviceMethod<{ method_name("eq") }>> Equal for T {}

macro_rules! comparisons {
    ($name:ident: $([$($generic:tt)*] $t:ty),+) => {$(
        #[diagnostic::do_not_recommend]
        // SAFETY: the prelude's function of this name computes what Rust's method does; tests of the CUDA backend
        // compare them.
        unsafe impl<$($generic)*> DeviceMethod<{ method_name(stringify!($name)) }> for $t {
            type Host = Own<$t>;
            type Receiver = Lent;
            #[inline(always)]
            fn host(checked: bool) -> Own<$t> {
                Own::new(checked)
            }
            fn lower(_: &mut TranslationUnit) -> String {
                concat!("r_", stringify!($name)).into()
            }
        }
    )+};
    ($part:ident: $($name:ident)*) => {$(
        comparisons! { @each $part $name }
    )*};
    (@each $part:ident $name:ident) => {
        comparisons! { $name:
            [] Ordering,
            [T: $part, const N: usize] [T; N],
            [A: $part] (A,),
            [A: $part, B: $part] (A, B),
            [A: $part, B: $part, C: $part] (A, B, C),
            [A: $part, B: $part, C: $part, D: $part] (A, B, C, D)
        }
    };
}
comparisons! { Equal: eq ne }
comparisons! { Primitive: lt le gt ge }
comparisons! { cmp:
    [] Ordering,
    [T: Primitive + Ord, const N: usize] [T; N],
    [A: Primitive + Ord] (A,),
    [A: Primitive + Ord, B: Primitive + Ord] (A, B),
    [A: Primitive + Ord, B: Primitive + Ord, C: Primitive + Ord] (A, B, C),
    [A: Primitive + Ord, B: Primitive + Ord, C: Primitive + Ord, D: Primitive + Ord] (A, B, C, D)
}

macro_rules! methods {
    ($($name:ident $by:ty: [$($generic:tt)*] $t:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        // SAFETY: the prelude's function of this name computes what Rust's method does; tests of the CUDA backend
        // compare them.
        unsafe impl<$($generic)*> DeviceMethod<{ method_name(stringify!($name)) }> for $t {
            type Host = Own<$t>;
            type Receiver = $by;
            #[inline(always)]
            fn host(checked: bool) -> Own<$t> {
                Own::new(checked)
            }
            fn lower(_: &mut TranslationUnit) -> String {
                concat!("r_", stringify!($name)).into()
            }
        }
    )*};
}
methods! {
    reverse Taken: [] Ordering;
    then Taken: [] Ordering;
    is_eq Taken: [] Ordering;
    is_ne Taken: [] Ordering;
    is_lt Taken: [] Ordering;
    is_le Taken: [] Ordering;
    is_gt Taken: [] Ordering;
    is_ge Taken: [] Ordering;
    len Lent: ['v, T: Element] View<'v, T>;
    is_empty Lent: ['v, T: Element] View<'v, T>;
    len OfSlices<Lent>: [T, const N: usize] [T; N];
    len OfSlices<Lent>: [T: Value] [T];
    is_empty OfSlices<Lent>: [T: Value] [T];
    is_empty OfSlices<Lent>: [T, const N: usize] [T; N];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_and_makers_are_named() {
        let mut unit = TranslationUnit::new();
        assert_eq!(<i32 as DeviceMethod<{ method_name("add") }>>::lower(&mut unit), "r_add");
        assert_eq!(<usize as DeviceMethod<{ method_name("from") }>>::lower(&mut unit), "r_from<u64>");
        assert_eq!(<f32 as DeviceMethod<{ method_name("from_bits") }>>::lower(&mut unit), "r_from_bits<f32>");
    }

    /// `a += b` fails where `a + b` does.
    #[test]
    fn assigning_fails_as_the_operator_does() {
        let all: Vec<_> = METHODS.iter().copied().flatten().collect();
        for method in &all {
            let Some(name) = method.name.strip_suffix("_assign") else { continue };
            let operator = all.iter().find(|m| (m.ty, m.name) == (method.ty, name));
            assert_eq!(operator.map(|m| m.fallible), Some(method.fallible), "{method:?}");
        }
    }

    #[test]
    fn no_method_is_listed_twice() {
        let mut all: Vec<_> = METHODS.iter().copied().flatten().map(|m| (m.ty, m.name)).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
