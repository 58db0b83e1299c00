//! The error function, its complement, the gated linear unit and the logistic function.

use onrush_macros::device;

use crate::math::double;

/// The error function.
#[inline(always)]
#[device]
pub(crate) fn erf(x: f32) -> f32 {
    double::erf(x as f64) as f32
}

/// The complement of the error function.
#[inline(always)]
#[device]
pub(crate) fn erfc(x: f32) -> f32 {
    double::erfc(x as f64) as f32
}

/// `x` times the distribution function of the normal distribution.
#[inline(always)]
#[device]
pub(crate) fn gelu(x: f32) -> f32 {
    double::gelu(x as f64) as f32
}

/// The logistic function.
#[inline(always)]
#[device]
pub(crate) fn sigmoid(x: f32) -> f32 {
    double::sigmoid(x as f64) as f32
}
