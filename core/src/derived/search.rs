use crate::backend::Backend;
use crate::chain::Chain;
use crate::expr::{Bound, Expr, Map};
use crate::key::Key;
use crate::view::View;

impl<E: Expr<Item: Key>, B: Backend> Chain<E, B> {
    /// For each item, the position in `sorted` before all keys equal to it: the number of smaller keys. Lazy; fuses.
    ///
    /// # Cost
    ///
    /// log₂(len) reads of `sorted` for each item.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let sorted = device.upload(&[1, 3, 3, 5])?;
    /// let queries = device.upload(&[0, 3, 4, 9])?;
    /// assert_eq!(queries.iter().lower_bound(sorted.view()).collect()?.to_vec()?, [0, 1, 3, 4]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("binary_search", "partition_point", "searchsorted", "bisect_left"))]
    #[doc(alias("LowerBound", "vectorized_search"))]
    pub fn lower_bound(self, sorted: View<'_, E::Item>) -> Chain<Map<E, Bound<'_, E::Item, false>>, B> {
        self.map(Bound(sorted))
    }

    /// For each item, the position in `sorted` after all keys equal to it. Lazy; fuses. Costs as
    /// [`lower_bound`](Chain::lower_bound).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let sorted = device.upload(&[1, 3, 3, 5])?;
    /// assert_eq!(device.range(2..4).upper_bound(sorted.view()).collect()?.to_vec()?, [1, 3]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("binary_search", "partition_point", "searchsorted", "bisect_right"))]
    #[doc(alias("UpperBound", "digitize"))]
    pub fn upper_bound(self, sorted: View<'_, E::Item>) -> Chain<Map<E, Bound<'_, E::Item, true>>, B> {
        self.map(Bound(sorted))
    }
}
