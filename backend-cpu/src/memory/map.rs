//! Pages that are mapped from the system.

use std::ptr::{self, NonNull};

use super::LARGE_PAGE;

pub(super) const AVAILABLE: bool = true;

/// Maps fresh large pages: `bytes` is a multiple of their size, and so is the address.
pub(super) fn new(bytes: usize) -> Option<NonNull<u8>> {
    let room = bytes.checked_add(LARGE_PAGE)?;
    let (read, private) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
    // SAFETY: the kernel chooses the address of a new mapping, so no other memory is affected.
    let base = unsafe { libc::mmap(ptr::null_mut(), room, read, private, -1, 0) };
    let base = NonNull::new(base.cast::<u8>()).filter(|_| base != libc::MAP_FAILED)?;
    let skip = base.align_offset(LARGE_PAGE);
    // SAFETY: the aligned part of `bytes` lies inside the new mapping; the parts before and behind it are unmapped.
    unsafe {
        let start = base.add(skip);
        free(base, skip);
        free(start.add(bytes), room - skip - bytes);
        Some(start)
    }
}

/// Unmaps pages.
///
/// # Safety
///
/// The pages are part of mappings from `new`, and are used no more.
pub(super) unsafe fn free(start: NonNull<u8>, bytes: usize) {
    if bytes > 0 {
        // SAFETY: the caller's contract. If the kernel refuses, the pages stay mapped: a leak and no more.
        unsafe { libc::munmap(start.as_ptr().cast(), bytes) };
    }
}

/// Allows the system to take the pages, whose contents are lost, until they are written again. Where the system doesn't need
/// them, writing them costs no fault.
///
/// # Safety
///
/// The pages are part of mappings from `new`, and their contents are used no more.
pub(super) unsafe fn lend(start: NonNull<u8>, bytes: usize) {
    // SAFETY: the caller's contract. A kernel that doesn't know the advice refuses it, and the pages stay as they are.
    unsafe { libc::madvise(start.as_ptr().cast(), bytes, libc::MADV_FREE) };
}

/// The size of the machine's memory in bytes; 0 if it isn't known.
pub(super) fn physical() -> usize {
    // SAFETY: `sysconf` reads a number.
    let [pages, size] = [libc::_SC_PHYS_PAGES, libc::_SC_PAGESIZE].map(|name| unsafe { libc::sysconf(name) });
    usize::try_from(pages).unwrap_or(0).saturating_mul(usize::try_from(size).unwrap_or(0))
}
