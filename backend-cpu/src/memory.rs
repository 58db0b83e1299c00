//! Memory: the vectors' blocks and the threads' scratch space.

use std::alloc::{self, Layout};
use std::mem::MaybeUninit;
use std::ptr::NonNull;

use onrush_core::device::DeviceId;
use onrush_core::{Error, ErrorKind, Result, fault};

/// A cache line, and the least alignment of any block.
const LINE: usize = 64;

/// A block of the host's memory.
#[derive(Debug)]
pub struct Memory {
    start: NonNull<u8>,
    bytes: usize,
    align: usize,
}

// SAFETY: a block owns its bytes, as a `Box<[MaybeUninit<u8>]>` does.
unsafe impl Send for Memory {}
// SAFETY: a shared block gives away nothing but its address.
unsafe impl Sync for Memory {}

fn out_of_memory(bytes: usize) -> Error {
    ErrorKind::OutOfMemory { bytes, device: DeviceId::HOST }.into()
}

impl Memory {
    /// Uninitialised bytes.
    pub(crate) fn new(bytes: usize, align: usize) -> Result<Self> {
        let align = align.max(LINE);
        if bytes == 0 {
            return Ok(Memory { start: NonNull::without_provenance(align.try_into().expect("not 0")), bytes, align });
        }
        let layout = Layout::from_size_align(bytes, align).map_err(|_| out_of_memory(bytes))?;
        // SAFETY: the size isn't 0.
        let start = NonNull::new(unsafe { alloc::alloc(layout) }).ok_or_else(|| out_of_memory(bytes))?;
        Ok(Memory { start, bytes, align })
    }

    /// Gives back what lies beyond `bytes` if that needs no copy.
    pub(crate) fn shrink(&mut self, _bytes: usize) {}
}

impl onrush_core::Memory for Memory {
    fn address(&self) -> *mut u8 {
        self.start.as_ptr()
    }
    fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        if self.bytes > 0 {
            // SAFETY: `new` allocated it with this layout, and its size and alignment were valid.
            unsafe { alloc::dealloc(self.start.as_ptr(), Layout::from_size_align_unchecked(self.bytes, self.align)) }
        }
    }
}

/// Room for `len` values; unwinds with an error if there is no memory.
pub(crate) fn scratch<T>(len: usize) -> Box<[MaybeUninit<T>]> {
    let mut room = Vec::new();
    if room.try_reserve_exact(len).is_err() {
        fault::raise(ErrorKind::OutOfMemory { bytes: len.saturating_mul(size_of::<T>()), device: DeviceId::HOST });
    }
    // SAFETY: the capacity was reserved, and `MaybeUninit` needs no initialisation.
    unsafe { room.set_len(len) };
    room.into_boxed_slice()
}
