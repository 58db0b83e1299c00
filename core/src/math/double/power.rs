//! Powers and roots.

use onrush_macros::device;

use super::exponential::exp_of_sum;
use super::quotient::root;
use super::tails::power_of_negative;
use crate::math::exact::{exact_mad_64, fast_sum_64, half_square_error_64, product_64, product_error_64};
use crate::math::tables::ln_near;
use crate::math::text::polynomial;

polynomial! {
    /// 1 / ∛m, for 1 <= m < 2, to 11 bits.
    inverse_root: f64 => [
        1.541_887_402_534_484_9, -0.809_961_080_551_147_5, 0.317_757_606_506_347_66, -0.049_937_002_360_820_77,
    ];
    /// (ln(1 + f) − f + f² / 2) / f³, for |f| <= 1/128.
    ln_curve: f64 => [
        0.333_333_333_333_333_3, -0.25, 0.2, -0.166_666_666_666_666_66, 0.142_857_142_857_142_85, -0.125,
        0.111_111_111_111_111_1,
    ];
}

/// The square root, which IEEE 754 defines.
#[inline(always)]
#[device]
pub(crate) fn sqrt(x: f64) -> f64 {
    x.sqrt()
}

/// The cube root.
#[inline(always)]
#[device]
pub(crate) fn cbrt(x: f64) -> f64 {
    let a = x.abs();
    let small = a < 2.225_073_858_507_201_4e-308;
    let b = if small { a * 18_014_398_509_481_984.0 } else { a }.to_bits();
    // |x| = v 8^(q − 341), and v = m 2^rem.
    let e = b.wrapping_shr(52) as u32;
    let q = e.wrapping_mul(0x5556).wrapping_shr(16);
    let rem = e.wrapping_sub(q.wrapping_mul(3));
    let m = f64::from_bits((b & 0xf_ffff_ffff_ffff) | 0x3ff0_0000_0000_0000);
    let v = f64::from_bits((b & 0xf_ffff_ffff_ffff) | (rem.wrapping_add(1023) as u64).wrapping_shl(52));
    // 1 / ∛v to 11 bits and, by a step of Newton's, to 21; by it ∛v to 17, whose cube is exact.
    let p = inverse_root(m);
    let g0 = p * if rem == 0 {
        1.0f64
    } else if rem == 1 {
        0.793_700_525_984_099_8f64
    } else {
        0.629_960_524_947_436_6f64
    };
    let g = g0 + g0 * (1.0 - v * (g0 * (g0 * g0))) * 0.333_333_333_333_333_3;
    let gg = g * g;
    let y = f64::from_bits((v * gg).to_bits().wrapping_add(0x8_0000_0000) & 0xffff_fff0_0000_0000);
    let i0 = gg * g;
    let i1 = i0 * (2.0 - v * i0);
    // ∛v = y (1 − u)^(−1/3)
    let u = exact_mad_64(-(y * y), y, v) * i1;
    let w = u * (u * (u * 0.172_839_506_172_839_5 + 0.222_222_222_222_222_2) + 0.333_333_333_333_333_3);
    let down = if small { 18u32 } else { 0u32 };
    let scale = f64::from_bits((q.wrapping_add(1023 - 341).wrapping_sub(down) as u64).wrapping_shl(52));
    let r = (y * w + y) * scale;
    let common = a.to_bits().wrapping_sub(1) < 0x7fef_ffff_ffff_ffff;
    if common { r.copysign(x) } else { x }
}

/// The natural logarithm of a positive number as a sum of two numbers, by a table of 128 logarithms; of a number near 1 the second
/// is as exact as the first.
#[inline(always)]
#[device]
pub(super) fn ln_as_sum(a: f64) -> (f64, f64) {
    let small = a < 2.225_073_858_507_201_4e-308;
    let b = if small { a * 18_014_398_509_481_984.0 } else { a }.to_bits();
    let o = b.wrapping_sub(0x3fe6_9000_0000_0000);
    let row = ln_near(o.wrapping_shr(45) as u32 & 127);
    let c = row[0];
    let e0 = o & 0xfff0_0000_0000_0000;
    let m = f64::from_bits(b.wrapping_sub(e0));
    let e1 =
        f64::from_bits((e0.wrapping_shr(52) ^ 0x800).wrapping_add(0x4330_0000_0000_0000)) - 4_503_599_627_372_544.0;
    let e = e1 + if small { -54.0 } else { 0.0 };
    // ln |x| = e ln 2 − ln c + ln (1 + f), f = m c − 1
    let mc = m * c;
    let f = mc - 1.0;
    let fl = product_error_64(m, c, mc);
    let g = exact_mad_64(e, 0.693_147_180_560_117_7, row[1]);
    let gl = e * -1.723_944_452_561_483_5e-13 + row[2];
    let h = 0.5 * f * f;
    let hl = half_square_error_64(f, h);
    let p = ln_curve(f);
    let (s1, r1) = fast_sum_64(g, f);
    let (s2, r2) = fast_sum_64(s1, -h);
    let low = f * f * f * p + ((r1 + r2) + ((fl - f * (fl - f * fl)) + (gl - hl)));
    fast_sum_64(s2, low)
}

/// `x` to the power of `y`, by a logarithm that is a sum of two numbers.
#[inline(always)]
#[device]
pub(crate) fn powf(x: f64, y: f64) -> f64 {
    let a = x.abs();
    let (ln, ln_low) = ln_as_sum(a);
    let lh = if a == 0.0 {
        f64::NEG_INFINITY
    } else if a < f64::INFINITY {
        ln
    } else {
        a
    };
    // y ln |x|
    let one = (a == 1.0) | (y == 0.0);
    let ph = if one { 0.0 } else { y * lh };
    let pl = product_error_64(y, lh, ph) + y * ln_low;
    let near = ph.abs() < 746.0;
    let above = if ph < -746.0 { -746.0 } else { ph };
    let v = exp_of_sum(if above > 710.0 { 710.0 } else { above }, if near & !one { pl } else { 0.0 });
    if x.is_sign_negative() { power_of_negative(x, y, v) } else { v }
}

/// The length of the hypotenuse: the square root of a sum of squares, which is computed as a sum of two numbers.
#[inline(always)]
#[device]
pub(crate) fn hypot(x: f64, y: f64) -> f64 {
    let (a, b) = (x.abs(), y.abs());
    let larger = if a > b { a } else { b };
    let smaller = if a > b { b } else { a };
    // Squares of scaled numbers neither overflow nor lose places.
    let (large, small) = (larger > 3.2e150, larger < 3.0e-120);
    let scale = if large {
        2.409_919_865_102_884e-181f64
    } else if small {
        4.149_515_568_880_993e180f64
    } else {
        1.0f64
    };
    let back = if large {
        4.149_515_568_880_993e180f64
    } else if small {
        2.409_919_865_102_884e-181f64
    } else {
        1.0f64
    };
    let (n, m) = (larger * scale, smaller * scale);
    let (p, pl) = product_64(n, n);
    let (q, ql) = product_64(m, m);
    let (s, sl) = fast_sum_64(p, q);
    let (r, rl) = root(s, sl + (pl + ql));
    let y0 = (r + rl) * back;
    let infinite = (a == f64::INFINITY) | (b == f64::INFINITY);
    let number = (a == a) & (b == b);
    if infinite {
        f64::INFINITY
    } else if number {
        y0
    } else {
        f64::NAN
    }
}
