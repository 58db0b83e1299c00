//! The rows that a sort moves: columns of equal length, side by side.

use std::hint::select_unpredictable;

use crate::memory::{AllocError, Buffer, prefetch};

/// The number of rows of a bucket that are gathered in the cache before they go to memory together: a whole number of
/// cache lines for each column of elements of 4 bytes or more.
pub(crate) const RUN: usize = 16;

/// Raw columns of one length: `()`, one [`Column`], or a tuple of columns. The value is a handle, as a raw pointer is:
/// a copy of it copies no row, and its user must ensure that the memory exists and that nothing else writes to it.
pub(crate) trait Columns: Copy + Send + Sync {
    /// One row.
    type Item: Copy + Send + Sync;
    /// Space in which [`RUN`] rows gather, each column's together.
    type Run: Send + Sync;
    /// Memory for rows.
    type Buffer: Send + Sync;
    /// The bytes of a row, without padding between its parts.
    const ROW: usize;
    /// Whether the parts of a row lie apart in memory.
    const APART: bool = true;

    /// Memory for `len` rows, none of which is initialised.
    fn allocate(len: usize) -> Result<Self::Buffer, AllocError>;
    /// The columns in `memory`.
    fn of(memory: &Self::Buffer) -> Self;
    /// The address of the first row, if rows lie side by side.
    #[inline(always)]
    fn side_by_side(self) -> Option<*mut Self::Item> {
        None
    }

    /// The columns from row `by` on.
    ///
    /// # Safety
    ///
    /// There are at least `by` rows.
    unsafe fn skip(self, by: usize) -> Self;
    /// Row `i`.
    ///
    /// # Safety
    ///
    /// Row `i` is initialised, and nothing writes to it.
    unsafe fn get(self, i: usize) -> Self::Item;
    /// Copies row `i` if `first`, else row `j`, to row `at` of `to`, without a branch, for choices that can't be
    /// predicted.
    ///
    /// # Safety
    ///
    /// Both rows are initialised, and nothing writes to them; `to` has memory for row `at`, which nothing else uses.
    #[inline(always)]
    unsafe fn copy_either(self, first: bool, i: usize, j: usize, to: Self, at: usize) {
        // SAFETY: the caller's contract.
        unsafe { to.put(at, self.get(select_unpredictable(first, i, j))) }
    }
    /// Writes row `i`.
    ///
    /// # Safety
    ///
    /// There is memory for row `i`, which nothing else uses.
    unsafe fn put(self, i: usize, item: Self::Item);
    /// Prefetches the [`RUN`] rows from `i` on, which are used soon; they need not exist.
    fn prefetch(self, i: usize);
    /// Copies rows 0 to `len` to `to`.
    ///
    /// # Safety
    ///
    /// The rows are initialised, `to` has memory for `len` rows that nothing else uses, and the two don't overlap.
    unsafe fn copy(self, to: Self, len: usize);
    /// Puts a row in its place in a run.
    ///
    /// # Safety
    ///
    /// There is memory at `run`, which nothing else uses, and `slot < RUN`.
    unsafe fn stage(run: *mut Self::Run, slot: usize, item: Self::Item);
    /// Writes rows `at + from` to `at + to` out of slots `from` to `to` of a run. A whole run bypasses the cache where
    /// that is possible; [`fence`] must then come before another thread may read it.
    ///
    /// # Safety
    ///
    /// `from <= to <= RUN`, the slots have been staged, and there is memory for the rows, which nothing else uses.
    unsafe fn flush(self, at: usize, run: *const Self::Run, from: usize, to: usize);
}

/// One column: the address of its first element.
pub(crate) struct Column<T>(pub(crate) *mut T);

impl<T> Clone for Column<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Column<T> {}

// SAFETY: a handle to elements that may move to another thread; the contract of each unsafe method excludes data races.
unsafe impl<T: Send> Send for Column<T> {}
// SAFETY: a shared handle is a copy of it, for which the same holds.
unsafe impl<T: Send> Sync for Column<T> {}

