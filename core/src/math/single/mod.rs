#[cfg(test)]
mod closest;
mod error;
mod exponential;
mod factorial;
mod inverse;
mod logarithm;
mod power;
mod quotient;
mod tails;
mod trigonometric;

pub(crate) use error::{erf, erfc, gelu, sigmoid};
pub(crate) use exponential::{cosh, exp, exp_m1, exp2, sinh, tanh};
pub(crate) use factorial::{gamma, ln_gamma};
pub(crate) use inverse::{acos, asin, atan, atan2};
pub(crate) use logarithm::{acosh, asinh, atanh, ln, ln_1p, log, log2, log10};
pub(crate) use power::{cbrt, hypot, powf, sqrt};
pub(crate) use tails::powi;
pub(crate) use trigonometric::{cos, sin, sin_cos, tan, to_degrees, to_radians};
