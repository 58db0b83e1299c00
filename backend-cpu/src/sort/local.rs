//! Sorting rows that fit into a core's cache, on one thread: by two digits, the least significant first.

use super::columns::Columns;
use super::rows::{Rows, ahead, before, inconsistent, keys, window, window_end};
use super::scatter;
use onrush_core::Key;

/// The most rows for which insertion sort is fastest.
pub(super) const INSERTION: usize = 48;
/// Rows of more bytes than this are first split into buckets: the sort needs them twice in the core's second-level cache.
pub(super) const LOCAL_BYTES: usize = if cfg!(test) { 4 << 10 } else { 512 << 10 };
/// Digits are taken from the top until they distinguish 2^SPARE times the number of keys that there are. The few keys
/// that still look equal are sorted by their other bits, as small groups.
const SPARE: u32 = 4;

/// The smallest and the largest number of bits of a digit of more than [`FEW`] rows. Summing the counts of a wide
/// digit costs about as much as moving a thousand rows, and saves moving all rows a third time.
const DIGIT: (u32, u32) = (8, 11);
/// The most rows that are sorted by narrower digits: the counts of wider ones would take most of the time. Of more rows, too many would
/// look equal if their keys have bits that vary little, as floats have.
const FEW: usize = 128;
/// The smallest number of bits of a digit of up to [`FEW`] rows.
const NARROW: u32 = 6;
/// The number of rows from which on digits are made wide enough to leave no bits, if possible.
const MANY: usize = if cfg!(test) { 1 << 8 } else { 3 << 10 };
/// The largest number of digits: two wide ones distinguish as many keys as fit into the cache.
const DIGITS: usize = 2;

/// The number of values of the narrowest and of the widest digits.
const VALUES: (usize, usize) = (1 << DIGIT.0, 1 << DIGIT.1);

/// Sorts rows `lo` to `hi` of `a`, stably, by the words of their keys from `first` on. The result is in `b` if
/// `into_b`, else in `a`; the rows of the other one are lost. It doesn't allocate.
///
/// # Safety
///
/// Rows `lo` to `hi` of `a` are initialised, `b` has memory for them, and nothing else uses either.
pub(super) unsafe fn sort<K: Key, S: Columns>(
    a: Rows<K, S>,
    b: Rows<K, S>,
    lo: usize,
    hi: usize,
    first: usize,
    into_b: bool,
) {
    let n = hi - lo;
    // SAFETY: the caller's contract. All calls below use rows `lo` to `hi` of `a`, and then of the one of the two that
    // was written last.
    unsafe {
        if n <= INSERTION {
            if into_b {
                copy(a, b, lo, hi);
            }
            return insertion(if into_b { b } else { a }, lo, hi, first);
        }
        let mut first = first;
        let (mut end, mut mask);
        loop {
            end = window_end::<K>(first);
            mask = varying(a, b, lo, hi, first, end);
            if mask != 0 {
                break;
            }
            if end == K::WORDS {
                if into_b {
                    copy(a, b, lo, hi);
                }
                return;
            }
            first = end;
        }
        if n * <Rows<K, S>>::ROW > LOCAL_BYTES && n > 1 << DIGIT.0 {
            return scatter::sort_serial(a, b, lo, hi, first, into_b);
        }
        let (shifts, width, count, rest) = digits(mask, n);
        let in_b = match (count, width <= DIGIT.0) {
            (1, true) => passes::<K, S, 1, { VALUES.0 }>(a, b, lo, hi, first, end, width, [shifts[0]]),
            (1, false) => passes::<K, S, 1, { VALUES.1 }>(a, b, lo, hi, first, end, width, [shifts[0]]),
            (_, true) => passes::<K, S, 2, { VALUES.0 }>(a, b, lo, hi, first, end, width, shifts),
            (_, false) => passes::<K, S, 2, { VALUES.1 }>(a, b, lo, hi, first, end, width, shifts),
        };
        let (result, other) = if into_b { (b, a) } else { (a, b) };
        if in_b != into_b {
            copy(other, result, lo, hi);
        }
        if rest || end < K::WORDS {
            ties(result, other, lo, hi, first, end, shifts[count - 1], rest);
        }
    }
}

/// Sorts the rows between `lo` and `hi` whose bits in the window are equal from `shift` on, by the rest of their bits.
///
/// # Safety
///
/// The contract is that of [`sort`].
#[allow(clippy::too_many_arguments)]
unsafe fn ties<K: Key, S: Columns>(
    rows: Rows<K, S>,
    other: Rows<K, S>,
    lo: usize,
    hi: usize,
    first: usize,
    end: usize,
    shift: u32,
    rest: bool,
) {
    let next = if rest { first } else { end };
    let prefix = |i: usize| {
        // SAFETY: the caller's contract: `i` is between `lo` and `hi`; the reference ends before anything is written.
        window(unsafe { &keys(rows, i, i + 1)[0] }, first, end) >> shift
    };
    let mut i = lo;
    let mut p = prefix(lo);
    while i + 1 < hi {
        let q = prefix(i + 1);
        if p != q {
            (i, p) = (i + 1, q);
            continue;
        }
        let start = i;
        i += 2;
        while i < hi && prefix(i) == p {
            i += 1;
        }
        // SAFETY: the caller's contract: `start..i` lies within `lo..hi`.
        unsafe { sort(rows, other, start, i, next, false) };
        if i < hi {
            p = prefix(i);
        }
    }
}

