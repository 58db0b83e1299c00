//! Sorting: [`radix`] for keys with an order of bits, [`merge`] for comparators and for large keys, with
//! [`quick`] for its pieces.

pub(crate) mod columns;
mod leaf;
mod local;
mod merge;
mod packed;
mod quick;
mod radix;
mod rows;
mod runs;
mod scatter;
mod segment;
mod stored;
mod table;

use std::slice;

use onrush_core::algo::{Sort, SortBy};
use onrush_core::function::Function;
use onrush_core::storage::Storage;
use onrush_core::{Key, Result};

use crate::memory::{AllocError, Buffer, LARGE};
use crate::parallel::{self, Pool};
pub(crate) use columns::{Column, Columns};
pub(crate) use segment::{SegmentSorter, sort_long};
pub(crate) use stored::Stored;
use table::TableMut;

/// The numbers of threads that sorts are tested on. Under a sanitizer it is one thread, whose way is its own, and several: further
/// numbers divide the same work differently.
#[cfg(test)]
const THREADS: &[usize] = if cfg!(onrush_one_suite) { &[1, 3] } else { &[1, 2, 3, 8] };

pub(crate) fn sort<K: Key, V: Storage>(pool: &Pool, request: Sort<K, V>) -> Result<()> {
    let Sort { keys, values } = request;
    // SAFETY: the request's contract: its keys are initialised and used by nothing else.
    let keys = unsafe { slice::from_raw_parts_mut(keys.as_ptr(), keys.len()) };
    let sorted = parallel::call(|| {
        // SAFETY: the request's contract: the values have a row for each key, all are initialised, and nothing else
        // uses them.
        unsafe {
            if V::NOTHING {
                return by_key(pool, keys, ());
            }
            match values.contiguous() {
                Some(column) => by_key(pool, keys, Column(column)),
                None => by_key(pool, keys, Stored::new(values)),
            }
        }
    })?;
    Ok(sorted?)
}

pub(crate) fn sort_by<S: Storage, F: Function<(S::Item, S::Item), Output = bool>>(
    pool: &Pool,
    request: SortBy<S, F>,
) -> Result<()> {
    let SortBy { items, less } = request;
    let less = |a, b| less.call((a, b));
    let sorted = parallel::call(|| {
        // SAFETY: the request's contract: its items are initialised and used by nothing else.
        unsafe {
            match items.contiguous() {
                Some(first) => by(pool, Column(first), items.len(), less),
                None => by(pool, Stored::new(items), items.len(), less),
            }
        }
    })?;
    Ok(sorted?)
}

/// Sorts rows by their keys: large keys stay where they are until their order is known.
///
/// # Safety
///
/// The contract is that of [`radix::sort_by_key`].
pub(crate) unsafe fn by_key<K: Key, S: Columns>(pool: &Pool, keys: &mut [K], columns: S) -> Result<(), AllocError> {
    // SAFETY: the caller's contract; the keys are borrowed mutably.
    unsafe {
        if const { size_of::<K>() <= LARGE } {
            return radix::sort_by_key(pool, keys, columns);
        }
        let (n, keys) = (keys.len(), Column(keys.as_mut_ptr()));
        // Keys are compared by reference: a key may be larger than a good part of the stack.
        let shared = slice::from_raw_parts(keys.0, n);
        by_index(pool, (keys, columns), n, |a, b| shared[a].precedes(&shared[b]))
    }
}

/// Sorts rows by a comparator: large rows stay where they are until their order is known.
///
/// # Safety
///
/// The columns have `len` initialised rows, and nothing else uses them.
unsafe fn by<C: Columns>(
    pool: &Pool,
    columns: C,
    len: usize,
    less: impl Fn(C::Item, C::Item) -> bool + Sync,
) -> Result<(), AllocError> {
    // SAFETY: the caller's contract; indices are less than the length.
    unsafe {
        if const { size_of::<C::Item>() <= LARGE } {
            return merge::sort_by(pool, TableMut::new(columns, len), less);
        }
        by_index(pool, columns, len, |a, b| less(columns.get(a), columns.get(b)))
    }
}

/// Sorts the indices of the rows, then moves each row once. On an error, and if `less` panics, nothing has changed.
///
/// # Safety
///
/// The contract is that of [`by`].
unsafe fn by_index<C: Columns>(
    pool: &Pool,
    columns: C,
    len: usize,
    less: impl Fn(usize, usize) -> bool + Sync,
) -> Result<(), AllocError> {
    let memory = Buffer::<usize>::new(len)?;
    let indices = Column(memory.start());
    // SAFETY: the caller's contract; pieces are disjoint ranges of `0..len`, for which there is memory; a sort permutes
    // the indices, so they are still all numbers below `len`.
    unsafe {
        radix::pieces(pool, len, size_of::<usize>(), |lo, hi| (lo..hi).for_each(|i| indices.put(i, i)));
        merge::sort_by(pool, TableMut::new(indices, len), less)?;
        radix::follow(pool, columns, indices, len, |i| i, |i| i);
    }
    Ok(())
}
