use super::grid::Divisor;
use super::{Expr, Indexed, Matrix, Repeatable, indexed};
use crate::device::Check;
use crate::lower::{Params, members};
use crate::value::Value;

/// The neighbours that the cells at a matrix's or volume's border have beyond it, for
/// [`Chain::windows_around`](crate::Chain::windows_around), [`pad`](crate::Chain::pad) and
/// [`windows_around_3d`](crate::Chain::windows_around_3d).
#[doc(alias("mode", "padding_mode", "BorderMode", "boundary"))]
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Border<T> {
    /// The nearest item of the border, again and again.
    Clamp,
    /// The items of the opposite side, as on a torus.
    Wrap,
    /// This value everywhere beyond the border.
    Constant(T),
}

impl<T: Value> Border<T> {
    /// The plane, row or column, of `n`, that a window's item at `before + position` has; `None` if that is outside.
    #[inline(always)]
    pub(super) fn place(&self, position: usize, before: usize, n: usize) -> Option<usize> {
        let (position, low) = (position.wrapping_sub(before), position < before);
        match self {
            _ if position < n => Some(position),
            Border::Clamp => Some(if low { 0 } else { n - 1 }),
            Border::Wrap if low => Some(n - 1 - position.wrapping_neg().wrapping_sub(1) % n),
            Border::Wrap => Some(position % n),
            Border::Constant(_) => None,
        }
    }

    pub(super) fn clamps(&self) -> bool {
        matches!(self, Border::Clamp)
    }
    pub(super) fn wraps(&self) -> bool {
        matches!(self, Border::Wrap)
    }
    /// Writes the value outside, if there is one.
    pub(super) fn params(&self, out: &mut Params) {
        match self {
            Border::Constant(value) => value.write(out),
            _ => out.zeros(T::SIZE),
        }
    }
}

/// `R` rows of `C` items each, which the closure computes. They are stored one by one: the compiler would take an array that is
/// moved as a whole apart by shifts.
#[inline(always)]
fn window<T: Copy, const R: usize, const C: usize>(item: impl Fn(usize, usize) -> T) -> [[T; C]; R] {
    let mut items = [[item(0, 0); C]; R];
    for (r, row) in items.iter_mut().enumerate() {
        for (c, place) in row.iter_mut().enumerate() {
            *place = item(r, c);
        }
    }
    items
}

/// The windows of `R` rows and `C` columns that lie inside a matrix; created by
/// [`Chain::windows_2d`](crate::Chain::windows_2d).
#[derive(Debug, Clone, Copy)]
pub struct Windows2d<E, const R: usize, const C: usize> {
    input: E,
    across: Divisor,
}

impl<E: Matrix, const R: usize, const C: usize> Windows2d<E, R, C> {
    pub(crate) fn new(input: E) -> Self {
        let across = Divisor::new(input.columns().saturating_sub(C - 1));
        Windows2d { input, across }
    }
}

impl<E: Repeatable + Matrix<Item: Value>, const R: usize, const C: usize> Windows2d<E, R, C> {
    /// The window whose first item is in this slot of the input.
    ///
    /// # Safety
    ///
    /// The contract of [`Expr::slot`] holds for the input, and the window lies inside it.
    #[inline(always)]
    unsafe fn from(&self, first: usize) -> [[E::Item; C]; R] {
        let columns = self.input.columns();
        // SAFETY: the caller's contract; the items are values.
        window(|r, c| unsafe { self.input.at(first + r * columns + c) })
    }
}

