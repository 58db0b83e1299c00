//! Small memory that was given back to a stream, kept for its next allocations. The driver's pool takes microseconds to
//! give out again what was given back before the work that uses it was done.
//!
//! That work needn't be waited for here: whatever is queued on the stream next comes after it, and whoever uses memory of
//! this stream on another comes after the stream, as what the stream does next comes after them.
#![allow(unsafe_code)]

use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};

use cudarc::driver::sys;

/// The least size and the largest, as logarithms: what the driver's pool gives out isn't smaller.
const LEAST: u32 = 9;
const LARGEST: u32 = 20;
/// Sizes between a power of two and the next, so that at most a fifth of an allocation is unused.
const STEPS: usize = 4;
/// As many bytes of each size are kept at most.
const MOST: usize = 2 << 20;

/// A size that is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) bytes: usize,
    list: usize,
}

impl Size {
    const COUNT: usize = (LARGEST - LEAST) as usize * STEPS + 1;

    /// The least that holds so many bytes; none where they are too many to be kept.
    pub(super) fn of(bytes: usize) -> Option<Self> {
        if bytes > 1 << LARGEST {
            return None;
        }
        if bytes <= 1 << LEAST {
            return Some(Size { bytes: 1 << LEAST, list: 0 });
        }
        let below = (bytes - 1).ilog2();
        let step = (1 << below) / STEPS;
        let steps = (bytes - (1 << below)).div_ceil(step);
        Some(Size { bytes: (1 << below) + steps * step, list: (below - LEAST) as usize * STEPS + steps })
    }
}

/// What a stream keeps. Its context knows it, too: where memory ends, all give back what they keep.
pub(super) struct Kept {
    stream: sys::CUstream,
    lists: Mutex<[Vec<u64>; Size::COUNT]>,
}

// SAFETY: the driver's functions may be called from every thread with the same handles.
unsafe impl Send for Kept {}
// SAFETY: as above.
unsafe impl Sync for Kept {}

impl Kept {
    pub(super) fn new(stream: sys::CUstream) -> Self {
        Kept { stream, lists: Mutex::new([const { Vec::new() }; Size::COUNT]) }
    }

    /// Memory of this size, if some is kept.
    pub(super) fn take(&self, size: Size) -> Option<u64> {
        self.lists()[size.list].pop()
    }

    /// Keeps memory of this size, which the stream has allocated, unless there is enough; whether it does.
    pub(super) fn put(&self, size: Size, address: u64) -> bool {
        let list = &mut self.lists()[size.list];
        let keeps = (list.len() + 1) * size.bytes <= MOST;
        if keeps {
            list.push(address);
        }
        keeps
    }

    /// Gives all of it back to the driver, in the order of its stream. The context must be bound. A failure, as after a fault
    /// of the GPU, leaves nothing to do.
    pub(super) fn give_back(&self) {
        let mut lists = self.lists();
        for address in lists.iter_mut().flat_map(mem::take) {
            // SAFETY: allocated by this stream, which was given it back after all that uses it, and given back once. The
            // stream is alive: before it goes it does this, and then nothing is put here any more.
            let _ = unsafe { cu!(cuMemFreeAsync(address, self.stream)) };
        }
    }

    fn lists(&self) -> MutexGuard<'_, [Vec<u64>; Size::COUNT]> {
        self.lists.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_hold_what_was_asked_for() {
        for bytes in (1..5000).chain([(1 << 19) + 1, 600 << 10, (1 << 20) - 1, 1 << 20]) {
            let size = Size::of(bytes).unwrap();
            assert!(size.bytes >= bytes && (bytes <= 512 || size.bytes < bytes + bytes / 4), "{bytes}");
            assert_eq!(Size::of(size.bytes), Some(size));
            let next = Size::of(size.bytes + 1);
            assert!(size.list < Size::COUNT && next.is_none_or(|next| next.list == size.list + 1), "{bytes}");
        }
        assert_eq!(Size::of((1 << 20) + 1), None);
        assert_eq!(Size::of(usize::MAX), None);
    }

    #[test]
    fn what_is_kept_comes_back_once() {
        let kept = Kept::new(std::ptr::null_mut());
        let (small, large) = (Size::of(100).unwrap(), Size::of(1 << 20).unwrap());
        assert_eq!(kept.take(small), None);
        assert!(kept.put(small, 1) && kept.put(large, 2) && kept.put(small, 3));
        assert_eq!([kept.take(small), kept.take(small), kept.take(small)], [Some(3), Some(1), None]);
        // Much of one size leaves room for the others.
        assert_eq!((0..9).filter(|i| kept.put(large, *i)).count(), 1);
        assert!(kept.put(small, 9));
        assert_eq!([kept.take(large), kept.take(large), kept.take(large)], [Some(0), Some(2), None]);
    }
}
