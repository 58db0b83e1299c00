use crate::backend::Backend;
use crate::chain::{Chain, IntoChain};
use crate::error::Result;
use crate::expr::{Expr, Indexed, Repeatable};
use crate::function::Function;
use crate::functor::Uncurry;
use crate::operator::{Number, Operator, Product, Sum};
use crate::storage::Storage;
use crate::target::Target;
use crate::value::Value;

pub(crate) fn neutral<T: Number, O: Operator<T>>(_: O) -> T {
    O::identity().unwrap_or(T::NEUTRAL)
}

impl<E: Expr, B: Backend> Chain<E, B> {
    /// The sum of the items; integers wrap. The empty sum is 0 (−0.0 for floats, as in std). Cost and determinism as
    /// [`reduce`](Chain::reduce).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert_eq!(device.range(1u64..101).sum()?, 5050);
    /// # Ok(()) }
    /// ```
    #[doc(alias("reduce", "accumulate", "transform_reduce", "fold", "DeviceReduce", "Sum"))]
    #[inline(always)]
    #[track_caller]
    pub fn sum(self /* of results: `map(op).sum()` */) -> Result<E::Item>
    where
        E: Repeatable,
        E::Item: Number,
    {
        Ok(self.reduce_with(Sum)?.unwrap_or(neutral(Sum)))
    }

    /// The [`sum`](Chain::sum) of the items, which stays on the device: as [`reduce_into`](Chain::reduce_into), in a vector of
    /// one element or an element of a longer one, without waiting.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (x, y) = (device.range(0..5), device.range(0..7));
    /// let mut sums = device.filled(0, 2)?;
    /// x.sum_into(sums.slice_mut(0..1)?)?;
    /// y.sum_into(sums.slice_mut(1..2)?)?;
    /// assert_eq!(sums.to_vec()?, [10, 21]); // the only wait
    /// # Ok(()) }
    /// ```
    #[doc(alias("sum", "DeviceReduce", "Sum", "async"))]
    #[inline(always)]
    #[track_caller]
    pub fn sum_into<T: Target<B>>(self, target: T) -> Result<()>
    where
        E: Repeatable,
        E::Item: Number,
        T::Storage: Storage<Item = E::Item>,
    {
        self.reduce_into(neutral(Sum), Sum, target)
    }

    /// The product of the items; integers wrap. The empty product is 1. Cost and determinism as
    /// [`reduce`](Chain::reduce).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert_eq!(device.range(1u32..6).product()?, 120);
    /// # Ok(()) }
    /// ```
    #[doc(alias("prod", "reduce", "fold", "multiplies"))]
    #[inline(always)]
    #[track_caller]
    pub fn product(self /* of results: `map(op).product()` */) -> Result<E::Item>
    where
        E: Repeatable,
        E::Item: Number,
    {
        Ok(self.reduce_with(Product)?.unwrap_or(neutral(Product)))
    }
}

impl<E: Expr, B: Backend> Chain<E, B> {
    /// The sum of the products of items with those of another chain of the same length: a dot product, in one pass.
    /// Cost and determinism as [`reduce`](Chain::reduce); products are rounded before they are added. If the lengths
    /// differ, returns [`LengthMismatch`](crate::ErrorKind::LengthMismatch).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (x, y) = (device.upload(&[1.0f32, 2.0])?, device.upload(&[3.0f32, 4.0])?);
    /// assert_eq!(x.iter().inner_product(&y)?, 11.0);
    /// # Ok(()) }
    /// ```
    #[doc(alias("dot", "dot_product", "vdot", "transform_reduce"))]
    #[inline(always)]
    #[track_caller]
    pub fn inner_product<C: IntoChain<B, Expr: Repeatable + Indexed<Item = E::Item>>>(self, other: C) -> Result<E::Item>
    where
        E: Repeatable + Indexed,
        E::Item: Number,
    {
        self.zip(other).map(Uncurry(Product)).sum()
    }

    /// `init`, combined by `sum` with `product(item, other item)` for all pairs of two chains of the same length, in one pass:
    /// `zip`, `map` and [`reduce`](Chain::reduce), whose cost, determinism and association it has. If the lengths differ,
    /// returns [`LengthMismatch`](crate::ErrorKind::LengthMismatch).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (x, y) = (device.upload(&[1.0f32, 7.0, 4.0])?, device.upload(&[2.0f32, 3.0, 4.5])?);
    /// // The largest distance, and the number of equal pairs.
    /// assert_eq!(x.iter().inner_product_with(&y, 0.0, Max, op!(|a: f32, b: f32| (a - b).abs()))?, 4.0);
    /// assert_eq!(x.iter().inner_product_with(&y, 0u32, Sum, op!(|a: f32, b: f32| (a == b) as u32))?, 0);
    /// # Ok(()) }
    /// ```
    #[doc(alias("inner_product", "transform_reduce", "dot"))]
    #[inline(always)]
    #[track_caller]
    pub fn inner_product_with<C, T, S, P>(self, other: C, init: T, sum: S, product: P) -> Result<T>
    where
        E: Repeatable + Indexed,
        C: IntoChain<B, Expr: Repeatable + Indexed>,
        T: Value,
        S: Operator<T>,
        P: Function<(E::Item, <C::Expr as Expr>::Item), Output = T>,
    {
        self.zip(other).map(Uncurry(product)).reduce(init, sum)
    }
}
