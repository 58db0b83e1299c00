//! The stable sort by keys that have an order of bits.
//!
//! Rows are first split into buckets by the leading bits in which their keys differ, by all threads together and through
//! small runs that gather in the cache; a bucket then fits into the cache of one core, which sorts it by the digits that
//! are left, the last first, while the others do the same to theirs. So a row crosses memory about twice, whatever the
//! number of its digits. Bits that all keys share cost nothing, and nor do those that tell no two keys apart.
//!
//! A stable sort has one answer, so how the work is shared out can't be seen in it.

use super::columns::{Column, Columns};
use super::local;
use super::rows::{Rows, before, keys, window_end};
use super::scatter::{self, Split};
use crate::memory::{AllocError, Memory};
use onrush_core::Key;
use rayon::prelude::*;

/// From this many bytes of rows on, several threads are worth waking; and one thread, too, sorts faster if it splits
/// the rows into more buckets than the stack has room for.
const PARALLEL_BYTES: usize = if cfg!(test) { 8 << 10 } else { 512 << 10 };
/// The fewest buckets of a shared split, and the most. With fewer, floats between 0 and 1 would mostly share a few.
const BUCKETS: (usize, usize) = (256, 2048);
/// A chunk has at least so many rows for each bucket: the runs of all chunks together should be few beside the rows.
const CHUNK_ROWS: usize = if cfg!(test) { 4 } else { 256 };
/// How many rows a bucket should have, as far as the number of buckets allows: so many that a core's first-level cache
/// holds them.
const BUCKET_ROWS: usize = 2048;
/// A task takes about so many rows, and a look at the whole input stops after so many.
const GRAIN: usize = if cfg!(test) { 1 << 9 } else { 1 << 14 };
/// Rows of columns with more bytes than this stay where they are while the keys are sorted, and move once.
const CARRIED_BYTES: usize = 16;

/// Sorts the keys, stably. On an error nothing has changed.
pub(crate) fn sort<K: Key>(keys: &mut [K]) -> Result<(), AllocError> {
    // SAFETY: there is no column.
    unsafe { sort_by_key(keys, ()) }
}

/// Sorts the keys, stably, and moves the rows of the columns with them. On an error nothing has changed.
///
/// # Safety
///
/// The columns have a row for each key, all there, and nobody else uses them.
pub(crate) unsafe fn sort_by_key<K: Key, S: Columns>(keys: &mut [K], columns: S) -> Result<(), AllocError> {
    if sorted(keys) {
        return Ok(());
    }
    // SAFETY: the caller's promise.
    unsafe {
        if S::ROW <= CARRIED_BYTES || keys.len() <= local::INSERTION {
            sort_rows(keys, columns)
        } else if u32::try_from(keys.len()).is_ok() {
            sort_by_index(keys, columns, |i| i as u32, |i| i as usize)
        } else {
            sort_by_index(keys, columns, |i| i, |i| i)
        }
    }
}

/// Whether the keys are in order; it looks at few of them unless they might be.
fn sorted<K: Key>(keys: &[K]) -> bool {
    let ordered = |keys: &[K]| !keys.windows(2).any(|pair| before(&pair[1], &pair[0], 0));
    let some = || keys.iter().step_by(keys.len() / 256 + 1);
    if some().zip(some().skip(1)).any(|(a, b)| before(b, a, 0)) {
        return false;
    }
    if threads(size_of_val(keys)) == 1 {
        return ordered(keys);
    }
    let chunks = keys.len().div_ceil(GRAIN);
    (0..chunks).into_par_iter().all(|c| ordered(&keys[c * GRAIN..keys.len().min((c + 1) * GRAIN + 1)]))
}

fn threads(bytes: usize) -> usize {
    if bytes < PARALLEL_BYTES { 1 } else { rayon::current_num_threads() }
}

