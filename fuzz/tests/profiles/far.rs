//! Device functions of a crate with a profile of its own.
#![allow(warnings, arithmetic_overflow)]

extern crate onrush_core as onrush;
use onrush_core::{Integer, Number, Signed};
use onrush_macros::device;

#[device]
pub fn sum<T: Number>(a: T, b: T) -> T {
    let mut s = a + b;
    s -= b + b;
    s * a
}

#[device]
pub fn power<T: Integer>(a: T, n: u32) -> T {
    let mut s = a << n;
    s >>= n;
    s + a.pow(3)
}

#[device]
pub fn distance<T: Signed>(a: T, b: T) -> T {
    (a - b).abs() + -a
}

#[device]
pub fn next(n: u8) -> u8 {
    let mut n = n;
    n += 1;
    debug_assert!(n != 7, "seven");
    n.next_power_of_two()
}

/// The same as rustc alone compiles them, for this crate's profile.
pub mod plain {
    #[inline(never)]
    pub fn sum(a: i32, b: i32) -> i32 {
        let mut s = a + b;
        s -= b + b;
        s * a
    }
    #[inline(never)]
    pub fn power(a: i32, n: u32) -> i32 {
        let mut s = a << n;
        s >>= n;
        s + a.pow(3)
    }
    #[inline(never)]
    pub fn distance(a: i32, b: i32) -> i32 {
        (a - b).abs() + -a
    }
    #[inline(never)]
    pub fn next(n: u8) -> u8 {
        let mut n = n;
        n += 1;
        debug_assert!(n != 7, "seven");
        n.next_power_of_two()
    }
}
