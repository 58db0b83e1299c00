//! A stream on a GPU: allocations, copies, launches in one order.
#![allow(unsafe_code)]

use std::any::Any;
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use onrush_core::lower::Site;

use super::api::{self, CuStream};
use super::context::Context;
use super::event::Event;
use super::free_list::{FreeList, Size};
use super::graph::Graph;
use super::interop;
use super::module::Module;
use super::repeated::{self, Repeated};
use super::staging::{self, Pinned, Staging};
use super::transfer;
use crate::driver::machine::{self, Facts, MachineGraph, MachineLoop, MachineProgram, Place, Point};
use crate::driver::recording::Work;
use crate::driver::records::{CallRecord, Records};
use crate::driver::{DriverError, LoadedKernel};
use crate::jit::{self, Cache};

/// A stream on a GPU.
pub(in crate::driver) struct Stream {
    context: Arc<Context>,
    handle: CuStream,
    /// The owner of the stream, if other code has made it.
    owner: Option<Box<dyn Any + Send + Sync>>,
    /// Whether other code may queue work here, which isn't counted: it has made the stream, or was given its handle.
    shared: AtomicBool,
    /// The staging memory, made for the first copy.
    staging: Mutex<Option<Staging>>,
    /// The number of calls that have queued work, and the number of those that are known to be done: a second wait for
    /// the same work returns at once.
    queued: AtomicU64,
    done: AtomicU64,
    /// Small freed memory that is kept; `None` if the driver gets all of it.
    kept: Option<Arc<FreeList>>,
    /// The records of failures, made when the first program that can fail is loaded.
    records: OnceLock<Arc<Records>>,
}

// SAFETY: the driver's functions may be called from every thread with the same handles.
unsafe impl Send for Stream {}
// SAFETY: the driver's functions may be called from several threads at once with the same handles.
unsafe impl Sync for Stream {}

impl Stream {
    /// A new stream on the GPU of this number.
    pub(in crate::driver) fn new(index: u32) -> Result<Self, DriverError> {
        Self::in_context(Context::of(index)?)
    }

    fn in_context(context: Arc<Context>) -> Result<Self, DriverError> {
        context.bind()?;
        let mut handle = ptr::null_mut();
        let flags = api::STREAM_NON_BLOCKING;
        // SAFETY: the context is bound; one handle is written.
        context.check("cuStreamCreate", unsafe { cu!(context.api, cuStreamCreate(&mut handle, flags)) })?;
        Ok(Self::with(context, handle, None))
    }

    /// The stream of this handle, which is destroyed with it unless it has an owner.
    pub(super) fn with(context: Arc<Context>, handle: CuStream, owner: Option<Box<dyn Any + Send + Sync>>) -> Self {
        let keeps = onrush_core::variables::choice("ONRUSH_KEEP", [("0", false), ("1", true)]);
        let kept = keeps.then(|| context.keeps(FreeList::new(context.api, handle)));
        let (staging, records) = (Mutex::new(None), OnceLock::new());
        let shared = owner.is_some().into();
        Stream { context, handle, owner, shared, staging, queued: 0.into(), done: 0.into(), kept, records }
    }

    pub(super) fn context(&self) -> &Arc<Context> {
        &self.context
    }

    pub(super) fn handle(&self) -> CuStream {
        self.handle
    }

    /// Loads machine code.
    fn load_code(self: &Arc<Self>, code: &[u8]) -> Result<Box<dyn MachineProgram>, DriverError> {
        self.context.bind()?;
        let module = self.again_with_room(|| Module::new(self, code))?;
        Ok(Box::new(module))
    }

    /// Calls `make`, which needs memory, and calls it again if memory is short: freed memory may still be in use by
    /// queued work of any stream, or held by the pool in pieces of other sizes. The context must be bound.
    fn again_with_room<T>(&self, make: impl Fn() -> Result<T, DriverError>) -> Result<T, DriverError> {
        match make() {
            Err(DriverError::OutOfMemory { .. }) => {
                self.context.release_memory()?;
                make()
            }
            result => result,
        }
    }

