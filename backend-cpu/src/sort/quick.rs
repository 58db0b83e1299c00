//! The stable quicksort of many rows that are partitioned in vector registers, and of rows of few different values, such as names of
//! groups: rows that equal a pivot are in their place at once.
//!
//! No branch depends on a comparison, and whatever the comparator returns no row is lost. It follows
//! L. Bergdoll and O. R. L. Peters, *Driftsort*, 2024, the stable sort of Rust's standard library.

use super::columns::{Column, Columns};
use super::leaf::{self, LEAF};
use super::merge::{gathered, sort_halves, sort_within, spread};
use super::packed;
use super::runs::GRAIN;
use super::table::{Scratch, Table, TableMut};
use crate::parallel::Fork;
use std::hint::select_unpredictable as select;
use std::mem::MaybeUninit;
use std::ops::RangeInclusive;

/// The fewest rows that are sorted by partitions in vector registers: fewer are merged in about the same time.
const FEWEST: usize = if cfg!(test) { 1 << 8 } else { 1 << 13 };
/// The numbers of rows of few values that are sorted by partitions. Without vector registers, more are halved, so that threads can share
/// the work.
const LENGTHS: RangeInclusive<usize> = if cfg!(test) { 1 << 8..=1 << 10 } else { 1 << 10..=1 << 15 };
/// Up to this number of rows merges are as fast, whatever the values.
const SMALL: usize = 64;
/// Threads share the partition of more rows than this, in at most [`CHUNKS`] chunks.
const SHARED: usize = if cfg!(test) { 1 << 10 } else { 1 << 16 };
const CHUNKS: usize = 16;

/// Rows of a sample.
const SAMPLE: usize = 32;
/// The fewest rows of a sample that equal another one: with these there are about 200 different values, or fewer.
const EQUAL: usize = 3;
/// The fewest and the most of the sample's rows that are less than the row before them. Others consist of long runs, rising or falling,
/// for which merges need few comparisons.
const FALLS: RangeInclusive<usize> = SAMPLE / 8..=SAMPLE - SAMPLE / 8;

/// Whether partitions sort the rows faster than merges: by a sample, there are no long runs, and few values unless there are many rows
/// that suit vector registers.
pub(super) fn suits<C: Columns, F: Fn(C::Item, C::Item) -> bool + Sync>(rows: Table<C>, less: &F) -> bool {
    let (len, packed) = (rows.len(), packed::suits::<C>());
    if len < *LENGTHS.start() || (!packed && len > *LENGTHS.end()) {
        return false;
    }
    let places = (0..SAMPLE).map(|k| k * (len / SAMPLE));
    if !FALLS.contains(&places.clone().filter(|&i| less(rows.get(i + 1), rows.get(i))).count()) {
        return false;
    }
    if packed && len >= FEWEST {
        return true;
    }
    let (mut sample, mut scratch) =
        ([const { MaybeUninit::uninit() }; SAMPLE], [const { MaybeUninit::uninit() }; SAMPLE]);
    for (row, i) in sample.iter_mut().zip(places) {
        row.write(rows.get(i));
    }
    // SAFETY: the loop has written all rows.
    let mut sample = TableMut::of(unsafe { sample.assume_init_mut() });
    sort_within(Fork::NONE, &mut sample, Scratch::of(&mut scratch), less, false);
    let sample = sample.rows();
    (1..SAMPLE).filter(|&i| !less(sample.get(i - 1), sample.get(i))).count() >= EQUAL
}

/// Sorts the rows; the scratch room is as long.
pub(super) fn sort<C, F>(fork: Fork, items: TableMut<C>, scratch: Scratch<C>, less: &F)
where
    C: Columns,
    F: Fn(C::Item, C::Item) -> bool + Sync,
{
    // Twice the levels that even halves would need. Rows whose sampled medians are poor, or whose comparator contradicts itself, are then
    // merged, which adds a level for each halving alone.
    let levels = 2 * items.len().ilog2();
    sort_above(fork, items, scratch, less, levels, None);
}

/// Sorts rows none of which is less than `least`, by at most `levels` partitions on top of each other.
fn sort_above<'a, C, F>(
    fork: Fork,
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
        if packed::suits::<C>() && items.len() <= 2 * LEAF {
            return leaf::sort_two(items, less);
        }
        if items.len() <= SMALL && !packed::suits::<C>() {
            return sort_within(Fork::NONE, &mut items, scratch, less, false);
        }
        let beside = gathered(items.rows(), |items: TableMut<Column<C::Item>>, scratch| {
            sort_above(Fork::NONE, items, scratch, less, levels, least);
        });
        if let Some(rows) = beside {
            return spread(&rows, items.room());
        }
        fork.check();
        if levels == 0 {
            return sort_halves(fork, &mut items, scratch, less, false);
        }
        levels -= 1;
        let pivot = median(items.rows(), less);
        // Rows that aren't greater than a pivot which isn't greater than `least` are all equal.
        let equal = least.is_some_and(|least| !less(least, pivot));
        let middle = match equal {
            true => partition_shared(fork, &mut items, &mut scratch, |row| !less(pivot, row)),
            false => partition_shared(fork, &mut items, &mut scratch, |row| less(row, pivot)),
        };
        let (more, fewer) = (middle.max(items.len() - middle), middle.min(items.len() - middle));
        let ((left, right), (below, above)) = (items.divide(middle), scratch.split_at(middle));
        // If nothing was less than the pivot, the next partition removes those that equal it.
        let above_pivot = Some(pivot);
        if equal {
            (items, scratch, least) = (right, above, None);
        } else if fewer > GRAIN && fork.some() {
            return fork.join(
                || sort_above(fork, left, below, less, levels, least),
                || sort_above(fork, right, above, less, levels, above_pivot),
            );
        } else if left.len() == more {
            // The part of more rows is sorted here, so that few calls are on top of each other.
            sort_above(fork.alone(), right, above, less, levels, above_pivot);
            (items, scratch) = (left, below);
        } else {
            sort_above(fork.alone(), left, below, less, levels, least);
            (items, scratch, least) = (right, above, above_pivot);
        }
    }
}

