use super::extents::{Extent, check_extent, name, product};
use super::{Expr, Extents, Indexed, Matrix, Repeatable, indexed};
use crate::device::Check;
use crate::lower::{Params, TranslationUnit, members};
use crate::value::Value;

/// The items of another expression in rows of one length, created by [`Chain::grid`](crate::Chain::grid); where `D` is 3, in planes
/// of them, created by [`Chain::grid_3d`](crate::Chain::grid_3d).
#[derive(Debug, Clone, Copy)]
pub struct Grid<E, const D: usize = 2> {
    input: E,
    sizes: [usize; D],
}

/// The items of another expression in planes of rows of one length; created by [`Chain::grid_3d`](crate::Chain::grid_3d).
pub type Grid3d<E> = Grid<E, 3>;

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
        check_extent(check, name::<D>(), product(self.sizes), self.input.slots());
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
// SAFETY: `check` compares the slots with the sizes.
unsafe impl<E: Indexed, const D: usize> Extents<D> for Grid<E, D> {
    #[inline(always)]
    fn sizes(&self) -> [usize; D] {
        self.sizes
    }
}

/// A position of `D` dimensions as a tuple.
pub trait Coordinates<const D: usize> {
    /// The tuple.
    type Tuple: Value;
    /// The numbers as a tuple.
    fn tuple(at: [usize; D]) -> Self::Tuple;
}
impl Coordinates<2> for [usize; 2] {
    type Tuple = (usize, usize);
    #[inline(always)]
    fn tuple(at: [usize; 2]) -> Self::Tuple {
        at.into()
    }
}
impl Coordinates<3> for [usize; 3] {
    type Tuple = (usize, usize, usize);
    #[inline(always)]
    fn tuple(at: [usize; 3]) -> Self::Tuple {
        at.into()
    }
}

/// The positions of a matrix, row by row, created by [`Backend::grid`](crate::Backend::grid); where `D` is 3, of a volume, plane by
/// plane, created by [`Backend::grid_3d`](crate::Backend::grid_3d).
#[derive(Debug, Clone, Copy)]
pub struct Cells<const D: usize = 2>(Extent<D>);

/// The positions of a volume, plane by plane, each row by row; created by [`Backend::grid_3d`](crate::Backend::grid_3d).
pub type Cells3d = Cells<3>;

impl<const D: usize> Cells<D> {
    pub(crate) fn new(sizes: [usize; D]) -> Self {
        Cells(Extent::new(sizes))
    }
}

