//! The machine as algorithms use it: memory, copies, programs and launches, all in the order of one stream.
//!
//! There are two machines behind one seam (`machine.rs`): a GPU through CUDA's driver ([`Driver::gpu`]), and the
//! emulated device, which runs the same programs, compiled by the host's C++ compiler, on this CPU
//! ([`Driver::emulated`]).

pub(crate) mod claims;
mod cuda;
mod dependencies;
mod emulated;
mod ending;
mod error;
mod event;
mod interop;
mod machine;
mod memory;
mod places;
pub(crate) mod recording;
mod records;
mod replay;
mod stream_state;
pub mod times;
mod trap;
pub(crate) mod waits;

use std::fmt;
use std::panic::Location;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use onrush_core::Result;
use onrush_core::device::{DeviceId, StreamId};
use onrush_core::failure::Causes;
use onrush_core::lower::{Piece, TranslationUnit};
use onrush_core::recording::Unrecorded;

use dependencies::StreamDependencies;
pub use dependencies::StreamGuard;
pub use emulated::{Allocations, FindingHook, ProgramHook, Rule, Settings};
pub use ending::Ending;
pub(crate) use ending::Making;
pub use error::DriverError;
pub use machine::CallCounts;
use machine::{Facts, MachineProgram, Stream};
pub use memory::{Buffer, Pinned};
pub(crate) use places::{FailingPlaces, KERNEL_LINE, KERNEL_MESSAGE, KernelText};
use recording::unrecorded;
pub use recording::{Arena, Recorder, WorkList};
use stream_state::StreamState;

/// The first lines of the text of a program that can fail.
pub fn fallible() -> String {
    format!("#define FALLIBLE\n{}", records::constants())
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
    stream: StreamId,
    facts: Facts,
    launches: AtomicU64,
    loads: Mutex<Vec<Duration>>,
}

/// A loaded program: one kernel, and the places in it that can fail.
pub struct LoadedKernel {
    program: Box<dyn MachineProgram>,
    places: Arc<FailingPlaces>,
    fallible: bool,
    /// The number of the stream that has loaded it.
    stream: u32,
}

impl Driver {
    /// The number of GPUs.
    ///
    /// # Errors
    ///
    /// If there is no driver, or one that is too old.
    pub fn gpus() -> Result<u32, DriverError> {
        cuda::count()
    }

    /// A new stream on a GPU, in its primary context.
    ///
    /// # Errors
    ///
    /// If there is no driver or no such GPU.
    pub fn gpu(index: u32) -> Result<Self, DriverError> {
        Ok(Self::of(Arc::new(cuda::Stream::new(index)?), DeviceId { backend: "cuda", index }))
    }

    /// An emulated device.
    pub fn emulated(settings: Settings) -> Self {
        let id = DeviceId { backend: "emulated", index: settings.index };
        Self::of(Arc::new(emulated::Stream::new(settings)), id)
    }

    /// A new stream on the same machine.
    ///
    /// # Errors
    ///
    /// An error that the machine reports.
    pub fn stream(&self) -> Result<Self> {
        let stream = self.machine().another().map_err(|e| self.error(e))?;
        Ok(Self::of(stream, self.id()))
    }

    fn of(stream: Arc<dyn Stream>, device: DeviceId) -> Self {
        let facts = stream.facts();
        let state = StreamState::new(stream);
        let dependencies = StreamDependencies::default();
        let make = |number| {
            let stream = StreamId { device, number };
            Inner { state, dependencies, stream, facts, launches: 0.into(), loads: Mutex::default() }
        };
        Driver { inner: dependencies::register(make) }
    }

    fn machine(&self) -> &Arc<dyn Stream> {
        &self.inner.state.stream
    }

    /// The device whose memory the stream works in.
    pub fn id(&self) -> DeviceId {
        self.inner.stream.device
    }

    /// The device, and the stream's number.
    pub fn stream_id(&self) -> StreamId {
        self.inner.stream
    }

    /// The GPU's name.
    pub fn name(&self) -> &str {
        &self.inner.facts.name
    }

    /// The architecture that NVRTC compiles for, such as `sm_90`; `None` for the emulated device.
    pub fn arch(&self) -> Option<&str> {
        self.inner.facts.arch.as_deref()
    }

    /// The number of multiprocessors, all of which a grid should fill.
    pub fn multiprocessors(&self) -> u32 {
        self.inner.facts.multiprocessors
    }

    /// The size in bytes of the cache between the multiprocessors and memory.
    pub(crate) fn cache_bytes(&self) -> usize {
        self.inner.facts.cache_bytes
    }

    /// Whether a function watches the programs that are loaded. It compiles ahead, so it gets every variant of an
    /// algorithm's programs, not only those for the lengths of this call.
    pub(crate) fn is_watched(&self) -> bool {
        self.inner.facts.watched
    }

    /// The number of grids that were launched so far.
    pub fn launches(&self) -> u64 {
        self.inner.launches.load(Relaxed)
    }

    /// The requests to the emulated device so far; those to a GPU aren't counted.
    pub fn asked(&self) -> CallCounts {
        self.machine().asked()
    }

    /// The number of programs that were loaded so far.
    pub fn loads(&self) -> u64 {
        self.load_times().len() as u64
    }

