//! Logarithms and the inverses of the hyperbolic functions.

use onrush_macros::device;

use super::quotient::{quotient, root};
use super::tails::{ends, within_one};
use crate::math::exact::{exact_mad_64, fast_sum_64, half_square_error_64, product_64, sum_64};
use crate::math::text::polynomial;

polynomial! {
    /// (ln((1 + s) / (1 − s)) / s − 2) / z, where z is the square of s, for |s| <= 1/5.
    ln_curve: f64 => [
        0.666_666_666_666_666, 0.400_000_000_000_566_4, 0.285_714_285_558_411_05, 0.222_222_242_947_847_54,
        0.181_816_659_837_547_5, 0.153_911_083_244_981_46, 0.131_736_602_059_710_27, 0.138_426_349_224_190_36,
    ];
}

/// A positive number as 2ᵉ (1 + f), 2/3 <= 1 + f < 4/3.
#[inline(always)]
#[device]
fn parts(x: f64) -> (f64, f64) {
    let small = x < 2.225_073_858_507_201_4e-308;
    let normal = if small { x * 18_014_398_509_481_984.0 } else { x };
    let bits = normal.to_bits().wrapping_sub(0x3fe5_5555_5555_5555) & 0xfff0_0000_0000_0000;
    let f = f64::from_bits(normal.to_bits().wrapping_sub(bits)) - 1.0;
    let e =
        f64::from_bits((bits.wrapping_shr(52) ^ 0x800).wrapping_add(0x4330_0000_0000_0000)) - 4_503_599_627_372_544.0;
    (e + if small { -54.0 } else { 0.0 }, f)
}

/// ln(1 + f) as a sum of two numbers, to the smaller of which `low` has been added.
#[inline(always)]
#[device]
fn ln_1p_parts(f: f64, low: f64) -> (f64, f64) {
    let h = 0.5 * f * f;
    let l = half_square_error_64(f, h);
    let s = f / (2.0 + f);
    let z = s * s;
    let q = ln_curve(z);
    let (ah, al) = fast_sum_64(f, -h);
    (ah, s * (z * q + h) + (low + (al - l)))
}

/// e ln 2 + ln(1 + f) + `low`, as a sum of two numbers.
#[inline(always)]
#[device]
fn ln_parts(e: f64, f: f64, low: f64) -> (f64, f64) {
    let (ah, al) = ln_1p_parts(f, e * -1.723_944_452_561_483_5e-13 + low);
    let bh = exact_mad_64(e, 0.693_147_180_560_117_7, ah);
    let bl = exact_mad_64(e, 0.693_147_180_560_117_7, -bh) + ah;
    (bh, bl + al)
}

/// The natural logarithm.
#[inline(always)]
#[device]
pub(crate) fn ln(x: f64) -> f64 {
    let (e, f) = parts(x);
    let (h, l) = ln_parts(e, f, 0.0);
    ends(x, h + l)
}

/// The logarithm to base 2.
#[inline(always)]
#[device]
pub(crate) fn log2(x: f64) -> f64 {
    let (e, f) = parts(x);
    let (ah, al) = ln_1p_parts(f, 0.0);
    let (ph, pl) = product_64(ah, 1.442_695_040_888_963_4);
    let (h, l) = fast_sum_64(e, ph);
    ends(x, h + (l + (pl + (ah * 2.035_527_374_093_103_3e-17 + al * 1.442_695_040_888_963_4))))
}

/// The logarithm to base 10.
#[inline(always)]
#[device]
pub(crate) fn log10(x: f64) -> f64 {
    let (e, f) = parts(x);
    let (ah, al) = ln_1p_parts(f, 0.0);
    let (ph, pl) = product_64(ah, 0.434_294_481_903_251_8);
    let (h, l) = fast_sum_64(e * 0.301_029_995_664_066_5, ph);
    let low = e * -8.532_344_317_057_107e-14 + (ah * 1.098_319_650_216_765e-17 + al * 0.434_294_481_903_251_8);
    ends(x, h + (l + (pl + low)))
}

