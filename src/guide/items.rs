//! Functions, methods, conversions and comparisons for operations.
//!
//! `#[device]` stands above functions and impls, and operations call them: see what [operations](crate::guide::operations) accept.
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
//!
//! A device function can take a view, as its caller captured it: by value, as `View<'_, T>`.
//!
//! ```
//! use onrush::prelude::*;
//!
//! /// The table's value at `x`, interpolated between its neighbours.
//! #[device]
//! fn interpolate(table: View<'_, f32>, x: f32) -> f32 {
//!     let i = (x as usize).min(table.len() - 2);
//!     let part = x - i as f32;
//!     table[i] * (1.0 - part) + table[i + 1] * part
//! }
//!
//! # fn main() -> onrush::Result<()> {
//! let device = Device::best()?;
//! let table = device.upload(&[0.0f32, 10.0, 40.0])?;
//! let table = table.view();
//! let x = device.upload(&[0.5f32, 1.5, 2.0])?;
//! assert_eq!(x.iter().map(op!(|x: f32| interpolate(table, x))).collect()?.to_vec()?, [5.0, 25.0, 40.0]);
//!
//! // Positions that a vector holds are indices as they are, whatever their integer type.
//! let neighbours = device.upload(&[2u32, 0])?;
//! assert_eq!(neighbours.iter().map(op!(|at: u32| table[at])).collect()?.to_vec()?, [40.0, 0.0]);
//! # Ok(()) }
//! ```
//!
//! # Conversions
//!
//! Numbers convert by `From` and `Into` where std's keep their values, and types of your own by `#[device]` impls of `From`, of which a
//! type can have several. What can fail has no form on devices: test the value, then write `v as u8`.
//!
//! ```
//! use onrush::prelude::*;
//!
//! #[derive(Clone, Copy, Debug, Element)]
//! #[repr(C)]
//! struct Metres(f64);
//!
//! #[device]
//! impl From<f32> for Metres {
//!     fn from(of: f32) -> Metres {
//!         Metres(of.into())
//!     }
//! }
//! #[device]
//! impl From<Metres> for f64 {
//!     fn from(of: Metres) -> f64 {
//!         of.0
//!     }
//! }
//!
//! # fn main() -> onrush::Result<()> {
//! let device = Device::best()?;
//! let x = device.upload(&[0.5f32, 2.0])?;
//! let sum: f64 = x.iter().map(op!(|v: f32| f64::from(Metres::from(v)))).sum()?;
//! assert_eq!(sum, 2.5);
//! # Ok(()) }
//! ```
//!
//! # Comparisons
//!
//! `==`, `<` and the other comparisons work on tuples and arrays of numbers, item by item from the first one on, as in Rust: a sort
//! or a maximum by two columns needs no more. `==` and `!=` work on whatever is made of such parts, also on options.
//!
//! ```
//! use onrush::prelude::*;
//!
//! # fn main() -> onrush::Result<()> {
//! let device = Device::best()?;
//! let mut year = device.upload(&[2024u32, 2023, 2024])?;
//! let mut day = device.upload(&[31u8, 200, 2])?;
//! sort_by((&mut year, &mut day), op!(|a: (u32, u8), b: (u32, u8)| a < b))?;
//! assert_eq!((year.to_vec()?, day.to_vec()?), (vec![2023, 2024, 2024], vec![200, 2, 31]));
//!
//! let versions = device.upload(&[[1u16, 9, 0], [1, 10, 0], [0, 99, 1]])?;
//! assert_eq!(versions.iter().filter(op!(|v: [u16; 3]| v >= [1, 10, 0])).count()?, 1);
//! # Ok(()) }
//! ```
