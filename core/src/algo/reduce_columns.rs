use super::segmented_reduce::{Fold, plain};
use super::{Collect, SegmentedReduce};
use crate::backend::Backend;
use crate::columns::Columns;
use crate::device::Check;
use crate::error::Result;
use crate::expr::{Constant, Expr, Grid, Indexed, Matrix, Positioned, Repeatable, Tabulate, Transposed};
use crate::function::Function;
use crate::functor::{Multiple, RowOf, Whole};
use crate::key::Key;
use crate::number::Number;
use crate::operator::{Extreme, Max, Min, Operator, Product, Sum};
use crate::pending::{Fill, Pending, Request};
use crate::storage::Storage;
use crate::value::Value;

/// Combines the items of each column of a matrix, each in the association that the [shape contract](crate::shape) defines for a
/// reduction of the column alone.
///
/// The matrix has at least one row. The operator is commutative or exact, and an item has at most 32 bytes.
#[derive(Debug)]
pub struct ReduceColumns<E: Indexed, O, F, S> {
    /// The items, row by row: `rows · columns` of them.
    pub input: E,
    /// The number of rows, at least one.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The operator.
    pub op: O,
    /// The initial value, which stands on the left of each column, if there is one.
    pub init: Option<E::Item>,
    /// The result's function of a column's combined value and the column's number.
    pub finish: F,
    /// The target, as long as there are columns.
    pub output: S,
}

/// The most bytes of an item that [`ReduceColumns`] takes.
const MOST_BYTES: usize = 32;

impl<E: Repeatable + Matrix<Item: Value>, B: Backend> Columns<E, B> {
    /// Combines `init` and all items of each column by an associative operator: `init ∘ x₀ ∘ x₁ ∘ …`, from the first row to the
    /// last. Without rows the result is `init`.
    ///
    /// # Operator
    ///
    /// As for [`reduce`](crate::Chain::reduce): associative; items keep their order unless the operator is known or declared to
    /// be [`commutative`](crate::commutative). An operator that is neither commutative nor exact, or items of more than 32 bytes,
    /// take the way of [`transposed`](crate::Chain::transposed) items, which is several times as slow.
    ///
    /// # Cost
    ///
    /// One pass that reads the items once, in whole runs of rows, and writes each result once. On a GPU one launch for few rows,
    /// else two, with temporary memory of a value for each 64 items of a column or more (16 for items of a byte). Queued, not
    /// waited for.
    ///
    /// # Determinism
    ///
    /// Each result has the bits of [`reduce`](crate::Chain::reduce) of that column alone, on every backend: the association is a
    /// function of the number of rows and the item's size ([shape contract](crate::shape#by-segment)).
    ///
    /// # Errors
    ///
    /// The chain's own, and [`OutOfMemory`](crate::ErrorKind::OutOfMemory) where there is temporary memory.
    ///
    /// On a GPU the call may return before its work is done: then reading its output returns the failure of an operation.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[3u32, 5, 6, 9])?;
    /// assert_eq!(x.iter().grid(2, 2).columns().reduce(0, BitXor).collect()?.to_vec()?, [5, 12]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("reduce_by_key", "fold_axis", "reduce_axis", "DeviceSegmentedReduce", "Reduce"))]
    #[inline(always)]
    pub fn reduce<O>(self /* `reduce(init, op)` */, init: E::Item, op: O) -> Pending<ReducedColumns<E, O>, B>
    where
        O: Operator<E::Item>,
    {
        self.folded(Fold { op, init: Some(init), finish: Whole, empty: init })
    }

    /// The sum of each column; integers wrap. Without rows it is 0 (−0.0 for floats, as in std). Cost, determinism and errors as
    /// [`reduce`](Self::reduce).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[0.5f32, 1.5, 4.0, 0.25])?;
    /// let matrix = x.iter().grid(2, 2);
    /// let sums = matrix.clone().columns().sum().collect()?;
    /// assert_eq!(sums.to_vec()?, [4.5, 1.75]);
    /// assert_eq!(sums.to_vec()?, matrix.transposed().segments_of(2).sum().collect()?.to_vec()?); // to the bit
    /// # Ok(()) }
    /// ```
    #[doc(alias("sum_axis", "colSums", "reduce_columns"))]
    #[inline(always)]
    pub fn sum(self) -> Pending<ReducedColumns<E, Sum>, B>
    where
        E::Item: Number,
    {
        self.folded(plain(Sum))
    }

    /// The product of each column; integers wrap. Without rows it is 1. Cost, determinism and errors as [`reduce`](Self::reduce).
    #[doc(alias("prod", "product_axis"))]
    #[inline(always)]
    pub fn product(self) -> Pending<ReducedColumns<E, Product>, B>
    where
        E::Item: Number,
    {
        self.folded(plain(Product))
    }

    /// The smallest item of each column. NaNs are ignored unless all items are NaNs, and −0.0 is smaller than +0.0. Without rows it
    /// is the neutral element of [`Min`]: the type's largest number, NaN for floats. Cost and errors as
    /// [`reduce`](Self::reduce); exact.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[3i32, 1, 2, 7])?;
    /// assert_eq!(x.iter().grid(2, 2).columns().min().collect()?.to_vec()?, [2, 1]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("amin", "min_axis"))]
    #[inline(always)]
    pub fn min(self) -> Pending<ReducedColumns<E, Min>, B>
    where
        E::Item: Number,
    {
        self.folded(plain(Min))
    }

