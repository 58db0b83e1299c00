//! The error function, its complement, the Gaussian error linear unit, and the logistic function.
//!
//! W. J. Cody, *Rational Chebyshev Approximations for the Error Function*, 1969, has the division into a range near zero and one
//! of erfc by its scaled form; M. M. Shepherd and J. G. Laframboise, *Chebyshev Approximation of (1 + 2x) exp(x²) erfc x in
//! 0 ≤ x < ∞*, 1981, the function that is approximated there. The coefficients are interpolations of ours at Chebyshev's points.

use onrush_macros::device;

use super::exponential::{exp_as_sum, power_of_2, scaled};
use super::quotient::quotient;
use crate::math::exact::{fast_sum_64, product_64, sum_64};
use crate::math::text::polynomial;

polynomial! {
    /// erf √z / √z − 1, for z <= 0.26.
    erf_curve: f64 => [
        0.128_379_167_095_512_6, -0.376_126_389_031_837_5, 0.112_837_916_709_547_75, -0.026_866_170_644_958_408,
        0.005_223_977_621_115_625, -0.000_854_832_640_089_578_7, 0.000_120_552_783_790_928_4, -1.492_268_000_248_31e-5,
        1.636_405_327_143_315_7e-6, -1.455_468_386_942_428e-7,
    ];
    /// ((1 + 2x) exp(x²) erfc x − C) / t, where x = 4 (1 + t) / (1 − t), for 0.47 <= x <= 27.5.
    erfc_curve: f64 => [
        -0.139_621_116_840_562_5, 0.015_379_652_102_619_8, 0.068_097_054_254_688_47, -0.101_039_066_036_307_08,
        0.093_732_834_998_531_95, -0.066_330_365_812_170_47, 0.037_167_515_533_861_81, -0.016_197_734_058_154_52,
        0.005_031_970_017_666_334, -0.000_757_773_287_737_673_5, -0.000_199_256_958_840_723_6,
        0.000_150_621_681_761_081_65, -2.439_808_720_108_507e-5, -1.122_208_795_511_274_5e-5,
        5.706_576_091_590_714e-6, 2.940_269_263_307_524_6e-7, -8.196_411_901_142_764e-7, 7.421_845_094_958_966e-8,
        1.033_755_313_947_312_7e-7, -1.751_873_991_913_014_8e-8, -9.697_184_257_102_807e-9,
        1.684_836_586_270_381_6e-9,
    ];
    /// The slope by t of what `erfc_curve` is a part of, to 6 bits, for the part of t below its last place.
    erfc_slope: f64 => [-0.138_4, 0.087_1, 0.145_9, -0.763_1, 0.740_5];
}

/// The error function of `h + l`, a magnitude up to 1/2, as a sum of two numbers.
#[inline(always)]
#[device]
fn erf_near(h: f64, l: f64) -> (f64, f64) {
    (h, l + h * erf_curve(h * h))
}

/// The complement of the error function of `x + xl`, from 0.47 to 27.5, as a sum of two numbers, times the power of 2 that the first
/// result names. `q + ql` is the exponent's magnitude, the square of `x + xl`. Callers discard the results of larger arguments.
#[inline(always)]
#[device]
fn erfc_far(x: f64, xl: f64, q: f64, ql: f64) -> (u32, f64, f64) {
    let (m, ml) = sum_64(x, -4.0);
    let (w, wl) = sum_64(x, 4.0);
    let (t, tl) = quotient(m, ml + xl, w, wl + xl);
    let low = tl * erfc_slope(t) - 4.571_873_948_919_685e-17;
    let (p, pl) = fast_sum_64(1.232_995_118_625_552_6, t * erfc_curve(t) + low);
    let (n, s, e) = exp_as_sum(-q, -ql);
    let (h, l) = product_64(s, p);
    let (d, dl) = sum_64(1.0, x + x);
    let (y, yl) = quotient(h, l + (s * pl + e * p), d, dl + (xl + xl));
    (n, y, yl)
}

/// The error function.
#[inline(always)]
#[device]
pub(crate) fn erf(x: f64) -> f64 {
    let a = x.abs();
    let (nh, nl) = erf_near(a, 0.0);
    let b = if a > 6.0 { 6.0 } else { a };
    let (q, ql) = product_64(b, b);
    let (n, h, l) = erfc_far(b, 0.0, q, ql);
    let scale = power_of_2(n);
    let (oh, ol) = fast_sum_64(1.0, -h * scale);
    let y = if a < 0.5 { nh + nl } else { oh + (ol - l * scale) };
    y.copysign(x)
}

/// The complement of the error function.
#[inline(always)]
#[device]
pub(crate) fn erfc(x: f64) -> f64 {
    let a = x.abs();
    let (nh, nl) = erf_near(x, 0.0);
    let (mh, ml) = fast_sum_64(1.0, -nh);
    let b = if a > 27.5 { 27.5 } else { a };
    let (q, ql) = product_64(b, b);
    let (n, h, l) = erfc_far(b, 0.0, q, ql);
    let right = scaled(h + l, n);
    // Beyond x = −6.1 it is 2.
    let scale = scaled(1.0, n);
    let (th, tl) = fast_sum_64(2.0, -h * scale);
    let far = if x < 0.0 { th + (tl - l * scale) } else { right };
    if a < 0.5 { mh + (ml - nl) } else { far }
}

/// `x` times the distribution function of the normal distribution.
#[inline(always)]
#[device]
pub(crate) fn gelu(x: f64) -> f64 {
    let a = x.abs();
    let b = if a > 39.6 { 39.6 } else { a };
    // b / √2, and b² / 2.
    let (u, u0) = product_64(b, 0.707_106_781_186_547_6);
    let ul = u0 + b * -4.833_646_656_726_457e-17;
    let (q, ql) = product_64(b, 0.5 * b);
    let (n, h, l) = erfc_far(u, ul, q, ql);
    let below = scaled(1.0, n);
    // The distribution function of x where x is near zero, and of a.
    let (eh, el) = erf_near(u, ul);
    let (dh, dl) = fast_sum_64(1.0, if x < 0.0 { -eh } else { eh });
    let (rh, rl) = fast_sum_64(2.0, -h * below);
    let near = u < 0.5;
    let left = (x < 0.0) & !near;
    let (ph, pl) = (
        if near {
            dh
        } else if left {
            h
        } else {
            rh
        },
        if near {
            dl + if x < 0.0 { -el } else { el }
        } else if left {
            l
        } else {
            rl - l * below
        },
    );
    let (y, yl) = product_64(0.5 * b, ph);
    let z = scaled(y + (yl + 0.5 * b * pl), if left { n } else { 0 });
    let tiny = if a < 1.0e-20 { 0.5 * a } else { z };
    (if x > 39.0 { x } else { tiny }).copysign(x)
}

/// The logistic function, 1 / (1 + e⁻ˣ).
#[inline(always)]
#[device]
pub(crate) fn sigmoid(x: f64) -> f64 {
    let a = x.abs();
    let (n, s, e) = exp_as_sum(-if a > 746.0 { 746.0 } else { a }, 0.0);
    // Beyond 2⁻⁸⁰ the power is nothing beside 1.
    let k = 0u32.wrapping_sub(n);
    let scale = power_of_2(0u32.wrapping_sub(if k > 80 { 80 } else { k }));
    let (d, dl) = fast_sum_64(1.0, s * scale);
    let negative = x < 0.0;
    let (y, yl) = quotient(if negative { s } else { 1.0 }, if negative { e } else { 0.0 }, d, dl + e * scale);
    scaled(y + yl, if negative { n } else { 0 })
}
