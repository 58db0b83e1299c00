//! Memory that blocks have given back, kept for the next ones. Touching fresh memory costs more than most algorithms: the kernel
//! clears each page and enters it in the page table, with a lock that all threads share.
//!
//! Blocks of whole large pages are ranges of addresses that are cut and united. Kept pages are lent to the system, which takes them
//! when memory is short; at most an eighth of the machine's memory is kept. Smaller blocks are the allocator's and are kept as they
//! are, a few of them.

use std::iter;
use std::ptr::NonNull;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use super::{Block, map};
use onrush_core::variables::choice;

/// The machine's memory divided by the most that is kept.
const SHARE: usize = 8;

/// The number of ranges that are kept at most.
const MOST: usize = 64;

/// Consecutive addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Range {
    start: usize,
    bytes: usize,
}

/// Free ranges of addresses, none of which touch: neighbours are united, so that a block whose end was cut off becomes whole
/// again. The list itself allocates nothing, so that giving memory back can't fail.
#[derive(Debug)]
struct Ranges {
    list: [Range; MOST],
    len: usize,
    /// The sum of the sizes.
    bytes: usize,
    /// The largest sum that is kept.
    limit: usize,
}

impl Ranges {
    const fn new(limit: usize) -> Self {
        Ranges { list: [Range { start: 0, bytes: 0 }; MOST], len: 0, bytes: 0, limit }
    }

    fn all(&self) -> &[Range] {
        &self.list[..self.len]
    }

    fn remove(&mut self, at: usize) -> Range {
        let range = self.list[at];
        self.len -= 1;
        self.list[at] = self.list[self.len];
        self.bytes -= range.bytes;
        range
    }

    /// The position of the smallest range of at least `bytes` bytes.
    fn smallest(&self, bytes: usize) -> Option<usize> {
        let fits = self.all().iter().enumerate().filter(|(_, range)| range.bytes >= bytes);
        Some(fits.min_by_key(|(_, range)| range.bytes)?.0)
    }

    /// Takes `bytes` bytes from the start of the smallest range that has them.
    fn take(&mut self, bytes: usize) -> Option<usize> {
        let range = &mut self.list[self.smallest(bytes)?];
        let start = range.start;
        (range.start, range.bytes) = (start + bytes, range.bytes - bytes);
        self.bytes -= bytes;
        if let Some(empty) = self.all().iter().position(|range| range.bytes == 0) {
            self.remove(empty);
        }
        Some(start)
    }

    /// Adds a range. Another one leaves the list if it is full, and is returned.
    fn put(&mut self, mut range: Range) -> Option<Range> {
        while let Some(at) =
            self.all().iter().position(|r| r.start + r.bytes == range.start || range.start + range.bytes == r.start)
        {
            let touching = self.remove(at);
            range = Range { start: touching.start.min(range.start), bytes: touching.bytes + range.bytes };
        }
        let left = if self.len == MOST { self.smallest(0).map(|at| self.remove(at)) } else { None };
        self.list[self.len] = range;
        self.len += 1;
        self.bytes += range.bytes;
        left
    }

    /// Removes the smallest range while there are more bytes than `limit`.
    fn excess(&mut self, limit: usize) -> Option<Range> {
        if self.bytes <= limit {
            return None;
        }
        self.smallest(0).map(|at| self.remove(at))
    }
}

/// The number of blocks of the allocator's that are kept at most: 32 MiB, since each is smaller than a large page.
const BLOCKS: usize = 16;

/// Blocks from the allocator, which are kept.
#[derive(Debug)]
struct KeptBlocks([Option<Block>; BLOCKS]);

impl KeptBlocks {
    /// Takes the smallest block that holds `bytes` bytes with this alignment and is at most a quarter larger.
    fn take(&mut self, bytes: usize, align: usize) -> Option<Block> {
        let fits = |block: &Block| {
            (bytes..=bytes.saturating_add(bytes / 4)).contains(&block.bytes)
                && block.start.addr().get().is_multiple_of(align)
        };
        let fitting = self.0.iter_mut().filter(|slot| slot.as_ref().is_some_and(fits));
        fitting.min_by_key(|slot| slot.as_ref().map(|block| block.bytes))?.take()
    }

    /// Keeps a block in place of the oldest one, which is returned if all places are taken.
    fn put(&mut self, block: Block) -> Option<Block> {
        if let Some(free) = self.0.iter_mut().find(|slot| slot.is_none()) {
            return free.replace(block);
        }
        self.0.rotate_left(1);
        self.0[BLOCKS - 1].replace(block)
    }
}

/// The ranges that are kept. They belong to this list alone, so all of them may be handed out or unmapped.
static RANGES: LazyLock<Mutex<Ranges>> =
    LazyLock::new(|| Mutex::new(Ranges::new(if keeps() { map::physical() / SHARE } else { 0 })));

static BLOCKS_KEPT: Mutex<KeptBlocks> = Mutex::new(KeptBlocks([const { None }; BLOCKS]));

/// Whether memory is kept. Tools that watch the allocator, and Miri, see each block end otherwise.
pub(super) fn keeps() -> bool {
    static KEEPS: LazyLock<bool> = LazyLock::new(|| !cfg!(miri) && choice("ONRUSH_KEEP", [("0", false), ("1", true)]));
    *KEEPS
}

fn lock<T>(kept: &Mutex<T>) -> MutexGuard<'_, T> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A block of the allocator's that is kept and fits.
pub(super) fn take_block(bytes: usize, align: usize) -> Option<Block> {
    lock(&BLOCKS_KEPT).take(bytes, align)
}

