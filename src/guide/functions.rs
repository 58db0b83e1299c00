//! Functions over vectors and chains: the bounds to write.
//!
//! # A vector
//!
//! A function that needs a vector takes `&DeviceVec<T, B>`, as a function over a slice takes `&[T]`. `B: Backend` lets
//! it run on every device; the vector knows its own.
//!
//! ```
//! use onrush::prelude::*;
//!
//! fn norm<B: Backend>(x: &DeviceVec<f32, B>) -> onrush::Result<f32> {
//!     Ok(x.iter().map(op!(|v: f32| v * v)).sum()?.sqrt())
//! }
//!
//! # fn main() -> onrush::Result<()> {
//! let device = Device::best()?;
//! assert_eq!(norm(&device.upload(&[3.0, 4.0])?)?, 5.0);
//! assert_eq!(norm(&Cpu::new().upload(&[3.0, 4.0])?)?, 5.0);
//! # Ok(()) }
//! ```
//!
//! # Everything that becomes a chain
//!
//! [`IntoChain`](crate::IntoChain) is for chains what `IntoIterator` is for iterators. A function that takes it accepts
//! vectors, slices and lazy chains, and its own adaptors fuse with the caller's. The bound on `Expr` says what it does
//! with the items:
//!
//! | bound | meaning | needed by |
//! |---|---|---|
//! | `Expr<Item = f32>` | items of this type, one after the other | `map`, `for_each`, `collect`, `collect_into` |
//! | [`Repeatable<Item = f32>`](crate::expr::Repeatable) | an item may be asked for again: all chains but those over `iter_mut` | `sum` and the other reductions, `filter` |
//! | [`Repeatable + Indexed<Item = f32>`](crate::expr::Indexed) | every position holds an item: all chains but filtered ones | `zip`, `rev`, `windows`, scans, `reduce_by_key`, `len` |
//! | `Expr<Item = f32, Count = usize>` | how many items there are depends on the data: filtered chains | `collect_into` that returns their number |
//! | `… + Clone` | the chain is used twice | `x.clone()` |
//!
//! ```
//! use onrush::expr::{Indexed, Repeatable};
//! use onrush::prelude::*;
//!
//! fn mean<B: Backend>(x: impl IntoChain<B, Expr: Repeatable<Item = f64> + Clone>) -> onrush::Result<f64> {
//!     let x = x.into_chain();
//!     let n = x.clone().count()?;
//!     Ok(x.sum()? / n as f64)
//! }
//!
//! /// The sum of squared distances. `y` must be of the same device and length as `x`.
//! fn distance<B: Backend>(
//!     x: impl IntoChain<B, Expr: Repeatable + Indexed<Item = f64>>,
//!     y: impl IntoChain<B, Expr: Repeatable + Indexed<Item = f64>>,
//! ) -> onrush::Result<f64> {
//!     x.into_chain().zip(y).map(op!(|(a, b): (f64, f64)| (a - b) * (a - b))).sum()
//! }
//!
//! # fn main() -> onrush::Result<()> {
//! let device = Device::best()?;
//! let x = device.upload(&[1.0, 2.0, 6.0])?;
//! assert_eq!(mean(&x)?, 3.0);
//! assert_eq!(mean(x.slice(..2)?)?, 1.5);
//! assert_eq!(mean(x.iter().filter(op!(|v: f64| v > 1.0)))?, 4.0);
//! assert_eq!(distance(&x, x.iter().rev())?, 50.0);
//! # Ok(()) }
//! ```
//!
//! # Results that are chains
//!
//! A function can return a chain that the caller goes on with; nothing runs before the caller's terminal. The type is
//! written as `Chain<impl …, B>`, with the bounds that the caller may rely on:
//!
//! ```
//! use onrush::expr::{Indexed, Repeatable};
//! use onrush::prelude::*;
//!
//! fn steps<B: Backend>(x: &DeviceVec<i64, B>) -> Chain<impl Repeatable + Indexed<Item = i64> + Clone, B> {
//!     x.iter().windows::<2>().map(op!(|w: [i64; 2]| w[1] - w[0]))
//! }
//!
//! # fn main() -> onrush::Result<()> {
//! let x = Device::best()?.upload(&[1, 4, 2, 9])?;
//! assert_eq!(steps(&x).max()?, Some(7)); // one pass, which stores no steps
//! assert_eq!(steps(&x).collect()?.to_vec()?, [3, -2, 7]);
//! # Ok(()) }
//! ```
//!
//! # Operations as parameters
//!
//! An operation is a [`Function`](crate::function::Function) of a tuple of its arguments. The caller writes `op!`:
//!
//! ```
//! use onrush::expr::Repeatable;
//! use onrush::function::Function;
//! use onrush::prelude::*;
//!
//! fn share<B: Backend>(
//!     x: impl IntoChain<B, Expr: Repeatable<Item = f32> + Clone>,
//!     predicate: impl Function<(f32,), Output = bool>,
//! ) -> onrush::Result<f64> {
//!     let x = x.into_chain();
//!     let all = x.clone().count()?;
//!     Ok(x.filter(predicate).count()? as f64 / all as f64)
//! }
//!
//! # fn main() -> onrush::Result<()> {
//! let x = Device::best()?.upload(&[1.0, 2.0, 3.0, 4.0])?;
//! let limit = 2.5;
//! assert_eq!(share(&x, op!(|v: f32| v > limit))?, 0.5);
//! # Ok(()) }
//! ```
//!
//! # Operations as results
//!
//! A function can make an operation of its arguments, which the operation captures, and return it as
//! `impl Function<(f32,), Output = f32>`. Operations are `Copy`, so that one can be used in several chains:
//!
//! ```
//! use onrush::function::Function;
//! use onrush::prelude::*;
//!
//! fn line(slope: f32, start: f32) -> impl Function<(f32,), Output = f32> {
//!     op!(|x: f32| slope * x + start)
//! }
//!
//! # fn main() -> onrush::Result<()> {
//! let x = Device::best()?.upload(&[1.0, 2.0, 3.0])?;
//! let (f, g) = (line(2.0, 1.0), line(-1.0, 0.0));
//! assert_eq!(x.iter().map(f).map(g).collect()?.to_vec()?, [-3.0, -5.0, -7.0]);
//! assert_eq!(x.iter().map(f).sum()?, 15.0);
//! # Ok(()) }
//! ```
//!
//! # Generic items
//!
//! Terminals with known operators (`sum`, `min`, `sort`, `reduce` with `Max`, …) are generic over their items: bound
//! the item by [`Number`](crate::Number), [`Key`](crate::Key) or [`Value`](crate::Value) as they do. Operations can be
//! generic, too: [generic operations](crate::guide::generics).
//!
//! ```
//! use onrush::expr::Repeatable;
//! use onrush::prelude::*;
//!
//! fn bounds<T: Number, B: Backend>(
//!     x: impl IntoChain<B, Expr: Repeatable<Item = T> + Clone>,
//! ) -> onrush::Result<Option<(T, T)>> {
//!     let x = x.into_chain();
//!     Ok(x.clone().min()?.zip(x.max()?))
//! }
//!
//! # fn main() -> onrush::Result<()> {
//! let device = Device::best()?;
//! assert_eq!(bounds(&device.upload(&[3u8, 1, 2])?)?, Some((1, 3)));
//! assert_eq!(bounds(device.range(-5i64..5))?, Some((-5, 4)));
//! # Ok(()) }
//! ```
//!
//! # Targets
//!
//! Scans, `reduce_by_key`, merges, set operations, joins, partitions, runs, `repeat`, `gather_segments`, `transpose`, `sort` of chains and
//! segments, `top_k` and its like, histograms and the reductions of segments, groups, rows and columns are calls that do nothing until
//! they are ended, as chains are: by `collect()?` in new vectors, or by `collect_into(&mut y)?`, with `(&mut y, &mut z)` for two results.
//! Other terminals run at once.
//!
//! A function that fills an existing vector takes `&mut DeviceVec<T, B>` and ends in `collect_into`; in a loop this
//! saves the allocations.
//!
//! ```
//! use onrush::expr::{Expr, Indexed};
//! use onrush::prelude::*;
//!
//! fn halve_into<B: Backend>(
//!     x: impl IntoChain<B, Expr: Indexed<Item = f32>>,
//!     out: &mut DeviceVec<f32, B>,
//! ) -> onrush::Result<()> {
//!     x.into_chain().map(op!(|v: f32| 0.5 * v)).collect_into(out)
//! }
//!
//! /// Takes filtered chains, and returns how many items they have.
//! fn halve_kept_into<B: Backend>(
//!     x: impl IntoChain<B, Expr: Expr<Item = f32, Count = usize>>,
//!     out: &mut DeviceVec<f32, B>,
//! ) -> onrush::Result<usize> {
//!     x.into_chain().map(op!(|v: f32| 0.5 * v)).collect_into(out)
//! }
//!
//! # fn main() -> onrush::Result<()> {
//! let device = Device::best()?;
//! let mut out = device.filled(0.0, 2)?;
//! let x = device.upload(&[1.0, 2.0])?;
//! halve_into(&x, &mut out)?;
//! assert_eq!(out.to_vec()?, [0.5, 1.0]);
//! assert_eq!(halve_kept_into(x.iter().filter(op!(|v: f32| v > 1.0)), &mut out)?, 1);
//! # Ok(()) }
//! ```
//!
//! # Wrappers around devices
//!
//! A device that counts, logs or limits what another one does is a [`Backend`](crate::Backend) of a program's own. The macros
//! `forward!` and `primitives!` of the package `onrush-core` write its methods: `forward!` calls those of the backend in a
//! field, and `primitives!` runs a program's code around each algorithm. Chains of such a device know nothing of it:
//!
//! ```
//! use std::sync::Arc;
//! use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
//!
//! use onrush::prelude::*;
//!
//! /// A device that counts the bytes that it is asked for.
//! #[derive(Debug, Clone)]
//! struct Metered<B>(B, Arc<AtomicUsize>);
//!
//! // SAFETY: the inner device's methods.
//! unsafe impl<B: Backend> Backend for Metered<B> {
//!     type Memory = B::Memory;
//!     onrush_core::forward!(0: id stream_id name adopt shrink upload_to download_from synchronize transfers release_memory primitives);
//!
//!     fn stream(&self) -> onrush::Result<Self> {
//!         Ok(Metered(self.0.stream()?, self.1.clone()))
//!     }
//!     fn allocate(&self, bytes: usize, align: usize) -> onrush::Result<B::Memory> {
//!         self.1.fetch_add(bytes, Relaxed);
//!         self.0.allocate(bytes, align)
//!     }
//! }
//!
//! # fn main() -> onrush::Result<()> {
//! let device = Metered(Device::best()?, Arc::default());
//! let x = device.upload(&[3u32, 1, 2])?;
//! assert_eq!(x.iter().map(op!(|v: u32| v * v)).max()?, Some(9));
//! assert_eq!(device.1.load(Relaxed), 12); // the chain itself has stored nothing
//! # Ok(()) }
//! ```
