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
use crate::parallel::{Parts, Pool};
use onrush_core::Key;
use std::slice;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// From this many bytes of rows on, several threads are worth waking; and one thread, too, sorts faster if it splits
/// the rows into more buckets than the stack has room for.
const PARALLEL_BYTES: usize = if cfg!(test) { 8 << 10 } else { 512 << 10 };
/// The fewest buckets of a shared split, and the most. With fewer, floats between 0 and 1 would mostly share a few.
const BUCKETS: (usize, usize) = (256, 2048);
/// A chunk has at least so many rows for each bucket: the runs of all chunks together should be few beside the rows.
const CHUNK_ROWS: usize = if cfg!(test) { 4 } else { 256 };
/// A task takes about so many rows, and a look at the whole input stops after so many.
const GRAIN: usize = if cfg!(test) { 1 << 9 } else { 1 << 14 };
/// Rows of columns with more bytes than this stay where they are while the keys are sorted, and move once.
const CARRIED_BYTES: usize = 16;

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
/// The columns have a row for each key, all there, and nobody else uses them.
pub(crate) unsafe fn sort_by_key<K: Key, S: Columns>(
    pool: &Pool,
    keys: &mut [K],
    columns: S,
) -> Result<(), AllocError> {
    if sorted(pool, keys) {
        return Ok(());
    }
    // SAFETY: the caller's promise.
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

/// Whether the keys are in order; it looks at few of them unless they might be.
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
/// As for [`sort_by_key`].
unsafe fn sort_rows<K: Key, S: Columns>(pool: &Pool, keys: &mut [K], columns: S) -> Result<(), AllocError> {
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
            Shared::new(pool, rows, other, n)?.sort();
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
    pool: &Pool,
    keys: &mut [K],
    columns: S,
    index: impl Fn(usize) -> I + Sync,
    place: impl Fn(I) -> usize + Sync,
) -> Result<(), AllocError> {
    let n = keys.len();
    let memory = Memory::<I>::new(n)?;
    let indices = Column(memory.start());
    // SAFETY: pieces are disjoint ranges of `0..n`, for which there is memory.
    unsafe {
        pieces(pool, n, size_of::<I>(), |lo, hi| (lo..hi).for_each(|i| indices.put(i, index(i))));
        sort_rows(pool, keys, indices)?;
    }
    // Only now: what the keys took has been given back, so that all is never more than the input again.
    // SAFETY: the columns have `n` rows; sorted, the indices still are all numbers below `n`.
    unsafe { follow(pool, columns, indices, n, index, place) };
    Ok(())
}

/// Moves the row that each index names to the index's place.
///
/// # Safety
///
/// The columns have `n` rows and nobody else uses them; the indices are all numbers below `n`, which `index` and `place`
/// turn into an `I` and back.
pub(super) unsafe fn follow<S: Columns, I: Copy + Send + Sync>(
    pool: &Pool,
    columns: S,
    indices: Column<I>,
    n: usize,
    index: impl Fn(usize) -> I,
    place: impl Fn(I) -> usize + Sync,
) {
    let Ok(scratch) = S::allocate(n) else {
        // SAFETY: the caller's promise.
        return unsafe { follow_cycles(columns, indices, n, index, place) };
    };
    let sorted = S::of(&scratch);
    // SAFETY: pieces are disjoint ranges of `0..n`, for which there is memory; what is read has been written as a whole
    // before: the indices are 0 to `n`, in whatever order.
    unsafe {
        pieces(pool, n, S::ROW, |lo, hi| (lo..hi).for_each(|i| sorted.put(i, columns.get(place(indices.get(i))))));
        pieces(pool, n, S::ROW, |lo, hi| sorted.skip(lo).copy(columns.skip(lo), hi - lo));
    }
}

/// As [`follow`], cycle by cycle: slowly, but it needs no memory.
///
/// # Safety
///
/// As for [`follow`].
unsafe fn follow_cycles<S: Columns, I: Copy + Send + Sync>(
    columns: S,
    indices: Column<I>,
    n: usize,
    index: impl Fn(usize) -> I,
    place: impl Fn(I) -> usize,
) {
    for start in 0..n {
        // SAFETY: `start`, and each place that an index names, is below `n`. A place that is done names itself.
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

/// Does `work` on all of `0..n`, rows of so many bytes, in pieces.
pub(super) fn pieces(pool: &Pool, n: usize, row: usize, work: impl Fn(usize, usize) + Sync) {
    if n.saturating_mul(row) < PARALLEL_BYTES {
        return work(0, n);
    }
    pool.run_heavy(n.div_ceil(GRAIN), |p| work(p * GRAIN, n.min((p + 1) * GRAIN)));
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
struct Shared<'a, K: Key, S: Columns> {
    pool: &'a Pool,
    rows: Rows<K, S>,
    scratch: Rows<K, S>,
    n: usize,
    buckets: usize,
    /// More rows than this are too many for one thread.
    most: usize,
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

impl<'a, K: Key, S: Columns> Shared<'a, K, S> {
    /// All that the sort of `n` rows needs.
    fn new(pool: &'a Pool, rows: Rows<K, S>, scratch: Rows<K, S>, n: usize) -> Result<Self, AllocError> {
        let threads = pool.threads();
        // About half the root: a bucket's rows fit into a core's cache, and two digits hold the bits that are left to them.
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
            // Tasks don't overlap, and each is more than 1 in 2 * `threads` of the whole.
            tasks: reserve(2 * threads + 1)?,
            places: reserve((chunks + 1) * buckets)?,
            at: reserve(chunks * buckets)?,
            runs: Memory::new(chunks * buckets)?,
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
            // In each bucket, a chunk's places end where the next chunk's begin.
            let (begins, ends) = places[c * buckets..].split_at(buckets);
            // SAFETY: the rows are there; the places of chunks and buckets share out `lo..hi` of the task between them,
            // and each chunk has runs and entries of `at` of its own.
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
                    // SAFETY: the buckets have been written, and they don't overlap.
                    unsafe { local::sort(to, from, lo, hi, first, !away) };
                }
            }
        });
        for (lo, hi) in (0..buckets).map(bucket) {
            if hi - lo > self.most {
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
