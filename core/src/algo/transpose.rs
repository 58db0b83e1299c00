use crate::backend::Backend;
use crate::chain::Chain;
use crate::expr::{Expr, Matrix, Repeatable};
use crate::pending::{Pending, request};
use crate::storage::Storage;
use crate::value::Value;

/// Stores item `row · columns + column` of `input` as item `column · rows + row` of `output`.
#[derive(Debug, Clone)]
pub struct Transpose<E, S = ()> {
    /// The items, row by row: `rows · columns` of them.
    pub input: E,
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The target, as long as `input`.
    pub output: S,
}

impl<E: Expr, B: Backend> Chain<E, B> {
    /// Stores the items of a matrix column by column.
    ///
    /// # Cost
    ///
    /// One pass that reads the chain's inputs and writes the result once, both in long runs: the items pass through a tile in
    /// shared memory or in the cache. On a GPU, items at the matrix's edge may be computed more than once. A GPU reads and writes
    /// 16 bytes at once if the numbers of rows and of columns are multiples of those.
    ///
    /// # Source
    ///
    /// G. Ruetsch and P. Micikevicius, *Optimizing Matrix Transpose in CUDA*, 2009, with words of several items, which are
    /// transposed in registers.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1, 2, 3, 4, 5, 6])?;
    /// let by_column = x.iter().map(op!(|v: i32| v * 10)).grid(2, 3).transpose().collect()?;
    /// assert_eq!(by_column.to_vec()?, [10, 40, 20, 50, 30, 60]);
    /// let mut y = device.filled(0, 6)?;
    /// x.iter().grid(2, 3).transpose().collect_into(&mut y)?;
    /// assert_eq!(y.to_vec()?, [1, 4, 2, 5, 3, 6]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("permute", "gather", "scatter", "geam", "transposeCopy", "t", "swapaxes", "einsum"))]
    #[inline(always)]
    pub fn transpose(self) -> Pending<Transpose<E>, B>
    where
        E: Repeatable + Matrix<Item: Value>,
    {
        let (rows, columns) = (self.expr.rows(), self.expr.columns());
        Pending::new(Transpose { input: self.expr, rows, columns, output: () }, self.device)
    }
}

// `rows` and `columns` are the matrix's own, and its check finds it to have `rows · columns` items.
request! {
    [E: Repeatable + Matrix<Item: Value>] [S: Storage<Item = E::Item>]
    Transpose<E, ()> { input, rows, columns } => transpose(output: S) of (E::Item,);
    check(check) { input.check(check); }
    exactly [input.slots()]
}
