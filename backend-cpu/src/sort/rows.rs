//! Keys with their columns, seen as bits.

use super::columns::{Column, Columns, RUN};
use onrush_core::Key;

/// Keys and the columns that move with them.
pub(super) type Rows<K, S> = (Column<K>, S);

/// The end of a window: the words of a key from `first` on that fit into 64 bits together. The result is the word after
/// them.
#[inline(always)]
pub(super) fn window_end<K: Key>(first: usize) -> usize {
    if K::WORDS == 1 {
        return 1;
    }
    let mut bits = K::word_bits(first);
    let mut end = first + 1;
    while end < K::WORDS && bits + K::word_bits(end) <= 64 {
        bits += K::word_bits(end);
        end += 1;
    }
    end
}

/// The bits of the window `first..end` of a key. Their order is that of the words.
#[inline(always)]
pub(super) fn window<K: Key>(key: &K, first: usize, end: usize) -> u64 {
    if K::WORDS == 1 {
        return key.word(0);
    }
    let mut bits = key.word(first);
    for w in first + 1..end {
        // A second word can follow one of 64 bits only if the key breaks its contract; a wrapping shift makes that
        // harmless.
        bits = bits.wrapping_shl(K::word_bits(w)) | key.word(w);
    }
    bits
}

/// Whether key `a` comes before key `b`, by the words from `first` on.
#[inline(always)]
pub(super) fn before<K: Key>(a: &K, b: &K, first: usize) -> bool {
    for w in first..K::WORDS {
        let (a, b) = (a.word(w), b.word(w));
        if w + 1 == K::WORDS || a != b {
            return a < b;
        }
    }
    false
}

/// The keys of rows `lo` to `hi`.
///
/// # Safety
///
/// The rows are initialised, and nothing writes to them while the slice lives.
#[inline(always)]
pub(super) unsafe fn keys<'a, K: Key, S: Columns>(rows: Rows<K, S>, lo: usize, hi: usize) -> &'a [K] {
    // SAFETY: the caller's contract.
    unsafe { std::slice::from_raw_parts(rows.0.0.add(lo), hi - lo) }
}

/// The number of rows by which prefetching runs ahead. Without it, even processors that prefetch by themselves took
/// twice as long to count the digits of rows in memory.
const AHEAD: usize = 16 * RUN;

/// Calls `work` with all of `lo..hi`, in blocks of at most [`RUN`] rows, and prefetches the rows ahead of each.
#[inline(always)]
pub(super) fn ahead<S: Columns>(rows: S, lo: usize, hi: usize, mut work: impl FnMut(usize, usize)) {
    let mut block = lo;
    while block + RUN <= hi {
        rows.prefetch(block + AHEAD);
        work(block, block + RUN);
        block += RUN;
    }
    work(block, hi);
}

/// Reports that a key gave different answers about its bits.
#[cold]
#[inline(never)]
pub(super) fn inconsistent() -> ! {
    panic!("`Key::word` gave two answers for one key, or its words have more bits than `Key::word_bits` says")
}
