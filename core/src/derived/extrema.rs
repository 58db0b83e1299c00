use crate::backend::Backend;
use crate::chain::Chain;
use crate::error::Result;
use crate::expr::{Expr, Indexed, Positioned, Repeatable};
use crate::function::Function;
use crate::functor::{Keyed, Twice};
use crate::into_function::IntoFunction;
use crate::key::Key;
use crate::moments::Both;
use crate::operator::{Extreme, ExtremeBy, Max, Min, Number};
use crate::relation::Relation;
use crate::value::Value;

impl<E: Expr, B: Backend> Chain<E, B> {
    /// The smallest item; `None` if there are none. NaNs are ignored unless all items are NaNs, and −0.0 is smaller
    /// than +0.0. Costs as [`reduce`](Chain::reduce); exact.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[2.0f32, f32::NAN, 1.0])?;
    /// assert_eq!(x.iter().min()?, Some(1.0));
    /// # Ok(()) }
    /// ```
    #[doc(alias("minimum", "min_element", "min_value", "DeviceReduce", "Min", "amin"))]
    #[inline(always)]
    #[track_caller]
    pub fn min(self /* by keys or a relation: `min_by_key(op)`, `min_by(op)` */) -> Result<Option<E::Item>>
    where
        E: Repeatable,
        E::Item: Number,
    {
        self.reduce_with(Min)
    }

    /// The largest item; `None` if there are none. NaNs are ignored unless all items are NaNs, and +0.0 is larger than
    /// −0.0. Costs as [`reduce`](Chain::reduce); exact.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert_eq!(device.range(0u8..9).max()?, Some(8));
    /// # Ok(()) }
    /// ```
    #[doc(alias("maximum", "max_element", "max_value", "DeviceReduce", "Max", "amax"))]
    #[inline(always)]
    #[track_caller]
    pub fn max(self /* by keys or a relation: `max_by_key(op)`, `max_by(op)` */) -> Result<Option<E::Item>>
    where
        E: Repeatable,
        E::Item: Number,
    {
        self.reduce_with(Max)
    }

    /// The smallest and the largest item, in one pass; `None` if there are no items. They are the results of
    /// [`min`](Chain::min) and [`max`](Chain::max): NaNs are ignored unless all items are NaNs, and −0.0 is smaller than
    /// +0.0. Of equal numbers there is nothing to choose, since they have the same bits.
    ///
    /// Costs as [`reduce`](Chain::reduce); exact.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[2.0f32, f32::NAN, 1.0, 7.0])?;
    /// assert_eq!(x.iter().minmax()?, Some((1.0, 7.0)));
    /// # Ok(()) }
    /// ```
    #[doc(alias("minmax_element", "min_max", "extrema", "range", "ptp"))]
    #[inline(always)]
    #[track_caller]
    pub fn minmax(self /* of results: `map(op).minmax()` */) -> Result<Option<(E::Item, E::Item)>>
    where
        E: Repeatable,
        E::Item: Number,
    {
        self.map(Twice).reduce_with(Both(Min, Max))
    }
}

impl<E: Expr, B: Backend> Chain<E, B> {
    /// The position of the smallest item in the order of [`Key`], the first of several; `None` if there are none. One
    /// pass.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[3, 1, 1])?;
    /// assert_eq!(x.iter().argmin()?, Some(1));
    /// // With the item itself:
    /// assert_eq!(x.iter().enumerate().min_by_key(op!(|(_, v): (usize, i32)| v))?, Some((1, 1)));
    /// # Ok(()) }
    /// ```
    #[doc(alias("min_element", "position_min", "ArgMin", "DeviceReduce"))]
    #[inline(always)]
    #[track_caller]
    pub fn argmin(self /* of results: `map(op).argmin()` */) -> Result<Option<usize>>
    where
        E: Repeatable + Indexed,
        E::Item: Key,
    {
        Ok(self.with(Positioned).reduce_with(Extreme::<false, false>)?.map(|(_, i)| i))
    }

