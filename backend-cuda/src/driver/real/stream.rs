//! A stream on a GPU: allocations, copies, launches in one order.
#![allow(unsafe_code)]

use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use cudarc::driver::sys::{self, CUresult};

use super::calls::check;
use super::context::Context;
use super::event::Event;
use super::free_list::{FreeList, Size};
use super::module::Module;
use super::records::{Record, Records};
use super::staging::{self, PIECE, PIECES, Staging};
use crate::driver::DriverError;

/// A stream on a GPU.
pub(in crate::driver) struct Stream {
    context: Arc<Context>,
    handle: sys::CUstream,
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
    pub(in crate::driver) fn new(index: u32) -> Result<Self, DriverError> {
        let context = Context::of(index)?;
        context.bind()?;
        let mut handle = ptr::null_mut();
        let flags = sys::CUstream_flags::CU_STREAM_NON_BLOCKING as u32;
        // SAFETY: the context is bound; one handle is written.
        check("cuStreamCreate", unsafe { cu!(cuStreamCreate(&mut handle, flags)) })?;
        let keeps = std::env::var_os("ONRUSH_KEEP").is_none_or(|keep| keep != "0");
        let kept = keeps.then(|| context.keeps(FreeList::new(handle)));
        let (staging, records) = (Mutex::new(None), OnceLock::new());
        Ok(Stream { context, handle, staging, queued: 0.into(), done: 0.into(), kept, records })
    }

    pub(in crate::driver) fn name(&self) -> &str {
        &self.context.name
    }
    pub(in crate::driver) fn arch(&self) -> &str {
        &self.context.arch
    }
    pub(in crate::driver) fn cache_bytes(&self) -> usize {
        self.context.cache_bytes
    }

    pub(in crate::driver) fn multiprocessors(&self) -> u32 {
        self.context.multiprocessors
    }

    pub(in crate::driver) fn load(&self, code: &[u8]) -> Result<Module, DriverError> {
        self.context.bind()?;
        self.again_with_room(|| Module::new(self.context.clone(), code, || self.records().cloned()))
    }

