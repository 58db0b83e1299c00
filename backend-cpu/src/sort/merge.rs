//! The stable sort by a comparator, of rows in one column or in several.
//!
//! Rows go back and forth between the columns and scratch columns of the same widths. So the sort needs its input's
//! size once more as memory, and little beside it, where small pieces are gathered row by row. Work is halved until a
//! piece is small, at places that depend on lengths alone, and a piece of small rows, or of few different values, is sorted
//! by [partitions](quick): if the comparator contradicts itself, the order means nothing, but it is the same on any number of threads.

use std::mem::MaybeUninit;

use super::columns::{Column, Columns};
use super::leaf::{LEAF, Leaf};
use super::quick;
use super::runs::{GRAIN, Runs, merge};
use super::table::{Scratch, Table, TableMut};
use crate::memory::{AllocError, Buffer};
use crate::parallel::{Fork, Pool};

/// The size in bytes up to which rows whose parts lie apart are gathered side by side to be sorted.
const BESIDE: usize = 32 << 10;

/// Sorts the rows, stably, so that none is `less` than the one before it. On an error nothing has changed. If `less`
/// panics, all rows are still there, in some order.
pub(super) fn sort_by<C, F>(pool: &Pool, mut items: TableMut<C>, less: F) -> Result<(), AllocError>
where
    C: Columns,
    F: Fn(C::Item, C::Item) -> bool + Sync,
{
    if all_neighbours(items.rows(), |left, right| !less(right, left)) {
        return Ok(());
    }
    if all_neighbours(items.rows(), |left, right| less(right, left)) {
        items.reverse();
        return Ok(());
    }
    let len = items.len();
    if len <= LEAF {
        // The comparator is called before any row moves, so it may panic.
        let leaf = Leaf::sorted(items.rows(), &less);
        leaf.store(items.room());
        return Ok(());
    }
    if let Some(rows) = gathered_and_sorted(items.rows(), &less, true) {
        spread(&rows, items.room());
        return Ok(());
    }
    let memory = C::allocate(len)?;
    // SAFETY: `allocate` has made memory for `len` rows, which this call alone uses and which outlives the room.
    let scratch = unsafe { Scratch::new(C::of(&memory), len) };
    if len <= GRAIN {
        sort_within(Fork::NONE, &mut items, scratch, &less, true);
    } else {
        pool.forked(|fork| sort_within(fork, &mut items, scratch, &less, true));
    }
    Ok(())
}

/// Whether all rows and their neighbours have an order. It tests a few of them first, and all only if these do.
fn all_neighbours<C: Columns>(items: Table<C>, ordered: impl Fn(C::Item, C::Item) -> bool) -> bool {
    let in_order = |step: usize| (step..items.len()).step_by(step).all(|i| ordered(items.get(i - step), items.get(i)));
    in_order(items.len() / 64 + 1) && in_order(1)
}

/// The place at which more than a leaf of rows are halved: most leaves become full, and most halves alike.
#[inline]
fn halve(len: usize) -> usize {
    (len / 2).next_multiple_of(LEAF).min((len - 1) / LEAF * LEAF)
}

/// Sorts the rows in place, by partitions if they suit and `quickly` says so. The scratch room is as long.
pub(super) fn sort_within<C, F>(fork: Fork, items: &mut TableMut<C>, scratch: Scratch<C>, less: &F, quickly: bool)
where
    C: Columns,
    F: Fn(C::Item, C::Item) -> bool + Sync,
{
    let len = items.len();
    if len <= LEAF {
        let leaf = Leaf::sorted(items.rows(), less);
        return leaf.store(items.room());
    }
    if let Some(rows) = gathered_and_sorted(items.rows(), less, quickly) {
        return spread(&rows, items.room());
    }
    if quickly && quick::suits(items.rows(), less) {
        return quick::sort(fork, items.borrow(), scratch, less);
    }
    sort_halves(fork, items, scratch, less, quickly);
}

