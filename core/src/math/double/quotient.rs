//! Quotients and square roots of sums of two numbers.

use onrush_macros::device;

use crate::math::exact::product_error_64;

/// The quotient of two numbers, each a sum of two, as a sum of two.
#[inline(always)]
#[device]
pub(crate) fn quotient(nh: f64, nl: f64, dh: f64, dl: f64) -> (f64, f64) {
    let r = 1.0 / dh;
    let q = nh * r;
    let p = q * dh;
    let rest = ((nh - p) - product_error_64(q, dh, p)) + (nl - q * dl);
    (q, rest * r)
}

/// The square root of a sum of two numbers, as a sum of two.
#[inline(always)]
#[device]
pub(crate) fn root(h: f64, l: f64) -> (f64, f64) {
    let r = h.sqrt();
    let p = r * r;
    let rest = ((h - p) - product_error_64(r, r, p)) + l;
    (r, if r > 0.0 { 0.5 * rest / r } else { 0.0 })
}
