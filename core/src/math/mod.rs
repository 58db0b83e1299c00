//! Mathematical functions with the same bits on every CPU and GPU.
//!
//! The methods of floats in operations are these functions: `op!(|v: f32| v.sin())` gives the bits of `math::sin(v)`, on every
//! backend. Rust leaves the precision of its standard library's functions open, and they differ between platforms; outside of
//! operations `v.sin()` remains the standard library's. A loop that shall agree with an operation calls `math::sin(v)`.
//!
//! ```
//! use onrush::math;
//! use onrush::prelude::*;
//!
//! # fn main() -> onrush::Result<()> {
//! let angles = [0.5f32, 1.0, 1e9];
//! let device = Device::best()?;
//! let sines = device.upload(&angles)?.iter().map(op!(|v: f32| v.sin())).collect()?.to_vec()?;
//! assert_eq!(sines, angles.map(math::sin));
//! # Ok(()) }
//! ```
//!
//! # Bits
//!
//! Each function has one text of IEEE 754's operations, of which none is contracted to a fused one, for hosts and devices. Its
//! results have the same bits with and without vector registers, whatever the platform. A change of them is a breaking change.
//! Where a result is NaN its bits are open, as those of Rust's own arithmetic are: whether it is quiet, its sign and its payload
//! may be those of an operand or others. Compare NaNs by `is_nan`.
//!
//! Special values, signs of zeros and subnormal numbers are those that IEEE 754-2019 and the documentation of [`f64`] name, and
//! huge arguments of `sin`, `cos` and `tan` are reduced without error.
//!
//! # Errors
//!
//! The largest differences from the exact value, in units of the result's last place: of `f32` among all arguments, of two
//! arguments and of `f64` among those that were tried (10⁶ or more, and edges). A half is correct rounding. For `f16` and `bf16` the
//! function of `f32` is computed and rounded once more.
//!
//! | | `f32` | `f64` | | `f32` | `f64` | | `f32` | `f64` |
//! |---|---|---|---|---|---|---|---|---|
//! | `exp` | 0.77 | 0.78 | `sin` | 0.78 | 0.77 | `sinh` | 0.501 | 0.85 |
//! | `exp2` | 0.78 | 0.80 | `cos` | 0.78 | 0.77 | `cosh` | 0.501 | 0.75 |
//! | `exp_m1` | 0.501 | 0.95 | `tan` | 0.92 | 0.90 | `tanh` | 0.87 | 0.85 |
//! | `ln` | 0.61 | 0.64 | `asin` | 0.66 | 0.65 | `asinh` | 0.501 | 0.65 |
//! | `ln_1p` | 0.501 | 0.65 | `acos` | 0.62 | 0.65 | `acosh` | 0.501 | 0.65 |
//! | `log2` | 0.68 | 0.71 | `atan` | 0.68 | 0.60 | `atanh` | 0.501 | 0.65 |
//! | `log10` | 0.67 | 0.69 | `atan2` | 0.501 | 0.65 | `cbrt` | 0.56 | 0.51 |
//! | `log` | 0.501 | 0.75 | `powf` | 0.501 | 0.76 | `hypot` | 0.501 | 0.76 |
//!
//! `powi` multiplies squares, and rounds each product.
//!
//! # Cost
//!
//! Loops over slices vectorise on a CPU. On a GPU a map of most functions takes the time of a copy. `exp_m1`, `ln_1p`, `log`, `powf`,
//! `hypot`, `atan2` and the hyperbolic functions but `tanh` compute with `f64` for an `f32`, too, which is slow on GPUs that are
//! made for games.

// Parts of constants and rows of tables are close to constants of std, and must not be these.
#![allow(clippy::approx_constant)]

pub(crate) mod double;
mod exact;
pub(crate) mod single;
mod tables;
pub(crate) mod text;

use crate::number::Float;

