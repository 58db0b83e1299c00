//! Speed: the changes to try first, the most effective ones first.
//!
//! 1. **Measure a release build.** In a dev build operations aren't optimised, and integer arithmetic is checked for
//!    overflow, on a GPU too. `--release` changes both.
//! 2. **Measure the second call.** A GPU's first call compiles its kernel, which takes some tenths of a second; the cache
//!    on disk keeps it for the next run of the program. An operation of a hundred lines, or one with many mathematical
//!    functions, can take more than half a second; an event of `tracing` (level `INFO`) then names the operation's line.
//!    `Cuda::warm` compiles ahead. A clock around a call that returns before its work is done measures nothing:
//!    [`time`](crate::Backend::time) measures the device's own work, and with the host's clock,
//!    [`synchronize`](crate::Backend::synchronize) must come before it is stopped.
//!    With the feature `nvtx`, Nsight Systems shows each call as a range with its name and the line of your source.
//! 3. **Keep data on the device.** `upload` and `to_vec` move data over the bus, which is tens of times slower than a
//!    GPU's memory. Between them, let every step take and return a [`DeviceVec`](crate::DeviceVec).
//!    Copies that are needed can overlap with kernels: a [`PinnedVec`](crate::PinnedVec) is copied without the host, on a
//!    stream of its own. On a CPU nothing needs to be copied: [`lend`](crate::Lend::lend) reads slices of the host where they
//!    are, and [`lend_mut`](crate::Lend::lend_mut) writes them; [`from_vec`](crate::DeviceVec::from_vec) takes a `Vec` over, and
//!    [`into_vec`](crate::DeviceVec::into_vec) gives it back.
//! 4. **Let chains fuse.** A `collect` writes a vector that the next chain reads again; `map`, `zip`, `filter` and
//!    `windows` in front of a terminal cost no memory traffic. Collect where a chain is used several times and computing
//!    its items costs more than reading them. Where memory isn't the bound, fusing saves less: on an H200 a
//!    filtered sum over windows of 2^14 × 2^14 `f32`s reads at 30 % of a copy's speed, and takes only 3 % longer with a
//!    `collect` behind the windows.
//! 5. **Reuse vectors in loops.** `collect_into`, and `for_each` over `iter_mut`, allocate nothing.
//! 6. **Wait less.** A reduction returns its value to the host, so it waits for all work before it. Several reductions
//!    of the same items are one, over tuples. A sum or a length that only further calls need stays on the device, as the second
//!    example below shows. The table in [`cost`](crate::guide::cost) shows which calls wait, and a subscriber of `tracing` is told of
//!    each wait for a GPU, with its time and your line, by an event of the target `onrush::wait` (level `DEBUG`).
//! 7. **Record steps of small calls.** A program that makes the same calls again and again, as a solver does, spends microseconds on
//!    each launch. [`record`](crate::Record::record) puts the calls of a closure down, and [`launch`](crate::Recording::launch) makes them
//!    as one piece, with the same bits: on an H200 (2026-11-29) a step of ten small calls and a wait takes 50 µs, and 23 µs as a
//!    recording; the table below has more. Nothing may wait within, so sums stay on the device
//!    ([`sum_into`](crate::Chain::sum_into)), and what changes from launch to launch is an element of a vector. Of a solver that
//!    runs until it has converged, [`launch_while`](crate::Recording::launch_while) is the whole loop, which leaves the host alone:
//!    on an H200 (2026-11-29) a round of ten small calls takes 12 µs. A fixed number of rounds is
//!    [`launch_times`](crate::Recording::launch_times).
//! 8. **Read only what is used.** A vector of structs is read whole. Where most chains need one field of many, keep a
//!    vector for each field and [`zip`](crate::zip()) those that a chain needs: tuples are stored that way.
//! 9. **Write stencils over windows.** [`windows`](crate::Chain::windows) and, in two dimensions,
//!    [`windows_2d`](crate::Chain::windows_2d), [`windows_around`](crate::Chain::windows_around) and their forms of three
//!    dimensions load neighbours together; an operation that reads them from a view divides and checks an index for each.
//! 10. **Use known operators.** `Sum`, `Max` and the others may run in vector registers and in strided lanes; an operation
//!     of your own keeps the items' order, unless it is declared [`commutative`](crate::commutative).
//! 11. **Sort by short keys.** The cost of a radix sort grows with the bytes in which keys differ: on an H200 `u32`s
//!     take a third of the time of `u64`s, and `u8`s a third of that. `u32`s below 2^16 take two passes instead of four.
//!     A large sort by a comparator takes two to three times as long as one by the same `u32`s as keys; a key that has the
//!     comparator's order, such as two small numbers in one integer, avoids it.
//! 12. **Leave small inputs on the CPU.** A launch takes microseconds, in which a CPU adds up thousands of numbers.
//!     [`Cpu`](crate::Cpu) and a GPU can be used side by side in one program.
//!
//! Steps 4, 5 and 6 in an example, the mean and the variance of a product:
//!
//! ```
//! use onrush::prelude::*;
//!
//! # fn main() -> onrush::Result<()> {
//! let device = Device::best()?;
//! let (x, y) = (device.upload(&[1.0f64, 2.0, 3.0])?, device.upload(&[4.0f64, 1.0, 2.0])?);
//!
//! // Slow: a vector in between, two passes, two waits.
//! let product = x.iter().zip(&y).map(op!(|(x, y): (f64, f64)| x * y)).collect()?;
//! let sum = product.iter().sum()?;
//! let squares = product.iter().map(op!(|p: f64| p * p)).sum()?;
//!
//! // Fast: one pass that reads x and y and writes nothing, and one wait.
//! let both = x.iter().zip(&y).map(op!(|(x, y): (f64, f64)| {
//!     let p = x * y;
//!     (p, p * p)
//! }));
//! let add = commutative(op!(|a: (f64, f64), b: (f64, f64)| (a.0 + b.0, a.1 + b.1)));
//! assert_eq!(both.reduce((0.0, 0.0), add)?, (sum, squares));
//! # Ok(()) }
//! ```
//!
//! Step 6 in a power iteration, whose loop never waits: the total of the items and their norm are vectors of one element, which
//! [`sum_into`](crate::Chain::sum_into) or [`reduce_into`](crate::Chain::reduce_into) writes and operations read through a
//! [`view`](crate::DeviceVec::view). In the same way a call over a [`Counted`](crate::Counted) vector leaves its sum there.
//!
//! ```
//! use onrush::prelude::*;
//!
//! # fn main() -> onrush::Result<()> {
//! // The largest eigenvalue of a matrix with 2 on its diagonal and 1 elsewhere is its number of rows plus 1.
//! let device = Device::best()?;
//! let mut x = device.tabulate(100, op!(|i: usize| i as f32)).collect()?;
//! let (mut total, mut norm) = (device.filled(0.0f32, 1)?, device.filled(0.0f32, 1)?);
//! for _ in 0..8 {
//!     x.iter().sum_into(&mut total)?;
//!     let sum = total.view();
//!     x.iter_mut().for_each(op!(|v: &mut f32| *v += sum[0]))?;
//!     x.iter().map(op!(|v: f32| v * v)).sum_into(&mut norm)?;
//!     let squares = norm.view();
//!     x.iter_mut().for_each(op!(|v: &mut f32| *v /= squares[0].sqrt()))?;
//! }
//! let eigenvalue = norm.at(0)?.sqrt(); // the only wait
//! assert!((eigenvalue - 101.0).abs() < 0.001);
//! # Ok(()) }
//! ```
//!
//! Step 7 in whole programs on an NVIDIA H200, 2026-11-29, in microseconds with the wait for each: ten steps of the heat equation in `f32`s,
//! two of conjugate gradients in `f64`s, five of k-means with 16 centres, beside PyTorch 2.11 called, as a CUDA graph, and compiled by
//! `torch.compile` and as a CUDA graph:
//!
//! | | items | called | recorded | PyTorch | its graph | compiled, its graph |
//! |---|---|---|---|---|---|---|
//! | heat | 2^10 | 48 | 16 | 638 | 85 | 18 |
//! | | 2^14 | 47 | 18 | 617 | 89 | 21 |
//! | | 2^18 | 53 | 27 | 543 | 100 | 29 |
//! | conjugate gradients | 2^10 | 56 | 33 | 332 | 52 | 16 |
//! | | 2^14 | 55 | 44 | 252 | 54 | 38 |
//! | | 2^18 | 68 | 51 | 250 | 78 | 39 |
//! | k-means | 2^10 | 116 | 86 | 568 | 103 | 43 |
//! | | 2^14 | 151 | 128 | 580 | 181 | 104 |
//! | | 2^18 | 194 | 171 | 1595 | 1452 | 812 |
//!
//! PyTorch's k-means is the faster of two ways to find the nearest centres. A filter of 2^16 pairs, a scan, a reduction by key and a sum
//! take 49 µs with a wait for each length, 36 with [`collect_counted`](crate::Pending::collect_counted), and 32 recorded. CUB's functions,
//! whose scans and reductions take lengths from the host, take 85 with the waits; with lengths that a program can't know before, 50, and as a
//! CUDA graph 21. `benches/record/h200-recordings-2026-11-29.csv` has all rows, and the commands.
//!
//! `cargo bench --bench cpu_peers` in this crate's repository compares the CPU's algorithms with rayon and plain loops on
//! your machine, and `cargo bench --bench gpu` measures a GPU.
