use crate::backend::Backend;
use crate::chain::Chain;
use crate::error::Result;
use crate::expr::{Expr, Matrix, Repeatable};
use crate::pending::{Pending, request};
use crate::storage::{Record, Storage};
use crate::target::Target;
use crate::value::Value;

/// Stores item `row · columns + column` of `input` as item `column · rows + row` of `output`.
#[derive(Debug)]
pub struct Transpose<E, S> {
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
    /// Stores the items of a matrix column by column in a new vector, or in one vector per part if they are tuples.
    ///
    /// # Cost
    ///
    /// One allocation per column, one pass that reads the chain's inputs and writes the result once, both in long runs: the
    /// items pass through a tile in shared memory or in the cache. On a GPU, items at the matrix's edge may be computed more
    /// than once. A GPU reads and writes 16 bytes at once if the numbers of rows and of columns are multiples of those.
    ///
    /// # Errors
    ///
    /// The chain's own (lengths, bounds, devices, panics) and [`OutOfMemory`](crate::ErrorKind::OutOfMemory).
    ///
    /// On a GPU the call may return before its work is done: then reading its output returns the failure of an operation.
    ///
    /// The algorithm is that of G. Ruetsch and P. Micikevicius, *Optimizing Matrix Transpose in CUDA*, 2009, with words of
    /// several items, which are transposed in registers.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1, 2, 3, 4, 5, 6])?;
    /// let by_column = x.iter().map(op!(|v: i32| v * 10)).grid(2, 3).transpose()?;
    /// assert_eq!(by_column.to_vec()?, [10, 40, 20, 50, 30, 60]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("permute", "gather", "scatter", "geam", "transposeCopy", "t", "swapaxes", "einsum"))]
    #[inline(always)]
    #[track_caller]
    pub fn transpose(self) -> Result<<E::Item as Record>::Vecs<B>>
    where
        E: Repeatable + Matrix,
        E::Item: Record,
    {
        self.transposing().collect()
    }

    /// Stores the items of a matrix column by column in vectors that exist already, of the chain's length.
    ///
    /// # Errors
    ///
    /// As [`transpose`](Chain::transpose), and [`LengthMismatch`](crate::ErrorKind::LengthMismatch). If an operation panics,
    /// the target holds old, new and meaningless items; [`recover`](crate::DeviceVec::recover) makes them readable.
    ///
    /// On a GPU the call may return before its work is done: then reading its output returns the failure of an operation.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1u8, 2, 3, 4])?;
    /// let mut y = device.filled(0u8, 4)?;
    /// x.iter().grid(2, 2).transpose_into(&mut y)?;
    /// assert_eq!(y.to_vec()?, [1, 3, 2, 4]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("permute", "geam", "transposeCopy"))]
    #[inline(always)]
    #[track_caller]
    pub fn transpose_into<T: Target<B>>(self, target: T) -> Result<()>
    where
        E: Repeatable + Matrix<Item: Value>,
        T::Storage: Storage<Item = E::Item>,
    {
        self.transposing().collect_into(target)
    }

    #[inline(always)]
    fn transposing(self) -> Pending<Transpose<E, ()>, B>
    where
        E: Matrix,
    {
        let (rows, columns) = (self.expr.rows(), self.expr.columns());
        Pending::new(Transpose { input: self.expr, rows, columns, output: () }, self.device, "transpose_into")
    }
}

// `rows` and `columns` are the matrix's own, and its check finds it to have `rows · columns` items.
request! {
    [E: Repeatable + Matrix<Item: Value>] [S: Storage<Item = E::Item>]
    Transpose<E, ()> { input, rows, columns } => transpose(output: S) of (E::Item,);
    check(check) { input.check(check); }
    exactly [input.slots()]
}