    /// The position of the largest item in the order of [`Key`], the first of several; `None` if there are none. One
    /// pass.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert_eq!(device.upload(&[3, 1, 3])?.iter().argmax()?, Some(0));
    /// # Ok(()) }
    /// ```
    #[doc(alias("max_element", "position_max", "ArgMax", "DeviceReduce"))]
    #[inline(always)]
    #[track_caller]
    pub fn argmax(self /* of results: `map(op).argmax()` */) -> Result<Option<usize>>
    where
        E: Repeatable + Indexed,
        E::Item: Key,
    {
        Ok(self.with(Positioned).reduce_with(Extreme::<true, false>)?.map(|(_, i)| i))
    }
}

impl<E: Expr, B: Backend> Chain<E, B> {
    /// The item with the smallest key, the first of several; `None` if there are none. One pass.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[-3, 2, 5])?;
    /// assert_eq!(x.iter().min_by_key(op!(|v: i32| v.abs()))?, Some(2));
    /// # Ok(()) }
    /// ```
    #[doc(alias("min_element", "min_by"))]
    #[inline(always)]
    #[track_caller]
    pub fn min_by_key<O, F>(self, key: O) -> Result<Option<E::Item>>
    where
        E: Repeatable,
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output: Key>,
        E::Item: Value,
    {
        Ok(self.map(Keyed(key.into_function())).reduce_with(Extreme::<false, false>)?.map(|(_, x)| x))
    }

    /// The item with the largest key, the last of several, as in std; `None` if there are none. One pass.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[-3, 2, 3])?;
    /// assert_eq!(x.iter().max_by_key(op!(|v: i32| v.abs()))?, Some(3));
    /// # Ok(()) }
    /// ```
    #[doc(alias("max_element", "max_by"))]
    #[inline(always)]
    #[track_caller]
    pub fn max_by_key<O, F>(self, key: O) -> Result<Option<E::Item>>
    where
        E: Repeatable,
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output: Key>,
        E::Item: Value,
    {
        Ok(self.map(Keyed(key.into_function())).reduce_with(Extreme::<true, true>)?.map(|(_, x)| x))
    }
    /// The item that comes first by a [relation](Relation), the first of several, as in std; `None` if there are none.
    ///
    /// One pass, with one evaluation of the relation for each item. The items are compared in the association of the
    /// [shape contract](crate::shape): if the relation isn't a strict weak order, the result is some item, the same on every
    /// device. A relation that panics is an error.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[2.5f32, -1.5, 1.5])?;
    /// assert_eq!(x.iter().min_by(op!(|a: f32, b: f32| a.total_cmp(&b)))?, Some(-1.5));
    /// assert_eq!(x.iter().min_by(op!(|a: f32, b: f32| a.abs() < b.abs()))?, Some(-1.5));
    /// # Ok(()) }
    /// ```
    #[doc(alias("min_element", "reduce"))]
    #[inline(always)]
    #[track_caller]
    pub fn min_by<F: Relation<E::Item>>(self, relation: F) -> Result<Option<E::Item>>
    where
        E: Repeatable,
        E::Item: Value,
    {
        self.reduce_with(ExtremeBy::<_, false>(relation.before()))
    }

    /// The item that comes last by a [relation](Relation), the last of several, as in std; `None` if there are none. All
    /// else is as for [`min_by`](Chain::min_by).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[2.5f32, -1.5, 1.5])?;
    /// // The item with its position:
    /// let larger = op!(|a: (usize, f32), b: (usize, f32)| a.1.total_cmp(&b.1));
    /// assert_eq!(x.iter().enumerate().max_by(larger)?, Some((0, 2.5)));
    /// # Ok(()) }
    /// ```
    #[doc(alias("max_element", "reduce"))]
    #[inline(always)]
    #[track_caller]
    pub fn max_by<F: Relation<E::Item>>(self, relation: F) -> Result<Option<E::Item>>
    where
        E: Repeatable,
        E::Item: Value,
    {
        self.reduce_with(ExtremeBy::<_, true>(relation.before()))
    }
}
