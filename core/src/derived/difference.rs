use crate::algo::Scan;
use crate::backend::Backend;
use crate::chain::Chain;
use crate::expr::{Adjacent, Expr, Indexed, MapFirst, Repeatable, WithLeft, WithRight};
use crate::function::Function;
use crate::into_function::IntoFunction;
use crate::operator::Operator;
use crate::pending::Pending;
use crate::value::Value;

impl<E: Expr, B: Backend> Chain<E, B> {
    /// `f(item, item before)` for each item but the first, which stays as it is. Lazy; fuses. With subtraction it undoes
    /// an inclusive sum.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[3, 4, 8, 9])?;
    /// let steps = x.iter().adjacent_difference(op!(|a: i32, before: i32| a - before)).collect()?;
    /// assert_eq!(steps.to_vec()?, [3, 1, 4, 1]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("DeviceAdjacentDifference", "SubtractLeft", "SubtractLeftCopy", "diff"))]
    pub fn adjacent_difference<O, F>(self, f: O) -> Chain<Adjacent<E, F>, B>
    where
        E: Repeatable + Indexed<Item: Value>,
        O: IntoFunction<(E::Item, E::Item), F>,
        F: Function<(E::Item, E::Item), Output = E::Item>,
    {
        Chain::new(Adjacent::new(self.expr, f.into_function()), self.device)
    }

    /// `f(item, item before)` for each item, where `carry` stands before the first one: a difference that goes on from the last
    /// item of an earlier part. Lazy; fuses.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[3, 4, 8, 9])?;
    /// let steps = x.iter().adjacent_difference_from(1, op!(|a: i32, before: i32| a - before)).collect()?;
    /// assert_eq!(steps.to_vec()?, [2, 1, 4, 1]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("adjacent_difference", "DeviceAdjacentDifference", "SubtractLeft", "diff"))]
    #[allow(clippy::type_complexity)]
    pub fn adjacent_difference_from<F>(
        self,
        carry: E::Item,
        f: F,
    ) -> Chain<MapFirst<Adjacent<E, F>, WithRight<F, E::Item>>, B>
    where
        E: Repeatable + Indexed<Item: Value>,
        F: Function<(E::Item, E::Item), Output = E::Item>,
    {
        Chain::new(MapFirst { input: Adjacent::new(self.expr, f), f: WithRight(f, carry) }, self.device)
    }

    /// The inclusive scan that begins with an initial value: `init ∘ x₀`, `init ∘ x₀ ∘ x₁`, … The exclusive scan with an initial
    /// value is [`scan_exclusive`](Chain::scan_exclusive).
    ///
    /// # Cost
    ///
    /// As [`scan_inclusive`](Chain::scan_inclusive): one pass.
    ///
    /// # Determinism
    ///
    /// It is the [`scan_inclusive`](Chain::scan_inclusive) of the items with `init ∘ x₀` in place of the first one: the
    /// association is that of the [shape contract](crate::shape).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert_eq!(device.range(1..5).scan_inclusive_from(100, Sum).collect()?.to_vec()?, [101, 103, 106, 110]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("inclusive_scan", "InclusiveScanInit", "transform_inclusive_scan", "accumulate"))]
    #[inline(always)]
    #[allow(clippy::type_complexity)]
    pub fn scan_inclusive_from<O>(self, init: E::Item, op: O) -> Pending<Scan<MapFirst<E, WithLeft<O, E::Item>>, O>, B>
    where
        E: Repeatable + Indexed<Item: Value>,
        O: Operator<E::Item>,
    {
        Chain::new(MapFirst { input: self.expr, f: WithLeft(op, init) }, self.device).scan_inclusive(op)
    }
}
