//! Mathematical functions with the same bits on every CPU and GPU.
//!
//! The methods of floats in operations are these functions: `op!(|v: f32| v.sin())` gives the bits of `math::sin(v)`, on every
//! backend, and so do `#[device]` functions and functions over `T: Float`. Rust leaves the precision of its standard library's
//! functions open, and they differ between platforms; on an `f32` or `f64` in other code `v.sin()` remains the standard library's. A loop
//! that shall agree with an operation calls `math::sin(v)`.
//!
//! Operations can call the functions by their paths, too, which is the only way to those that Rust's floats don't have as methods:
//! [`erf()`], [`erfc()`], [`gamma()`], [`ln_gamma()`], [`sigmoid()`] and [`gelu()`]. `ln_gamma` returns the logarithm and a sign:
//! `math::ln_gamma(v).0`. Methods that have the same bits on every platform anyway, such as `abs`, `floor` and `max`, aren't repeated here.
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
//!
//! let activated = device.upload(&angles)?.iter().map(op!(|v: f32| math::gelu(v))).collect()?.to_vec()?;
//! assert_eq!(activated, angles.map(math::gelu));
//! # Ok(()) }
//! ```
//!
//! # Bits
//!
//! Each function has one text of IEEE 754's operations, of which none is contracted to a fused one, for hosts and devices. Its
//! results have the same bits with and without vector registers, whatever the platform. A change of them is a breaking change.
//! Where a result is NaN its bits are open, by the rules that Rust's arithmetic has ([`f32`], "NaN bit patterns"): the sign may be
//! either, and the payload none, that of an argument, or the device's. An x86 processor returns the first operand's payload, a GPU
//! always one pattern. To make each result of an operation one pattern costs a comparison and a selection for every sum and
//! product, and so they remain open, in functions as in arithmetic. Compare NaNs by `is_nan`.
//!
//! Special values, signs of zeros and subnormal numbers are those that IEEE 754-2019 and the documentation of [`f64`] name, and
//! huge arguments of `sin`, `cos` and `tan` are reduced without error.
//!
//! # Errors
//!
//! The largest differences from the exact value, in units of the result's last place: of `f32` among all arguments, of two
//! arguments among 10⁶, of `f64` among 2²⁶ of usual sizes, of any bits and near what is hard, and 10⁷ neighbours (six rounds) of the
//! worst of these, which have the largest errors. A half is correct rounding. For `f16` and `bf16` the function of `f32` is computed and
//! rounded once more.
//!
//! | | `f32` | `f64` | | `f32` | `f64` | | `f32` | `f64` |
//! |---|---|---|---|---|---|---|---|---|
//! | `exp` | 0.5 | 0.80 | `sin` | 0.78 | 0.79 | `sinh` | 0.5 | 0.91 |
//! | `exp2` | 0.5 | 0.83 | `cos` | 0.78 | 0.79 | `cosh` | 0.5 | 0.70 |
//! | `exp_m1` | 0.5 | 0.96 | `tan` | 0.92 | 0.96 | `tanh` | 0.87 | 0.87 |
//! | `ln` | 0.5 | 0.67 | `asin` | 0.66 | 0.67 | `asinh` | 0.501 | 0.70 |
//! | `ln_1p` | 0.5 | 0.69 | `acos` | 0.62 | 0.65 | `acosh` | 0.5 | 0.70 |
//! | `log2` | 0.5 | 0.78 | `atan` | 0.68 | 0.61 | `atanh` | 0.5 | 0.70 |
//! | `log10` | 0.5 | 0.83 | `atan2` | 0.501 | 0.60 | `cbrt` | 0.56 | 0.51 |
//! | `log` | 0.501 | 0.79 | `powf` | 0.501 | 0.79 | `hypot` | 0.501 | 0.76 |
//! | `erf` | 0.501 | 0.86 | `erfc` | 0.501 | 0.92 | `gelu` | 0.501 | 0.89 |
//! | `gamma` | 0.501 | 0.95 | `ln_gamma` | 0.501 | 0.93 | `sigmoid` | 0.501 | 0.80 |
//!
//! The logarithm of the gamma function has zeros between any two integers from −2 down. Where it is less than 1 in magnitude for such
//! an argument its error for `f64` is not in proportion to it, and a unit is 2⁻⁵³.
//!
//! `powi` multiplies squares, and rounds each product, so that its error grows with the exponent. `to_degrees` and `to_radians` are products with a rounded constant, and off by
//! less than one unit; `sqrt` is rounded correctly for every type.
//!
//! The functions of `f32` with 0.5 are rounded correctly: of each of the 2³² arguments the result is the number nearest to the
//! exact value.
//!
//! `cargo bench --bench math -- error` finds the errors of `f32`; `samples`, `rounding`, `screen` and `near` instead of `error` write
//! samples, which `benches/math/reference.py` compares with MPFR. The tests have 1300 exact results, also of the worst arguments and of
//! published hard cases.
//!
//! # Cost
//!
//! Loops over slices vectorise on a CPU. On an H200 a map of 2²⁸ `f32` takes 1 to 1.3 times a copy, one of `tan`, `atan2`, `sigmoid`,
//! `ln_1p`, `log` or an inverse hyperbolic function 1.4 to 2, `powf` 2.3, an error function or `gelu` 3 to 3.5, and a gamma function 13 to
//! 14.
//!
//! All GPUs have the same text. These are the instructions for `f64` among a function's of `f32`, as NVRTC compiles it for sm_90:
//!
//! | of `f64` | of all | |
//! |---|---|---|
//! | 0 | 56 to 91 | `tanh`, `cbrt`, `asin`, `acos`, `atan`, `powi` |
//! | 0, or 9 of an argument beyond 800 | 123 to 149 | `sin`, `cos`, `tan` |
//! | 16 to 23 | 44 to 77 | `exp`, `exp2`, `exp_m1`, `ln`, `ln_1p`, `log2`, `log10`, `sinh`, `cosh` |
//! | 30 to 33 | 76 to 118 | `hypot`, `powf` |
//! | 46 | 166 | `sigmoid` |
//! | 49 to 55 | 123 to 198 | `asinh`, `acosh`, `atanh`, `atan2`, `log` |
//! | 100 to 107 | 214 to 229 | `erf`, `erfc`, `gelu` |
//! | 377 to 410 | 704 to 799 | `gamma`, `ln_gamma` |
//!
//! An A100 or H100 computes half as many operations of `f64` as of `f32` in a time. Those that are made for games compute a 64th, two
//! in a clock of a multiprocessor, so that `exp` of a number takes ten of its clocks there, and `erf` 50; a copy takes two to three on a
//! GeForce RTX 4090 (1008 GB/s, 128 multiprocessors at 2.5 GHz). `.ci/sass functions` counts the instructions.

