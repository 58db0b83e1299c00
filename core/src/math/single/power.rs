//! Powers and roots.

use onrush_macros::device;

use crate::math::exact::{exact_mad, exact_mad_64};
use crate::math::tables::{exp2_of_32nds, log2_near};
use crate::math::text::polynomial;

polynomial! {
    /// 1 / ∛m, for 1 <= m < 2, to 11 bits.
    inverse_root: f32 => [
        1.541_887_4, -0.809_961_1, 0.317_757_6, -0.049_937_002,
    ];
    /// log2(1 + f) / f, for |f| <= 1/32.
    log2_curve: f64 => [
        1.442_695_040_890_031_9, -0.721_347_520_447_419_9, 0.480_898_311_958_911_75, -0.360_673_715_004_217_13,
        0.288_708_911_172_629_7, -0.240_619_087_605_740_58,
    ];
    /// (2ʳ − 1) / r, for |r| <= 1/64.
    exp2_curve: f64 => [
        0.693_147_180_534_927_1, 0.240_226_506_944_584_08, 0.055_504_517_060_379_42, 0.009_618_271_032_525_941,
    ];
}

/// The cube root.
#[inline(always)]
#[device]
pub(crate) fn cbrt(x: f32) -> f32 {
    let a = x.abs();
    let small = a < 1.175_494_3e-38;
    let b = if small { a * 16_777_216.0 } else { a }.to_bits();
    // |x| = v 8^(q − 43), and v = m 2^rem.
    let e = b.wrapping_shr(23).wrapping_add(2);
    let q = e.wrapping_mul(0x5556).wrapping_shr(16);
    let rem = e.wrapping_sub(q.wrapping_mul(3));
    let m = f32::from_bits((b & 0x7f_ffff) | 0x3f80_0000);
    let v = f32::from_bits((b & 0x7f_ffff) | rem.wrapping_add(127).wrapping_shl(23));
    // 1 / ∛v to 11 bits, and by it ∛v to 8, whose cube is exact.
    let p = inverse_root(m);
    let g = p * if rem == 0 {
        1.0f32
    } else if rem == 1 {
        0.793_700_5f32
    } else {
        0.629_960_54f32
    };
    let gg = g * g;
    let y = f32::from_bits((v * gg).to_bits().wrapping_add(0x8000) & 0xffff_0000);
    let i0 = gg * g;
    let i1 = i0 * (2.0 - v * i0);
    // ∛v = y (1 − u)^(−1/3)
    let u = exact_mad(-(y * y), y, v) * i1;
    let w = u * (u * (u * 0.172_839_51 + 0.222_222_22) + 0.333_333_34);
    let down = if small { 8u32 } else { 0u32 };
    let scale = f32::from_bits(q.wrapping_add(127 - 43).wrapping_sub(down).wrapping_shl(23));
    let r = (y * w + y) * scale;
    let common = a.to_bits().wrapping_sub(1) < 0x7f7f_ffff;
    if common { r.copysign(x) } else { x }
}

/// `x` to the power of `y`, in f64, by tables of 32 logarithms and 32 powers.
#[inline(always)]
#[device]
pub(crate) fn powf(x: f32, y: f32) -> f32 {
    let a = x.abs();
    let small = a < 1.175_494_3e-38;
    let b = if small { a * 16_777_216.0 } else { a }.to_bits();
    let o = b.wrapping_sub(0x3f33_0000);
    let near = log2_near(o.wrapping_shr(18) & 31);
    let m = f32::from_bits(b.wrapping_sub(o & 0xff80_0000)) as f64;
    let down = if small { 24u32 } else { 0u32 };
    let e = ((o as i32).wrapping_shr(23) as u32).wrapping_sub(down) as i32 as f64;
    // log2 m = −log2 c + log2(1 + f), f = c m − 1
    let f = exact_mad_64(m, near[0], -1.0);
    let p = log2_curve(f);
    let l0 = f * p + (near[1] + e);
    let l = if a == 0.0 {
        f64::NEG_INFINITY
    } else if a < f32::INFINITY {
        l0
    } else {
        a as f64
    };
    let t0 = if (l == 0.0) | (y == 0.0) { 0.0 } else { y as f64 * l };
    let t1 = if t0 < -152.0 { -152.0 } else { t0 };
    let t = if t1 > 129.0 { 129.0 } else { t1 };
    let k = t + 211_106_232_532_992.0;
    let r = t - (k - 211_106_232_532_992.0);
    let n = k.to_bits() as u32;
    let q = exp2_curve(r);
    let exponent = (n as i32).wrapping_shr(5) as u32 as u64;
    let w = exp2_of_32nds(n & 31)[0] * f64::from_bits(exponent.wrapping_shl(52).wrapping_add(0x3ff0_0000_0000_0000));
    let v = (w * (r * q) + w) as f32;
    // An odd power of a negative number is negative, a fractional one is none.
    let c = y.abs();
    let integer = (c >= 8_388_608.0) | ((c + 8_388_608.0) - 8_388_608.0 == c);
    let h = c * 0.5;
    let even = (h >= 8_388_608.0) | ((h + 8_388_608.0) - 8_388_608.0 == h);
    let negative = x.is_sign_negative();
    let z = if negative & integer & !even { -v } else { v };
    if (x < 0.0) & (x > f32::NEG_INFINITY) & !integer { f32::NAN } else { z }
}

/// `x` to an integer's power: products of squares.
#[inline(always)]
#[device]
pub(crate) fn powi(x: f32, n: i32) -> f32 {
    let mut base = x;
    let mut result = 1.0;
    let mut rest = n.unsigned_abs();
    while rest != 0 {
        if rest & 1 == 1 {
            result *= base;
        }
        rest = rest.wrapping_shr(1);
        base *= base;
    }
    if n < 0 { 1.0 / result } else { result }
}

/// The length of the hypotenuse. The squares are exact.
#[inline(always)]
#[device]
pub(crate) fn hypot(x: f32, y: f32) -> f32 {
    let (a, b) = (x as f64, y as f64);
    let r = (a * a + b * b).sqrt() as f32;
    if x.is_infinite() | y.is_infinite() { f32::INFINITY } else { r }
}
