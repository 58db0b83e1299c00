//! The seam between the driver layer and the machines below it.
//!
//! A machine is an implementation of [`Stream`] and [`MachineProgram`]: CUDA's GPUs (`cuda/`), and the emulated device
//! (`emulated/`). Another machine, such as AMD's GPUs through HIP, needs an implementation beside these, and a
//! constructor like [`Driver::gpu`](super::Driver::gpu). All that is above the seam serves every machine: the ends of
//! calls, the order between streams, memory that frees itself. A call through the seam is one indirect call.
#![allow(unsafe_code)]

use std::any::Any;
use std::ffi::c_void;
use std::sync::Arc;
use std::time::Duration;

use onrush_core::lower::Site;

use super::recording::Work;
use super::records::CallRecord;
use super::{DriverError, LoadedKernel};

/// The alignment of every allocation.
pub(super) const ALIGN: usize = 256;

/// The properties of a machine.
#[derive(Debug, Clone)]
pub(super) struct Facts {
    pub(super) name: String,
    /// The architecture that NVRTC compiles for, such as `sm_90`; `None` if the machine has a compiler of its own.
    pub(super) arch: Option<String>,
    /// The number of multiprocessors, all of which a grid should fill.
    pub(super) multiprocessors: u32,
    /// The size in bytes of the cache between the multiprocessors and memory.
    pub(super) cache_bytes: usize,
    /// Whether a function watches the programs that are loaded.
    pub(super) watched: bool,
}

/// A stream of work on a machine. Work is done in the order in which it is queued, at the latest when the stream is
/// finished.
///
/// # Safety
///
/// Memory that [`allocate`](Self::allocate) and [`pinned`](Self::pinned) return is `bytes` bytes long and aligned, and
/// isn't returned again before it is freed. Programs and copies are run in the stream's order, and access no memory but
/// what their parameters refer to. What is queued is done when [`finish`](Self::finish) returns `Ok`, when
/// [`has_passed`](Self::has_passed) says so, when [`wait_until`](Self::wait_until) returns `Ok`, and before work that [waits for it](Self::wait_for).
pub(super) unsafe trait Stream: Send + Sync {
    /// The properties of the machine.
    fn facts(&self) -> Facts;

    /// The number of the GPU; `None` if the machine's memory is the host's.
    fn gpu(&self) -> Option<u32> {
        None
    }

    /// Lets another GPU read and write this one's memory from now on; `false` if it can't.
    fn open_to(&self, _gpu: u32) -> Result<bool, DriverError> {
        Ok(false)
    }

    /// A new stream on the same machine.
    fn another(&self) -> Result<Arc<dyn Stream>, DriverError>;

    /// Makes a program from its text, which is compiled now or found in the cache, for launches in this stream. `sites`
    /// are the places in operations that can fail. If the program is `fallible`, the first word of its parameters names
    /// a [record](Self::record) of this stream, in which a kernel that fails reports the failure.
    ///
    /// # Safety
    ///
    /// The contract is that of [`Driver::load`](super::Driver::load).
    unsafe fn load(
        self: Arc<Self>,
        source: &str,
        sites: &[Site],
        fallible: bool,
    ) -> Result<Box<dyn MachineProgram>, DriverError>;

    /// A record for the call of this number, in which the first failure of its kernels is reported; `None` while all
    /// records are taken.
    fn record(&self, call: u64) -> Result<Option<CallRecord>, DriverError>;

    /// Allocates `bytes` (> 0) uninitialised bytes in the stream's order, aligned to [`ALIGN`].
    fn allocate(&self, bytes: usize) -> Result<u64, DriverError>;

    /// Frees memory once all queued work is done. A failure can't be handled.
    ///
    /// # Safety
    ///
    /// [`allocate`](Self::allocate) returned it for `bytes` bytes; all work that uses it is queued in this stream.
    unsafe fn free(&self, address: u64, bytes: usize);

    /// Returns freed memory that is kept, if any is, to the machine, after the queued work of all its streams.
    fn release_memory(&self) -> Result<(), DriverError> {
        Ok(())
    }

    /// Allocates `bytes` (> 0) uninitialised bytes of the host that kernels can write through the same address.
    fn pinned(&self, bytes: usize) -> Result<*mut u8, DriverError>;

