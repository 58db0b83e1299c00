//! Memory, streams and events of other libraries, and this library's for them: addresses, handles, owners.

use std::ffi::c_void;
use std::fmt;
use std::ptr::NonNull;

use crate::backend::Backend;
use crate::device::DeviceId;
use crate::error::{ErrorKind, Result};
use crate::event::Event;

/// The handle of a stream that other code may have made: CUDA's `CUstream` or `cudaStream_t`, which may be null, the default stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[doc(alias("cudaStream_t", "CUstream", "cu_stream"))]
pub struct RawStream(pub *mut c_void);

/// The handle of an event that other code may have made: CUDA's `CUevent` or `cudaEvent_t`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[doc(alias("cudaEvent_t", "CUevent", "cu_event"))]
pub struct RawEvent(pub *mut c_void);

// SAFETY: handles are numbers; whoever uses one promises that it is valid there.
unsafe impl Send for RawStream {}
// SAFETY: as above.
unsafe impl Sync for RawStream {}
// SAFETY: as above.
unsafe impl Send for RawEvent {}
// SAFETY: as above.
unsafe impl Sync for RawEvent {}

/// Memory of a device that other code has allocated, with what is to be done when no call uses it any more.
pub struct RawMemory {
    start: NonNull<u8>,
    bytes: usize,
    release: Box<dyn FnOnce(&Event) + Send>,
}

// SAFETY: it owns its bytes, as a `Box<[MaybeUninit<u8>]>` does, and a function that may be called in any thread.
unsafe impl Send for RawMemory {}
// SAFETY: shared, it gives its address and size alone.
unsafe impl Sync for RawMemory {}

impl RawMemory {
    /// The `bytes` bytes at `start`. `release` gets an event behind all work that uses them.
    ///
    /// # Safety
    ///
    /// The bytes lie in the memory of the device that [adopts](Interop::adopt_raw) them, and are this value's alone until `release` is
    /// called.
    pub unsafe fn new(start: NonNull<u8>, bytes: usize, release: impl FnOnce(&Event) + Send + 'static) -> Self {
        RawMemory { start, bytes, release: Box::new(release) }
    }

    /// The address of the first byte.
    pub fn start(&self) -> NonNull<u8> {
        self.start
    }

    /// The size in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Hands the memory back to whoever has allocated it. `done` is behind all work that uses it.
    pub fn release(self, done: &Event) {
        (self.release)(done);
    }
}

impl fmt::Debug for RawMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RawMemory").field("start", &self.start).field("bytes", &self.bytes).finish_non_exhaustive()
    }
}

/// The reason why memory of other code can't hold a device's elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MemoryFault {
    /// There are elements, and the address is null.
    #[error("the address is null")]
    Null,
    /// The address isn't a multiple of the elements' alignment.
    #[error("the address isn't a multiple of {align}")]
    Misaligned {
        /// The elements' alignment.
        align: usize,
    },
    /// The elements are more than a memory can have.
    #[error("{len} elements are more than a memory can have")]
    TooLong {
        /// Their number.
        len: usize,
    },
    /// There are more elements than there is room for.
    #[error("{len} elements don't fit into the room for {capacity}")]
    NoRoom {
        /// The number of elements.
        len: usize,
        /// The number of elements that there is room for.
        capacity: usize,
    },
    /// The memory is another device's.
    #[error("it is memory of {0}")]
    Elsewhere(DeviceId),
    /// The device's driver knows nothing of the address.
    #[error("the device's driver doesn't know it")]
    Unknown,
}