macro_rules! functions {
    ($($(#[doc = $doc:literal])+ $name:ident($x:ident $(, $y:ident: $t:ty)?) -> $out:ty: $example:literal;)*) => {$(
        $(#[doc = $doc])+
        ///
        /// Its bits are the same on every platform, and those of the method in operations. [The module](self) says how large its
        /// error is.
        ///
        /// ```
        #[doc = $example]
        /// ```
        #[inline(always)]
        pub fn $name<T: Float>($x: T $(, $y: $t)?) -> $out {
            Float::$name($x $(, $y)?)
        }
    )*};
}
functions! {
    #[doc = "The sine of an angle in radians."]
    sin(x) -> T: "assert_eq!(onrush::math::sin(0.5f32), 0.479_425_55);";
    #[doc = "The cosine of an angle in radians."]
    cos(x) -> T: "assert_eq!(onrush::math::cos(0.0f64), 1.0);";
    #[doc = "The sine and the cosine of an angle in radians."]
    sin_cos(x) -> (T, T): "assert_eq!(onrush::math::sin_cos(0.0f32), (0.0, 1.0));";
    #[doc = "The tangent of an angle in radians."]
    tan(x) -> T: "assert_eq!(onrush::math::tan(0.0f32), 0.0);";
    #[doc = "The arc sine, from −π/2 to π/2; NaN of a number beyond 1."]
    asin(x) -> T: "assert!(onrush::math::asin(1.5f32).is_nan());";
    #[doc = "The arc cosine, from 0 to π; NaN of a number beyond 1."]
    acos(x) -> T: "assert_eq!(onrush::math::acos(1.0f64), 0.0);";
    #[doc = "The arc tangent, from −π/2 to π/2."]
    atan(x) -> T: "assert_eq!(onrush::math::atan(f64::INFINITY), std::f64::consts::FRAC_PI_2);";
    #[doc = "The angle of the point with the ordinate `y` and the abscissa `x`, from −π to π."]
    atan2(y, x: T) -> T: "assert_eq!(onrush::math::atan2(1.0f64, -1.0), 0.75 * std::f64::consts::PI);";
    #[doc = "The hyperbolic sine."]
    sinh(x) -> T: "assert_eq!(onrush::math::sinh(-0.0f64).to_bits(), (-0.0f64).to_bits());";
    #[doc = "The hyperbolic cosine."]
    cosh(x) -> T: "assert_eq!(onrush::math::cosh(0.0f32), 1.0);";
    #[doc = "The hyperbolic tangent."]
    tanh(x) -> T: "assert_eq!(onrush::math::tanh(100.0f32), 1.0);";
    #[doc = "The inverse of the hyperbolic sine."]
    asinh(x) -> T: "assert_eq!(onrush::math::asinh(0.0f64), 0.0);";
    #[doc = "The inverse of the hyperbolic cosine; NaN of a number below 1."]
    acosh(x) -> T: "assert_eq!(onrush::math::acosh(1.0f64), 0.0);";
    #[doc = "The inverse of the hyperbolic tangent; NaN of a number beyond 1."]
    atanh(x) -> T: "assert_eq!(onrush::math::atanh(1.0f32), f32::INFINITY);";
    #[doc = "e to the power of `x`."]
    exp(x) -> T: "assert_eq!(onrush::math::exp(1.0f64), std::f64::consts::E);";
    #[doc = "2 to the power of `x`."]
    exp2(x) -> T: "assert_eq!(onrush::math::exp2(10.0f32), 1024.0);";
    #[doc = "e to the power of `x`, less 1, also where `x` is small."]
    exp_m1(x) -> T: "assert_eq!(onrush::math::exp_m1(1e-20f64), 1e-20);";
    #[doc = "The natural logarithm; NaN of a negative number."]
    ln(x) -> T: "assert_eq!(onrush::math::ln(0.0f32), f32::NEG_INFINITY);";
    #[doc = "The natural logarithm of 1 + `x`, also where `x` is small."]
    ln_1p(x) -> T: "assert_eq!(onrush::math::ln_1p(1e-20f64), 1e-20);";
    #[doc = "The logarithm to another base."]
    log(x, base: T) -> T: "assert_eq!(onrush::math::log(8.0f32, 2.0), 3.0);";
    #[doc = "The logarithm to base 2."]
    log2(x) -> T: "assert_eq!(onrush::math::log2(0.125f64), -3.0);";
    #[doc = "The logarithm to base 10."]
    log10(x) -> T: "assert_eq!(onrush::math::log10(1000.0f32), 3.0);";
    #[doc = "`x` to the power of `y`; NaN of a negative number to a fractional power."]
    powf(x, y: T) -> T: "assert_eq!(onrush::math::powf(-2.0f32, 3.0), -8.0);";
    #[doc = "`x` to the power of an integer: products of squares, or the inverse of such a product."]
    powi(x, n: i32) -> T: "assert_eq!(onrush::math::powi(2.0f64, -3), 0.125);";
    #[doc = "The cube root."]
    cbrt(x) -> T: "assert_eq!(onrush::math::cbrt(-27.0f32), -3.0);";
    #[doc = "The length of the hypotenuse, also where squares would overflow."]
    hypot(x, y: T) -> T: "assert_eq!(onrush::math::hypot(3e300f64, 4e300), 5e300);";
}
