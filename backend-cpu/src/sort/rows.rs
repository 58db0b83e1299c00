//! Keys with their columns, seen as bits.

use super::columns::{Column, Columns, RUN};
use onrush_core::Key;

/// Keys and the columns that move with them.
pub(super) type Rows<K, S> = (Column<K>, S);

/// A window: as many of a key's words, from `first` on, as fit into 64 bits together. `end` is the word after it.
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

/// The bits of the window `first..end` of a key; they order as those words do.
#[inline(always)]
pub(super) fn window<K: Key>(key: &K, first: usize, end: usize) -> u64 {
    if K::WORDS == 1 {
        return key.word(0);
    }
    let mut bits = key.word(first);
    for w in first + 1..end {
        // Only a second word can follow one of 64 bits that breaks its contract; wrapping keeps even that harmless.
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
/// The rows are there, and nobody writes to them while the slice lives.
#[inline(always)]
pub(super) unsafe fn keys<'a, K: Key, S: Columns>(rows: Rows<K, S>, lo: usize, hi: usize) -> &'a [K] {
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts(rows.0.0.add(lo), hi - lo) }
}

/// How far ahead rows are asked for: a processor that looks ahead by itself, as most do, still took twice as long to count
/// the digits of rows in memory without being asked.
const AHEAD: usize = 16 * RUN;

/// Calls `work` with all of `lo..hi`, in blocks of at most [`RUN`] rows, and asks for the rows ahead of each.
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

/// Says that a key gave two answers about its bits.
#[cold]
#[inline(never)]
pub(super) fn inconsistent() -> ! {
    panic!("`Key::word` gave two answers for one key, or its words have more bits than `Key::word_bits` says")
}
