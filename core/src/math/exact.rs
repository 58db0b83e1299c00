//! Sums and products without error, as sums of two numbers.
//!
//! The error of a product is a number, so it has the same bits however it is computed: hosts split the factors, since not all of
//! them have fused operations, and devices fuse.
//!
//! T. Dekker, *A Floating-Point Technique for Extending the Available Precision*, 1971.

use onrush_macros::device;

use super::text::by_hand;

/// A number that, added and taken away again, rounds to an integer. The low bits of the sum are the integer's.
pub(crate) const ROUND: f32 = 12_582_912.0;
/// As [`ROUND`].
pub(crate) const ROUND_64: f64 = 6_755_399_441_055_744.0;

/// The sum of two numbers, and its error. `a` is the larger one, or a multiple of the other's last place.
#[inline(always)]
#[device]
pub(crate) fn fast_sum(a: f32, b: f32) -> (f32, f32) {
    let s = a + b;
    (s, (a - s) + b)
}

/// As [`fast_sum`].
#[inline(always)]
#[device]
pub(crate) fn fast_sum_64(a: f64, b: f64) -> (f64, f64) {
    let s = a + b;
    (s, (a - s) + b)
}

/// The sum of any two numbers, and its error.
///
/// D. Knuth, *The Art of Computer Programming*, volume 2, 4.2.2.
#[inline(always)]
#[device]
pub(crate) fn sum_64(a: f64, b: f64) -> (f64, f64) {
    let s = a + b;
    let c = s - a;
    (s, (a - (s - c)) + (b - c))
}

/// The product of two numbers, and its error.
#[inline(always)]
#[device]
pub(crate) fn product_64(a: f64, b: f64) -> (f64, f64) {
    let h = a * b;
    (h, product_error_64(a, b, h))
}

by_hand! {
    /// a b + c, where a b is exact: rounded once, fused or not.
    exact_mad: fn(a: f32, b: f32, c: f32) -> f32 { a * b + c }
    /// As [`exact_mad`].
    exact_mad_64: fn(a: f64, b: f64, c: f64) -> f64 { a * b + c }
    /// a b − h, where h is a b rounded.
    product_error: fn(a: f32, b: f32, h: f32) -> f32 {
        let (ah, bh) = (upper(a), upper(b));
        let (al, bl) = (a - ah, b - bh);
        (((ah * bh - h) + ah * bl) + al * bh) + al * bl
    }
    /// As [`product_error`].
    product_error_64: fn(a: f64, b: f64, h: f64) -> f64 {
        let (ah, bh) = (upper_64(a), upper_64(b));
        let (al, bl) = (a - ah, b - bh);
        (((ah * bh - h) + ah * bl) + al * bh) + al * bl
    }
    /// x² / 2 − h, where h is x² / 2 rounded.
    half_square_error: fn(x: f32, h: f32) -> f32 {
        let a = upper(x);
        let b = x - a;
        ((0.5 * a * a - h) + a * b) + 0.5 * b * b
    }
    /// As [`half_square_error`].
    half_square_error_64: fn(x: f64, h: f64) -> f64 {
        let a = upper_64(x);
        let b = x - a;
        ((0.5 * a * a - h) + a * b) + 0.5 * b * b
    }
}

/// The upper 12 bits of a number.
#[inline(always)]
fn upper(x: f32) -> f32 {
    f32::from_bits(x.to_bits() & 0xffff_f000)
}

/// The upper 26 bits of a number, rounded to nearest, so that the product of the rests is exact as well.
#[inline(always)]
fn upper_64(x: f64) -> f64 {
    f64::from_bits(x.to_bits().wrapping_add(0x400_0000) & 0xffff_ffff_f800_0000)
}
