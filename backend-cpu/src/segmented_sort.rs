use std::ops::Range;
use std::slice;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use onrush_core::algo::SegmentedSort;
use onrush_core::expr::Indexed;
use onrush_core::storage::Storage;
use onrush_core::{ErrorKind, Key, Position, Result, fault};

use crate::memory;
use crate::parallel::{self, Pool};
use crate::segmented_reduce::Offsets;
use crate::sort::{Column, Columns, SegmentSorter, Stored, sort_long};

pub(crate) fn segmented_sort<K, V, P>(pool: &Pool, request: SegmentedSort<K, V, P>) -> Result<()>
where
    K: Key,
    V: Storage,
    P: Indexed<Item: Position>,
{
    let SegmentedSort { keys, values, offsets } = request;
    // SAFETY: the request's contract: its keys are initialised and used by nothing else.
    let keys = unsafe { slice::from_raw_parts_mut(keys.as_ptr(), keys.len()) };
    parallel::call(|| {
        let segments = Offsets::new(&offsets, keys.len());
        // SAFETY: the request's contract: the values have a row for each key, all are initialised, and nothing else uses them.
        unsafe {
            if V::NOTHING {
                return each(pool, keys, (), &segments);
            }
            match values.contiguous() {
                Some(column) => each(pool, keys, Column(column), &segments),
                None => each(pool, keys, Stored::new(values), &segments),
            }
        }
    })
}

/// Sorts each segment. Threads sort short ones side by side, and share each long one.
///
/// # Safety
///
/// The columns have an initialised row for each key, and nothing else uses them.
unsafe fn each<K, S, P>(pool: &Pool, keys: &mut [K], columns: S, segments: &Offsets<'_, P>)
where
    K: Key,
    S: Columns,
    P: Indexed<Item: Position>,
{
    let len = keys.len();
    let cuts = segments.cut(pool);
    let (covered, longest) = (AtomicUsize::new(0), AtomicUsize::new(0));
    // SAFETY: these are segments.
    let segment = |i| -> Range<usize> { unsafe { segments.segment(i) } };
    // Threads write side by side, and a failed call shall have changed nothing, so all offsets are tested first.
    pool.run(cuts.len() - 1, |ticket| {
        let lengths = (cuts[ticket]..cuts[ticket + 1]).map(|i| segment(i).len());
        let (sum, most) = lengths.fold((0, 0), |(sum, most), len| (sum + len, len.max(most)));
        covered.fetch_add(sum, Ordering::Relaxed);
        longest.fetch_max(most, Ordering::Relaxed);
    });
    let (covered, longest) = (covered.into_inner(), longest.into_inner());
    if covered != len {
        fault::raise(ErrorKind::LengthMismatch { what: "segments", left: covered, right: len });
    }
    let start = Column(keys.as_mut_ptr());
    let long = Mutex::new(Vec::new());
    pool.run_with(
        cuts.len() - 1,
        || SegmentSorter::new(pool, longest),
        |sorter, ticket| {
            for slots in (cuts[ticket]..cuts[ticket + 1]).map(segment) {
                // SAFETY: the keys are borrowed mutably, and the caller's contract covers the columns; the segments don't
                // overlap, since the offsets don't decrease.
                let short = unsafe { sorter.sort(start, columns, slots.clone()) };
                if !short.unwrap_or_else(|error| error.raise()) {
                    memory::push(&mut long.lock().unwrap_or_else(PoisonError::into_inner), slots);
                }
            }
        },
    );
    for slots in long.into_inner().unwrap_or_else(PoisonError::into_inner) {
        // SAFETY: as above; the other threads are done.
        unsafe { sort_long(pool, start, columns, slots) }.unwrap_or_else(|error| error.raise());
    }
}
