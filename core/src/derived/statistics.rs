//! Means, variances and other statistics of each segment, and of each column.

use onrush_macros::op;

use crate::algo::{ByColumn, Means, Reduction};
use crate::backend::Backend;
use crate::columns::Columns;
use crate::expr::{Indexed, Map, Matrix, Repeatable};
use crate::function::Function;
use crate::functor::{Twice, Whole};
use crate::into_function::IntoFunction;
use crate::moments::{Both, State, as_f64, mean_of_each, minmax_of, moment, variance_of};
use crate::number::Number;
use crate::operator::{Max, Min, Operator, Sum};
use crate::pending::Pending;
use crate::position::Position;
use crate::segments::Segments;
use crate::value::Value;

/// Whether an item is counted, as a number.
#[inline(always)]
pub(super) fn as_count<T: Number>() -> impl Function<(bool,), Output = T> {
    op!(|counts: bool| (counts as u8).cast::<T>())
}

impl<E, P, B> Segments<E, P, B>
where
    E: Repeatable + Indexed<Item: Value>,
    P: Repeatable + Indexed<Item: Position>,
    B: Backend,
{
    /// The mean of each segment, in `f64`, whatever the items' type: the sum of the converted items, divided by their number. NaN of
    /// an empty segment. Each has the bits of [`mean`](crate::Chain::mean) of the segment's items.
    ///
    /// Errors and determinism as [`reduce`](Self::reduce); cost as well, and a second pass over offsets and the sums, which take
    /// 8 bytes of temporary memory for each segment.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[250u8, 251, 255, 7])?;
    /// let offsets = device.upload(&[0u32, 3, 4])?;
    /// assert_eq!(x.iter().segments(&offsets).mean().collect()?.to_vec()?, [252.0, 7.0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("average", "avg", "segment_mean", "mean_axis"))]
    #[inline(always)]
    pub fn mean(self) -> Pending<Means<E, P>, B>
    where
        E::Item: Number,
    {
        Means::of(self)
    }

    /// The variance of each segment as a whole population: the mean of the items' squared deviations from their mean, in `f64`. NaN of
    /// an empty segment. Each has the bits of [`variance`](crate::Chain::variance) of the segment's items, see [`moments`](crate::Chain::moments)
    /// for the source. Cost, determinism and errors as [`reduce`](Self::reduce).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1, 3, 5, 7, 9])?;
    /// assert_eq!(x.iter().segments_of(4).variance().collect()?.to_vec()?, [5.0, 0.0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("var", "pvariance", "population_variance", "standard_deviation", "var_axis"))]
    #[inline(always)]
    #[allow(clippy::type_complexity)]
    pub fn variance(
        self,
    ) -> Pending<
        Reduction<
            Map<E, impl Function<(E::Item,), Output = State>>,
            P,
            impl Operator<State>,
            impl Function<(State, usize), Output = f64>,
            f64,
        >,
        B,
    >
    where
        E::Item: Number,
    {
        self.of(moment()).folded(variance_of(0.0))
    }

    /// The estimate of the variance of a population of which each segment is a sample: the sum of the squared deviations, divided by
    /// the number of items less one. NaN of fewer than two items; otherwise the bits of
    /// [`sample_variance`](crate::Chain::sample_variance) of the segment's items. Cost, determinism and errors as [`reduce`](Self::reduce).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1, 3, 5, 7, 9, 11])?;
    /// assert_eq!(x.iter().segments_of(3).sample_variance().collect()?.to_vec()?, [4.0, 4.0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("var", "variance", "unbiased_variance", "ddof", "var_axis"))]
    #[inline(always)]
    #[allow(clippy::type_complexity)]
    pub fn sample_variance(
        self,
    ) -> Pending<
        Reduction<
            Map<E, impl Function<(E::Item,), Output = State>>,
            P,
            impl Operator<State>,
            impl Function<(State, usize), Output = f64>,
            f64,
        >,
        B,
    >
    where
        E::Item: Number,
    {
        self.of(moment()).folded(variance_of(1.0))
    }

    /// The smallest and the largest item of each segment, in one pass: the results of [`min`](Self::min) and [`max`](Self::max), as two
    /// vectors. Cost and errors as [`reduce`](Self::reduce); exact.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[3i32, 1, 2, 7])?;
    /// let (least, most) = x.iter().segments_of(2).minmax().collect()?;
    /// assert_eq!((least.to_vec()?, most.to_vec()?), (vec![1, 2], vec![3, 7]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("minmax_element", "extrema", "range", "ptp"))]
    #[inline(always)]
    #[allow(clippy::type_complexity)]
    pub fn minmax(self) -> Pending<Reduction<Map<E, Twice>, P, Both<Min, Max>, Whole, (E::Item, E::Item)>, B>
    where
        E::Item: Number,
    {
        self.of(Twice).folded(minmax_of())
    }

    /// The number of items of each segment that a predicate holds for. Cost and errors as [`reduce`](Self::reduce).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[3i32, -1, -2, 7])?;
    /// assert_eq!(x.iter().segments_of(3).count_if(op!(|v: i32| v < 0)).collect()?.to_vec()?, [2, 0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("count_nonzero", "filter", "count"))]
    #[inline(always)]
    #[allow(clippy::type_complexity)]
    pub fn count_if<O, F>(
        self,
        predicate: O,
    ) -> Pending<Reduction<Map<Map<E, F>, impl Function<(bool,), Output = usize>>, P, Sum, Whole, usize>, B>
    where
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output = bool>,
    {
        self.of(predicate.into_function()).of(as_count::<usize>()).sum()
    }

    /// The segments of a function's results.
    pub(crate) fn of<F: Function<(E::Item,)>>(self, f: F) -> Segments<Map<E, F>, P, B> {
        Segments { input: Map::new(self.input, f), offsets: self.offsets, device: self.device }
    }
}

