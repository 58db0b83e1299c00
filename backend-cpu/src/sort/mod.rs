//! Sorting: [`radix`] for keys with an order of bits, [`merge`] for comparators, both on plain memory.

pub(crate) mod columns;
mod local;
mod merge;
mod radix;
mod rows;
mod scatter;
mod stored;

use std::slice;

use onrush_core::algo::{Sort, SortBy};
use onrush_core::function::Function;
use onrush_core::storage::{NoColumns, Storage};
use onrush_core::{Key, Result};

use crate::memory::{AllocError, Memory};
use crate::parallel::{self, Pool};
use columns::Column;
use stored::Stored;

pub(crate) fn sort<K: Key, V: Storage>(pool: &Pool, request: Sort<K, V>) -> Result<()> {
    let Sort { keys, values } = request;
    // SAFETY: the request has its keys to itself, and they are initialised.
    let keys = unsafe { slice::from_raw_parts_mut(keys.as_ptr(), keys.len()) };
    let sorted = parallel::call(|| {
        if typeid::of::<V>() == typeid::of::<NoColumns>() {
            return radix::sort(pool, keys);
        }
        // SAFETY: the values have a row for each key, all initialised, and the request has them to itself.
        unsafe {
            match values.contiguous() {
                Some(column) => radix::sort_by_key(pool, keys, Column(column)),
                None => radix::sort_by_key(pool, keys, Stored::new(values)),
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
    let less = |a: &S::Item, b: &S::Item| less.call((*a, *b));
    let sorted = parallel::call(|| {
        pool.install(|| {
            if let Some(first) = items.contiguous() {
                // SAFETY: the request has its items to itself, and they are initialised.
                return merge::sort_by(unsafe { slice::from_raw_parts_mut(first, items.len()) }, less);
            }
            let mut rows = Memory::<S::Item>::new(items.len())?;
            for (i, row) in rows.iter_mut().enumerate() {
                // SAFETY: in range; as above.
                row.write(unsafe { items.get(i) });
            }
            // SAFETY: all were just written.
            let rows = unsafe { rows.assume_init_mut() };
            merge::sort_by(rows, less)?;
            for (i, row) in rows.iter().enumerate() {
                // SAFETY: in range; as above.
                unsafe { items.put(i, *row) };
            }
            Ok::<(), AllocError>(())
        })
    })?;
    Ok(sorted?)
}