/// Backends whose vectors and streams may be shared with other libraries: with CUDA's, on a GPU, and with whatever has a slice, on a
/// CPU.
///
/// [`DeviceSlice::from_raw`](crate::DeviceSlice::from_raw), [`DeviceSliceMut::from_raw`](crate::DeviceSliceMut::from_raw) and
/// [`DeviceVec::from_raw_parts`](crate::DeviceVec::from_raw_parts) take memory, [`as_ptr`](crate::DeviceVec::as_ptr) and
/// [`into_raw_parts`](crate::DeviceVec::into_raw_parts) give it. The methods here order the work of two libraries without a wait of the
/// host: what other code has queued comes before calls that are made behind [`wait_for_raw_stream`](Interop::wait_for_raw_stream), and
/// calls that are made before [`raw_stream_waits`](Interop::raw_stream_waits) come before what that code queues next.
///
/// ```
/// # use onrush::prelude::*;
/// use onrush::{DeviceSlice, Interop};
/// # fn main() -> onrush::Result<()> {
/// let device = Cpu::new();
/// let theirs = [1.5f32, 2.5]; // of a library of C, say
/// // SAFETY: two elements in the device's memory, which stay and aren't written while the part is used.
/// let part = unsafe { DeviceSlice::from_raw(&device, theirs.as_ptr(), 2)? };
/// assert_eq!(part.iter().sum()?, 4.0);
/// assert_eq!(device.raw_stream(), None); // a CPU's calls have done their work when they return
/// # Ok(()) }
/// ```
///
/// # Cost
///
/// Each of the methods that order streams takes one or two microseconds of the host on a GPU; the host doesn't wait, and nothing is
/// launched.
///
/// # Errors
///
/// Whatever the device reports. A device without streams refuses to work [on one](Interop::on_raw_stream) or to wait for one with
/// [`Device`](ErrorKind::Device); its own work is done when a call returns, so that nobody has to wait for it.
///
/// # Contexts
///
/// Calls on a GPU, and the end of a vector, leave the device's primary context current in their thread. It is current in `release`, too.
///
/// # Safety
///
/// [`raw_stream`](Interop::raw_stream) is the stream in which the backend queues its work. Memory that is
/// [adopted](Interop::adopt_raw) keeps its address and its bytes; when it is dropped, and no sooner, it is
/// [released](RawMemory::release) with an event behind all work that uses it, or leaked if there can't be one. The orders hold.
#[doc(alias("interop", "ffi", "from_cuda", "external_stream", "ExternalStream", "dlpack"))]
pub unsafe trait Interop: Backend {
    /// The stream in which this device's work is queued; `None` where there are no streams.
    ///
    /// It is valid as long as the device or any of its vectors. Other code may queue work there, but mustn't destroy it, nor capture
    /// it for a graph. Such work is in order with the calls on this device, but what other [streams](Backend::stream) of it do with the
    /// vectors is only ordered by [`raw_stream_waits`](Interop::raw_stream_waits).
    #[doc(alias("cuda_stream", "cu_stream", "get", "native_handle", "__cuda_stream__"))]
    fn raw_stream(&self) -> Option<RawStream>;

    /// Whether `bytes` bytes at `address` can be memory of this device, as far as the device can tell.
    ///
    /// # Errors
    ///
    /// The [fault](MemoryFault). Or whatever the device reports.
    fn check_raw(&self, address: *const u8, bytes: usize) -> Result<(), RawRefusal> {
        let _ = (address, bytes);
        Ok(())
    }

    /// Takes memory over, as memory of this device.
    ///
    /// # Safety
    ///
    /// It is memory of this device. Work that was queued on it before is done, or comes before what this device's stream does next.
    unsafe fn adopt_raw(&self, memory: RawMemory) -> Self::Memory;

