//! The CUDA backend of onrush: one module per algorithm, a kernel of the same name in `kernels/`, programs made in
//! `codegen` and found by the type of the kernel's arguments, and a driver
//! beneath, for GPUs or the emulated device.
//!
//! # Environment
//!
//! A name that isn't known, or a value that means nothing, is named on standard error, once, and ignored.
//!
//! | variable | meaning |
//! |---|---|
//! | `ONRUSH_CACHE` | the folder of compiled programs, an absolute path; empty: none. The default is `onrush` in the user's folder for caches. It must belong to the user or to root, and its group and others mustn't be able to write it: else there is a warning, and no cache. It can be filled on one machine, by use or by [`Cuda::warm`], and shipped to others, which then need no NVRTC; one that can't be written is used as it is. A machine that has NVRTC takes only what the same build of NVRTC has made |
//! | `ONRUSH_DUMP` | a folder to which every program's source is written |
//! | `ONRUSH_NVRTC` | NVRTC's library, an absolute path, where it isn't found |
//! | `ONRUSH_SYNC=1` | each call waits until its work is done, and returns its own failure: for debugging |
//! | `ONRUSH_KEEP=0` | memory that is given back goes to the driver at once, where compute-sanitizer watches it; else a stream keeps allocations of up to 1 MiB for its next ones, at most 2 MiB of each size, four sizes between two powers of two |
//! | `ONRUSH_CXX` | the emulated device's compiler, an absolute path or a name in `PATH`; the default is `c++` |
//! | `ONRUSH_EMULATED_SEED` | the seed of the emulated device's scheduler; 0, the default, is an orderly one |
//! | `ONRUSH_EMULATED_SANITIZE` | sanitizers for the emulated device, such as `address,undefined`, in place of its own watch over memory in kernels that users write; AddressSanitizer's library must be preloaded: `LD_PRELOAD=$(g++ -print-file-name=libasan.so)` |

mod argument;
mod call;
mod codegen;
mod collect;
#[doc(hidden)]
pub mod driver;
mod expand;
mod find;
mod for_each;
mod function_table;
mod histogram;
mod interop;
pub mod jit;
mod kernel;
mod merge;
mod partition;
mod partition_by;
mod partition_in_three;
mod program;
mod recording;
mod reduce;
mod reduce_by_key;
mod reduce_columns;
mod reduce_into;
mod runs;
mod scan;
mod scan_by_key;
mod scatter;
mod scatter_reduce;
mod segmented_reduce;
mod segmented_reduce_long;
mod segmented_reduce_rows;
mod segmented_scan;
mod segmented_sort;
mod select;
mod set_operation;
mod sort;
mod sort_by;
mod top_k;
mod transpose;
mod warm;
mod workspace;

use std::fmt;
use std::panic::Location;
use std::sync::Arc;

use onrush_core::device::{DeviceId, StreamId};
use onrush_core::error::Unavailable;
use onrush_core::recording::{Recorded, Step, Unrecorded, unrecorded};
use onrush_core::storage::Storage as _;
use onrush_core::value::Element;
use onrush_core::{Backend, CancellationToken, ErrorKind, Event, Memory, Result, primitives};

use call::Answer;
pub use driver::Buffer;
use driver::claims::unclaimed;
use driver::{Driver, Settings, waits};
use jit::Programs;
pub use kernel::Kernel;
use workspace::Workspace;

/// A stream of work on a GPU, or on an emulated one. Clones name the same stream; [`stream`](Backend::stream) makes another
/// one on the same GPU. Threads may share one: each call's work is queued as a whole.
#[doc(alias("cudaSetDevice", "CudaContext", "CudaDevice"))]
#[derive(Clone)]
pub struct Cuda {
    inner: Arc<Inner>,
    token: Option<CancellationToken>,
}

struct Inner {
    driver: Driver,
    programs: Programs<Arc<driver::LoadedKernel>>,
    workspace: Workspace,
}

