//! Parallel algorithms for CPUs and GPUs, in the manner of Thrust: one source, the same bits.
//!
//! A chain of iterator-style combinators over a [`DeviceVec`] runs on this machine's cores, or with the feature `cuda` on
//! a GPU, from the same source. The association of every floating-point reduction and scan is fixed by a documented
//! [contract](shape), so a result has the same bits on every backend, with every number of threads, in every run.
//!
//! ```
//! use onrush::prelude::*;
//!
//! fn main() -> onrush::Result<()> {
//!     let device = Device::best()?;
//!     let x = device.upload(&[3.0f32, 1.0, 7.0, 0.0, 4.0, 1.0, 6.0, 3.0])?;
//!
//!     let total = x.iter().sum()?;
//!     let rms = (x.iter().map(op!(|v: f32| v * v)).sum()? / 8.0).sqrt();
//!     let before = x.iter().scan_exclusive(0.0, Sum)?;
//!     let cut = 2.5;
//!     let large = x.iter().copy_if(op!(|v: f32| v > cut))?;
//!
//!     assert_eq!(total, 25.0);
//!     assert!((rms - 3.889).abs() < 1e-3);
//!     assert_eq!(before.to_vec()?, [0.0, 3.0, 4.0, 11.0, 11.0, 15.0, 16.0, 22.0]);
//!     assert_eq!(large.to_vec()?, [3.0, 7.0, 4.0, 6.0, 3.0]);
//!     Ok(())
//! }
//! ```
//!
//! # The four nouns
//!
//! - A [`Device`] is a place to run, with its memory. [`Cpu`] is one by name; code may be generic over [`Backend`].
//! - A [`DeviceVec`] holds [elements](Element) there. [`upload`](Backend::upload) makes one, [`to_vec`](DeviceVec::to_vec)
//!   reads it back.
//! - A [`Chain`] is a source and adaptors: [`iter`](DeviceVec::iter), [`range`](Backend::range),
//!   [`tabulate`](Backend::tabulate), then [`map`](Chain::map), [`zip`](Chain::zip), [`filter`](Chain::filter) and the like.
//!   Building one does nothing and never fails; a terminal runs it. One that is used twice is cloned:
//!   `chain.clone().sum()`.
//! - An operation is what [`op!`] makes of a closure with written parameter types: a host closure and device text. See
//!   [`guide::operations`].
//!
//! # Terminals
//!
//! | to get | write |
//! |---|---|
//! | a number | [`sum`](Chain::sum) [`product`](Chain::product) [`min`](Chain::min) [`max`](Chain::max) [`count`](Chain::count) [`reduce`](Chain::reduce) [`inner_product`](Chain::inner_product) |
//! | a place or an answer | [`argmin`](Chain::argmin) [`argmax`](Chain::argmax) [`find_position`](Chain::find_position) [`any`](Chain::any) [`all`](Chain::all) [`equal`](Chain::equal) [`is_sorted`](Chain::is_sorted) |
//! | a vector | [`collect`](Chain::collect) [`copy_if`](Chain::copy_if) [`partition`](Chain::partition) [`scan_inclusive`](Chain::scan_inclusive) [`scan_exclusive`](Chain::scan_exclusive) [`sort`](Chain::sort) [`argsort`](Chain::argsort) [`histogram`](Chain::histogram) [`merge()`] [`reduce_by_key`] |
//! | a vector changed in place | [`for_each`](Chain::for_each) [`DeviceVec::sort`] [`sort_by_key`] [`sort_by`] [`scatter`](Chain::scatter) [`collect_into`](Chain::collect_into) |
//!
//! # More
//!
//! - [`guide::operations`]: the Rust that operations are written in, and what it means.
//! - [`guide::thrust`]: Thrust's names and onrush's.
//! - [`guide::cost`]: what a chain costs.
//! - [`guide::failures`]: where a failure goes.
//! - [`shape`]: where the brackets stand.

extern crate self as onrush;

mod dispatch;
#[macro_use]
mod facts;
pub mod guide;
pub mod prelude;

pub use dispatch::Device;
pub use onrush_core::*;
pub use onrush_cpu::Cpu;
#[cfg(feature = "cuda")]
pub use onrush_cuda::Cuda;
pub use onrush_macros::{Element, Key, device, op};

/// The README's examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
