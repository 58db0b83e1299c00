use std::array::from_fn;

use super::grid_3d::Extent;
use super::{Border, Expr, Indexed, Repeatable, Volume, indexed};
use crate::device::Check;
use crate::lower::members;
use crate::value::Value;

/// `P` planes of `R` rows of `C` items each, which the closure computes. They are stored one by one, as those of a window of two
/// dimensions are.
#[inline(always)]
fn window<T: Copy, const P: usize, const R: usize, const C: usize>(
    item: impl Fn(usize, usize, usize) -> T,
) -> [[[T; C]; R]; P] {
    let mut items = [[[item(0, 0, 0); C]; R]; P];
    for (p, plane) in items.iter_mut().enumerate() {
        for (r, row) in plane.iter_mut().enumerate() {
            for (c, place) in row.iter_mut().enumerate() {
                *place = item(p, r, c);
            }
        }
    }
    items
}

/// The window whose first item is in this slot of a volume.
///
/// # Safety
///
/// The contract of [`Expr::slot`] holds for the volume, and the window lies inside it.
#[inline(always)]
unsafe fn from<E: Repeatable + Volume<Item: Value>, const P: usize, const R: usize, const C: usize>(
    input: &E,
    first: usize,
) -> [[[E::Item; C]; R]; P] {
    let (rows, columns) = (input.rows(), input.columns());
    // SAFETY: the caller's contract; the items are values.
    window(|p, r, c| unsafe { input.at(first + (p * rows + r) * columns + c) })
}

/// The windows of `P` planes, `R` rows and `C` columns that lie inside a volume; created by
/// [`Chain::windows_3d`](crate::Chain::windows_3d).
#[derive(Debug, Clone, Copy)]
pub struct Windows3d<E, const P: usize, const R: usize, const C: usize> {
    input: E,
    extent: Extent,
}

impl<E: Volume, const P: usize, const R: usize, const C: usize> Windows3d<E, P, R, C> {
    pub(crate) fn new(input: E) -> Self {
        let extent = Extent::new(input.rows().saturating_sub(R - 1), input.columns().saturating_sub(C - 1));
        Windows3d { input, extent }
    }
}