    fn try_allocate(&self, bytes: usize) -> Result<u64, DriverError> {
        let mut address = 0;
        // SAFETY: pool and stream are alive and of one device; one address is written.
        match unsafe {
            cu!(self.context.api, cuMemAllocFromPoolAsync(&mut address, bytes, self.context.pool, self.handle))
        } {
            api::OUT_OF_MEMORY => Err(DriverError::OutOfMemory { bytes }),
            result => self.count(self.context.check("cuMemAllocFromPoolAsync", result)).map(|()| address),
        }
    }

    /// The stream's records, which are made for the first use.
    pub(super) fn records(&self) -> Result<&Arc<Records>, DriverError> {
        if let Some(records) = self.records.get() {
            return Ok(records);
        }
        self.context.bind()?;
        // If two threads make records at once, those of the slower one are dropped.
        let memory = Pinned::new(&self.context, Records::BYTES)?;
        // SAFETY: the memory has this size, is aligned to pages, and is the records' alone. The stream, its programs
        // and its calls hold the records, so all work that uses them is done when they are dropped.
        let records = unsafe { Records::new(memory.address, memory) };
        Ok(self.records.get_or_init(|| Arc::new(records)))
    }

    /// Counts a call that has queued work, or may have queued some though it failed. It is counted after the call,
    /// since a wait that another thread began before doesn't cover the work.
    pub(super) fn count(&self, result: Result<(), DriverError>) -> Result<(), DriverError> {
        self.queued.fetch_add(1, Ordering::Release);
        result
    }

    fn wait(&self) -> Result<(), DriverError> {
        let queued = self.queued.load(Ordering::Acquire);
        if !self.shared.load(Ordering::Acquire) && self.done.load(Ordering::Acquire) == queued {
            return Ok(());
        }
        // SAFETY: the stream is alive.
        let result = unsafe { cu!(self.context.api, cuStreamSynchronize(self.handle)) };
        self.context.check("cuStreamSynchronize", result)?;
        self.done.fetch_max(queued, Ordering::AcqRel);
        Ok(())
    }

    /// The staging memory, which is made for the first use. The context must be bound.
    fn staging(&self) -> Result<MutexGuard<'_, Option<Staging>>, DriverError> {
        let mut staging = self.staging.lock().unwrap_or_else(PoisonError::into_inner);
        if staging.is_none() {
            *staging = Some(Staging::new(&self.context)?);
        }
        Ok(staging)
    }
}

// SAFETY: the driver's functions keep the contract: allocations are those of a pool, or were freed in this stream
// before, or are pinned; work is queued in the stream, in order; events and waits are the driver's.
unsafe impl machine::Stream for Stream {
    fn facts(&self) -> Facts {
        let Context { name, arch, multiprocessors, cache_bytes, .. } = &*self.context;
        let (name, arch) = (name.clone(), Some(arch.clone()));
        Facts { name, arch, multiprocessors: *multiprocessors, cache_bytes: *cache_bytes, watched: false }
    }

    fn gpu(&self) -> Option<u32> {
        Some(self.context.index)
    }

    fn open_to(&self, gpu: u32) -> Result<bool, DriverError> {
        self.context.open_to(gpu)
    }

    fn another(&self) -> Result<Arc<dyn machine::Stream>, DriverError> {
        Ok(Arc::new(Self::in_context(self.context.clone())?))
    }

    unsafe fn load(
        self: Arc<Self>,
        source: &str,
        sites: &[Site],
        _: bool,
    ) -> Result<Box<dyn MachineProgram>, DriverError> {
        let (arch, cache) = (&self.context.arch, Cache::of_user());
        // The driver may refuse code of the cache, as an old one does if a newer NVRTC has made it.
        if let Some(program) = jit::find(source, arch, &cache).and_then(|code| self.load_code(&code).ok()) {
            return Ok(program);
        }
        let code =
            jit::make_for_call(source, sites, arch, &cache).map_err(|e| DriverError::Program(e.with_sites(sites)))?;
        self.load_code(&code)
    }