/// The logarithm to another base: the quotient of two logarithms, each a sum of two numbers.
#[inline(always)]
#[device]
pub(crate) fn log(x: f64, base: f64) -> f64 {
    let (e, f) = parts(x);
    let (nh, nl) = ln_parts(e, f, 0.0);
    let (nh, nl) = fast_sum_64(nh, nl);
    let (e, f) = parts(base);
    let (dh, dl) = ln_parts(e, f, 0.0);
    let (dh, dl) = fast_sum_64(dh, dl);
    let (h, l) = quotient(nh, nl, dh, dl);
    // Where a logarithm is zero or no finite number, the quotient is that of the two.
    let ordinary = (x > 0.0) & (x < f64::INFINITY) & (base > 0.0) & (base < f64::INFINITY) & (base != 1.0);
    if ordinary { h + l } else { ends(x, nh + nl) / ends(base, dh + dl) }
}

/// ln(1 + x + xl), where `xl` is less than a place of `x`; or ln 2x of a `large` number.
#[inline(always)]
#[device]
fn ln_1p_of_sum(x: f64, xl: f64, large: bool) -> f64 {
    let near = (x > -0.33) & (x < 0.33);
    let (u, v) = sum_64(if large { 0.0 } else { 1.0 }, x);
    let (e0, f0) = parts(u);
    // What the sum with 1 leaves below its last place; of huge sums it doesn't count.
    let down = 1023i32.wrapping_sub(e0 as i32);
    let below = (v + xl) * f64::from_bits((if down > 0 { down } else { 0 } as u64).wrapping_shl(52));
    let (e1, f) = (if near { 0.0 } else { e0 }, if near { x } else { f0 });
    let c = if near {
        xl
    } else if large {
        0.0
    } else {
        below
    };
    let (h, l) = ln_parts(if large { e1 + 1.0 } else { e1 }, f, c - c * f * (1.0 - f));
    h + l
}

/// The natural logarithm of 1 + `x`.
#[inline(always)]
#[device]
pub(crate) fn ln_1p(x: f64) -> f64 {
    let y = ln_1p_of_sum(x, 0.0, false);
    let large = ends(x + 1.0, y);
    if x.abs() < 5.0e-17 { x } else { large }
}

/// The inverse of the hyperbolic sine: ln(1 + x + x² / (1 + √(1 + x²))), or ln 2x of a large number.
#[inline(always)]
#[device]
pub(crate) fn asinh(x: f64) -> f64 {
    let a = x.abs();
    let large = a > 268_435_456.0;
    let (p, pl) = product_64(a, a);
    let (s, sl) = sum_64(1.0, p);
    let (r, rl) = root(s, sl + pl);
    let (d, dl) = sum_64(1.0, r);
    let (q, ql) = quotient(p, pl, d, dl + rl);
    let (t, tl) = sum_64(a, q);
    let y = ln_1p_of_sum(if large { a } else { t }, tl + ql, large);
    let sized = if a < f64::INFINITY { y } else { a };
    if a < 3.0e-9 { x } else { sized.copysign(x) }
}

/// The inverse of the hyperbolic cosine: with t = x − 1 it is ln(1 + t + √(t (t + 2))), or ln 2x of a large number.
#[inline(always)]
#[device]
pub(crate) fn acosh(x: f64) -> f64 {
    let large = x > 268_435_456.0;
    let t = x - 1.0;
    let (d, dl) = sum_64(x, 1.0);
    let (p, pl) = product_64(t, d);
    let (r, rl) = root(p, pl + t * dl);
    let (h, l) = sum_64(t, r);
    let y = ln_1p_of_sum(if large { x } else { h }, l + rl, large);
    let sized = if x < f64::INFINITY { y } else { x };
    if x >= 1.0 { sized } else { f64::NAN }
}

/// The inverse of the hyperbolic tangent: ln(1 + 2x / (1 − x)) / 2.
#[inline(always)]
#[device]
pub(crate) fn atanh(x: f64) -> f64 {
    let a = x.abs();
    let (d, dl) = sum_64(1.0, -a);
    let (q, ql) = quotient(a + a, 0.0, d, dl);
    let (h, l) = fast_sum_64(q, ql);
    let y = 0.5 * ln_1p_of_sum(h, l, false);
    let sized = within_one(a, y);
    if a < 3.0e-9 { x } else { sized.copysign(x) }
}
