//! What the algorithms ask of a machine: memory, copies, programs and launches, all in the order of one stream.
//!
//! Two machines answer: a GPU through CUDA's driver ([`Driver::gpu`]), and the emulated device, which runs the same
//! programs, compiled by the host's C++ compiler, on this CPU ([`Driver::emulated`]). All of the crate's unsafe code is
//! here and where NVRTC is called.

mod emulated;
mod error;
mod memory;
mod real;
mod trap;

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use onrush_core::Result;
use onrush_core::device::DeviceId;
use onrush_core::lower::{Piece, Site};

use crate::jit::Cache;
pub use emulated::Settings;
pub use error::DriverError;
pub use memory::{Buffer, Pinned};

/// The words in which kernels are written; they follow the core's pieces.
pub const DEVICE: Piece = Piece { name: "device.cuh", text: include_str!("../../kernels/device.cuh") };

/// A stream of work on a machine. Clones name the same stream, and threads may share it.
#[derive(Clone)]
pub struct Driver {
    inner: Arc<Inner>,
}

struct Inner {
    machine: Machine,
    id: DeviceId,
    name: String,
    /// Programs whose operations can fail and that were launched since the last look at their traps.
    watched: Mutex<Vec<Arc<Kernel>>>,
    launches: AtomicU64,
    loads: AtomicU64,
}

enum Machine {
    Real(real::Stream),
    Emulated(emulated::Device),
}

/// A loaded program: one kernel, and the places in it that can fail.
pub struct Kernel {
    module: Module,
    sites: Box<[Site]>,
    fallible: bool,
    watched: AtomicBool,
}

enum Module {
    Real(real::Module),
    Emulated(emulated::Module),
}

impl Driver {
    /// How many GPUs there are.
    ///
    /// # Errors
    ///
    /// If there is no driver, or one that is too old.
    pub fn gpus() -> Result<u32, DriverError> {
        real::count()
    }

    /// A new stream on a GPU, in its primary context.
    ///
    /// # Errors
    ///
    /// If there is no driver or no such GPU.
    pub fn gpu(index: u32) -> Result<Self, DriverError> {
        let stream = real::Stream::new(index)?;
        let name = stream.name().to_owned();
        Ok(Self::of(Machine::Real(stream), DeviceId { backend: "cuda", index }, name))
    }

    /// An emulated device.
    pub fn emulated(settings: Settings) -> Self {
        let id = DeviceId { backend: "emulated", index: 0 };
        Self::of(Machine::Emulated(emulated::Device::new(settings)), id, "emulated device".into())
    }

    fn of(machine: Machine, id: DeviceId, name: String) -> Self {
        let inner = Inner { machine, id, name, watched: Mutex::default(), launches: 0.into(), loads: 0.into() };
        Driver { inner: Arc::new(inner) }
    }

    /// The memory that it works in.
    pub fn id(&self) -> DeviceId {
        self.inner.id
    }

    /// The GPU's name.
    pub fn name(&self) -> &str {
        &self.inner.name
    }

    /// How many multiprocessors there are: what a grid should fill.
    pub fn multiprocessors(&self) -> u32 {
        match &self.inner.machine {
            Machine::Real(stream) => stream.multiprocessors(),
            Machine::Emulated(_) => emulated::MULTIPROCESSORS,
        }
    }

    /// How many grids were launched so far.
    pub fn launches(&self) -> u64 {
        self.inner.launches.load(Relaxed)
    }

    /// How many programs were loaded so far.
    pub fn loads(&self) -> u64 {
        self.inner.loads.load(Relaxed)
    }

