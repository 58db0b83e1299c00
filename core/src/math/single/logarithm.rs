//! Logarithms and the inverses of the hyperbolic functions, in f64 by a table of 32 logarithms.

use std::f64::consts::{LN_2, LOG10_2};

use onrush_macros::device;

use super::tails::{ends, within_one};
use crate::math::exact::exact_mad_64;
use crate::math::tables::log2_near;
use crate::math::text::polynomial;

polynomial! {
    /// (ln(1 + f) − f) / f², for |f| <= 1/60.
    ln_curve: f64 => [
        -0.500_000_000_000_077, 0.333_333_333_333_401_8, -0.249_999_994_867_786_04, 0.199_999_995_437_999_68,
        -0.166_717_327_833_161_95, 0.142_902_175_253_992_18,
    ];
    /// log2(1 + f) / f, for |f| <= 1/60.
    log2_curve: f64 => [
        1.442_695_040_888_963_4, -0.721_347_520_444_592_8, 0.480_898_346_963_086_6, -0.360_673_752_818_021_2,
        0.288_539_001_596_217_4, -0.240_522_262_095_162_3, 0.206_164_259_571_180_06,
    ];
    /// The same, to 35 bits.
    short_curve: f64 => [
        1.442_695_040_888_963_4, -0.721_347_514_960_197_7, 0.480_898_342_262_128_8, -0.360_754_966_502_052_97,
        0.288_608_614_082_842_44,
    ];
}

/// A positive number as 2ᵉ (1 + f) / c, with c from the table: e − log2 c, and f.
#[inline(always)]
#[device]
fn parts(x: f32) -> (f64, f64) {
    let small = x < 1.175_494_3e-38;
    let bits = if small { x * 16_777_216.0 } else { x }.to_bits();
    let o = bits.wrapping_sub(0x3f32_0000);
    let near = log2_near(o.wrapping_shr(18) & 31);
    let m = f32::from_bits(bits.wrapping_sub(o & 0xff80_0000)) as f64;
    let down = if small { 24u32 } else { 0u32 };
    let e = ((o as i32).wrapping_shr(23) as u32).wrapping_sub(down) as i32 as f64;
    (e + near[1], exact_mad_64(m, near[0], -1.0))
}

/// The logarithm to base 2 of a positive number, with 49 bits or more.
#[inline(always)]
#[device]
pub(super) fn log2_of_positive(x: f32) -> f64 {
    let (high, f) = parts(x);
    high + f * log2_curve(f)
}

/// ln(1 + t) of a number above −1, with an error below 2⁻⁴⁷ of it or, beside a larger `t`, of 1.
#[inline(always)]
#[device]
fn ln_1p_of(t: f64) -> f64 {
    let bits = (1.0 + t).to_bits();
    let o = (bits.wrapping_shr(32) as u32).wrapping_sub(0x3fe6_4000);
    let near = log2_near(o.wrapping_shr(15) & 31);
    let m = f64::from_bits(bits.wrapping_sub(((o & 0xfff0_0000) as u64).wrapping_shl(32)));
    let e = (o as i32).wrapping_shr(20) as f64;
    // Around 1, where c is 1, the sum with 1 would lose places of t.
    let f = if o.wrapping_shr(15) == 19 { t } else { m * near[0] - 1.0 };
    (e + near[1]) * LN_2 + (f + f * f * ln_curve(f))
}

/// The natural logarithm.
#[inline(always)]
#[device]
pub(crate) fn ln(x: f32) -> f32 {
    let (high, f) = parts(x);
    ends(x, (high * LN_2 + (f + f * f * ln_curve(f))) as f32)
}

/// The logarithm to base 2.
#[inline(always)]
#[device]
pub(crate) fn log2(x: f32) -> f32 {
    ends(x, log2_of_positive(x) as f32)
}

/// The logarithm to base 10.
#[inline(always)]
#[device]
pub(crate) fn log10(x: f32) -> f32 {
    ends(x, (log2_of_positive(x) * LOG10_2) as f32)
}

/// The natural logarithm of 1 + `x`.
#[inline(always)]
#[device]
pub(crate) fn ln_1p(x: f32) -> f32 {
    let near = ln_1p_of(x as f64) as f32;
    // The results of these numbers are so close to the middle between two of f32 that f64 takes the wrong one.
    let y = if x == -8.583_044e-6 {
        -8.583_081e-6
    } else if x == 8.583_093e-6 {
        8.583_057e-6
    } else if x == 0.495_129_97 {
        0.402_213_13
    } else if x == 7.152_559e-7 {
        7.152_557e-7
    } else if x == -7.152_555_7e-7 {
        -7.152_558e-7
    } else {
        near
    };
    ends(x + 1.0, y).copysign(x)
}

/// The logarithm to base 2 in f64, with 35 bits, or what it is if `x` is no positive number.
#[inline(always)]
#[device]
fn log2_with_ends(x: f32) -> f64 {
    let (high, f) = parts(x);
    let y = high + f * short_curve(f);
    let positive = if x < f32::INFINITY { y } else { f64::INFINITY };
    let other = if x == 0.0 { f64::NEG_INFINITY } else { f64::NAN };
    if x > 0.0 { positive } else { other }
}

/// The logarithm to another base.
#[inline(always)]
#[device]
pub(crate) fn log(x: f32, base: f32) -> f32 {
    (log2_with_ends(x) / log2_with_ends(base)) as f32
}

/// The inverse of the hyperbolic sine: ln(1 + x + (√(1 + x²) − 1)).
#[inline(always)]
#[device]
pub(crate) fn asinh(x: f32) -> f32 {
    let a = x.abs();
    let w = a as f64;
    let z = w * w;
    // Of small numbers the root less 1 has few places, and is z / 2.
    let more = if a < 0.000_244_140_63 { 0.5 * z } else { (z + 1.0).sqrt() - 1.0 };
    let y = ln_1p_of(w + more) as f32;
    let sized = if a < f32::INFINITY { y } else { a };
    sized.copysign(x)
}

/// The inverse of the hyperbolic cosine: ln(1 + (x − 1) + √(x² − 1)).
#[inline(always)]
#[device]
pub(crate) fn acosh(x: f32) -> f32 {
    let w = x as f64;
    let y = ln_1p_of((w - 1.0) + exact_mad_64(w, w, -1.0).sqrt()) as f32;
    let sized = if x < f32::INFINITY { y } else { x };
    if x >= 1.0 { sized } else { f32::NAN }
}

/// The inverse of the hyperbolic tangent: ln(1 + 2x / (1 − x)) / 2.
#[inline(always)]
#[device]
pub(crate) fn atanh(x: f32) -> f32 {
    let a = x.abs();
    let w = a as f64;
    let y = (0.5 * ln_1p_of((w + w) / (1.0 - w))) as f32;
    let sized = within_one(a, y);
    sized.copysign(x)
}
