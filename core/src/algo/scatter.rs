use crate::backend::Backend;
use crate::chain::{Chain, IntoChain};
use crate::error::Result;
use crate::expr::{Expr, Indexed, Repeatable, Zip};
use crate::storage::Storage;
use crate::target::Target;
use crate::value::Value;

/// Stores each item at its position; of several items for one position the last one stays.
#[derive(Debug)]
pub struct Scatter<E, S> {
    /// Positions and items.
    pub input: E,
    /// Where they go.
    pub output: S,
}

impl<E: Indexed<Item: Value>, B: Backend> Chain<E, B> {
    /// Stores item `i` at position `index[i]` of the target; what no position names stays as it was.
    ///
    /// # Determinism
    ///
    /// Of several items for one position the last one stays, as in a sequential loop.
    ///
    /// # Cost
    ///
    /// One pass over items and positions, one write per item. On a GPU up to 2^14 items for up to 2^16 positions are one
    /// launch, which reads the positions once for each 4096 of the target. More are two launches, with 8 bytes of temporary
    /// memory for each position of the target, which the stream keeps; where these are more than four times as many as the
    /// items, the positions are read twice.
    ///
    /// Where those 8 bytes don't fit in the GPU's cache, neither for the target nor for as many positions as items, items of
    /// up to 16 bytes take two launches more, unless the target is more than four times as long or longer than 2^32 - 1: of
    /// each position 4 bytes are cleared instead. Unless the first launch finds that neighbours go to neighbouring positions,
    /// the second brings together the items for each 256th of the target, in as much temporary memory as the items take with
    /// 4 bytes beside each, and less than a byte more. Without room for that the items are placed from where they are, once
    /// the call has waited for memory that is about to come back.
    ///
    /// The bins are those of a radix sort's pass: A. Adinets and D. Merrill, *Onesweep*, 2022.
    ///
    /// # Errors
    ///
    /// [`LengthMismatch`](crate::ErrorKind::LengthMismatch) if there aren't as many positions as items;
    /// [`OutOfRange`](crate::ErrorKind::OutOfRange) if a position lies outside the target, which may then hold part of
    /// the items.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1.5f32, 2.5, 3.5])?;
    /// let to = device.upload(&[3usize, 0, 3])?;
    /// let mut out = device.filled(0.0f32, 4)?;
    /// x.iter().scatter(&to, &mut out)?;
    /// assert_eq!(out.to_vec()?, [2.5, 0.0, 0.0, 3.5]);
    /// # Ok(()) }
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn scatter<I, T>(self, index: I, mut target: T) -> Result<()>
    where
        E: Repeatable,
        I: IntoChain<B, Expr: Repeatable + Indexed<Item = usize>>,
        T: Target<B>,
        T::Storage: Storage<Item = E::Item>,
    {
        let output = target.storage();
        let items = Chain::new(Zip((index.into_chain().expr, self.expr)), self.device);
        let (positions, values) = (items.expr.0.0.slots(), items.expr.0.1.slots());
        let (input, device, uses) = items.ready_and(move |check| {
            check.lengths("scatter", positions, values);
            output.check(check);
        })?;
        // SAFETY: the chain and the target are checked; the target is borrowed mutably, so nothing else uses it.
        uses.done(&device, unsafe { device.scatter(Scatter { input, output }) })
    }
}
