//! Pinned memory through which a host's ordinary memory is copied: the GPU's engine reads and writes it while the CPU
//! fills or empties the next piece, and an upload needn't wait for what is queued before it.
#![allow(unsafe_code)]

use std::ffi::c_void;
use std::ptr;

use cudarc::driver::sys;

use super::calls::check;
use crate::driver::DriverError;

/// How many pieces there are.
pub(super) const PIECES: usize = 4;
/// The size of each: large enough for the copy engine's full speed, small enough to stay in a cache.
pub(super) const PIECE: usize = 1 << 20;

/// A ring of pinned pieces, each with an event that says when the GPU is done with it.
pub(super) struct Staging {
    base: *mut u8,
    events: [sys::CUevent; PIECES],
    next: usize,
}

// SAFETY: it owns its memory and events, which belong to no thread.
unsafe impl Send for Staging {}

impl Staging {
    /// The context must be bound.
    pub(super) fn new() -> Result<Self, DriverError> {
        let mut staging = Staging { base: ptr::null_mut(), events: [ptr::null_mut(); PIECES], next: 0 };
        staging.base = pinned(PIECES * PIECE)?;
        for event in &mut staging.events {
            let flags = sys::CUevent_flags::CU_EVENT_DISABLE_TIMING as u32;
            // SAFETY: a context is bound; one handle is written.
            check("cuEventCreate", unsafe { sys::cuEventCreate(event, flags) })?;
        }
        Ok(staging)
    }

    /// The next piece, after the GPU is done with what was in it.
    pub(super) fn piece(&mut self) -> Result<(usize, *mut u8), DriverError> {
        let piece = self.next;
        self.next = (piece + 1) % PIECES;
        self.wait(piece)?;
        // SAFETY: a piece lies inside of the allocation.
        Ok((piece, unsafe { self.base.add(piece * PIECE) }))
    }

    /// Notes that the GPU is done with a piece when it has come so far in the stream.
    pub(super) fn queued(&mut self, piece: usize, stream: sys::CUstream) -> Result<(), DriverError> {
        // SAFETY: event and stream are alive and of one context.
        check("cuEventRecord", unsafe { sys::cuEventRecord(self.events[piece], stream) })
    }

    /// Waits until the GPU is done with a piece.
    pub(super) fn wait(&self, piece: usize) -> Result<(), DriverError> {
        // SAFETY: the event is alive; one that was never recorded is done.
        check("cuEventSynchronize", unsafe { sys::cuEventSynchronize(self.events[piece]) })
    }

    /// Gives everything back. The context must be bound, the stream's work done.
    pub(super) fn release(&mut self) {
        for event in self.events.iter().filter(|event| !event.is_null()) {
            // SAFETY: made by `new`, destroyed once. A failure leaves nothing to do.
            let _ = unsafe { sys::cuEventDestroy_v2(*event) };
        }
        if !self.base.is_null() {
            // SAFETY: as above; nothing queued uses it any more.
            unsafe { free_pinned(self.base) };
        }
        *self = Staging { base: ptr::null_mut(), events: [ptr::null_mut(); PIECES], next: 0 };
    }
}

/// Pinned memory that every GPU sees at the same address. A context must be bound.
pub(super) fn pinned(bytes: usize) -> Result<*mut u8, DriverError> {
    let mut address: *mut c_void = ptr::null_mut();
    // `CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP`
    let flags = 1 | 2;
    // SAFETY: a context is bound; one pointer is written.
    match unsafe { sys::cuMemHostAlloc(&mut address, bytes, flags) } {
        sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY => Err(DriverError::OutOfMemory { bytes }),
        result => check("cuMemHostAlloc", result).map(|()| address.cast()),
    }
}

/// Gives pinned memory back. A failure leaves nothing to do.
///
/// # Safety
///
/// `pinned` returned it, and nobody uses it any more.
pub(super) unsafe fn free_pinned(address: *mut u8) {
    // SAFETY: handed on to the caller.
    let _ = unsafe { sys::cuMemFreeHost(address.cast()) };
}