    /// Makes a program of its text (the core's pieces, [`DEVICE`], kernels, an entry), compiled now or found in the
    /// cache. `sites` are the places in operations that can fail, by number; `fallible` says whether anything can.
    ///
    /// # Errors
    ///
    /// If there is no compiler, it refuses the text, or the machine has no room for the program.
    pub fn load(&self, source: &str, sites: &[Site], fallible: bool) -> Result<Arc<Kernel>> {
        let module = match &self.inner.machine {
            Machine::Real(stream) => {
                let code =
                    crate::jit::code(source, stream.arch(), &Cache::of_user()).map_err(|e| e.with_sites(sites))?;
                stream.load(&code).map(Module::Real)
            }
            Machine::Emulated(device) => device.load(source).map(Module::Emulated),
        };
        let module = module.map_err(|e| self.error(e))?;
        self.inner.loads.fetch_add(1, Relaxed);
        Ok(Arc::new(Kernel { module, sites: sites.into(), fallible, watched: AtomicBool::new(false) }))
    }

    /// Queues a grid of `blocks` blocks of `threads` threads; none if `blocks` is 0. What goes wrong in it comes out of
    /// the next [`synchronize`](Self::synchronize).
    ///
    /// # Errors
    ///
    /// If the machine refuses the launch.
    ///
    /// # Safety
    ///
    /// The program was loaded by this driver. `params` is its `Params` struct; the memory that it refers to is this
    /// machine's, holds what the kernel reads, and is neither freed nor otherwise used before the grid has ended, except
    /// in the order of this stream.
    pub unsafe fn launch(&self, kernel: &Arc<Kernel>, blocks: u64, threads: u32, params: &[u8]) -> Result<()> {
        if blocks == 0 {
            return Ok(());
        }
        let fits = u32::try_from(blocks).ok().filter(|blocks| *blocks <= i32::MAX as u32);
        let Some(blocks) = fits else {
            return Err(self.error(DriverError::Misfit(format!("a grid of {blocks} blocks"))));
        };
        // While it is held nobody can have looked at the trap between the entry on the list and the launch.
        let mut watched = self.watched();
        if kernel.fallible && !kernel.watched.swap(true, Relaxed) {
            watched.push(kernel.clone());
        }
        let launched = match (&self.inner.machine, &kernel.module) {
            // SAFETY: handed on to the caller.
            (Machine::Real(stream), Module::Real(module)) => unsafe { stream.launch(module, blocks, threads, params) },
            // SAFETY: handed on to the caller.
            (Machine::Emulated(device), Module::Emulated(module)) => unsafe {
                device.launch(module, blocks, threads, params)
            },
            _ => Err(DriverError::Misfit("a program of another machine".into())),
        };
        self.inner.launches.fetch_add(1, Relaxed);
        launched.map_err(|e| self.error(e))
    }

    /// Waits until all queued work is done.
    ///
    /// # Errors
    ///
    /// The first failure of an operation since the last call, naming the user's line; the driver can be used on. Or
    /// whatever the machine reports.
    pub fn synchronize(&self) -> Result<()> {
        let mut watched = self.watched();
        let kernels: Vec<Arc<Kernel>> = watched.drain(..).collect();
        kernels.iter().for_each(|kernel| kernel.watched.store(false, Relaxed));
        let words = match &self.inner.machine {
            Machine::Real(stream) => {
                let modules =
                    kernels.iter().filter_map(|k| if let Module::Real(m) = &k.module { Some(m) } else { None });
                stream.synchronize(&modules.collect::<Vec<_>>()).map_err(|e| self.error(e))?
            }
            Machine::Emulated(_) => {
                let modules =
                    kernels.iter().filter_map(|k| if let Module::Emulated(m) = &k.module { Some(m) } else { None });
                modules.map(emulated::Module::take_trap).collect()
            }
        };
        drop(watched);
        let errors = words.into_iter().zip(&kernels).filter_map(|(words, kernel)| trap::error(words, &kernel.sites));
        errors.into_iter().next().map_or(Ok(()), Err)
    }

    fn watched(&self) -> MutexGuard<'_, Vec<Arc<Kernel>>> {
        self.inner.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn error(&self, error: DriverError) -> onrush_core::Error {
        error.on(self.inner.id, &self.inner.name)
    }
}

impl fmt::Debug for Driver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Driver").field("id", &self.inner.id).field("name", &self.inner.name).finish()
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kernel").field("sites", &self.sites.len()).finish_non_exhaustive()
    }
}
