//! The stable sort by keys with a radix order.
//!
//! First, all threads together split the rows into buckets by the leading bits in which their keys differ; the rows of
//! a bucket gather in the cache in small runs before they are written. A bucket then fits into the cache of one core,
//! which sorts it by the remaining digits, the last one first, while other cores sort theirs. So a row crosses memory
//! about twice, whatever the number of its digits. Bits that are equal in all keys cost nothing, and neither do bits
//! that distinguish no two keys.
//!
//! A stable sort has only one result, so it doesn't depend on how the work is shared.

use super::columns::{Column, Columns};
use super::local;
use super::rows::{Rows, before, keys, window_end};
use super::scatter::{self, Split};
use crate::memory::{AllocError, Buffer};
use crate::parallel::{self, Parts, Pool};
use onrush_core::{ErrorKind, Key, fault};
use std::slice;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The size in bytes of rows from which several threads are worth waking. One thread, too, then sorts faster if it
/// splits the rows into more buckets than the stack has room for.
pub(super) const PARALLEL_BYTES: usize = if cfg!(test) { 8 << 10 } else { 512 << 10 };
/// The fewest buckets of a shared split, and the most. With fewer, floats between 0 and 1 would mostly share a few.
const BUCKETS: (usize, usize) = (256, 2048);
/// The fewest rows of a chunk for each bucket: the runs of all chunks together should be few compared with the rows.
const CHUNK_ROWS: usize = if cfg!(test) { 4 } else { 256 };
/// The number of rows that a task takes, roughly, and after which a pass over the whole input tests whether it can
/// stop.
const GRAIN: usize = if cfg!(test) { 1 << 9 } else { 1 << 14 };
/// The size in bytes above which the rows of columns stay in place while the keys are sorted, and move once.
pub(super) const CARRIED_BYTES: usize = 16;

/// Sorts the keys, stably. On an error nothing has changed.
#[cfg(test)]
pub(crate) fn sort<K: Key>(pool: &Pool, keys: &mut [K]) -> Result<(), AllocError> {
    // SAFETY: there is no column.
    unsafe { sort_by_key(pool, keys, ()) }
}

/// Sorts the keys, stably, and moves the rows of the columns with them. On an error nothing has changed.
///
/// # Safety
///
/// The columns have an initialised row for each key, and nothing else uses them.
pub(crate) unsafe fn sort_by_key<K: Key, S: Columns>(
    pool: &Pool,
    keys: &mut [K],
    columns: S,
) -> Result<(), AllocError> {
    if sorted(pool, keys) {
        return Ok(());
    }
    // SAFETY: the caller's contract.
    unsafe {
        if S::ROW <= CARRIED_BYTES || keys.len() <= local::INSERTION {
            sort_rows(pool, keys, columns)
        } else if u32::try_from(keys.len()).is_ok() {
            sort_by_index(pool, keys, columns, |i| i as u32, |i| i as usize)
        } else {
            sort_by_index(pool, keys, columns, |i| i, |i| i)
        }
    }
}

/// Whether the keys are in order. It tests a few of them first, and all only if these are in order.
fn sorted<K: Key>(pool: &Pool, keys: &[K]) -> bool {
    let ordered = |keys: &[K]| !keys.windows(2).any(|pair| before(&pair[1], &pair[0], 0));
    let some = || keys.iter().step_by(keys.len() / 256 + 1);
    if some().zip(some().skip(1)).any(|(a, b)| before(b, a, 0)) {
        return false;
    }
    let found = AtomicBool::new(false);
    pieces(pool, keys.len(), size_of::<K>(), |lo, hi| {
        if !found.load(Ordering::Relaxed) && !ordered(&keys[lo..keys.len().min(hi + 1)]) {
            found.store(true, Ordering::Relaxed);
        }
    });
    !found.into_inner()
}

