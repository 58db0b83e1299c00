//! The traits of numbers, by which functions and operations are generic: [`Number`], [`Integer`], [`Signed`] and
//! [`Float`].
//!
//! Each has its methods twice, from one table: as methods of the trait, which host code calls, and as methods of
//! `Own`, which operations call. Its supertraits say that a device has these methods, too, so that an operation on a
//! `T: Float` compiles as one on `f32` does.

#[macro_use]
mod table;
mod device;
mod primitives;
mod wide;

use std::cmp::Ordering;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops;

use num_traits::NumAssignOps;

use crate::function::Builtin;
use crate::key::Key;
use crate::minmax::{HasMinMax, MinMax};
use crate::operator::Bits;
use crate::scalars::Primitive;
use crate::value::Element;

pub(crate) use self::table::compute;

use self::device::{FloatOnDevice, IntegerOnDevice, MathOnDevice, NumberOnDevice, SignedOnDevice};

/// A primitive number: an integer of 8 to 64 bits, `f32`, `f64`, [`f16`](half::f16) or [`bf16`](half::bf16).
///
/// Functions over chains can be generic over it, and so can operations, `#[device]` functions and
/// impls: `op!(|a: T, b: T| a * b + T::ONE)`. It has the operators `+ - * / %` with their assigning forms and the
/// comparisons; in operations, also `min`, `max` and `clamp`, `T::zero()` and `T::one()`. Each has the meaning that it
/// has for the type in question: integers overflow, and their division by zero fails.
///
/// A literal has no type `T`. Use the constants, or convert: `T::cast_from(0.5)`.
///
/// ```
/// use onrush::prelude::*;
///
/// fn squares<T: Number, B: Backend>(x: &DeviceVec<T, B>) -> onrush::Result<T> {
///     x.iter().map(op!(|v: T| v * v)).sum()
/// }
///
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// assert_eq!(squares(&device.upload(&[1.5f32, 2.0])?)?, 6.25);
/// assert_eq!(squares(&device.upload(&[3u8, 4])?)?, 25);
/// # Ok(()) }
/// ```
///
/// The trait is sealed: no other type can implement it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number: combine such items by `reduce_with(op!(|a: {Self}, b: {Self}| …))`",
    label = "needs items that are numbers",
    note = "`bool`s are counted by `filter(…).count()`; the least and greatest items by a key are `min_by_key` and `max_by_key`"
)]
#[doc(alias("Num", "NumCast", "arithmetic", "is_arithmetic"))]
pub trait Number: Arithmetic + std::iter::Sum + std::iter::Product {
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;
    /// The smallest value; of floats, the smallest finite one.
    const MIN: Self;
    /// The largest value; of floats, the largest finite one.
    const MAX: Self;

    /// This number as another type: `x.cast::<f64>()` is `x as f64` for types that aren't known. Integers keep their low
    /// bits, floats become integers by truncation that saturates (0 for NaN), and whatever becomes a float is rounded to
    /// nearest even. To `f16` and `bf16`, integers are converted by way of `f32`.
    ///
    /// In operations and `#[device]` functions, the type is written: `x.cast::<f64>()`.
    ///
    /// ```
    /// use onrush::prelude::*;
    ///
    /// fn mean<T: Number, B: Backend>(x: &DeviceVec<T, B>) -> onrush::Result<f64> {
    ///     Ok(x.iter().map(op!(|v: T| v.cast::<f64>())).sum()? / x.len() as f64)
    /// }
    ///
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert_eq!(mean(&device.upload(&[1u8, 2, 255])?)?, 86.0);
    /// assert_eq!((-1i32).cast::<u8>(), 255);
    /// assert_eq!(300.7f32.cast::<u8>(), 255);
    /// # Ok(()) }
    /// ```
    #[inline(always)]
    fn cast<T: Number>(self) -> T {
        T::of_wide(self.wide())
    }

    /// Another number as this type, as [`cast`](Number::cast) converts it: `T::cast_from(0.5)`.
    ///
    /// ```
    /// use onrush::prelude::*;
    ///
    /// fn halves<T: Float, B: Backend>(x: &DeviceVec<T, B>) -> onrush::Result<T> {
    ///     x.iter().map(op!(|v: T| v * T::cast_from(0.5))).sum()
    /// }
    ///
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert_eq!(halves(&device.upload(&[1.0f32, 2.0])?)?, 1.5);
    /// # Ok(()) }
    /// ```
    #[inline(always)]
    fn cast_from<T: Number>(number: T) -> Self {
        number.cast()
    }
}

