//! Exponential functions.

use onrush_macros::device;

use super::quotient::quotient;
use crate::math::exact::{ROUND_64, exact_mad_64, fast_sum_64, half_square_error_64, product_64, sum_64};
use crate::math::text::polynomial;

polynomial! {
    /// (eʳ − 1 − r − r² / 2) / r³, for |r| <= ln 2 / 2.
    exp_curve: f64 => [
        0.166_666_666_666_666_77, 0.041_666_666_666_666_69, 0.008_333_333_333_322_101, 0.001_388_888_888_887_000_3,
        0.000_198_412_698_851_356_72, 2.480_158_735_663_263_2e-5, 2.755_724_506_059_350_6e-6,
        2.755_724_495_244_226e-7, 2.510_877_991_829_012e-8, 2.092_400_366_709_294e-9,
    ];
}

/// The exponential function of a rest, `|r| <= ln 2 / 2`, of which `l` is the part below `r`: a sum of two numbers.
#[inline(always)]
#[device]
fn exp_of_rest(r: f64, l: f64) -> (f64, f64) {
    let p = r * exp_curve(r) + 0.5;
    let s = 1.0 + r;
    let e = (1.0 - s) + r;
    (s, e + (r * r * p + l))
}

/// As [`exp_of_rest`], with half of the square of `r` without error.
#[inline(always)]
#[device]
fn exp_of_rest_exactly(r: f64, l: f64) -> (f64, f64) {
    let q = 0.5 * r * r;
    let s = 1.0 + r;
    let e = (1.0 - s) + r;
    (s, e + (q + (r * r * (r * exp_curve(r)) + (half_square_error_64(r, q) + l))))
}

/// 2 to the power that the low bits of `n` are, which must be the exponent of a normal number.
#[inline(always)]
#[device]
pub(super) fn power_of_2(n: u32) -> f64 {
    f64::from_bits((n as u64).wrapping_shl(52).wrapping_add(0x3ff0_0000_0000_0000))
}

/// `y` times 2 to the power of `n`; twice by half of the power, since 2 to the power alone may be no number.
#[inline(always)]
#[device]
pub(super) fn scaled(y: f64, n: u32) -> f64 {
    let first = (n as i32).wrapping_shr(1) as u32;
    y * power_of_2(first) * power_of_2(n.wrapping_sub(first))
}

/// `x` as a multiple of ln 2, as the multiple's bits, and a rest as a sum of two numbers.
#[inline(always)]
#[device]
fn rest(x: f64) -> (u32, f64, f64) {
    let t = x * 1.442_695_040_888_963_4 + ROUND_64;
    let k = t - ROUND_64;
    let r0 = exact_mad_64(-k, 0.693_147_180_560_117_7, x);
    let u = k * -1.723_944_452_561_483_5e-13;
    let r = r0 - u;
    (t.to_bits() as u32, r, (r0 - r) - u)
}

/// e to the power of `x`.
#[inline(always)]
#[device]
pub(crate) fn exp(x: f64) -> f64 {
    let above = if x < -746.0 { -746.0 } else { x };
    let (n, r, l) = rest(if above > 710.0 { 710.0 } else { above });
    let (s, e) = exp_of_rest(r, l);
    scaled(s + e, n)
}

/// e to the power of `h + l`.
#[inline(always)]
#[device]
pub(crate) fn exp_of_sum(h: f64, l: f64) -> f64 {
    let (n, y, _) = exp_as_sum(h, l);
    scaled(y, n)
}

/// e to the power of `h + l` as a sum of two numbers, times 2 to the power that the first result is.
#[inline(always)]
#[device]
pub(super) fn exp_as_sum(h: f64, l: f64) -> (u32, f64, f64) {
    let (n, r0, l0) = rest(h);
    let (r, rl) = fast_sum_64(r0, l0 + l);
    let (s, e) = exp_of_rest(r, r * rl + rl);
    let (y, yl) = fast_sum_64(s, e);
    (n, y, yl)
}

/// 2 to the power of `x`.
#[inline(always)]
#[device]
pub(crate) fn exp2(x: f64) -> f64 {
    let above = if x < -1080.0 { -1080.0 } else { x };
    let x = if above > 1026.0 { 1026.0 } else { above };
    let t = x + ROUND_64;
    let r = x - (t - ROUND_64);
    let (h, l) = product_64(r, 0.693_147_180_559_945_3);
    let (s, e) = exp_of_rest(h, l + r * 2.319_046_813_846_299_6e-17);
    scaled(s + e, t.to_bits() as u32)
}

/// e to the power of `x`, less 1.
#[inline(always)]
#[device]
pub(crate) fn exp_m1(x: f64) -> f64 {
    let above = if x < -40.0 { -40.0 } else { x };
    let (n, r, l) = rest(if above > 710.0 { 710.0 } else { above });
    let (s, e) = exp_of_rest_exactly(r, l);
    // By half of the power of 2, of which 1 is taken away with the other half's inverse.
    let first = (n as i32).wrapping_shr(1) as u32;
    let second = n.wrapping_sub(first);
    let scale = power_of_2(first);
    let (h, low) = sum_64(s * scale, -power_of_2(0u32.wrapping_sub(second)));
    let y = (h + (low + e * scale)) * power_of_2(second);
    if x.abs() < 5.0e-17 { x } else { y }
}

/// e to the power of the magnitude of `x`, less its inverse times `sign`, times 1/2.
#[inline(always)]
#[device]
fn half_sum(a: f64, sign: f64) -> f64 {
    let (n, r, l) = rest(if a > 712.0 { 712.0 } else { a });
    let (s0, e0) = exp_of_rest(r, l);
    let (s, e) = fast_sum_64(s0, e0);
    let (q, ql) = quotient(1.0, 0.0, s, e);
    // Beyond 2⁻⁸⁰ the inverse is nothing beside the power.
    let twice = n.wrapping_add(n);
    let scale = sign * power_of_2(0u32.wrapping_sub(if twice > 80 { 80 } else { twice }));
    let (h, low) = fast_sum_64(s, scale * q);
    scaled(h + (low + (e + scale * ql)), n.wrapping_sub(1))
}

/// The hyperbolic sine.
#[inline(always)]
#[device]
pub(crate) fn sinh(x: f64) -> f64 {
    let a = x.abs();
    let y = half_sum(a, -1.0);
    if a < 3.0e-9 { x } else { y.copysign(x) }
}

/// The hyperbolic cosine.
#[inline(always)]
#[device]
pub(crate) fn cosh(x: f64) -> f64 {
    half_sum(x.abs(), 1.0)
}

/// The hyperbolic tangent: with n = e²ˣ − 1 it is n / (n + 2).
#[inline(always)]
#[device]
pub(crate) fn tanh(x: f64) -> f64 {
    let a = x.abs();
    let below = if a > 20.0 { 20.0 } else { a };
    let (n, r, l) = rest(below + below);
    let (s, e) = exp_of_rest(r, l);
    let scale = power_of_2(n);
    let (bh, bl) = fast_sum_64(scale * s, -1.0);
    let (nh, nl) = fast_sum_64(bh, bl + scale * e);
    let (dh, dl) = sum_64(nh, 2.0);
    let (q, ql) = quotient(nh, nl, dh, dl + nl);
    if a < 3.0e-9 { x } else { (q + ql).copysign(x) }
}
