//! `f32`, `f64`, `f16` and `bf16`.

use std::cmp::Ordering;

use half::{bf16, f16};
use num_traits::Float;

use crate::case::{Cases, Equal};
use crate::scalar::Scalar;

/// A float of any width, with Rust's own operations.
trait Real: Scalar + Float + std::ops::Rem<Output = Self> {
    fn smaller(self, other: Self) -> Self;
    fn larger(self, other: Self) -> Self;
    fn ordered(self, other: Self) -> Ordering;
    fn clamped(self, low: Self, high: Self) -> Self;
    fn div_euclid(self, other: Self) -> Self;
    fn rem_euclid(self, other: Self) -> Self;
}

macro_rules! reals {
    ($($t:ident $wide:ident, $narrow:expr, $widen:expr;)*) => {$(
        impl Real for $t {
            fn smaller(self, other: Self) -> Self {
                let zeros = self == other && Scalar::bits(self) != Scalar::bits(other);
                if zeros { Self::neg_zero() } else { $t::min(self, other) }
            }
            fn larger(self, other: Self) -> Self {
                let zeros = self == other && Scalar::bits(self) != Scalar::bits(other);
                if zeros { $t::from_bits(0) } else { $t::max(self, other) }
            }
            fn ordered(self, other: Self) -> Ordering {
                $t::total_cmp(&self, &other)
            }
            fn clamped(self, low: Self, high: Self) -> Self {
                $t::clamp(self, low, high)
            }
            fn div_euclid(self, other: Self) -> Self {
                $narrow($wide::div_euclid($widen(self), $widen(other)))
            }
            fn rem_euclid(self, other: Self) -> Self {
                $narrow($wide::rem_euclid($widen(self), $widen(other)))
            }
        }
    )*};
}
reals! {
    f32 f32, |x| x, |x: f32| x;
    f64 f64, |x| x, |x: f64| x;
    f16 f32, f16::from_f32, f16::to_f32;
    bf16 f32, bf16::from_f32, bf16::to_f32;
}

fn all<T: Real>(cases: &mut Cases) {
    macro_rules! two { ($equal:expr; $($name:ident: |$a:ident, $b:ident| $body:expr;)*) => {$(
        cases.two(stringify!($name), concat!("r_", stringify!($name), "(trap, 0, a, b)"), true, $equal, |$a: T, $b: T| $body);
    )*}; }
    macro_rules! one { ($equal:expr; $($name:ident: |$a:ident| $body:expr;)*) => {$(
        cases.one(stringify!($name), concat!("r_", stringify!($name), "(trap, 0, a)"), true, $equal, |$a: T| $body);
    )*}; }
    macro_rules! three { ($($name:ident: |$a:ident, $b:ident, $c:ident| $body:expr;)*) => {$(
        let f = |$a: T, $b: T, $c: T| $body;
        let text = concat!("r_", stringify!($name), "(trap, 0, a, b, c)");
        cases.three(stringify!($name), text, true, Equal::Value, [1, 1, 1], Box::new(f));
    )*}; }
    two! { Equal::Value;
        add: |a, b| a + b;
        sub: |a, b| a - b;
        mul: |a, b| a * b;
        div: |a, b| a / b;
        rem: |a, b| a % b;
        eq: |a, b| a == b;
        ne: |a, b| a != b;
        lt: |a, b| a < b;
        le: |a, b| a <= b;
        gt: |a, b| a > b;
        ge: |a, b| a >= b;
        total_cmp: |a, b| a.ordered(b);
        min: |a, b| a.smaller(b);
        max: |a, b| a.larger(b);
        div_euclid: |a, b| Real::div_euclid(a, b);
        rem_euclid: |a, b| Real::rem_euclid(a, b);
    }
    two! { Equal::Bits; copysign: |a, b| a.copysign(b); }
    three! {
        mul_add: |a, b, c| a.mul_add(b, c);
        clamp: |a, b, c| a.clamped(b, c);
    }
    one! { Equal::Bits;
        neg: |a| -a;
        abs: |a| T::from_bits(a.bits() & !(1 << (T::BITS - 1)));
        is_nan: |a| Float::is_nan(a);
        is_finite: |a| a.is_finite();
        is_infinite: |a| a.is_infinite();
        is_normal: |a| a.is_normal();
        is_sign_negative: |a| a.is_sign_negative();
        is_sign_positive: |a| a.is_sign_positive();
    }
    one! { Equal::Value;
        signum: |a| a.signum();
        sqrt: |a| a.sqrt();
        floor: |a| a.floor();
        ceil: |a| a.ceil();
        trunc: |a| a.trunc();
        round: |a| a.round();
        fract: |a| a.fract();
        recip: |a| a.recip();
    }
}

pub(crate) fn add(cases: &mut Cases) {
    all::<f32>(cases);
    all::<f64>(cases);
    all::<f16>(cases);
    all::<bf16>(cases);

    macro_rules! bits { ($($t:ident $u:ident)*) => {$(
        cases.one("to_bits", "r_to_bits(trap, 0, a)", true, Equal::Bits, |a: $t| a.to_bits());
        cases.one("from_bits", concat!("r_from_bits<", stringify!($t), ">(trap, 0, a)"), true, Equal::Bits, |a: $u| $t::from_bits(a));
        cases.one("from_bits", concat!("r_from_bits<", stringify!($t), ">(r_to_bits(trap, 0, a))"), true, Equal::Bits, |a: $t| a);
    )*}; }
    bits! { f32 u32 f64 u64 f16 u16 bf16 u16 }
    macro_rules! full { ($($t:ident)*) => {$(
        cases.one("round_ties_even", "r_round_ties_even(trap, 0, a)", true, Equal::Value, |a: $t| a.round_ties_even());
        cases.one("is_subnormal", "r_is_subnormal(trap, 0, a)", true, Equal::Value, |a: $t| a.is_subnormal());
    )*}; }
    full! { f32 f64 }
    macro_rules! half { ($($t:ident)*) => {$(
        cases.one("to_f32", "r_to_f32(trap, 0, a)", true, Equal::Value, |a: $t| a.to_f32());
        cases.one("to_f64", "r_to_f64(trap, 0, a)", true, Equal::Value, |a: $t| a.to_f64());
        cases.one("from_f32", concat!("r_from_f32<", stringify!($t), ">(trap, 0, a)"), true, Equal::Value, |a: f32| $t::from_f32(a));
        cases.one("from_f64", concat!("r_from_f64<", stringify!($t), ">(trap, 0, a)"), true, Equal::Value, |a: f64| $t::from_f64(a));
    )*}; }
    half! { f16 bf16 }
}
