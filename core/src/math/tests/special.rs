//! Special values: IEEE 754-2019, 9.2.1, and Rust's documentation of floats.

use std::fmt::Debug;

use super::super::*;

fn same<T: Float + Debug>(got: T, want: T, what: &str) {
    let (a, b) = (got.cast::<f64>().to_bits(), want.cast::<f64>().to_bits());
    assert!(a == b || got.is_nan() && want.is_nan(), "{what}: {got:?}, not {want:?}");
}

macro_rules! are {
    ($($name:ident($($x:expr),*) = $want:expr;)*) => {$(
        same($name($($x),*), $want, concat!(stringify!($name), stringify!(($($x),*))));
    )*};
}

macro_rules! each {
    ($x:ident = $want:expr; $($name:ident)*) => {$( same($name($x), $want, stringify!($name)); )*};
}

fn of_one<T: Float + Debug>() {
    let (o, i, one, nan) = (T::ZERO, T::INFINITY, T::ONE, T::NAN);
    let two = one + one;
    let quarter = T::PI / two;
    for z in [o, -o] {
        each! { z = z; sin tan asin atan sinh tanh asinh atanh exp_m1 ln_1p cbrt erf gelu }
        each! { z = one; cos cosh exp exp2 erfc }
        each! { z = -i; ln log2 log10 }
        are! { sigmoid(z) = one / two; acos(z) = quarter; gamma(z) = i.copysign(z); acosh(z) = nan; }
        assert_eq!(ln_gamma(z), (i, if z.is_sign_negative() { -1 } else { 1 }));
        assert_eq!(sin_cos(z), (z, one));
    }
    each! { nan = nan; sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 exp_m1 ln ln_1p log2 log10 cbrt erf
    erfc gamma sigmoid gelu }
    assert!(ln_gamma(nan).0.is_nan() && sin_cos(nan).0.is_nan() && sin_cos(nan).1.is_nan());
    let m = -i;
    each! { i = nan; sin cos tan asin acos atanh }
    each! { m = nan; sin cos tan asin acos atanh acosh ln ln_1p log2 log10 gamma }
    each! { i = i; sinh cosh asinh acosh exp exp2 exp_m1 ln ln_1p log2 log10 cbrt gamma gelu }
    each! { m = m; sinh asinh cbrt }
    are! {
        cosh(m) = i; exp(m) = o; exp2(m) = o; exp_m1(m) = -one; atan(i) = quarter; atan(m) = -quarter; tanh(i) = one;
        tanh(m) = -one; erf(i) = one; erf(m) = -one; erfc(i) = o; erfc(m) = two; sigmoid(i) = one; sigmoid(m) = o;
        gelu(m) = -o;
    }
    assert_eq!((ln_gamma(i), ln_gamma(m)), ((i, 1), (i, 1)));
    let beyond = one + T::EPSILON;
    are! {
        ln(one) = o; log2(one) = o; log10(one) = o; acos(one) = o; acosh(one) = o; atanh(one) = i; atanh(-one) = m;
        ln_1p(-one) = m; ln_1p(-beyond) = nan; ln(-one) = nan; log2(-one) = nan; log10(-one) = nan; asin(beyond) = nan;
        acos(-beyond) = nan; acosh(one - T::EPSILON) = nan; acosh(-two) = nan; atanh(beyond) = nan; atanh(-beyond) = nan;
        asin(one) = quarter; asin(-one) = -quarter; acos(-one) = T::PI; gamma(one) = one; gamma(two) = one; gamma(-one) = nan;
        gamma(-two) = nan; gamma(T::MIN) = nan; gamma(T::MAX) = i; exp(T::MAX) = i; exp(T::MIN) = o; exp2(T::MIN) = o;
        sinh(T::MIN) = m; cosh(T::MIN) = i; tanh(T::MAX) = one; erf(T::MIN) = -one; erfc(T::MAX) = o; erfc(T::MIN) = two;
        sigmoid(T::MIN) = o; sigmoid(T::MAX) = one; gelu(T::MAX) = T::MAX; gelu(T::MIN) = -o; exp_m1(T::MIN) = -one;
        atan(T::MAX) = quarter;
    }
    assert_eq!([ln_gamma(one), ln_gamma(two), ln_gamma(-one), ln_gamma(T::MAX)], [(o, 1), (o, 1), (i, 1), (i, 1)]);
}

#[test]
fn of_one_argument() {
    of_one::<f32>();
    of_one::<f64>();
}

