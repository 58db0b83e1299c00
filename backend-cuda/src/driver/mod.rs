//! The machine as algorithms use it: memory, copies, programs and launches, all in the order of one stream.
//!
//! There are two machines: a GPU through CUDA's driver ([`Driver::gpu`]), and the emulated device, which runs the same
//! programs, compiled by the host's C++ compiler, on this CPU ([`Driver::emulated`]). CUDA's driver is called here
//! alone, NVRTC in `jit/program.rs` alone.

mod dependencies;
mod emulated;
mod ending;
mod error;
mod memory;
mod real;
mod stream_state;
pub mod times;
mod trap;

use std::fmt;
use std::panic::Location;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use onrush_core::Result;
use onrush_core::device::{DeviceId, Place};
use onrush_core::failure::Causes;
use onrush_core::lower::{Piece, Site};

use crate::jit::{self, Cache};
pub use dependencies::StreamGuard;
use dependencies::{StreamDependencies, StreamPoint};
pub use emulated::{Allocations, CallCounts, ProgramHook, Settings};
pub use ending::Ending;
pub use error::DriverError;
pub use memory::{Buffer, Pinned};
use stream_state::StreamState;
pub(crate) use trap::{HISTOGRAM, HISTOGRAM_SIGNED, SCATTER, SCATTER_SIGNED};

/// The first lines of the text of a program that can fail.
pub fn fallible() -> String {
    format!("#define FALLIBLE\n{}", real::record_constants())
}

/// The functions in which kernels are written; they follow the core's pieces.
pub const DEVICE: Piece = Piece { name: "device.cuh", text: include_str!("../../kernels/device.cuh") };

/// A stream of work on a machine. Clones name the same stream, and threads may share it.
#[derive(Clone)]
pub struct Driver {
    inner: Arc<Inner>,
}

struct Inner {
    state: StreamState,
    dependencies: StreamDependencies,
    place: Place,
    name: String,
    launches: AtomicU64,
    loads: Mutex<Vec<Duration>>,
}

enum Machine {
    Real(real::Stream),
    Emulated(emulated::Stream),
}

impl Machine {
    /// The point in the stream behind all work that is queued so far.
    fn mark(&self) -> Result<StreamPoint, DriverError> {
        Ok(match self {
            Machine::Real(stream) => StreamPoint::Real(stream.mark()?),
            Machine::Emulated(stream) => StreamPoint::Emulated(stream.mark()),
        })
    }

    /// Makes work that is queued from now on wait for a point in another stream.
    fn wait_for(&self, mark: &StreamPoint) -> Result<(), DriverError> {
        match (self, mark) {
            (Machine::Real(stream), StreamPoint::Real(event)) => stream.wait_for(event),
            (Machine::Emulated(stream), StreamPoint::Emulated(mark)) => stream.wait_for(mark),
            _ => Err(DriverError::Misfit("the point is in a stream of another machine".into())),
        }
    }

    /// Whether all work before a point in this stream is done.
    fn has_passed(&self, mark: &StreamPoint) -> Result<bool, DriverError> {
        match (self, mark) {
            (Machine::Real(_), StreamPoint::Real(event)) => event.has_passed(),
            (Machine::Emulated(stream), StreamPoint::Emulated(mark)) => Ok(stream.has_passed(mark)),
            _ => Err(DriverError::Misfit("the point is in a stream of another machine".into())),
        }
    }

    /// Frees the memory that is kept for the next allocations.
    fn give_back_kept(&self) {
        match self {
            Machine::Real(stream) => stream.give_back_kept(),
            Machine::Emulated(_) => {}
        }
    }

    /// Waits on the host until all queued work is done.
    fn finish(&self) -> Result<(), DriverError> {
        match self {
            Machine::Real(stream) => stream.finish(),
            Machine::Emulated(stream) => stream.finish(),
        }
    }
}

/// A loaded program: one kernel, and the places in it that can fail.
pub struct Kernel {
    module: Module,
    sites: Arc<[Site]>,
    fallible: bool,
}

enum Module {
    Real(real::Module),
    Emulated(emulated::Module),
}