    /// The time that each program took to be compiled or found, and loaded.
    pub fn load_times(&self) -> Vec<Duration> {
        self.inner.loads.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Makes a program from its text (the core's pieces, [`DEVICE`], kernels, an entry), which is compiled now or found
    /// in the cache. `unit` has the places in operations that can fail, and the errors of inputs. `fallible` says whether the program
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
    pub unsafe fn load(&self, source: &str, unit: &TranslationUnit, fallible: bool) -> Result<Arc<LoadedKernel>> {
        // SAFETY: the caller keeps the contract of this function.
        unsafe { self.load_with(source, FailingPlaces::new(unit, None), fallible) }
    }

    /// Makes a program as [`load`](Self::load) does, with these places that can fail.
    ///
    /// # Errors
    ///
    /// Those of [`load`](Self::load).
    ///
    /// # Safety
    ///
    /// The contract is that of [`load`](Self::load).
    #[allow(unsafe_code)]
    pub(crate) unsafe fn load_with(
        &self,
        source: &str,
        places: FailingPlaces,
        fallible: bool,
    ) -> Result<Arc<LoadedKernel>> {
        let start = Instant::now();
        // SAFETY: the caller keeps the contract of this function.
        let program = unsafe { self.machine().clone().load(source, &places, fallible) }.map_err(|e| self.error(e))?;
        self.inner.loads.lock().unwrap_or_else(PoisonError::into_inner).push(start.elapsed());
        Ok(Arc::new(LoadedKernel { program, places: Arc::new(places), fallible, stream: self.stream_id().number }))
    }

    /// Begins a call whose operations can fail, at this place in the user's source. Its inputs depend on `causes`. The
    /// call must be closed.
    ///
    /// # Errors
    ///
    /// An error that the machine reports.
    pub fn begin(&self, call: &'static Location<'static>, causes: Causes) -> Result<Arc<Ending>> {
        self.inner.state.begin(call, &causes).map_err(|e| self.error(e))
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
    pub unsafe fn launch(&self, kernel: &Arc<LoadedKernel>, blocks: u64, threads: u32, params: &[u8]) -> Result<()> {
        let place = Location::caller();
        let call = kernel.fallible.then(|| self.begin(place, Causes::new())).transpose()?;
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
        kernel: &Arc<LoadedKernel>,
        blocks: u64,
        threads: u32,
        params: &[u8],
    ) -> Result<()> {
        // SAFETY: the caller keeps the contract of this function.
        unsafe { self.launch_sharing(call, kernel, blocks, threads, 0, params) }
    }

    /// Allows launches of the program with `shared` further bytes of shared memory for each block. A thread that calls it lets no
    /// other one launch the program meanwhile.
    ///
    /// # Errors
    ///
    /// If a block can't have this amount of shared memory.
    pub(crate) fn allow_shared(&self, kernel: &LoadedKernel, shared: u32) -> Result<()> {
        kernel.program.allow_shared(shared).map_err(|e| self.error(e))
    }

    /// Queues a grid as [`launch_in`](Self::launch_in) does, with `shared` further bytes of shared memory for each block, which
    /// are [allowed](Self::allow_shared).
    ///
    /// # Errors
    ///
    /// Those of [`launch_in`](Self::launch_in).
    ///
    /// # Safety
    ///
    /// The contract is that of [`launch_in`](Self::launch_in).
    #[allow(unsafe_code)]
    pub(crate) unsafe fn launch_sharing(
        &self,
        call: Option<&Arc<Ending>>,
        kernel: &Arc<LoadedKernel>,
        blocks: u64,
        threads: u32,
        shared: u32,
        params: &[u8],
    ) -> Result<()> {
        if blocks == 0 {
            return Ok(());
        }
        let fits = u32::try_from(blocks).ok().filter(|blocks| *blocks <= i32::MAX as u32);
        let Some(blocks) = fits else {
            return Err(self.error(DriverError::Misfit(format!("a grid of {blocks} blocks is too large"))));
        };
        if kernel.stream != self.stream_id().number || kernel.fallible != call.is_some() {
            return Err(
                self.error(DriverError::Misfit("the program was loaded by another stream, or lacks a call".into()))
            );
        }
        if let Some(recorder) = self.recorder()? {
            recorder.add_launch(kernel, [blocks, threads, shared], params, call.map(|call| call.place()));
            return Ok(());
        }
        self.inner.settle().map_err(|e| self.error(e))?;
        // SAFETY: the caller keeps the contract of this function.
        let launched = unsafe { self.inner.state.launch(kernel, [blocks, threads, shared], params, call) };
        self.inner.launches.fetch_add(1, Relaxed);
        launched.map_err(|e| self.error(e))
    }

    /// Waits until all queued work is done, so that the ends of calls are known, and until the readers of the stream's memory on
    /// other streams are done. A GPU isn't asked again if nothing was queued since the last wait.
    ///
    /// # Errors
    ///
    /// An error that the machine reports.
    pub fn wait(&self) -> Result<()> {
        unrecorded(Unrecorded::Waits)?;
        let settled = self.inner.settle();
        self.inner.state.look().and(settled).map_err(|e| self.error(e))
    }

    /// Waits as [`wait`](Self::wait) does, and reports failures.
    ///
    /// # Errors
    ///
    /// The first failure of an operation on this stream that hasn't been reported yet, naming the user's line; the
    /// driver stays usable. Or an error that the machine reports.
    #[track_caller]
    pub fn synchronize(&self) -> Result<()> {
        waits::waited("for its stream", Location::caller(), || self.wait())?;
        self.inner.state.untold().map_or(Ok(()), Err)
    }

    fn error(&self, error: DriverError) -> onrush_core::Error {
        error.on(self.id(), self.name())
    }
}

impl fmt::Debug for Driver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Driver").field("stream", &self.inner.stream).field("name", &self.name()).finish()
    }
}

impl LoadedKernel {
    /// Whether the program can fail.
    pub fn fallible(&self) -> bool {
        self.fallible
    }
}

impl fmt::Debug for LoadedKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kernel").field("sites", &self.places.len()).finish_non_exhaustive()
    }
}
