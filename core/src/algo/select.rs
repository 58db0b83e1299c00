use crate::backend::Backend;
use crate::chain::Chain;
use crate::device::Uses;
use crate::error::Result;
use crate::expr::{Expr, Repeatable};
use crate::function::Function;
use crate::storage::Record;
use crate::value::Value;

/// Stores the items that `input` keeps, in order, from the start of `output`.
#[derive(Debug)]
pub struct Select<E, S> {
    /// The items, some of whose slots may be empty.
    pub input: E,
    /// The target, as long as `input` has slots.
    pub output: S,
}

#[track_caller]
pub(super) fn select<E: Repeatable<Item: Record>, B: Backend>(
    input: E,
    device: &B,
    uses: Uses,
) -> Result<<E::Item as Record>::Vecs<B>> {
    // SAFETY: [`Backend::select`] writes the first `count` items, to which the vectors are cut; on errors they are
    // dropped.
    let mut out = unsafe { <E::Item as Record>::allocate(device, input.slots())? };
    // SAFETY: the callers have checked the chain; the output is new, of the chain's length.
    let count =
        uses.done(device, unsafe { device.select(Select { input, output: <E::Item as Record>::storage(&mut out) }) })?;
    <E::Item as Record>::cut::<B>(&mut out, count)?;
    Ok(out)
}

impl<E: Expr<Item: Value>, B: Backend> Chain<E, B> {
    /// Stores the items that a predicate holds for, in order: `filter(keep)` and `collect`.
    ///
    /// # Cost
    ///
    /// One allocation of the input's length, cut to the result's afterwards; one pass that reads the inputs once and
    /// writes each kept item once. Waits for the count.
    ///
    /// # Source
    ///
    /// M. Billeter, O. Olsson and U. Assarsson, *Efficient Stream Compaction on Wide SIMD Many-Core Architectures*, 2009.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[3.0f32, 1.0, 7.0])?;
    /// let cut = 2.5;
    /// assert_eq!(x.iter().copy_if(op!(|v: f32| v > cut))?.to_vec()?, [3.0, 7.0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("filter", "remove_copy_if", "remove_if", "retain", "compact", "DeviceSelect"))]
    #[doc(alias("If", "Flagged", "nonzero"))]
    #[inline(always)]
    #[track_caller]
    pub fn copy_if<F: Function<(E::Item,), Output = bool>>(self, keep: F) -> Result<<E::Item as Record>::Vecs<B>>
    where
        E: Repeatable,
        E::Item: Record,
    {
        self.filter(keep).collect()
    }
}
