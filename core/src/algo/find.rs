use crate::backend::Backend;
use crate::chain::Chain;
use crate::error::Result;
use crate::expr::{Expr, Indexed, Repeatable};
use crate::function::Function;
use crate::into_function::IntoFunction;

/// The first slot whose item is `true`.
#[derive(Debug)]
pub struct Find<E> {
    /// The flags.
    pub input: E,
}

impl<E: Expr, B: Backend> Chain<E, B> {
    /// The position of the first item that a predicate holds for.
    ///
    /// # Cost
    ///
    /// One pass that ends soon after the first hit; the predicate may run on items behind it. Waits for the result.
    ///
    /// # Determinism
    ///
    /// The first position, always. A panic of the predicate on an item behind the first hit may or may not be reported.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1, 7, 3, 7])?;
    /// assert_eq!(x.iter().position(op!(|v: i32| v > 3))?, Some(1));
    /// # Ok(()) }
    /// ```
    #[doc(alias("partition_point", "is_sorted_until"))]
    #[doc(alias("find", "find_if", "find_if_not", "find_any", "find_first", "position_any"))]
    #[doc(alias("position_first", "DeviceFind", "FindIf", "find_map"))]
    #[inline(always)]
    #[track_caller]
    pub fn position<O, F>(self, predicate: O) -> Result<Option<usize>>
    where
        E: Repeatable + Indexed,
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output = bool>,
    {
        let (input, device, uses) = self.map(predicate).ready()?;
        // SAFETY: `ready` has checked the chain.
        uses.done(&device, unsafe { device.find(Find { input }) })
    }
}