impl Cuda {
    /// The GPU of this number.
    ///
    /// # Errors
    ///
    /// [`Unavailable`](onrush_core::ErrorKind::Unavailable), with the reason: no driver, an old one, no such GPU, an old
    /// one. Whether programs can be compiled is known when one is needed; [`can_compile`](Cuda::can_compile) asks ahead.
    pub fn new(index: u32) -> Result<Self> {
        let id = DeviceId { backend: "cuda", index };
        Ok(Self::of(Driver::gpu(index).map_err(|e| e.unavailable(id))?))
    }

    /// Whether there is an NVRTC that knows this GPU, or else a cache with programs for it.
    ///
    /// # Errors
    ///
    /// [`Unavailable`](onrush_core::ErrorKind::Unavailable), with the reason.
    pub fn can_compile(&self) -> Result<()> {
        let Some(arch) = self.inner.driver.arch() else { return Ok(()) };
        let Err(error) = jit::knows(arch) else { return Ok(()) };
        if jit::has_any(arch, &jit::Cache::of_user()) {
            return Ok(());
        }
        let message = error.to_string();
        let reason = match error {
            jit::JitError::NotFound { .. } => Unavailable::NoCompiler { message },
            _ => Unavailable::Failed { message },
        };
        Err(ErrorKind::Unavailable { device: self.id(), reason }.into())
    }

    /// A device that runs the GPU's programs on this CPU, compiled by the host's C++ compiler: for tests, not for speed.
    #[doc(alias("simulator"))]
    pub fn emulated() -> Self {
        Self::of(Driver::emulated(Settings::default()))
    }

    /// The backend on this stream.
    #[doc(hidden)]
    pub fn of(driver: Driver) -> Self {
        onrush_core::variables::check();
        let (programs, workspace) = (Programs::default(), Workspace::default());
        Cuda { inner: Arc::new(Inner { driver, programs, workspace }), token: None }
    }

    /// The stream.
    #[doc(hidden)]
    pub fn driver(&self) -> &Driver {
        &self.inner.driver
    }

    /// A grid of at most `per_multiprocessor` blocks for each multiprocessor, for blocks that take several tiles each.
    fn wave(&self, per_multiprocessor: usize, tiles: usize) -> usize {
        tiles.min(self.multiprocessors() * per_multiprocessor)
    }

    fn multiprocessors(&self) -> usize {
        self.inner.driver.multiprocessors() as usize
    }
}

impl fmt::Debug for Cuda {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cuda").field("driver", &self.inner.driver).field("programs", &self.inner.programs).finish()
    }
}

/// A primitive is a function of its module. The call is the user's line's, and uses these parts of its request.
macro_rules! call {
    ($self:ident.$primitive:ident($request:ident: $($part:ident)+)) => {{
        onrush_core::nvtx_range!(stringify!($primitive));
        let call = $self.call(Location::caller(), &mut |check| { $($request.$part.check(check);)+ })?;
        let result = $primitive::$primitive(&call, $request);
        Answer::end(call, result)
    }};
}

/// The bytes at the end of a vector's memory that are worth a copy of its elements and an allocation, which takes the driver's pool
/// some 15 µs.
const LARGE_REST: usize = 1 << 30;

#[allow(unsafe_code)]
// SAFETY: each primitive is that of its module, which keeps the contract of its request.
unsafe impl Backend for Cuda {
    type Memory = Buffer;

