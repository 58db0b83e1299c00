use crate::backend::Backend;
use crate::chain::Chain;
use crate::error::Result;
use crate::expr::{Expr, Repeatable};
use crate::operator::Operator;
use crate::value::Value;

/// Computes `init ∘ x₀ ∘ x₁ ∘ …`, in the association of the [shape contract](crate::shape); `None` if there is neither
/// an item nor an initial value.
#[derive(Debug)]
pub struct Reduce<E, O, T> {
    /// The items.
    pub input: E,
    /// The operator.
    pub op: O,
    /// The initial value, which stands on the left of all items, if there is one.
    pub init: Option<T>,
}

impl<E: Expr<Item: Value>, B: Backend> Chain<E, B> {
    /// Combines `init` and all items by an associative operator: `init ∘ x₀ ∘ x₁ ∘ …`.
    ///
    /// # Operator
    ///
    /// Associative. Items keep their order unless the operator is known or declared ([`commutative`](crate::commutative))
    /// to be commutative; commutative ones run in strided lanes, which is faster.
    ///
    /// # Cost
    ///
    /// One pass over the inputs, no output, O(chunks) temporary memory; waits for the result.
    ///
    /// # Determinism
    ///
    /// The association is a function of the length and the item's size alone ([shape contract](crate::shape)): the same
    /// bits on every backend, run after run.
    ///
    /// # Errors
    ///
    /// The chain's own (lengths, bounds, devices, panics).
    ///
    /// # Source
    ///
    /// M. Harris, *Optimizing Parallel Reduction in CUDA*, 2007; the fixed shape is onrush's own.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[3u32, 5, 6])?;
    /// assert_eq!(x.iter().reduce(0, BitXor)?, 0);
    /// // 2x2 matrices under multiplication do not commute; the order is kept.
    /// let m = device.upload(&[[1i64, 1, 0, 1], [1, 0, 1, 1]])?;
    /// let product = op!(|a: [i64; 4], b: [i64; 4]| [
    ///     a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3],
    ///     a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3],
    /// ]);
    /// assert_eq!(m.iter().reduce([1, 0, 0, 1], product)?, [2, 1, 1, 1]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("fold", "accumulate", "transform_reduce", "DeviceReduce", "Reduce"))]
    #[doc(alias("TransformReduce", "try_fold"))]
    #[inline(always)]
    #[track_caller]
    pub fn reduce<O: Operator<E::Item>>(self, init: E::Item, op: O) -> Result<E::Item>
    where
        E: Repeatable,
    {
        Ok(self.run_reduce(Some(init), op)?.unwrap_or(init))
    }

    /// Combines all items without an initial value: `None` if there are no items. All else is as for
    /// [`reduce`](Chain::reduce).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[3u32, 5, 6])?;
    /// assert_eq!(x.iter().reduce_with(Max)?, Some(6));
    /// assert_eq!(x.iter().take(0).reduce_with(Max)?, None);
    /// # Ok(()) }
    /// ```
    #[doc(alias("fold", "reduce", "accumulate", "transform_reduce", "DeviceReduce"))]
    #[doc(alias("fold_first"))]
    #[inline(always)]
    #[track_caller]
    pub fn reduce_with<O: Operator<E::Item>>(self, op: O) -> Result<Option<E::Item>>
    where
        E: Repeatable,
    {
        self.run_reduce(None, op)
    }

    #[inline(always)]
    #[track_caller]
    fn run_reduce<O: Operator<E::Item>>(self, init: Option<E::Item>, op: O) -> Result<Option<E::Item>>
    where
        E: Repeatable,
    {
        let (input, device, uses) = self.ready_with(&op)?;
        // SAFETY: `ready_with` has checked the chain.
        uses.done(&device, unsafe { device.reduce(Reduce { input, op, init }) })
    }
}
