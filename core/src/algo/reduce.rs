use super::Collect;
use crate::backend::Backend;
use crate::chain::Chain;
use crate::error::Result;
use crate::expr::{Expr, Repeatable};
use crate::operator::Operator;
use crate::storage::{Discard, Storage};
use crate::target::Target;
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

/// Computes `init ∘ x₀ ∘ x₁ ∘ …` as [`Reduce`] does, and stores it; or stores the values of chunks, of which a cluster makes the
/// result of all ranks.
#[derive(Debug)]
pub struct ReduceInto<E: Expr, O, S, K = Discard<bool>> {
    /// The items; at least one slot.
    pub input: E,
    /// The operator.
    pub op: O,
    /// What is stored.
    pub stored: Stored<E::Item>,
    /// The target: of one item, or of one for each chunk. The item of a chunk without items isn't written.
    pub output: S,
    /// For each chunk whether it has an item; as long as `output`. Not used, and not stored, for the result of all items.
    pub kept: K,
}

/// What a [`ReduceInto`] stores.
#[derive(Debug, Clone, Copy)]
pub enum Stored<T> {
    /// The result of all items, with this initial value on their left.
    Result(T),
    /// The value of each chunk of this number of slots, in the association that a chunk has in the [shape contract](crate::shape),
    /// whatever its length: in lanes, if the operator commutes; else as a fold of tiles, and the number is a multiple of a tile. The
    /// operator doesn't [pick](crate::operator::Operator::PICKS).
    Chunks(usize),
}

impl<E: Expr, B: Backend> Chain<E, B> {
    /// Combines `init` and all items by an associative operator: `init ∘ x₀ ∘ x₁ ∘ …`.
    ///
    /// # Operator
    ///
    /// Associative. Items keep their order unless the operator is [known](crate::operator::Operator) or declared
    /// ([`commutative`](crate::commutative)) to be commutative; commutative ones run in strided lanes, which is faster.
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
    pub fn reduce<O: Operator<E::Item>>(self /* or `reduce_with(op)` */, init: E::Item, op: O) -> Result<E::Item>
    where
        E: Repeatable,
        E::Item: Value,
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
        E::Item: Value,
    {
        self.run_reduce(None, op)
    }

    /// Combines `init` and all items as [`reduce`](Chain::reduce) does, and leaves the result on the device: in a vector of one
    /// element, or in an element of a longer one (`results.slice_mut(i..i + 1)?`). A device with a queue doesn't wait, so
    /// that the next call can read the result from there, by a [`view`](crate::DeviceVec::view) for instance.
    ///
    /// # Cost
    ///
    /// One pass over the inputs; queued, not waited for, on devices with a queue.
    ///
    /// # Errors
    ///
    /// The chain's own, and [`LengthMismatch`](crate::ErrorKind::LengthMismatch) if the target hasn't exactly one element.
    /// A device with a queue may find a panic after this call has returned; reading the target then returns it.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1.0f32, 3.0, 4.0])?;
    /// let mut total = device.filled(0.0f32, 1)?;
    /// x.iter().reduce_into(0.0, Sum, &mut total)?;
    /// let total = total.view();
    /// let shares = x.iter().map(op!(|v: f32| v / total[0])).collect()?;
    /// assert_eq!(shares.to_vec()?, [0.125, 0.375, 0.5]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("reduce", "fold", "DeviceReduce", "Reduce", "async"))]
    #[inline(always)]
    #[track_caller]
    pub fn reduce_into<O: Operator<E::Item>, T: Target<B>>(self, init: E::Item, op: O, mut target: T) -> Result<()>
    where
        E: Repeatable,
        E::Item: Value,
        T::Storage: Storage<Item = E::Item>,
    {
        let output = target.storage();
        let (input, device, uses) = self.ready_and(|check| {
            check.lengths("reduce_into", 1, output.len());
            check.overwrites(|check| output.check(check));
            op.check(check);
        })?;
        // SAFETY: the chain, the operator and the target are checked; the target has one element, and is borrowed mutably.
        uses.done(&device, unsafe {
            match input.slots() {
                0 => device.collect(Collect { input: *device.constant(init, 1).expr(), output }),
                _ => device.reduce_into(ReduceInto {
                    input,
                    op,
                    stored: Stored::Result(init),
                    output,
                    kept: Discard::new(1),
                }),
            }
        })
    }

    #[inline(always)]
    #[track_caller]
    fn run_reduce<O: Operator<E::Item>>(self, init: Option<E::Item>, op: O) -> Result<Option<E::Item>>
    where
        E: Repeatable,
        E::Item: Value,
    {
        let (input, device, uses) = self.ready_with(&op)?;
        // SAFETY: `ready_with` has checked the chain.
        uses.done(&device, unsafe { device.reduce(Reduce { input, op, init }) })
    }
}
