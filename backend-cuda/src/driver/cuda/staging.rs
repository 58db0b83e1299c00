//! Pinned memory through which the host's ordinary memory is copied: the GPU's copy engine reads or writes one piece
//! while the CPU fills or empties others, and an upload needn't wait for work that is queued before it.
#![allow(unsafe_code)]

use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;

use super::api::{self, CuStream};
use super::context::Context;
use super::event::Event;
use crate::driver::DriverError;

/// The number and size of the pieces of the ring for most copies: large enough for the copy engine's full speed, small enough
/// for a cache.
const PIECES: usize = 16;
pub(super) const PIECE: usize = 256 << 10;

/// Copies from this size on go through a ring of more and larger pieces: enough for all helpers and for the copies that are queued
/// meanwhile.
const LARGE: usize = 4 << 20;
const LARGE_PIECES: usize = 32;
const LARGE_PIECE: usize = 1 << 20;

/// The rings of a stream.
pub(super) struct Staging {
    ring: Ring,
    /// Made for the first large copy.
    large: Option<Ring>,
}

impl Staging {
    /// Makes the ring for most copies. The context must be bound.
    pub(super) fn new(context: &Arc<Context>) -> Result<Self, DriverError> {
        Ok(Staging { ring: Ring::new(context, PIECES, PIECE)?, large: None })
    }

    /// The ring for a copy of this size. The context must be bound.
    pub(super) fn ring(&mut self, context: &Arc<Context>, bytes: usize) -> &mut Ring {
        if bytes >= LARGE && self.large.is_none() {
            // Without memory for it, the ring for most copies serves.
            self.large = Ring::new(context, LARGE_PIECES, LARGE_PIECE).ok();
        }
        match &mut self.large {
            Some(large) if bytes >= LARGE => large,
            _ => &mut self.ring,
        }
    }
}

/// A ring of pinned pieces, each with an event that passes when the GPU is done with it.
pub(super) struct Ring {
    memory: Pinned,
    piece: usize,
    events: Vec<Event>,
    /// The piece with which the next copy begins.
    next: usize,
}

impl Ring {
    fn new(context: &Arc<Context>, pieces: usize, piece: usize) -> Result<Self, DriverError> {
        let events = (0..pieces).map(|_| Event::new(context.clone())).collect::<Result<_, _>>()?;
        Ok(Ring { memory: Pinned::new(context, pieces * piece)?, piece, events, next: 0 })
    }

    /// The size of a piece.
    pub(super) fn piece(&self) -> usize {
        self.piece
    }

    /// The number of pieces.
    pub(super) fn len(&self) -> usize {
        self.events.len()
    }

    /// The piece with which the next copy begins.
    pub(super) fn next(&self) -> usize {
        self.next
    }

    /// Takes the next `pieces` pieces of the ring, round and round, and returns the first one's number.
    pub(super) fn take(&mut self, pieces: usize) -> usize {
        let first = self.next;
        self.next = (first + pieces) % self.len();
        first
    }

    /// A piece's memory. All pieces lie in one allocation.
    pub(super) fn address(&self, piece: usize) -> *mut u8 {
        // SAFETY: the ring has a piece of this number, which lies inside the allocation.
        unsafe { self.memory.address.add(piece % self.len() * self.piece) }
    }

    /// Records that the GPU is done with a piece when the stream has come to this point.
    pub(super) fn queued(&self, piece: usize, stream: CuStream) -> Result<(), DriverError> {
        self.events[piece % self.len()].record(stream)
    }

    /// Waits until the GPU is done with a piece.
    pub(super) fn wait(&self, piece: usize) -> Result<(), DriverError> {
        self.events[piece % self.len()].wait()
    }

    /// Whether the GPU is done with a piece.
    pub(super) fn has_passed(&self, piece: usize) -> Result<bool, DriverError> {
        self.events[piece % self.len()].has_passed()
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