impl Driver {
    /// The number of GPUs.
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
        let id = DeviceId { backend: "emulated", index: settings.index };
        let stream = emulated::Stream::new(Arc::new(emulated::Device::new(settings)));
        Self::of(Machine::Emulated(stream), id, "emulated device".into())
    }

    /// A new stream on the same machine.
    ///
    /// # Errors
    ///
    /// An error that the machine reports.
    pub fn stream(&self) -> Result<Self> {
        let machine = match self.machine() {
            Machine::Real(_) => real::Stream::new(self.id().index).map(Machine::Real).map_err(|e| self.error(e))?,
            Machine::Emulated(stream) => Machine::Emulated(emulated::Stream::new(stream.device().clone())),
        };
        Ok(Self::of(machine, self.id(), self.inner.name.clone()))
    }

    fn of(machine: Machine, device: DeviceId, name: String) -> Self {
        let state = StreamState::new(machine);
        let dependencies = StreamDependencies::default();
        let make = |stream| {
            let place = Place { device, stream };
            Inner { state, dependencies, place, name, launches: 0.into(), loads: Mutex::default() }
        };
        Driver { inner: dependencies::register(make) }
    }

    fn machine(&self) -> &Machine {
        &self.inner.state.machine
    }

    /// The device whose memory the stream works in.
    pub fn id(&self) -> DeviceId {
        self.inner.place.device
    }

    /// The device, and the stream's number.
    pub fn place(&self) -> Place {
        self.inner.place
    }

    /// The GPU's name.
    pub fn name(&self) -> &str {
        &self.inner.name
    }

    /// The architecture that NVRTC compiles for, such as `sm_90`; `None` for the emulated device.
    pub fn arch(&self) -> Option<&str> {
        match self.machine() {
            Machine::Real(stream) => Some(stream.arch()),
            Machine::Emulated(_) => None,
        }
    }

    /// The number of multiprocessors, all of which a grid should fill.
    pub fn multiprocessors(&self) -> u32 {
        match self.machine() {
            Machine::Real(stream) => stream.multiprocessors(),
            Machine::Emulated(_) => emulated::MULTIPROCESSORS,
        }
    }

    /// The size in bytes of the cache between the multiprocessors and memory.
    pub(crate) fn cache_bytes(&self) -> usize {
        match self.machine() {
            Machine::Real(stream) => stream.cache_bytes(),
            Machine::Emulated(_) => emulated::CACHE_BYTES,
        }
    }

    /// Whether a function watches the programs that are loaded. It compiles ahead, so it gets every variant of an
    /// algorithm's programs, not only those for the lengths of this call.
    pub(crate) fn is_watched(&self) -> bool {
        match self.machine() {
            Machine::Real(_) => false,
            Machine::Emulated(stream) => stream.device().settings().seen.is_any(),
        }
    }

    /// The number of grids that were launched so far.
    pub fn launches(&self) -> u64 {
        self.inner.launches.load(Relaxed)
    }

    /// The requests to the emulated device so far; those to a GPU aren't counted.
    pub fn asked(&self) -> CallCounts {
        match self.machine() {
            Machine::Real(_) => CallCounts::default(),
            Machine::Emulated(stream) => *stream.device().asked(),
        }
    }

    /// The number of programs that were loaded so far.
    pub fn loads(&self) -> u64 {
        self.load_times().len() as u64
    }

    /// The time that each of them took to be compiled or found, and loaded.
    pub fn load_times(&self) -> Vec<Duration> {
        self.inner.loads.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Makes a program from its text (the core's pieces, [`DEVICE`], kernels, an entry), which is compiled now or found
    /// in the cache. `sites` are the places in operations that can fail, by number. `fallible` says whether the program
    /// can fail: then the text begins with [`fallible`], and the first parameter is the word of the call that the
    /// program is launched in.
    ///
    /// # Errors
    ///
    /// If there is no compiler, it refuses the text, or the machine has no room for the program.
    ///
    /// # Safety
    ///
    /// The text consists of pieces and kernels for whose effects the launcher answers. An emulated device loads the
    /// compiled text into this process, where the initialisers of its variables run.
    #[allow(unsafe_code)]
    pub unsafe fn load(&self, source: &str, sites: &[Site], fallible: bool) -> Result<Arc<Kernel>> {
        let start = Instant::now();
        let module = match self.machine() {
            Machine::Real(stream) => {
                let (arch, cache) = (stream.arch(), Cache::of_user());
                let found = jit::find(source, arch, &cache).and_then(|code| stream.load(&code).ok());
                let module = match found {
                    Some(module) => Ok(module),
                    None => stream.load(&jit::make(source, arch, &cache).map_err(|e| e.with_sites(sites))?),
                };
                module.map(Module::Real)
            }
            Machine::Emulated(stream) => {
                stream.device().settings().seen.call(source, sites)?;
                stream.device().load(source).map(Module::Emulated)
            }
        };
        let module = module.map_err(|e| self.error(e))?;
        self.inner.loads.lock().unwrap_or_else(PoisonError::into_inner).push(start.elapsed());
        Ok(Arc::new(Kernel { module, sites: sites.into(), fallible }))
    }

    /// Begins a call whose operations can fail, at this place in the user's source. Its inputs depend on `causes`;
    /// `makes` says whether it makes vectors or only writes to existing ones. The call must be closed.
    ///
    /// # Errors
    ///
    /// An error that the machine reports.
    pub fn begin(&self, call: &'static Location<'static>, causes: Causes, makes: bool) -> Result<Arc<Ending>> {
        self.inner.state.begin(call, &causes, makes).map_err(|e| self.error(e))
    }

    /// Queues a grid of `blocks` blocks of `threads` threads, as a call of its own; none if `blocks` is 0. The next
    /// [`synchronize`](Self::synchronize) reports its failures.
    ///
    /// # Errors
    ///
    /// If the machine refuses the launch.
    ///
    /// # Safety
    ///
    /// The contract is that of [`launch_in`](Self::launch_in).
    #[track_caller]
    #[allow(unsafe_code)]
    pub unsafe fn launch(&self, kernel: &Arc<Kernel>, blocks: u64, threads: u32, params: &[u8]) -> Result<()> {
        let place = Location::caller();
        let call = kernel.fallible.then(|| self.begin(place, Causes::new(), false)).transpose()?;
        // SAFETY: the caller keeps the contract of this function.
        let launched = unsafe { self.launch_in(call.as_ref(), kernel, blocks, threads, params) };
        call.iter().for_each(|call| call.close());
        launched
    }

    /// Queues a grid of `blocks` blocks of `threads` threads; none if `blocks` is 0. If the program can fail, `call` is
    /// a call that was begun on this stream; it ends with its kernels.
    ///
    /// # Errors
    ///
    /// If the machine refuses the launch.
    ///
    /// # Safety
    ///
    /// This driver has loaded the program. `params` is its `Params` struct, without the word of a call. The memory that
    /// it refers to is this machine's, holds the data that the kernel reads, and is neither freed nor otherwise used
    /// before the grid has ended, except in the order of this stream.
    #[allow(unsafe_code)]
    pub unsafe fn launch_in(
        &self,
        call: Option<&Arc<Ending>>,
        kernel: &Arc<Kernel>,
        blocks: u64,
        threads: u32,
        params: &[u8],
    ) -> Result<()> {
        if blocks == 0 {
            return Ok(());
        }
        let fits = u32::try_from(blocks).ok().filter(|blocks| *blocks <= i32::MAX as u32);
        let Some(blocks) = fits else {
            return Err(self.error(DriverError::Misfit(format!("a grid of {blocks} blocks is too large"))));
        };
        self.inner.settle().map_err(|e| self.error(e))?;
        // SAFETY: the caller keeps the contract of this function.
        let launched = unsafe { self.inner.state.launch(kernel, blocks, threads, params, call) };
        self.inner.launches.fetch_add(1, Relaxed);
        launched.map_err(|e| self.error(e))
    }

    /// Waits until all queued work is done, so that the ends of calls are known. A GPU isn't asked again if nothing was
    /// queued since the last wait.
    ///
    /// # Errors
    ///
    /// An error that the machine reports.
    pub fn wait(&self) -> Result<()> {
        self.inner.state.look().map_err(|e| self.error(e))
    }

    /// Waits as [`wait`](Self::wait) does, and reports failures.
    ///
    /// # Errors
    ///
    /// The first failure of an operation on this stream that hasn't been reported yet, naming the user's line; the
    /// driver stays usable. Or an error that the machine reports.
    pub fn synchronize(&self) -> Result<()> {
        self.wait()?;
        self.inner.state.untold().map_or(Ok(()), Err)
    }

    fn error(&self, error: DriverError) -> onrush_core::Error {
        error.on(self.id(), &self.inner.name)
    }
}

impl fmt::Debug for Driver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Driver").field("place", &self.inner.place).field("name", &self.inner.name).finish()
    }
}

impl Kernel {
    /// Whether the program can fail.
    pub fn fallible(&self) -> bool {
        self.fallible
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kernel").field("sites", &self.sites.len()).finish_non_exhaustive()
    }
}
