//! Sorting a few rows by a comparator: they are gathered on the stack, and no branch depends on the comparisons.

use super::columns::Columns;
use super::runs::{Runs, merge_from_both_ends};
use super::table::{Scratch, Table};
use std::hint::select_unpredictable as select;
use std::mem::MaybeUninit;

/// The number of rows of a leaf: up to this number of rows are sorted together.
pub(super) const LEAF: usize = 16;

/// A sorted copy of at most a leaf of rows.
pub(super) struct Leaf<T> {
    /// The rows, of which the first `len` are written.
    rows: [MaybeUninit<T>; LEAF],
    len: usize,
}

impl<T: Copy + Send + Sync> Leaf<T> {
    /// The rows of a table, which has at most a leaf of them, sorted stably.
    // Builds without optimisation don't inline it, since each level of a sort would then need its stack space.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn sorted<C: Columns<Item = T>, F: Fn(T, T) -> bool>(table: Table<C>, less: &F) -> Self {
        let len = table.len();
        let mut rows = [const { MaybeUninit::uninit() }; LEAF];
        if len == LEAF {
            sort_full(table, &mut rows, less);
        } else {
            for (i, row) in rows[..len].iter_mut().enumerate() {
                row.write(table.get(i));
            }
            // SAFETY: the loop has written the first `len` rows.
            insert(unsafe { rows[..len].assume_init_mut() }, less);
        }
        Leaf { rows, len }
    }

    /// Writes the rows to room of the same length.
    #[inline(always)]
    pub(super) fn store<C: Columns<Item = T>>(&self, mut out: Scratch<C>) {
        assert_eq!(out.len(), self.len);
        let mut put = |i: usize| {
            // SAFETY: `i < len`: these rows are written, and the assertion shows that there is room for them.
            unsafe { out.put_unchecked(i, self.rows[i].assume_init()) }
        };
        match self.len {
            // The compiler unrolls the loop of constant length.
            LEAF => (0..LEAF).for_each(&mut put),
            len => (0..len).for_each(&mut put),
        }
    }
}

/// Sorts items by inserting each among those before it.
fn insert<T: Copy, F: Fn(T, T) -> bool>(items: &mut [T], less: &F) {
    for i in 1..items.len() {
        let item = items[i];
        let place = items[..i].iter().rposition(|left| !less(item, *left)).map_or(0, |left| left + 1);
        items.copy_within(place..i, place + 1);
        items[place] = item;
    }
}

/// Sorts a full leaf into `out`, all of which is then written.
#[inline(always)]
fn sort_full<C, F>(table: Table<C>, out: &mut [MaybeUninit<C::Item>; LEAF], less: &F)
where
    C: Columns,
    F: Fn(C::Item, C::Item) -> bool,
{
    assert_eq!(table.len(), LEAF);
    let mut fours = [const { MaybeUninit::uninit() }; LEAF];
    for (at, four) in fours.as_chunks_mut::<4>().0.iter_mut().enumerate() {
        for (row, i) in four.iter_mut().zip(sort_four(table, 4 * at, less)) {
            row.write(table.get(i));
        }
    }
    // SAFETY: the loops have written all rows.
    let fours = Table::of(unsafe { fours.assume_init_ref() });
    let mut eights = [const { MaybeUninit::uninit() }; LEAF];
    let (a, b) = eights.split_at_mut(8);
    merge_from_both_ends(fours, Runs { left: 0..4, right: 4..8 }, &mut Scratch::of(a), less);
    merge_from_both_ends(fours, Runs { left: 8..12, right: 12..16 }, &mut Scratch::of(b), less);
    // SAFETY: a merge writes all of its room.
    let eights = Table::of(unsafe { eights.assume_init_ref() });
    merge_from_both_ends(eights, Runs { left: 0..8, right: 8..16 }, &mut Scratch::of(out), less);
}

/// The order of four rows from `at` on, by five comparisons and no branch. Each row comes out once, whatever `less`
/// returns.
#[inline(always)]
fn sort_four<C: Columns, F: Fn(C::Item, C::Item) -> bool>(table: Table<C>, at: usize, less: &F) -> [usize; 4] {
    let before = |i, j| less(table.get(i), table.get(j));
    let pair = |i, j| {
        let swap = before(j, i);
        (select(swap, j, i), select(swap, i, j))
    };
    let ((a, b), (c, d)) = (pair(at, at + 1), pair(at + 2, at + 3));
    let (c_first, b_last) = (before(c, a), before(d, b));
    let (min, max) = (select(c_first, c, a), select(b_last, b, d));
    // Of the other two rows, `left` is the one that stood further left.
    let left = select(c_first, a, select(b_last, c, b));
    let right = select(b_last, d, select(c_first, b, c));
    let swap = before(right, left);
    [min, select(swap, right, left), select(swap, left, right), max]
}
