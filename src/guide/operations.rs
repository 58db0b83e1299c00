//! Operations: the Rust that runs on every device.
//!
//! [`op!`](crate::op) takes a closure with written parameter types and yields a value that chains apply. On the host it is
//! that closure, compiled by rustc. For GPUs it is C++ text made from the same tokens, whose every literal, operator and
//! method is resolved by the types that rustc inferred.
//!
//! # The subset
//!
//! | kind | what |
//! |---|---|
//! | types | `bool`, `i8` … `i64`, `u8` … `u64`, `usize`, `isize`, `f32`, `f64`, `half::f16`, `half::bf16`, tuples, `[T; N]`, structs with [`#[derive(Element)]`](macro@crate::Element) |
//! | bindings | `let`, `let mut`, patterns of tuples and structs, assignment, compound assignment |
//! | control | `if`, `match` on values, ranges, tuples, with guards; `while`, `loop`, `for` over ranges, labels, `break`, `continue`, `return` |
//! | expressions | literals, arrays, tuples, struct literals, fields, indexing, `as`, every operator, blocks |
//! | calls | [`#[device]`](macro@crate::device) functions and methods, the numeric methods of the primitive types, associated constants |
//! | captures | scalars, arrays, structs, [`View`](crate::View)s of device vectors, all by value |
//! | failing | `panic!`, `assert!`, `unreachable!`, indexing, division, checked overflow |
//!
//! Not part of it: closures, strings, heap collections, references kept in variables or structs beyond parameters,
//! `?`, generic device functions, loops over anything but ranges. The macro says so at the place, and what to write instead.
//!
//! # What it means
//!
//! What Rust means, on both sides, to the bit:
//!
//! - Literals have the type that rustc infers. `2.0 * x` with `x: f32` never touches an `f64`.
//! - Integer overflow wraps, or panics if the crate that wrote the operation has debug assertions (as dev builds have).
//! - `as` saturates from floats to integers and takes NaN to 0. Shifts by too much wrap or panic as overflow does.
//! - Division by zero and `MIN / -1` panic always. An index out of bounds panics.
//! - Floating-point operations are IEEE 754, one rounding each, denormals included; nothing is contracted to a fused
//!   multiply-add unless you write `mul_add`.
//! - `min` and `max` of floats: the other operand if one is NaN; −0.0 is less than +0.0.
//! - `f16` and `bf16` arithmetic widens to `f32` and rounds to nearest even, as the `half` crate does.
//!
//! A panic in an operation is not a panic of the program: the terminal returns an
//! [`Error`](crate::Error) of kind [`Panic`](crate::ErrorKind::Panic) that names the file and line.
//!
//! ```
//! use onrush::prelude::*;
//!
//! # fn main() -> onrush::Result<()> {
//! let device = Device::best()?;
//! let x = device.upload(&[4i32, 0, 2])?;
//! let error = x.iter().map(op!(|v: i32| 100 / v)).sum().unwrap_err();
//! assert!(error.to_string().contains("attempt to divide by zero"));
//! # Ok(()) }
//! ```
//!
//! To turn a panic into an error, onrush puts a panic hook in front of the one that is installed when the first terminal
//! runs; it stays silent for panics inside operations and hands over all others. With `panic = "abort"` a panic in an
//! operation on the CPU aborts, as any other.
//!
//! # What a name means
//!
//! An operation has one meaning, and rustc says which: a name is never taken for something by its spelling alone. What can't
//! be asked of rustc is refused.
//!
//! - **Methods** are those of the primitives in the list, and those of your types under [`#[device]`](macro@crate::device),
//!   whatever else of the name is in scope: a trait of your own with an `abs` for `f32`, or with a `norm` beside a device's
//!   `norm`, is not asked. The methods of operators (`add`, `neg`, `eq`) can't be called by name: write the operator.
//! - **Functions** are `#[device]` functions. Another function or closure of the same name, nearer by, is refused and not
//!   called. `Metres(x)` makes a tuple struct: a function of that name is refused.
//! - **Patterns:** a name in capitals (`LIMIT`) is a constant, a number or `bool`; any other binds. Where rustc takes it for
//!   the other, `const limit` say, it is refused: spell the constant in capitals, or compare in a guard.
//! - **Macros** are std's (`assert!`, `panic!`, `matches!`, …), even where a macro of your own hides them. A message shows
//!   values; what could do more in it (`return`, a block, another macro) is refused.
//! - **Fields and elements** are those of the type itself, of arrays and of views: your own `Deref` and `Index` are refused.
//! - **Attributes** are refused inside bodies, on parameters, arms, fields, statements and expressions: `#[cfg]` there would
//!   change the host's code alone. Comments (`/// …`) and `#[rustfmt::skip]` mean nothing and are allowed. A `#[device]` item,
//!   or a method in its impl, may have `cfg`, `inline`, `cold`, `must_use`, `deprecated`, `doc` and the levels of lints.
//! - **Recursion** is refused, direct or through other functions, methods and operators, by a cycle that rustc meets in a
//!   constant called `NO_RECURSION`: a device's stack is small, so write a loop.
//! - **Names from macros:** where a `macro_rules!` puts a body together, its own variables and its caller's are told apart as
//!   rustc does. Messages there show no values.
//!
//! ```compile_fail
//! use onrush::prelude::*;
//!
//! #[device]
//! fn factorial(n: u64) -> u64 {
//!     if n < 2 { 1 } else { n * factorial(n - 1) }
//! }
//! ```
//!
//! # What isn't promised
//!
//! Transcendental functions (`sin`, `cos`, `tan`, `exp`, `ln`, `powf`, … but not `sqrt`) come from each platform's library:
//! within a few units in the last place of each other, not the same bits. Nor are the bits of a NaN.
//!
//! # Functions and methods
//!
//! ```
//! use onrush::prelude::*;
//!
//! #[derive(Clone, Copy, Debug, PartialEq, Element)]
//! #[repr(C)]
//! struct Complex {
//!     re: f64,
//!     im: f64,
//! }
//!
//! #[device]
//! impl Complex {
//!     fn square(self) -> Complex {
//!         Complex { re: self.re * self.re - self.im * self.im, im: 2.0 * self.re * self.im }
//!     }
//!     fn norm(&self) -> f64 {
//!         self.re * self.re + self.im * self.im
//!     }
//! }
//!
//! #[device]
//! fn escape_time(c: Complex, limit: u32) -> u32 {
//!     let mut z = Complex { re: 0.0, im: 0.0 };
//!     let mut n = 0;
//!     while n < limit && z.norm() <= 4.0 {
//!         let s = z.square();
//!         z = Complex { re: s.re + c.re, im: s.im + c.im };
//!         n += 1;
//!     }
//!     n
//! }
//!
//! # fn main() -> onrush::Result<()> {
//! let device = Device::best()?;
//! let limit = 100;
//! let points = device.upload(&[Complex { re: 0.0, im: 0.0 }, Complex { re: 1.0, im: 1.0 }])?;
//! let times = points.iter().map(op!(|c: Complex| escape_time(c, limit))).collect()?;
//! assert_eq!(times.to_vec()?, [100, 2]);
//! # Ok(()) }
//! ```
