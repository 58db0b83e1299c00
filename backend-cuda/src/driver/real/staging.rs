//! Pinned memory through which the host's ordinary memory is copied: the GPU's copy engine reads or writes one piece
//! while the CPU fills or empties the next one, and an upload needn't wait for work that is queued before it.
#![allow(unsafe_code)]

use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;

use cudarc::driver::sys;

use super::calls::check;
use super::context::Context;
use super::event::Event;
use crate::driver::DriverError;

/// The number of pieces.
pub(super) const PIECES: usize = 4;
/// The size of a piece: large enough for the copy engine's full speed, small enough to stay in a cache.
pub(super) const PIECE: usize = 1 << 20;

/// A ring of pinned pieces, each with an event that passes when the GPU is done with it.
pub(super) struct Staging {
    base: *mut u8,
    events: [Event; PIECES],
    next: usize,
}

// SAFETY: the ring owns its memory, which belongs to no thread.
unsafe impl Send for Staging {}

impl Staging {
    /// Makes the ring. The context must be bound.
    pub(super) fn new(context: &Arc<Context>) -> Result<Self, DriverError> {
        let event = || Event::new(context.clone());
        let events = [event()?, event()?, event()?, event()?];
        Ok(Staging { base: pinned(PIECES * PIECE)?, events, next: 0 })
    }

    /// The next piece, once the GPU is done with its contents.
    pub(super) fn piece(&mut self) -> Result<(usize, *mut u8), DriverError> {
        let piece = self.next;
        self.next = (piece + 1) % PIECES;
        self.wait(piece)?;
        // SAFETY: a piece lies inside the allocation.
        Ok((piece, unsafe { self.base.add(piece * PIECE) }))
    }

    /// Records that the GPU is done with a piece when the stream has come to this point.
    pub(super) fn queued(&mut self, piece: usize, stream: sys::CUstream) -> Result<(), DriverError> {
        self.events[piece].record(stream)
    }

    /// Waits until the GPU is done with a piece.
    pub(super) fn wait(&self, piece: usize) -> Result<(), DriverError> {
        self.events[piece].wait()
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        // SAFETY: `new` has made the memory, and it is freed once. The stream, which drops this, has bound the context
        // and waited for the work that uses it.
        unsafe { free_pinned(self.base) };
    }
}

/// Pinned memory that every GPU sees at the same address. A context must be bound.
pub(super) fn pinned(bytes: usize) -> Result<*mut u8, DriverError> {
    let mut address: *mut c_void = ptr::null_mut();
    // `CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP`
    let flags = 1 | 2;
    // SAFETY: a context is bound; one pointer is written.
    match unsafe { cu!(cuMemHostAlloc(&mut address, bytes, flags)) } {
        sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY => Err(DriverError::OutOfMemory { bytes }),
        result => check("cuMemHostAlloc", result).map(|()| address.cast()),
    }
}

/// Frees pinned memory. A failure can't be handled.
///
/// # Safety
///
/// `pinned` returned it, and nothing uses it any more.
pub(super) unsafe fn free_pinned(address: *mut u8) {
    // SAFETY: the caller keeps the contract of this function.
    let _ = unsafe { cu!(cuMemFreeHost(address.cast())) };
}