/// Sorts the halves of more than a leaf of rows, and merges them. The scratch room is as long.
pub(super) fn sort_halves<C, F>(fork: Fork, items: &mut TableMut<C>, mut scratch: Scratch<C>, less: &F, quickly: bool)
where
    C: Columns,
    F: Fn(C::Item, C::Item) -> bool + Sync,
{
    let len = items.len();
    let middle = halve(len);
    let (s0, s1) = scratch.borrow().split_at(middle);
    let (i0, i1) = items.split_at(middle);
    both(fork, len, || sort_away(fork, i0, s0, less, quickly), || sort_away(fork, i1, s1, less, quickly));
    // SAFETY: `sort_away` has written both halves.
    let halves = unsafe { scratch.written() };
    let mut undo = Undo { items: items.room(), halves };
    merge(fork, halves, Runs { left: 0..middle, right: middle..len }, undo.items.borrow(), less);
    std::mem::forget(undo);
}

/// Sorts the rows into the scratch room, all of which is then written. The rows themselves stay, in some order.
fn sort_away<C, F>(fork: Fork, mut items: TableMut<C>, mut scratch: Scratch<C>, less: &F, quickly: bool)
where
    C: Columns,
    F: Fn(C::Item, C::Item) -> bool + Sync,
{
    let len = items.len();
    if len <= LEAF {
        return Leaf::sorted(items.rows(), less).store(scratch);
    }
    if let Some(rows) = gathered_and_sorted(items.rows(), less, quickly) {
        return spread(&rows, scratch);
    }
    if quickly && quick::suits(items.rows(), less) {
        quick::sort(fork, items.borrow(), scratch.borrow(), less);
        return quick::copy(fork, items.rows(), scratch);
    }
    let middle = halve(len);
    let (s0, s1) = scratch.borrow().split_at(middle);
    let (mut i0, mut i1) = items.split_at(middle);
    both(fork, len, || sort_within(fork, &mut i0, s0, less, quickly), || sort_within(fork, &mut i1, s1, less, quickly));
    merge(fork, items.rows(), Runs { left: 0..middle, right: middle..len }, scratch, less);
}

/// A sorted copy of the rows, side by side; `None` as for [`gathered`].
fn gathered_and_sorted<C, F>(table: Table<C>, less: &F, quickly: bool) -> Option<Buffer<C::Item>>
where
    C: Columns,
    F: Fn(C::Item, C::Item) -> bool + Sync,
{
    gathered(table, |mut items, scratch| sort_within(Fork::NONE, &mut items, scratch, less, quickly))
}

/// A copy of the rows, side by side, sorted by `sort` with scratch room as long; `None` if there are many, if they lie side by side
/// already, or if memory is refused.
pub(super) fn gathered<C: Columns>(
    table: Table<C>,
    sort: impl FnOnce(TableMut<Column<C::Item>>, Scratch<Column<C::Item>>),
) -> Option<Buffer<C::Item>> {
    let len = table.len();
    if !C::APART || len * size_of::<C::Item>() > BESIDE {
        return None;
    }
    let (mut rows, scratch) = (Buffer::new(len).ok()?, Buffer::new(len).ok()?);
    for (i, row) in rows.iter_mut().enumerate() {
        row.write(table.get(i));
    }
    // SAFETY: the loop has written all rows; both have memory for `len` rows, which nothing else uses meanwhile.
    unsafe { sort(TableMut::new(Column(rows.start()), len), Scratch::new(Column(scratch.start()), len)) };
    Some(rows)
}

/// Writes gathered rows to room of the same length.
pub(super) fn spread<C: Columns>(rows: &[MaybeUninit<C::Item>], mut out: Scratch<C>) {
    assert_eq!(out.len(), rows.len());
    for (i, row) in rows.iter().enumerate() {
        // SAFETY: `i` is less than the length; `gathered` has written all rows.
        unsafe { out.put_unchecked(i, row.assume_init()) }
    }
}

/// Calls both closures, on two threads if the rows are many.
fn both(fork: Fork, len: usize, a: impl FnOnce() + Send, b: impl FnOnce() + Send) {
    if len <= GRAIN {
        a();
        b();
    } else {
        fork.check();
        fork.join(a, b);
    }
}

/// While rows are merged over each other, some are there twice and some not at all. If the comparator panics then, this
/// restores all of them from the sorted halves.
struct Undo<'a, C: Columns> {
    items: Scratch<'a, C>,
    halves: Table<'a, C>,
}

impl<C: Columns> Drop for Undo<'_, C> {
    fn drop(&mut self) {
        self.items.copy(self.halves);
    }
}

#[cfg(test)]
mod tests;
