//! Testing a program that uses this crate.
//!
//! A program's chains have the same results on every device, to the bit, but for the [few
//! exceptions](crate::guide::operations#exceptions). So most tests need no GPU:
//!
//! | where | what | finds |
//! |---|---|---|
//! | every machine, every change | the CPU | mistakes in the program: its results, its errors, its bounds |
//! | continuous integration | the emulated GPU | the rare differences that only device code could have |
//! | a machine with a GPU, each night | the GPU | drivers, memory that runs out, time |
//!
//! # One test for every device
//!
//! Write the code under test, and its test, over `B: Backend`. The test then runs on each device by name:
//!
//! ```
//! use onrush::prelude::*;
//!
//! /// The lengths of runs of equal numbers.
//! fn run_lengths<B: Backend>(x: &DeviceVec<u32, B>) -> onrush::Result<Vec<u32>> {
//!     let (_, lengths) = reduce_by_key(x, x.device().constant(1, x.len()), Sum).collect()?;
//!     lengths.to_vec()
//! }
//!
//! fn counts_runs<B: Backend>(device: &B) -> onrush::Result<()> {
//!     let x: Vec<u32> = (0..10_000).map(|i| i / 7).collect();
//!     let expected: Vec<u32> = x.chunk_by(|a, b| a == b).map(|run| run.len() as u32).collect();
//!     assert_eq!(run_lengths(&device.upload(&x)?)?, expected);
//!     assert_eq!(run_lengths(&device.upload(&[])?)?, []);
//!     Ok(())
//! }
//!
//! // #[test]
//! fn counts_runs_on_the_cpu() {
//!     counts_runs(&Cpu::with_threads(3).unwrap()).unwrap();
//! }
//! # counts_runs_on_the_cpu();
//! ```
//!
//! A device with its own number of threads, `Cpu::with_threads(3)`, makes a test independent of the machine. Choose
//! lengths that cross the borders of the algorithms' parts: 0, 1, some thousands, a prime.
//!
//! # The emulated GPU
//!
//! With the feature `cuda`, `Cuda::emulated()` is a GPU without hardware: it compiles the
//! source that a GPU would run by this machine's C++ compiler (`g++` or `clang++`), and runs it with a fiber for each
//! thread. A failure that a GPU finds late is found late there, too. It is slow: some thousand items per call are enough.
//!
//! ```
//! # mod onrush { pub(super) use ::onrush_cuda::Cuda; }
//! # use ::onrush::prelude::*;
//! # fn counts_runs<B: Backend>(device: &B) -> ::onrush::Result<()> { device.range(0..10).sum().map(drop) }
//! // #[test]
//! fn counts_runs_on_an_emulated_gpu() {
//!     counts_runs(&onrush::Cuda::emulated()).unwrap();
//! }
//! # if std::env::var_os("ONRUSH_REQUIRE_EMULATED").is_some() {
//! # counts_runs_on_an_emulated_gpu();
//! # }
//! ```
//!
//! Each chain of another type is compiled once, in about a second; the programs are kept in the user's cache, so a
//! second run is quick. `ONRUSH_CACHE` names another folder, which a CI system can keep between its runs.
//! `ONRUSH_EMULATED_SEED=7` changes the order in which threads and blocks run. `ONRUSH_EMULATED_SANITIZE=address`
//! watches every access to memory.
//!
//! Tests of [kernels of your own](crate::guide::kernels#tests-without-a-gpu) run under many such orders by the package
//! `onrush-emulator`, which finds races, divergent barriers and deadlocks.
//!
//! # A GPU
//!
//! ```
//! use onrush::prelude::*;
//! # fn counts_runs<B: Backend>(device: &B) -> onrush::Result<()> { device.range(0..10).sum().map(drop) }
//!
//! // #[test]
//! fn counts_runs_on_the_best_device() {
//!     let device = Device::best().unwrap();
//!     if let Some(reason) = device.why_not_gpu() {
//!         println!("SKIPPED, no GPU can be used: {reason}");
//!     }
//!     counts_runs(&device).unwrap();
//! }
//! # counts_runs_on_the_best_device();
//! ```
//!
//! # Floats
//!
//! Compare sums and scans of floats with `assert_eq!` between devices, since their bits are equal, and with a tolerance
//! against a plain loop, whose association differs. Mathematical functions have equal bits on all devices as well; a plain loop
//! gets these from [`math`](crate::math), not from the standard library.
//!
//! # Failures
//!
//! A test of an error reads the output of the call that fails, since a GPU may find the failure after the call has
//! returned; see [`failures`](crate::guide::failures).
//!
//! ```
//! use onrush::prelude::*;
//! use onrush::ErrorKind;
//!
//! # fn main() -> onrush::Result<()> {
//! let device = Device::best()?;
//! let x = device.upload(&[2, 0])?;
//! let inverse = x.iter().map(op!(|v: i32| 100 / v)).collect();
//! let error = inverse.and_then(|v| v.to_vec()).unwrap_err();
//! assert!(matches!(error.kind(), ErrorKind::Panic { .. }));
//! # Ok(()) }
//! ```
