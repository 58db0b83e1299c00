//! The error function, its complement, the Gaussian error linear unit and the logistic function: as the functions of `f64`, without sums
//! of two numbers, with shorter polynomials and the exponential function of this type.

use onrush_macros::device;

use super::exponential::{exp_64, within_powers};
use crate::math::text::polynomial;

polynomial! {
    /// erf √z / √z − 1, for z <= 0.26.
    erf_curve: f64 => [
        0.128_379_167_095_379_8, -0.376_126_388_981_794_85, 0.112_837_913_626_522_6, -0.026_866_099_310_903_026,
        0.005_223_189_863_942_89, -0.000_850_347_753_767_860_6, 0.000_107_759_365_223_583_56,
    ];
    /// (1 + 2x) exp(x²) erfc x, where x = 3 (1 + t) / (1 − t), for 0.35 <= x <= 10.5.
    erfc_curve: f64 => [
        1.253_008_058_269_862, -0.135_621_106_129_939_83, -0.047_562_294_390_591_13, 0.129_645_159_138_629_45,
        -0.119_273_661_599_570_81, 0.068_308_017_540_080_34, -0.023_770_549_642_360_365, 0.002_529_480_565_219_474_7,
        0.001_889_013_736_073_514_4, -0.000_780_159_213_018_791, -0.000_106_718_140_640_023_43,
        0.000_125_239_855_694_058_33, 8.655_653_497_567_747e-6, -1.819_596_481_346_461e-5, -4.061_192_081_922_801e-6,
    ];
}

/// The complement of the error function of `x`, from 0.35 to 10.5, of which `q` is the square.
#[inline(always)]
#[device]
fn erfc_far(x: f64, q: f64) -> f64 {
    let d = 1.0 + 2.0 * x;
    let r = 1.0 / ((x + 3.0) * d);
    exp_64(-q) * erfc_curve((x - 3.0) * d * r) * ((x + 3.0) * r)
}

/// The error function.
#[inline(always)]
#[device]
pub(crate) fn erf(x: f32) -> f32 {
    let a = x.abs() as f64;
    let near = a + a * erf_curve(a * a);
    let b = if a > 4.2 { 4.2 } else { a };
    let far = 1.0 - erfc_far(b, b * b);
    ((if a < 0.5 { near } else { far }) as f32).copysign(x)
}

/// The complement of the error function.
#[inline(always)]
#[device]
pub(crate) fn erfc(x: f32) -> f32 {
    let v = x as f64;
    let a = v.abs();
    let near = 1.0 - (v + v * erf_curve(v * v));
    let b = if a > 10.4 { 10.4 } else { a };
    let right = erfc_far(b, b * b);
    let far = if v < 0.0 { 2.0 - right } else { right };
    (if a < 0.5 { near } else { far }) as f32
}

/// `x` times the distribution function of the normal distribution.
#[inline(always)]
#[device]
pub(crate) fn gelu(x: f32) -> f32 {
    let v = x as f64;
    let a = v.abs();
    let b = if a > 14.7 { 14.7 } else { a };
    let u = b * 0.707_106_781_186_547_6;
    let erf = u + u * erf_curve(u * u);
    let below = 0.5 * erfc_far(u, 0.5 * b * b);
    let negative = v < 0.0;
    let near = 0.5 + 0.5 * if negative { -erf } else { erf };
    let far = if negative { below } else { 1.0 - below };
    let y = if negative { b } else { a } * if u < 0.5 { near } else { far };
    (y as f32).copysign(x)
}

/// The logistic function.
#[inline(always)]
#[device]
pub(crate) fn sigmoid(x: f32) -> f32 {
    let e = exp_64(within_powers(-x.abs()));
    (if x < 0.0 { e } else { 1.0 } / (1.0 + e)) as f32
}
