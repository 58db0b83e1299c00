//! Powers and roots.

use onrush_macros::device;

use super::exponential::{power_of_64ths, split_64ths};
use super::logarithm::log2_of_positive;
use super::tails::power_of_negative;
use crate::math::exact::exact_mad;
use crate::math::text::polynomial;

polynomial! {
    /// 1 / ∛m, for 1 <= m < 2, to 11 bits.
    inverse_root: f32 => [
        1.541_887_4, -0.809_961_1, 0.317_757_6, -0.049_937_002,
    ];
    /// (2ʳ − 1) / r, for |r| <= 1/128, to 30 bits.
    exp2_curve: f64 => [
        0.693_147_180_559_945_3, 0.240_226_947_243_272_95, 0.055_504_169_701_155_32,
    ];
}

/// The square root, which IEEE 754 defines.
#[inline(always)]
#[device]
pub(crate) fn sqrt(x: f32) -> f32 {
    x.sqrt()
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

/// `x` to the power of `y`: 2 to the power of y log2 |x|, in f64.
#[inline(always)]
#[device]
pub(crate) fn powf(x: f32, y: f32) -> f32 {
    let a = x.abs();
    let l = log2_of_positive(a);
    // Numbers beside which every `y` but 0 gives 0 or infinity.
    let sized = if a == 0.0 {
        -1.0e300
    } else if a == f32::INFINITY {
        1.0e300f64
    } else {
        l
    };
    let t = y as f64 * sized;
    let (n, r) = split_64ths(t);
    let power = power_of_64ths(n);
    let common = (power + power * (r * exp2_curve(r))) as f32;
    let below = if t < -152.0 { 0.0 } else { common };
    let within = if t > 129.0 { f32::INFINITY } else { below };
    let v = if (a == 1.0) | (y == 0.0) { 1.0 } else { within };
    let signed = if x.is_sign_negative() { power_of_negative(x, y, v) } else { v };
    let unknown = (x != x) & (y != 0.0) | (y != y) & (x != 1.0);
    if unknown { f32::NAN } else { signed }
}

/// The length of the hypotenuse. The squares are exact.
#[inline(always)]
#[device]
pub(crate) fn hypot(x: f32, y: f32) -> f32 {
    let (a, b) = (x as f64, y as f64);
    let r = (a * a + b * b).sqrt() as f32;
    if x.is_infinite() | y.is_infinite() { f32::INFINITY } else { r }
}