// SAFETY: reads no memory; `Cells` in grid.cuh computes the same.
unsafe impl<const D: usize> Expr for Cells<D>
where
    [usize; D]: Coordinates<D>,
{
    type Item = <[usize; D] as Coordinates<D>>::Tuple;
    const IN_RUNS: bool = true;
    #[inline(always)]
    fn slots(&self) -> usize {
        self.0.size()
    }
    indexed!();
    #[inline(always)]
    unsafe fn each(&self, from: usize, to: usize, mut f: impl FnMut(usize, Self::Item)) {
        self.0.each_cell(
            from,
            to,
            #[inline(always)]
            |i, at| f(i, <[usize; D]>::tuple(at)),
        );
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        check_extent(check, name::<D>(), self.slots(), self.slots());
    }
    members! {
        |this, unit| ["grid.cuh"] {
            Extent::<D>::note_members(unit);
            format!("Cells<{D}>")
        } =>
        extent: params this.0, n: word this.slots()
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl<const D: usize> Indexed for Cells<D>
where
    [usize; D]: Coordinates<D>,
{
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> Self::Item {
        <[usize; D]>::tuple(self.0.split(i))
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the item is a function of the position alone.
unsafe impl<const D: usize> Repeatable for Cells<D> where [usize; D]: Coordinates<D> {}
#[diagnostic::do_not_recommend]
// SAFETY: the slots are the product of the sizes; `check` refuses one that is too large.
unsafe impl<const D: usize> Extents<D> for Cells<D>
where
    [usize; D]: Coordinates<D>,
{
    #[inline(always)]
    fn sizes(&self) -> [usize; D] {
        self.0.sizes
    }
}

/// The items of a matrix or volume with their positions; created by [`Chain::enumerate_2d`](crate::Chain::enumerate_2d) and
/// [`Chain::enumerate_3d`](crate::Chain::enumerate_3d).
#[derive(Debug, Clone, Copy)]
pub struct Numbered<E, const D: usize = 2> {
    input: E,
    extent: Extent<D>,
}

impl<E: Extents<D>, const D: usize> Numbered<E, D> {
    pub(crate) fn new(input: E) -> Self {
        let extent = Extent::new(input.sizes());
        Numbered { input, extent }
    }

    /// The positions alone.
    fn cells(&self) -> Cells<D> {
        Cells(self.extent)
    }
}

// SAFETY: memory is read through the input alone, an [`Expr`] too; the `Zip` of `Cells` and the input does the same on devices.
unsafe impl<E: Extents<D>, const D: usize> Expr for Numbered<E, D>
where
    [usize; D]: Coordinates<D>,
{
    type Item = (<[usize; D] as Coordinates<D>>::Tuple, E::Item);
    const IN_RUNS: bool = true;
    #[inline(always)]
    fn slots(&self) -> usize {
        const { super::fits::<Self::Item>() };
        self.input.slots()
    }
    indexed!();
    #[inline(always)]
    unsafe fn each(&self, from: usize, to: usize, mut f: impl FnMut(usize, Self::Item)) {
        self.extent.each_cell(
            from,
            to,
            #[inline(always)]
            // SAFETY: the caller keeps the contract of this method for the same slots of the input.
            |i, at| f(i, (<[usize; D]>::tuple(at), unsafe { self.input.at(i) })),
        );
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.input.check(check);
    }
    fn params(&self, out: &mut Params) {
        out.member(|out| self.cells().params(out));
        out.member(|out| self.input.params(out));
    }
    fn lower(unit: &mut TranslationUnit) -> String {
        format!("Zip<{}, {}>", Cells::<D>::lower(unit), E::lower(unit))
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl<E: Extents<D>, const D: usize> Indexed for Numbered<E, D>
where
    [usize; D]: Coordinates<D>,
{
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> Self::Item {
        // SAFETY: the caller keeps the contract of this method for the same slot of the input.
        (<[usize; D]>::tuple(self.extent.split(i)), unsafe { self.input.at(i) })
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the input is repeatable, and the rest is a function of the position alone.
unsafe impl<E: Repeatable + Extents<D>, const D: usize> Repeatable for Numbered<E, D> where [usize; D]: Coordinates<D> {}
#[diagnostic::do_not_recommend]
// SAFETY: the slots and sizes are the input's.
unsafe impl<E: Extents<D>, const D: usize> Extents<D> for Numbered<E, D>
where
    [usize; D]: Coordinates<D>,
{
    #[inline(always)]
    fn sizes(&self) -> [usize; D] {
        self.extent.sizes
    }
}

/// The items of a matrix column by column; created by [`Chain::transposed`](crate::Chain::transposed).
#[derive(Debug, Clone, Copy)]
pub struct Transposed<E> {
    input: E,
    extent: Extent<2>,
}

impl<E: Matrix> Transposed<E> {
    pub(crate) fn new(input: E) -> Self {
        let extent = Extent::new([input.columns(), input.rows()]);
        Transposed { input, extent }
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
        self.extent.each_cell(
            from,
            to,
            #[inline(always)]
            // SAFETY: the caller's contract: the slots exist, so the column and row do, by the contract of [`Extents`].
            |i, [column, row]| f(i, unsafe { self.input.at(row * columns + column) }),
        );
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.input.check(check);
    }
    members! {
        |this, unit| ["grid.cuh"] format!("Transposed<{}>", E::lower(unit)) =>
        e: params this.input, extent: params this.extent, columns: word this.input.columns()
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl<E: Matrix> Indexed for Transposed<E> {
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> E::Item {
        let [column, row] = self.extent.split(i);
        // SAFETY: the caller's contract: the slot exists, so the row and the column do, by the contract of [`Extents`]; distinct
        // slots are distinct ones of the input.
        unsafe { self.input.at(row * self.input.columns() + column) }
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the input is repeatable, and nothing else is read.
unsafe impl<E: Repeatable + Matrix> Repeatable for Transposed<E> {}
#[diagnostic::do_not_recommend]
// SAFETY: the product of rows and columns is the input's.
unsafe impl<E: Matrix> Extents<2> for Transposed<E> {
    #[inline(always)]
    fn sizes(&self) -> [usize; 2] {
        self.extent.sizes
    }
}