    /// The largest item of each column, as [`min`](Self::min) the smallest.
    #[doc(alias("amax", "max_axis"))]
    #[inline(always)]
    pub fn max(self) -> Pending<ReducedColumns<E, Max>, B>
    where
        E::Item: Number,
    {
        self.folded(plain(Max))
    }

    /// The row of the smallest item of each column in the order of [`Key`], the first of several; `usize::MAX` without rows. Cost and
    /// errors as [`reduce`](Self::reduce); exact.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[3.0f32, 1.0, 2.0, 1.0])?;
    /// assert_eq!(x.iter().grid(2, 2).columns().argmin().collect()?.to_vec()?, [1, 0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("ArgMin", "idxmin", "argmin_axis"))]
    #[inline(always)]
    #[allow(clippy::type_complexity)]
    pub fn argmin(self) -> Pending<ByColumn<Grid<Positioned<E>>, Extreme<false, false>, RowOf, usize>, B>
    where
        E::Item: Key,
    {
        let fold = self.extreme::<false>();
        self.positioned().folded(fold)
    }

    /// The row of the largest item of each column in the order of [`Key`], the first of several; otherwise as
    /// [`argmin`](Self::argmin).
    #[doc(alias("ArgMax", "idxmax", "argmax_axis"))]
    #[inline(always)]
    #[allow(clippy::type_complexity)]
    pub fn argmax(self) -> Pending<ByColumn<Grid<Positioned<E>>, Extreme<true, false>, RowOf, usize>, B>
    where
        E::Item: Key,
    {
        let fold = self.extreme::<true>();
        self.positioned().folded(fold)
    }

    /// The reduction to the row of the smallest or largest key.
    #[allow(clippy::type_complexity)]
    fn extreme<const LARGEST: bool>(&self) -> Fold<(E::Item, usize), Extreme<LARGEST, false>, RowOf, usize>
    where
        E::Item: Key,
    {
        Fold { op: Extreme, init: None, finish: RowOf { columns: self.input.columns() }, empty: usize::MAX }
    }

    /// The items with their positions in the matrix.
    fn positioned(self) -> Columns<Grid<Positioned<E>>, B> {
        let (rows, columns) = (self.input.rows(), self.input.columns());
        Columns { input: Grid::new(Positioned(self.input), [rows, columns]), device: self.device }
    }

    /// The call that stores a result for each column.
    #[inline(always)]
    pub(crate) fn folded<O, F, U>(self, fold: Fold<E::Item, O, F, U>) -> Pending<ByColumn<E, O, F, U>, B> {
        Pending::new(ByColumn { input: self.input, fold }, self.device)
    }
}

/// A reduction whose results are what the operator makes of each column.
pub type ReducedColumns<E, O> = ByColumn<E, O, Whole, <E as Expr>::Item>;

/// A reduction of each column, by one primitive or another.
#[derive(Debug, Clone)]
pub struct ByColumn<E: Indexed, O, F, U> {
    input: E,
    fold: Fold<E::Item, O, F, U>,
}

impl<E: Matrix<Item: Value>, O: Operator<E::Item>, F, U> Request for ByColumn<E, O, F, U> {
    type Items = (U,);
    type Room = [usize; 1];
    type Count = ();

    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.input.check(check);
        self.fold.op.check(check);
    }
    #[inline(always)]
    fn room(&self) -> [usize; 1] {
        [self.input.columns()]
    }
}

// SAFETY: `run` writes a result for each column, which are all items of the output.
unsafe impl<B, E, O, F, S> Fill<B, (S,)> for ByColumn<E, O, F, S::Item>
where
    B: Backend,
    E: Repeatable + Matrix<Item: Value>,
    O: Operator<E::Item>,
    F: Function<(E::Item, usize), Output = S::Item>,
    S: Storage,
{
    #[inline(always)]
    unsafe fn fill(self, device: &B, (output,): (S,)) -> Result<()> {
        // SAFETY: the caller's contract.
        unsafe { run(device, self.input, self.fold, output) }
    }
}

/// Reduces by rows, if the operator and the items allow it, or else each transposed row.
///
/// # Safety
///
/// The matrix and the operator are checked. The output has an item for each column, and nothing else uses it.
#[inline(always)]
#[track_caller]
unsafe fn run<E, B, O, F, S>(device: &B, input: E, fold: Fold<E::Item, O, F, S::Item>, output: S) -> Result<()>
where
    E: Repeatable + Matrix<Item: Value>,
    B: Backend,
    O: Operator<E::Item>,
    F: Function<(E::Item, usize), Output = S::Item>,
    S: Storage,
{
    let (rows, columns) = (input.rows(), input.columns());
    let Fold { op, init, finish, empty } = fold;
    if rows == 0 {
        // SAFETY: the caller's contract: the output has a place for each item.
        return unsafe { device.collect(Collect { input: Constant::new(empty, columns), output }) };
    }
    if const { (O::COMMUTATIVE || O::EXACT) && size_of::<E::Item>() <= MOST_BYTES } {
        // SAFETY: the caller's contract; there is a row, and the operator and the size are as they must be.
        return unsafe { device.reduce_columns(ReduceColumns { input, rows, columns, op, init, finish, output }) };
    }
    let offsets = Tabulate::new(Multiple { len: rows, end: input.slots(), rows: columns }, columns.saturating_add(1));
    let input = Transposed::new(input);
    // SAFETY: the caller's contract; the offsets are one more than the columns, for each of which the output has a place.
    unsafe { device.segmented_reduce(SegmentedReduce { input, offsets, op, init, finish, empty, output }) }
}
