//! The functions of `std::mem` that operations call by their paths.

use onrush_macros::device;

use crate::value::Value;

/// Exchanges two values.
#[device]
pub fn swap<T: Value>(a: &mut T, b: &mut T) {
    let old = *a;
    *a = *b;
    *b = old;
}

/// Puts a value in the place of another one, and returns that.
#[device]
pub fn replace<T: Value>(place: &mut T, value: T) -> T {
    let old = *place;
    *place = value;
    old
}
