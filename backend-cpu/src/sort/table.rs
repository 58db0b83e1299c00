//! Columns with a length and a lifetime: what a sort reads, and where it writes.

use super::columns::{Column, Columns};
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ops::Range;

/// Rows that are there; nobody writes to them while it lives.
pub(super) struct Table<'a, C> {
    columns: C,
    len: usize,
    lives: PhantomData<&'a C>,
}

impl<C: Copy> Clone for Table<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<C: Copy> Copy for Table<'_, C> {}

impl<'a, T> Table<'a, Column<T>> {
    pub(super) fn of(items: &'a [T]) -> Self {
        Table { columns: Column(items.as_ptr().cast_mut()), len: items.len(), lives: PhantomData }
    }
}

impl<C: Columns> Table<'_, C> {
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Row `i`.
    #[inline(always)]
    pub(super) fn get(&self, i: usize) -> C::Item {
        assert!(i < self.len);
        // SAFETY: in range.
        unsafe { self.get_unchecked(i) }
    }

    /// Row `i`.
    ///
    /// # Safety
    ///
    /// `i` is less than the length.
    #[inline(always)]
    pub(super) unsafe fn get_unchecked(&self, i: usize) -> C::Item {
        debug_assert!(i < self.len);
        // SAFETY: a table's rows are there, and nobody writes to them while it lives.
        unsafe { self.columns.get(i) }
    }

    /// Some rows.
    pub(super) fn part(self, rows: Range<usize>) -> Self {
        assert!(rows.start <= rows.end && rows.end <= self.len);
        // SAFETY: as many rows are there.
        Table { columns: unsafe { self.columns.skip(rows.start) }, len: rows.len(), ..self }
    }
}

/// Room for rows, which nobody else uses while it lives. It is only written to, so rows that are there stay there.
pub(super) struct Room<'a, C> {
    columns: C,
    len: usize,
    lives: PhantomData<&'a mut C>,
}

impl<'a, T> Room<'a, Column<T>> {
    pub(super) fn of(items: &'a mut [MaybeUninit<T>]) -> Self {
        Room { columns: Column(items.as_mut_ptr().cast()), len: items.len(), lives: PhantomData }
    }
}

impl<'a, C: Columns> Room<'a, C> {
    /// Room for `len` rows.
    ///
    /// # Safety
    ///
    /// There is memory for as many rows, and nobody else uses it while the room lives.
    pub(super) unsafe fn new(columns: C, len: usize) -> Self {
        Room { columns, len, lives: PhantomData }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Writes row `i`.
    ///
    /// # Safety
    ///
    /// `i` is less than the length.
    #[inline(always)]
    pub(super) unsafe fn put_unchecked(&mut self, i: usize, item: C::Item) {
        debug_assert!(i < self.len);
        // SAFETY: there is memory for the row, which nobody else uses.
        unsafe { self.columns.put(i, item) }
    }

    /// Writes row `at`: row `i` of a table if `first`, else row `j`, without a branch.
    ///
    /// # Safety
    ///
    /// `i` and `j` are less than the table's length, and `at` than this one.
    #[inline(always)]
    pub(super) unsafe fn put_either_unchecked(&mut self, at: usize, from: Table<C>, first: bool, i: usize, j: usize) {
        debug_assert!(at < self.len && i < from.len && j < from.len);
        // SAFETY: a table's rows are there, and nobody writes to them while it lives; there is memory for the row, which
        // nobody else uses.
        unsafe { from.columns.copy_either(first, i, j, self.columns, at) }
    }

    /// Writes all rows.
    pub(super) fn copy(&mut self, from: Table<C>) {
        assert_eq!(self.len, from.len);
        // SAFETY: as many rows of both; nobody else uses this memory, so the other's is none of it.
        unsafe { from.columns.copy(self.columns, self.len) }
    }

    /// The room before row `middle`, and the rest.
    pub(super) fn split_at(self, middle: usize) -> (Room<'a, C>, Room<'a, C>) {
        assert!(middle <= self.len);
        // SAFETY: there is room for as many rows, and the two parts have none in common.
        unsafe { (Room::new(self.columns, middle), Room::new(self.columns.skip(middle), self.len - middle)) }
    }

    /// The room for some of the rows.
    pub(super) fn part(&mut self, rows: Range<usize>) -> Room<'_, C> {
        assert!(rows.start <= rows.end && rows.end <= self.len);
        // SAFETY: there is room for as many rows.
        unsafe { Room::new(self.columns.skip(rows.start), rows.len()) }
    }

    /// The same room, for a while.
    pub(super) fn borrow(&mut self) -> Room<'_, C> {
        // SAFETY: as `self`, which isn't used meanwhile.
        unsafe { Room::new(self.columns, self.len) }
    }

    /// The rows.
    ///
    /// # Safety
    ///
    /// All have been written.
    pub(super) unsafe fn written(&self) -> Table<'_, C> {
        Table { columns: self.columns, len: self.len, lives: PhantomData }
    }
}

/// Rows that are there, and that nobody else uses.
pub(super) struct TableMut<'a, C>(Room<'a, C>);

impl<'a, C: Columns> TableMut<'a, C> {
    /// The first `len` rows of the columns.
    ///
    /// # Safety
    ///
    /// They are there, and nobody else uses them while the table lives.
    pub(super) unsafe fn new(columns: C, len: usize) -> Self {
        // SAFETY: the caller's promise.
        TableMut(unsafe { Room::new(columns, len) })
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.0.len
    }

    pub(super) fn rows(&self) -> Table<'_, C> {
        // SAFETY: they are there: `new` says so, and a room never takes any away.
        unsafe { self.0.written() }
    }

    /// The rows as room to write to.
    pub(super) fn room(&mut self) -> Room<'_, C> {
        self.0.borrow()
    }

    /// The rows before `middle`, and the rest.
    pub(super) fn split_at(&mut self, middle: usize) -> (TableMut<'_, C>, TableMut<'_, C>) {
        let (left, right) = self.room().split_at(middle);
        (TableMut(left), TableMut(right))
    }
}
