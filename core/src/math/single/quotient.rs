//! Quotients without a division, which takes a hundred instructions and a branch on a GPU.

use onrush_macros::device;

use crate::math::exact::product_error;

/// 1 / `d` to 20 bits: a guess from the bits, and two of Newton's steps. `d` is normal and below 2¹²⁵.
#[inline(always)]
#[device]
pub(crate) fn reciprocal(d: f32) -> f32 {
    let guess = f32::from_bits(0x7eef_d000u32.wrapping_sub(d.to_bits()));
    let first = guess * (1.968_918 - d * guess);
    let second = first * (1.936_044_7 - d * first);
    second * 1.067_16
}

/// The quotient of two numbers, each a sum of two.
#[inline(always)]
#[device]
pub(crate) fn quotient(nh: f32, nl: f32, dh: f32, dl: f32) -> f32 {
    let r = reciprocal(dh);
    let q = nh * r;
    let p = q * dh;
    let rest = ((nh - p) - product_error(q, dh, p)) + (nl - q * dl);
    q + rest * r
}
