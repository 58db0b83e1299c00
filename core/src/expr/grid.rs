use super::{Expr, Indexed, Repeatable, indexed};
use crate::device::Check;
use crate::lower::{Params, TranslationUnit, members};

/// An expression whose items stand in rows of one length, row by row: a matrix, an image, a grid of cells.
///
/// # Safety
///
/// If the [`check`](Expr::check) passes, `rows() · columns()` is the number of slots, and at most `isize::MAX`.
#[diagnostic::on_unimplemented(
    message = "the items of this chain have no rows and columns",
    label = "needs a chain of rows and columns",
    note = "`.grid(rows, columns)` arranges the items of a chain in rows; `map` keeps them there"
)]
pub unsafe trait Matrix: Indexed {
    /// The number of rows.
    fn rows(&self) -> usize;
    /// The number of items in a row.
    fn columns(&self) -> usize;
}

/// The number of items of a matrix or volume of these sizes.
#[inline(always)]
pub(super) fn product<const D: usize>(sizes: [usize; D]) -> usize {
    sizes.into_iter().fold(1, usize::saturating_mul)
}

/// Reports to `check` that a matrix or volume of this size can't be, or that its `slots` are other ones.
pub(super) fn check_extent(check: &mut Check, what: &'static str, size: usize, slots: usize) {
    check.bound(what, slots, isize::MAX as usize);
    check.lengths(what, size, slots);
}

/// A divisor of numbers below 2^63, which are divided by a multiplication: the quotient of `x` is `x · magic / 2^(63 + shift)`,
/// where `2^shift` is the least power of two that isn't below the divisor, and `magic` is `2^(63 + shift) / by`, rounded up.
///
/// T. Granlund and P. Montgomery, *Division by Invariant Integers using Multiplication*, 1994.
#[derive(Debug, Clone, Copy)]
pub(super) struct Divisor {
    pub(super) by: usize,
    magic: u64,
    shift: u32,
}

impl Divisor {
    /// The divisor `by`. Nothing is divided by 0, the width of a matrix without columns, but positions are compared with it.
    pub(super) fn new(by: usize) -> Self {
        // Only matrices without rows are wider than the numbers that are divided.
        let by = by.min(1 << 63);
        let divisor = by.max(1);
        let shift = usize::BITS - (divisor - 1).leading_zeros();
        Divisor { by, magic: (1u128 << (63 + shift)).div_ceil(divisor as u128) as u64, shift }
    }

    /// The quotient and the remainder of `x`, which is below 2^63.
    #[inline(always)]
    pub(super) fn split(&self, x: usize) -> (usize, usize) {
        let high = ((2 * x as u64) as u128 * self.magic as u128) >> 64;
        let quotient = (high as u64 >> self.shift) as usize;
        (quotient, x - quotient * self.by)
    }

    /// Calls `f` for the rows of this length that the slots `from..to` stand in, in order, with one division for each.
    #[inline(always)]
    pub(super) fn each_run(&self, from: usize, to: usize, mut f: impl FnMut(Run)) {
        let mut i = from;
        while i < to {
            let (row, column) = self.split(i);
            let start = i - column;
            let end = (start + self.by).min(to);
            f(Run { row, start, from: i, to: end });
            i = end;
        }
    }

    /// Calls `f(i, row, column)` for the slots `from..to` of rows of this length, in order.
    #[inline(always)]
    fn each_cell(&self, from: usize, to: usize, mut f: impl FnMut(usize, usize, usize)) {
        self.each_run(
            from,
            to,
            #[inline(always)]
            |run| {
                for i in run.from..run.to {
                    f(i, run.row, i - run.start);
                }
            },
        );
    }

    pub(super) fn params(&self, out: &mut Params) {
        out.word(self.by as u64);
        out.word(self.magic);
        out.word(self.shift.into());
    }
}

