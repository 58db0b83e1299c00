//! Chains whose items stand in rows and columns.

use crate::backend::Backend;
use crate::chain::Chain;
use crate::expr::{
    Border, Expr, Grid, Indexed, Matrix, Numbered, Padded, Repeatable, Transposed, Windows2d, WindowsAround,
};
use crate::value::Value;

impl<E: Expr, B: Backend> Chain<E, B> {
    /// The items in rows of `columns` items, row by row: a matrix, an image, a table in one vector.
    ///
    /// Lazy, and costs nothing: the items are the same, in the same order. The rows and columns are what
    /// [`windows_2d`](Chain::windows_2d), [`windows_around`](Chain::windows_around), [`transposed`](Chain::transposed) and
    /// [`transpose`](Chain::transpose) go by; [`map`](Chain::map) keeps them. If there aren't `rows · columns` items, the
    /// terminal returns [`LengthMismatch`](crate::ErrorKind::LengthMismatch). [`Backend::grid`] has the positions
    /// themselves.
    ///
    /// Rows are [segments](Chain::segments_of) of one length, each of which is reduced as if it were alone, and so are columns
    /// once they are transposed.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1, 2, 3, 4, 5, 6])?;
    /// assert_eq!(x.iter().grid(2, 3).transpose().collect()?.to_vec()?, [1, 4, 2, 5, 3, 6]);
    /// assert!(x.iter().grid(2, 4).transpose().collect().is_err());
    ///
    /// let matrix = x.iter().grid(2, 3);
    /// assert_eq!(matrix.clone().segments_of(3).sum().collect()?.to_vec()?, [6, 15]); // of each row
    /// assert_eq!(matrix.transpose().collect()?.iter().segments_of(2).sum().collect()?.to_vec()?, [5, 7, 9]); // of each column
    /// # Ok(()) }
    /// ```
    #[doc(alias("reshape", "view", "into_shape", "mdspan", "matrix", "Array2"))]
    pub fn grid(self, rows: usize, columns: usize) -> Chain<Grid<E>, B>
    where
        E: Indexed,
    {
        self.with(|e| Grid::new(e, [rows, columns]))
    }

    /// The items of a matrix with their rows and columns: `((row, column), item)`.
    ///
    /// Lazy; fuses. The result is a matrix, too. It costs a multiplication for each item's row, and on a CPU one for each row.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1, 2, 3, 4, 5, 6])?;
    /// let upper = op!(|((row, column), v): ((usize, usize), i32)| if column >= row { v } else { 0 });
    /// let upper = x.iter().grid(2, 3).enumerate_2d().map(upper);
    /// assert_eq!(upper.clone().collect()?.to_vec()?, [1, 2, 3, 0, 5, 6]);
    /// assert_eq!(upper.columns().sum().collect()?.to_vec()?, [1, 7, 9]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("ndenumerate", "indexed_iter", "enumerate", "mgrid", "indices"))]
    pub fn enumerate_2d(self) -> Chain<Numbered<E>, B>
    where
        E: Matrix,
    {
        self.with(Numbered::new)
    }

    /// The items column by column: a matrix of as many rows as this one has columns.
    ///
    /// Lazy; fuses. A read of neighbouring items jumps from row to row, which takes several times as long as one that follows
    /// the rows. [`transpose`](Chain::transpose) stores the items in this order at nearly the speed of a copy.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1, 2, 3, 4, 5, 6])?;
    /// assert_eq!(x.iter().grid(2, 3).transposed().skip(2).collect()?.to_vec()?, [2, 5, 3, 6]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("t", "reversed_axes", "layout_transpose", "permutation_iterator"))]
    pub fn transposed(self) -> Chain<Transposed<E>, B>
    where
        E: Matrix,
    {
        self.with(Transposed::new)
    }

