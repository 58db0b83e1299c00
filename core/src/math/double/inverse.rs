//! Inverses of the trigonometric functions.

use onrush_macros::device;

use super::quotient::{quotient, root};
use crate::math::exact::{fast_sum_64, sum_64};
use crate::math::text::polynomial;

polynomial! {
    /// (atan √z / √z − 1) / z, for z <= tan² (atan(1/2) / 2).
    atan_curve: f64 => [
        -0.333_333_333_333_330_1, 0.199_999_999_998_105_97, -0.142_857_142_478_225_45, 0.111_111_074_404_016_46,
        -0.090_907_119_171_124_39, 0.076_861_096_713_056_15, -0.065_526_652_199_068_49, 0.047_301_406_369_575_69,
    ];
    /// (asin √z / √z − 1) / z, for z <= 1/4.
    asin_curve: f64 => [
        0.166_666_666_666_667_02, 0.074_999_999_999_883_1, 0.044_642_857_154_674_656, 0.030_381_943_784_201_3,
        0.022_372_182_438_182_2, 0.017_352_220_796_484_085, 0.013_973_365_633_271_16, 0.011_460_462_102_266_965,
        0.010_434_896_014_771_72, 0.005_005_510_560_035_919, 0.018_570_537_728_964_307, -0.016_603_506_504_516_165,
        0.029_910_889_032_429_135,
    ];
}

/// The arc tangent of n / d, neither of which is negative, as a sum of two numbers.
///
/// It is atan c + atan((n − c d) / (d + c n)) for the nearest c among 0, 1/2, 1, 2 and infinity. Products with these are exact.
#[inline(always)]
#[device]
fn atan_of_quotient(n: f64, d: f64) -> (f64, f64) {
    let half = n > d * 0.236_067_977_499_789_67;
    let one = n > d * 0.720_759_220_056_126_5;
    let two = n > d * 1.387_425_886_722_793_3;
    let infinite = n > d * 4.236_067_977_499_789;
    let c = if two {
        2.0f64
    } else if one {
        1.0f64
    } else if half {
        0.5f64
    } else {
        0.0f64
    };
    let (nh, nl) = sum_64(if infinite { -d } else { n }, if infinite { 0.0 } else { -c * d });
    let (dh, dl) = sum_64(if infinite { n } else { d }, if infinite { 0.0 } else { c * n });
    let (q, ql) = quotient(nh, nl, dh, dl);
    let (th, tl) = fast_sum_64(q, ql);
    let z = th * th;
    let p = atan_curve(z);
    let high = if infinite {
        1.570_796_326_794_896_6f64
    } else if two {
        1.107_148_717_794_090_4f64
    } else if one {
        0.785_398_163_397_448_3f64
    } else if half {
        0.463_647_609_000_806_1f64
    } else {
        0.0f64
    };
    let low = if infinite {
        6.123_233_995_736_766e-17f64
    } else if two {
        9.404_471_373_566_38e-17f64
    } else if one {
        3.061_616_997_868_383e-17f64
    } else if half {
        2.269_877_745_296_168_7e-17f64
    } else {
        0.0f64
    };
    let (bh, bl) = fast_sum_64(high, th);
    (bh, bl + (z * th * p + (low + tl)))
}

/// The arc tangent.
#[inline(always)]
#[device]
pub(crate) fn atan(x: f64) -> f64 {
    let a = x.abs();
    let (h, l) = atan_of_quotient(if a > 1.0e20 { 1.0e20 } else { a }, 1.0);
    if a < 3.0e-9 { x } else { (h + l).copysign(x) }
}

/// The angle of the point with the abscissa `x` and the ordinate `y`.
#[inline(always)]
#[device]
pub(crate) fn atan2(y: f64, x: f64) -> f64 {
    let (n0, d0) = (y.abs(), x.abs());
    let larger = if n0 > d0 { n0 } else { d0 };
    // Scaled, so that the larger one is about 1. Where both are infinite the angle is that of equal numbers.
    let exponent = larger.to_bits().wrapping_shr(52);
    let scale = f64::from_bits(if exponent > 2045 { 1 } else { 2046u64.wrapping_sub(exponent) }.wrapping_shl(52));
    let infinite = larger == f64::INFINITY;
    let n1 = if infinite { if n0 == larger { 1.0 } else { 0.0 } } else { n0 * scale };
    let d1 = if infinite { if d0 == larger { 1.0 } else { 0.0 } } else { d0 * scale };
    let (h, l) = atan_of_quotient(n1, if larger == 0.0 { 1.0 } else { d1 });
    let left = x.is_sign_negative();
    let (ph, pl) = fast_sum_64(if left { 3.141_592_653_589_793f64 } else { 0.0 }, if left { -h } else { h });
    let turned = ph + (pl + if left { 1.224_646_799_147_353_2e-16f64 - l } else { l });
    // A small quotient is its own arc tangent, also where scaled numbers are too small.
    let small = (n1 < d1 * 1.0e-9) & !left & !infinite;
    let angle = if small { n0 / d0 } else { turned };
    let number = (x == x) & (y == y);
    if number { angle.copysign(y) } else { f64::NAN }
}

/// Of a magnitude: the arc sine of `a` itself, or above 1/2 that of √((1 − a) / 2), as a sum.
#[inline(always)]
#[device]
fn asin_parts(a: f64) -> (f64, f64) {
    let big = a > 0.5;
    let z = if big { 0.5 - 0.5 * a } else { a * a };
    let (r, rl) = root(z, 0.0);
    let (s, sl) = (if big { r } else { a }, if big { rl } else { 0.0 });
    let p = asin_curve(z);
    (s, s * z * p + sl)
}

/// The arc sine.
#[inline(always)]
#[device]
pub(crate) fn asin(x: f64) -> f64 {
    let a = x.abs();
    let big = a > 0.5;
    let (h, l) = asin_parts(a);
    let (bh, bl) = fast_sum_64(if big { 1.570_796_326_794_896_6f64 } else { 0.0 }, if big { -2.0 * h } else { h });
    let y = bh + (bl + if big { 6.123_233_995_736_766e-17f64 - 2.0 * l } else { l });
    y.copysign(x)
}

/// The arc cosine: pi/2 − asin x, 2 asin √((1 − x) / 2), or pi less that.
#[inline(always)]
#[device]
pub(crate) fn acos(x: f64) -> f64 {
    let a = x.abs();
    let big = a > 0.5;
    let negative = x < 0.0;
    let (h, l) = asin_parts(a);
    let turn = if negative { 2.0f64 } else { 0.0f64 };
    let quarters = if big { turn } else { 1.0f64 };
    let factor = if big { 2.0f64 } else { -1.0 } * if negative { -1.0 } else { 1.0f64 };
    let (bh, bl) = fast_sum_64(quarters * 1.570_796_326_794_896_6, factor * h);
    bh + (bl + (quarters * 6.123_233_995_736_766e-17 + factor * l))
}
