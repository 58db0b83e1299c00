//! Parallel algorithms for CPUs and GPUs, in the manner of Thrust: one source, the same bits.
//!
//! A chain of iterator-style combinators over a [`DeviceVec`] runs on this machine's CPU cores or, with the feature
//! `cuda`, on a GPU, from the same source. The association of every floating-point reduction and scan is fixed by a
//! documented [contract](shape), so a result has the same bits on every backend, with every number of threads, in every
//! run.
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
//!     let before = x.iter().scan_exclusive(0.0, Sum).collect()?;
//!     let cut = 2.5;
//!     let large = x.iter().filter(op!(|v: f32| v > cut)).collect()?;
//!
//!     assert_eq!(total, 25.0);
//!     assert!((rms - 3.889).abs() < 1e-3);
//!     assert_eq!(before.to_vec()?, [0.0, 3.0, 4.0, 11.0, 11.0, 15.0, 16.0, 22.0]);
//!     assert_eq!(large.to_vec()?, [3.0, 7.0, 4.0, 6.0, 3.0]);
//!     Ok(())
//! }
//! ```
//!
//! # The four concepts
//!
//! - A [`Device`] is a processor with its memory, chosen at run time. [`Cpu`] always is the CPU; code can be generic over
//!   [`Backend`].
//! - A [`DeviceVec`] holds [elements](Element) in a device's memory. [`upload`](Backend::upload) makes one,
//!   [`to_vec`](DeviceVec::to_vec) reads it back; it grows, shrinks and changes in place as `Vec` does.
//! - A [`Chain`] is a source followed by adaptors: [`iter`](DeviceVec::iter), [`range`](Backend::range) or
//!   [`tabulate`](Backend::tabulate), then [`map`](Chain::map), [`zip`](Chain::zip), [`filter`](Chain::filter) and
//!   others. Building a chain does nothing and never fails; a terminal runs it. To use a chain twice, clone it:
//!   `chain.clone().sum()`. Scans, merges, set operations, joins, partitions, runs, `repeat`, `gather_segments`, `transpose`,
//!   `sort`, `top_k`, histograms, `reduce_by_key` and the reductions of segments, groups, rows and columns return a [`Pending`]
//!   call, which ends as a chain does: by [`collect`](Pending::collect) in new vectors, or by [`collect_into`](Pending::collect_into).
//! - An operation is made by [`op!`] from a closure with written parameter types: it holds a host closure and device
//!   text. See [`guide::operations`].
//!
//! # Terminals
//!
//! | result | terminals |
//! |---|---|
//! | a number | [`sum`](Chain::sum) [`product`](Chain::product) [`min`](Chain::min) [`max`](Chain::max) [`minmax`](Chain::minmax) [`mean`](Chain::mean) [`variance`](Chain::variance) [`min_by`](Chain::min_by) [`count`](Chain::count) [`count_if`](Chain::count_if) [`reduce`](Chain::reduce) [`inner_product`](Chain::inner_product) |
//! | a position or a `bool` | [`argmin`](Chain::argmin) [`argmax`](Chain::argmax) [`position`](Chain::position) [`any`](Chain::any) [`all`](Chain::all) [`none`](Chain::none) [`contains`](Chain::contains) [`binary_search`](DeviceVec::binary_search) [`equal`](Chain::equal) [`is_sorted`](Chain::is_sorted) |
//! | a vector | [`collect`](Chain::collect) [`partition`](Chain::partition) [`transpose`](Chain::transpose) [`scan_inclusive`](Chain::scan_inclusive) [`scan_exclusive`](Chain::scan_exclusive) [`sort`](Chain::sort) [`argsort`](Chain::argsort) [`histogram`](Chain::histogram) [`histogram_even`](Chain::histogram_even) [`groups`](Chain::groups) [`merge()`] [`set_union`] [`set_intersection`] [`set_difference`] [`reduce_by_key`] [`run_length_encode`](Chain::run_length_encode) [`repeat`](Chain::repeat) [`join_inner`] |
//! | a vector changed in place | [`for_each`](Chain::for_each) [`DeviceVec::sort`] [`DeviceVec::scan_inclusive`] [`DeviceVec::retain`] [`DeviceVec::reverse`] [`sort_by_key`] [`sort_by`] [`sort_by_key_with`] [`scatter`](Chain::scatter) [`scatter_reduce`](Chain::scatter_reduce) [`collect_into`](Chain::collect_into), also of [calls](Pending::collect_into); [`reduce_into`](Chain::reduce_into) [`sum_into`](Chain::sum_into) |
//!
//! # More
//!
//! - [`guide::operations`]: the subset of Rust for operations, and its meaning on a device.
//! - [`guide::items`]: functions, methods, conversions and comparisons for operations.
//! - [`guide::generics`]: operations and functions for numbers of any type.
//! - [`guide::functions`]: functions over vectors and chains, and the bounds to write.
//! - [`guide::parts`]: matrices, segments and groups.
//! - [`guide::kernels`]: CUDA C++ of one's own, and the words that it can use.
//! - [`guide::neighbours`]: memory and streams of other libraries, and ours for them.
//! - [`guide::testing`]: tests on a CPU, on an emulated GPU and on a GPU.
//! - [`guide::recipes`]: the algorithms of the textbooks, written with this library.
//! - [`guide::gallery`]: pictures, and the dozen lines that compute each.
//! - [`guide::thrust`]: Thrust's names and their counterparts in onrush, each with a line of code.
//! - [`guide::names`]: names from std, rayon, CUB, CuPy and pandas, and what to write.
//! - [`guide::speed`]: the changes to try first where a program is slow.
//! - [`guide::cost`]: a chain's cost in memory traffic, memory and time.
//! - [`guide::failures`]: which calls return an operation's failure.
//! - [`guide::safety`]: what safe code can rely on.
//! - [`shape`]: the association of reductions and scans.

extern crate self as onrush;

#[allow(unsafe_code)]
mod dispatch;
#[macro_use]
mod facts;
pub mod guide;
mod operation;
pub mod prelude;
pub mod random;

pub use dispatch::Device;
#[doc(hidden)]
pub use onrush_core::__private;
pub use onrush_core::algo::functions::*;
pub use onrush_core::device::DeviceId;
pub use onrush_core::math;
pub use onrush_core::{
    Backend, Binned, CancellationToken, Chain, Columns, Counted, CountedChain, CountedPending, DeviceSlice,
    DeviceSliceMut, DeviceVec, Element, Error, ErrorKind, EvenRange, Event, Float, Groups, HostMemory, Integer,
    Interop, IntoChain, IntoFunction, KernelArgument, KernelArguments, Key, Lend, Lent, Memory, MemoryFault, Moments,
    Number, Pending, PinnedVec, Position, RawEvent, RawMemory, RawRefusal, RawStream, Record, Recording, Result,
    Segments, SegmentsMut, Signed, State, Target, Value, View, Visitor, ZipAll, commutative, expr, function, operator,
    relation, shape, value, zip,
};
pub use onrush_cpu::Cpu;
#[cfg(feature = "cuda")]
pub use onrush_cuda::{Cuda, Kernel};
pub use onrush_macros::{Element, Key, State, device};

/// The version of this crate, such as `0.1.0`.
#[doc(alias("THRUST_VERSION", "CUB_VERSION"))]
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The README's examples, which run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