// SAFETY: memory is read through the input alone, at slots inside of it; `Windows3d` in grid_3d.cuh does the same.
unsafe impl<E: Repeatable + Volume<Item: Value>, const P: usize, const R: usize, const C: usize> Expr
    for Windows3d<E, P, R, C>
{
    type Item = [[[E::Item; C]; R]; P];
    const IN_RUNS: bool = true;
    #[inline(always)]
    fn slots(&self) -> usize {
        const { super::fits::<Self::Item>() };
        self.planes().saturating_mul(self.rows()).saturating_mul(self.columns())
    }
    indexed!();
    #[inline(always)]
    unsafe fn each(&self, from: usize, to: usize, mut f: impl FnMut(usize, Self::Item)) {
        let (rows, columns) = (self.input.rows(), self.input.columns());
        self.extent.each_run(
            from,
            to,
            #[inline(always)]
            |plane, run| {
                let first = (plane * rows + run.row) * columns;
                for i in run.from..run.to {
                    // SAFETY: the caller's contract: the window of slot `i` lies inside the input.
                    f(i, unsafe { self::from(&self.input, first + (i - run.start)) });
                }
            },
        );
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.input.check(check);
    }
    members! {
        |this, unit| [GRID GRID_3D] format!("Windows3d<{}, {P}, {R}, {C}>", E::lower(unit)) =>
        e: params this.input, extent: params this.extent, rows: word this.input.rows(),
        columns: word this.input.columns(), n: word this.slots()
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl<E: Repeatable + Volume<Item: Value>, const P: usize, const R: usize, const C: usize> Indexed
    for Windows3d<E, P, R, C>
{
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> Self::Item {
        let (plane, row, column) = self.extent.split(i);
        let first = (plane * self.input.rows() + row) * self.input.columns() + column;
        // SAFETY: the caller's contract: `i` is a slot, so the window lies inside the input.
        unsafe { from(&self.input, first) }
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the input is repeatable, and nothing else is read.
unsafe impl<E: Repeatable + Volume<Item: Value>, const P: usize, const R: usize, const C: usize> Repeatable
    for Windows3d<E, P, R, C>
{
}
#[diagnostic::do_not_recommend]
// SAFETY: the slots are the product of planes, rows and columns, which aren't more than the input's.
unsafe impl<E: Repeatable + Volume<Item: Value>, const P: usize, const R: usize, const C: usize> Volume
    for Windows3d<E, P, R, C>
{
    #[inline(always)]
    fn planes(&self) -> usize {
        self.input.planes().saturating_sub(P - 1)
    }
    #[inline(always)]
    fn rows(&self) -> usize {
        self.input.rows().saturating_sub(R - 1)
    }
    #[inline(always)]
    fn columns(&self) -> usize {
        self.input.columns().saturating_sub(C - 1)
    }
}

/// A window of `P` planes, `R` rows and `C` columns around each item of a volume; created by
/// [`Chain::windows_around_3d`](crate::Chain::windows_around_3d).
#[derive(Debug, Clone, Copy)]
pub struct WindowsAround3d<E, T, const P: usize, const R: usize, const C: usize> {
    input: E,
    extent: Extent,
    border: Border<T>,
}

impl<E: Repeatable + Volume<Item: Value>, const P: usize, const R: usize, const C: usize>
    WindowsAround3d<E, E::Item, P, R, C>
{
    const FRONT: usize = P / 2;
    const UP: usize = R / 2;
    const LEFT: usize = C / 2;

    pub(crate) fn new(input: E, border: Border<E::Item>) -> Self {
        let extent = Extent::new(input.rows(), input.columns());
        WindowsAround3d { input, extent, border }
    }

    /// The window around the item at this position.
    ///
    /// # Safety
    ///
    /// The contract of [`Expr::slot`] holds for the input, and it has this position.
    #[inline(always)]
    unsafe fn around(&self, plane: usize, row: usize, column: usize) -> <Self as Expr>::Item {
        let (planes, rows, columns) = (self.input.planes(), self.input.rows(), self.input.columns());
        let place = |position, before, n| self.border.place(position, before, n);
        // Each plane, row and column is looked up once, and not for each item.
        let planes_of: [_; P] = from_fn(|p| place(plane + p, Self::FRONT, planes));
        let rows_of: [_; R] = from_fn(|r| place(row + r, Self::UP, rows));
        let columns_of: [_; C] = from_fn(|c| place(column + c, Self::LEFT, columns));
        window(|p, r, c| {
            match (planes_of[p], rows_of[r], columns_of[c], self.border) {
                // SAFETY: `place` gives a plane, a row and a column that the input has; the items are values.
                (Some(plane), Some(row), Some(column), _) => unsafe {
                    self.input.at((plane * rows + row) * columns + column)
                },
                (_, _, _, Border::Constant(value)) => value,
                _ => unreachable!("only a constant stands outside"),
            }
        })
    }

    /// The columns of a row whose windows lie inside the volume.
    #[inline(always)]
    fn inside(&self, plane: usize, row: usize) -> (usize, usize) {
        let planes = plane >= Self::FRONT && plane + (P - Self::FRONT) <= self.input.planes();
        let rows = row >= Self::UP && row + (R - Self::UP) <= self.input.rows();
        let end = self.input.columns().saturating_sub(C - 1 - Self::LEFT);
        if planes && rows && end > Self::LEFT { (Self::LEFT, end) } else { (0, 0) }
    }
}

/// The input and the border as the C++ class of windows of two dimensions, with the rows of a plane as its rows.
struct Lines<'a, W>(&'a W);

impl<E: Repeatable + Volume<Item: Value>, const P: usize, const R: usize, const C: usize>
    Lines<'_, WindowsAround3d<E, E::Item, P, R, C>>
{
    members! {
        |this, unit| [GRID] format!("WindowsAround<{}, 1, 1>", E::lower(unit)) =>
        e: params this.0.input, across: params this.0.extent.columns, rows: word this.0.input.rows(),
        clamps: word this.0.border.clamps(), wraps: word this.0.border.wraps(), outside: params this.0.border
    }
}

// SAFETY: memory is read through the input alone, at slots inside of it; `WindowsAround3d` in grid_3d.cuh does the same.
unsafe impl<E: Repeatable + Volume<Item: Value>, const P: usize, const R: usize, const C: usize> Expr
    for WindowsAround3d<E, E::Item, P, R, C>
{
    type Item = [[[E::Item; C]; R]; P];
    const IN_RUNS: bool = true;
    #[inline(always)]
    fn slots(&self) -> usize {
        const { super::fits::<Self::Item>() };
        self.input.slots()
    }
    indexed!();
    #[inline(always)]
    unsafe fn each(&self, from: usize, to: usize, mut f: impl FnMut(usize, Self::Item)) {
        let (rows, columns) = (self.input.rows(), self.input.columns());
        self.extent.each_run(
            from,
            to,
            #[inline(always)]
            |plane, run| {
                let (left, right) = run.between(self.inside(plane, run.row));
                for i in run.from..left {
                    // SAFETY: the caller's contract: `i` is a slot in this row.
                    f(i, unsafe { self.around(plane, run.row, i - run.start) });
                }
                for i in left..right {
                    let first = i - (Self::FRONT * rows + Self::UP) * columns - Self::LEFT;
                    // SAFETY: `inside` says that the window lies inside the input; the rest is the caller's contract.
                    f(i, unsafe { self::from(&self.input, first) });
                }
                for i in right..run.to {
                    // SAFETY: the caller's contract: `i` is a slot in this row.
                    f(i, unsafe { self.around(plane, run.row, i - run.start) });
                }
            },
        );
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.input.check(check);
    }
    members! {
        |this, unit| [GRID GRID_3D] {
            Lines::<Self>::lower(unit);
            format!("WindowsAround3d<{}, {P}, {R}, {C}>", E::lower(unit))
        } =>
        input: params Lines(this), rows: params this.extent.rows, planes: word this.input.planes()
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl<E: Repeatable + Volume<Item: Value>, const P: usize, const R: usize, const C: usize> Indexed
    for WindowsAround3d<E, E::Item, P, R, C>
{
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> Self::Item {
        let (plane, row, column) = self.extent.split(i);
        // SAFETY: the caller's contract: `i` is a slot, so the input has this position.
        unsafe { self.around(plane, row, column) }
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the input is repeatable, and nothing else is read.
unsafe impl<E: Repeatable + Volume<Item: Value>, const P: usize, const R: usize, const C: usize> Repeatable
    for WindowsAround3d<E, E::Item, P, R, C>
{
}
#[diagnostic::do_not_recommend]
// SAFETY: the slots, planes, rows and columns are the input's.
unsafe impl<E: Repeatable + Volume<Item: Value>, const P: usize, const R: usize, const C: usize> Volume
    for WindowsAround3d<E, E::Item, P, R, C>
{
    #[inline(always)]
    fn planes(&self) -> usize {
        self.input.planes()
    }
    #[inline(always)]
    fn rows(&self) -> usize {
        self.input.rows()
    }
    #[inline(always)]
    fn columns(&self) -> usize {
        self.input.columns()
    }
}