/// Partitions the rows as [`partition`] does, whose result is the only stable one, in chunks if there are many rows, which several threads
/// share, or between which the work may be cancelled.
fn partition_shared<C, L>(fork: Fork, items: &mut TableMut<C>, scratch: &mut Scratch<C>, left: L) -> usize
where
    C: Columns,
    L: Fn(C::Item) -> bool + Sync,
{
    let len = items.len();
    if len <= SHARED || !(fork.some() || fork.may_be_cancelled()) {
        return partition(items, scratch, left);
    }
    let (chunk, mut counts) = (len.div_ceil(CHUNKS), [0; CHUNKS]);
    let counts = &mut counts[..len.div_ceil(chunk)];
    partition_chunks(fork, items.borrow(), scratch.borrow(), (chunk, counts), &left);
    let count = counts.iter().sum();
    let (lefts, rights) = scratch.borrow().split_at(count);
    gather_chunks(fork, items.rows(), (chunk, counts), lefts, rights);
    // SAFETY: the chunks, which are all rows, have been copied there.
    copy(fork, unsafe { scratch.written() }, items.room());
    count
}

/// Partitions each chunk of rows in place, and counts its left part.
fn partition_chunks<C, L>(
    fork: Fork,
    mut items: TableMut<C>,
    mut scratch: Scratch<C>,
    (chunk, counts): (usize, &mut [usize]),
    left: &L,
) where
    C: Columns,
    L: Fn(C::Item) -> bool + Sync,
{
    if let [count] = counts {
        // Each chunk has its own rows, in some order, whichever chunks have been partitioned.
        fork.check();
        *count = partition(&mut items, &mut scratch, left);
        return;
    }
    let (first, second) = counts.split_at_mut(counts.len() / 2);
    let middle = first.len() * chunk;
    let ((i0, i1), (s0, s1)) = (items.divide(middle), scratch.split_at(middle));
    fork.join(
        || partition_chunks(fork, i0, s0, (chunk, first), left),
        || partition_chunks(fork, i1, s1, (chunk, second), left),
    );
}

/// Copies the left parts of all chunks, one behind the other, and the right ones.
fn gather_chunks<C: Columns>(
    fork: Fork,
    items: Table<C>,
    (chunk, counts): (usize, &[usize]),
    mut lefts: Scratch<C>,
    mut rights: Scratch<C>,
) {
    if let [count] = *counts {
        lefts.copy(items.part(0..count));
        return rights.copy(items.part(count..items.len()));
    }
    let (first, second) = counts.split_at(counts.len() / 2);
    let (middle, count) = (first.len() * chunk, first.iter().sum::<usize>());
    let ((l0, l1), (r0, r1)) = (lefts.split_at(count), rights.split_at(middle - count));
    let (i0, i1) = (items.part(0..middle), items.part(middle..items.len()));
    fork.join(|| gather_chunks(fork, i0, (chunk, first), l0, r0), || gather_chunks(fork, i1, (chunk, second), l1, r1));
}

/// Copies rows by several threads.
pub(super) fn copy<C: Columns>(fork: Fork, from: Table<C>, mut to: Scratch<C>) {
    if from.len() <= SHARED {
        return to.copy(from);
    }
    let middle = from.len() / 2;
    let (t0, t1) = to.split_at(middle);
    fork.join(|| copy(fork, from.part(0..middle), t0), || copy(fork, from.part(middle..from.len()), t1));
}

/// Puts the rows that belong to the left part before the others, both in the order in which they stood; returns their number. If `left`
/// panics all rows are still there.
///
/// Without vector registers each row is written once to the scratch room, those of the left part from its beginning and those of the right
/// part from its end, and then back.
#[inline(always)]
fn partition<C: Columns>(items: &mut TableMut<C>, scratch: &mut Scratch<C>, left: impl Fn(C::Item) -> bool) -> usize {
    let len = items.len();
    assert_eq!(scratch.len(), len);
    if let Some(count) = packed::partition(items, scratch, &left) {
        return count;
    }
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
    // No branch depends on these, which nothing predicts.
    let (first, other, between) = (before(a, b), before(a, c), before(b, c));
    // Unless it is the median, `a` is the first or the last of the three.
    select(first != other, a, select(between == first, b, c))
}
