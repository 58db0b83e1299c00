//! Sorting the segments of a table: short ones by one thread, which keeps its memory from one to the next.

use std::ops::Range;
use std::slice;

use super::columns::{Column, Columns};
use super::rows::Rows;
use super::{by_key, local, radix};
use crate::memory::{AllocError, LARGE};
use crate::parallel::Pool;
use onrush_core::Key;

/// A thread's memory for the rows of a segment.
pub(crate) struct SegmentSorter<'a, K: Key, S: Columns> {
    pool: &'a Pool,
    memory: Option<<Rows<K, S> as Columns>::Buffer>,
    /// The most rows that one thread sorts.
    most: usize,
}

impl<'a, K: Key, S: Columns> SegmentSorter<'a, K, S> {
    /// Whether rows move as a whole, and not by indices.
    const CARRIED: bool = size_of::<K>() <= LARGE && S::ROW <= radix::CARRIED_BYTES;

    /// A sorter for segments of at most `longest` rows.
    pub(crate) fn new(pool: &'a Pool, longest: usize) -> Self {
        let most = (radix::PARALLEL_BYTES - 1) / <Rows<K, S>>::ROW.max(1);
        SegmentSorter { pool, memory: None, most: most.min(longest) }
    }

    /// Sorts the rows `slots`, stably, on this thread; returns `false` if they are too many.
    ///
    /// # Safety
    ///
    /// The rows are initialised, and nothing else uses them.
    pub(crate) unsafe fn sort(&mut self, keys: Column<K>, columns: S, slots: Range<usize>) -> Result<bool, AllocError> {
        let len = slots.len();
        if len > self.most {
            return Ok(false);
        }
        // SAFETY: the caller's contract; the memory is this thread's own and has room for `most` rows.
        unsafe {
            let rows: Rows<K, S> = (keys.skip(slots.start), columns.skip(slots.start));
            if !const { Self::CARRIED } {
                // The sort doesn't share so few rows between threads.
                sort_long(self.pool, keys, columns, slots)?;
            } else if len <= local::INSERTION {
                local::insertion(rows, 0, len, 0);
            } else {
                if self.memory.is_none() {
                    self.memory = Some(<Rows<K, S>>::allocate(self.most)?);
                }
                if let Some(memory) = &self.memory {
                    local::sort(rows, <Rows<K, S>>::of(memory), 0, len, 0, false);
                }
            }
        }
        Ok(true)
    }
}

/// Sorts the rows `slots`, stably, by all threads if they are many.
///
/// # Safety
///
/// The rows are initialised, and nothing else uses them.
pub(crate) unsafe fn sort_long<K: Key, S: Columns>(
    pool: &Pool,
    keys: Column<K>,
    columns: S,
    slots: Range<usize>,
) -> Result<(), AllocError> {
    // SAFETY: the caller's contract.
    unsafe {
        let keys = slice::from_raw_parts_mut(keys.0.add(slots.start), slots.len());
        by_key(pool, keys, columns.skip(slots.start))
    }
}