/// A number with a sign: a signed integer or a float.
///
/// Besides a [`Number`]'s, it has the operator `-x` and the methods below, in operations as on the host. `abs` and `-x`
/// of the smallest integer overflow.
///
/// ```
/// use onrush::prelude::*;
///
/// fn distance<T: Signed, B: Backend>(x: &DeviceVec<T, B>, y: &DeviceVec<T, B>) -> onrush::Result<T> {
///     x.iter().zip(y).map(op!(|(a, b): (T, T)| (a - b).abs())).sum()
/// }
///
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let (x, y) = (device.upload(&[1i64, -2])?, device.upload(&[4i64, -4])?);
/// assert_eq!(distance(&x, &y)?, 5);
/// # Ok(()) }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number with a sign",
    label = "not a signed integer or a float"
)]
#[doc(alias("SignedNum", "is_signed"))]
pub trait Signed: Number + ops::Neg<Output = Self> + SignedOnDevice {
    signed_methods!(declare, Self, "i32");
}

/// An integer of 8 to 64 bits.
///
/// Besides a [`Number`]'s, it has the operators `& | ^ !`, `<<` and `>>` by a `u32`, `Ord`, and the methods below, in
/// operations as on the host.
///
/// ```
/// use onrush::prelude::*;
///
/// fn set_bits<T: Integer, B: Backend>(x: &DeviceVec<T, B>, mask: T) -> onrush::Result<u32> {
///     x.iter().map(op!(|v: T| (v & mask).count_ones())).sum()
/// }
///
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// assert_eq!(set_bits(&device.upload(&[7u64, 8])?, 0b1010)?, 2);
/// # Ok(()) }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an integer",
    label = "numbers between two of these can't be counted",
    note = "for steps of another kind, `map` a range of integers: `device.range(0..n).map(op!(|i: usize| 0.5 * i as f64))`"
)]
#[doc(alias("PrimInt", "integral", "is_integral"))]
pub trait Integer:
    Number
    + Bits
    + Ord
    + HasMinMax
    + Hash
    + Countable
    + IntegerOnDevice
    + ops::Not<Output = Self>
    + ops::Shl<u32, Output = Self>
    + ops::Shr<u32, Output = Self>
    + ops::BitAndAssign
    + ops::BitOrAssign
    + ops::BitXorAssign
    + ops::ShlAssign<u32>
    + ops::ShrAssign<u32>
{
    /// The unsigned integer of the same size: the type of distances.
    type Unsigned: Integer;
    /// The number of bits.
    const BITS: u32;

    integer_methods!(declare, Self, "i32");
}

/// A floating-point number: `f32`, `f64`, [`f16`](half::f16) or [`bf16`](half::bf16).
///
/// Besides a [`Signed`] number's, it has the methods and constants below, in operations as on the host, and `T::from(2)`
/// of a small integer literal, which is a `u8`.
///
/// ```
/// use onrush::prelude::*;
///
/// fn norm<T: Float, B: Backend>(x: &DeviceVec<T, B>) -> onrush::Result<T> {
///     Ok(x.iter().map(op!(|v: T| v * v)).sum()?.sqrt())
/// }
///
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// assert_eq!(norm(&device.upload(&[3.0f64, 4.0])?)?, 5.0);
/// assert_eq!(norm(&device.upload(&[3.0f32, 4.0])?)?, 5.0);
/// # Ok(()) }
/// ```
#[diagnostic::on_unimplemented(message = "`{Self}` is not a floating-point number", label = "not a float")]
#[doc(alias("Real", "FloatCore", "floating_point", "is_floating_point"))]
pub trait Float: Signed + HasMinMax + FloatOnDevice + MathOnDevice + crate::math::Special + From<u8> {
    /// The difference between 1 and the next larger number.
    const EPSILON: Self;
    /// The smallest positive normal number.
    const MIN_POSITIVE: Self;
    /// Infinity.
    const INFINITY: Self;
    /// Negative infinity.
    const NEG_INFINITY: Self;
    /// Not a number.
    const NAN: Self;
    /// The circle's constant π.
    const PI: Self;
    /// Euler's number e.
    const E: Self;

