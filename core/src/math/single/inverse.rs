//! Inverses of the trigonometric functions.

use onrush_macros::device;

use crate::math::exact::{fast_sum, product_error};
use crate::math::single::quotient::reciprocal;
use crate::math::text::polynomial;

polynomial! {
    /// (atan √z / √z − 1) / z, for z <= 1/4.
    atan_curve: f32 => [
        -0.333_333_28, 0.199_995_53, -0.142_730_64, 0.109_479_72, -0.080_072_016, 0.039_013_39,
    ];
    /// (atan √z / √z − 1) / z, for z <= tan²(pi/8).
    atan_curve_64: f64 => [
        -0.333_333_333_314_355_7, 0.199_999_989_147_906_8, -0.142_856_123_188_108_78, 0.111_074_897_813_874_93,
        -0.090_289_169_588_550_2, 0.071_349_474_536_411_43, -0.040_424_271_211_267_66,
    ];
    /// (asin √z / √z − 1) / z, for z <= 1/4.
    asin_curve: f32 => [
        0.166_666_6, 0.075_005_22, 0.044_513_382, 0.031_838_838, 0.014_316_985, 0.037_691_67,
    ];
}

/// The arc tangent of `a`, of (a − 1) / (a + 1) less pi/4, or of −1 / a less pi/2.
#[inline(always)]
#[device]
pub(crate) fn atan(x: f32) -> f32 {
    let a0 = x.abs();
    let a = if a0 > 10_000_000_000.0 { 10_000_000_000.0 } else { a0 };
    let mid = a > 0.5;
    let big = a > 2.0;
    let n = if big {
        -1.0
    } else if mid {
        a - 1.0
    } else {
        a
    };
    let sum = a + 1.0;
    let d = if big {
        a
    } else if mid {
        sum
    } else {
        1.0
    };
    let dl = if mid & !big { a - (sum - 1.0) } else { 0.0 };
    let r = reciprocal(d);
    let t0 = n * r;
    let p = t0 * d;
    let rest = ((n - p) - product_error(t0, d, p)) - t0 * dl;
    let (th, tl) = fast_sum(t0, rest * r);
    let z = th * th;
    let q = atan_curve(z);
    let units = if big {
        2.0f32
    } else if mid {
        1.0f32
    } else {
        0.0f32
    };
    let (bh, bl) = fast_sum(units * 0.785_398_2, th);
    let y = bh + (bl + (z * th * q + (units * -2.185_569_4e-8 + tl)));
    if a0 < 0.0001 { x } else { y.copysign(x) }
}

/// Of a magnitude: the arc sine of `a` itself, or above 1/2 that of √((1 − a) / 2), as a sum.
#[inline(always)]
#[device]
fn asin_parts(a: f32) -> (f32, f32) {
    let big = a > 0.5;
    let z = if big { 0.5 - 0.5 * a } else { a * a };
    let s = if big { z.sqrt() } else { a };
    let p = s * s;
    // Half of 1 / s to 10 bits.
    let r0 = f32::from_bits(0x7eef_d000u32.wrapping_sub(s.to_bits()));
    let r1 = r0 * (1.968_918 - s * r0);
    let sl = if big { ((z - p) - product_error(s, s, p)) * (r1 * 0.5165) } else { 0.0 };
    let q = asin_curve(z);
    (s, s * z * q + sl)
}

/// The arc sine.
#[inline(always)]
#[device]
pub(crate) fn asin(x: f32) -> f32 {
    let a = x.abs();
    let big = a > 0.5;
    let (h, l) = asin_parts(a);
    let (bh, bl) = fast_sum(if big { 1.570_796_4f32 } else { 0.0 }, if big { -2.0 * h } else { h });
    let y = bh + (bl + if big { -4.371_139e-8 - 2.0 * l } else { l });
    y.copysign(x)
}

/// The arc cosine: pi/2 − asin x, 2 asin √((1 − x) / 2), or pi less that.
#[inline(always)]
#[device]
pub(crate) fn acos(x: f32) -> f32 {
    let a = x.abs();
    let big = a > 0.5;
    let negative = x < 0.0;
    let (h, l) = asin_parts(a);
    let base = if big { if negative { 2.0 * 1.570_796_4 } else { 0.0 } } else { 1.570_796_4f32 };
    let low = if big { if negative { 2.0 * -4.371_139e-8 } else { 0.0 } } else { -4.371_139e-8 };
    let factor = if big { 2.0f32 } else { -1.0 } * if negative { -1.0 } else { 1.0f32 };
    let (bh, bl) = fast_sum(base, factor * h);
    bh + (bl + (low + factor * l))
}

/// The angle of the point with the abscissa `x` and the ordinate `y`, in f64.
///
/// With the smaller one of the magnitudes `n` and the larger one `d` it is atan(n / d), or pi/4 + atan((n − d) / (n + d)), in the
/// eighth part of the circle that the larger one and the signs name.
#[inline(always)]
#[device]
pub(crate) fn atan2(y: f32, x: f32) -> f32 {
    let (ordinate, abscissa) = (y.abs(), x.abs());
    let steep = ordinate > abscissa;
    let larger = if steep { ordinate } else { abscissa };
    let smaller = if steep { abscissa } else { ordinate };
    // The angle of two infinite numbers is that of equal ones, of two zeros that of 0 and 1.
    let one = smaller == f32::INFINITY;
    let n = if one { 1.0 } else { smaller } as f64;
    let d = if one | (larger == 0.0) { 1.0 } else { larger } as f64;
    let middle = n > d * 0.414_213_562_373_095_03;
    let t = if middle { n - d } else { n } / if middle { n + d } else { d };
    let z = t * t;
    let angle = t + t * z * atan_curve_64(z);
    let left = x.is_sign_negative();
    let below = if middle { 1.0f64 } else { 0.0f64 };
    let within = if steep { 2.0 - below } else { below };
    let eighths = if left { 4.0 - within } else { within };
    let turned = (eighths * 0.785_398_163_397_448_3 + if steep != left { -angle } else { angle }) as f32;
    let number = (x == x) & (y == y);
    if number { turned.copysign(y) } else { f32::NAN }
}