    /// Allocates `bytes` (> 0) bytes in the stream's order.
    pub(in crate::driver) fn allocate(&self, bytes: usize) -> Result<u64, DriverError> {
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

    /// Calls `make`, which needs memory, and calls it again if memory is short: freed memory may still be in use by
    /// queued work of any stream, or held by the pool in pieces of other sizes. The context must be bound.
    fn again_with_room<T>(&self, make: impl Fn() -> Result<T, DriverError>) -> Result<T, DriverError> {
        match make() {
            Err(DriverError::OutOfMemory { .. }) => {
                self.context.give_back_kept();
                self.context.finish()?;
                self.context.trim()?;
                make()
            }
            result => result,
        }
    }

    fn try_allocate(&self, bytes: usize) -> Result<u64, DriverError> {
        let mut address = 0;
        // SAFETY: pool and stream are alive and of one device; one address is written.
        match unsafe { cu!(cuMemAllocFromPoolAsync(&mut address, bytes, self.context.pool, self.handle)) } {
            CUresult::CUDA_ERROR_OUT_OF_MEMORY => Err(DriverError::OutOfMemory { bytes }),
            result => self.count(check("cuMemAllocFromPoolAsync", result)).map(|()| address),
        }
    }

    /// Frees memory once all queued work is done. A failure, as after a fault of the GPU, can't be handled.
    ///
    /// # Safety
    ///
    /// [`allocate`](Self::allocate) returned it for `bytes` bytes; all work that uses it is queued in this stream.
    pub(in crate::driver) unsafe fn free(&self, address: u64, bytes: usize) {
        let small = self.kept.as_ref().zip(Size::of(bytes));
        if small.is_none_or(|(kept, size)| !kept.put(size, address)) && self.context.bind().is_ok() {
            // SAFETY: the caller keeps the contract of this function.
            let result = unsafe { cu!(cuMemFreeAsync(address, self.handle)) };
            let _ = self.count(check("cuMemFreeAsync", result));
        }
    }

    /// Frees the memory that is kept for the next allocations.
    pub(in crate::driver) fn give_back_kept(&self) {
        if let Some(kept) = self.kept.as_ref().filter(|_| self.context.bind().is_ok()) {
            kept.give_back();
        }
    }

    pub(in crate::driver) fn pinned(&self, bytes: usize) -> Result<*mut u8, DriverError> {
        self.context.bind()?;
        staging::pinned(bytes)
    }

    /// Frees pinned memory, after all queued work.
    ///
    /// # Safety
    ///
    /// [`pinned`](Self::pinned) returned it; all work that uses it is queued in this stream.
    pub(in crate::driver) unsafe fn free_pinned(&self, address: *mut u8) {
        if self.context.bind().is_ok() && self.wait().is_ok() {
            // SAFETY: the caller's contract; the stream is done.
            unsafe { staging::free_pinned(address) };
        }
    }

    /// Queues a copy from the host, whose bytes may change once this has returned.
    ///
    /// # Safety
    ///
    /// The contract is that of [`Driver::upload`](crate::driver::Driver::upload).
    pub(in crate::driver) unsafe fn upload(&self, from: *const u8, to: u64, bytes: usize) -> Result<(), DriverError> {
        self.context.bind()?;
        let mut staging = self.staging()?;
        let Some(staging) = &mut *staging else { return Ok(()) };
        for at in (0..bytes).step_by(PIECE) {
            let part = PIECE.min(bytes - at);
            let (piece, memory) = staging.piece()?;
            // SAFETY: `at + part <= bytes`, so the caller's contract covers both ranges; the piece has room for `part`
            // bytes and the GPU is done with it. The ring doesn't hand it out again until its event has passed.
            let result = unsafe {
                from.add(at).copy_to_nonoverlapping(memory, part);
                cu!(cuMemcpyHtoDAsync_v2(to + at as u64, memory.cast(), part, self.handle))
            };
            self.count(check("cuMemcpyHtoDAsync", result))?;
            staging.queued(piece, self.handle)?;
        }
        Ok(())
    }

    /// Copies to the host, after all queued work; the copy is complete on return.
    ///
    /// # Safety
    ///
    /// The contract is that of [`Driver::download`](crate::driver::Driver::download).
    pub(in crate::driver) unsafe fn download(&self, from: u64, to: *mut u8, bytes: usize) -> Result<(), DriverError> {
        self.context.bind()?;
        let mut staging = self.staging()?;
        let Some(staging) = &mut *staging else { return Ok(()) };
        // All pieces are under way but the one that is being emptied.
        let mut under_way = std::collections::VecDeque::with_capacity(PIECES);
        let mut at = 0;
        while at < bytes || !under_way.is_empty() {
            if at < bytes && under_way.len() < PIECES - 1 {
                let part = PIECE.min(bytes - at);
                let (piece, memory) = staging.piece()?;
                // SAFETY: `at + part <= bytes`; the piece has room, and is read below, after its event, at the latest
                // before the ring comes to it again.
                let result = unsafe { cu!(cuMemcpyDtoHAsync_v2(memory.cast(), from + at as u64, part, self.handle)) };
                self.count(check("cuMemcpyDtoHAsync", result))?;
                staging.queued(piece, self.handle)?;
                under_way.push_back((piece, memory, at, part));
                at += part;
            } else if let Some((piece, memory, start, part)) = under_way.pop_front() {
                staging.wait(piece)?;
                // SAFETY: the copy into the piece is done; `start + part <= bytes`.
                unsafe { memory.copy_to_nonoverlapping(to.add(start), part) };
            }
        }
        Ok(())
    }

    /// # Safety
    ///
    /// The contract is that of [`Driver::copy`](crate::driver::Driver::copy).
    pub(in crate::driver) unsafe fn copy(&self, from: u64, to: u64, bytes: usize) -> Result<(), DriverError> {
        self.context.bind()?;
        // Either may be pinned memory of the host: the driver knows by the address.
        // SAFETY: the caller keeps the contract of this function.
        self.count(check("cuMemcpyAsync", unsafe { cu!(cuMemcpyAsync(to, from, bytes, self.handle)) }))
    }

    /// # Safety
    ///
    /// The contract is that of [`Driver::zero`](crate::driver::Driver::zero).
    pub(in crate::driver) unsafe fn zero(&self, to: u64, bytes: usize) -> Result<(), DriverError> {
        self.context.bind()?;
        // SAFETY: the caller keeps the contract of this function.
        self.count(check("cuMemsetD8Async", unsafe { cu!(cuMemsetD8Async(to, 0, bytes, self.handle)) }))
    }

    /// # Safety
    ///
    /// The contract is that of [`Driver::launch`](crate::driver::Driver::launch).
    pub(in crate::driver) unsafe fn launch(
        &self,
        module: &Module,
        blocks: u32,
        threads: u32,
        params: &[u8],
    ) -> Result<(), DriverError> {
        self.context.bind()?;
        // SAFETY: the caller keeps the contract of this function.
        let result = unsafe { module.launch(self.handle, blocks, threads, params) };
        self.count(result)
    }

    /// The point behind all queued work.
    pub(in crate::driver) fn mark(&self) -> Result<Event, DriverError> {
        let event = Event::new(self.context.clone())?;
        event.record(self.handle)?;
        Ok(event)
    }

    /// Makes work that is queued from now on wait for a point in another stream of this GPU.
    pub(in crate::driver) fn wait_for(&self, event: &Event) -> Result<(), DriverError> {
        self.context.bind()?;
        self.count(event.precede(self.handle))
    }

    /// Waits for all queued work.
    pub(in crate::driver) fn finish(&self) -> Result<(), DriverError> {
        self.context.bind()?;
        self.wait()
    }

    /// A record for the call of this number, unless all are taken.
    pub(in crate::driver) fn record(&self, call: u64) -> Result<Option<Record>, DriverError> {
        self.records().map(|records| records.get(call))
    }

    /// The stream's records, which are made for the first use.
    fn records(&self) -> Result<&Arc<Records>, DriverError> {
        if let Some(records) = self.records.get() {
            return Ok(records);
        }
        self.context.bind()?;
        // If two threads make records, those of one are dropped again.
        let records = Arc::new(Records::new(&self.context)?);
        Ok(self.records.get_or_init(|| records))
    }

    /// Counts a call that has queued work, or may have queued some though it failed. It is counted after the call,
    /// since a wait that another thread began before doesn't cover the work.
    fn count(&self, result: Result<(), DriverError>) -> Result<(), DriverError> {
        self.queued.fetch_add(1, Ordering::Release);
        result
    }

    fn wait(&self) -> Result<(), DriverError> {
        let queued = self.queued.load(Ordering::Acquire);
        if self.done.load(Ordering::Acquire) == queued {
            return Ok(());
        }
        // SAFETY: the stream is alive.
        check("cuStreamSynchronize", unsafe { cu!(cuStreamSynchronize(self.handle)) })?;
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

impl Drop for Stream {
    fn drop(&mut self) {
        // Buffers hold their driver, so all of them are dropped. A failure can't be handled.
        if self.context.bind().is_err() {
            return;
        }
        self.give_back_kept();
        let _ = self.wait();
        *self.staging.get_mut().unwrap_or_else(PoisonError::into_inner) = None;
        // SAFETY: `new` has made the stream, and it is destroyed once.
        let _ = unsafe { cu!(cuStreamDestroy_v2(self.handle)) };
    }
}
