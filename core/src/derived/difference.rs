use crate::backend::Backend;
use crate::chain::Chain;
use crate::expr::{Adjacent, Indexed, Repeatable};
use crate::function::Function;
use crate::into_function::IntoFunction;
use crate::value::Value;

impl<E: Indexed<Item: Value>, B: Backend> Chain<E, B> {
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
        E: Repeatable,
        O: IntoFunction<(E::Item, E::Item), F>,
        F: Function<(E::Item, E::Item), Output = E::Item>,
    {
        Chain::new(Adjacent::new(self.expr, f.into_function()), self.device)
    }
}
