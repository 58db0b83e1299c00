//! The gamma function and its logarithm.

use onrush_macros::device;

use crate::math::double;

/// The gamma function.
#[inline(always)]
#[device]
pub(crate) fn gamma(x: f32) -> f32 {
    double::gamma(x as f64) as f32
}

/// The logarithm of the magnitude of the gamma function, and the gamma function's sign.
#[inline(always)]
#[device]
pub(crate) fn ln_gamma(x: f32) -> (f32, i32) {
    let (value, sign) = double::ln_gamma(x as f64);
    (value as f32, sign)
}