    fn id(&self) -> DeviceId {
        self.inner.driver.id()
    }
    fn stream_id(&self) -> StreamId {
        self.inner.driver.stream_id()
    }
    fn stream(&self) -> Result<Self> {
        Ok(Cuda { token: self.token.clone(), ..Self::of(self.inner.driver.stream()?) })
    }
    fn cancelled_by(&self, token: &CancellationToken) -> Self {
        Cuda { inner: self.inner.clone(), token: Some(token.clone()) }
    }
    fn name(&self) -> String {
        self.inner.driver.name().to_owned()
    }
    fn allocate(&self, bytes: usize, _align: usize) -> Result<Buffer> {
        // The driver aligns all memory to 256 bytes, the most that may be asked for.
        let buffer = self.inner.driver.allocate(bytes)?;
        recording::made(&buffer);
        Ok(buffer)
    }
    fn put_down(&self, step: Step<'_>) -> Result<Option<Box<dyn Recorded>>> {
        match recording::possible() {
            true => Ok(Some(Box::new(self.recorded(step)?))),
            // Its launches make the calls.
            false => Ok(None),
        }
    }
    fn shrink(&self, memory: &mut Buffer, bytes: usize) -> Result<()> {
        // A stream's pool can't take back a part of an allocation, so the bytes that stay are copied if they are few.
        if memory.bytes().saturating_sub(bytes) < LARGE_REST || bytes > memory.bytes() / 64 {
            return Ok(());
        }
        memory.leave()?;
        let driver = memory.driver();
        let smaller = match driver.allocate(bytes) {
            Err(error) if matches!(error.kind(), ErrorKind::OutOfMemory { .. }) => return Ok(()),
            smaller => smaller?,
        };
        // SAFETY: both are of one stream, have `bytes` bytes and don't overlap. Writes of the old memory and later reads of the new
        // are queued in the stream's order, or wait for it.
        unsafe { driver.copy(memory.address(), smaller.address(), bytes)? };
        *memory = smaller;
        Ok(())
    }
    unsafe fn upload_to<T: Element>(&self, from: &[T], to: *mut T) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { self.inner.driver.upload(from.as_ptr().cast(), to.cast(), size_of_val(from)) }
    }
    #[track_caller]
    unsafe fn download_from<T: Element>(&self, from: *const T, len: usize, to: *mut T) -> Result<()> {
        let driver = &self.inner.driver;
        waits::waited("for a copy to the host", Location::caller(), || {
            // SAFETY: the caller's promise.
            unsafe { driver.download(from.cast(), to.cast(), len * size_of::<T>())? };
            driver.wait()
        })
    }
    #[track_caller]
    fn synchronize(&self) -> Result<()> {
        unrecorded(Unrecorded::Waits)?;
        self.inner.driver.synchronize()
    }
    #[track_caller]
    fn event(&self) -> Result<Event> {
        unrecorded(Unrecorded::Event)?;
        self.inner.driver.event()
    }
    #[track_caller]
    fn wait_for(&self, event: &Event) -> Result<()> {
        unrecorded(Unrecorded::OtherStream)?;
        self.inner.driver.wait_for(event)
    }
    fn allocate_pinned(&self, bytes: usize) -> Result<Box<dyn Memory>> {
        Ok(Box::new(self.inner.driver.pinned_uninit(bytes)?))
    }
    unsafe fn upload_pinned_to<T: Element>(&self, from: *const T, len: usize, to: *mut T) -> Result<()> {
        unrecorded(Unrecorded::Copies)?;
        unclaimed(&(to as usize..to as usize + len * size_of::<T>()), None)?;
        // SAFETY: the caller's promise. The driver takes ordinary memory of the host, too, which another backend has made.
        unsafe { self.inner.driver.copy(from.cast(), to.cast(), len * size_of::<T>()) }
    }
    unsafe fn download_pinned_from<T: Element>(&self, from: *const T, len: usize, to: *mut T) -> Result<()> {
        unrecorded(Unrecorded::Copies)?;
        // SAFETY: as above.
        unsafe { self.inner.driver.copy(from.cast(), to.cast(), len * size_of::<T>()) }
    }
    #[track_caller]
    fn release_memory(&self) -> Result<()> {
        unrecorded(Unrecorded::Waits)?;
        self.inner.driver.release_memory()
    }
    fn keeps_lengths(&self) -> bool {
        true
    }

    primitives!(call);
}
