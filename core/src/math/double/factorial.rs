//! The gamma function and its logarithm.
//!
//! Up to 5/2 by ln Γ(2 + w), which has no pole near, and by Γ(x + 1) = x Γ(x); beyond by Stirling's formula, whose rest is a function
//! of 1 / x²; below zero by Γ(x) Γ(−x) = −π / (x sin πx). F. W. J. Olver and others, *NIST Handbook of Mathematical Functions*,
//! 2010, chapter 5. The coefficients are interpolations of ours at Chebyshev's points.

use onrush_macros::device;

use super::exponential::{exp_as_sum, scaled};
use super::power::ln_as_sum;
use super::quotient::quotient;
use super::trigonometric::{cos_of_rest, sin_of_rest};
use crate::math::exact::{fast_sum_64, product_64, sum_64};
use crate::math::text::polynomial;

polynomial! {
    /// (ln Γ(2 + w) − C w − D w²) / w³, for |w| <= 1/2.
    near_curve: f64 => [
        -0.067_352_301_053_198_14, 0.020_580_808_427_784_57, -0.007_385_551_028_668_153_5,
        0.002_890_510_330_738_737, -0.001_192_753_912_001_022_6, 0.000_509_669_524_885_309_6,
        -0.000_223_154_750_745_203_67, 9.945_750_909_889_392e-5, -4.492_635_110_383_333_4e-5,
        2.050_726_741_605_779e-5, -9.438_458_716_242_811e-6, 4.374_374_916_915_131e-6, -2.044_920_146_701_511_5e-6,
        9.578_663_334_114_758e-7, -4.303_558_760_359_961e-7, 2.030_480_675_161_522_7e-7,
        -1.341_281_975_851_728_7e-7, 6.379_047_507_619_774e-8,
    ];
    /// x (ln Γ(x) − (x − 1/2) ln x + x − ln 2π / 2), where z is 1 / x², for x >= 5/2.
    far_curve: f64 => [
        0.083_333_333_333_333_33, -0.002_777_777_777_775_64, 0.000_793_650_792_634_837_6, -0.000_595_237_901_728_165_6,
        0.000_841_731_191_054_159_7, -0.001_916_297_779_761_539_8, 0.006_358_525_046_715_835,
        -0.027_991_038_553_284_96, 0.144_147_784_639_555_08, -0.748_347_142_024_469_1, 3.424_671_477_564_168_7,
        -12.402_134_070_720_66, 32.137_057_787_033_434, -52.042_531_573_768_96, 39.204_407_894_499_71,
    ];
}

/// The sum of two sums of two numbers.
#[inline(always)]
#[device]
fn sum_of_sums(h: f64, l: f64, g: f64, gl: f64) -> (f64, f64) {
    let (s, e) = sum_64(h, g);
    fast_sum_64(s, e + (l + gl))
}

/// The product of two sums of two numbers.
#[inline(always)]
#[device]
fn product_of_sums(h: f64, l: f64, g: f64, gl: f64) -> (f64, f64) {
    let (p, pl) = product_64(h, g);
    fast_sum_64(p, pl + (h * gl + l * g))
}

/// ln Γ(2 + w) as a sum of two numbers, for |w| <= 1/2.
#[inline(always)]
#[device]
fn ln_gamma_near(w: f64) -> (f64, f64) {
    let (p, pl) = product_64(w, 0.422_784_335_098_467_13);
    let (z, zl) = product_64(w, w);
    let (q, ql) = product_64(z, 0.322_467_033_424_113_2);
    let low = w * 4.998_234_382_459_033e-18 + (zl * 0.322_467_033_424_113_2 + z * 1.517_693_039_057_798_5e-17);
    sum_of_sums(p, pl, q, ql + (low + z * w * near_curve(w)))
}

/// ln Γ(x) as a sum of two numbers, times 2⁻⁶⁴ for numbers beyond 2¹²⁸, for x >= 5/2.
#[inline(always)]
#[device]
fn ln_gamma_far(x: f64) -> (f64, f64) {
    let (lh, ll) = ln_as_sum(x);
    let scale = if x > 3.402_823_669_209_384_6e38 { 5.421_010_862_427_522e-20f64 } else { 1.0f64 };
    let m = x * scale;
    let (p, pl) = product_64(m, lh);
    let (s, sl) = sum_64(p, -m);
    let (h, l) = sum_of_sums(s, sl + (pl + m * ll), -0.5 * lh, -0.5 * ll);
    let r = 1.0 / x;
    sum_of_sums(h, l, 0.918_938_533_204_672_8, r * far_curve(r * r) - 3.878_294_158_067_241_4e-17)
}