/// Sorts by moving whole rows.
///
/// # Safety
///
/// The contract is that of [`sort_by_key`].
unsafe fn sort_rows<K: Key, S: Columns>(pool: &Pool, keys: &mut [K], columns: S) -> Result<(), AllocError> {
    let n = keys.len();
    let rows: Rows<K, S> = (Column(keys.as_mut_ptr()), columns);
    if n <= local::INSERTION {
        // SAFETY: the keys are borrowed mutably; the caller's contract covers the columns.
        unsafe { local::insertion(rows, 0, n, 0) };
        return Ok(());
    }
    let scratch = <Rows<K, S>>::allocate(n)?;
    let other = <Rows<K, S>>::of(&scratch);
    // SAFETY: the keys are borrowed mutably, and the caller's contract covers the columns; this call alone uses the
    // scratch memory.
    unsafe {
        if n * <Rows<K, S>>::ROW < PARALLEL_BYTES {
            local::sort(rows, other, 0, n, 0, false);
        } else {
            Shared::new(pool, rows, other, n)?.sort();
        }
    }
    Ok(())
}

/// Sorts the keys with their indices, then moves each row of the columns to where its index went.
///
/// # Safety
///
/// The contract is that of [`sort_by_key`]; `index` and `place` turn a number below `keys.len()` into an `I` and back.
unsafe fn sort_by_index<K: Key, S: Columns, I: Copy + Send + Sync>(
    pool: &Pool,
    keys: &mut [K],
    columns: S,
    index: impl Fn(usize) -> I + Sync,
    place: impl Fn(I) -> usize + Sync,
) -> Result<(), AllocError> {
    let n = keys.len();
    let memory = Buffer::<I>::new(n)?;
    let indices = Column(memory.start());
    // SAFETY: pieces are disjoint ranges of `0..n`, for which there is memory.
    unsafe {
        pieces(pool, n, size_of::<I>(), |lo, hi| (lo..hi).for_each(|i| indices.put(i, index(i))));
    }
    // The keys of a sort that is cancelled have moved, too, so the rows follow them.
    // SAFETY: each key has an index, which nothing else uses.
    let sorted = parallel::call(|| unsafe { sort_rows(pool, keys, indices) });
    if let Ok(Err(refused)) = sorted {
        return Err(refused);
    }
    // The scratch memory of the keys is freed by now, so that the sort never takes more than its input's size.
    // SAFETY: the columns have `n` rows; a sort permutes the indices, so they are still all numbers below `n`.
    unsafe { follow(pool, columns, indices, n, index, place) };
    sorted.unwrap_or_else(|cancelled| fault::raise_error(cancelled))
}

/// Moves the row that each index names to the index's place.
///
/// # Safety
///
/// The columns have `n` initialised rows, which nothing else uses; the indices are all numbers below `n`, which `index`
/// and `place` turn into an `I` and back.
pub(super) unsafe fn follow<S: Columns, I: Copy + Send + Sync>(
    pool: &Pool,
    columns: S,
    indices: Column<I>,
    n: usize,
    index: impl Fn(usize) -> I,
    place: impl Fn(I) -> usize + Sync,
) {
    let Ok(scratch) = S::allocate(n) else {
        // SAFETY: the caller's contract.
        return unsafe { follow_cycles(columns, indices, n, index, place) };
    };
    let sorted = S::of(&scratch);
    // SAFETY: the caller's contract. Pieces are disjoint ranges of `0..n`, for which there is memory; the first pass
    // has written all rows that the second one reads, since the indices are a permutation of `0..n`.
    unsafe {
        pieces(pool, n, S::ROW, |lo, hi| (lo..hi).for_each(|i| sorted.put(i, columns.get(place(indices.get(i))))));
        pieces(pool, n, S::ROW, |lo, hi| sorted.skip(lo).copy(columns.skip(lo), hi - lo));
    }
}

/// Moves the rows as [`follow`] does, cycle by cycle: more slowly, but without memory.
///
/// # Safety
///
/// The contract is that of [`follow`].
unsafe fn follow_cycles<S: Columns, I: Copy + Send + Sync>(
    columns: S,
    indices: Column<I>,
    n: usize,
    index: impl Fn(usize) -> I,
    place: impl Fn(I) -> usize,
) {
    for start in 0..n {
        // SAFETY: the caller's contract: `start`, and each place that an index names, is below `n`. A place that is
        // done names itself.
        unsafe {
            let (first, mut at) = (columns.get(start), start);
            loop {
                let from = place(indices.get(at));
                indices.put(at, index(at));
                if from == start {
                    break columns.put(at, first);
                }
                columns.put(at, columns.get(from));
                at = from;
            }
        }
    }
}

