//! Small memory that was freed on a stream, kept for the stream's next allocations. The driver's pool takes
//! microseconds to hand out memory again that was freed before the work that uses it was done.
//!
//! That work needn't be waited for here: the stream's order makes the reuse safe. Work that is queued on the stream
//! next comes after it, and work on other streams that uses this stream's memory is ordered with this stream
//! (`dependencies.rs`).
#![allow(unsafe_code)]

use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::api::{Api, CuStream};

/// The logarithms of the smallest and the largest size. The driver's pool hands out no smaller pieces.
const LEAST: u32 = 9;
const LARGEST: u32 = 20;
/// The number of sizes from a power of two to the next one: at most a fifth of an allocation is unused.
const STEPS: usize = 4;
/// The number of bytes that are kept of each size at most.
const MOST: usize = 2 << 20;

/// A size of kept memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) bytes: usize,
    list: usize,
}

impl Size {
    const COUNT: usize = (LARGEST - LEAST) as usize * STEPS + 1;

    /// The smallest size that holds `bytes` bytes; `None` if they are too many to be kept.
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

/// The memory that a stream keeps. Its context knows it too: where memory is short, all streams free theirs.
pub(super) struct FreeList {
    api: &'static Api,
    stream: CuStream,
    lists: Mutex<Lists>,
}

/// The addresses that are kept, by size.
struct Lists([Vec<u64>; Size::COUNT]);

// SAFETY: the driver's functions may be called from every thread with the same handles.
unsafe impl Send for FreeList {}
// SAFETY: the driver's functions may be called from several threads at once with the same handles; a lock guards the
// lists.
unsafe impl Sync for FreeList {}

impl FreeList {
    pub(super) fn new(api: &'static Api, stream: CuStream) -> Self {
        FreeList { api, stream, lists: Mutex::new(Lists::new()) }
    }

    /// Memory of this size, if some is kept.
    pub(super) fn take(&self, size: Size) -> Option<u64> {
        self.lists().take(size)
    }

    /// Keeps memory of this size, which the stream has allocated, unless enough is kept; returns whether it does.
    pub(super) fn put(&self, size: Size, address: u64) -> bool {
        self.lists().put(size, address)
    }

    /// Frees all kept memory, in the order of its stream. The context must be bound. A failure, as after a fault of the GPU,
    /// can't be handled.
    pub(super) fn give_back(&self) {
        let mut lists = self.lists();
        for address in lists.0.iter_mut().flat_map(mem::take) {
            // SAFETY: this stream has allocated the memory, the work that uses it is queued before this, and it is
            // freed once. The stream is alive: it calls this before it is destroyed, and keeps nothing afterwards.
            let _ = unsafe { cu!(self.api, cuMemFreeAsync(address, self.stream)) };
        }
    }

    fn lists(&self) -> MutexGuard<'_, Lists> {
        self.lists.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lists {
    fn new() -> Self {
        Lists([const { Vec::new() }; Size::COUNT])
    }

    fn take(&mut self, size: Size) -> Option<u64> {
        self.0[size.list].pop()
    }

    fn put(&mut self, size: Size, address: u64) -> bool {
        let list = &mut self.0[size.list];
        let keeps = (list.len() + 1) * size.bytes <= MOST;
        if keeps {
            list.push(address);
        }
        keeps
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
        let mut kept = Lists::new();
        let (small, large) = (Size::of(100).unwrap(), Size::of(1 << 20).unwrap());
        assert_eq!(kept.take(small), None);
        assert!(kept.put(small, 1) && kept.put(large, 2) && kept.put(small, 3));
        assert_eq!([kept.take(small), kept.take(small), kept.take(small)], [Some(3), Some(1), None]);
        // Each size has a limit of its own.
        assert_eq!((0..9).filter(|i| kept.put(large, *i)).count(), 1);
        assert!(kept.put(small, 9));
        assert_eq!([kept.take(large), kept.take(large), kept.take(large)], [Some(0), Some(2), None]);
    }
}
