//! Sums and extremes of groups.

use crate::algo::{Fold, plain};
use crate::backend::Backend;
use crate::expr::{Indexed, Positioned, Repeatable};
use crate::functor::PositionOf;
use crate::grouped::{Each, EachGroup, Statistic};
use crate::groups::Groups;
use crate::key::Key;
use crate::number::Number;
use crate::operator::{Extreme, Max, Min, Product, Sum};
use crate::pending::Pending;
use crate::storage::Record;
use crate::value::Value;

impl<E, K, B> Groups<E, K, B>
where
    E: Repeatable + Indexed<Item: Value>,
    K: Repeatable + Indexed<Item: Key>,
    B: Backend,
{
    /// The sum of each group; integers wrap. Cost, determinism and errors as [`reduce`](Self::reduce).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (key, x) = (device.upload(&[2u8, 0, 2])?, device.upload(&[0.5f32, 3.0, 1.5])?);
    /// assert_eq!(x.iter().groups(&key).sum().collect()?.1.to_vec()?, [3.0, 2.0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("reduce_by_key", "segment_sum", "aggregate"))]
    #[inline(always)]
    pub fn sum(self) -> Pending<EachGroup<E, K, impl Statistic<E::Item, Result = E::Item>>, B>
    where
        E::Item: Number + Record,
    {
        self.call(Each(plain(Sum)))
    }

    /// The product of each group; integers wrap. Cost, determinism and errors as [`reduce`](Self::reduce).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (key, x) = (device.upload(&[2u8, 0, 2])?, device.upload(&[5u32, 3, 2])?);
    /// assert_eq!(x.iter().groups(&key).product().collect()?.1.to_vec()?, [3, 10]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("prod", "reduce_by_key"))]
    #[inline(always)]
    pub fn product(self) -> Pending<EachGroup<E, K, impl Statistic<E::Item, Result = E::Item>>, B>
    where
        E::Item: Number + Record,
    {
        self.call(Each(plain(Product)))
    }

    /// The smallest item of each group. NaNs are ignored unless all its items are NaNs, and −0.0 is smaller than +0.0. Cost and
    /// errors as [`reduce`](Self::reduce); exact.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (key, x) = (device.upload(&[2u8, 0, 2])?, device.upload(&[5i32, 3, -2])?);
    /// assert_eq!(x.iter().groups(&key).min().collect()?.1.to_vec()?, [3, -2]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("amin", "minimum", "reduce_by_key"))]
    #[inline(always)]
    pub fn min(self) -> Pending<EachGroup<E, K, impl Statistic<E::Item, Result = E::Item>>, B>
    where
        E::Item: Number + Record,
    {
        self.call(Each(plain(Min)))
    }

    /// The largest item of each group. NaNs are ignored unless all its items are NaNs, and +0.0 is larger than −0.0. Cost and
    /// errors as [`reduce`](Self::reduce); exact.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (key, x) = (device.upload(&[2u8, 0, 2])?, device.upload(&[5i32, 3, -2])?);
    /// assert_eq!(x.iter().groups(&key).max().collect()?.1.to_vec()?, [3, 5]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("amax", "maximum", "reduce_by_key"))]
    #[inline(always)]
    pub fn max(self) -> Pending<EachGroup<E, K, impl Statistic<E::Item, Result = E::Item>>, B>
    where
        E::Item: Number + Record,
    {
        self.call(Each(plain(Max)))
    }

    /// The position of the smallest item of each group in the order of [`Key`], the first of several, counted in the whole chain:
    /// `x[position]` is that item. Cost and errors as [`reduce`](Self::reduce) of pairs of item and position; exact.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (key, x) = (device.upload(&[2u8, 0, 2, 2])?, device.upload(&[5i32, 3, -2, 5])?);
    /// assert_eq!(x.iter().groups(&key).argmin().collect()?.1.to_vec()?, [1, 2]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("idxmin", "min_element", "min_by_key"))]
    #[inline(always)]
    #[allow(clippy::type_complexity)]
    pub fn argmin(self) -> Pending<EachGroup<Positioned<E>, K, impl Statistic<(E::Item, usize), Result = usize>>, B>
    where
        E::Item: Key,
    {
        self.positioned().call(Each(extreme::<_, false>()))
    }

    /// The position of the largest item of each group in the order of [`Key`], the first of several, counted in the whole chain:
    /// `x[position]` is that item. Cost and errors as [`reduce`](Self::reduce) of pairs of item and position; exact.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (key, x) = (device.upload(&[2u8, 0, 2, 2])?, device.upload(&[5i32, 3, -2, 5])?);
    /// assert_eq!(x.iter().groups(&key).argmax().collect()?.1.to_vec()?, [1, 0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("idxmax", "max_element", "max_by_key"))]
    #[inline(always)]
    #[allow(clippy::type_complexity)]
    pub fn argmax(self) -> Pending<EachGroup<Positioned<E>, K, impl Statistic<(E::Item, usize), Result = usize>>, B>
    where
        E::Item: Key,
    {
        self.positioned().call(Each(extreme::<_, true>()))
    }

    /// The keys of the items with the items' positions.
    fn positioned(self) -> Groups<Positioned<E>, K, B> {
        Groups { input: Positioned(self.input), keys: self.keys, device: self.device }
    }
}

/// The reduction to the position of the smallest or largest key.
fn extreme<K: Key, const LARGEST: bool>() -> Fold<(K, usize), Extreme<LARGEST, false>, PositionOf, usize> {
    Fold { op: Extreme, init: None, finish: PositionOf, empty: usize::MAX }
}