impl<T: Copy + Send + Sync> Columns for Column<T> {
    type Item = T;
    type Run = [T; RUN];
    type Buffer = Buffer<T>;
    const ROW: usize = size_of::<T>();
    const APART: bool = false;

    fn allocate(len: usize) -> Result<Buffer<T>, AllocError> {
        Buffer::new(len)
    }

    fn of(memory: &Buffer<T>) -> Self {
        Column(memory.start())
    }

    #[inline(always)]
    fn side_by_side(self) -> Option<*mut T> {
        Some(self.0)
    }

    #[inline(always)]
    unsafe fn skip(self, by: usize) -> Self {
        // SAFETY: the caller's contract: there are at least `by` elements.
        Column(unsafe { self.0.add(by) })
    }

    #[inline(always)]
    unsafe fn get(self, i: usize) -> T {
        // SAFETY: the caller's contract: element `i` is initialised.
        unsafe { self.0.add(i).read() }
    }

    #[inline(always)]
    unsafe fn copy_either(self, first: bool, i: usize, j: usize, to: Self, at: usize) {
        // SAFETY: the caller's contract: both elements are initialised, and there is memory for one more. The choice is
        // between pointers, not indices: if both elements were just read, the compiler selects between the two values.
        // The copy moves a tuple as a whole.
        unsafe { select_unpredictable(first, self.0.add(i), self.0.add(j)).copy_to_nonoverlapping(to.0.add(at), 1) }
    }

    #[inline(always)]
    unsafe fn put(self, i: usize, item: T) {
        // SAFETY: the caller's contract: there is memory for element `i`.
        unsafe { self.0.add(i).write(item) }
    }

    #[inline(always)]
    fn prefetch(self, i: usize) {
        for line in 0..(size_of::<T>() * RUN).div_ceil(64) {
            prefetch(self.0.wrapping_add(i).cast::<u8>().wrapping_add(64 * line));
        }
    }

    #[inline(always)]
    unsafe fn copy(self, to: Self, len: usize) {
        // SAFETY: the caller's contract.
        unsafe { self.0.copy_to_nonoverlapping(to.0, len) }
    }

    #[inline(always)]
    unsafe fn stage(run: *mut [T; RUN], slot: usize, item: T) {
        // SAFETY: the caller's contract: `slot` lies within the run.
        unsafe { run.cast::<T>().add(slot).write(item) }
    }

    #[inline(always)]
    unsafe fn flush(self, at: usize, run: *const [T; RUN], from: usize, to: usize) {
        // SAFETY: the caller's contract: the slots lie within the run and are staged; there is memory for these rows
        // from `at + from` on.
        unsafe {
            let (source, target) = (run.cast::<T>().add(from), self.0.add(at + from));
            if to - from == RUN && size_of::<T>().is_multiple_of(4) && target.cast::<u8>().addr().is_multiple_of(64) {
                stream::<T>(source, target);
            } else {
                source.copy_to_nonoverlapping(target, to - from);
            }
        }
    }
}

/// Copies a run past the cache.
///
/// # Safety
///
/// The contract is that of a copy of `RUN` elements; the address `target` is a multiple of 64.
#[inline(always)]
unsafe fn stream<T>(source: *const T, target: *mut T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        for line in 0..size_of::<T>() * RUN / 64 {
            // SAFETY: the lines make up the run and the target, which is aligned as `movntps` demands. It is written in
            // assembly, since the bytes may be padding, which no Rust value of 16 bytes may hold.
            unsafe {
                std::arch::asm!(
                    "movups {a}, [{s}]",
                    "movups {b}, [{s} + 16]",
                    "movups {c}, [{s} + 32]",
                    "movups {d}, [{s} + 48]",
                    "movntps [{t}], {a}",
                    "movntps [{t} + 16], {b}",
                    "movntps [{t} + 32], {c}",
                    "movntps [{t} + 48], {d}",
                    s = in(reg) source.cast::<u8>().add(64 * line),
                    t = in(reg) target.cast::<u8>().add(64 * line),
                    a = out(xmm_reg) _, b = out(xmm_reg) _, c = out(xmm_reg) _, d = out(xmm_reg) _,
                    options(nostack, preserves_flags),
                );
            }
        }
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    // SAFETY: the caller's contract.
    unsafe {
        source.copy_to_nonoverlapping(target, RUN);
    }
}