/// Sorts by moving whole rows.
///
/// # Safety
///
/// As for [`sort_by_key`].
unsafe fn sort_rows<K: Key, S: Columns>(keys: &mut [K], columns: S) -> Result<(), AllocError> {
    let n = keys.len();
    let rows: Rows<K, S> = (Column(keys.as_mut_ptr()), columns);
    if n <= local::INSERTION {
        // SAFETY: the keys are borrowed mutably; the columns are the caller's promise.
        unsafe { local::insertion(rows, 0, n, 0) };
        return Ok(());
    }
    let scratch = <Rows<K, S>>::allocate(n)?;
    let other = <Rows<K, S>>::of(&scratch);
    // SAFETY: as above; the scratch memory is this call's alone.
    unsafe {
        if n * <Rows<K, S>>::ROW < PARALLEL_BYTES {
            local::sort(rows, other, 0, n, 0, false);
        } else {
            Shared::new(rows, other, n, rayon::current_num_threads())?.sort();
        }
    }
    Ok(())
}

/// Sorts the keys with their indices, then moves each row of the columns to where its index went.
///
/// # Safety
///
/// As for [`sort_by_key`]; `index` and `place` turn a number below `keys.len()` into an `I` and back.
unsafe fn sort_by_index<K: Key, S: Columns, I: Copy + Send + Sync>(
    keys: &mut [K],
    columns: S,
    index: impl Fn(usize) -> I + Sync,
    place: impl Fn(I) -> usize + Sync,
) -> Result<(), AllocError> {
    let n = keys.len();
    let memory = Memory::<I>::new(n)?;
    let scratch = S::allocate(n)?;
    let (indices, sorted) = (Column(memory.start()), S::of(&scratch));
    let threads = threads(n * S::ROW);
    // SAFETY: pieces are disjoint ranges of `0..n`, for which there is memory in each of the columns; what is read has
    // been written as a whole before: the indices are 0 to `n`, in whatever order.
    unsafe {
        pieces(n, threads, |lo, hi| (lo..hi).for_each(|i| indices.put(i, index(i))));
        sort_rows(keys, indices)?;
        pieces(n, threads, |lo, hi| (lo..hi).for_each(|i| sorted.put(i, columns.get(place(indices.get(i))))));
        pieces(n, threads, |lo, hi| sorted.skip(lo).copy(columns.skip(lo), hi - lo));
    }
    Ok(())
}

/// Does `work` on all of `0..n`, in pieces.
fn pieces(n: usize, threads: usize, work: impl Fn(usize, usize) + Sync) {
    if threads == 1 {
        work(0, n);
    } else {
        let pieces = n.div_ceil(GRAIN);
        (0..pieces).into_par_iter().for_each(|p| work(p * GRAIN, n.min((p + 1) * GRAIN)));
    }
}

/// Rows to sort.
#[derive(Clone, Copy)]
struct Task {
    lo: usize,
    hi: usize,
    /// The first word in which their keys may differ.
    first: usize,
    /// Whether they are in the scratch memory.
    away: bool,
}

/// A sort by several threads.
struct Shared<K: Key, S: Columns> {
    rows: Rows<K, S>,
    scratch: Rows<K, S>,
    n: usize,
    threads: usize,
    buckets: usize,
    /// Into how many chunks rows are shared out: more than there are threads, so that one that is held up holds up
    /// little.
    chunks: usize,
    /// What is left that is too much for one thread.
    tasks: Vec<Task>,
    /// For each chunk, where in each bucket its rows begin; then where the buckets end.
    places: Vec<usize>,
    /// For each chunk, and each bucket, where its next row goes.
    at: Vec<usize>,
    /// For each chunk, and each bucket, the rows that go to memory next.
    runs: Memory<<Rows<K, S> as Columns>::Run>,
}