    float_methods!(declare, Self, "f32");
    mathematical_methods!(declare, Self, "f32");

    /// The order of two numbers by their bits: IEEE 754's `totalOrder`, in which −0.0 comes before +0.0, and NaNs of either
    /// sign come first or last.
    fn total_cmp(&self, other: &Self) -> Ordering;

    /// The smaller number: the other one if one is NaN, and −0.0 of two zeros, as in operations.
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.smaller(other)
    }
    /// The larger number: the other one if one is NaN, and +0.0 of two zeros, as in operations.
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        self.larger(other)
    }
    /// The nearest number from `low` to `high`.
    ///
    /// # Panics
    ///
    /// If `low` exceeds `high`, or one of them is NaN.
    #[inline(always)]
    #[track_caller]
    fn clamp(self, low: Self, high: Self) -> Self {
        self.clamped(low, high)
    }
}

/// A number in the widest type of its kind, for conversions.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
#[allow(missing_docs)]
pub enum Wide {
    Signed(i64),
    Unsigned(u64),
    F32(f32),
    F64(f64),
}

/// The methods of numbers that the library's algorithms use. The names would clash with others if the prelude brought them
/// into scope.
#[doc(hidden)]
pub trait Arithmetic:
    Primitive
    + Builtin
    + Element
    + Key
    + MinMax
    + NumberOnDevice
    + num_traits::Num
    + num_traits::Bounded
    + NumAssignOps
    + PartialOrd
    + Default
    + Debug
    + Display
{
    /// Whether sums and products associate exactly: integers, which wrap, do; floats, which round, don't.
    const EXACT: bool;
    /// The neutral element of addition to the bit: 0, but −0.0 for floats.
    const NEUTRAL: Self;
    /// Addition; integers wrap.
    fn plus(self, other: Self) -> Self;
    /// Multiplication; integers wrap.
    fn times(self, other: Self) -> Self;
    /// The smaller; a NaN gives way to the other operand, and −0.0 is smaller than +0.0.
    fn smaller(self, other: Self) -> Self;
    /// The larger; a NaN gives way to the other operand, and +0.0 is larger than −0.0.
    fn larger(self, other: Self) -> Self;
    /// The absolute value. That of the smallest integer overflows: it wraps, or panics if overflow is `checked`.
    #[track_caller]
    fn magnitude(self, checked: bool) -> Self;
    /// An integer's power, which wraps, or panics if overflow is `checked`.
    #[track_caller]
    fn power(self, exponent: u32, checked: bool) -> Self;
    /// A value that [`smaller`](Arithmetic::smaller) always gives way to.
    const LARGEST: Self;
    /// A value that [`larger`](Arithmetic::larger) always gives way to.
    const SMALLEST: Self;
    /// This number as a [`Wide`] one, without a loss.
    fn wide(self) -> Wide;
    /// This type's number for another one, as `as` converts it.
    fn of_wide(wide: Wide) -> Self;
}

/// [`Number::cast`], under a name that nothing in the user's scope can shadow.
#[doc(hidden)]
#[inline(always)]
pub fn cast<X: Number, Y: OfNumber>(number: X) -> Y {
    Y::of_number(number.wide())
}

/// What a number can be converted to in operations: a [`Number`], or an integer of 128 bits.
#[doc(hidden)]
#[diagnostic::on_unimplemented(message = "`{Self}` is not a number", label = "not a number")]
pub trait OfNumber {
    /// This type's number for another one, as `as` converts it.
    fn of_number(wide: Wide) -> Self;
}
#[diagnostic::do_not_recommend]
impl<T: Number> OfNumber for T {
    #[inline(always)]
    fn of_number(wide: Wide) -> Self {
        T::of_wide(wide)
    }
}

/// The methods of integers that ranges use.
#[doc(hidden)]
pub trait Countable: Sized {
    /// The number of integers from `from` up to, but not including, `to`.
    fn distance(from: Self, to: Self) -> usize;
    /// The integer `steps` after this one, wrapping.
    fn beyond(self, steps: usize) -> Self;
}
