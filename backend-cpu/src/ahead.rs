//! Cache lines that are asked for before they are read.
//!
//! A thread that reads a tile warp by warp would wait at the start of each page, beyond which the processor doesn't look ahead, and
//! for items of which it has just asked for all. So it asks for the next warp's lines in shares, between its work on this one.

use crate::memory::{LINE, prefetch};

/// The shares of a warp's lines.
pub(crate) const SHARES: usize = 64;

/// The most bytes of an array that are asked for: at most half of a first-level cache.
const MOST: usize = 16 << 10;

/// Parts of `N` arrays that a warp consists of, and that will be read soon.
pub(crate) struct Ahead<const N: usize>([Lines; N]);

impl<const N: usize> Ahead<N> {
    #[inline(always)]
    pub(crate) fn new(arrays: [Lines; N]) -> Self {
        Ahead(arrays)
    }

    /// Asks for some of the [`SHARES`] of each array.
    #[inline(always)]
    pub(crate) fn prefetch(&mut self, shares: usize) {
        for lines in &mut self.0 {
            lines.prefetch(shares);
        }
    }
}

/// Cache lines of an array.
#[derive(Clone, Copy)]
pub(crate) struct Lines {
    start: *const u8,
    /// The bytes of a share.
    share: usize,
    /// The number of shares that are left.
    shares: usize,
}

impl Lines {
    /// The lines of `len` items of `size` bytes from item `first` on, which may lie behind the last one. `items` is the address of
    /// item 0, if they lie in memory.
    #[inline(always)]
    pub(crate) fn new(items: Option<*const u8>, size: usize, first: usize, len: usize) -> Self {
        let Some(items) = items else { return Lines { start: std::ptr::null(), share: 0, shares: 0 } };
        let bytes = len.saturating_mul(size).min(MOST);
        let share = bytes.div_ceil(SHARES).next_multiple_of(LINE);
        Lines { start: items.wrapping_add(first.wrapping_mul(size)), share, shares: bytes.div_ceil(share.max(1)) }
    }

    #[inline(always)]
    fn prefetch(&mut self, shares: usize) {
        for _ in 0..shares.min(self.shares) {
            for offset in (0..self.share).step_by(LINE) {
                prefetch(self.start.wrapping_add(offset));
            }
            self.start = self.start.wrapping_add(self.share);
            self.shares -= 1;
        }
    }
}