    fn record(&self, call: u64) -> Result<Option<CallRecord>, DriverError> {
        self.records().map(|records| records.get(call))
    }

    fn allocate(&self, bytes: usize) -> Result<u64, DriverError> {
        let small = self.kept.as_ref().zip(Size::of(bytes));
        if let Some(address) = small.and_then(|(kept, size)| kept.take(size)) {
            return Ok(address);
        }
        self.context.bind()?;
        let room = small.map_or(bytes, |(_, size)| size.bytes);
        self.again_with_room(|| self.try_allocate(room)).map_err(|error| match error {
            DriverError::OutOfMemory { .. } => DriverError::OutOfMemory { bytes },
            error => error,
        })
    }

    unsafe fn free(&self, address: u64, bytes: usize) {
        let small = self.kept.as_ref().zip(Size::of(bytes));
        if small.is_none_or(|(kept, size)| !kept.put(size, address)) && self.context.bind().is_ok() {
            // SAFETY: the caller keeps the contract of this function.
            let result = unsafe { cu!(self.context.api, cuMemFreeAsync(address, self.handle)) };
            let _ = self.count(self.context.check("cuMemFreeAsync", result));
        }
    }

    fn release_memory(&self) -> Result<(), DriverError> {
        self.context.bind()?;
        self.context.release_memory()
    }

    fn give_back_kept(&self) {
        if let Some(kept) = self.kept.as_ref().filter(|_| self.context.bind().is_ok()) {
            kept.give_back();
        }
    }

    fn pinned(&self, bytes: usize) -> Result<*mut u8, DriverError> {
        self.context.bind()?;
        staging::pinned(&self.context, bytes)
    }

    unsafe fn free_pinned(&self, address: *mut u8, _bytes: usize) {
        if self.context.bind().is_ok() && self.wait().is_ok() {
            // SAFETY: the caller's contract; the stream is done.
            unsafe { staging::free_pinned(&self.context, address) };
        }
    }

    unsafe fn free_unused_pinned(&self, address: *mut u8, _bytes: usize) {
        if self.context.bind().is_ok() {
            // SAFETY: the caller's contract.
            unsafe { staging::free_pinned(&self.context, address) };
        }
    }

    unsafe fn upload(&self, from: *const u8, to: u64, bytes: usize) -> Result<(), DriverError> {
        self.context.bind()?;
        let mut staging = self.staging()?;
        let Some(staging) = &mut *staging else { return Ok(()) };
        // SAFETY: the caller keeps the contract of this function; the ring is this stream's.
        unsafe { transfer::upload(self, staging.ring(&self.context, bytes), from, to, bytes) }
    }

    unsafe fn download(&self, from: u64, to: *mut u8, bytes: usize) -> Result<(), DriverError> {
        self.context.bind()?;
        let mut staging = self.staging()?;
        let Some(staging) = &mut *staging else { return Ok(()) };
        // SAFETY: the caller keeps the contract of this function; the ring is this stream's.
        unsafe { transfer::download(self, staging.ring(&self.context, bytes), from, to, bytes) }
    }

    unsafe fn copy(&self, from: u64, to: u64, bytes: usize) -> Result<(), DriverError> {
        self.context.bind()?;
        // Either address may be that of pinned memory of the host, which the driver recognises.
        // SAFETY: the caller keeps the contract of this function.
        self.count(
            self.context
                .check("cuMemcpyAsync", unsafe { cu!(self.context.api, cuMemcpyAsync(to, from, bytes, self.handle)) }),
        )
    }

    unsafe fn zero(&self, to: u64, bytes: usize) -> Result<(), DriverError> {
        self.context.bind()?;
        // SAFETY: the caller keeps the contract of this function.
        self.count(
            self.context
                .check("cuMemsetD8Async", unsafe { cu!(self.context.api, cuMemsetD8Async(to, 0, bytes, self.handle)) }),
        )
    }

    fn mark(&self) -> Result<Point, DriverError> {
        let event = Event::new(self.context.clone())?;
        event.record(self.handle)?;
        Ok(Point::new(event))
    }

