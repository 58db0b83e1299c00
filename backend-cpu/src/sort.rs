use onrush_core::algo::{Sort, SortBy};
use onrush_core::function::Function;
use onrush_core::storage::Storage;
use onrush_core::{Key, Result};

use crate::parallel;

pub(crate) fn sort<K: Key, V: Storage>(request: Sort<K, V>) -> Result<()> {
    let Sort { keys, values } = request;
    parallel::call(|| {
        // SAFETY: in range; the request has the keys and values to itself.
        let mut rows: Vec<(K, V::Item)> = (0..keys.len()).map(|i| unsafe { (keys.get(i), values.get(i)) }).collect();
        rows.sort_by(|(a, _), (b, _)| b.precedes(a).cmp(&a.precedes(b)));
        for (i, (key, value)) in rows.into_iter().enumerate() {
            // SAFETY: as above.
            unsafe {
                keys.put(i, key);
                values.put(i, value);
            }
        }
    })
}

pub(crate) fn sort_by<S: Storage, F: Function<(S::Item, S::Item), Output = bool>>(request: SortBy<S, F>) -> Result<()> {
    let SortBy { items, less } = request;
    parallel::call(|| {
        // SAFETY: in range; the request has the items to itself.
        let mut rows: Vec<S::Item> = (0..items.len()).map(|i| unsafe { items.get(i) }).collect();
        rows.sort_by(|a, b| less.call((*b, *a)).cmp(&less.call((*a, *b))));
        for (i, item) in rows.into_iter().enumerate() {
            // SAFETY: as above.
            unsafe { items.put(i, item) }
        }
    })
}
