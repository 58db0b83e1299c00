use crate::backend::Backend;
use crate::chain::Chain;
use crate::expr::{Cycle, Expr, Indexed, Repeatable};
use crate::value::Value;

impl<E: Expr, B: Backend> Chain<E, B> {
    /// The items over and over, up to the length `len`: std's `cycle` and `take`. Of a chain without items it has none. Lazy;
    /// fuses.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert_eq!(device.range(1..4).cycle_to(7).collect()?.to_vec()?, [1, 2, 3, 1, 2, 3, 1]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("cycle", "repeat", "tiled_range", "modulo"))]
    pub fn cycle_to(self, len: usize) -> Chain<Cycle<E>, B>
    where
        E: Repeatable + Indexed,
        E::Item: Value,
    {
        self.with(|e| Cycle::new(e, len))
    }

    /// The items `times` times over: all of them, then all of them again. Lazy; fuses. [`repeat`](Chain::repeat) puts the
    /// copies of an item side by side.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert_eq!(device.range(1..4).tile(2).collect()?.to_vec()?, [1, 2, 3, 1, 2, 3]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("cycle", "repeat", "tiled_range"))]
    pub fn tile(self, times: usize) -> Chain<Cycle<E>, B>
    where
        E: Repeatable + Indexed,
        E::Item: Value,
    {
        // No vector and no other chain is as long as this if the product is no `usize`.
        let len = self.len().saturating_mul(times);
        self.cycle_to(len)
    }
}