fn of_two<T: Float + Debug>() {
    let (o, i, one, nan) = (T::ZERO, T::INFINITY, T::ONE, T::NAN);
    let two = one + one;
    let (three, half) = (two + one, one / two);
    let quarter = T::PI / two;
    for x in [o, -o, one, -one, half, i, -i, nan, T::MAX, -T::MIN_POSITIVE] {
        are! { powf(x, o) = one; powf(x, -o) = one; powf(one, x) = one; powi(x, 0) = one; hypot(i, x) = i; hypot(x, -i) = i; }
        if !x.is_nan() {
            are! { hypot(x, o) = x.abs(); hypot(-o, x) = x.abs(); powf(x, one) = x; powi(x, 1) = x; }
        }
    }
    are! {
        powf(o, -three) = i; powf(-o, -three) = -i; powf(o, -two) = i; powf(-o, -two) = i; powf(-o, -half) = i; powf(o, -i) = i;
        powf(-o, -i) = i; powf(-o, three) = -o; powf(o, three) = o; powf(-o, two) = o; powf(-o, half) = o; powf(-o, i) = o;
        powf(-one, i) = one; powf(-one, -i) = one; powf(half, i) = o; powf(-half, i) = o; powf(two, i) = i; powf(-two, i) = i;
        powf(half, -i) = i; powf(-half, -i) = i; powf(two, -i) = o; powf(-two, -i) = o; powf(i, half) = i; powf(i, -half) = o;
        powf(-i, -three) = -o; powf(-i, -two) = o; powf(-i, three) = -i; powf(-i, two) = i; powf(-i, half) = i;
        powf(-i, -half) = o; powf(-i, i) = i; powf(-i, -i) = o; powf(-one, half) = nan; powf(-two, -half) = nan;
        powf(T::MIN, half) = nan; powf(nan, one) = nan; powf(two, nan) = nan; powf(-one, T::MAX) = one; powf(-two, T::MAX) = i;
        powf(-two, T::MIN) = o; powf(-three, three) = -(three * three * three); powf(two, -one) = half;
        hypot(nan, o) = nan; hypot(o, nan) = nan; hypot(three, three + one) = two + three; hypot(T::MAX, T::MAX) = i;
        hypot(-T::MIN_POSITIVE, o) = T::MIN_POSITIVE;
        atan2(o, -o) = T::PI; atan2(-o, -o) = -T::PI; atan2(o, o) = o; atan2(-o, o) = -o; atan2(o, -one) = T::PI;
        atan2(-o, -one) = -T::PI; atan2(o, one) = o; atan2(-o, one) = -o; atan2(-one, o) = -quarter; atan2(-one, -o) = -quarter;
        atan2(one, o) = quarter; atan2(one, -i) = T::PI; atan2(-one, -i) = -T::PI; atan2(one, i) = o; atan2(-one, i) = -o;
        atan2(i, one) = quarter; atan2(-i, -one) = -quarter; atan2(i, i) = quarter / two; atan2(-i, i) = -quarter / two;
        atan2(nan, one) = nan; atan2(one, nan) = nan; atan2(T::MIN_POSITIVE, T::MAX) = o; atan2(one, one) = quarter / two;
        log(one, two) = o; log(two, half) = -one; log(two * two * two, two) = three; log(o, two) = -i; log(-o, half) = i;
        log(i, two) = i; log(i, half) = -i; log(-one, two) = nan; log(two, -one) = nan; log(two, one) = i; log(half, one) = -i;
        log(one, one) = nan; log(two, o) = -o; log(half, o) = o; log(two, i) = o; log(nan, two) = nan; log(two, nan) = nan;
        powi(nan, 3) = nan; powi(o, -1) = i; powi(-o, -1) = -i; powi(-o, 3) = -o; powi(-o, -2) = i; powi(-i, -3) = -o;
        powi(-i, 2) = i; powi(two, i32::MIN) = o; powi(-one, i32::MIN) = one; powi(-one, i32::MAX) = -one;
        powi(two, i32::MAX) = i; powi(-two, 3) = -(two * two * two);
    }
    same(atan2(i, -i), (T::PI - quarter / two).max(atan2(one, -one)), "atan2(inf, -inf)");
}

#[test]
fn of_two_arguments() {
    of_two::<f32>();
    of_two::<f64>();
}

