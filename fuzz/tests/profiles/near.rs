//! Operations whose integers overflow, in a crate that calls another one's device functions.
#![allow(warnings, arithmetic_overflow)]

extern crate onrush_core as onrush;
use onrush_fuzz::Harness;
use onrush_macros::op;

/// Adds an operation, and the same closure as rustc alone compiles it.
macro_rules! checks {
    ($fuzz:ident: $(|$($arg:ident: $ty:ty),*| $body:expr;)*) => {$(
        $fuzz.check(stringify!($body), op!(|$($arg: $ty),*| $body), |($($arg,)*): ($($ty,)*)| $body);
    )*};
}

fn main() {
    let mut fuzz = Harness::new(1);
    checks! { fuzz:
        |a: i32, b: i32| a + b;
        |a: i8, b: i8| a - b;
        |a: u16, b: u16| a * b;
        |a: i64, b: i64| a * b - b;
        |a: u64, b: u64| a * b + a;
        |a: i32| -a;
        |a: i64| -(-a + 1);
        |a: u8, b: u32| a << b;
        |a: i16, b: i8| a >> b;
        |a: usize, b: u64| a << b >> 3;
        |a: i32| 10 / (a - 500);
        |a: usize| 100 - a;
        |a: i8| a.abs();
        |a: i16| a.pow(5);
        |a: u64, n: u32| a.pow(n % 70);
        |a: u8| a.next_power_of_two();
        |a: u32, b: u32| a.next_multiple_of(b);
        |a: i32, b: i32| { let mut c = a; c += b; c -= 3; c *= a; c };
        |a: u8, b: u8| { let mut c = [a, b]; c[1] += a; c[0] <<= b; c[1] >>= 2; c[0] ^ c[1] };
        |a: u32, b: u32| { let mut c = [a, b]; let mut i = 0; c[i] += { i = 1; b }; c };
        |a: f32, b: f32| { let mut c = a; c += b; c *= a; -c - b };
        |a: u8| { debug_assert!(a != 3, "three"); a };
        |a: i32, b: i32| { let t = (a + 1, b); t.0 - t.1 };
    }
    fuzz.check("far::sum", op!(|a: i32, b: i32| far::sum(a, b)), |(a, b): (i32, i32)| far::plain::sum(a, b));
    fuzz.check("far::power", op!(|a: i32, n: u32| far::power(a, n)), |(a, n): (i32, u32)| far::plain::power(a, n));
    fuzz.check("far::distance", op!(|a: i32, b: i32| far::distance(a, b)), |(a, b): (i32, i32)| far::plain::distance(a, b));
    fuzz.check("far::next", op!(|n: u8| far::next(n)), |(n,): (u8,)| far::plain::next(n));
    std::process::exit(i32::from(fuzz.finish() > 0));
}
