//! The functions that are measured: those of `onrush::math`, each with a number as its result.

use onrush::prelude::*;

pub(crate) use onrush::math::*;

/// The logarithm without the sign.
#[device]
pub(crate) fn ln_gamma<T: Float>(x: T) -> T {
    let (value, _) = onrush::math::ln_gamma(x);
    value
}
