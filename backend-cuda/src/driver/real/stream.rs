//! A stream on a GPU: allocations, copies, launches in one order.
#![allow(unsafe_code)]

use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use cudarc::driver::sys::{self, CUresult};

use super::calls::check;
use super::context::Context;
use super::event::Event;
use super::kept::{Kept, Size};
use super::module::Module;
use super::records::{Record, Records};
use super::staging::{self, PIECE, PIECES, Staging};
use crate::driver::DriverError;

/// A stream.
pub(in crate::driver) struct Stream {
    context: Arc<Context>,
    handle: sys::CUstream,
    /// Made when something is copied.
    staging: Mutex<Option<Staging>>,
    /// How often something was queued, and how much of that is known to be done: who has waited needn't wait again.
    queued: AtomicU64,
    done: AtomicU64,
    /// Small memory that was given back; none where all goes back to the driver.
    kept: Option<Arc<Kept>>,
    /// Made when something is loaded that can fail.
    records: OnceLock<Arc<Records>>,
}

// SAFETY: the driver's functions may be called from every thread with the same handles.
unsafe impl Send for Stream {}
// SAFETY: as above.
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
        let kept = keeps.then(|| context.keeps(Kept::new(handle)));
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

    /// Does something that needs memory, if need be twice: what was freed may still be in use by queued work, of any
    /// stream, or held by the pool in pieces of other sizes. The context must be bound.
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

    /// Gives memory back once what is queued is done. A failure, as after a fault of the GPU, leaves nothing to do.
    ///
    /// # Safety
    ///
    /// [`allocate`](Self::allocate) returned it for as many bytes; what uses it is queued in this stream.
    pub(in crate::driver) unsafe fn free(&self, address: u64, bytes: usize) {
        let small = self.kept.as_ref().zip(Size::of(bytes));
        if small.is_none_or(|(kept, size)| !kept.put(size, address)) && self.context.bind().is_ok() {
            // SAFETY: handed on to the caller.
            let result = unsafe { cu!(cuMemFreeAsync(address, self.handle)) };
            let _ = self.count(check("cuMemFreeAsync", result));
        }
    }

    /// Gives back what is kept for the next allocations.
    pub(in crate::driver) fn give_back_kept(&self) {
        if let Some(kept) = self.kept.as_ref().filter(|_| self.context.bind().is_ok()) {
            kept.give_back();
        }
    }

    pub(in crate::driver) fn pinned(&self, bytes: usize) -> Result<*mut u8, DriverError> {
        self.context.bind()?;
        staging::pinned(bytes)
    }

    /// Gives pinned memory back, after all that is queued.
    ///
    /// # Safety
    ///
    /// [`pinned`](Self::pinned) returned it; what uses it is queued in this stream.
    pub(in crate::driver) unsafe fn free_pinned(&self, address: *mut u8) {
        if self.context.bind().is_ok() && self.wait().is_ok() {
            // SAFETY: handed on to the caller; the stream is done.
            unsafe { staging::free_pinned(address) };
        }
    }

    /// Queues a copy from the host, whose bytes may be changed on return.
    ///
    /// # Safety
    ///
    /// As for [`Driver::upload`](crate::driver::Driver::upload).
    pub(in crate::driver) unsafe fn upload(&self, from: *const u8, to: u64, bytes: usize) -> Result<(), DriverError> {
        self.context.bind()?;
        let mut staging = self.staging()?;
        let Some(staging) = &mut *staging else { return Ok(()) };
        for at in (0..bytes).step_by(PIECE) {
            let part = PIECE.min(bytes - at);
            let (piece, memory) = staging.piece()?;
            // SAFETY: `at + part <= bytes`, so both ranges lie inside of what the caller vouches for; the piece has room
            // for `part` bytes and the GPU is done with it. Until its event has passed, no one else gets it.
            let result = unsafe {
                from.add(at).copy_to_nonoverlapping(memory, part);
                cu!(cuMemcpyHtoDAsync_v2(to + at as u64, memory.cast(), part, self.handle))
            };
            self.count(check("cuMemcpyHtoDAsync", result))?;
            staging.queued(piece, self.handle)?;
        }
        Ok(())
    }

    /// Copies to the host, after all that is queued; the bytes are there on return.
    ///
    /// # Safety
    ///
    /// As for [`Driver::download`](crate::driver::Driver::download).
    pub(in crate::driver) unsafe fn download(&self, from: u64, to: *mut u8, bytes: usize) -> Result<(), DriverError> {
        self.context.bind()?;
        let mut staging = self.staging()?;
        let Some(staging) = &mut *staging else { return Ok(()) };
        // As many pieces are under way as there are, less the one that is being emptied.
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
    /// As for [`Driver::copy`](crate::driver::Driver::copy).
    pub(in crate::driver) unsafe fn copy(&self, from: u64, to: u64, bytes: usize) -> Result<(), DriverError> {
        self.context.bind()?;
        // Either may be pinned memory of the host: this call tells by the address.
        // SAFETY: handed on to the caller.
        self.count(check("cuMemcpyAsync", unsafe { cu!(cuMemcpyAsync(to, from, bytes, self.handle)) }))
    }

    /// # Safety
    ///
    /// As for [`Driver::zero`](crate::driver::Driver::zero).
    pub(in crate::driver) unsafe fn zero(&self, to: u64, bytes: usize) -> Result<(), DriverError> {
        self.context.bind()?;
        // SAFETY: handed on to the caller.
        self.count(check("cuMemsetD8Async", unsafe { cu!(cuMemsetD8Async(to, 0, bytes, self.handle)) }))
    }

    /// # Safety
    ///
    /// As for [`Driver::launch`](crate::driver::Driver::launch).
    pub(in crate::driver) unsafe fn launch(
        &self,
        module: &Module,
        blocks: u32,
        threads: u32,
        params: &[u8],
    ) -> Result<(), DriverError> {
        self.context.bind()?;
        // SAFETY: handed on to the caller.
        let result = unsafe { module.launch(self.handle, blocks, threads, params) };
        self.count(result)
    }

    /// The point that all queued work comes before.
    pub(in crate::driver) fn mark(&self) -> Result<Event, DriverError> {
        let event = Event::new(self.context.clone())?;
        event.record(self.handle)?;
        Ok(event)
    }

    /// Lets what is queued from now on come after a point in another stream of this GPU.
    pub(in crate::driver) fn wait_for(&self, event: &Event) -> Result<(), DriverError> {
        self.context.bind()?;
        self.count(event.precede(self.handle))
    }

    /// Waits for all that is queued.
    pub(in crate::driver) fn finish(&self) -> Result<(), DriverError> {
        self.context.bind()?;
        self.wait()
    }

    /// A record for the call of this number, unless all are taken.
    pub(in crate::driver) fn record(&self, call: u64) -> Result<Option<Record>, DriverError> {
        self.records().map(|records| records.get(call))
    }

    /// The stream's records, made now if need be.
    fn records(&self) -> Result<&Arc<Records>, DriverError> {
        if let Some(records) = self.records.get() {
            return Ok(records);
        }
        self.context.bind()?;
        // Of two threads one's are dropped again.
        let records = Arc::new(Records::new(&self.context)?);
        Ok(self.records.get_or_init(|| records))
    }

    /// Counts a call that has queued something, or may have where it failed: after it, since a wait that another thread has
    /// begun before doesn't wait for it.
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

    /// The staging memory, made now if need be. The context must be bound.
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
        // Buffers hold their driver, so all of them are gone. A failure leaves nothing to do.
        if self.context.bind().is_err() {
            return;
        }
        self.give_back_kept();
        let _ = self.wait();
        *self.staging.get_mut().unwrap_or_else(PoisonError::into_inner) = None;
        // SAFETY: made by `new`, destroyed once.
        let _ = unsafe { cu!(cuStreamDestroy_v2(self.handle)) };
    }
}