    /// The windows of `R` rows and `C` columns that lie inside a matrix, as arrays of rows: there are `rows - R + 1` rows of
    /// `columns - C + 1` windows, none if the matrix is smaller than a window.
    ///
    /// Lazy; fuses. Neighbouring windows share their loads, and no index is checked or divided for each item. A window of
    /// which an operation uses only some items loads only these.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1, 2, 3, 4, 5, 6, 7, 8, 9])?;
    /// let squares = x.iter().grid(3, 3).windows_2d::<2, 2>();
    /// let sums = squares.map(op!(|w: [[i32; 2]; 2]| w[0][0] + w[0][1] + w[1][0] + w[1][1])).collect()?;
    /// assert_eq!(sums.to_vec()?, [12, 16, 24, 28]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("windows", "stencil", "sliding_window_view", "unfold", "im2col", "convolve"))]
    pub fn windows_2d<const R: usize, const C: usize>(self) -> Chain<Windows2d<E, R, C>, B>
    where
        E: Repeatable + Matrix<Item: Value>,
    {
        const { assert!(R > 0 && C > 0, "`windows_2d` needs at least one row and column: `windows_2d::<3, 3>()`") };
        self.with(Windows2d::new)
    }

    /// The matrix with further rows above and below, and further columns on the left and on the right: `[above, below]` and
    /// `[left, right]`. The border says what stands there.
    ///
    /// Lazy; fuses. The result is a matrix, whose middle is read in runs. Vector loads are kept where the columns on the left, the
    /// input's and all together are multiples of a vector's items.
    ///
    /// # Errors
    ///
    /// The terminal returns [`OutOfRange`](crate::ErrorKind::OutOfRange) if the result has more than `isize::MAX` items, or if it
    /// has some, the input none, and the border is no constant.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1, 2, 3, 4])?;
    /// let padded = |border| x.iter().grid(2, 2).pad([1, 0], [1, 2], border).collect()?.to_vec();
    /// assert_eq!(padded(Border::Constant(0))?, [0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 3, 4, 0, 0]);
    /// assert_eq!(padded(Border::Clamp)?, [1, 1, 2, 2, 2, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4]);
    /// assert_eq!(padded(Border::Wrap)?, [4, 3, 4, 3, 4, 2, 1, 2, 1, 2, 4, 3, 4, 3, 4]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("copyMakeBorder", "replicate", "circular", "resize", "embed"))]
    pub fn pad(self, rows: [usize; 2], columns: [usize; 2], border: Border<E::Item>) -> Chain<Padded<E, E::Item>, B>
    where
        E: Repeatable + Matrix<Item: Value>,
    {
        self.with(|e| Padded::new(e, rows, columns, border))
    }

    /// A window of `R` rows and `C` columns around each item of a matrix, as an array of rows: the item itself is
    /// `window[R / 2][C / 2]`. The border says what stands where a window reaches beyond the matrix.
    ///
    /// Lazy; fuses. Windows inside the matrix cost what those of [`windows_2d`](Chain::windows_2d) do, or less: loads are
    /// aligned if rows are. A window over the border takes several times as long.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1, 2, 3, 4])?;
    /// let above = op!(|w: [[i32; 1]; 3]| w[0][0]);
    /// let around = |border| x.iter().grid(4, 1).windows_around::<3, 1>(border).map(above).collect()?.to_vec();
    /// assert_eq!(around(Border::Clamp)?, [1, 1, 2, 3]);
    /// assert_eq!(around(Border::Wrap)?, [4, 1, 2, 3]);
    /// assert_eq!(around(Border::Constant(0))?, [0, 1, 2, 3]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("windows", "stencil", "generic_filter", "convolve", "pad", "neighbours", "roll"))]
    pub fn windows_around<const R: usize, const C: usize>(
        self,
        border: Border<E::Item>,
    ) -> Chain<WindowsAround<E, E::Item, R, C>, B>
    where
        E: Repeatable + Matrix<Item: Value>,
    {
        const {
            assert!(R > 0 && C > 0, "`windows_around` needs at least one row and column: `windows_around::<3, 3>(…)`")
        };
        self.with(|e| WindowsAround::new(e, border))
    }
}
