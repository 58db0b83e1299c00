//! Means, variances and other statistics of groups.

use super::groups::Keyed;
use super::statistics::as_count;
use crate::backend::Backend;
use crate::error::Result;
use crate::expr::{Indexed, Repeatable};
use crate::function::Function;
use crate::groups::Groups;
use crate::into_function::IntoFunction;
use crate::key::Key;
use crate::number::Number;
use crate::storage::{Record, Storage};
use crate::target::{Head, Target};
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
    /// assert_eq!(x.iter().groups(&key).mean()?.1.to_vec()?, [3.0, 252.5]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("average", "avg", "aggregate"))]
    #[inline(always)]
    #[track_caller]
    pub fn mean(self) -> Result<Keyed<B, K, f64>>
    where
        E::Item: Number + Record,
    {
        let sorted = self.sorted()?;
        let results = sorted.parts().mean().collect()?;
        Ok((sorted.keys, results))
    }

    /// Stores keys and [means](Self::mean) in vectors that exist already, as [`reduce_into`](Self::reduce_into) does.
    #[doc(alias("average", "avg"))]
    #[inline(always)]
    #[track_caller]
    pub fn mean_into<TK, TV>(self, mut keys: TK, mut results: TV) -> Result<usize>
    where
        E::Item: Number + Record,
        TK: Target<B, Storage: Storage<Item = K::Item>>,
        TV: Target<B, Storage: Storage<Item = f64>>,
    {
        let sorted = self.sorted_for(&mut keys, &mut results)?;
        sorted.parts().mean().collect_into(Head(results, sorted.keys.len()))?;
        sorted.store(keys)
    }

    /// The variance of each group as a whole population: the mean of the items' squared deviations from their mean, in `f64`. Cost,
    /// determinism and errors as [`reduce`](Self::reduce); each has the bits of [`variance`](crate::Chain::variance) of a vector of the group's items.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (key, x) = (device.upload(&[2u8, 0, 2])?, device.upload(&[1.0f32, 3.0, 5.0])?);
    /// assert_eq!(x.iter().groups(&key).variance()?.1.to_vec()?, [0.0, 4.0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("var", "std", "aggregate"))]
    #[inline(always)]
    #[track_caller]
    pub fn variance(self) -> Result<Keyed<B, K, f64>>
    where
        E::Item: Number + Record,
    {
        let sorted = self.sorted()?;
        let results = sorted.parts().variance().collect()?;
        Ok((sorted.keys, results))
    }

    /// Stores keys and [variances](Self::variance) in vectors that exist already, as [`reduce_into`](Self::reduce_into) does.
    #[doc(alias("var", "std"))]
    #[inline(always)]
    #[track_caller]
    pub fn variance_into<TK, TV>(self, mut keys: TK, mut results: TV) -> Result<usize>
    where
        E::Item: Number + Record,
        TK: Target<B, Storage: Storage<Item = K::Item>>,
        TV: Target<B, Storage: Storage<Item = f64>>,
    {
        let sorted = self.sorted_for(&mut keys, &mut results)?;
        sorted.parts().variance().collect_into(Head(results, sorted.keys.len()))?;
        sorted.store(keys)
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
    /// assert_eq!(x.iter().groups(&key).sample_variance()?.1.to_vec()?, [4.0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("var", "std", "aggregate"))]
    #[inline(always)]
    #[track_caller]
    pub fn sample_variance(self) -> Result<Keyed<B, K, f64>>
    where
        E::Item: Number + Record,
    {
        let sorted = self.sorted()?;
        let results = sorted.parts().sample_variance().collect()?;
        Ok((sorted.keys, results))
    }

    /// Stores keys and [sample variances](Self::sample_variance) in vectors that exist already, as [`reduce_into`](Self::reduce_into) does.
    #[doc(alias("var", "std"))]
    #[inline(always)]
    #[track_caller]
    pub fn sample_variance_into<TK, TV>(self, mut keys: TK, mut results: TV) -> Result<usize>
    where
        E::Item: Number + Record,
        TK: Target<B, Storage: Storage<Item = K::Item>>,
        TV: Target<B, Storage: Storage<Item = f64>>,
    {
        let sorted = self.sorted_for(&mut keys, &mut results)?;
        sorted.parts().sample_variance().collect_into(Head(results, sorted.keys.len()))?;
        sorted.store(keys)
    }

    /// The smallest and the largest item of each group, in one pass: the results of [`min`](Self::min) and [`max`](Self::max), as two
    /// vectors. Cost and errors as [`reduce`](Self::reduce); exact.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (key, x) = (device.upload(&[2u8, 0, 2])?, device.upload(&[5i32, 3, -2])?);
    /// let (_, (least, most)) = x.iter().groups(&key).minmax()?;
    /// assert_eq!((least.to_vec()?, most.to_vec()?), (vec![3, -2], vec![3, 5]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("minmax_element", "extrema", "range", "ptp"))]
    #[inline(always)]
    #[track_caller]
    #[allow(clippy::type_complexity)]
    pub fn minmax(self) -> Result<Keyed<B, K, (E::Item, E::Item)>>
    where
        E::Item: Number + Record,
        (E::Item, E::Item): Record,
    {
        let sorted = self.sorted()?;
        let results = sorted.parts().minmax().collect()?;
        Ok((sorted.keys, results))
    }

    /// Stores keys and [extremes](Self::minmax) in vectors that exist already, as [`reduce_into`](Self::reduce_into) does.
    #[doc(alias("minmax_element", "extrema"))]
    #[inline(always)]
    #[track_caller]
    pub fn minmax_into<TK, TV>(self, mut keys: TK, mut results: TV) -> Result<usize>
    where
        E::Item: Number + Record,
        TK: Target<B, Storage: Storage<Item = K::Item>>,
        TV: Target<B, Storage: Storage<Item = (E::Item, E::Item)>>,
    {
        let sorted = self.sorted_for(&mut keys, &mut results)?;
        sorted.parts().minmax().collect_into(Head(results, sorted.keys.len()))?;
        sorted.store(keys)
    }

    /// The number of items of each group that a predicate holds for. Cost and errors as [`reduce`](Self::reduce).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (key, x) = (device.upload(&[2u8, 0, 2])?, device.upload(&[5i32, 3, -2])?);
    /// assert_eq!(x.iter().groups(&key).count_if(op!(|v: i32| v > 0))?.1.to_vec()?, [1, 1]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("count_nonzero", "filter", "count"))]
    #[inline(always)]
    #[track_caller]
    pub fn count_if<O, F>(self, predicate: O) -> Result<Keyed<B, K, u64>>
    where
        E::Item: Record,
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output = bool>,
    {
        let sorted = self.sorted()?;
        let results = sorted.parts().of(predicate.into_function()).of(as_count::<u64>()).sum().collect()?;
        Ok((sorted.keys, results))
    }

    /// Stores keys and [numbers](Self::count_if) in vectors that exist already, as [`reduce_into`](Self::reduce_into) does.
    #[doc(alias("count_nonzero", "count"))]
    #[inline(always)]
    #[track_caller]
    pub fn count_if_into<O, F, TK, TV>(self, predicate: O, mut keys: TK, mut results: TV) -> Result<usize>
    where
        E::Item: Record,
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output = bool>,
        TK: Target<B, Storage: Storage<Item = K::Item>>,
        TV: Target<B, Storage: Storage<Item = u64>>,
    {
        let sorted = self.sorted_for(&mut keys, &mut results)?;
        let counted = sorted.parts().of(predicate.into_function()).of(as_count::<u64>());
        counted.sum().collect_into(Head(results, sorted.keys.len()))?;
        sorted.store(keys)
    }
}
