//! # One process, several GPUs
//!
//! How a program for one device becomes one for several. Two examples are whole programs that run on one device and on four and compare
//! the bits: `01_k_means` and `02_sorted_records` in `cluster/examples`.
//!
//! ## The program is a function of a rank
//!
//! Write what the devices do as a function of a [`Rank`](crate::Rank), and run it by [`Cluster::run`](crate::Cluster::run), which starts a thread for
//! each device. Every rank runs the whole function and makes the same calls in the same order; what differs between ranks is the part of the
//! items that lies on its device. A cluster of one device runs the same source, and has the same bits.
//!
//! ```
//! use onrush::prelude::*;
//! use onrush_cluster::{Cluster, Rank, Result};
//!
//! /// The root of the mean square, on every rank.
//! fn rms<B: Backend>(rank: &Rank<B>, data: &[f32]) -> Result<f32> {
//!     let x = rank.shard(data)?;
//!     Ok((x.iter().map(op!(|v: f32| v * v)).sum()? / data.len() as f32).sqrt())
//! }
//!
//! # fn main() -> Result<()> {
//! let data: Vec<f32> = (0..100_000).map(|i| (i % 977) as f32).collect();
//! // Two GPUs: `[Device::cuda(0)?, Device::cuda(1)?]`.
//! let devices = [Cpu::with_threads(1)?, Cpu::with_threads(1)?];
//! let both = Cluster::new(devices).run(|rank| rms(rank, &data))?;
//! let alone = Cluster::new([Cpu::new()]).run(|rank| rms(rank, &data))?;
//! assert_eq!(both, [alone[0], alone[0]]);
//! # Ok(()) }
//! ```
//!
//! ## What was one vector
//!
//! | on one device | on a cluster | |
//! |---|---|---|
//! | `device.upload(&data)?` | `rank.shard(&data)?` | each rank takes its part of what every rank has |
//! | | `rank.shard_parts(&part)?` | each rank brings a part of any length: what it has read or made itself |
//! | `device.range(0..n)` | `rank.range(0..n)` | no memory is needed |
//! | `device.upload(&table)?` with `table.view()` in an operation | `rank.device().upload(&table)?` with `table.view()` | what is small and all ranks know is a vector on each device |
//! | `x.iter().permute(&index)` | `x.iter().permute(&index).collect()?` | items of other ranks are fetched by a call |
//! | `x.iter().windows::<3>()` | `x.windows::<3>()?.iter()` | and so are the neighbours' |
//! | `x.to_vec()?` | `x.to_vec()?` | all items, on every rank's host |
//! | `x` | `x.local()` | the rank's own items, for all that one device can do |
//!
//! Chains, operators and the other calls have the names that they have on one device. Results that are numbers, as sums, are the same on
//! every rank, so that all take the same branches:
//!
//! ```
//! # use onrush::prelude::*;
//! # use onrush_cluster::{Cluster, Result};
//! # fn main() -> Result<()> {
//! let rod: Vec<f32> = (0..1000).map(|i| if i == 500 { 1000.0 } else { 0.0 }).collect();
//! let steps = Cluster::new(vec![Cpu::with_threads(1)?; 3]).run(|rank| {
//!     let mut heat = rank.shard(&rod)?;
//!     for step in 0.. {
//!         if heat.iter().max()? < Some(100.0) {
//!             return Ok(step);
//!         }
//!         // The ends of the rod stay as they are.
//!         let inner = heat.windows::<3>()?;
//!         let inner = inner.iter().map(op!(|w: [f32; 3]| (w[0] + 2.0 * w[1] + w[2]) / 4.0)).collect()?;
//!         let places = rank.range(0..inner.len()).map(op!(|i: usize| i + 1));
//!         inner.iter().scatter(places, &mut heat)?;
//!     }
//!     unreachable!("heat spreads")
//! })?;
//! assert_eq!(steps, [32; 3]);
//! # Ok(()) }
//! ```
//!
//! Never let a rank alone decide whether it makes a call: a rank that leaves one out waits for the others in another call, which is a
//! [`Mismatch`](crate::ErrorKind::Mismatch) on all of them, and where it ends instead they get the error that it is
//! [lost](crate::ErrorKind::Lost).
//!
//! ## What it costs
//!
//! The [table](crate#how-it-works) tells for each call the rounds, and the bytes that a rank sends. [`Rank::traffic`](crate::Rank::traffic) counts both.
//!
//! - Reductions, scans and searches send some numbers. They are as fast as the slowest device for its part.
//! - Sorts, filters and reductions by key move items between ranks: between GPUs of one process over their link, if they have one, else over
//!   the host's memory, as merges, scatters and permutations always do. Do them once, and keep what they have made. Filter before a sort, and reduce before a `to_vec`.
//! - The parts are equal, but for a [unit](crate::Distribution::unit). Devices of very different speeds wait for the slowest.
//! - A vector of fewer than 24576 items lies on one rank, whose device then computes alone.
//!
//! ## Devices
//!
//! `Device::cuda(i)` is the GPU of number `i`; `CUDA_VISIBLE_DEVICES` chooses and orders them. GPUs, CPU devices and emulated GPUs can be
//! ranks of one cluster, as `Device`s; a GPU may be several ranks. Give each CPU device as many threads as its share of the cores:
//! `Cpu::with_threads`. A test on `vec![Cpu::with_threads(1)?; 3]` finds what doesn't match between ranks without any GPU.
