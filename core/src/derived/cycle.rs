use crate::backend::Backend;
use crate::chain::{Chain, IntoChain};
use crate::expr::{Chained, Cycle, Expr, Indexed, RepeatEach, Repeatable};
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

    /// The items `times` times over: all of them, then all of them again. Lazy; fuses. [`repeat_each`](Chain::repeat_each)
    /// puts the copies of an item side by side.
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
        // A product that overflows becomes a length that no vector has.
        let len = self.len().saturating_mul(times);
        self.cycle_to(len)
    }

    /// Each item `times` times, side by side, in order. Lazy; fuses. [`tile`](Chain::tile) repeats the chain as a whole, and
    /// [`repeat`](Chain::repeat) each item by a count of its own.
    ///
    /// # Cost
    ///
    /// A thread computes an item once for its copies that it loads together, which take up to 16 bytes on a GPU; where an item
    /// costs more than storing it, [`collect`](Chain::collect) them first. On a CPU,
    /// [`flat_map`](Chain::flat_map)`(op!(|v: f32| [v; 4]))` takes less time for a few copies whose number is a constant.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert_eq!(device.range(1..4).repeat_each(2).collect()?.to_vec()?, [1, 1, 2, 2, 3, 3]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("repeat", "repeat_n", "repeat_interleave", "repeat_elements", "repeated_range", "expand"))]
    pub fn repeat_each(self, times: usize) -> Chain<RepeatEach<E>, B>
    where
        E: Repeatable + Indexed,
        E::Item: Value,
    {
        self.with(|e| RepeatEach::new(e, times))
    }

    /// The items, and then those of another chain or vector: std's `chain`.
    ///
    /// Lazy; fuses, so nothing is copied, where [`concat`](Backend::concat) makes a vector. The result has as many items as both
    /// together, each at a known position. The items of both have one type.
    ///
    /// # Cost
    ///
    /// A comparison for each item, or on a GPU for each vector load; those of the second chain test its alignment each time.
    ///
    /// # Errors
    ///
    /// The terminal returns [`OutOfRange`](crate::ErrorKind::OutOfRange) if there are more than `isize::MAX` items.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (x, y) = (device.upload(&[1, 2, 3])?, device.upload(&[10, 20])?);
    /// assert_eq!(x.iter().chain(&y).collect()?.to_vec()?, [1, 2, 3, 10, 20]);
    /// let doubled = y.iter().map(op!(|v: i32| 2 * v));
    /// assert_eq!(doubled.chain(device.constant(7, 1)).chain(&x).sum()?, 73);
    /// # Ok(()) }
    /// ```
    #[doc(alias("concat", "concatenate", "append", "hstack", "join_iterator"))]
    pub fn chain<I>(self, other: I) -> Chain<Chained<E, I::Expr>, B>
    where
        E: Repeatable + Indexed,
        E::Item: Value,
        I: IntoChain<B, Expr: Repeatable + Indexed<Item = E::Item>>,
    {
        self.with(|e| Chained::new(e, other.into_chain().expr))
    }
}
