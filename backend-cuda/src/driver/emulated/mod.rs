//! The emulated device: the host's C++ compiler compiles programs for it, and fibers stand for a GPU's threads.
//!
//! Memory is the host's. On an orderly device all work is done on return; on a late one, work that is queued on a
//! stream is done when a thread waits for it. A launch's interleaving depends on the seed and on the number of the
//! launch alone, so a failure can be repeated.

mod compiler;
mod findings;
mod library;
mod lines;
mod stream;
mod written;

use std::alloc::{self, Layout};
use std::fmt;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use onrush_core::Result;
use onrush_core::lower::{Piece, Site};

use super::machine::{ALIGN, CallCounts};
use super::{DriverError, trap};
use crate::jit::Cache;
pub use findings::{FindingHook, Rule};
use library::Module;
use stream::Queues;
pub(super) use stream::Stream;
use written::Marks;

/// The number of multiprocessors that the emulated device reports: few, so that grids that fill it have several blocks
/// and yet end soon.
const MULTIPROCESSORS: u32 = 4;
/// The size of the cache that it reports: small, so that tests reach the paths for data that doesn't fit in it.
const CACHE_BYTES: usize = 1 << 18;
/// The most shared memory that a launch may ask for, as on a large GPU.
const SHARED_LIMIT: u32 = 227 << 10;

macro_rules! piece {
    ($name:literal) => {
        Piece { name: $name, text: include_str!(concat!("../../../kernels/", $name)) }
    };
}

/// The pieces in front of a program for the emulated device: what it knows of the runtime.
const PIECES: &[Piece] = &[piece!("emulated/emulated.cuh"), piece!("emulated/stores.cuh")];
/// The runtime, which is compiled once and linked to each program.
const RUNTIME: &[Piece] = &[
    piece!("emulated/emulated.cuh"),
    piece!("emulated/fiber.cuh"),
    piece!("emulated/runtime.cuh"),
    piece!("emulated/delayed_stores.cuh"),
    piece!("emulated/rendezvous.cuh"),
    piece!("emulated/scheduler.cuh"),
];

/// The pieces that follow a program of the library if its reads of uninitialised memory are to be detected.
const WRITTEN: &[Piece] = &[piece!("emulated/written.cuh"), piece!("emulated/instrumented.cuh")];

/// The text of pieces.
fn joined(pieces: &[Piece]) -> String {
    let named = |piece: &Piece| format!("#line 1 \"{}\"\n{}\n", piece.name, piece.text);
    pieces.iter().map(named).collect()
}

/// The settings of an emulated device.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The scheduler's seed: 0 makes an orderly device, every other seed a hostile one of its own kind. The default is
    /// `ONRUSH_EMULATED_SEED`, or 0.
    pub seed: u64,
    /// Whether queued work is done as late as possible, when a thread waits for it: the default for hostile seeds.
    pub late: bool,
    /// The device's number among several.
    pub index: u32,
    /// The number of pauses without any progress that counts as a deadlock.
    pub patience: u64,
    /// The number of bytes that can be allocated.
    pub memory: usize,
    /// The device's allocations, and the one that is to be refused.
    pub allocations: Allocations,
    /// The cache of compiled programs.
    pub cache: Cache,
    /// The function that is called for each program.
    pub seen: ProgramHook,
    /// The function that is told of each launch that has broken a rule.
    pub found: FindingHook,
}

/// The memory of an emulated device, as tests see it; clones are of the same memory.
#[derive(Debug, Clone, Default)]
pub struct Allocations(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    live: AtomicUsize,
    refused: AtomicU64,
}

impl Allocations {
    /// Makes the device refuse one allocation, after it has granted `others` more.
    pub fn refuse_after(&self, others: u64) {
        self.0.refused.store(others + 1, Relaxed);
    }

    /// Makes the device refuse no allocation any more; returns whether one was still to be refused.
    pub fn refuse_none(&self) -> bool {
        self.0.refused.swap(0, Relaxed) != 0
    }

    /// The number of bytes that are allocated.
    pub fn live(&self) -> usize {
        self.0.live.load(Relaxed)
    }

    /// Whether the next allocation is to be refused. The question counts as an allocation.
    fn refuses(&self) -> bool {
        self.0.refused.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)) == Ok(1)
    }
}

/// A function that is called for each program that a device is about to load, with its text and the places in it that
/// can fail.
#[derive(Clone, Default)]
pub struct ProgramHook(Option<Arc<ProgramHookFn>>);
type ProgramHookFn = dyn Fn(&str, &[Site]) -> Result<()> + Send + Sync;

