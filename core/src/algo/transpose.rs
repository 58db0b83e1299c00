use crate::backend::Backend;
use crate::chain::Chain;
use crate::error::Result;
use crate::expr::{Expr, Matrix, Repeatable};
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
        let (input, device, uses) = self.ready()?;
        let (rows, columns) = (input.rows(), input.columns());
        // SAFETY: [`Backend::transpose`] writes every item if it succeeds; otherwise the vectors are dropped.
        let mut out = unsafe { <E::Item as Record>::allocate(&device, input.slots())? };
        let output = <E::Item as Record>::storage(&mut out);
        // SAFETY: `ready` has checked the chain, so it has `rows · columns` items; the output is new, of the chain's length.
        uses.done(&device, unsafe { device.transpose(Transpose { input, rows, columns, output }) })?;
        Ok(out)
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
    pub fn transpose_into<T: Target<B>>(self, mut target: T) -> Result<()>
    where
        E: Repeatable + Matrix<Item: Value>,
        T::Storage: Storage<Item = E::Item>,
    {
        let output = target.storage();
        let slots = self.expr.slots();
        let (input, device, uses) = self.ready_and(move |check| {
            check.lengths("transpose_into", slots, output.len());
            check.overwrites(|check| output.check(check));
        })?;
        let (rows, columns) = (input.rows(), input.columns());
        // SAFETY: the chain and the target are checked; the target is borrowed mutably, so nothing else uses it.
        uses.done(&device, unsafe { device.transpose(Transpose { input, rows, columns, output }) })
    }
}