/// Runs `work` on all of `0..n`, rows of `row` bytes, in pieces.
pub(super) fn pieces(pool: &Pool, n: usize, row: usize, work: impl Fn(usize, usize) + Sync) {
    if n.saturating_mul(row) < PARALLEL_BYTES {
        return work(0, n);
    }
    pool.run_heavy(n.div_ceil(GRAIN), |p| work(p * GRAIN, n.min((p + 1) * GRAIN)));
}

/// Rows that are still to be sorted.
#[derive(Clone, Copy)]
struct Task {
    lo: usize,
    hi: usize,
    /// The first word in which the keys may differ.
    first: usize,
    /// Whether the rows are in the scratch memory.
    away: bool,
}

/// A sort by several threads.
struct Shared<'a, K: Key, S: Columns> {
    pool: &'a Pool,
    rows: Rows<K, S>,
    scratch: Rows<K, S>,
    n: usize,
    buckets: usize,
    /// The largest number of rows that one thread sorts.
    most: usize,
    /// The number of chunks among which the rows are shared: more than there are threads, so that a delayed thread
    /// delays little.
    chunks: usize,
    /// The tasks that are left, each too large for one thread.
    tasks: Vec<Task>,
    /// The begin of each chunk's rows in each bucket; then the ends of the buckets.
    places: Vec<usize>,
    /// The place of the next row, for each chunk and each bucket.
    at: Vec<usize>,
    /// The rows that are gathered to be written next, for each chunk and each bucket.
    runs: Buffer<<Rows<K, S> as Columns>::Run>,
    /// Whether the sort was seen to be cancelled: from then on rows are only brought home.
    cancelled: AtomicBool,
}

impl<'a, K: Key, S: Columns> Shared<'a, K, S> {
    /// Allocates all that the sort of `n` rows needs.
    fn new(pool: &'a Pool, rows: Rows<K, S>, scratch: Rows<K, S>, n: usize) -> Result<Self, AllocError> {
        let threads = pool.threads();
        // The number is about half the root of `n`: a bucket's rows then fit into a core's cache, and two digits hold
        // the remaining bits.
        let buckets = (1 << (n.ilog2() / 2).saturating_sub(1)).clamp(BUCKETS.0, BUCKETS.1);
        let chunks = (n / (CHUNK_ROWS * buckets)).clamp(1, 4 * threads);
        Ok(Shared {
            pool,
            rows,
            scratch,
            n,
            buckets,
            most: n / (2 * threads),
            chunks,
            // Tasks don't overlap, and each has more than 1 / (2 * `threads`) of the rows.
            tasks: reserve(2 * threads + 1)?,
            places: reserve((chunks + 1) * buckets)?,
            at: reserve(chunks * buckets)?,
            runs: Buffer::new(chunks * buckets)?,
            cancelled: AtomicBool::new(false),
        })
    }

    /// Sorts the rows. If it is cancelled it raises the error, and the rows are there in some order.
    ///
    /// # Safety
    ///
    /// There are `n` initialised rows and scratch memory for `n`, and nothing else uses either.
    unsafe fn sort(mut self) {
        self.tasks.push(Task { lo: 0, hi: self.n, first: 0, away: false });
        while let Some(task) = self.tasks.pop() {
            // SAFETY: the caller's contract; tasks don't overlap.
            unsafe { self.step(task) };
        }
        if self.cancelled.into_inner() {
            fault::raise(ErrorKind::Cancelled);
        }
    }