impl ProgramHook {
    /// Calls this function, whose errors become those of the load.
    pub fn by(function: impl Fn(&str, &[Site]) -> Result<()> + Send + Sync + 'static) -> Self {
        ProgramHook(Some(Arc::new(function)))
    }

    fn is_any(&self) -> bool {
        self.0.is_some()
    }

    fn call(&self, source: &str, sites: &[Site]) -> Result<()> {
        self.0.as_ref().map_or(Ok(()), |function| function(source, sites))
    }
}

impl fmt::Debug for ProgramHook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ProgramHook").field(&self.0.is_some()).finish()
    }
}

impl Default for Settings {
    fn default() -> Self {
        let seed = onrush_core::variables::number("ONRUSH_EMULATED_SEED", 0);
        let (patience, memory, cache) = (1 << 22, 1 << 40, Cache::of_user());
        let (allocations, seen, found) = (Allocations::default(), ProgramHook::default(), FindingHook::default());
        Settings { seed, late: seed != 0, index: 0, patience, memory, allocations, cache, seen, found }
    }
}

/// An emulated device.
pub(super) struct Device {
    settings: Settings,
    asked: Mutex<CallCounts>,
    launched: AtomicU64,
    queues: Mutex<Queues>,
    marks: Marks,
}

impl Device {
    fn new(settings: Settings) -> Self {
        Device { settings, asked: Mutex::default(), launched: 0.into(), queues: Mutex::default(), marks: Marks::new() }
    }

    fn asked(&self) -> MutexGuard<'_, CallCounts> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Compiles a program, or finds it in the cache.
    fn load(&self, source: &str) -> Result<Module, DriverError> {
        let mut text = ["#define ONRUSH_EMULATED\n", &joined(PIECES), source, &library::assertions()].concat();
        if self.marks.are_kept() && !compiler::is_watched(source) {
            text += &joined(WRITTEN);
        }
        Module::open(&compiler::compile(&text, &joined(RUNTIME), &self.settings.cache)?)
    }

    /// Runs a grid to its end; returns the words in the trap, and the error of the run if there is one.
    ///
    /// # Safety
    ///
    /// The contract is that of [`Driver::launch`](super::Driver::launch).
    #[allow(unsafe_code)]
    unsafe fn launch(&self, module: Module, grid: [u32; 3], params: &[u8]) -> (trap::Words, Result<(), DriverError>) {
        let number = self.launched.fetch_add(1, Relaxed);
        let seed = match self.settings.seed {
            0 => 0,
            seed => seed.wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15)).max(1),
        };
        // SAFETY: the caller keeps the contract of this function.
        let (words, done) =
            self.marks.with(|written| unsafe { module.launch(grid, params, seed, self.settings.patience, written) });
        if let Err(DriverError::Broken { rule, message, .. }) = &done {
            self.settings.found.call(*rule, message);
        }
        (words, done)
    }

    /// Allocates `bytes` (> 0) bytes and fills them with a value that is neither zero nor a small number.
    #[allow(unsafe_code)]
    fn allocate(&self, bytes: usize) -> Result<u64, DriverError> {
        self.asked().allocations += 1;
        let none = DriverError::OutOfMemory { bytes };
        let layout = Layout::from_size_align(bytes, ALIGN).map_err(|_| none.clone())?;
        let grown = |used: usize| used.checked_add(bytes).filter(|used| *used <= self.settings.memory);
        let live = &self.settings.allocations.0.live;
        if self.settings.allocations.refuses() {
            return Err(none);
        }
        let take = || live.fetch_update(Relaxed, Relaxed, grown);
        take().or_else(|_| {
            // Memory whose release is still queued becomes free when the queues run.
            self.queues().run_all();
            take().map_err(|_| none.clone())
        })?;
        // SAFETY: the layout's size isn't 0, since `bytes` isn't.
        let address = unsafe { alloc::alloc(layout) };
        if address.is_null() {
            live.fetch_sub(bytes, Relaxed);
            return Err(none);
        }
        // SAFETY: the allocation has `bytes` bytes.
        unsafe { address.write_bytes(0xa5, bytes) };
        self.marks.allocated(address as u64, bytes);
        Ok(address as u64)
    }

    fn queues(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Frees memory.
    ///
    /// # Safety
    ///
    /// [`allocate`](Self::allocate) returned `address` for `bytes` bytes, and nothing uses it any more.
    #[allow(unsafe_code)]
    unsafe fn free(&self, address: u64, bytes: usize) {
        self.marks.freed(address);
        // SAFETY: the caller's contract; `allocate` has made a valid layout of the same size and alignment.
        unsafe { alloc::dealloc(address as *mut u8, Layout::from_size_align_unchecked(bytes, ALIGN)) };
        self.settings.allocations.0.live.fetch_sub(bytes, Relaxed);
    }
}