    /// Frees pinned memory, after all queued work. A failure can't be handled.
    ///
    /// # Safety
    ///
    /// [`pinned`](Self::pinned) returned it for `bytes` bytes; all work that uses it is queued in this stream.
    unsafe fn free_pinned(&self, address: *mut u8, bytes: usize);

    /// Frees pinned memory at once. A failure can't be handled.
    ///
    /// # Safety
    ///
    /// [`pinned`](Self::pinned) returned it for `bytes` bytes; all work that uses it is done.
    unsafe fn free_unused_pinned(&self, address: *mut u8, bytes: usize);

    /// Queues a copy from the host, whose bytes may change once this has returned.
    ///
    /// # Safety
    ///
    /// The contract is that of [`Driver::upload`](super::Driver::upload), with `bytes` > 0.
    unsafe fn upload(&self, from: *const u8, to: u64, bytes: usize) -> Result<(), DriverError>;

    /// Copies to the host, after all queued work; the copy is complete on return.
    ///
    /// # Safety
    ///
    /// The contract is that of [`Driver::download`](super::Driver::download), with `bytes` > 0.
    unsafe fn download(&self, from: u64, to: *mut u8, bytes: usize) -> Result<(), DriverError>;

    /// Queues a copy within the machine, or to or from pinned memory.
    ///
    /// # Safety
    ///
    /// The contract is that of [`Driver::copy`](super::Driver::copy), with `bytes` > 0.
    unsafe fn copy(&self, from: u64, to: u64, bytes: usize) -> Result<(), DriverError>;

    /// Queues the writing of zeros.
    ///
    /// # Safety
    ///
    /// The contract is that of [`Driver::zero`](super::Driver::zero), with `bytes` > 0.
    unsafe fn zero(&self, to: u64, bytes: usize) -> Result<(), DriverError>;

    /// The point behind all queued work.
    fn mark(&self) -> Result<Point, DriverError>;

    /// Makes work that is queued from now on wait for a point in another stream of the same kind of machine.
    fn wait_for(&self, point: &Point) -> Result<(), DriverError>;

    /// The point behind all queued work, with the time at which the stream comes to it.
    fn timed_mark(&self) -> Result<Point, DriverError>;

    /// Waits on the host until all work before a point in this stream is done.
    fn wait_until(&self, point: &Point) -> Result<(), DriverError>;

    /// The time from one [timed](Self::timed_mark) point to another, both of which have passed; 0 if the second one has passed first.
    fn time_between(&self, from: &Point, to: &Point) -> Result<Duration, DriverError>;

    /// Whether all work before a point in this stream is done.
    fn has_passed(&self, point: &Point) -> Result<bool, DriverError>;

    /// Makes one piece of work of a list, which was recorded for this stream; `None` if it is to be queued piece by piece.
    fn graph(self: Arc<Self>, _work: &[Work]) -> Result<Option<Box<dyn MachineGraph>>, DriverError> {
        Ok(None)
    }

    /// The text of the program that ends this machine's loops; `None` if it has none.
    fn loop_text(&self) -> Option<&'static str> {
        None
    }

    /// Makes one piece of work that repeats a list, which was recorded for this stream, while a condition holds; `None` if the host is to
    /// ask. `program` has the machine's [text](Self::loop_text), and `room` is the address of [`LOOP_ROOM`] bytes.
    ///
    /// # Safety
    ///
    /// The room is the loop's alone, and is freed in this stream's order.
    unsafe fn repeated(
        self: Arc<Self>,
        _work: &[Work],
        _program: Arc<LoadedKernel>,
        _room: u64,
    ) -> Result<Option<Box<dyn MachineLoop>>, DriverError> {
        Ok(None)
    }

    /// Waits on the host until all queued work is done. After [`DriverError::Broken`] it is done, too.
    fn finish(&self) -> Result<(), DriverError>;

    /// Frees the memory that the stream keeps for its next allocations.
    fn give_back_kept(&self) {}

    /// The stream's handle for other code.
    fn handle(&self) -> *mut c_void;

    /// A stream of this machine that other code has made. `owner` is dropped with it.
    ///
    /// # Safety
    ///
    /// The handle is that of a stream of this machine, which isn't destroyed before `owner` is dropped.
    unsafe fn on(&self, handle: *mut c_void, owner: Box<dyn Any + Send + Sync>)
    -> Result<Arc<dyn Stream>, DriverError>;

    /// The place of memory that other code has allocated.
    fn place(&self, address: u64, bytes: usize) -> Result<Place, DriverError> {
        let _ = (address, bytes);
        Ok(Place::Anywhere)
    }

    /// Makes work that is queued from now on wait for what is queued on a stream of other code.
    ///
    /// # Safety
    ///
    /// The handle is that of a stream of this kind of machine.
    unsafe fn wait_for_handle(&self, stream: *mut c_void) -> Result<(), DriverError>;

    /// Makes what is queued on a stream of other code from now on wait for a point.
    ///
    /// # Safety
    ///
    /// The handle is that of a stream of this kind of machine.
    unsafe fn precede_handle(&self, point: &Point, stream: *mut c_void) -> Result<(), DriverError>;

    /// Records an event of other code behind all queued work.
    ///
    /// # Safety
    ///
    /// The handle is that of an event of this machine.
    unsafe fn record_handle(&self, event: *mut c_void) -> Result<(), DriverError>;

    /// Makes work that is queued from now on wait for an event of other code.
    ///
    /// # Safety
    ///
    /// The handle is that of an event of this kind of machine.
    unsafe fn wait_for_event_handle(&self, event: *mut c_void) -> Result<(), DriverError>;

    /// The requests so far, if they are counted.
    fn asked(&self) -> CallCounts {
        CallCounts::default()
    }
}