impl<K: Key, S: Columns> Shared<K, S> {
    /// All that the sort of `n` rows needs.
    fn new(rows: Rows<K, S>, scratch: Rows<K, S>, n: usize, threads: usize) -> Result<Self, AllocError> {
        let buckets = (n / BUCKET_ROWS).clamp(BUCKETS.0, BUCKETS.1).next_power_of_two();
        let chunks = (n / (CHUNK_ROWS * buckets)).clamp(1, 4 * threads);
        Ok(Shared {
            rows,
            scratch,
            n,
            threads,
            buckets,
            chunks,
            // Tasks don't overlap, and each is more than 1 in 2 * `threads` of the whole.
            tasks: reserve(2 * threads + 1)?,
            places: reserve((chunks + 1) * buckets)?,
            at: reserve(chunks * buckets)?,
            runs: Memory::new((chunks * buckets).max(RUNS_AT_LEAST / size_of::<<Rows<K, S> as Columns>::Run>()))?,
        })
    }

    /// Sorts the rows.
    ///
    /// # Safety
    ///
    /// There are `n` of them, as much scratch memory, and nobody else uses either.
    unsafe fn sort(mut self) {
        self.tasks.push(Task { lo: 0, hi: self.n, first: 0, away: false });
        while let Some(task) = self.tasks.pop() {
            // SAFETY: the caller's promise; tasks don't overlap.
            unsafe { self.step(task) };
        }
    }

    /// Splits the rows of a task into buckets, sorts the small ones, and makes tasks of the others.
    ///
    /// # Safety
    ///
    /// As for [`sort`](Shared::sort).
    unsafe fn step(&mut self, task: Task) {
        let Task { lo, hi, first, away } = task;
        let (from, to) = if away { (self.scratch, self.rows) } else { (self.rows, self.scratch) };
        // SAFETY: the rows are there, and nobody writes to them before the slice has been used for the last time.
        let slice = unsafe { keys(from, lo, hi) };
        let Some(split) = self.split(slice, first) else {
            if window_end::<K>(first) < K::WORDS {
                self.tasks.push(Task { first: window_end::<K>(first), ..task });
            } else if away {
                // SAFETY: pieces don't overlap.
                pieces(hi - lo, self.threads, |l, h| unsafe { local::copy(from, to, lo + l, lo + h) });
            }
            return;
        };
        let (buckets, chunk) = (split.buckets(), slice.len().div_ceil(self.chunks));
        let (begins, ends) = self.places.split_at_mut(self.chunks * buckets);
        let mut place = lo;
        for bucket in 0..buckets {
            for count in begins[bucket..].iter_mut().step_by(buckets) {
                place += std::mem::replace(count, place);
            }
            ends[bucket] = place;
        }
        self.at.clear();
        self.at.resize(self.chunks * buckets, 0);
        let (places, runs) = (&self.places[..], &self.runs);
        self.at.par_chunks_mut(buckets).enumerate().with_max_len(1).for_each(|(c, at)| {
            let (lo, hi) = ((lo + c * chunk).min(hi), (lo + (c + 1) * chunk).min(hi));
            // In each bucket, a chunk's places end where the next chunk's begin.
            let (begins, ends) = places[c * buckets..].split_at(buckets);
            // SAFETY: the rows are there; the places of chunks and buckets share out `lo..hi` of the task between them,
            // and each chunk has runs of its own.
            unsafe {
                let runs = runs.start().add(c * buckets);
                scatter::scatter(from, to, lo, hi, split, begins, ends, at, Some(runs));
            }
        });
        let ends = &self.places[self.chunks * buckets..];
        let bounds = Bounds { lo, ends, most: self.n / (2 * self.threads) };
        // SAFETY: the buckets have been written, and they don't overlap.
        unsafe { small(to, from, &bounds, (0, buckets), first, !away) };
        for bucket in 0..buckets {
            let (lo, hi) = bounds.of(bucket);
            if hi - lo > bounds.most {
                self.tasks.push(Task { lo, hi, first, away: !away });
            }
        }
    }

