//! Means, variances and other statistics of groups.

use super::statistics::as_count;
use crate::algo::{Mean, plain};
use crate::backend::Backend;
use crate::expr::{Indexed, Repeatable};
use crate::function::Function;
use crate::functor::Twice;
use crate::grouped::{Each, EachGroup, Of, Statistic};
use crate::groups::Groups;
use crate::into_function::IntoFunction;
use crate::key::Key;
use crate::moments::{minmax_of, moment, variance_of};
use crate::number::Number;
use crate::operator::Sum;
use crate::pending::Pending;
use crate::storage::Record;
use crate::value::Value;

impl<E, K, B> Groups<E, K, B>
where
    E: Repeatable + Indexed<Item: Value>,
    K: Repeatable + Indexed<Item: Key>,
    B: Backend,
{
    /// The mean of each group, in `f64`, whatever the items' type: the sum of the converted items, divided by their number. Cost,
    /// determinism and errors as [`reduce`](Self::reduce); each has the bits of [`mean`](crate::Chain::mean) of a vector of the group's items.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (key, x) = (device.upload(&[2u8, 0, 2])?, device.upload(&[250u8, 3, 255])?);
    /// assert_eq!(x.iter().groups(&key).mean().collect()?.1.to_vec()?, [3.0, 252.5]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("average", "avg", "aggregate"))]
    #[inline(always)]
    pub fn mean(self) -> Pending<EachGroup<E, K, impl Statistic<E::Item, Result = f64>>, B>
    where
        E::Item: Number + Record,
    {
        self.call(Each(Mean))
    }

    /// The variance of each group as a whole population: the mean of the items' squared deviations from their mean, in `f64`. Cost,
    /// determinism and errors as [`reduce`](Self::reduce); each has the bits of [`variance`](crate::Chain::variance) of a vector of the group's items.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (key, x) = (device.upload(&[2u8, 0, 2])?, device.upload(&[1.0f32, 3.0, 5.0])?);
    /// assert_eq!(x.iter().groups(&key).variance().collect()?.1.to_vec()?, [0.0, 4.0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("var", "std", "aggregate"))]
    #[inline(always)]
    pub fn variance(self) -> Pending<EachGroup<E, K, impl Statistic<E::Item, Result = f64>>, B>
    where
        E::Item: Number + Record,
    {
        self.call(Each(Of(moment(), variance_of(0.0))))
    }

    /// The estimate of the variance of a population of which each group is a sample: the sum of the squared deviations, divided by the
    /// number of items less one. NaN of a single item; otherwise the bits of [`sample_variance`](crate::Chain::sample_variance) of a
    /// vector of the group's items. Cost, determinism and errors as [`reduce`](Self::reduce).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (key, x) = (device.upload(&[2u8, 2, 2])?, device.upload(&[1.0f32, 3.0, 5.0])?);
    /// assert_eq!(x.iter().groups(&key).sample_variance().collect()?.1.to_vec()?, [4.0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("var", "std", "aggregate"))]
    #[inline(always)]
    pub fn sample_variance(self) -> Pending<EachGroup<E, K, impl Statistic<E::Item, Result = f64>>, B>
    where
        E::Item: Number + Record,
    {
        self.call(Each(Of(moment(), variance_of(1.0))))
    }

    /// The smallest and the largest item of each group, in one pass: the results of [`min`](Self::min) and [`max`](Self::max), as two
    /// vectors. Cost and errors as [`reduce`](Self::reduce); exact.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (key, x) = (device.upload(&[2u8, 0, 2])?, device.upload(&[5i32, 3, -2])?);
    /// let (_, (least, most)) = x.iter().groups(&key).minmax().collect()?;
    /// assert_eq!((least.to_vec()?, most.to_vec()?), (vec![3, -2], vec![3, 5]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("minmax_element", "extrema", "range", "ptp"))]
    #[inline(always)]
    #[allow(clippy::type_complexity)]
    pub fn minmax(self) -> Pending<EachGroup<E, K, impl Statistic<E::Item, Result = (E::Item, E::Item)>>, B>
    where
        E::Item: Number + Record,
    {
        self.call(Each(Of(Twice, minmax_of())))
    }

    /// The number of items of each group that a predicate holds for. Cost and errors as [`reduce`](Self::reduce).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (key, x) = (device.upload(&[2u8, 0, 2])?, device.upload(&[5i32, 3, -2])?);
    /// assert_eq!(x.iter().groups(&key).count_if(op!(|v: i32| v > 0)).collect()?.1.to_vec()?, [1, 1]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("count_nonzero", "filter", "count"))]
    #[inline(always)]
    pub fn count_if<O, F>(self, predicate: O) -> Pending<EachGroup<E, K, impl Statistic<E::Item, Result = u64>>, B>
    where
        E::Item: Record,
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output = bool>,
    {
        self.call(Each(Of(predicate.into_function(), Of(as_count::<u64>(), plain(Sum)))))
    }
}