// Parts of constants and rows of tables are close to constants of std, and must not be these.
#![allow(clippy::approx_constant)]

pub(crate) mod double;
mod exact;
pub(crate) mod single;
mod special;
mod tables;
mod tails;
#[cfg(test)]
mod tests;
pub(crate) mod text;

use crate::function::{Callee, DeviceFunction, same_function};
use crate::lower::TranslationUnit;
use crate::number::Float;
#[doc(hidden)]
pub use special::Special;

/// Functions by those of each type, which a trait has.
macro_rules! functions {
    ($of:ident; $($(#[$doc:meta])+ $name:ident($x:ident $(, $y:ident: $t:ty)?) -> $out:ty: $example:literal;)*) => {$(
        $(#[$doc])+
        ///
        /// Its bits are the same on every platform, and in operations. [The module](self) says how large its error is.
        ///
        /// ```
        #[doc = $example]
        /// ```
        // A call by an operation has a lifetime as its argument, which tells functions with a device text from others.
        #[allow(unused_lifetimes, single_use_lifetimes, late_bound_lifetime_arguments, clippy::extra_unused_lifetimes)]
        #[inline(always)]
        pub fn $name<#[cfg(not(doc))] 'device: 'device, T: Float>($x: T $(, $y: $t)?) -> $out {
            $of::$name($x $(, $y)?)
        }

        /// What `#[device]` declares beside a function.
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code, missing_debug_implementations)]
        pub enum $name {}
        const _: () = {
            impl $name {
                #[doc(hidden)]
                #[inline(always)]
                pub fn call<T: Float>(_: Callee<($name,), (T,)>) -> impl Fn(T $(, $t)?) -> $out {
                    $name::<T>
                }
                #[doc(hidden)]
                pub fn same<T: Float>(_: Callee<($name,), (T,)>, _: fn(T $(, $t)?) -> $out) {}
            }
            // SAFETY: the text is that of the type's function, which the host calls.
            unsafe impl<T: Float> DeviceFunction<(T,)> for $name {
                const NO_RECURSION: () = ();
                #[inline(always)]
                #[track_caller]
                fn named<N>() {
                    same_function::<_, N>(&$name::<T>, stringify!($name));
                }
                fn lower(unit: &mut TranslationUnit) -> String {
                    text::function(unit, &T::ty(), stringify!($name))
                }
            }
        };
    )*};
}
functions! {
    Float;
    #[doc = "The sine of an angle in radians."]
    sin(x) -> T: "assert_eq!(onrush::math::sin(0.5f32), 0.479_425_55);";
    #[doc = "The cosine of an angle in radians."]
    cos(x) -> T: "assert_eq!(onrush::math::cos(0.0f64), 1.0);";
    #[doc = "The sine and the cosine of an angle in radians."]
    sin_cos(x) -> (T, T): "assert_eq!(onrush::math::sin_cos(0.0f32), (0.0, 1.0));";
    #[doc = "The tangent of an angle in radians."]
    tan(x) -> T: "assert_eq!(onrush::math::tan(0.0f32), 0.0);";
    #[doc = "An angle in degrees, of one in radians: the product with the number nearest to 180/π, as the standard library's."]
    to_degrees(x) -> T: "assert_eq!(onrush::math::to_degrees(std::f32::consts::PI), 180.0);";
    #[doc = "An angle in radians, of one in degrees: the product with the number nearest to π/180, as the standard library's."]
    to_radians(x) -> T: "assert_eq!(onrush::math::to_radians(180.0f64), std::f64::consts::PI);";
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
    #[doc = "The square root, rounded correctly, as the method of each type; NaN of a negative number."]
    sqrt(x) -> T: "assert_eq!(onrush::math::sqrt(2.25f32), 1.5);";
    #[doc = "The cube root."]
    cbrt(x) -> T: "assert_eq!(onrush::math::cbrt(-27.0f32), -3.0);";
    #[doc = "The length of the hypotenuse, also where squares would overflow."]
    hypot(x, y: T) -> T: "assert_eq!(onrush::math::hypot(3e300f64, 4e300), 5e300);";
}
functions! {
    special;
    #[doc = "The error function: 2/√π times the integral of exp(−t²) from 0 to `x`; `torch.erf` and `scipy.special.erf`."]
    erf(x) -> T: "assert_eq!(onrush::math::erf(-0.5f32), -0.520_499_9);";
    #[doc = "1 less the error function, also where that is close to 1. The distribution function of the normal distribution is"]
    #[doc = "`0.5 * erfc(-x * FRAC_1_SQRT_2)`."]
    #[doc(alias("normcdf", "ndtr"))]
    erfc(x) -> T: "assert_eq!(onrush::math::erfc(10.0f64), 2.088_487_583_762_545e-45);";
    #[doc = "The gamma function, (x − 1)! of integers: C's `tgamma`. Of zeros it is an infinity of the zero's sign, of negative"]
    #[doc = "integers and negative infinity NaN."]
    #[doc(alias("tgamma", "factorial"))]
    gamma(x) -> T: "assert_eq!(onrush::math::gamma(5.0f32), 24.0);";
    #[doc = "The natural logarithm of the magnitude of the gamma function, and the sign of the gamma function, 1 or -1: C's"]
    #[doc = "`lgamma`. Of negative integers, of zeros and of infinities it is infinity. The sign is that of a zero, and 1 where"]
    #[doc = "the gamma function has none."]
    #[doc(alias("lgamma", "gammaln"))]
    ln_gamma(x) -> (T, i32): "assert_eq!(onrush::math::ln_gamma(-0.5f32), (1.265_512_1, -1));";
    #[doc = "The logistic function, 1 / (1 + exp(−x)), also where it is close to 0: `torch.sigmoid` and `scipy.special.expit`."]
    #[doc(alias("expit", "logistic"))]
    sigmoid(x) -> T: "assert_eq!(onrush::math::sigmoid(0.0f32), 0.5);";
    #[doc = "The Gaussian error linear unit: `x` times the distribution function of the normal distribution, without approximation."]
    #[doc = "−0.0 of negative infinity."]
    gelu(x) -> T: "assert_eq!(onrush::math::gelu(1.0f32), 0.841_344_77);";
}
