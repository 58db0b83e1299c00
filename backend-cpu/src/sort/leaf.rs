//! Sorting a few rows by a comparator: they are gathered on the stack, and no branch depends on the comparisons.

use super::columns::Columns;
use super::runs::{Runs, merge_from_both_ends, merge_uneven};
use super::table::{Scratch, Table, TableMut};
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
            sort_full::<_, _, LEAF>(table, &mut rows, less);
        } else {
            for (i, row) in rows[..len].iter_mut().enumerate() {
                row.write(table.get(i));
            }
            // SAFETY: the loop has written the first `len` rows.
            sort_part(unsafe { rows[..len].assume_init_mut() }, less);
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

/// Sorts at most two leaves of rows. If `less` panics nothing has changed.
pub(super) fn sort_two<C: Columns, F: Fn(C::Item, C::Item) -> bool>(mut items: TableMut<C>, less: &F) {
    let mut rows = [const { MaybeUninit::uninit() }; 2 * LEAF];
    let rows = &mut rows[..items.len()];
    for (i, row) in rows.iter_mut().enumerate() {
        row.write(items.rows().get(i));
    }
    // SAFETY: the loop has written all rows.
    let rows = unsafe { rows.assume_init_mut() };
    sort_part(rows, less);
    for (i, row) in rows.iter().enumerate() {
        // SAFETY: there are as many rows as items.
        unsafe { items.room().put_unchecked(i, *row) };
    }
}

/// The size in bytes up to which rows are sorted by overlapping windows: of larger ones copies take longer than branches.
const SMALL: usize = 16;

/// Sorts at most two leaves of rows.
fn sort_part<T: Copy + Send + Sync, F: Fn(T, T) -> bool>(rows: &mut [T], less: &F) {
    match rows.len() {
        0..=4 => insert(rows, less),
        _ if const { size_of::<T>() > SMALL } => insert(rows, less),
        5..=8 => sort_windows::<T, F, 4>(rows, less),
        9..=16 => sort_windows::<T, F, 8>(rows, less),
        _ => sort_windows::<T, F, LEAF>(rows, less),
    }
}

/// Sorts more than `N` rows, at most twice as many: the first `N`, and the last `N` with the largest of these where both overlap. What
/// is left of the first ones comes before those, so that a merge sorts all, stably.
#[cfg_attr(not(debug_assertions), inline(always))]
fn sort_windows<T: Copy + Send + Sync, F: Fn(T, T) -> bool, const N: usize>(rows: &mut [T], less: &F) {
    let (len, mut sorted) = (rows.len(), [const { MaybeUninit::uninit() }; 2 * LEAF]);
    for start in [0, len - N] {
        let window = &mut rows[start..start + N];
        sort_full::<_, _, N>(Table::of(window), &mut sorted, less);
        // SAFETY: `sort_full` has written `N` rows.
        window.copy_from_slice(unsafe { sorted[..N].assume_init_ref() });
    }
    let runs = Runs { left: 0..len - N, right: len - N..len };
    merge_uneven(Table::of(rows), runs, &mut Scratch::of(&mut sorted[..len]), less);
    // SAFETY: a merge writes all of its room.
    rows.copy_from_slice(unsafe { sorted[..len].assume_init_ref() });
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

/// Sorts `N` rows, 4, 8 or 16, into the first places of `out`, which are then written.
#[inline(always)]
fn sort_full<C, F, const N: usize>(table: Table<C>, out: &mut [MaybeUninit<C::Item>], less: &F)
where
    C: Columns,
    F: Fn(C::Item, C::Item) -> bool,
{
    const { assert!(N == 4 || N == 8 || N == LEAF) };
    assert_eq!(table.len(), N);
    let (mut fours, mut eights) = ([const { MaybeUninit::uninit() }; N], [const { MaybeUninit::uninit() }; N]);
    for (at, four) in fours.as_chunks_mut::<4>().0.iter_mut().enumerate() {
        for (row, i) in four.iter_mut().zip(sort_four(table, 4 * at, less)) {
            row.write(table.get(i));
        }
    }
    if N == 4 {
        return out[..N].copy_from_slice(&fours);
    }
    // SAFETY: the loops have written all rows.
    let fours = Table::of(unsafe { fours.assume_init_ref() });
    for (at, eight) in eights.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        let runs = Runs { left: 8 * at..8 * at + 4, right: 8 * at + 4..8 * at + 8 };
        merge_from_both_ends(fours, runs, &mut Scratch::of(eight), less);
    }
    if N == 8 {
        return out[..N].copy_from_slice(&eights);
    }
    // SAFETY: a merge writes all of its room.
    let eights = Table::of(unsafe { eights.assume_init_ref() });
    merge_from_both_ends(eights, Runs { left: 0..8, right: 8..16 }, &mut Scratch::of(&mut out[..N]), less);
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
