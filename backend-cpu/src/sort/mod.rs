//! Sorting: [`radix`] for keys with an order of bits, [`merge`] for comparators.

pub(crate) mod columns;
mod leaf;
mod local;
mod merge;
mod radix;
mod rows;
mod runs;
mod scatter;
mod stored;
mod table;

use std::slice;

use onrush_core::algo::{Sort, SortBy};
use onrush_core::function::Function;
use onrush_core::storage::{NoColumns, Storage};
use onrush_core::{Key, Result};

use crate::parallel::{self, Pool};
use columns::Column;
use stored::Stored;
use table::TableMut;

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
    let less = |a, b| less.call((a, b));
    let sorted = parallel::call(|| {
        // SAFETY: the request has its items to itself, and they are initialised.
        unsafe {
            match items.contiguous() {
                Some(first) => merge::sort_by(pool, TableMut::new(Column(first), items.len()), less),
                None => merge::sort_by(pool, TableMut::new(Stored::new(items), items.len()), less),
            }
        }
    })?;
    Ok(sorted?)
}
