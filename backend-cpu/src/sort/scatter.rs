//! Splitting rows into buckets by their leading bits: the step that moves rows through memory.

use super::columns::{Column, Columns, RUN, fence};
use super::local;
use super::rows::{Rows, ahead, inconsistent, keys, window, window_end};
use onrush_core::Key;
use std::mem::MaybeUninit;

/// The largest number of buckets of a split on one thread: their runs fit into its first-level cache.
const SERIAL_BUCKETS: usize = 256;
/// The largest size in bytes of runs that lie on the stack.
const STACK_BYTES: usize = 64 << 10;
/// The number of keys that are sampled to choose a split.
const SAMPLE: usize = 512;

/// A rule that gives a key its bucket by its bits in a window: keys with equal bits above `shift` share a bucket. Keys
/// below `low` or above `high` go to the first or the last bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Split {
    pub(super) first: usize,
    pub(super) end: usize,
    pub(super) shift: u32,
    low: u64,
    high: u64,
}

impl Split {
    /// The finest split into at most `buckets` buckets of keys between `low` and `high`.
    pub(super) fn between(first: usize, end: usize, low: u64, high: u64, buckets: usize) -> Self {
        let mut shift = (64 - (low ^ high).leading_zeros()).saturating_sub(buckets.ilog2() + 1);
        while (high >> shift) - (low >> shift) >= buckets as u64 {
            shift += 1;
        }
        Split { first, end, shift, low: low >> shift, high: high >> shift }
    }

    /// The number of buckets.
    pub(super) fn buckets(&self) -> usize {
        (self.high - self.low) as usize + 1
    }

    /// The bucket of a key, less than [`Split::buckets`] whatever the key's bits are.
    #[inline(always)]
    pub(super) fn bucket<K: Key>(&self, key: &K) -> usize {
        let bits = window(key, self.first, self.end) >> self.shift;
        let bucket = bits.wrapping_sub(self.low);
        // Outliers are rare: a branch that is predicted costs less than a clamp for every key.
        if bucket > self.high - self.low {
            return self.outlier(bits);
        }
        bucket as usize
    }

    #[cold]
    fn outlier(&self, bits: u64) -> usize {
        if bits < self.low { 0 } else { self.buckets() - 1 }
    }

    /// Whether keys between `low` and `high` all lie in the split's range.
    pub(super) fn covers(&self, low: u64, high: u64) -> bool {
        self.low <= low >> self.shift && high >> self.shift <= self.high
    }
}

/// The bits of some keys, evenly spread, in the keys' order, and their number.
pub(super) fn sample<K: Key>(keys: &[K], first: usize, end: usize) -> ([u64; SAMPLE], usize) {
    let mut bits = [0; SAMPLE];
    let step = keys.len().div_ceil(SAMPLE).max(1);
    let some = keys.iter().step_by(step);
    let count = some.len();
    for (bits, key) in bits.iter_mut().zip(some) {
        *bits = window(key, first, end);
    }
    (bits, count)
}

/// The smallest and the largest bits among the keys.
pub(super) fn range<K: Key>(keys: &[K], first: usize, end: usize) -> (u64, u64) {
    keys.iter().map(|key| window(key, first, end)).fold((u64::MAX, 0), |(l, h), x| (l.min(x), h.max(x)))
}

/// Counts the keys of each bucket.
pub(super) fn count<K: Key>(keys: &[K], split: Split, counts: &mut [usize]) {
    let counts = &mut counts[..split.buckets()];
    ahead(Column(keys.as_ptr().cast_mut()), 0, keys.len(), |lo, hi| {
        for key in &keys[lo..hi] {
            counts[split.bucket(key)] += 1;
        }
    });
}

