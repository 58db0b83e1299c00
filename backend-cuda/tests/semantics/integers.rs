//! Integers, `bool` and `Ordering`.

use std::cmp::Ordering;

use crate::case::{Cases, Equal};

/// `name: |a, b| …` for each: the C++ is a call of `r_name` with the same operands.
macro_rules! methods {
    ($cases:ident $checked:expr; $($name:ident: |$a:ident: $ta:ty $(, $b:ident: $tb:ty $(, $c:ident: $tc:ty)?)?| $body:expr;)*) => {$(
        methods!(@one $cases $checked; concat!("r_", stringify!($name)); $name; |$a: $ta $(, $b: $tb $(, $c: $tc)?)?| $body);
    )*};
    (@one $cases:ident $checked:expr; $f:expr; $name:ident; |$a:ident: $ta:ty| $body:expr) => {
        $cases.one(stringify!($name), &format!("{}(trap, 0, a)", $f), $checked, Equal::Value, |$a: $ta| $body);
    };
    (@one $cases:ident $checked:expr; $f:expr; $name:ident; |$a:ident: $ta:ty, $b:ident: $tb:ty| $body:expr) => {
        $cases.two(stringify!($name), &format!("{}(trap, 0, a, b)", $f), $checked, Equal::Value, |$a: $ta, $b: $tb| $body);
    };
    (@one $cases:ident $checked:expr; $f:expr; $name:ident; |$a:ident: $ta:ty, $b:ident: $tb:ty, $c:ident: $tc:ty| $body:expr) => {
        $cases.three(
            stringify!($name), &format!("{}(trap, 0, a, b, c)", $f), $checked, Equal::Value, [1, 1, 1],
            Box::new(|$a: $ta, $b: $tb, $c: $tc| $body),
        );
    };
}

/// Whether this test is compiled with overflow checks: then so is the trap.
const CHECKED: bool = cfg!(debug_assertions);