    fn timed_mark(&self) -> Result<Point, DriverError> {
        let event = Event::timed(self.context.clone())?;
        event.record(self.handle)?;
        Ok(Point::new(event))
    }

    fn wait_until(&self, point: &Point) -> Result<(), DriverError> {
        self.context.bind()?;
        point.of::<Event>()?.wait()
    }

    fn time_between(&self, from: &Point, to: &Point) -> Result<Duration, DriverError> {
        to.of::<Event>()?.time_since(from.of()?)
    }

    fn wait_for(&self, point: &Point) -> Result<(), DriverError> {
        let event: &Event = point.of()?;
        self.context.bind()?;
        self.count(event.precede(self.handle))
    }

    fn has_passed(&self, point: &Point) -> Result<bool, DriverError> {
        point.of::<Event>()?.has_passed()
    }

    fn graph(self: Arc<Self>, work: &[Work]) -> Result<Option<Box<dyn MachineGraph>>, DriverError> {
        Ok(Graph::new(self, work)?.map(|graph| Box::new(graph) as _))
    }

    fn loop_text(&self) -> Option<&'static str> {
        self.context.api.loops.as_ref().map(|_| repeated::TEXT)
    }

    unsafe fn repeated(
        self: Arc<Self>,
        work: &[Work],
        program: Arc<LoadedKernel>,
        room: u64,
    ) -> Result<Option<Box<dyn MachineLoop>>, DriverError> {
        Ok(Repeated::new(self, work, program, room)?.map(|repeated| Box::new(repeated) as _))
    }

    fn finish(&self) -> Result<(), DriverError> {
        self.context.bind()?;
        self.wait()
    }

    fn handle(&self) -> *mut c_void {
        self.shared.store(true, Ordering::Release);
        self.handle.cast()
    }

    unsafe fn on(
        &self,
        handle: *mut c_void,
        owner: Box<dyn Any + Send + Sync>,
    ) -> Result<Arc<dyn machine::Stream>, DriverError> {
        // SAFETY: the caller's contract.
        unsafe {
            interop::check_order(&self.context, handle.cast())?;
            interop::check_context(&self.context, handle.cast())?;
        }
        Ok(Arc::new(Self::with(self.context.clone(), handle.cast(), Some(owner))))
    }

    fn place(&self, address: u64, _bytes: usize) -> Result<Place, DriverError> {
        interop::place(&self.context, address)
    }

    unsafe fn wait_for_handle(&self, stream: *mut c_void) -> Result<(), DriverError> {
        // SAFETY: the caller's contract.
        unsafe { interop::check_order(&self.context, stream.cast())? };
        let event = Event::new(self.context.clone())?;
        event.record(stream.cast())?;
        self.count(event.precede(self.handle))
    }

    unsafe fn precede_handle(&self, point: &Point, stream: *mut c_void) -> Result<(), DriverError> {
        let event: &Event = point.of()?;
        // SAFETY: the caller's contract.
        unsafe { interop::check_order(&self.context, stream.cast())? };
        event.precede(stream.cast())
    }

    unsafe fn record_handle(&self, event: *mut c_void) -> Result<(), DriverError> {
        self.context.bind()?;
        // SAFETY: the caller's contract.
        unsafe { interop::record(&self.context, event.cast(), self.handle) }
    }

    unsafe fn wait_for_event_handle(&self, event: *mut c_void) -> Result<(), DriverError> {
        self.context.bind()?;
        // SAFETY: the caller's contract.
        self.count(unsafe { interop::wait_for_theirs(&self.context, self.handle, event.cast()) })
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // Buffers hold their driver, so all of them have been dropped. A failure can't be handled here.
        if self.context.bind().is_err() {
            return;
        }
        machine::Stream::give_back_kept(self);
        let _ = self.wait();
        *self.staging.get_mut().unwrap_or_else(PoisonError::into_inner) = None;
        if self.owner.is_some() {
            return;
        }
        // SAFETY: `new` has made the stream, and it is destroyed once.
        let _ = unsafe { cu!(self.context.api, cuStreamDestroy_v2(self.handle)) };
    }
}