/// Moves rows `lo` to `hi` of `from` to their buckets in `to`: bucket `i` takes the places from `begins[i]` up to
/// `ends[i]`, in the order of the rows. `at` is scratch space with a number for each bucket. With `runs`, one for each
/// bucket, rows gather there and are written together.
///
/// # Safety
///
/// The rows are initialised, `to` has memory for the places of the buckets, which don't overlap, and nothing else uses
/// either them or the runs. `begins`, `ends` and `at` have an entry for each bucket of the split.
#[allow(clippy::too_many_arguments)]
pub(super) unsafe fn scatter<K: Key, S: Columns>(
    from: Rows<K, S>,
    to: Rows<K, S>,
    lo: usize,
    hi: usize,
    split: Split,
    begins: &[usize],
    ends: &[usize],
    at: &mut [usize],
    runs: Option<*mut <Rows<K, S> as Columns>::Run>,
) {
    let buckets = split.buckets();
    let (begins, ends, at) = (&begins[..buckets], &ends[..buckets], &mut at[..buckets]);
    at.copy_from_slice(begins);
    let Some(runs) = runs else {
        for i in lo..hi {
            // SAFETY: row `i` is initialised; the check shows that the place is one of its bucket's; the slices have an
            // entry for each bucket.
            unsafe {
                let row = from.get(i);
                let bucket = split.bucket(&row.0);
                let p = *at.get_unchecked(bucket);
                if p >= *ends.get_unchecked(bucket) {
                    inconsistent();
                }
                to.put(p, row);
                *at.get_unchecked_mut(bucket) = p + 1;
            }
        }
        if at != ends {
            inconsistent();
        }
        return;
    };
    ahead(from, lo, hi, |lo, hi| {
        for i in lo..hi {
            // SAFETY: row `i` is initialised; the slices have an entry and `runs` a run for each bucket. A run is
            // flushed to places from its bucket's first one to `p`, which the check shows to be the bucket's too.
            unsafe {
                let row = from.get(i);
                let bucket = split.bucket(&row.0);
                let p = *at.get_unchecked(bucket);
                let run = runs.add(bucket);
                <Rows<K, S>>::stage(run, p % RUN, row);
                *at.get_unchecked_mut(bucket) = p + 1;
                if p % RUN == RUN - 1 {
                    if p >= *ends.get_unchecked(bucket) {
                        inconsistent();
                    }
                    let base = p + 1 - RUN;
                    let from = begins.get_unchecked(bucket).saturating_sub(base);
                    to.flush(base, run, from, RUN);
                }
            }
        }
    });
    // Each place is written if every bucket has filled its share.
    if at != ends {
        inconsistent();
    }
    for bucket in 0..buckets {
        let base = ends[bucket] / RUN * RUN;
        let from = begins[bucket].saturating_sub(base);
        if base + from < ends[bucket] {
            // SAFETY: these are the last places of the bucket, whose rows were staged since the last flush.
            unsafe { to.flush(base, runs.add(bucket), from, ends[bucket] - base) };
        }
    }
    fence();
}

/// Splits rows `lo` to `hi` of `a` into buckets in `b`, sorts each of them, and leaves the result in `b` if `into_b`,
/// else in `a`, all on this thread. The keys differ in the window from `first` on.
///
/// # Safety
///
/// The contract is that of [`local::sort`].
#[inline(never)]
pub(super) unsafe fn sort_serial<K: Key, S: Columns>(
    a: Rows<K, S>,
    b: Rows<K, S>,
    lo: usize,
    hi: usize,
    first: usize,
    into_b: bool,
) {
    let mut ends = [0; SERIAL_BUCKETS];
    let mut begins = [0; SERIAL_BUCKETS];
    let end = window_end::<K>(first);
    // SAFETY: the caller's contract: the rows are initialised.
    let (low, high) = range(unsafe { keys(a, lo, hi) }, first, end);
    let split = Split::between(first, end, low, high, SERIAL_BUCKETS);
    // SAFETY: the caller's contract: the rows are initialised; the slice is used no more when rows move.
    count(unsafe { keys(a, lo, hi) }, split, &mut ends);
    let mut place = lo;
    for (begin, end) in begins.iter_mut().zip(&mut ends) {
        *begin = place;
        place += *end;
        *end = place;
    }
    // SAFETY: the caller's contract; the buckets partition `lo..hi`.
    unsafe { stack_scatter(a, b, lo, hi, split, &begins, &ends) };
    for bucket in 0..split.buckets() {
        // SAFETY: the caller's contract; `stack_scatter` has written the bucket's rows.
        unsafe { local::sort(b, a, begins[bucket], ends[bucket], first, !into_b) };
    }
}

/// Calls [`scatter`] with runs on the stack, or with none if they are large.
///
/// # Safety
///
/// The contract is that of [`scatter`].
#[inline(never)]
unsafe fn stack_scatter<K: Key, S: Columns>(
    a: Rows<K, S>,
    b: Rows<K, S>,
    lo: usize,
    hi: usize,
    split: Split,
    begins: &[usize; SERIAL_BUCKETS],
    ends: &[usize; SERIAL_BUCKETS],
) {
    let mut at = [0; SERIAL_BUCKETS];
    // SAFETY: the caller's contract; `runs` has a run for each bucket.
    unsafe {
        if const { size_of::<<Rows<K, S> as Columns>::Run>() * SERIAL_BUCKETS <= STACK_BYTES } {
            with_runs(|runs| scatter(a, b, lo, hi, split, begins, ends, &mut at, Some(runs)));
        } else {
            scatter(a, b, lo, hi, split, begins, ends, &mut at, None);
        }
    }
}

/// This is a function apart, so that its stack space isn't needed where runs are large.
#[inline(always)]
fn with_runs<R>(f: impl FnOnce(*mut R)) {
    let mut runs: [MaybeUninit<R>; SERIAL_BUCKETS] = [const { MaybeUninit::uninit() }; SERIAL_BUCKETS];
    f(runs.as_mut_ptr().cast());
}
