//! The memory of a [`PinnedVec`](super::PinnedVec) on a backend that has no page-locked memory: the allocator's.

use std::alloc::{self, Layout};
use std::ptr::NonNull;

use crate::device::DeviceId;
use crate::error::{ErrorKind, Result};
use crate::memory::Memory;

/// Ordinary memory of the host.
#[derive(Debug)]
pub(crate) struct PageableMemory {
    start: NonNull<u8>,
    layout: Layout,
}

/// The alignment, as a device's.
const ALIGN: usize = 256;

// SAFETY: it owns its bytes.
unsafe impl Send for PageableMemory {}
// SAFETY: shared, it gives its address and size alone.
unsafe impl Sync for PageableMemory {}

impl PageableMemory {
    /// Memory of `bytes` uninitialised bytes.
    pub(crate) fn new(bytes: usize) -> Result<Self> {
        let refused = || ErrorKind::OutOfMemory { bytes, device: DeviceId::HOST };
        let layout = Layout::from_size_align(bytes.max(1), ALIGN).map_err(|_| refused())?;
        // SAFETY: the layout isn't empty.
        let start = NonNull::new(unsafe { alloc::alloc(layout) }).ok_or_else(refused)?;
        Ok(PageableMemory { start, layout })
    }
}

// SAFETY: the allocation has this address and size, and is freed once.
unsafe impl Memory for PageableMemory {
    fn address(&self) -> *mut u8 {
        self.start.as_ptr()
    }
    fn bytes(&self) -> usize {
        self.layout.size()
    }
}

impl Drop for PageableMemory {
    fn drop(&mut self) {
        // SAFETY: `alloc` has returned the memory for this layout.
        unsafe { alloc::dealloc(self.start.as_ptr(), self.layout) }
    }
}
