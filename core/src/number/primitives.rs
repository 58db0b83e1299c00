//! The primitive types as numbers.

use std::cmp::Ordering;

use half::{bf16, f16};

use super::{Arithmetic, Countable, Integer, Number, Wide};
use crate::function::Builtin;

/// The unsigned type of the same size.
macro_rules! unsigned {
    (i8) => {
        u8
    };
    (i16) => {
        u16
    };
    (i32) => {
        u32
    };
    (i64) => {
        u64
    };
    (isize) => {
        usize
    };
    ($t:ident) => {
        $t
    };
}

macro_rules! integers {
    ($($wide:ident $of:ident: $($t:ident)*;)*) => {$($(
        impl Countable for $t {
            fn distance(from: Self, to: Self) -> usize {
                // The wrapped difference is right for all signs, since `as` extends both operands in the same way.
                if from < to { (to as usize).wrapping_sub(from as usize) } else { 0 }
            }
            #[inline(always)]
            fn beyond(self, steps: usize) -> Self {
                self.wrapping_add(steps as $t)
            }
        }
        impl Integer for $t {
            type Unsigned = unsigned!($t);
            const BITS: u32 = <$t>::BITS;
            integer_methods!(forward, $t, $t);
        }
        impl Number for $t {
            const ZERO: $t = 0;
            const ONE: $t = 1;
            const MIN: $t = <$t>::MIN;
            const MAX: $t = <$t>::MAX;
        }
        impl Arithmetic for $t {
            const EXACT: bool = true;
            const NEUTRAL: Self = 0;
            const LARGEST: Self = <$t>::MAX;
            const SMALLEST: Self = <$t>::MIN;
            #[inline(always)]
            fn plus(self, other: Self) -> Self { self.wrapping_add(other) }
            #[inline(always)]
            fn times(self, other: Self) -> Self { self.wrapping_mul(other) }
            #[inline(always)]
            fn smaller(self, other: Self) -> Self { Ord::min(self, other) }
            #[inline(always)]
            fn larger(self, other: Self) -> Self { Ord::max(self, other) }
            #[inline(always)]
            #[track_caller]
            fn magnitude(self, checked: bool) -> Self {
                let negative = <$t>::wrapping_sub(0, self);
                if checked && self.value() < 0 && negative.value() < 0 {
                    panic!("attempt to negate with overflow");
                }
                if self.value() < 0 { negative } else { self }
            }
            #[inline(always)]
            #[track_caller]
            fn power(self, exponent: u32, checked: bool) -> Self {
                if checked && self.checked_pow(exponent).is_none() {
                    panic!("attempt to multiply with overflow");
                }
                self.wrapping_pow(exponent)
            }
            #[inline(always)]
            fn wide(self) -> Wide { Wide::$wide(self as $of) }
            #[inline(always)]
            fn of_wide(wide: Wide) -> Self {
                match wide {
                    Wide::Signed(x) => x as $t,
                    Wide::Unsigned(x) => x as $t,
                    Wide::F32(x) => x as $t,
                    Wide::F64(x) => x as $t,
                }
            }
        }
    )*)*};
}
integers! { Signed i64: i8 i16 i32 i64 isize; Unsigned u64: u8 u16 u32 u64 usize; }

macro_rules! signed {
    ($($t:ident)*) => {$(
        impl super::Signed for $t {
            signed_methods!(forward, $t, $t);
        }
    )*};
}
signed! { i8 i16 i32 i64 isize }

macro_rules! floats {
    ($(
        $t:ident: $wide:ident |$x:ident| $widened:expr,
        of |$n:ident| $of_integer:expr, |$single:ident| $of_f32:expr, |$double:ident| $of_f64:expr,
        zero $zero:expr, one $one:expr, pi $pi:expr, e $e:expr;
    )*) => {$(
        impl super::Signed for $t {
            signed_methods!(forward, $t, $t);
        }
        impl super::Float for $t {
            const EPSILON: $t = <$t>::EPSILON;
            const MIN_POSITIVE: $t = <$t>::MIN_POSITIVE;
            const INFINITY: $t = <$t>::INFINITY;
            const NEG_INFINITY: $t = <$t>::NEG_INFINITY;
            const NAN: $t = <$t>::NAN;
            const PI: $t = $pi;
            const E: $t = $e;
            float_methods!(forward, $t, $t);
            mathematical_methods!(compute, $t, $t);
            #[inline(always)]
            fn total_cmp(&self, other: &Self) -> Ordering { <$t>::total_cmp(self, other) }
        }
        impl Number for $t {
            const ZERO: $t = $zero;
            const ONE: $t = $one;
            const MIN: $t = <$t>::MIN;
            const MAX: $t = <$t>::MAX;
        }
        impl Arithmetic for $t {
            const EXACT: bool = false;
            const NEUTRAL: Self = <$t>::from_bits(1 << (8 * size_of::<$t>() - 1));
            const LARGEST: Self = <$t>::NAN;
            const SMALLEST: Self = <$t>::NAN;
            #[inline(always)]
            fn plus(self, other: Self) -> Self { self + other }
            #[inline(always)]
            fn times(self, other: Self) -> Self { self * other }
            #[inline(always)]
            fn smaller(self, other: Self) -> Self {
                // Equal values differ in bits only as zeros of different signs; OR keeps the minus sign.
                let tie = <$t>::from_bits(self.to_bits() | other.to_bits());
                let least = if other < self { other } else { self };
                if self.is_nan() { other } else if self == other { tie } else { least }
            }
            #[inline(always)]
            fn larger(self, other: Self) -> Self {
                let tie = <$t>::from_bits(self.to_bits() & other.to_bits());
                let most = if other > self { other } else { self };
                if self.is_nan() { other } else if self == other { tie } else { most }
            }
            #[inline(always)]
            fn magnitude(self, _checked: bool) -> Self { super::Signed::abs(self) }
            #[inline(always)]
            fn power(self, _exponent: u32, _checked: bool) -> Self { unreachable!("`pow` is a method of integers") }
            #[inline(always)]
            fn wide(self) -> Wide {
                let $x = self;
                Wide::$wide($widened)
            }
            #[inline(always)]
            fn of_wide(wide: Wide) -> Self {
                match wide {
                    Wide::Signed($n) => $of_integer,
                    Wide::Unsigned($n) => $of_integer,
                    Wide::F32($single) => $of_f32,
                    Wide::F64($double) => $of_f64,
                }
            }
        }
    )*};
}
floats! {
    f32: F32 |x| x, of |n| n as f32, |x| x, |x| x as f32, zero 0.0, one 1.0, pi std::f32::consts::PI, e std::f32::consts::E;
    f64: F64 |x| x, of |n| n as f64, |x| f64::from(x), |x| x, zero 0.0, one 1.0, pi std::f64::consts::PI, e std::f64::consts::E;
    f16: F32 |x| x.to_f32(), of |n| f16::from_f32(n as f32), |x| f16::from_f32(x), |x| f16::from_f64(x),
        zero f16::ZERO, one f16::ONE, pi f16::PI, e f16::E;
    bf16: F32 |x| x.to_f32(), of |n| bf16::from_f32(n as f32), |x| bf16::from_f32(x), |x| bf16::from_f64(x),
        zero bf16::ZERO, one bf16::ONE, pi bf16::PI, e bf16::E;
}