// SAFETY: memory is read through the input alone, at slots inside of it; `Windows2d` in grid.cuh does the same.
unsafe impl<E: Repeatable + Matrix<Item: Value>, const R: usize, const C: usize> Expr for Windows2d<E, R, C> {
    type Item = [[E::Item; C]; R];
    const IN_RUNS: bool = true;
    #[inline(always)]
    fn slots(&self) -> usize {
        const { super::fits::<Self::Item>() };
        self.rows().saturating_mul(self.columns())
    }
    indexed!();
    #[inline(always)]
    unsafe fn each(&self, from: usize, to: usize, mut f: impl FnMut(usize, Self::Item)) {
        let columns = self.input.columns();
        self.across.each_run(
            from,
            to,
            #[inline(always)]
            |run| {
                let first = run.row * columns;
                for i in run.from..run.to {
                    // SAFETY: the caller's contract: the window of slot `i` lies inside the input.
                    f(i, unsafe { self.from(first + (i - run.start)) });
                }
            },
        );
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.input.check(check);
    }
    members! {
        |this, unit| [GRID] format!("Windows2d<{}, {R}, {C}>", E::lower(unit)) =>
        e: params this.input, across: params this.across, columns: word this.input.columns(), n: word this.slots()
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl<E: Repeatable + Matrix<Item: Value>, const R: usize, const C: usize> Indexed for Windows2d<E, R, C> {
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> Self::Item {
        let (row, column) = self.across.split(i);
        // SAFETY: the caller's contract: `i` is a slot, so the window lies inside the input.
        unsafe { self.from(row * self.input.columns() + column) }
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the input is repeatable, and nothing else is read.
unsafe impl<E: Repeatable + Matrix<Item: Value>, const R: usize, const C: usize> Repeatable for Windows2d<E, R, C> {}
#[diagnostic::do_not_recommend]
// SAFETY: the slots are the product of rows and columns, which aren't more than the input's.
unsafe impl<E: Repeatable + Matrix<Item: Value>, const R: usize, const C: usize> Matrix for Windows2d<E, R, C> {
    #[inline(always)]
    fn rows(&self) -> usize {
        self.input.rows().saturating_sub(R - 1)
    }
    #[inline(always)]
    fn columns(&self) -> usize {
        self.input.columns().saturating_sub(C - 1)
    }
}

/// A window of `R` rows and `C` columns around each item of a matrix; created by
/// [`Chain::windows_around`](crate::Chain::windows_around).
#[derive(Debug, Clone, Copy)]
pub struct WindowsAround<E, T, const R: usize, const C: usize> {
    pub(super) input: E,
    across: Divisor,
    pub(super) border: Border<T>,
}

impl<E: Repeatable + Matrix<Item: Value>, const R: usize, const C: usize> WindowsAround<E, E::Item, R, C> {
    const UP: usize = R / 2;
    const LEFT: usize = C / 2;

    pub(crate) fn new(input: E, border: Border<E::Item>) -> Self {
        let across = Divisor::new(input.columns());
        WindowsAround { input, across, border }
    }

    /// The window around the item at this position.
    ///
    /// # Safety
    ///
    /// The contract of [`Expr::slot`] holds for the input, and it has this position.
    #[inline(always)]
    unsafe fn around(&self, row: usize, column: usize) -> [[E::Item; C]; R] {
        let (rows, columns) = (self.input.rows(), self.input.columns());
        window(|r, c| {
            match (
                self.border.place(row + r, Self::UP, rows),
                self.border.place(column + c, Self::LEFT, columns),
                self.border,
            ) {
                // SAFETY: `place` gives a row below `rows` and a column below `columns`; the items are values.
                (Some(row), Some(column), _) => unsafe { self.input.at(row * columns + column) },
                (_, _, Border::Constant(value)) => value,
                _ => unreachable!("only a constant stands outside"),
            }
        })
    }

    /// The columns of a row whose windows lie inside the matrix.
    #[inline(always)]
    fn inside(&self, row: usize) -> (usize, usize) {
        let whole = row >= Self::UP && row + (R - Self::UP) <= self.input.rows();
        let end = self.input.columns().saturating_sub(C - 1 - Self::LEFT);
        if whole && end > Self::LEFT { (Self::LEFT, end) } else { (0, 0) }
    }
}

// SAFETY: memory is read through the input alone, at slots inside of it; `WindowsAround` in grid.cuh does the same.
unsafe impl<E: Repeatable + Matrix<Item: Value>, const R: usize, const C: usize> Expr
    for WindowsAround<E, E::Item, R, C>
{
    type Item = [[E::Item; C]; R];
    const IN_RUNS: bool = true;
    #[inline(always)]
    fn slots(&self) -> usize {
        const { super::fits::<Self::Item>() };
        self.input.slots()
    }
    indexed!();
    #[inline(always)]
    unsafe fn each(&self, from: usize, to: usize, mut f: impl FnMut(usize, Self::Item)) {
        let columns = self.input.columns();
        self.across.each_run(
            from,
            to,
            #[inline(always)]
            |run| {
                let (left, right) = run.between(self.inside(run.row));
                for (from, to, inside) in [(run.from, left, false), (left, right, true), (right, run.to, false)] {
                    if inside {
                        for i in from..to {
                            let first = i - Self::UP * columns - Self::LEFT;
                            // SAFETY: `inside` says that the window lies inside the input; the rest is the caller's contract.
                            f(i, window(|r, c| unsafe { self.input.at(first + r * columns + c) }));
                        }
                    } else {
                        for i in from..to {
                            // SAFETY: the caller's contract: `i` is a slot in this row.
                            f(i, unsafe { self.around(run.row, i - run.start) });
                        }
                    }
                }
            },
        );
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.input.check(check);
    }
    members! {
        |this, unit| [GRID] format!("WindowsAround<{}, {R}, {C}>", E::lower(unit)) =>
        e: params this.input, across: params this.across, rows: word this.input.rows(),
        clamps: word this.border.clamps(), wraps: word this.border.wraps(), outside: params this.border
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl<E: Repeatable + Matrix<Item: Value>, const R: usize, const C: usize> Indexed
    for WindowsAround<E, E::Item, R, C>
{
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> Self::Item {
        let (row, column) = self.across.split(i);
        // SAFETY: the caller's contract: `i` is a slot, so the input has this position.
        unsafe { self.around(row, column) }
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the input is repeatable, and nothing else is read.
unsafe impl<E: Repeatable + Matrix<Item: Value>, const R: usize, const C: usize> Repeatable
    for WindowsAround<E, E::Item, R, C>
{
}
#[diagnostic::do_not_recommend]
// SAFETY: the slots, rows and columns are the input's.
unsafe impl<E: Repeatable + Matrix<Item: Value>, const R: usize, const C: usize> Matrix
    for WindowsAround<E, E::Item, R, C>
{
    #[inline(always)]
    fn rows(&self) -> usize {
        self.input.rows()
    }
    #[inline(always)]
    fn columns(&self) -> usize {
        self.input.columns()
    }
}
