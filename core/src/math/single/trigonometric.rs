//! Sine, cosine and tangent.

use onrush_macros::device;

use crate::math::exact::{ROUND, exact_mad, fast_sum, half_square_error};
use crate::math::single::quotient::quotient;
use crate::math::single::tails::sin_of_quarters;
use crate::math::text::polynomial;

polynomial! {
    /// (sin √z / √z − 1) / z, for z <= (pi/4)².
    sin_curve: f32 => [
        -0.166_666_67, 0.008_333_379, -0.000_198_530_4, 2.832_010_8e-6,
    ];
    /// (cos √z − 1 + z / 2) / z², for z <= (pi/4)².
    cos_curve: f32 => [
        0.041_666_646, -0.001_388_730_6, 2.443_165e-5,
    ];
}

/// `x` as a number of quarter turns and a rest, which is a sum of two numbers; up to 800.
#[inline(always)]
#[device]
fn quarters_near(x: f32) -> (u32, f32, f32) {
    let t = x * 0.636_619_75 + ROUND;
    let k = t - ROUND;
    // The parts of pi/2 have so few bits that their products with k are exact.
    let r0 = exact_mad(-k, 1.570_800_8, x);
    let r1 = exact_mad(-k, -4.454_516e-6, r0);
    let l1 = exact_mad(-k, 6.077_272e-11, exact_mad(-k, -4.454_516e-6, r0 - r1));
    let (h, l) = fast_sum(r1, l1);
    (t.to_bits(), h, l - k * -1.715_124_5e-15)
}

/// The same for larger numbers, in integers: 128 bits of 2/pi from the place that the exponent names, times the significand,
/// modulo 4.
///
/// M. Payne and R. Hanek, *Radian Reduction for Trigonometric Functions*, 1983.
#[inline(always)]
#[device]
fn quarters_far(x: f32) -> (u32, f32, f32) {
    let b = x.to_bits();
    let p = (b.wrapping_shr(23) & 255).wrapping_sub(136);
    let s = p & 63;
    let second = p & 64 != 0;
    let w0 = if second { 0x1529_fc27_57d1_f534u64 } else { 0xa2f9_836e_4e44u64 };
    let w1 = if second { 0xddc0_db62_9599_3c43u64 } else { 0x1529_fc27_57d1_f534u64 };
    let w2 = if second { 0x9041_fe51_63ab_debbu64 } else { 0xddc0_db62_9599_3c43u64 };
    let h = w0.wrapping_shl(s) | w1.wrapping_shr(1).wrapping_shr(63u32.wrapping_sub(s));
    let l = w1.wrapping_shl(s) | w2.wrapping_shr(1).wrapping_shr(63u32.wrapping_sub(s));
    let m = ((b & 0x7f_ffff) | 0x80_0000) as u64;
    let t = m.wrapping_mul(h).wrapping_add(m.wrapping_mul(l.wrapping_shr(32)).wrapping_shr(32));
    let sign = 0u64.wrapping_sub(b.wrapping_shr(31) as u64);
    let v = (t ^ sign).wrapping_sub(sign);
    let q = v.wrapping_add(0x2000_0000_0000_0000).wrapping_shr(62);
    let f = v.wrapping_sub(q.wrapping_shl(62));
    let fh = f.wrapping_shr(32) as u32 as i32 as f64;
    let fl = f64::from_bits((f & 0xffff_ffff) | 0x4330_0000_0000_0000) - 4_503_599_627_370_496.0;
    let r = (fh * 4_294_967_296.0 + fl) * 3.406_121_580_086_554_5e-19;
    let h = r as f32;
    // Infinity has no sine, and x − x no value then.
    (q as u32, h + (x - x), (r - h as f64) as f32)
}

/// `x` as a number of quarter turns and a rest, which is a sum of two numbers.
#[inline(always)]
#[device]
fn quarters(x: f32) -> (u32, f32, f32) {
    if x.abs() > 800.0 { quarters_far(x) } else { quarters_near(x) }
}

/// The sine of a rest `h + l`, where `z` is the square of `h`.
#[inline(always)]
#[device]
fn sin_of_rest(h: f32, l: f32, z: f32) -> (f32, f32) {
    let p = sin_curve(z);
    (h, z * h * p + (-0.5 * z * l + l))
}

/// The cosine of a rest.
#[inline(always)]
#[device]
fn cos_of_rest(h: f32, l: f32, z: f32) -> (f32, f32) {
    let p = cos_curve(z);
    let q = 0.5 * h * h;
    let w = 1.0 - q;
    let v = ((1.0 - w) - q) - half_square_error(h, q);
    (w, z * z * p + (-h * l + v))
}

/// The sine.
#[inline(always)]
#[device]
pub(crate) fn sin(x: f32) -> f32 {
    let (q, h, l) = quarters(x);
    let z = h * h;
    let turned = sin_of_quarters(q, sin_of_rest(h, l, z), cos_of_rest(h, l, z));
    if x.abs() < 0.0001 { x } else { turned }
}

/// The cosine.
#[inline(always)]
#[device]
pub(crate) fn cos(x: f32) -> f32 {
    let (q, h, l) = quarters(x);
    let z = h * h;
    // A quarter turn ahead of the sine.
    sin_of_quarters(q.wrapping_add(1), sin_of_rest(h, l, z), cos_of_rest(h, l, z))
}

/// The sine and the cosine.
#[inline(always)]
#[device]
pub(crate) fn sin_cos(x: f32) -> (f32, f32) {
    (sin(x), cos(x))
}

/// An angle in degrees, of one in radians.
#[inline(always)]
#[device]
pub(crate) fn to_degrees(x: f32) -> f32 {
    x * 57.295_78
}

/// An angle in radians, of one in degrees.
#[inline(always)]
#[device]
pub(crate) fn to_radians(x: f32) -> f32 {
    x * 0.017_453_292
}

/// The tangent.
#[inline(always)]
#[device]
pub(crate) fn tan(x: f32) -> f32 {
    let (q, h, l) = quarters(x);
    let z = h * h;
    let (sh, sl) = sin_of_rest(h, l, z);
    let (ch, cl) = cos_of_rest(h, l, z);
    let (sh, sl) = fast_sum(sh, sl);
    let (ch, cl) = fast_sum(ch, cl);
    let even = q & 1 == 0;
    let (nh, nl) = (if even { sh } else { ch }, if even { sl } else { cl });
    let (dh, dl) = (if even { ch } else { sh }, if even { cl } else { sl });
    let y = quotient(nh, nl, dh, dl);
    let turned = f32::from_bits(y.to_bits() ^ (q & 1).wrapping_shl(31));
    if x.abs() < 0.0001 { x } else { turned }
}
