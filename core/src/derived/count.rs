use crate::backend::Backend;
use crate::chain::Chain;
use crate::error::Result;
use crate::expr::{Expr, Indexed, Repeatable};
use crate::function::Function;
use crate::functor::{EqualTo, Not, One};
use crate::into_function::IntoFunction;
use crate::scalars::Primitive;
use crate::value::Value;

impl<E: Expr, B: Backend> Chain<E, B> {
    /// The number of items; of a filtered chain, the number of those kept. Costs as [`reduce`](Chain::reduce), or
    /// nothing if the chain has a length.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert_eq!(device.range(0..10).filter(op!(|v: i32| v % 3 == 0)).count()?, 4);
    /// # Ok(()) }
    /// ```
    #[doc(alias("count_if", "size", "distance", "len", "count_nonzero"))]
    #[inline(always)]
    #[track_caller]
    pub fn count(self /* by a test: `count_if(op)` */) -> Result<usize>
    where
        E: Repeatable,
    {
        if E::DENSE {
            // The items aren't read, so a failure of the call that was to write them doesn't matter.
            return self.unread().map(|()| self.expr.slots());
        }
        Ok(self.map(One).sum()? as usize)
    }
}

impl<E: Expr, B: Backend> Chain<E, B> {
    /// The number of items that a predicate holds for: `filter(predicate)` and [`count`](Chain::count). Costs as
    /// [`reduce`](Chain::reduce).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert_eq!(device.range(0..10).count_if(op!(|v: i32| v % 3 == 0))?, 4);
    /// # Ok(()) }
    /// ```
    #[doc(alias("count", "filter", "count_nonzero"))]
    #[inline(always)]
    #[track_caller]
    pub fn count_if<O, F>(self, predicate: O) -> Result<usize>
    where
        E: Repeatable,
        E::Item: Value,
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output = bool>,
    {
        self.filter(predicate).count()
    }
}

impl<E: Expr, B: Backend> Chain<E, B> {
    /// Whether a predicate holds for some item. Ends soon after the first hit, as [`position`](Chain::position).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert!(device.range(0..10).any(op!(|v: i32| v == 7))?);
    /// # Ok(()) }
    /// ```
    #[doc(alias("any_of", "none_of", "find_any", "contains"))]
    #[inline(always)]
    #[track_caller]
    pub fn any<O, F>(self, predicate: O) -> Result<bool>
    where
        E: Repeatable + Indexed,
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output = bool>,
    {
        Ok(self.position(predicate)?.is_some())
    }

    /// Whether a predicate holds for all items. Ends soon after the first miss, as [`position`](Chain::position).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert!(device.range(0..10).all(op!(|v: i32| v < 10))?);
    /// # Ok(()) }
    /// ```
    #[doc(alias("all_of", "none_of"))]
    #[inline(always)]
    #[track_caller]
    pub fn all<O, F>(self, predicate: O) -> Result<bool>
    where
        E: Repeatable + Indexed,
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output = bool>,
    {
        Ok(self.position(Not(predicate.into_function()))?.is_none())
    }

    /// Whether a predicate holds for no item. Ends soon after the first hit, as [`position`](Chain::position).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert!(device.range(0..10).none(op!(|v: i32| v > 10))?);
    /// # Ok(()) }
    /// ```
    #[doc(alias("none_of", "any", "all"))]
    #[inline(always)]
    #[track_caller]
    pub fn none<O, F>(self, predicate: O) -> Result<bool>
    where
        E: Repeatable + Indexed,
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output = bool>,
    {
        Ok(self.position(predicate)?.is_none())
    }
}

impl<E: Indexed<Item: Primitive + Value + PartialEq>, B: Backend> Chain<E, B> {
    /// Whether an item equals `value`, by `==` as in std: NaN equals nothing, and −0.0 equals +0.0. Costs as
    /// [`position`](Chain::position); the items need no order. In a sorted vector
    /// [`binary_search`](crate::DeviceVec::binary_search) reads less.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[3, 1, 2])?;
    /// assert!(x.iter().contains(&2)?);
    /// assert!(!x.iter().contains(&4)?);
    /// # Ok(()) }
    /// ```
    #[doc(alias("find"))]
    #[inline(always)]
    #[track_caller]
    pub fn contains(self, value: &E::Item) -> Result<bool>
    where
        E: Repeatable,
    {
        self.any(EqualTo(*value))
    }
}
