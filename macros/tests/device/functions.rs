use onrush_macros::{device, op};

use crate::support::same;

mod shapes {
    use onrush_macros::device;

    pub(crate) const SCALE: f32 = 0.1;
    const GRID: [u8; 3] = [1, 2, 3];

    #[device]
    pub(crate) fn area(width: f32, height: f32) -> f32 {
        width * height * SCALE * std::f32::consts::PI
    }

    #[device]
    pub(crate) fn extremes(x: f64) -> (f64, f32, u64, i8, bool) {
        (f64::NEG_INFINITY.max(x), f32::MIN_POSITIVE, u64::MAX, i8::MIN, OPEN)
    }
    const OPEN: bool = true;

    #[device]
    pub(crate) fn grid(i: usize) -> u8 {
        GRID[i]
    }
}
use shapes::area;

/// Greatest common divisor.
#[device]
#[inline]
fn gcd(a: u32, b: u32) -> u32 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        let rest = a % b;
        a = b;
        b = rest;
    }
    a
}

#[device]
fn bump(x: &mut u32, by: &u32) -> u32 {
    *x += *by;
    *x * 2
}

#[device]
fn clamped(x: f32) -> f32 {
    x.max(-0.0).min(1.0)
}

#[device]
fn even(n: u32) -> bool {
    n % 2 == 0
}

#[device]
fn odd(n: u32) -> bool {
    !even(n)
}

#[device]
fn nothing() {}

#[test]
fn calls() {
    same(op!(|a: u32, b: u32| gcd(a, b)), &[(12, 18), (0, 5), (17, 3)]);
    same(op!(|x: f32| area(x, 2.0) + shapes::area(x, x) + clamped(x)), &[(0.0,), (-0.0,), (1.5,), (-3.0,)]);
    same(op!(|i: u32| shapes::grid(i as usize)), &[(0,), (2,), (3,)]);
    same(op!(|x: f64| shapes::extremes(x)), &[(0.1,), (-1e300,)]);
    same(op!(|n: u32| even(n) != odd(n) && odd(n)), &[(0,), (7,), (12,)]);
}

macro_rules! three_divisors {
    ($f:ident) => {
        op!(|x: u32| $f(x, 6) + super::functions::$f(x, 4) + $crate::functions::gcd(x, 9))
    };
}

#[test]
fn functions_are_found_from_where_they_are_named() {
    #[device]
    fn gcd(a: u32, b: u32) -> u32 {
        super::functions::gcd(a, b) + 100
    }
    same(three_divisors!(gcd), &[(12,), (36,), (7,)]);
    let nearest = {
        #[device]
        fn gcd(a: u32, b: u32) -> u32 {
            self::gcd(a, b) + 1000
        }
        op!(|x: u32| gcd(x, 6))
    };
    same(nearest, &[(12,), (7,)]);
    same(op!(|x: u32| if x == 7 { gcd(x, 1) } else { self::gcd(x, gcd(x, 3)) }), &[(12,), (7,)]);
}

#[test]
fn references() {
    same(
        op!(|x: u32| {
            let mut n = [x, x + 1];
            let by = 3;
            let a = n[0] + bump(&mut n[0], &by) + n[0];
            let r = &mut n[1];
            *r += 1;
            bump(r, &by);
            nothing();
            (a, n)
        }),
        &[(1,), (2,)],
    );
}
