//! Memory without values in it: aligned, asked for without aborting, on large pages where it is large.

use std::alloc::{self, Layout};
use std::marker::PhantomData;
use std::ptr::NonNull;

/// A cache line, and the least alignment of any [`Memory`].
const LINE: usize = 64;
/// A large page on x86-64 and on most AArch64 systems.
const LARGE_PAGE: usize = 2 << 20;

/// The system did not give the memory. Nothing was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{bytes} bytes of memory could not be allocated")]
pub(crate) struct AllocError {
    /// What was asked for.
    pub(crate) bytes: usize,
}

/// Room for `len` values of type `T`, none of which need be there; it drops none.
///
/// It starts at a cache line. From one large page on it starts at a large page and the kernel is asked for large pages:
/// to touch fresh memory then costs a fault for 2 MiB rather than for 4 KiB, and writing to many places of it misses the
/// TLB far less.
pub(crate) struct Memory<T> {
    start: NonNull<T>,
    len: usize,
    owns: PhantomData<T>,
}

// SAFETY: `Memory` owns its bytes alone, as a `Box<[MaybeUninit<T>]>` does.
unsafe impl<T: Send> Send for Memory<T> {}
// SAFETY: a shared `Memory` gives away nothing but its address and length.
unsafe impl<T: Sync> Sync for Memory<T> {}

impl<T> Memory<T> {
    /// Room for `len` values.
    pub(crate) fn new(len: usize) -> Result<Self, AllocError> {
        let bytes = len.checked_mul(size_of::<T>()).ok_or(AllocError { bytes: usize::MAX })?;
        if bytes == 0 {
            return Ok(Memory { start: NonNull::dangling(), len, owns: PhantomData });
        }
        let layout = Self::layout(bytes).ok_or(AllocError { bytes })?;
        // SAFETY: the layout's size isn't zero.
        let start = NonNull::new(unsafe { alloc::alloc(layout) }.cast::<T>()).ok_or(AllocError { bytes })?;
        if bytes >= LARGE_PAGE {
            // SAFETY: `alloc` just gave these bytes.
            unsafe { advise_large_pages(start.as_ptr().cast(), bytes) };
        }
        Ok(Memory { start, len, owns: PhantomData })
    }

    /// Where the first value is or would be. Reading and writing through it is sound for as long as the memory lives
    /// and nobody else does, by the rules of raw pointers.
    #[inline(always)]
    pub(crate) fn start(&self) -> *mut T {
        self.start.as_ptr()
    }

    /// For how many values there is room.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    fn layout(bytes: usize) -> Option<Layout> {
        let align = if bytes >= LARGE_PAGE { LARGE_PAGE } else { LINE };
        Layout::from_size_align(bytes, align.max(align_of::<T>())).ok()
    }
}

impl<T> Drop for Memory<T> {
    fn drop(&mut self) {
        // It didn't overflow when the memory was made.
        let bytes = self.len * size_of::<T>();
        if let Some(layout) = Self::layout(bytes).filter(|_| bytes > 0) {
            // SAFETY: `new` allocated `bytes` with this very layout.
            unsafe { alloc::dealloc(self.start.as_ptr().cast(), layout) };
        }
    }
}

impl<T> std::fmt::Debug for Memory<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Memory").field("start", &self.start).field("len", &self.len).finish()
    }
}

/// Asks for large pages under `bytes` bytes at `start`; a refusal costs speed, nothing else.
///
/// # Safety
///
/// The bytes are the caller's, and `start` is a multiple of the large page.
#[cfg(all(target_os = "linux", not(miri)))]
unsafe fn advise_large_pages(start: *mut u8, bytes: usize) {
    // SAFETY: MADV_HUGEPAGE changes no byte; the range is the caller's. The last, partial page is left out, since it
    // may be shared with memory of others.
    unsafe { libc::madvise(start.cast(), bytes & !(LARGE_PAGE - 1), libc::MADV_HUGEPAGE) };
}

#[cfg(not(all(target_os = "linux", not(miri))))]
unsafe fn advise_large_pages(_: *mut u8, _: usize) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_aligned_and_writable() {
        for len in [0, 1, 63, 64, 65, 4096, LARGE_PAGE / 8, LARGE_PAGE / 8 + 1, 3 * LARGE_PAGE / 8 + 5] {
            let memory = Memory::<u64>::new(len).unwrap();
            assert_eq!(memory.len(), len);
            if len > 0 {
                let align = if len * 8 >= LARGE_PAGE { LARGE_PAGE } else { LINE };
                assert_eq!(memory.start() as usize % align, 0);
            }
            for i in 0..len {
                // SAFETY: within the memory, which nobody else uses.
                unsafe { memory.start().add(i).write(i as u64) };
            }
            // SAFETY: all were just written.
            let values = unsafe { std::slice::from_raw_parts(memory.start(), len) };
            assert!(values.iter().enumerate().all(|(i, &x)| x == i as u64));
        }
    }

    #[test]
    fn too_much_is_an_error() {
        assert_eq!(Memory::<u64>::new(usize::MAX).unwrap_err(), AllocError { bytes: usize::MAX });
        let bytes = isize::MAX as usize & !4095;
        assert_eq!(Memory::<u8>::new(bytes).unwrap_err(), AllocError { bytes });
        assert_eq!(Memory::<u8>::new(1 << 60).unwrap_err(), AllocError { bytes: 1 << 60 });
    }

    #[test]
    fn empty_types_take_nothing() {
        let memory = Memory::<()>::new(usize::MAX).unwrap();
        assert_eq!(memory.len(), usize::MAX);
    }
}