/// The bits in which the keys of rows `lo` to `hi` differ. This first pass over the rows brings both sides into the
/// cache.
///
/// # Safety
///
/// The contract is that of [`sort`].
#[inline(always)]
unsafe fn varying<K: Key, S: Columns>(
    a: Rows<K, S>,
    b: Rows<K, S>,
    lo: usize,
    hi: usize,
    first: usize,
    end: usize,
) -> u64 {
    // SAFETY: the caller's contract: the rows are initialised, and nothing writes to them meanwhile.
    let some = |lo, hi| unsafe { keys(a, lo, hi) };
    let one = window(&some(lo, hi)[0], first, end);
    let mut mask = 0;
    ahead((a, b), lo, hi, |lo, hi| {
        mask = some(lo, hi).iter().fold(mask, |mask, key| mask | (window(key, first, end) ^ one));
    });
    mask
}

/// Chooses the digits, the most significant first: the shift of each, their width, their number, and whether lower bits
/// vary that no digit covers.
fn digits(mask: u64, n: usize) -> ([u32; DIGITS], u32, usize, bool) {
    let (all, enough) = (mask.count_ones(), n.ilog2() + SPARE);
    let bits = if n >= MANY && all <= DIGITS as u32 * DIGIT.1 { all } else { all.min(enough) };
    let least = if n <= FEW { NARROW } else { DIGIT.0 };
    let width = bits.div_ceil(DIGITS as u32).clamp(least, DIGIT.1);
    let (mut shifts, mut count, mut left, mut covered) = ([0; DIGITS], 0, mask, 0);
    while left != 0 && count < DIGITS && covered < bits {
        let shift = (64 - left.leading_zeros()).saturating_sub(width);
        shifts[count] = shift;
        covered += (left >> shift).count_ones();
        left &= (1 << shift) - 1;
        count += 1;
    }
    (shifts, width, count, left != 0)
}

/// Sorts by `P` digits of `width` bits, the last one first. Each digit is found at its shift and has at most `D`
/// values. Returns whether the result is in `b`.
///
/// # Safety
///
/// The contract is that of [`sort`].
#[inline(never)]
#[allow(clippy::too_many_arguments)]
unsafe fn passes<K: Key, S: Columns, const P: usize, const D: usize>(
    a: Rows<K, S>,
    b: Rows<K, S>,
    lo: usize,
    hi: usize,
    first: usize,
    end: usize,
    width: u32,
    shifts: [u32; P],
) -> bool {
    // 32 bits suffice: no more rows fit into the cache.
    let mut counts = [[0u32; D]; P];
    // SAFETY: the caller's contract: the rows are initialised; the slice is used no more when the first pass writes.
    for key in unsafe { keys(a, lo, hi) } {
        let bits = window(key, first, end);
        for (counts, shift) in counts.iter_mut().zip(shifts) {
            counts[digit::<D>(bits, shift, width)] += 1;
        }
    }
    let (mut from, mut to, mut in_b) = (a, b, false);
    for p in (0..P).rev() {
        // SAFETY: the caller's contract; the previous pass has written all rows of `from`.
        unsafe { pass(from, to, lo, hi, first, end, width, shifts[p], &mut counts[p]) };
        (from, to, in_b) = (to, from, !in_b);
    }
    in_b
}

/// The digit of `width` bits at `shift`, less than `D`.
#[inline(always)]
fn digit<const D: usize>(bits: u64, shift: u32, width: u32) -> usize {
    ((bits >> shift) as u32 & ((1 << width) - 1)) as usize % D
}

/// Moves the rows to the places of their digits at `shift`; `counts` has the number of rows of each digit.
///
/// # Safety
///
/// The contract is that of [`sort`].
#[inline(always)]
#[allow(clippy::too_many_arguments)]
unsafe fn pass<K: Key, S: Columns, const D: usize>(
    from: Rows<K, S>,
    to: Rows<K, S>,
    lo: usize,
    hi: usize,
    first: usize,
    end: usize,
    width: u32,
    shift: u32,
    counts: &mut [u32; D],
) {
    let mut start = 0;
    for count in &mut counts[..1 << width] {
        start += std::mem::replace(count, start);
    }
    let at = counts;
    let begins = *at;
    for i in lo..hi {
        // SAFETY: the caller's contract: row `i` of `from` is initialised, and `to` has memory for row `lo + p`, since
        // `p < hi - lo`.
        unsafe {
            let row = from.get(i);
            let digit = digit::<D>(window(&row.0, first, end), shift, width);
            let p = at[digit];
            if p >= start {
                inconsistent();
            }
            to.put(lo + p as usize, row);
            at[digit] = p + 1;
        }
    }
    // Each row of `to` is now written: every digit has filled its share, from its beginning to that of the next one.
    let last = (1 << width) - 1;
    if at[..last] != begins[1..=last] || at[last] != start {
        inconsistent();
    }
}

/// Sorts a few rows by insertion.
///
/// # Safety
///
/// Rows `lo` to `hi` are initialised, and nothing else uses them.
pub(super) unsafe fn insertion<K: Key, S: Columns>(rows: Rows<K, S>, lo: usize, hi: usize, first: usize) {
    for i in lo + 1..hi {
        // SAFETY: the caller's contract: all indices are between `lo` and `hi`.
        unsafe {
            let row = rows.get(i);
            let mut j = i;
            while j > lo {
                let left = rows.get(j - 1);
                if !before(&row.0, &left.0, first) {
                    break;
                }
                rows.put(j, left);
                j -= 1;
            }
            if j < i {
                rows.put(j, row);
            }
        }
    }
}

/// Copies rows `lo` to `hi`.
///
/// # Safety
///
/// The rows are initialised, `to` has memory for them, and nothing else uses either.
pub(super) unsafe fn copy<K: Key, S: Columns>(from: Rows<K, S>, to: Rows<K, S>, lo: usize, hi: usize) {
    // SAFETY: the caller's contract.
    unsafe { from.skip(lo).copy(to.skip(lo), hi - lo) }
}
