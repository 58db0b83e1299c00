//! Columns with a length and a lifetime: tables that a sort reads, and room that it writes to.

use super::columns::{Column, Columns};
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ops::Range;

/// Initialised rows, to which nothing writes while the table lives.
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
        // SAFETY: the assertion shows that `i` is in range.
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
        // SAFETY: the rows of a table are initialised, and nothing writes to them while it lives.
        unsafe { self.columns.get(i) }
    }

    /// Some rows.
    pub(super) fn part(self, rows: Range<usize>) -> Self {
        assert!(rows.start <= rows.end && rows.end <= self.len);
        // SAFETY: the assertion shows that there are this many rows.
        Table { columns: unsafe { self.columns.skip(rows.start) }, len: rows.len(), ..self }
    }
}

/// Scratch for rows, which nothing else uses while it lives. It is only written to, so initialised rows stay initialised.
pub(super) struct Scratch<'a, C> {
    columns: C,
    len: usize,
    lives: PhantomData<&'a mut C>,
}

impl<'a, T> Scratch<'a, Column<T>> {
    pub(super) fn of(items: &'a mut [MaybeUninit<T>]) -> Self {
        Scratch { columns: Column(items.as_mut_ptr().cast()), len: items.len(), lives: PhantomData }
    }
}

impl<'a, C: Columns> Scratch<'a, C> {
    /// Scratch for `len` rows.
    ///
    /// # Safety
    ///
    /// There is memory for `len` rows, and nothing else uses it while the room lives.
    pub(super) unsafe fn new(columns: C, len: usize) -> Self {
        Scratch { columns, len, lives: PhantomData }
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
        // SAFETY: the contract of `new`: there is memory for the row, which nothing else uses.
        unsafe { self.columns.put(i, item) }
    }

    /// Writes row `at`: row `i` of a table if `first`, else row `j`, without a branch.
    ///
    /// # Safety
    ///
    /// `i` and `j` are less than the table's length, and `at` is less than the room's.
    #[inline(always)]
    pub(super) unsafe fn put_either_unchecked(&mut self, at: usize, from: Table<C>, first: bool, i: usize, j: usize) {
        debug_assert!(at < self.len && i < from.len && j < from.len);
        // SAFETY: the rows of a table are initialised, and nothing writes to them while it lives; the contract of
        // `new`: there is memory for the row, which nothing else uses.
        unsafe { from.columns.copy_either(first, i, j, self.columns, at) }
    }

    /// The address of the first row, if rows lie side by side.
    #[inline]
    pub(super) fn side_by_side(&mut self) -> Option<*mut C::Item> {
        self.columns.side_by_side()
    }

    /// Writes all rows.
    pub(super) fn copy(&mut self, from: Table<C>) {
        assert_eq!(self.len, from.len);
        // SAFETY: both have `self.len` rows, as the assertion shows; nothing else uses this room, so the table is no
        // part of it.
        unsafe { from.columns.copy(self.columns, self.len) }
    }

    /// The room before row `middle`, and the rest.
    pub(super) fn split_at(self, middle: usize) -> (Scratch<'a, C>, Scratch<'a, C>) {
        assert!(middle <= self.len);
        // SAFETY: the contract of `new` holds for both parts: the assertion shows that they lie inside the room, and
        // they don't overlap.
        unsafe { (Scratch::new(self.columns, middle), Scratch::new(self.columns.skip(middle), self.len - middle)) }
    }

    /// The room for some of the rows.
    pub(super) fn part(&mut self, rows: Range<usize>) -> Scratch<'_, C> {
        assert!(rows.start <= rows.end && rows.end <= self.len);
        // SAFETY: the contract of `new` holds for the part: the assertion shows that it lies inside the room, which is
        // borrowed.
        unsafe { Scratch::new(self.columns.skip(rows.start), rows.len()) }
    }

    /// The room, borrowed for a shorter lifetime.
    pub(super) fn borrow(&mut self) -> Scratch<'_, C> {
        // SAFETY: the contract of `new` holds as for `self`, which is borrowed and so isn't used meanwhile.
        unsafe { Scratch::new(self.columns, self.len) }
    }

    /// The rows.
    ///
    /// # Safety
    ///
    /// All rows are written.
    pub(super) unsafe fn written(&self) -> Table<'_, C> {
        Table { columns: self.columns, len: self.len, lives: PhantomData }
    }
}

/// Initialised rows, which nothing else uses.
pub(super) struct TableMut<'a, C>(Scratch<'a, C>);

impl<'a, T> TableMut<'a, Column<T>> {
    pub(super) fn of(items: &'a mut [T]) -> Self {
        TableMut(Scratch { columns: Column(items.as_mut_ptr()), len: items.len(), lives: PhantomData })
    }
}

impl<'a, C: Columns> TableMut<'a, C> {
    /// The first `len` rows of the columns.
    ///
    /// # Safety
    ///
    /// They are initialised, and nothing else uses them while the table lives.
    pub(super) unsafe fn new(columns: C, len: usize) -> Self {
        // SAFETY: the caller's contract.
        TableMut(unsafe { Scratch::new(columns, len) })
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.0.len
    }

    pub(super) fn rows(&self) -> Table<'_, C> {
        // SAFETY: the contract of `new`: the rows are initialised; a room only writes rows, so they stay so.
        unsafe { self.0.written() }
    }

    /// The rows as room to write to.
    pub(super) fn room(&mut self) -> Scratch<'_, C> {
        self.0.borrow()
    }

    /// Reverses the order of the rows.
    pub(super) fn reverse(&mut self) {
        let (len, columns) = (self.0.len, self.0.columns);
        for i in 0..len / 2 {
            // SAFETY: both indices are less than the length; the rows are initialised, and nothing else uses them.
            unsafe {
                let (left, right) = (columns.get(i), columns.get(len - 1 - i));
                columns.put(i, right);
                columns.put(len - 1 - i, left);
            }
        }
    }

    /// The rows, borrowed for a shorter lifetime.
    pub(super) fn borrow(&mut self) -> TableMut<'_, C> {
        TableMut(self.0.borrow())
    }

    /// The rows before `middle`, and the rest, for as long as the rows live.
    pub(super) fn divide(self, middle: usize) -> (TableMut<'a, C>, TableMut<'a, C>) {
        let (left, right) = self.0.split_at(middle);
        (TableMut(left), TableMut(right))
    }

    /// The rows before `middle`, and the rest.
    pub(super) fn split_at(&mut self, middle: usize) -> (TableMut<'_, C>, TableMut<'_, C>) {
        self.borrow().divide(middle)
    }
}
