//! Exponential functions, in f64 by a table of 64 powers of 2; and the hyperbolic tangent, in f32 alone.

use onrush_macros::device;

use crate::math::exact::{ROUND, ROUND_64, exact_mad, exact_mad_64, fast_sum};
use crate::math::single::quotient::quotient;
use crate::math::tables::exp2_of_64ths;
use crate::math::text::polynomial;

polynomial! {
    /// (eʳ − 1 − r) / r², for |r| <= ln 2 / 128.
    exp_curve: f64 => [
        0.499_999_999_999_850_73, 0.166_666_666_666_645_34, 0.041_666_707_395_269_65, 0.008_333_339_151_704_595,
    ];
    /// (cosh √z − 1) / z, for z <= (ln 2 / 128)².
    cosh_curve: f64 => [0.499_999_999_999_850_73, 0.041_666_707_395_269_65];
    /// (sinh √z / √z − 1) / z, for z <= (ln 2 / 128)².
    sinh_curve: f64 => [0.166_666_666_666_645_34, 0.008_333_339_151_704_595];
    /// (2ʳ − 1) / r, for |r| <= 1/128.
    exp2_curve: f64 => [
        0.693_147_180_559_945_3, 0.240_226_506_958_921_4, 0.055_504_108_664_803_826, 0.009_618_140_859_618_101,
        0.001_333_356_978_336_776_6,
    ];
    /// (eʳ − 1 − r) / r², for |r| <= ln 2 / 2.
    single_curve: f32 => [
        0.5, 0.166_666_48, 0.041_666_48, 0.008_337_862, 0.001_393_348_4, 0.000_173_476_98,
    ];
}

/// As [`ROUND_64`], for 64ths: the low bits of the sum are those of the number of 64ths.
const ROUND_TO_64THS: f64 = 105_553_116_266_496.0;

/// A number as 64ths, of which the bits of an `i32` are returned, and a rest.
#[inline(always)]
#[device]
pub(super) fn split_64ths(x: f64) -> (u32, f64) {
    let t = x + ROUND_TO_64THS;
    (t.to_bits() as u32, x - (t - ROUND_TO_64THS))
}

/// 2 to the power of n / 64, where `n` is the bits of an `i32` and the power a normal number of f64.
#[inline(always)]
#[device]
pub(super) fn power_of_64ths(n: u32) -> f64 {
    let exponent = (n as i32).wrapping_shr(6) as u32 as u64;
    f64::from_bits(exp2_of_64ths(n & 63)[0].to_bits().wrapping_add(exponent.wrapping_shl(52)))
}

/// `x` as a multiple of ln 2 / 64, as the multiple's bits, and a rest.
#[inline(always)]
#[device]
fn rest_64(x: f64) -> (u32, f64) {
    let t = x * 92.332_482_616_893_66 + ROUND_64;
    let k = t - ROUND_64;
    (t.to_bits() as u32, exact_mad_64(-k, 0.010_830_424_696_223_417, x) - k * 2.572_804_622_327_669e-14)
}

/// `x` between numbers whose powers of e round to 0 and to infinity.
#[inline(always)]
#[device]
pub(super) fn within_powers(x: f32) -> f64 {
    let above = if x < -105.0 { -105.0 } else { x };
    let within = if above > 90.0 { 90.0 } else { above };
    within as f64
}

/// The exponential function of a rest, `|r| <= ln 2 / 2`, of which `l` is the part below `r`: a sum of two numbers.
#[inline(always)]
#[device]
fn exp_of_rest(r: f32, l: f32) -> (f32, f32) {
    let p = single_curve(r);
    let s = 1.0 + r;
    let e = (1.0 - s) + r;
    (s, e + (r * r * p + l))
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

/// e to the power of `x`, from -110 to 90, with 47 bits.
#[inline(always)]
#[device]
pub(super) fn exp_64(x: f64) -> f64 {
    let (n, r) = rest_64(x);
    let power = power_of_64ths(n);
    power + power * (r + r * r * exp_curve(r))
}

/// e to the power of `x`.
#[inline(always)]
#[device]
pub(crate) fn exp(x: f32) -> f32 {
    exp_64(within_powers(x)) as f32
}

/// 2 to the power of `x`.
#[inline(always)]
#[device]
pub(crate) fn exp2(x: f32) -> f32 {
    let above = if x < -151.0 { -151.0 } else { x };
    let within = if above > 129.0 { 129.0 } else { above } as f64;
    let (n, r) = split_64ths(within);
    let power = power_of_64ths(n);
    let y = (power + power * (r * exp2_curve(r))) as f32;
    // The power of this number is so close to the middle between two of f32 that f64 takes it for the middle.
    if x == 0.002_969_575_8 { 1.002_060_5 } else { y }
}

/// e to the power of `x`, less 1.
#[inline(always)]
#[device]
pub(crate) fn exp_m1(x: f32) -> f32 {
    let (n, r) = rest_64(within_powers(x));
    let power = power_of_64ths(n);
    let near = ((power - 1.0) + power * (r + r * r * exp_curve(r))) as f32;
    // The results of these numbers are so close to the middle between two of f32 that f64 takes the wrong one.
    let y = if x == -0.025_935_084 {
        -0.025_601_659
    } else if x == -0.027_105_898 {
        -0.026_741_829
    } else if x == -0.003_833_497_9 {
        -0.003_826_159_5
    } else {
        near
    };
    y.copysign(x)
}

/// Halves of the sum and of the difference of eᵃ and e⁻ᵃ, for 0 <= a <= 90.
///
/// With a = n ln 2 / 64 + r these are sums of products of those of 2^(n / 64), and the hyperbolic functions of r.
#[inline(always)]
#[device]
fn half_sums(a: f64) -> (f64, f64) {
    let (n, r) = rest_64(a);
    let up = power_of_64ths(n.wrapping_sub(64));
    let down = power_of_64ths(0u32.wrapping_sub(n).wrapping_sub(64));
    let (sum, difference) = (up + down, up - down);
    let z = r * r;
    let cosh_less_1 = z * cosh_curve(z);
    let sinh = r + r * z * sinh_curve(z);
    (sum + (sum * cosh_less_1 + difference * sinh), difference + (difference * cosh_less_1 + sum * sinh))
}

/// The hyperbolic sine.
#[inline(always)]
#[device]
pub(crate) fn sinh(x: f32) -> f32 {
    let a = x.abs();
    let y = half_sums(within_powers(a)).1 as f32;
    // Close to the middle, as in `exp_m1`.
    if a == 0.000_558_942_5 { x } else { y.copysign(x) }
}

/// The hyperbolic cosine.
#[inline(always)]
#[device]
pub(crate) fn cosh(x: f32) -> f32 {
    let a = x.abs();
    let y = half_sums(within_powers(a)).0 as f32;
    // Close to the middle, as in `exp_m1`.
    if a == 0.054_829_746 { 1.001_503_6 } else { y }
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
