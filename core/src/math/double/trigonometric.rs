//! Sine, cosine and tangent.

use onrush_macros::device;

use super::quotient::quotient;
use super::tails::sin_of_quarters;
use crate::math::exact::{ROUND_64, exact_mad_64, fast_sum_64, half_square_error_64, product_64};
use crate::math::tables::quarters_of_powers;
use crate::math::text::polynomial;

polynomial! {
    /// (sin √z / √z − 1) / z, for z <= (pi/4)².
    sin_curve: f64 => [
        -0.166_666_666_666_666_66, 0.008_333_333_333_333_042, -0.000_198_412_698_409_617_22,
        2.755_731_907_344_668e-6, -2.505_207_074_979_688e-8, 1.605_428_578_129_628_9e-10, -7.388_020_411_972_03e-13,
    ];
    /// (cos √z − 1 + z / 2) / z², for z <= (pi/4)².
    cos_curve: f64 => [
        0.041_666_666_666_666_595, -0.001_388_888_888_887_342_2, 2.480_158_728_908_743_6e-5,
        -2.755_731_424_775_999e-7, 2.087_571_000_159_057e-9, -1.135_899_655_548_041e-11,
    ];
}

/// `x` as a number of quarter turns and a rest, which is a sum of two numbers; up to 1600000.
#[inline(always)]
#[device]
fn quarters_near(x: f64) -> (u32, f64, f64) {
    let t = x * 0.636_619_772_367_581_4 + ROUND_64;
    let k = t - ROUND_64;
    // The parts of pi/2 have so few bits that their products with k are exact.
    let r0 = exact_mad_64(-k, 1.570_796_326_734_125_6, x);
    let r1 = exact_mad_64(-k, 6.077_100_506_303_966e-11, r0);
    let l1 = exact_mad_64(-k, 2.022_266_248_711_166_5e-21, exact_mad_64(-k, 6.077_100_506_303_966e-11, r0 - r1));
    let (h, l) = fast_sum_64(r1, l1);
    (t.to_bits() as u32, h, l - k * 8.478_427_660_368_9e-32)
}

/// The same for larger numbers, by the quarter turns of every thirteenth power of 2, less multiples of four.
#[inline(always)]
#[device]
fn quarters_far(x: f64) -> (u32, f64, f64) {
    let b = x.to_bits();
    let e = b.wrapping_shr(52) as u32 & 0x7ff;
    let d = if e < 1039 { 0 } else { e.wrapping_sub(1039) };
    let row = d.wrapping_mul(5042).wrapping_shr(16);
    let exponent = d.wrapping_sub(row.wrapping_mul(13)).wrapping_add(1075);
    // The significand, of which the upper and the lower half have products of few bits.
    let m = f64::from_bits((b & 0x800f_ffff_ffff_ffff) | (exponent as u64).wrapping_shl(52));
    let mt = f64::from_bits(m.to_bits() & 0xffff_ffff_fc00_0000);
    let ml = m - mt;
    let mh = mt * 1.490_116_119_384_765_6e-8;
    let low = quarters_of_powers(row);
    let high = quarters_of_powers(row.wrapping_add(2));
    let p = mh * high[0] + ml * low[0];
    let t = p + ROUND_64;
    let f = (p - (t - ROUND_64)) + (mh * high[1] + ml * low[1]);
    let v = f + ROUND_64;
    let (ah, al) = fast_sum_64(f - (v - ROUND_64), mh * high[2] + ml * low[2]);
    let (gh, gl) = fast_sum_64(ah, al + (mh * high[3] + ml * low[3]));
    let (ch, cl) = fast_sum_64(gh, gl + (mh * high[4] + ml * low[4]));
    let (r, rl) = product_64(ch, 1.570_796_326_794_896_6);
    let l = rl + (ch * 6.123_233_995_736_766e-17 + cl * 1.570_796_326_794_896_6);
    // Infinity has no sine, and x − x no value then.
    ((t.to_bits() as u32).wrapping_add(v.to_bits() as u32), r + (x - x), l)
}

/// `x` as a number of quarter turns and a rest, which is a sum of two numbers.
#[inline(always)]
#[device]
fn quarters(x: f64) -> (u32, f64, f64) {
    if x.abs() > 1_600_000.0 { quarters_far(x) } else { quarters_near(x) }
}

/// The sine of a rest `h + l`, where `z` is the square of `h`.
#[inline(always)]
#[device]
pub(super) fn sin_of_rest(h: f64, l: f64, z: f64) -> (f64, f64) {
    let p = sin_curve(z);
    (h, z * h * p + (-0.5 * z * l + l))
}

/// The cosine of a rest.
#[inline(always)]
#[device]
pub(super) fn cos_of_rest(h: f64, l: f64, z: f64) -> (f64, f64) {
    let p = cos_curve(z);
    let q = 0.5 * h * h;
    let w = 1.0 - q;
    let v = ((1.0 - w) - q) - half_square_error_64(h, q);
    (w, z * z * p + (-h * l + v))
}

/// The sine.
#[inline(always)]
#[device]
pub(crate) fn sin(x: f64) -> f64 {
    let (q, h, l) = quarters(x);
    let z = h * h;
    let turned = sin_of_quarters(q, sin_of_rest(h, l, z), cos_of_rest(h, l, z));
    if x.abs() < 1.0e-9 { x } else { turned }
}

/// The cosine.
#[inline(always)]
#[device]
pub(crate) fn cos(x: f64) -> f64 {
    let (q, h, l) = quarters(x);
    let z = h * h;
    // A quarter turn ahead of the sine.
    sin_of_quarters(q.wrapping_add(1), sin_of_rest(h, l, z), cos_of_rest(h, l, z))
}

/// The sine and the cosine.
#[inline(always)]
#[device]
pub(crate) fn sin_cos(x: f64) -> (f64, f64) {
    (sin(x), cos(x))
}

/// An angle in degrees, of one in radians.
#[inline(always)]
#[device]
pub(crate) fn to_degrees(x: f64) -> f64 {
    x * 57.295_779_513_082_32
}

/// An angle in radians, of one in degrees.
#[inline(always)]
#[device]
pub(crate) fn to_radians(x: f64) -> f64 {
    x * 0.017_453_292_519_943_295
}

/// The tangent.
#[inline(always)]
#[device]
pub(crate) fn tan(x: f64) -> f64 {
    let (q, h, l) = quarters(x);
    let z = h * h;
    let (sh, sl) = sin_of_rest(h, l, z);
    let (ch, cl) = cos_of_rest(h, l, z);
    let (sh, sl) = fast_sum_64(sh, sl);
    let (ch, cl) = fast_sum_64(ch, cl);
    let even = q & 1 == 0;
    let (nh, nl) = (if even { sh } else { ch }, if even { sl } else { cl });
    let (dh, dl) = (if even { ch } else { sh }, if even { cl } else { sl });
    let (y, low) = quotient(nh, nl, dh, dl);
    let turned = f64::from_bits((y + low).to_bits() ^ ((q & 1) as u64).wrapping_shl(63));
    if x.abs() < 1.0e-9 { x } else { turned }
}
