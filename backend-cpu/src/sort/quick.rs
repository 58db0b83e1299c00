//! The stable quicksort of rows of few different values, such as names of groups: rows that equal a pivot are in their place at once.
//!
//! A partition writes each row once to the scratch room, those of the left part from its beginning and those of the right part from
//! its end, and then back. No branch depends on a comparison, and whatever the comparator returns no row is lost. It follows
//! L. Bergdoll and O. R. L. Peters, *Driftsort*, 2024, the stable sort of Rust's standard library.

use super::columns::{Column, Columns};
use super::merge::{gathered, sort_halves, sort_within, spread};
use super::table::{Scratch, Table, TableMut};
use crate::parallel::Fork;
use std::hint::select_unpredictable as select;
use std::mem::MaybeUninit;
use std::ops::RangeInclusive;

/// The numbers of rows that are sorted by partitions. More are halved, so that threads can share the work.
const LENGTHS: RangeInclusive<usize> = if cfg!(test) { 1 << 8..=1 << 10 } else { 1 << 10..=1 << 15 };
/// Up to this number of rows merges are as fast, whatever the values.
const SMALL: usize = 64;

/// Rows of a sample.
const SAMPLE: usize = 32;
/// The fewest rows of a sample that equal another one: with these there are about 200 different values, or fewer.
const EQUAL: usize = 3;
/// The fewest and the most of the sample's rows that are less than the row before them. Others consist of long runs, rising or falling,
/// for which merges need few comparisons.
const FALLS: RangeInclusive<usize> = SAMPLE / 8..=SAMPLE - SAMPLE / 8;

/// Whether partitions sort the rows faster than merges: by a sample, there are few values and no long runs.
pub(super) fn suits<C: Columns, F: Fn(C::Item, C::Item) -> bool + Sync>(rows: Table<C>, less: &F) -> bool {
    let len = rows.len();
    if !LENGTHS.contains(&len) {
        return false;
    }
    let places = (0..SAMPLE).map(|k| k * (len / SAMPLE));
    if !FALLS.contains(&places.clone().filter(|&i| less(rows.get(i + 1), rows.get(i))).count()) {
        return false;
    }
    let (mut sample, mut scratch) =
        ([const { MaybeUninit::uninit() }; SAMPLE], [const { MaybeUninit::uninit() }; SAMPLE]);
    for (row, i) in sample.iter_mut().zip(places) {
        row.write(rows.get(i));
    }
    // SAFETY: the loop has written all rows.
    let mut sample = TableMut::of(unsafe { sample.assume_init_mut() });
    sort_within(Fork::NONE, &mut sample, Scratch::of(&mut scratch), less);
    let sample = sample.rows();
    (1..SAMPLE).filter(|&i| !less(sample.get(i - 1), sample.get(i))).count() >= EQUAL
}

/// Sorts the rows; the scratch room is as long.
pub(super) fn sort<C, F>(items: TableMut<C>, scratch: Scratch<C>, less: &F)
where
    C: Columns,
    F: Fn(C::Item, C::Item) -> bool + Sync,
{
    // Twice the levels that even halves would need: rows whose sampled medians are poor are merged instead.
    let levels = 2 * items.len().ilog2();
    sort_above(items, scratch, less, levels, None);
}

/// Sorts rows none of which is less than `least`, by at most `levels` partitions on top of each other.
fn sort_above<'a, C, F>(
    mut items: TableMut<'a, C>,
    mut scratch: Scratch<'a, C>,
    less: &F,
    mut levels: u32,
    mut least: Option<C::Item>,
) where
    C: Columns,
    F: Fn(C::Item, C::Item) -> bool + Sync,
{
    loop {
        if items.len() <= SMALL {
            return sort_within(Fork::NONE, &mut items, scratch, less);
        }
        let beside = gathered(items.rows(), |items: TableMut<Column<C::Item>>, scratch| {
            sort_above(items, scratch, less, levels, least);
        });
        if let Some(rows) = beside {
            return spread(&rows, items.room());
        }
        if levels == 0 {
            return sort_halves(Fork::NONE, &mut items, scratch, less);
        }
        levels -= 1;
        let pivot = median(items.rows(), less);
        // Rows that aren't greater than a pivot which isn't greater than `least` are all equal.
        let equal = least.is_some_and(|least| !less(least, pivot));
        let middle = match equal {
            true => partition(&mut items, &mut scratch, |row| !less(pivot, row)),
            false => partition(&mut items, &mut scratch, |row| less(row, pivot)),
        };
        let ((left, right), (below, above)) = (items.divide(middle), scratch.split_at(middle));
        if !equal {
            sort_above(left, below, less, levels, least);
        }
        // If nothing was less than the pivot, the next partition removes those that equal it.
        least = if equal { None } else { Some(pivot) };
        (items, scratch) = (right, above);
    }
}

/// Puts the rows that belong to the left part before the others, both in the order in which they stood; returns their number. If `left`
/// panics nothing has moved.
#[inline(always)]
fn partition<C: Columns>(items: &mut TableMut<C>, scratch: &mut Scratch<C>, left: impl Fn(C::Item) -> bool) -> usize {
    let len = items.len();
    assert_eq!(scratch.len(), len);
    let rows = items.rows();
    let mut count = 0;
    for i in 0..len {
        // SAFETY: `i < len`; of `i` rows `count` belong to the left part, so that `count <= i`, and the place is less than `len`.
        unsafe {
            let row = rows.get_unchecked(i);
            let first = left(row);
            scratch.put_unchecked(count + select(first, 0, len - 1 - i), row);
            count += usize::from(first);
        }
    }
    // SAFETY: the rows of the left part have filled the places before `count`, and those of the right part, the `k`-th of which was
    // written to `len - 1 - k`, the others.
    let parts = unsafe { scratch.written() };
    let (mut to_left, mut to_right) = items.room().split_at(count);
    to_left.copy(parts.part(0..count));
    for k in 0..len - count {
        // SAFETY: `k` is less than the number of rows of the right part, and `len - 1 - k` than the number of all.
        unsafe { to_right.put_unchecked(k, parts.get_unchecked(len - 1 - k)) };
    }
    count
}

/// A row that stands near the middle of the sorted order: the median of medians of rows at fixed places.
fn median<C: Columns, F: Fn(C::Item, C::Item) -> bool>(rows: Table<C>, less: &F) -> C::Item {
    let n = rows.len() / 8;
    rows.get(middle_of(rows, [0, 4 * n, 7 * n], n, less))
}

/// The place of the median of three rows, or of three medians of the `n` rows from these on.
fn middle_of<C: Columns, F: Fn(C::Item, C::Item) -> bool>(rows: Table<C>, at: [usize; 3], n: usize, less: &F) -> usize {
    let [a, b, c] = match n / 8 {
        0 => at,
        eighth => at.map(|at| middle_of(rows, [at, at + 4 * eighth, at + 7 * eighth], eighth, less)),
    };
    let before = |i, j| less(rows.get(i), rows.get(j));
    let first = before(a, b);
    if first != before(a, c) {
        return a;
    }
    // `a` is the first or the last of the three.
    if before(b, c) == first { b } else { c }
}