    /// The same memory, with a stream that other code has made in the place of this device's own: calls are queued there, between that
    /// code's work. It loads the programs that it runs anew, so it is made once, and not for each call.
    ///
    /// `owner` is dropped when neither the device that is returned nor any of its vectors and events is left, on errors at once.
    ///
    /// # Errors
    ///
    /// [`Device`](ErrorKind::Device) if the stream is of another context than the device's primary one, is being captured for a graph, or
    /// is `CU_STREAM_PER_THREAD`, another stream in each thread; or there are no streams.
    ///
    /// # Safety
    ///
    /// The stream is one of this device's, and isn't destroyed until `owner` is dropped. Until then it isn't captured for a graph, either.
    unsafe fn on_raw_stream(&self, stream: RawStream, owner: impl Send + Sync + 'static) -> Result<Self>;

    /// Makes work that is queued here from now on wait for what is queued on a stream of other code.
    ///
    /// # Errors
    ///
    /// [`Device`](ErrorKind::Device) if the stream is being captured for a graph, of another context than the device's primary one, or
    /// `CU_STREAM_PER_THREAD`.
    ///
    /// # Safety
    ///
    /// The stream is valid. A null stream is the default one of this device's primary context.
    #[doc(alias("join", "wait_stream", "cuStreamWaitEvent"))]
    unsafe fn wait_for_raw_stream(&self, stream: RawStream) -> Result<()>;

    /// Makes what is queued on a stream of other code from now on wait for what is queued here, and for what other streams of this
    /// device have done with vectors of this one.
    ///
    /// # Safety
    ///
    /// That of [`wait_for_raw_stream`](Interop::wait_for_raw_stream).
    unsafe fn raw_stream_waits(&self, stream: RawStream) -> Result<()>;

    /// Makes what is queued on a stream of other code from now on wait for an event, such as the one that
    /// [`from_raw_parts`](crate::DeviceVec::from_raw_parts) hands to the owner of the memory.
    ///
    /// # Safety
    ///
    /// That of [`wait_for_raw_stream`](Interop::wait_for_raw_stream).
    unsafe fn raw_stream_waits_for(&self, stream: RawStream, event: &Event) -> Result<()>;

    /// Makes work that is queued here from now on wait for an event of other code.
    ///
    /// # Errors
    ///
    /// [`Device`](ErrorKind::Device) if the event was recorded in a stream that was being captured for a graph.
    ///
    /// # Safety
    ///
    /// The event is one of CUDA's that is valid, of any GPU, and not recorded meanwhile.
    unsafe fn wait_for_raw_event(&self, event: RawEvent) -> Result<()>;

    /// Records an event of other code behind what is queued here, and behind what other streams of this device have done with vectors of
    /// this one.
    ///
    /// # Safety
    ///
    /// The event is valid, and of this device's primary context.
    #[doc(alias("signal", "cuEventRecord"))]
    unsafe fn record_raw_event(&self, event: RawEvent) -> Result<()>;
}

/// The reason why an address is refused: a fault of the memory, or an error of the device that was asked.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RawRefusal {
    /// The memory can't be used.
    #[error(transparent)]
    Fault(#[from] MemoryFault),
    /// The device failed to say.
    #[error(transparent)]
    Device(#[from] crate::Error),
}

/// Checks that `len` elements can lie at an address in a device's memory.
pub(crate) fn check<T, B: Interop>(what: &'static str, device: &B, data: *const T, len: usize) -> Result<()> {
    let bytes = len.checked_mul(size_of::<T>()).filter(|bytes| *bytes <= isize::MAX as usize);
    let bytes = bytes.filter(|bytes| data.addr().checked_add(*bytes).is_some());
    let checked = match bytes {
        None => Err(MemoryFault::TooLong { len }.into()),
        Some(_) if !data.is_aligned() => Err(MemoryFault::Misaligned { align: align_of::<T>() }.into()),
        Some(0) => Ok(()),
        Some(_) if data.is_null() => Err(MemoryFault::Null.into()),
        Some(bytes) => device.check_raw(data.cast(), bytes),
    };
    checked.map_err(|refusal| match refusal {
        RawRefusal::Fault(fault) => refused(what, device, data, fault).into(),
        RawRefusal::Device(error) => error,
    })
}

/// The error of memory that can't be used.
pub(crate) fn refused<T>(what: &'static str, device: &impl Backend, data: *const T, fault: MemoryFault) -> ErrorKind {
    ErrorKind::InvalidMemory { what, address: data.addr(), device: device.id(), fault }
}