/// Recorded work as one piece, on the stream that has made it.
pub(super) trait MachineGraph: Send + Sync {
    /// Sets the parameters of the launch at a place in the list, for launches from now on. They are as long as before.
    fn set(&mut self, at: usize, params: &[u8]) -> Result<(), DriverError>;

    /// Queues the work.
    ///
    /// # Safety
    ///
    /// The contract is that of [`Driver::replay`](super::Driver::replay).
    unsafe fn launch(&mut self) -> Result<(), DriverError>;
}

/// The bytes that a loop needs.
pub(super) const LOOP_ROOM: usize = 24;

/// What is asked before each round of a loop.
#[derive(Clone, Copy)]
#[repr(C)]
pub(super) struct Condition {
    /// The address of the byte that isn't 0 while another round follows.
    pub(super) flag: u64,
    /// The largest number of rounds.
    pub(super) most: u64,
    /// The address of a word that isn't 0 once the call has failed, or 0.
    pub(super) failing: u64,
}

/// Recorded work that a machine repeats by itself.
pub(super) trait MachineLoop: MachineGraph {
    /// Sets the condition, for launches from now on.
    fn set_condition(&mut self, condition: Condition) -> Result<(), DriverError>;
}

/// A loaded program: one kernel. It holds the stream that has loaded it.
pub(super) trait MachineProgram: Any + Send + Sync {
    /// Asks whether each block may have `shared` bytes of shared memory beside those that the program asks for.
    fn allow_shared(&self, shared: u32) -> Result<(), DriverError>;

    /// Queues a grid, whose blocks have `shared` bytes of shared memory beside those that the program asks for, which are
    /// [allowed](Self::allow_shared).
    ///
    /// # Safety
    ///
    /// `params` is the program's `Params` struct, behind the word of a call if the program is fallible. The rest of the
    /// contract is that of [`Driver::launch_in`](super::Driver::launch_in).
    unsafe fn launch(&self, blocks: u32, threads: u32, shared: u32, params: &[u8]) -> Result<(), DriverError>;
}

/// The place of memory that other code has allocated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// The machine can use it, or can't tell.
    Anywhere,
    /// It is the memory of the machine with this number.
    Elsewhere(u32),
    /// The machine doesn't know it.
    Unknown,
}

/// A point in a stream, of a type that its machine knows.
pub(super) struct Point(Box<dyn Any + Send + Sync>);

impl Point {
    pub(super) fn new(point: impl Any + Send + Sync) -> Self {
        Point(Box::new(point))
    }

    /// The machine's point.
    pub(super) fn of<T: Any>(&self) -> Result<&T, DriverError> {
        self.0.downcast_ref().ok_or_else(|| DriverError::Misfit("the point is in a stream of another machine".into()))
    }
}

/// The numbers of requests to a device that would be calls of a GPU's driver, besides launches.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct CallCounts {
    /// Allocations, each of which is freed once.
    pub allocations: u64,
    /// Copies and clears of memory.
    pub copies: u64,
    /// Waits until a stream's work is done.
    pub waits: u64,
}
