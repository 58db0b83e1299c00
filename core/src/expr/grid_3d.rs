use super::grid::{Divisor, Run, check_extent, product};
use super::{Expr, Grid, Indexed, Repeatable, indexed};
use crate::device::Check;
use crate::lower::members;

/// An expression whose items stand in planes of rows of one length, plane by plane, each row by row: a volume, a stack of images,
/// a tensor of three dimensions.
///
/// # Safety
///
/// If the [`check`](Expr::check) passes, `planes() · rows() · columns()` is the number of slots, and at most `isize::MAX`.
#[diagnostic::on_unimplemented(
    message = "the items of this chain have no planes, rows and columns",
    label = "needs a chain of planes, rows and columns",
    note = "`.grid_3d(planes, rows, columns)` arranges the items of a chain in planes; `map` keeps them there"
)]
pub unsafe trait Volume: Indexed {
    /// The number of planes.
    fn planes(&self) -> usize;
    /// The number of rows of a plane.
    fn rows(&self) -> usize;
    /// The number of items in a row.
    fn columns(&self) -> usize;
}

/// The divisors of a volume's slots, which are its rows and columns.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    pub(super) rows: Divisor,
    pub(super) columns: Divisor,
}

impl Extent {
    pub(super) fn new(rows: usize, columns: usize) -> Self {
        Extent { rows: Divisor::new(rows), columns: Divisor::new(columns) }
    }

    /// The plane, row and column of a slot.
    #[inline(always)]
    pub(super) fn split(&self, i: usize) -> (usize, usize, usize) {
        let (line, column) = self.columns.split(i);
        let (plane, row) = self.rows.split(line);
        (plane, row, column)
    }

    /// Calls `f(plane, run)` for the rows that the slots `from..to` stand in, in order, with two divisions for each. The rows are
    /// those of the plane.
    #[inline(always)]
    pub(super) fn each_run(&self, from: usize, to: usize, mut f: impl FnMut(usize, Run)) {
        self.columns.each_run(
            from,
            to,
            #[inline(always)]
            |run| {
                let (plane, row) = self.rows.split(run.row);
                f(plane, Run { row, ..run });
            },
        );
    }

    members! {
        pub(super) |this, unit| [GRID GRID_3D] "Extent".into() =>
        rows: params this.rows, columns: params this.columns
    }
}

/// The items of another expression in planes of rows of one length; created by [`Chain::grid_3d`](crate::Chain::grid_3d).
pub type Grid3d<E> = Grid<E, 3>;

#[diagnostic::do_not_recommend]
// SAFETY: `check` compares the slots with the planes, rows and columns.
unsafe impl<E: Indexed> Volume for Grid3d<E> {
    #[inline(always)]
    fn planes(&self) -> usize {
        self.sizes[0]
    }
    #[inline(always)]
    fn rows(&self) -> usize {
        self.sizes[1]
    }
    #[inline(always)]
    fn columns(&self) -> usize {
        self.sizes[2]
    }
}

/// The positions of a volume, plane by plane, each row by row; created by [`Backend::grid_3d`](crate::Backend::grid_3d).
#[derive(Debug, Clone, Copy)]
pub struct Cells3d {
    planes: usize,
    rows: usize,
    columns: usize,
    extent: Extent,
}

impl Cells3d {
    pub(crate) fn new(planes: usize, rows: usize, columns: usize) -> Self {
        Cells3d { planes, rows, columns, extent: Extent::new(rows, columns) }
    }
}

// SAFETY: reads no memory; `Cells3d` in grid_3d.cuh computes the same.
unsafe impl Expr for Cells3d {
    type Item = (usize, usize, usize);
    const IN_RUNS: bool = true;
    #[inline(always)]
    fn slots(&self) -> usize {
        product([self.planes, self.rows, self.columns])
    }
    indexed!();
    #[inline(always)]
    unsafe fn each(&self, from: usize, to: usize, mut f: impl FnMut(usize, Self::Item)) {
        self.extent.each_run(
            from,
            to,
            #[inline(always)]
            |plane, run| {
                for i in run.from..run.to {
                    f(i, (plane, run.row, i - run.start));
                }
            },
        );
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        check_extent(check, "grid_3d", self.slots(), self.slots());
    }
    members! {
        |this, unit| [GRID GRID_3D] {
            Extent::lower(unit);
            "Cells3d".into()
        } =>
        extent: params this.extent, n: word this.slots()
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl Indexed for Cells3d {
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> (usize, usize, usize) {
        self.extent.split(i)
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the item is a function of the position alone.
unsafe impl Repeatable for Cells3d {}
#[diagnostic::do_not_recommend]
// SAFETY: the slots are the product of planes, rows and columns; `check` refuses one that is too large.
unsafe impl Volume for Cells3d {
    #[inline(always)]
    fn planes(&self) -> usize {
        self.planes
    }
    #[inline(always)]
    fn rows(&self) -> usize {
        self.rows
    }
    #[inline(always)]
    fn columns(&self) -> usize {
        self.columns
    }
}
