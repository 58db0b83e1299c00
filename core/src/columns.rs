//! [`Columns`]: the columns of a matrix, for terminals that process each as if it were alone.

use crate::backend::Backend;
use crate::chain::Chain;
use crate::expr::{Expr, Matrix, Repeatable, Tabulate};
use crate::functor::Multiple;
use crate::segments::Segments;

/// The columns of a matrix; made by [`Chain::columns`].
///
/// Its terminals compute one result for each column, with the bits that the same terminal of [`Chain`] would give for the
/// column alone.
#[doc(alias("axis", "axis_iter", "sum_axis", "column_iter", "DeviceSegmentedReduce"))]
#[derive(Debug, Clone, Copy)]
#[must_use = "columns are lazy and do nothing until a terminal such as `sum` runs them"]
pub struct Columns<E, B> {
    pub(crate) input: E,
    pub(crate) device: B,
}

// The bound `Matrix` stands on each method and not on the impl, so that rustc prints the bound's own diagnostic.
impl<E: Expr, B: Backend> Chain<E, B> {
    /// The columns of a matrix, for terminals that compute a result for each: the reductions along axis 0.
    ///
    /// Lazy; the terminals read the chain row by row, fused. Each column is processed as if it were alone, so its result has the
    /// bits of the same terminal of [`transposed`](Chain::transposed) items. Scans along columns are those of the
    /// [rows](Chain::rows) of a [transposed](Chain::transpose) matrix.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1, 2, 3, 4, 5, 6])?;
    /// let matrix = x.iter().grid(2, 3);
    /// assert_eq!(matrix.clone().columns().sum().collect()?.to_vec()?, [5, 7, 9]);
    /// assert_eq!(matrix.rows().sum().collect()?.to_vec()?, [6, 15]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("axis", "axis_iter", "sum_axis", "fold_axis", "column_iter", "colwise", "reduce_columns"))]
    pub fn columns(self) -> Columns<E, B>
    where
        E: Repeatable + Matrix,
    {
        Columns { input: self.expr, device: self.device }
    }

    /// The rows of a matrix as [segments](Chain::segments), for terminals that compute a result for each: the reductions along
    /// axis 1, and scans and sorts of each row.
    ///
    /// Lazy; the offsets are computed, not stored.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert_eq!(device.range(0..6).grid(2, 3).rows().max().collect()?.to_vec()?, [2, 5]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("axis", "axis_iter", "sum_axis", "row_iter", "rowwise", "segments_of"))]
    pub fn rows(self) -> Segments<E, Tabulate<Multiple>, B>
    where
        E: Repeatable + Matrix,
    {
        let (rows, len, end) = (self.expr.rows(), self.expr.columns(), self.expr.slots());
        let offsets = Tabulate::new(Multiple { len, end, rows }, rows.saturating_add(1));
        Segments { input: self.expr, offsets, device: self.device }
    }
}
