//! Generic operations: for numbers of any type, in functions, structs and impls.
//!
//! A function can be generic over the numbers that it computes with, and an operation in it uses the type parameter as
//! any other type:
//!
//! ```
//! use onrush::prelude::*;
//!
//! fn norm<T: Float, B: Backend>(x: &DeviceVec<T, B>) -> onrush::Result<T> {
//!     Ok(x.iter().map(op!(|v: T| v * v)).sum()?.sqrt())
//! }
//!
//! # fn main() -> onrush::Result<()> {
//! let device = Device::best()?;
//! assert_eq!(norm(&device.upload(&[3.0f32, 4.0])?)?, 5.0);
//! assert_eq!(norm(&device.upload(&[3.0f64, 4.0])?)?, 5.0);
//! # Ok(()) }
//! ```
//!
//! The bound says what the operation can do. rustc checks the body once, as any generic code, and each type that the
//! function is called with gets its own device text, whose bits and failures are those of the same operation written
//! with that type: `v * v` overflows for a `u8` and doesn't for an `f32`.
//!
//! | bound | types | in operations and on the host |
//! |---|---|---|
//! | [`Element`](trait@crate::Element) | whatever a vector stores | moves, fields, arrays, captures, arguments |
//! | [`Number`](crate::Number) | integers and floats | `+ - * / %` and `+=` …, comparisons, `T::ZERO`, `ONE`, `MIN`, `MAX`, `cast`, `cast_from` |
//! | [`Signed`](crate::Signed) | signed integers and floats | and `-x`, `abs`, `signum` |
//! | [`Integer`](crate::Integer) | integers | a number's, and `& \| ^ !`, `<<` and `>>` by a `u32`, `pow`, `wrapping_add`, `count_ones`, … |
//! | [`Float`](crate::Float) | floats | a signed number's, and `sqrt`, `mul_add`, `floor`, `sin`, `is_nan`, …, `T::PI`, `EPSILON`, `INFINITY`, … |
//!
//! In operations, every number also has `min`, `max` and `clamp`.
//!
//! - **Literals** have no type `T`. Write the constants; `T::cast_from(0.5)`, which converts any number; or, for a
//!   [`Float`](crate::Float), `T::from(2)`.
//! - **`as`** takes known types only, in Rust as in operations. `x.cast::<f64>()` is `x as f64` where one of the types, or
//!   both, are parameters.
//! - **Captures** may have generic types, and so may views: `let table = vector.view();`.
//! - **Constants** of your own traits can be used, `T::WEIGHT`. Methods of your own traits can't be called on a `T`: a bound doesn't say
//!   whether the impl is under [`#[device]`](macro@crate::device). A function can be given one instead: `f: impl Fn(T) -> T`.
//!
//! Device functions and impls are generic in the same way. The arguments of a function's parameters are inferred, or
//! written as in `square::<T>(v)`. Parameters are types, lengths (`const N: usize`) and flags (`const B: bool`).
//!
//! ```
//! use onrush::prelude::*;
//!
//! #[derive(Clone, Copy, Debug, PartialEq, Element)]
//! #[repr(C)]
//! struct Vec3<T> {
//!     x: T,
//!     y: T,
//!     z: T,
//! }
//!
//! #[device]
//! impl<T: Float> Vec3<T> {
//!     fn dot(self, other: Vec3<T>) -> T {
//!         self.x * other.x + self.y * other.y + self.z * other.z
//!     }
//!     fn unit(self) -> Vec3<T> {
//!         self * self.dot(self).sqrt().recip()
//!     }
//! }
//!
//! #[device]
//! impl<T: Float> std::ops::Mul<T> for Vec3<T> {
//!     type Output = Vec3<T>;
//!     fn mul(self, by: T) -> Vec3<T> {
//!         Vec3 { x: self.x * by, y: self.y * by, z: self.z * by }
//!     }
//! }
//!
//! #[device]
//! fn power<T: Number, const N: usize>(v: T) -> T {
//!     let mut all = T::ONE;
//!     for _ in 0..N {
//!         all *= v;
//!     }
//!     all
//! }
//!
//! fn cubes_of_cosines<T: Float, B: Backend>(all: &DeviceVec<Vec3<T>, B>, axis: Vec3<T>) -> onrush::Result<T> {
//!     all.iter().map(op!(|v: Vec3<T>| power::<T, 3>(v.unit().dot(axis)))).sum()
//! }
//!
//! # fn main() -> onrush::Result<()> {
//! let device = Device::best()?;
//! let all = device.upload(&[Vec3 { x: 2.0, y: 0.0, z: 0.0 }, Vec3 { x: 0.0f32, y: 3.0, z: 4.0 }])?;
//! assert_eq!(cubes_of_cosines(&all, Vec3 { x: 1.0, y: 0.0, z: 0.0 })?, 1.0);
//! # Ok(()) }
//! ```
//!
//! `#[device]` functions and impls can be generic by std's traits, too, and then take own types with these: `Copy`, `PartialEq`,
//! `PartialOrd`, `Ord`, `Add<Output = T>` and the other operators, `Default`, `From<u8>`, `Into<f64>`.
//!
//! ```
//! use std::ops::{Add, Mul};
//!
//! use onrush::prelude::*;
//!
//! #[device]
//! fn clamp_to<T: PartialOrd + Copy>(x: T, low: T, high: T) -> T {
//!     if x < low { low } else if x > high { high } else { x }
//! }
//!
//! #[device]
//! fn dot<T, const N: usize>(a: [T; N], b: [T; N]) -> T
//! where
//!     T: Copy + Default + Add<Output = T> + Mul<Output = T>,
//! {
//!     a.iter().zip(&b).fold(T::default(), |sum, (&x, &y)| sum + x * y)
//! }
//!
//! # fn main() -> onrush::Result<()> {
//! let device = Device::best()?;
//! let x = device.upload(&[1.5f32, -4.0, 9.0])?;
//! let dots = x.iter().map(op!(|v: f32| dot([v, 2.0], [3.0, 4.0]) + clamp_to(v, -1.0, 1.0)));
//! assert_eq!(dots.collect()?.to_vec()?, [13.5, -5.0, 36.0]);
//! # Ok(()) }
//! ```
//!
//! What devices have of such a trait is a further condition of the function, on the host as well: own types need `#[device]` on
//! their impls of these operators. Methods that the body calls, `max`, `min`, `clamp`, `cmp`, `partial_cmp`, `sort` and `T::default()`, are those of std's types
//! alone. A function that calls another one with such a method in its body hasn't the condition by itself: write the bound `T: Integer`.
//! A chain's sums ask for `T: Number`: `fold` does without.
//!
//! An impl's parameters occur in the type that it is for; a method has none of its own. Recursion of generic functions is an
//! error too, which rustc reports when it builds an operation that calls them (`cargo build`, not `cargo check`).
//!
//! ```compile_fail
//! use onrush::prelude::*;
//!
//! #[device]
//! fn even<T: Integer>(n: T) -> bool {
//!     if n == T::ZERO { true } else { odd(n - T::ONE) }
//! }
//! #[device]
//! fn odd<T: Integer>(n: T) -> bool {
//!     if n == T::ZERO { false } else { even(n - T::ONE) }
//! }
//!
//! let evens = Cpu::new().range(0u32..9).map(op!(|n: u32| even(n))).collect();
//! ```
