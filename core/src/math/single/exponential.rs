//! Exponential functions.

use onrush_macros::device;

use crate::math::double;
use crate::math::exact::{exact_mad, fast_sum};
use crate::math::single::quotient::quotient;
use crate::math::text::polynomial;

polynomial! {
    /// (eʳ − 1 − r) / r², for |r| <= ln 2 / 2.
    exp_curve: f32 => [
        0.5, 0.166_666_48, 0.041_666_48, 0.008_337_862, 0.001_393_348_4, 0.000_173_476_98,
    ];
    /// (2ʳ − 1 − r ln 2) / r², for |r| <= 1/2.
    exp2_curve: f32 => [
        0.240_226_48, 0.055_503_614, 0.009_618_483_5, 0.001_339_058_3, 0.000_153_372_24,
    ];
}

/// A number that, added and taken away again, rounds to an integer. The sum's low bits are the integer's.
const ROUND: f32 = 12_582_912.0;

/// The exponential function of a rest, `|r| <= ln 2 / 2`, of which `l` is the part below `r`: a sum of two numbers.
#[inline(always)]
#[device]
fn exp_of_rest(r: f32, l: f32) -> (f32, f32) {
    let p = exp_curve(r);
    let s = 1.0 + r;
    let e = (1.0 - s) + r;
    (s, e + (r * r * p + l))
}

/// `y` times 2 to the power that the low bits of `n` are; twice by half of the power, since 2 to the power alone may be no number.
#[inline(always)]
#[device]
fn scaled(y: f32, n: u32) -> f32 {
    let first = (n as i32).wrapping_shr(1) as u32;
    let second = n.wrapping_sub(first);
    y * f32::from_bits(first.wrapping_shl(23).wrapping_add(0x3f80_0000))
        * f32::from_bits(second.wrapping_shl(23).wrapping_add(0x3f80_0000))
}

/// `x` as a multiple of ln 2, as `ROUND` and the multiple, and a rest as a sum of two numbers.
#[inline(always)]
#[device]
fn rest(x: f32) -> (f32, f32, f32) {
    let t = x * 1.442_695 + ROUND;
    let k = t - ROUND;
    let r0 = exact_mad(-k, 0.693_145_75, x);
    let u = k * 1.428_606_8e-6;
    let r = r0 - u;
    (t, r, (r0 - r) - u)
}

/// e to the power of `x`.
#[inline(always)]
#[device]
pub(crate) fn exp(x: f32) -> f32 {
    let above = if x < -104.5 { -104.5 } else { x };
    let (t, r, l) = rest(if above > 89.5 { 89.5 } else { above });
    let (s, e) = exp_of_rest(r, l);
    scaled(s + e, t.to_bits().wrapping_sub(ROUND.to_bits()))
}

/// 2 to the power of `x`.
#[inline(always)]
#[device]
pub(crate) fn exp2(x: f32) -> f32 {
    let above = if x < -151.0 { -151.0 } else { x };
    let x = if above > 129.0 { 129.0 } else { above };
    let t = x + ROUND;
    let r = x - (t - ROUND);
    // The product of 12 bits of r and 12 bits of ln 2 is exact.
    let h = f32::from_bits(r.to_bits() & 0xffff_f000);
    let a = h * 0.693_115_23;
    let p = exp2_curve(r);
    let s = 1.0 + a;
    let e = (1.0 - s) + a;
    let y = s + (e + (r * r * p + (h * 3.194_618_3e-5 + (r - h) * 0.693_147_2)));
    scaled(y, t.to_bits().wrapping_sub(ROUND.to_bits()))
}

/// e to the power of `x`, less 1.
#[inline(always)]
#[device]
pub(crate) fn exp_m1(x: f32) -> f32 {
    double::exp_m1(x as f64) as f32
}

/// The hyperbolic sine.
#[inline(always)]
#[device]
pub(crate) fn sinh(x: f32) -> f32 {
    double::sinh(x as f64) as f32
}

/// The hyperbolic cosine.
#[inline(always)]
#[device]
pub(crate) fn cosh(x: f32) -> f32 {
    double::cosh(x as f64) as f32
}

/// The hyperbolic tangent: with n = e²ˣ − 1 it is n / (n + 2).
#[inline(always)]
#[device]
pub(crate) fn tanh(x: f32) -> f32 {
    let a = x.abs();
    let below = if a > 9.2 { 9.2 } else { a };
    let (t, r, l) = rest(below + below);
    let (s, e) = exp_of_rest(r, l);
    let scale = f32::from_bits(t.to_bits().wrapping_shl(23).wrapping_add(0x3f80_0000));
    let (bh, bl) = fast_sum(scale * s, -1.0);
    let (nh, nl) = fast_sum(bh, bl + scale * e);
    let dh = nh + 2.0;
    let back = dh - nh;
    let dl = (nh - (dh - back)) + (2.0 - back);
    let y = quotient(nh, nl, dh, dl + nl);
    if a < 0.0001 { x } else { y.copysign(x) }
}