/// A part of a row: the slots `from..to`, of the row that begins at slot `start`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    pub(super) row: usize,
    pub(super) start: usize,
    pub(super) from: usize,
    pub(super) to: usize,
}

impl Run {
    /// The slots of this part in the columns `left..right` of its row.
    #[inline(always)]
    pub(super) fn between(&self, (left, right): (usize, usize)) -> (usize, usize) {
        ((self.start + left).clamp(self.from, self.to), (self.start + right).clamp(self.from, self.to))
    }
}

/// The items of another expression in rows of one length, created by [`Chain::grid`](crate::Chain::grid); where `D` is 3, in planes
/// of them, created by [`Chain::grid_3d`](crate::Chain::grid_3d).
#[derive(Debug, Clone, Copy)]
pub struct Grid<E, const D: usize = 2> {
    input: E,
    /// The number of rows and of columns, behind that of planes.
    pub(super) sizes: [usize; D],
}

impl<E, const D: usize> Grid<E, D> {
    pub(crate) fn new(input: E, sizes: [usize; D]) -> Self {
        Grid { input, sizes }
    }
}

// SAFETY: every method forwards to the input, which keeps the contract.
unsafe impl<E: Indexed, const D: usize> Expr for Grid<E, D> {
    type Item = E::Item;
    const IN_RUNS: bool = E::IN_RUNS;
    #[inline(always)]
    fn slots(&self) -> usize {
        self.input.slots()
    }
    indexed!();
    #[inline(always)]
    unsafe fn each(&self, from: usize, to: usize, f: impl FnMut(usize, E::Item)) {
        // SAFETY: the caller keeps the contract of this method for the same slots of the input.
        unsafe { self.input.each(from, to, f) }
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        let what = if D == 2 { "grid" } else { "grid_3d" };
        check_extent(check, what, product(self.sizes), self.input.slots());
        self.input.check(check);
    }
    fn params(&self, out: &mut Params) {
        self.input.params(out);
    }
    fn lower(unit: &mut TranslationUnit) -> String {
        E::lower(unit)
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the input keeps the contract.
unsafe impl<E: Indexed, const D: usize> Indexed for Grid<E, D> {
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> E::Item {
        // SAFETY: the caller keeps the contract of this method for the same slot of the input.
        unsafe { self.input.at(i) }
    }
    #[inline]
    fn contiguous(&self) -> Option<*const E::Item> {
        self.input.contiguous()
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the input is repeatable, and nothing else is read.
unsafe impl<E: Repeatable + Indexed, const D: usize> Repeatable for Grid<E, D> {}
#[diagnostic::do_not_recommend]
// SAFETY: `check` compares the slots with the rows and columns.
unsafe impl<E: Indexed> Matrix for Grid<E> {
    #[inline(always)]
    fn rows(&self) -> usize {
        self.sizes[0]
    }
    #[inline(always)]
    fn columns(&self) -> usize {
        self.sizes[1]
    }
}

/// The positions of a matrix, row by row; created by [`Backend::grid`](crate::Backend::grid).
#[derive(Debug, Clone, Copy)]
pub struct Cells {
    rows: usize,
    columns: usize,
    across: Divisor,
}

impl Cells {
    pub(crate) fn new(rows: usize, columns: usize) -> Self {
        Cells { rows, columns, across: Divisor::new(columns) }
    }
}

// SAFETY: reads no memory; `Cells` in grid.cuh computes the same.
unsafe impl Expr for Cells {
    type Item = (usize, usize);
    const IN_RUNS: bool = true;
    #[inline(always)]
    fn slots(&self) -> usize {
        product([self.rows, self.columns])
    }
    indexed!();
    #[inline(always)]
    unsafe fn each(&self, from: usize, to: usize, mut f: impl FnMut(usize, (usize, usize))) {
        self.across.each_cell(
            from,
            to,
            #[inline(always)]
            |i, row, column| f(i, (row, column)),
        );
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        check_extent(check, "grid", self.slots(), self.slots());
    }
    members! {
        |this, unit| [GRID] "Cells".into() =>
        across: params this.across, n: word this.slots()
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl Indexed for Cells {
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> (usize, usize) {
        self.across.split(i)
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the item is a function of the position alone.
unsafe impl Repeatable for Cells {}
#[diagnostic::do_not_recommend]
// SAFETY: the slots are the product of rows and columns; `check` refuses one that is too large.
unsafe impl Matrix for Cells {
    #[inline(always)]
    fn rows(&self) -> usize {
        self.rows
    }
    #[inline(always)]
    fn columns(&self) -> usize {
        self.columns
    }
}

/// The items of a matrix column by column; created by [`Chain::transposed`](crate::Chain::transposed).
#[derive(Debug, Clone, Copy)]
pub struct Transposed<E> {
    input: E,
    /// The rows of the input, which are this matrix's columns.
    across: Divisor,
}

impl<E: Matrix> Transposed<E> {
    pub(crate) fn new(input: E) -> Self {
        let across = Divisor::new(input.rows());
        Transposed { input, across }
    }
}

// SAFETY: memory is read through the input alone, at slots that exist if the check has passed; `Transposed` in grid.cuh does
// the same.
unsafe impl<E: Matrix> Expr for Transposed<E> {
    type Item = E::Item;
    const IN_RUNS: bool = true;
    #[inline(always)]
    fn slots(&self) -> usize {
        self.input.slots()
    }
    indexed!();
    #[inline(always)]
    unsafe fn each(&self, from: usize, to: usize, mut f: impl FnMut(usize, E::Item)) {
        let columns = self.input.columns();
        self.across.each_cell(
            from,
            to,
            #[inline(always)]
            // SAFETY: the caller's contract: the slots exist, so the column and row do, by the contract of [`Matrix`].
            |i, column, row| f(i, unsafe { self.input.at(row * columns + column) }),
        );
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.input.check(check);
    }
    members! {
        |this, unit| [GRID] format!("Transposed<{}>", E::lower(unit)) =>
        e: params this.input, across: params this.across, columns: word this.input.columns()
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl<E: Matrix> Indexed for Transposed<E> {
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> E::Item {
        let (column, row) = self.across.split(i);
        // SAFETY: the caller's contract: the slot exists, so the row and the column do, by the contract of [`Matrix`]; distinct
        // slots are distinct ones of the input.
        unsafe { self.input.at(row * self.input.columns() + column) }
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the input is repeatable, and nothing else is read.
unsafe impl<E: Repeatable + Matrix> Repeatable for Transposed<E> {}
#[diagnostic::do_not_recommend]
// SAFETY: the product of rows and columns is the input's.
unsafe impl<E: Matrix> Matrix for Transposed<E> {
    #[inline(always)]
    fn rows(&self) -> usize {
        self.input.columns()
    }
    #[inline(always)]
    fn columns(&self) -> usize {
        self.input.rows()
    }
}

#[cfg(test)]
mod tests {
    use super::Divisor;

    #[test]
    fn quotients_are_exact() {
        let largest = (1usize << 63) - 1;
        let numbers =
            [1, 2, 3, 5, 7, 10, 641, 1 << 16, (1 << 31) - 1, 1 << 32, (1 << 32) + 1, 1 << 62, (1 << 62) + 1, largest];
        for by in numbers {
            let divisor = Divisor::new(by);
            let near = |x: usize| [x.saturating_sub(1), x, x.saturating_add(1)];
            let multiples = numbers.iter().flat_map(|n| near((largest / by).min(*n) * by));
            for x in numbers.iter().copied().flat_map(near).chain(multiples).chain([0]).filter(|x| *x <= largest) {
                assert_eq!(divisor.split(x), (x / by, x % by), "{x} / {by}");
            }
        }
        assert_eq!((Divisor::new(0).by, Divisor::new(usize::MAX).by), (0, 1 << 63));
    }
}