    /// Whether the sort is cancelled, or was before.
    fn is_cancelled(&self) -> bool {
        if self.pool.is_cancelled() {
            self.cancelled.store(true, Ordering::Relaxed);
        }
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Splits the rows of a task into buckets, sorts the small ones, and makes tasks of the others.
    ///
    /// # Safety
    ///
    /// The contract is that of [`sort`](Shared::sort).
    unsafe fn step(&mut self, task: Task) {
        let Task { lo, hi, first, away } = task;
        let (from, to) = if away { (self.scratch, self.rows) } else { (self.rows, self.scratch) };
        // SAFETY: the caller's contract: the rows are initialised, and nothing writes to them before the last use of
        // the slice.
        let slice = unsafe { keys(from, lo, hi) };
        let cancelled = self.is_cancelled();
        let Some(split) = (if cancelled { None } else { self.split(slice, first) }) else {
            if !cancelled && window_end::<K>(first) < K::WORDS {
                self.tasks.push(Task { first: window_end::<K>(first), ..task });
            } else if away {
                // SAFETY: the caller's contract; pieces don't overlap.
                pieces(self.pool, hi - lo, <Rows<K, S>>::ROW, |l, h| unsafe { local::copy(from, to, lo + l, lo + h) });
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
        let (places, runs, at) = (&self.places[..], &self.runs, Parts::new(&mut self.at));
        self.pool.run_heavy(self.chunks, |c| {
            let (lo, hi) = ((lo + c * chunk).min(hi), (lo + (c + 1) * chunk).min(hi));
            // In each bucket, the places of a chunk end where those of the next chunk begin.
            let (begins, ends) = places[c * buckets..].split_at(buckets);
            // SAFETY: the caller's contract. The places of chunks and buckets partition `lo..hi` of the task, and each
            // chunk has runs and entries of `at` of its own.
            unsafe {
                let at = slice::from_raw_parts_mut(at.at(c * buckets), buckets);
                let runs = runs.start().add(c * buckets);
                scatter::scatter(from, to, lo, hi, split, begins, ends, at, Some(runs));
            }
        });
        let ends = &self.places[self.chunks * buckets..];
        let bucket = |i: usize| (if i == 0 { lo } else { ends[i - 1] }, ends[i]);
        // A ticket takes the buckets that end among its rows.
        self.pool.run_heavy((hi - lo) / GRAIN + 1, |ticket| {
            let after = |row: usize| ends.partition_point(|&end| end < row);
            for (lo, hi) in (after(lo + ticket * GRAIN)..after(lo + (ticket + 1) * GRAIN)).map(bucket) {
                if lo < hi && hi - lo <= self.most {
                    // SAFETY: the buckets are written, and they don't overlap.
                    unsafe {
                        match self.is_cancelled() {
                            false => local::sort(to, from, lo, hi, first, !away),
                            true if away => {}
                            true => local::copy(to, from, lo, hi),
                        }
                    }
                }
            }
        });
        for (lo, hi) in (0..buckets).map(bucket) {
            if hi - lo > self.most {
                self.tasks.push(Task { lo, hi, first, away: !away });
            }
        }
    }

    /// Chooses a split of the keys by the window from `first` on, and counts the keys of each chunk and bucket. `None`
    /// if all keys agree in that window.
    fn split(&mut self, keys: &[K], first: usize) -> Option<Split> {
        let end = window_end::<K>(first);
        let (bits, count) = scatter::sample(keys, first, end);
        let (low, high) = bits[..count].iter().fold((u64::MAX, 0), |(l, h), &x| (x.min(l), x.max(h)));
        let pool = self.pool;
        let whole = || {
            let (low, high) = (AtomicU64::new(u64::MAX), AtomicU64::new(0));
            pieces(pool, keys.len(), size_of::<K>(), |lo, hi| {
                let range = scatter::range(&keys[lo..hi], first, end);
                low.fetch_min(range.0, Ordering::Relaxed);
                high.fetch_max(range.1, Ordering::Relaxed);
            });
            (low.into_inner(), high.into_inner())
        };
        if low != high {
            let split = Split::between(first, end, low, high, self.buckets);
            self.count(keys, split);
            // Keys outside of the sample's range go to the first and the last bucket. They are few and do no harm,
            // unless the keys were set against the sample.
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
        let counts = Parts::new(&mut self.places);
        self.pool.run_heavy(keys.len().div_ceil(chunk), |c| {
            // SAFETY: there are at most as many tickets as chunks, each with counts of its own.
            let counts = unsafe { slice::from_raw_parts_mut(counts.at(c * buckets), buckets) };
            scatter::count(&keys[c * chunk..keys.len().min((c + 1) * chunk)], split, counts);
        });
    }
}

fn reserve<T>(len: usize) -> Result<Vec<T>, AllocError> {
    let mut values = Vec::new();
    values.try_reserve_exact(len).map_err(|_| AllocError { bytes: len * size_of::<T>() })?;
    Ok(values)
}

#[cfg(test)]
mod tests;