#[allow(clippy::bool_comparison)]
pub(crate) fn add(cases: &mut Cases) {
    macro_rules! all { ($($t:ident)*) => {$( integers!(cases $t); )*}; }
    macro_rules! integers {
        ($cases:ident $t:ident) => {
            methods! { $cases CHECKED;
                add: |a: $t, b: $t| a + b;
                sub: |a: $t, b: $t| a - b;
                mul: |a: $t, b: $t| a * b;
                div: |a: $t, b: $t| a / b;
                rem: |a: $t, b: $t| a % b;
                shl: |a: $t, b: i32| a << b;
                shr: |a: $t, b: i32| a >> b;
                shl: |a: $t, b: $t| a << b;
                shr: |a: $t, b: u64| a >> b;
                shr: |a: $t, b: i8| a >> b;
                shl: |a: $t, b: u128| a << b;
                shr: |a: $t, b: i128| a >> b;
                pow: |a: $t, b: u32| a.pow(b);
                div_euclid: |a: $t, b: $t| a.div_euclid(b);
                rem_euclid: |a: $t, b: $t| a.rem_euclid(b);
                isqrt: |a: $t| a.isqrt();
                ilog2: |a: $t| a.ilog2();
                ilog10: |a: $t| a.ilog10();
                clamp: |a: $t, b: $t, c: $t| a.clamp(b, c);
            }
            // Where overflow isn't checked it wraps, whatever this test is compiled with.
            methods! { $cases false;
                add: |a: $t, b: $t| a.wrapping_add(b);
                sub: |a: $t, b: $t| a.wrapping_sub(b);
                mul: |a: $t, b: $t| a.wrapping_mul(b);
                shl: |a: $t, b: i64| a.wrapping_shl(b as u32);
                shr: |a: $t, b: u8| a.wrapping_shr(b as u32);
                div: |a: $t, b: $t| a / b;
                rem: |a: $t, b: $t| a % b;
                not: |a: $t| !a;
                bitand: |a: $t, b: $t| a & b;
                bitor: |a: $t, b: $t| a | b;
                bitxor: |a: $t, b: $t| a ^ b;
                eq: |a: $t, b: $t| a == b;
                ne: |a: $t, b: $t| a != b;
                lt: |a: $t, b: $t| a < b;
                le: |a: $t, b: $t| a <= b;
                gt: |a: $t, b: $t| a > b;
                ge: |a: $t, b: $t| a >= b;
                cmp: |a: $t, b: $t| a.cmp(&b);
                min: |a: $t, b: $t| a.min(b);
                max: |a: $t, b: $t| a.max(b);
                wrapping_add: |a: $t, b: $t| a.wrapping_add(b);
                wrapping_sub: |a: $t, b: $t| a.wrapping_sub(b);
                wrapping_mul: |a: $t, b: $t| a.wrapping_mul(b);
                wrapping_neg: |a: $t| a.wrapping_neg();
                wrapping_div: |a: $t, b: $t| a.wrapping_div(b);
                wrapping_rem: |a: $t, b: $t| a.wrapping_rem(b);
                wrapping_shl: |a: $t, b: u32| a.wrapping_shl(b);
                wrapping_shr: |a: $t, b: u32| a.wrapping_shr(b);
                wrapping_pow: |a: $t, b: u32| a.wrapping_pow(b);
                saturating_add: |a: $t, b: $t| a.saturating_add(b);
                saturating_sub: |a: $t, b: $t| a.saturating_sub(b);
                saturating_mul: |a: $t, b: $t| a.saturating_mul(b);
                saturating_pow: |a: $t, b: u32| a.saturating_pow(b);
                abs_diff: |a: $t, b: $t| a.abs_diff(b);
                count_ones: |a: $t| a.count_ones();
                count_zeros: |a: $t| a.count_zeros();
                leading_zeros: |a: $t| a.leading_zeros();
                leading_ones: |a: $t| a.leading_ones();
                trailing_zeros: |a: $t| a.trailing_zeros();
                trailing_ones: |a: $t| a.trailing_ones();
                rotate_left: |a: $t, b: u32| a.rotate_left(b);
                rotate_right: |a: $t, b: u32| a.rotate_right(b);
                reverse_bits: |a: $t| a.reverse_bits();
                swap_bytes: |a: $t| a.swap_bytes();
                to_be: |a: $t| a.to_be();
                to_le: |a: $t| a.to_le();
            }
            macro_rules! overflowing {
                ($name:ident) => {
                    let (value, flag) = (
                        concat!("get<0>(r_", stringify!($name), "(trap, 0, a, b))"),
                        concat!("get<1>(r_", stringify!($name), "(trap, 0, a, b))"),
                    );
                    $cases.two(stringify!($name), value, false, Equal::Value, |a: $t, b: $t| a.$name(b).0);
                    $cases.two(stringify!($name), flag, false, Equal::Value, |a: $t, b: $t| a.$name(b).1);
                };
            }
            overflowing!(overflowing_add);
            overflowing!(overflowing_sub);
            overflowing!(overflowing_mul);
        };
    }
    all! { i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 }

    macro_rules! signed { ($($t:ident)*) => {$(
        methods! { cases CHECKED;
            neg: |a: $t| -a;
            abs: |a: $t| a.abs();
        }
        methods! { cases false;
            neg: |a: $t| a.wrapping_neg();
            abs: |a: $t| a.wrapping_abs();
            signum: |a: $t| a.signum();
            is_positive: |a: $t| a.is_positive();
            is_negative: |a: $t| a.is_negative();
            unsigned_abs: |a: $t| a.unsigned_abs();
            wrapping_abs: |a: $t| a.wrapping_abs();
            saturating_abs: |a: $t| a.saturating_abs();
            saturating_neg: |a: $t| a.saturating_neg();
            cast_unsigned: |a: $t| a.cast_unsigned();
        }
    )*}; }
    signed! { i8 i16 i32 i64 i128 }

    macro_rules! unsigned { ($($t:ident)*) => {$(
        methods! { cases CHECKED;
            next_power_of_two: |a: $t| a.next_power_of_two();
            next_multiple_of: |a: $t, b: $t| a.next_multiple_of(b);
            div_ceil: |a: $t, b: $t| a.div_ceil(b);
        }
        methods! { cases false;
            next_power_of_two: |a: $t| a.checked_next_power_of_two().unwrap_or(0);
            is_power_of_two: |a: $t| a.is_power_of_two();
            cast_signed: |a: $t| a.cast_signed();
        }
    )*}; }
    unsigned! { u8 u16 u32 u64 u128 }

    methods! { cases false;
        is_ascii: |a: u8| a.is_ascii();
        is_ascii_alphabetic: |a: u8| a.is_ascii_alphabetic();
        is_ascii_alphanumeric: |a: u8| a.is_ascii_alphanumeric();
        is_ascii_control: |a: u8| a.is_ascii_control();
        is_ascii_digit: |a: u8| a.is_ascii_digit();
        is_ascii_graphic: |a: u8| a.is_ascii_graphic();
        is_ascii_hexdigit: |a: u8| a.is_ascii_hexdigit();
        is_ascii_lowercase: |a: u8| a.is_ascii_lowercase();
        is_ascii_punctuation: |a: u8| a.is_ascii_punctuation();
        is_ascii_uppercase: |a: u8| a.is_ascii_uppercase();
        is_ascii_whitespace: |a: u8| a.is_ascii_whitespace();
        to_ascii_lowercase: |a: u8| a.to_ascii_lowercase();
        to_ascii_uppercase: |a: u8| a.to_ascii_uppercase();
        eq_ignore_ascii_case: |a: u8, b: u8| a.eq_ignore_ascii_case(&b);
    }

    methods! { cases false;
        not: |a: bool| !a;
        bitand: |a: bool, b: bool| a & b;
        bitor: |a: bool, b: bool| a | b;
        bitxor: |a: bool, b: bool| a ^ b;
        eq: |a: bool, b: bool| a == b;
        ne: |a: bool, b: bool| a != b;
        lt: |a: bool, b: bool| a < b;
        le: |a: bool, b: bool| a <= b;
        gt: |a: bool, b: bool| a > b;
        ge: |a: bool, b: bool| a >= b;
        cmp: |a: bool, b: bool| a.cmp(&b);
        min: |a: bool, b: bool| a.min(b);
        max: |a: bool, b: bool| a.max(b);
    }

    methods! { cases false;
        eq: |a: Ordering, b: Ordering| a == b;
        ne: |a: Ordering, b: Ordering| a != b;
        lt: |a: Ordering, b: Ordering| a < b;
        le: |a: Ordering, b: Ordering| a <= b;
        gt: |a: Ordering, b: Ordering| a > b;
        ge: |a: Ordering, b: Ordering| a >= b;
        cmp: |a: Ordering, b: Ordering| a.cmp(&b);
        then: |a: Ordering, b: Ordering| a.then(b);
        reverse: |a: Ordering| a.reverse();
        is_eq: |a: Ordering| a.is_eq();
        is_ne: |a: Ordering| a.is_ne();
        is_lt: |a: Ordering| a.is_lt();
        is_le: |a: Ordering| a.is_le();
        is_gt: |a: Ordering| a.is_gt();
        is_ge: |a: Ordering| a.is_ge();
    }
}
