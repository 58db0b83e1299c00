//! Tests of CUDA kernels without a GPU.
//!
//! The kernels are those of [`Cuda::kernel`]: CUDA C++ in the words that onrush's guide lists (`onrush::guide::kernels`). The emulated
//! device compiles a kernel by this machine's C++ compiler, runs each thread as a fiber in an order that a seed chooses, and watches
//! accesses to memory. An [`Emulator`] runs a test under many such schedules and [reports](Report) the [faults](FindingKind) as values.
//!
//! ```
//! use onrush::prelude::*;
//! use onrush_emulator::{Emulator, FindingKind};
//!
//! const SUM: &str = "DEVICE void sum(Elements<const u32> x, Elements<u32> sums) {
//!   sums[0] += x[thread_of_grid()];
//! }";
//!
//! # fn main() -> onrush::Result<()> {
//! # if std::env::var_os("ONRUSH_REQUIRE_EMULATED").is_none() { return Ok(()) }
//! let report = Emulator::new().schedules(5).run(|cuda| {
//!     let (x, mut sums) = (cuda.filled(1u32, 128)?, cuda.filled(0u32, 1)?);
//!     // SAFETY: the emulated device ends a kernel whose threads race.
//!     unsafe { cuda.kernel("sum", SUM).launch(2, 64, (&x, &mut sums))? };
//!     assert_eq!(sums.to_vec()?, [128]);
//!     Ok(())
//! })?;
//! let race = report.find(FindingKind::Race).expect("an atomic is missing");
//! assert!(race.message().contains("item 0 of `sums` (argument 1) at sum.cu:2"), "{race}");
//! assert_eq!(race.seeds(), [0, 1, 2, 3, 4]);
//! # Ok(()) }
//! ```
//!
//! # What a finding means
//!
//! [`Refused`](FindingKind::Refused) says that the emulated device lacks something, [`Answer`](FindingKind::Answer) may be the test's
//! own fault, and a [`Deadlock`](FindingKind::Deadlock) may be a wait that is longer than the [patience](Emulator::patience); every
//! other finding is a fault of the kernel, under whichever schedule it was met. No finding means that none was met in these schedules,
//! on these inputs. What orders accesses is tracked, so that most races are found in each schedule that has both accesses; but for
//! each 4 bytes only 4 accesses are remembered, and for vectors those of 2^21 such parts at a time, so that a race may need luck where
//! many threads read the same item, or where vectors of more than 8 MiB are touched. What isn't watched: pointers beyond vectors
//! (`ONRUSH_EMULATED_SANITIZE=address` finds these, in place of races and shared memory), and variables in global memory that the text
//! declares itself.
//!
//! The tracking takes 20 times the bytes that the kernel touches, and at most 450 MiB for a launch, which sets bounds to the two
//! numbers above. Where clocks of more than 256 MiB would be needed, as by 8000 blocks each of which waits for the one before, no more
//! races are looked for in the launch. A kernel's text is compiled once, in half a second, and kept in the user's cache; without a cache
//! (`ONRUSH_CACHE=`) it is compiled for each schedule.

mod finding;
mod report;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use onrush_core::error::ErrorKind;
use onrush_core::{Backend, Result};
pub use onrush_cuda::{Cuda, Kernel};

use onrush_cuda::driver::{Driver, FindingHook, Settings};

pub use finding::{Finding, FindingKind};
pub use report::Report;

/// The pauses without any progress that count as a deadlock, if the test doesn't choose them.
const PATIENCE: u64 = 1 << 16;

/// Runs tests of kernels on emulated devices, under several schedules.
#[derive(Debug, Clone)]
#[doc(alias("compute-sanitizer", "racecheck", "Oclgrind", "loom", "shuttle"))]
pub struct Emulator {
    seeds: Vec<u64>,
    patience: u64,
}

impl Default for Emulator {
    fn default() -> Self {
        Self::new()
    }
}

impl Emulator {
    /// An emulator of 20 schedules.
    pub fn new() -> Self {
        Emulator { seeds: (0..20).collect(), patience: PATIENCE }
    }

    /// Sets the number of schedules; their seeds count up from 0.
    #[must_use = "the emulator with the schedules is returned"]
    pub fn schedules(self, count: u64) -> Self {
        self.seeds(0..count)
    }

    /// Sets the seeds of the schedules. Seed 0 makes an orderly device, which runs warps in step where it can; each other one
    /// a hostile device of its own kind: blocks start late and out of order, threads are interrupted, stores become visible late. The
    /// same seed repeats the same schedule, launch by launch.
    #[must_use = "the emulator with the seeds is returned"]
    pub fn seeds(mut self, seeds: impl IntoIterator<Item = u64>) -> Self {
        self.seeds = seeds.into_iter().collect();
        self
    }

    /// Sets the number of calls of `pause` without any thread's progress that counts as a deadlock. The default
    /// is 65536; a small number takes patient threads for stuck ones.
    #[must_use = "the emulator with the patience is returned"]
    pub fn patience(mut self, pauses: u64) -> Self {
        self.patience = pauses;
        self
    }

    /// A device with the schedule of a seed, for use outside of [`run`](Self::run): it returns findings as errors of the next call that
    /// waits.
    pub fn device(&self, seed: u64) -> Cuda {
        self.told(seed, FindingHook::default())
    }

    fn told(&self, seed: u64, found: FindingHook) -> Cuda {
        let settings = Settings { seed, late: seed != 0, patience: self.patience, found, ..Settings::default() };
        Cuda::of(Driver::emulated(settings))
    }

    /// Runs a test once under each schedule, on a device of its own. The test makes its vectors there, launches its kernels, checks the
    /// answers as it likes (`assert_eq!`), and hands errors on (`?`).
    ///
    /// # Errors
    ///
    /// The first error of the test that tells of no fault of a kernel: no C++ compiler was found (`ONRUSH_CXX` names one), or it refuses
    /// the text; the arguments don't fit; memory runs out. A kernel's fault and the test's panic are findings.
    pub fn run(&self, mut test: impl FnMut(&Cuda) -> Result<()>) -> Result<Report> {
        let mut report = Report::default();
        for &seed in &self.seeds {
            let found = Arc::new(Mutex::new(Vec::new()));
            let told = found.clone();
            let cuda = self.told(
                seed,
                FindingHook::by(move |rule, message| {
                    let finding = Finding::new(FindingKind::of(rule), message.to_owned(), seed);
                    told.lock().unwrap_or_else(PoisonError::into_inner).push(finding);
                }),
            );
            let ended = catch_unwind(AssertUnwindSafe(|| test(&cuda).and_then(|()| cuda.synchronize())));
            // Work that the test didn't wait for.
            let _ = cuda.synchronize();
            let found = std::mem::take(&mut *found.lock().unwrap_or_else(PoisonError::into_inner));
            report.schedules += 1;
            // Where a launch is ended the answers are wrong, too.
            let is_told = !found.is_empty();
            found.into_iter().for_each(|finding| report.add(finding));
            match ended {
                _ if is_told => {}
                Ok(Ok(())) => {}
                Ok(Err(error)) if matches!(error.kind(), ErrorKind::Panic { .. }) => {
                    report.add(Finding::new(FindingKind::Panic, error.to_string(), seed));
                }
                Ok(Err(error)) => return Err(error),
                Err(panic) => report.add(Finding::new(FindingKind::Answer, message_of(&*panic), seed)),
            }
        }
        Ok(report)
    }
}

/// The message of a test that has panicked.
fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("the test has panicked: {}", text.unwrap_or("without a message"))
}