/// What the smallest numbers are mapped to, and where results leave the range.
macro_rules! ends {
    ($t:ident) => {{
        let least = $t::from_bits(1);
        for x in [least, -least, 3.0 * least, $t::MIN_POSITIVE, -$t::MIN_POSITIVE] {
            each! { x = x; sin tan asin atan sinh tanh asinh atanh exp_m1 ln_1p }
            each! { x = 1.0; cos cosh exp exp2 erfc }
            are! { sigmoid(x) = 0.5; gelu(x) = 0.5 * x; }
        }
        are! {
            erf(least) = least; erf(-least) = -least; gelu(least) = 0.0; gelu(-least) = -0.0; gelu(3.0 * least) = 2.0 * least;
            gamma(least) = $t::INFINITY; gamma(-least) = $t::NEG_INFINITY; gamma($t::MIN_POSITIVE) = 1.0 / $t::MIN_POSITIVE;
        }
        let smallest = $t::MIN_EXP - $t::MANTISSA_DIGITS as i32;
        for n in smallest - 2..=$t::MAX_EXP {
            let power = if n < smallest {
                0.0
            } else if n < $t::MIN_EXP {
                $t::from_bits(1 << (n - smallest))
            } else {
                2f64.powi(n) as $t
            };
            let what = format!("2^{n}");
            same(exp2(n as $t), power, &what);
            same(powf(2.0, n as $t), power, &what);
            if power > 0.0 && power < $t::INFINITY {
                same(log2(power), n as $t, &what);
            }
        }
        for n in 1..=1000u16 {
            let x = $t::from(n);
            are! { cbrt(x * x * x) = x; cbrt(-(x * x * x)) = -x; hypot(3.0 * x, -4.0 * x) = 5.0 * x; powf(x, 2.0) = x * x; }
        }
        // Factorials of no more bits than the type has.
        let mut factorial = 1u64;
        for n in 1..=18u8 {
            if factorial >> factorial.trailing_zeros() < 1 << $t::MANTISSA_DIGITS {
                same(gamma($t::from(n)), factorial as $t, "factorial");
            } else {
                assert!(n > 14);
            }
            factorial *= u64::from(n);
        }
    }};
}

#[test]
fn the_ends_and_what_is_exact() {
    ends!(f32);
    ends!(f64);
    for k in 0..=22 {
        assert_eq!(log10(10f64.powi(k)), f64::from(k));
    }
    for k in 0..=10 {
        assert_eq!(log10(10f32.powi(k)), k as f32);
    }
    assert_eq!([exp(709.782_712_893_384f64), exp(709.782_712_893_385)], [1.797_693_134_862_273_1e308, f64::INFINITY]);
    assert_eq!([exp(-745.133_219_101_941_1f64), exp(-745.133_219_101_941_3)], [5e-324, 0.0]);
    assert_eq!([exp(88.722_83f32), exp(88.722_84)], [3.402_798_5e38, f32::INFINITY]);
    assert_eq!(
        [gamma(171.624_376_956_302_7f64), gamma(171.624_376_956_302_8)],
        [1.797_693_134_862_229_9e308, f64::INFINITY]
    );
}

#[test]
fn signs_of_arguments() {
    let numbers = (0..4000u64).map(|i| f64::from_bits(i.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ i << 40));
    for x in numbers.chain((0..2000).map(|i| f64::from(i) * 0.1)).filter(|x| !x.is_nan()) {
        let y = x as f32;
        macro_rules! symmetric {
            (|$v:ident| $turned:expr => $($name:ident)*) => {$(
                let ($v, what) = ($name(x), concat!(stringify!($name), " of f64"));
                same($name(-x), $turned, &format!("{what}, {x:e}"));
                let ($v, what) = ($name(y), concat!(stringify!($name), " of f32"));
                same($name(-y), $turned, &format!("{what}, {y:e}"));
            )*};
        }
        symmetric! { |v| -v => sin tan asin atan sinh tanh asinh atanh cbrt erf }
        symmetric! { |v| v => cos cosh }
    }
}

/// Products with constants are the standard library's to the bit.
#[test]
fn degrees_and_radians() {
    for i in 0..4000u64 {
        let x = f64::from_bits(i.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let y = f32::from_bits((i as u32).wrapping_mul(0x9e37_79b9));
        are! {
            to_degrees(x) = x.to_degrees(); to_radians(x) = x.to_radians();
            to_degrees(y) = y.to_degrees(); to_radians(y) = y.to_radians();
        }
    }
}

/// The half-width floats have the functions of `f32`, rounded once more.
#[test]
fn half_widths() {
    use half::{bf16, f16};
    for bits in (0..=u16::MAX).step_by(13) {
        macro_rules! rounded {
            ($t:ident: $($name:ident)*) => {{
                let x = $t::from_bits(bits);
                $( same($name(x), $t::from_f32($name(x.to_f32())), stringify!($name)); )*
                let ((value, sign), (wide, of)) = (ln_gamma(x), ln_gamma(x.to_f32()));
                same(value, $t::from_f32(wide), "ln_gamma");
                assert_eq!(sign, of);
            }};
        }
        rounded! { f16: sin exp ln tanh cbrt erf erfc gamma sigmoid gelu }
        rounded! { bf16: sin exp ln tanh cbrt erf erfc gamma sigmoid gelu }
    }
}

/// A user's trait that has functions of these names.
#[test]
fn names_remain_the_users() {
    trait Mine {
        fn erf(x: Self) -> u8;
        fn gelu(self) -> u8;
    }
    impl Mine for f32 {
        fn erf(_: f32) -> u8 {
            1
        }
        fn gelu(self) -> u8 {
            2
        }
    }
    fn generic<T: Float + Mine>(x: T) -> (u8, u8) {
        (T::erf(x), x.gelu())
    }
    assert_eq!(generic(0.5f32), (1, 2));
}