/// Orders this thread's streamed stores before its next ones, such as the word that tells another thread to read them.
#[inline(always)]
pub(crate) fn fence() {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: every x86-64 processor has SSE.
    unsafe {
        std::arch::x86_64::_mm_sfence();
    }
}

impl Columns for () {
    type Item = ();
    type Run = ();
    type Buffer = ();
    const ROW: usize = 0;

    fn allocate(_: usize) -> Result<(), AllocError> {
        Ok(())
    }
    fn of(_: &()) -> Self {}
    #[inline(always)]
    unsafe fn skip(self, _: usize) -> Self {}
    #[inline(always)]
    unsafe fn get(self, _: usize) {}
    #[inline(always)]
    unsafe fn put(self, _: usize, _: ()) {}
    #[inline(always)]
    fn prefetch(self, _: usize) {}
    #[inline(always)]
    unsafe fn copy(self, _: (), _: usize) {}
    #[inline(always)]
    unsafe fn stage(_: *mut (), _: usize, _: ()) {}
    #[inline(always)]
    unsafe fn flush(self, _: usize, _: *const (), _: usize, _: usize) {}
}

macro_rules! tuples {
    ($(($($c:ident $i:tt),+))+) => {$(
        impl<$($c: Columns),+> Columns for ($($c,)+) {
            type Item = ($($c::Item,)+);
            type Run = ($($c::Run,)+);
            type Buffer = ($($c::Buffer,)+);
            const ROW: usize = 0 $(+ $c::ROW)+;

            fn allocate(len: usize) -> Result<Self::Buffer, AllocError> {
                Ok(($($c::allocate(len)?,)+))
            }
            fn of(memory: &Self::Buffer) -> Self {
                ($($c::of(&memory.$i),)+)
            }
            #[inline(always)]
            unsafe fn skip(self, by: usize) -> Self {
                // SAFETY: the caller's contract; each column has the tuple's rows.
                unsafe { ($(self.$i.skip(by),)+) }
            }
            #[inline(always)]
            unsafe fn get(self, i: usize) -> Self::Item {
                // SAFETY: the caller's contract; each column has the tuple's rows.
                unsafe { ($(self.$i.get(i),)+) }
            }
            #[inline(always)]
            unsafe fn put(self, i: usize, item: Self::Item) {
                // SAFETY: the caller's contract; each column has the tuple's rows.
                unsafe { $(self.$i.put(i, item.$i);)+ }
            }
            #[inline(always)]
            fn prefetch(self, i: usize) {
                $(self.$i.prefetch(i);)+
            }
            #[inline(always)]
            unsafe fn copy(self, to: Self, len: usize) {
                // SAFETY: the caller's contract; each column has the tuple's rows.
                unsafe { $(self.$i.copy(to.$i, len);)+ }
            }
            #[inline(always)]
            unsafe fn stage(run: *mut Self::Run, slot: usize, item: Self::Item) {
                // SAFETY: the caller's contract; the parts of the tuple at `run` are runs of the columns.
                unsafe { $($c::stage(&raw mut (*run).$i, slot, item.$i);)+ }
            }
            #[inline(always)]
            unsafe fn flush(self, at: usize, run: *const Self::Run, from: usize, to: usize) {
                // SAFETY: the caller's contract; the parts of the tuple at `run` are runs of the columns.
                unsafe { $(self.$i.flush(at, &raw const (*run).$i, from, to);)+ }
            }
        }
    )+};
}
tuples! {
    (A 0) (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3) (A 0, B 1, C 2, D 3, E 4) (A 0, B 1, C 2, D 3, E 4, F 5)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6) (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7)
}