    /// Chooses a split of the keys by the window from `first` on and counts the keys of each chunk and bucket. None if
    /// all keys agree in that window.
    fn split(&mut self, keys: &[K], first: usize) -> Option<Split> {
        let end = window_end::<K>(first);
        let (bits, count) = scatter::sample(keys, first, end);
        let (low, high) = bits[..count].iter().fold((u64::MAX, 0), |(l, h), &x| (x.min(l), x.max(h)));
        let whole = || {
            let ranges = keys.par_chunks(GRAIN).map(|keys| scatter::range(keys, first, end));
            ranges.reduce(|| (u64::MAX, 0), |a, b| (a.0.min(b.0), a.1.max(b.1)))
        };
        if low != high {
            let split = Split::between(first, end, low, high, self.buckets);
            self.count(keys, split);
            // Few keys lie outside of what the sample saw, so they do no harm, unless the keys were set against it.
            let share = |bucket: usize| -> usize { self.places[bucket..].iter().step_by(split.buckets()).sum() };
            if share(0).max(share(split.buckets() - 1)) <= keys.len() / 8 {
                return Some(split);
            }
            let (low, high) = whole();
            if split.covers(low, high) {
                return Some(split);
            }
        }
        let (low, high) = whole();
        if low == high {
            return None;
        }
        let split = Split::between(first, end, low, high, self.buckets);
        self.count(keys, split);
        Some(split)
    }

    fn count(&mut self, keys: &[K], split: Split) {
        let (buckets, chunk) = (split.buckets(), keys.len().div_ceil(self.chunks));
        self.places.clear();
        self.places.resize((self.chunks + 1) * buckets, 0);
        let counts = self.places[..self.chunks * buckets].par_chunks_mut(buckets);
        counts
            .zip(keys.par_chunks(chunk))
            .with_max_len(1)
            .for_each(|(counts, keys)| scatter::count(keys, split, counts));
    }
}

/// Where buckets lie.
struct Bounds<'a> {
    lo: usize,
    ends: &'a [usize],
    /// More rows than this are too many for one thread.
    most: usize,
}

impl Bounds<'_> {
    fn of(&self, bucket: usize) -> (usize, usize) {
        (if bucket == 0 { self.lo } else { self.ends[bucket - 1] }, self.ends[bucket])
    }
}

/// Sorts the small ones among the buckets `range` of `a`, into `b` if `into_b`, sharing them out by their rows.
///
/// # Safety
///
/// As for [`local::sort`], for each of the buckets; they don't overlap.
unsafe fn small<K: Key, S: Columns>(
    a: Rows<K, S>,
    b: Rows<K, S>,
    bounds: &Bounds,
    range: (usize, usize),
    first: usize,
    into_b: bool,
) {
    let (lo, hi) = (bounds.of(range.0).0, bounds.of(range.1 - 1).1);
    if range.1 - range.0 == 1 || hi - lo <= GRAIN {
        for (lo, hi) in (range.0..range.1).map(|bucket| bounds.of(bucket)) {
            if lo < hi && hi - lo <= bounds.most {
                // SAFETY: the caller's promise.
                unsafe { local::sort(a, b, lo, hi, first, into_b) };
            }
        }
        return;
    }
    let half = bounds.ends[range.0..range.1].partition_point(|&end| end <= lo + (hi - lo) / 2);
    let middle = (range.0 + half).clamp(range.0 + 1, range.1 - 1);
    // SAFETY: the caller's promise.
    rayon::join(
        || unsafe { small(a, b, bounds, (range.0, middle), first, into_b) },
        || unsafe { small(a, b, bounds, (middle, range.1), first, into_b) },
    );
}

/// The runs get a large page: threads write to all of them all the time.
const RUNS_AT_LEAST: usize = 2 << 20;

fn reserve<T>(len: usize) -> Result<Vec<T>, AllocError> {
    let mut values = Vec::new();
    values.try_reserve_exact(len).map_err(|_| AllocError { bytes: len * size_of::<T>() })?;
    Ok(values)
}

#[cfg(test)]
mod tests;