/// |sin πx| of a magnitude as a sum of two numbers, and whether the sine is negative.
#[inline(always)]
#[device]
fn sin_pi(a: f64) -> (f64, f64, bool) {
    // The distance to the nearest integer is exact, and that to the nearest half.
    let below = if a < 4_503_599_627_370_496.0 { a } else { 0.0 };
    let k = (below + 4_503_599_627_370_496.0) - 4_503_599_627_370_496.0;
    let r = below - k;
    let d = r.abs();
    let upper = d > 0.25;
    let (h, l0) = product_64(if upper { 0.5 - d } else { d }, 3.141_592_653_589_793);
    let l = l0 + if upper { 0.5 - d } else { d } * 1.224_646_799_147_353_2e-16;
    let z = h * h;
    let (sh, sl) = sin_of_rest(h, l, z);
    let (ch, cl) = cos_of_rest(h, l, z);
    let (y, yl) = fast_sum_64(if upper { ch } else { sh }, if upper { cl } else { sl });
    let half = k * 0.5;
    let odd = (half + 4_503_599_627_370_496.0) - 4_503_599_627_370_496.0 != half;
    (y, yl, odd != (r < 0.0))
}

/// The w for which 2 + w is a + 2, a + 1 or a; and a (a + 1), a or 1 as a sum of two numbers, by which Γ(2 + w) is divided to give
/// Γ(a).
#[inline(always)]
#[device]
fn steps(a: f64) -> (f64, f64, f64) {
    let two = a < 0.5;
    let one = a < 1.5;
    let w = if two {
        a
    } else if one {
        a - 1.0
    } else {
        a - 2.0
    };
    let (s, sl) = sum_64(a, 1.0);
    let (q, ql) = product_64(a, s);
    let h = if two {
        q
    } else if one {
        a
    } else {
        1.0
    };
    (w, h, if two { ql + a * sl } else { 0.0 })
}

/// The gamma function.
#[inline(always)]
#[device]
pub(crate) fn gamma(x: f64) -> f64 {
    let a0 = x.abs();
    let negative = x < 0.0;
    let a = if a0 > 186.0 { 186.0 } else { a0 };
    let far = a >= 2.5;
    let (w, q, ql) = steps(a);
    let (nh, nl) = ln_gamma_near(w);
    let (fh, fl) = ln_gamma_far(if far { a } else { 2.5 });
    let (n, e, el) = exp_as_sum(if far { fh } else { nh }, if far { fl } else { nl });
    // Γ(a) is e / q, and Γ(−a) is −π q / (a e sin πa).
    let (s, sl, turned) = sin_pi(a0);
    let (mh, ml) = product_64(a, s);
    let (dh, dl) = product_of_sums(mh, ml + a * sl, e, el);
    let (ph, pl) = product_of_sums(q, ql, 3.141_592_653_589_793, 1.224_646_799_147_353_2e-16);
    let (y, yl) = quotient(
        if negative { ph } else { e },
        if negative { pl } else { el },
        if negative { dh } else { q },
        if negative { dl } else { ql },
    );
    let z = scaled(y + yl, if negative { 0u32.wrapping_sub(n) } else { n });
    let signed = if negative & !turned { -z } else { z };
    let integer = s == 0.0;
    if a0 < 1.0e-17 {
        1.0 / x
    } else if negative & integer {
        f64::NAN
    } else if x > 171.7 {
        f64::INFINITY
    } else {
        signed
    }
}

/// The logarithm of the magnitude of the gamma function, and the gamma function's sign.
#[inline(always)]
#[device]
pub(crate) fn ln_gamma(x: f64) -> (f64, i32) {
    let a = x.abs();
    let tiny = a < 1.0e-17;
    let negative = (x < 0.0) & !tiny;
    let far = a >= 2.5;
    let (w, q0, q0l) = steps(if far | tiny { 1.0 } else { a });
    let (q, ql) = (
        if far {
            1.0
        } else if tiny {
            a
        } else {
            q0
        },
        if far { 0.0 } else { q0l },
    );
    let (nh, nl) = ln_gamma_near(w);
    let (fh, fl) = ln_gamma_far(if far { a } else { 2.5 });
    let (h, l) = (if far { fh } else { nh }, if far { fl } else { nl });
    // ln Γ(a) is h − ln q, and ln |Γ(−a)| is ln (π q / (a |sin πa|)) − h.
    let (s, sl, turned) = sin_pi(a);
    let b = if a < 4_503_599_627_370_496.0 { a } else { 1.0 };
    let (mh, ml) = product_64(b, s);
    let (ph, pl) = product_of_sums(q, ql, 3.141_592_653_589_793, 1.224_646_799_147_353_2e-16);
    let (u, ul) = quotient(ph, pl, mh, ml + b * sl);
    let (v, vl) = fast_sum_64(if negative { u } else { q }, if negative { ul } else { ql });
    let (g, gl) = ln_as_sum(v);
    let gl = gl + vl / v;
    let sign = if negative { -1.0 } else { 1.0f64 };
    let (y, yl) = sum_of_sums(sign * h, sign * l, -sign * g, -sign * gl);
    let back = if a > 3.402_823_669_209_384_6e38 { 18_446_744_073_709_551_616.0f64 } else { 1.0f64 };
    let z = (y + yl) * back;
    let integer = s == 0.0;
    let value = if (a == f64::INFINITY) | (a == 0.0) | negative & integer { f64::INFINITY } else { z };
    let below = x.is_sign_negative() & (tiny | !turned & !integer);
    (value, if below { -1 } else { 1 })
}
