//! Logarithms.

use onrush_macros::device;

use crate::math::double;
use crate::math::exact::{exact_mad, fast_sum, half_square_error};
use crate::math::text::polynomial;

polynomial! {
    /// (ln(1 + f) − f + f² / 2) / f³, for −1/3 <= f <= 1/3.
    ln_curve: f32 => [
        0.333_333_34, -0.249_998_11, 0.199_997_65, -0.166_800_86, 0.142_989_53, -0.121_878_44, 0.108_220_62,
        -0.128_827_35, 0.117_282_555,
    ];
}

/// A positive number as 2ᵉ (1 + f), 2/3 <= 1 + f < 4/3: the exponent, as the bits of an `i32`, and f.
#[inline(always)]
#[device]
fn parts(x: f32) -> (u32, f32) {
    let small = x < 1.175_494_3e-38;
    let normal = if small { x * 16_777_216.0 } else { x };
    let e = normal.to_bits().wrapping_sub(0x3f2a_aaab) & 0xff80_0000;
    let f = f32::from_bits(normal.to_bits().wrapping_sub(e)) - 1.0;
    let down = if small { 24u32 } else { 0u32 };
    (((e as i32).wrapping_shr(23) as u32).wrapping_sub(down), f)
}

/// ln(1 + f) as a sum of two numbers, to the smaller of which `low` has been added.
#[inline(always)]
#[device]
fn ln_1p_parts(f: f32, low: f32) -> (f32, f32) {
    let h = 0.5 * f * f;
    let l = half_square_error(f, h);
    let p = ln_curve(f);
    let (ah, al) = fast_sum(f, -h);
    (ah, f * (f * f) * p + (low + (al - l)))
}

/// The logarithm `y` of `x`, or what it is if `x` is no positive number.
#[inline(always)]
#[device]
fn ends(x: f32, y: f32) -> f32 {
    let positive = if x < f32::INFINITY { y } else { x };
    let other = if x == 0.0 { f32::NEG_INFINITY } else { f32::NAN };
    if x > 0.0 { positive } else { other }
}

/// The natural logarithm.
#[inline(always)]
#[device]
pub(crate) fn ln(x: f32) -> f32 {
    let (e, f) = parts(x);
    let e = e as i32 as f32;
    let (ah, al) = ln_1p_parts(f, e * 1.428_606_8e-6);
    let bh = exact_mad(e, 0.693_145_75, ah);
    let bl = exact_mad(e, 0.693_145_75, -bh) + ah;
    ends(x, bh + (bl + al))
}

/// The logarithm to base 2.
#[inline(always)]
#[device]
pub(crate) fn log2(x: f32) -> f32 {
    let (e, f) = parts(x);
    let e = e as i32 as f32;
    let (ah, al) = ln_1p_parts(f, 0.0);
    let h = f32::from_bits(ah.to_bits() & 0xffff_f000);
    let l = (ah - h) + al;
    let s = exact_mad(h, 1.442_871_1, e);
    let sl = exact_mad(h, 1.442_871_1, e - s);
    ends(x, s + (sl + (h * -0.000_176_052_85 + l * 1.442_695)))
}

/// The logarithm to base 10.
#[inline(always)]
#[device]
pub(crate) fn log10(x: f32) -> f32 {
    let (e, f) = parts(x);
    let e = e as i32 as f32;
    let (ah, al) = ln_1p_parts(f, 0.0);
    let h = f32::from_bits(ah.to_bits() & 0xffff_f000);
    let l = (ah - h) + al;
    let m = e * 0.301_025_4;
    let s = exact_mad(h, 0.434_326_17, m);
    let sl = exact_mad(h, 0.434_326_17, m - s);
    ends(x, s + (sl + (h * -3.168_997e-5 + (l * 0.434_294_5 + e * 4.605_039e-6))))
}

/// The natural logarithm of 1 + `x`.
#[inline(always)]
#[device]
pub(crate) fn ln_1p(x: f32) -> f32 {
    double::ln_1p(x as f64) as f32
}

/// The logarithm to another base.
#[inline(always)]
#[device]
pub(crate) fn log(x: f32, base: f32) -> f32 {
    double::log(x as f64, base as f64) as f32
}

/// The inverse of the hyperbolic sine.
#[inline(always)]
#[device]
pub(crate) fn asinh(x: f32) -> f32 {
    double::asinh(x as f64) as f32
}

/// The inverse of the hyperbolic cosine.
#[inline(always)]
#[device]
pub(crate) fn acosh(x: f32) -> f32 {
    double::acosh(x as f64) as f32
}

/// The inverse of the hyperbolic tangent.
#[inline(always)]
#[device]
pub(crate) fn atanh(x: f32) -> f32 {
    double::atanh(x as f64) as f32
}
