//! Pinned memory through which the host's ordinary memory is copied: the GPU's copy engine reads or writes one piece
//! while the CPU fills or empties the next one, and an upload needn't wait for work that is queued before it.
#![allow(unsafe_code)]

use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;

use super::api::{self, CuStream};
use super::context::Context;
use super::event::Event;
use crate::driver::DriverError;

/// The number of pieces.
pub(super) const PIECES: usize = 4;
/// The size of a piece: large enough for the copy engine's full speed, small enough to stay in a cache.
pub(super) const PIECE: usize = 1 << 20;

/// A ring of pinned pieces, each with an event that passes when the GPU is done with it.
pub(super) struct Staging {
    memory: Pinned,
    events: [Event; PIECES],
    next: usize,
}

impl Staging {
    /// Makes the ring. The context must be bound.
    pub(super) fn new(context: &Arc<Context>) -> Result<Self, DriverError> {
        let event = || Event::new(context.clone());
        let events = [event()?, event()?, event()?, event()?];
        Ok(Staging { memory: Pinned::new(context, PIECES * PIECE)?, events, next: 0 })
    }

    /// The next piece, once the GPU is done with its contents.
    pub(super) fn piece(&mut self) -> Result<(usize, *mut u8), DriverError> {
        let piece = self.next;
        self.next = (piece + 1) % PIECES;
        self.wait(piece)?;
        // SAFETY: a piece lies inside the allocation.
        Ok((piece, unsafe { self.memory.address.add(piece * PIECE) }))
    }

    /// Records that the GPU is done with a piece when the stream has come to this point.
    pub(super) fn queued(&mut self, piece: usize, stream: CuStream) -> Result<(), DriverError> {
        self.events[piece].record(stream)
    }

    /// Waits until the GPU is done with a piece.
    pub(super) fn wait(&self, piece: usize) -> Result<(), DriverError> {
        self.events[piece].wait()
    }
}

/// Pinned memory, which is freed at once when it is dropped.
pub(super) struct Pinned {
    context: Arc<Context>,
    pub(super) address: *mut u8,
}

// SAFETY: it owns its memory, which belongs to no thread.
unsafe impl Send for Pinned {}
// SAFETY: a shared `Pinned` gives out its address only; accesses through the address are unsafe.
unsafe impl Sync for Pinned {}

impl Pinned {
    /// Allocates pinned memory. The context must be bound. When it is dropped, the work that uses it must be done.
    pub(super) fn new(context: &Arc<Context>, bytes: usize) -> Result<Self, DriverError> {
        Ok(Pinned { context: context.clone(), address: pinned(context, bytes)? })
    }
}

impl Drop for Pinned {
    fn drop(&mut self) {
        if self.context.bind().is_ok() {
            // SAFETY: `new` has made the memory, and it is freed once. The work that uses it is done: a stream that is
            // dropped has waited for its staging memory's copies; records are held by the stream, its programs and
            // its calls.
            unsafe { free_pinned(&self.context, self.address) };
        }
    }
}

/// Pinned memory that every GPU sees at the same address. The context must be bound.
pub(super) fn pinned(context: &Context, bytes: usize) -> Result<*mut u8, DriverError> {
    let mut address: *mut c_void = ptr::null_mut();
    let flags = api::HOST_ALLOC_PORTABLE | api::HOST_ALLOC_DEVICE_MAP;
    // SAFETY: a context is bound; one pointer is written.
    match unsafe { cu!(context.api, cuMemHostAlloc(&mut address, bytes, flags)) } {
        api::OUT_OF_MEMORY => Err(DriverError::OutOfMemory { bytes }),
        result => context.check("cuMemHostAlloc", result).map(|()| address.cast()),
    }
}

/// Frees pinned memory. A failure can't be handled.
///
/// # Safety
///
/// `pinned` returned it, and nothing uses it any more.
pub(super) unsafe fn free_pinned(context: &Context, address: *mut u8) {
    // SAFETY: the caller keeps the contract of this function.
    let _ = unsafe { cu!(context.api, cuMemFreeHost(address.cast())) };
}
