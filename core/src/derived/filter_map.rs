use crate::backend::Backend;
use crate::chain::Chain;
use crate::expr::{Expr, FilterMap, Repeatable};
use crate::function::Function;
use crate::into_function::IntoFunction;
use crate::value::Value;

impl<E: Expr, B: Backend> Chain<E, B> {
    /// What is in the options that an operation makes of the items, in order: items without one are left out.
    ///
    /// Lazy; fuses. One call of the operation says whether there is a result and gives it, where `filter` and then `map` would
    /// compute twice what both need. The result has no random access: `zip` and `rev` need a `collect` first.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[3u32, 1, 4, 1, 5])?;
    /// assert_eq!(x.iter().filter_map(op!(|v: u32| v.checked_sub(3))).collect()?.to_vec()?, [0, 1, 2]);
    ///
    /// let digits = device.upload(b"a7-3 5")?;
    /// let value = op!(|c: u8| c.checked_sub(b'0').filter(|d| *d < 10).map(u32::from));
    /// assert_eq!(digits.iter().filter_map(value).sum()?, 15);
    /// # Ok(()) }
    /// ```
    #[doc(alias("flatten", "transform_if"))]
    pub fn filter_map<O, F, T>(self, f: O) -> Chain<FilterMap<E, F>, B>
    where
        E: Repeatable<Item: Value>,
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output = Option<T>>,
        T: Value,
    {
        self.with(|e| FilterMap::new(e, f.into_function()))
    }
}