impl<E: Repeatable + Matrix<Item: Value>, B: Backend> Columns<E, B> {
    /// The mean of each column, in `f64`, whatever the items' type: the sum of the converted items, divided by the number of rows. NaN
    /// without rows. Each has the bits of [`mean`](crate::Chain::mean) of the column's items. Cost, determinism and errors as
    /// [`reduce`](Self::reduce).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[250u8, 1, 251, 2])?;
    /// assert_eq!(x.iter().grid(2, 2).columns().mean().collect()?.to_vec()?, [250.5, 1.5]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("average", "avg", "colMeans", "mean_axis"))]
    #[inline(always)]
    #[allow(clippy::type_complexity)]
    pub fn mean(
        self,
    ) -> Pending<
        ByColumn<Map<E, impl Function<(E::Item,), Output = f64>>, Sum, impl Function<(f64, usize), Output = f64>, f64>,
        B,
    >
    where
        E::Item: Number,
    {
        let rows = self.input.rows();
        self.of(as_f64()).folded(mean_of_each(rows))
    }

    /// The variance of each column as a whole population: the mean of the items' squared deviations from their mean, in `f64`. NaN
    /// without rows. Each has the bits of [`variance`](crate::Chain::variance) of the column's items, see [`moments`](crate::Chain::moments) for the source.
    /// Cost, determinism and errors as [`reduce`](Self::reduce).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1, 2, 3, 6])?;
    /// assert_eq!(x.iter().grid(2, 2).columns().variance().collect()?.to_vec()?, [1.0, 4.0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("var", "pvariance", "population_variance", "standard_deviation", "var_axis"))]
    #[inline(always)]
    #[allow(clippy::type_complexity)]
    pub fn variance(
        self,
    ) -> Pending<
        ByColumn<
            Map<E, impl Function<(E::Item,), Output = State>>,
            impl Operator<State>,
            impl Function<(State, usize), Output = f64>,
            f64,
        >,
        B,
    >
    where
        E::Item: Number,
    {
        self.of(moment()).folded(variance_of(0.0))
    }

    /// The estimate of the variance of a population of which each column is a sample: the sum of the squared deviations, divided by the
    /// number of rows less one. NaN of fewer than two rows; otherwise the bits of [`sample_variance`](crate::Chain::sample_variance) of the
    /// column's items. Cost, determinism and errors as [`reduce`](Self::reduce).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1, 2, 3, 6])?;
    /// assert_eq!(x.iter().grid(2, 2).columns().sample_variance().collect()?.to_vec()?, [2.0, 8.0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("var", "variance", "unbiased_variance", "ddof", "var_axis"))]
    #[inline(always)]
    #[allow(clippy::type_complexity)]
    pub fn sample_variance(
        self,
    ) -> Pending<
        ByColumn<
            Map<E, impl Function<(E::Item,), Output = State>>,
            impl Operator<State>,
            impl Function<(State, usize), Output = f64>,
            f64,
        >,
        B,
    >
    where
        E::Item: Number,
    {
        self.of(moment()).folded(variance_of(1.0))
    }

    /// The smallest and the largest item of each column, in one pass: the results of [`min`](Self::min) and [`max`](Self::max), as two
    /// vectors. Cost and errors as [`reduce`](Self::reduce); exact.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[3i32, 1, 2, 7])?;
    /// let (least, most) = x.iter().grid(2, 2).columns().minmax().collect()?;
    /// assert_eq!((least.to_vec()?, most.to_vec()?), (vec![2, 1], vec![3, 7]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("minmax_element", "extrema", "range", "ptp"))]
    #[inline(always)]
    #[allow(clippy::type_complexity)]
    pub fn minmax(self) -> Pending<ByColumn<Map<E, Twice>, Both<Min, Max>, Whole, (E::Item, E::Item)>, B>
    where
        E::Item: Number,
    {
        self.of(Twice).folded(minmax_of())
    }

    /// The number of items of each column that a predicate holds for. Cost and errors as [`reduce`](Self::reduce).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[3i32, -1, -2, -7])?;
    /// assert_eq!(x.iter().grid(2, 2).columns().count_if(op!(|v: i32| v < 0)).collect()?.to_vec()?, [1, 2]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("count_nonzero", "filter", "count"))]
    #[inline(always)]
    #[allow(clippy::type_complexity)]
    pub fn count_if<O, F>(
        self,
        predicate: O,
    ) -> Pending<ByColumn<Map<Map<E, F>, impl Function<(bool,), Output = usize>>, Sum, Whole, usize>, B>
    where
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output = bool>,
    {
        self.of(predicate.into_function()).of(as_count::<usize>()).sum()
    }

    /// The columns of a function's results.
    fn of<F: Function<(E::Item,)>>(self, f: F) -> Columns<Map<E, F>, B> {
        Columns { input: Map::new(self.input, f), device: self.device }
    }
}
