use crate::backend::Backend;
use crate::chain::Chain;
use crate::error::Result;
use crate::expr::{Expr, Repeatable};
use crate::moments::{Both, Moments, as_f64, counted, merge_moments, moment, of_state};
use crate::number::Number;
use crate::operator::Sum;

impl<E: Expr, B: Backend> Chain<E, B> {
    /// The mean of the items; `None` if there are none.
    ///
    /// Every item is converted to `f64`, whatever its type, and so is the result: no sum of integers overflows, and small
    /// floats lose nothing. The mean is the sum of the converted items, divided by their number.
    ///
    /// # Cost
    ///
    /// As [`reduce`](Chain::reduce): one pass.
    ///
    /// # Determinism
    ///
    /// The sum is that of `f64`s in the [shape contract](crate::shape); after `filter` and `dedup` it is that of pairs
    /// `(u64, f64)`. The same bits on every backend, run after run.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[250u8, 251, 255])?;
    /// assert_eq!(x.iter().mean()?, Some(252.0));
    /// assert_eq!(x.iter().filter(op!(|v: u8| v > 250)).mean()?, Some(253.0));
    /// # Ok(()) }
    /// ```
    #[doc(alias("average", "avg"))]
    #[inline(always)]
    #[track_caller]
    pub fn mean(self /* of results: `map(op).mean()` */) -> Result<Option<f64>>
    where
        E: Repeatable<Item: Number>,
    {
        if !E::DENSE {
            let counted = self.map(counted()).reduce_with(Both(Sum, Sum))?;
            return Ok(counted.map(|(count, sum)| sum / count as f64));
        }
        let slots = self.expr.slots();
        Ok(self.map(as_f64()).reduce_with(Sum)?.map(|sum| sum / slots as f64))
    }

    /// The number of the items, their mean and their variance, in one pass; `None` if there are no items.
    ///
    /// Everything is computed in `f64`. Moments of parts are combined, so that large means cancel nothing: with nₐ and n_b
    /// items, means a and b, and sums of squared deviations A and B,
    ///
    /// ```text
    /// n = nₐ + n_b    mean = a + (b − a) · (n_b / n)    squares = A + B + (b − a)² · (nₐ · (n_b / n))
    /// ```
    ///
    /// The mean may differ from [`mean`](Chain::mean)'s by roundings. A NaN or an infinity among the items makes the mean
    /// and the variance NaN.
    ///
    /// # Cost
    ///
    /// As [`reduce`](Chain::reduce): one pass, with one division of `f64`s for each item.
    ///
    /// # Determinism
    ///
    /// Parts are combined as the [shape contract](crate::shape) says for commutative operators and items of 24 bytes: the
    /// same bits on every backend, run after run.
    ///
    /// # Source
    ///
    /// T. Chan, G. Golub and R. LeVeque, *Algorithms for Computing the Sample Variance: Analysis and Recommendations*, 1983.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1e8f32, 1e8 + 8.0, 1e8 + 16.0])?;
    /// let moments = x.iter().moments()?.expect("there are items");
    /// assert_eq!((moments.count, moments.mean), (3, 1e8 + 8.0));
    /// assert!((moments.sample_variance().unwrap() - 64.0).abs() < 1e-9);
    /// # Ok(()) }
    /// ```
    #[doc(alias("summary_statistics", "describe", "mean_and_variance", "welford", "meanvar"))]
    #[inline(always)]
    #[track_caller]
    pub fn moments(self) -> Result<Option<Moments>>
    where
        E: Repeatable<Item: Number>,
    {
        let moments = self.map(moment()).reduce_with(merge_moments())?;
        Ok(moments.map(of_state))
    }

    /// The variance of the items as a whole population: the mean of their squared deviations from the mean. `None` if there
    /// are none. See [`moments`](Chain::moments), also for the mean in the same pass.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert_eq!(device.upload(&[1, 3, 5, 7])?.iter().variance()?, Some(5.0));
    /// # Ok(()) }
    /// ```
    #[doc(alias("var", "pvariance", "population_variance", "standard_deviation", "std_dev"))]
    #[inline(always)]
    #[track_caller]
    pub fn variance(self) -> Result<Option<f64>>
    where
        E: Repeatable<Item: Number>,
    {
        Ok(self.moments()?.map(|moments| moments.variance()))
    }

    /// The estimate of the variance of a population of which the items are a sample: the sum of the squared deviations
    /// divided by the number of items less one. `None` if there are fewer than two. See [`moments`](Chain::moments).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert_eq!(device.upload(&[1, 3, 5])?.iter().sample_variance()?, Some(4.0));
    /// # Ok(()) }
    /// ```
    #[doc(alias("var", "variance", "unbiased_variance", "ddof"))]
    #[inline(always)]
    #[track_caller]
    pub fn sample_variance(self) -> Result<Option<f64>>
    where
        E: Repeatable<Item: Number>,
    {
        Ok(self.moments()?.and_then(|moments| moments.sample_variance()))
    }
}