/// Keeps a block of the allocator's.
pub(super) fn keep_block(block: Block) {
    let left = lock(&BLOCKS_KEPT).put(block);
    left.into_iter().for_each(Block::free);
}

/// Whole large pages, kept or fresh, of `bytes` bytes; `None` if the system refuses them.
pub(super) fn take(bytes: usize) -> Option<NonNull<u8>> {
    let kept = lock(&RANGES).take(bytes);
    if let Some(start) = kept {
        return NonNull::new(std::ptr::with_exposed_provenance_mut(start));
    }
    // The system may lack just the memory that is kept.
    map::new(bytes).or_else(|| {
        release();
        map::new(bytes)
    })
}

/// Keeps pages, or returns them to the system where enough is kept.
///
/// # Safety
///
/// The pages are part of the result of `take`, whole large pages, and are used no more.
pub(super) unsafe fn keep(start: NonNull<u8>, bytes: usize) {
    let mut kept = lock(&RANGES);
    if bytes > kept.limit {
        drop(kept);
        // SAFETY: `free`'s contract is the caller's.
        return unsafe { map::free(start, bytes) };
    }
    // SAFETY: `lend`'s contract is the caller's. No other thread is given the pages before the list has them.
    unsafe { map::lend(start, bytes) };
    let left = kept.put(Range { start: start.as_ptr().expose_provenance(), bytes });
    left.into_iter().for_each(free);
    let limit = kept.limit;
    iter::from_fn(|| kept.excess(limit)).for_each(free);
}

/// Returns all memory that is kept to the system.
pub(crate) fn release() {
    let mut ranges = lock(&RANGES);
    iter::from_fn(|| ranges.excess(0)).for_each(free);
    let blocks = std::mem::replace(&mut *lock(&BLOCKS_KEPT), KeptBlocks([const { None }; BLOCKS]));
    blocks.0.into_iter().flatten().for_each(Block::free);
}

/// Unmaps a range that has left the list.
fn free(range: Range) {
    if let Some(start) = NonNull::new(std::ptr::with_exposed_provenance_mut(range.start)) {
        // SAFETY: `free`'s contract: `keep` has put the range into the list, and its callers use it no more.
        unsafe { map::free(start, range.bytes) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ranges of `(start, bytes)`.
    fn ranges(of: &[(usize, usize)]) -> Ranges {
        let mut ranges = Ranges::new(usize::MAX);
        for &(start, bytes) in of {
            assert_eq!(ranges.put(Range { start, bytes }), None);
        }
        ranges
    }

    /// Ranges as `(start, bytes)`, sorted.
    fn all(ranges: &Ranges) -> Vec<(usize, usize)> {
        let mut all: Vec<_> = ranges.all().iter().map(|range| (range.start, range.bytes)).collect();
        all.sort();
        assert_eq!(all.iter().map(|range| range.1).sum::<usize>(), ranges.bytes);
        all
    }

    #[test]
    fn neighbours_are_united() {
        let mut ranges = ranges(&[(40, 10), (10, 10), (60, 5), (20, 20)]);
        assert_eq!(all(&ranges), [(10, 40), (60, 5)]);
        ranges.put(Range { start: 50, bytes: 10 });
        assert_eq!(all(&ranges), [(10, 55)]);
    }

    #[test]
    fn the_smallest_range_that_fits_is_taken() {
        let mut ranges = ranges(&[(0, 30), (100, 10), (200, 20)]);
        for (bytes, start) in [(31, None), (15, Some(200)), (10, Some(100)), (5, Some(215)), (30, Some(0))] {
            assert_eq!(ranges.take(bytes), start);
        }
        assert_eq!((all(&ranges), ranges.bytes), (vec![], 0));
    }

    #[test]
    fn small_ranges_leave_first() {
        let mut ranges = ranges(&[(0, 30), (100, 10), (200, 20)]);
        let left = [60, 45, 45, 45, 0, 0].map(|limit| ranges.excess(limit).map(|range| range.start));
        assert_eq!(left, [None, Some(100), Some(200), None, Some(0), None]);
    }

    #[test]
    fn a_full_list_loses_its_smallest_range() {
        let mut ranges = ranges(&(0..MOST).map(|i| (100 * i, 10 + (i + 5) % MOST)).collect::<Vec<_>>());
        let left = ranges.put(Range { start: 100 * MOST, bytes: 50 });
        assert_eq!(left, Some(Range { start: 100 * (MOST - 5), bytes: 10 }));
        assert_eq!(all(&ranges).len(), MOST);
    }

    /// The pages that several threads hold at a time never overlap, and keep their contents.
    #[cfg(all(target_os = "linux", not(miri)))]
    #[test]
    fn pages_have_one_owner() {
        use super::super::{LARGE_PAGE, MAPPED};
        std::thread::scope(|scope| {
            for thread in 0..4u8 {
                scope.spawn(move || {
                    for round in 0..20 {
                        let bytes = MAPPED + (round * 7 + thread as usize) % 5 * LARGE_PAGE;
                        let mut block = super::super::Block::new(bytes, 16).unwrap();
                        let touch = |offset: usize| {
                            // SAFETY: the offset lies within the block, which this thread alone uses.
                            unsafe { block.start.add(offset).write(thread) }
                        };
                        (0..bytes).step_by(LARGE_PAGE).for_each(touch);
                        std::thread::yield_now();
                        for offset in (0..bytes).step_by(LARGE_PAGE) {
                            // SAFETY: the loop above has written the byte.
                            assert_eq!(unsafe { block.start.add(offset).read() }, thread);
                        }
                        block.shrink(bytes / 2);
                    }
                    if thread == 0 {
                        release();
                    }
                });
            }
        });
    }
}
