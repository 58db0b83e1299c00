//! Sums and extremes of groups.

use super::groups::Keyed;
use crate::algo::{Fold, plain};
use crate::backend::Backend;
use crate::error::Result;
use crate::expr::{Indexed, Positioned, Repeatable};
use crate::functor::PositionOf;
use crate::groups::Groups;
use crate::key::Key;
use crate::number::Number;
use crate::operator::{Extreme, Max, Min, Product, Sum};
use crate::storage::{Record, Storage};
use crate::target::Target;
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
    /// assert_eq!(x.iter().groups(&key).sum()?.1.to_vec()?, [3.0, 2.0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("reduce_by_key", "segment_sum", "aggregate"))]
    #[inline(always)]
    #[track_caller]
    pub fn sum(self) -> Result<Keyed<B, K, E::Item>>
    where
        E::Item: Number + Record,
    {
        self.made(plain(Sum))
    }

    /// Stores keys and [results](Self::sum) in vectors that exist already, as [`reduce_into`](Self::reduce_into) does.
    #[doc(alias("reduce_by_key", "segment_sum", "aggregate"))]
    #[inline(always)]
    #[track_caller]
    pub fn sum_into<TK, TV>(self, keys: TK, results: TV) -> Result<usize>
    where
        E::Item: Number + Record,
        TK: Target<B, Storage: Storage<Item = K::Item>>,
        TV: Target<B, Storage: Storage<Item = E::Item>>,
    {
        self.stored(plain(Sum), keys, results)
    }

    /// The product of each group; integers wrap. Cost, determinism and errors as [`reduce`](Self::reduce).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (key, x) = (device.upload(&[2u8, 0, 2])?, device.upload(&[5u32, 3, 2])?);
    /// assert_eq!(x.iter().groups(&key).product()?.1.to_vec()?, [3, 10]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("prod", "reduce_by_key"))]
    #[inline(always)]
    #[track_caller]
    pub fn product(self) -> Result<Keyed<B, K, E::Item>>
    where
        E::Item: Number + Record,
    {
        self.made(plain(Product))
    }

    /// Stores keys and [results](Self::product) in vectors that exist already, as [`reduce_into`](Self::reduce_into) does.
    #[doc(alias("prod", "reduce_by_key"))]
    #[inline(always)]
    #[track_caller]
    pub fn product_into<TK, TV>(self, keys: TK, results: TV) -> Result<usize>
    where
        E::Item: Number + Record,
        TK: Target<B, Storage: Storage<Item = K::Item>>,
        TV: Target<B, Storage: Storage<Item = E::Item>>,
    {
        self.stored(plain(Product), keys, results)
    }

    /// The smallest item of each group. NaNs are ignored unless all its items are NaNs, and −0.0 is smaller than +0.0. Cost and
    /// errors as [`reduce`](Self::reduce); exact.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (key, x) = (device.upload(&[2u8, 0, 2])?, device.upload(&[5i32, 3, -2])?);
    /// assert_eq!(x.iter().groups(&key).min()?.1.to_vec()?, [3, -2]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("amin", "minimum", "reduce_by_key"))]
    #[inline(always)]
    #[track_caller]
    pub fn min(self) -> Result<Keyed<B, K, E::Item>>
    where
        E::Item: Number + Record,
    {
        self.made(plain(Min))
    }

    /// Stores keys and [results](Self::min) in vectors that exist already, as [`reduce_into`](Self::reduce_into) does.
    #[doc(alias("amin", "minimum", "reduce_by_key"))]
    #[inline(always)]
    #[track_caller]
    pub fn min_into<TK, TV>(self, keys: TK, results: TV) -> Result<usize>
    where
        E::Item: Number + Record,
        TK: Target<B, Storage: Storage<Item = K::Item>>,
        TV: Target<B, Storage: Storage<Item = E::Item>>,
    {
        self.stored(plain(Min), keys, results)
    }

    /// The largest item of each group. NaNs are ignored unless all its items are NaNs, and +0.0 is larger than −0.0. Cost and
    /// errors as [`reduce`](Self::reduce); exact.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (key, x) = (device.upload(&[2u8, 0, 2])?, device.upload(&[5i32, 3, -2])?);
    /// assert_eq!(x.iter().groups(&key).max()?.1.to_vec()?, [3, 5]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("amax", "maximum", "reduce_by_key"))]
    #[inline(always)]
    #[track_caller]
    pub fn max(self) -> Result<Keyed<B, K, E::Item>>
    where
        E::Item: Number + Record,
    {
        self.made(plain(Max))
    }

    /// Stores keys and [results](Self::max) in vectors that exist already, as [`reduce_into`](Self::reduce_into) does.
    #[doc(alias("amax", "maximum", "reduce_by_key"))]
    #[inline(always)]
    #[track_caller]
    pub fn max_into<TK, TV>(self, keys: TK, results: TV) -> Result<usize>
    where
        E::Item: Number + Record,
        TK: Target<B, Storage: Storage<Item = K::Item>>,
        TV: Target<B, Storage: Storage<Item = E::Item>>,
    {
        self.stored(plain(Max), keys, results)
    }

    /// The position of the smallest item of each group in the order of [`Key`], the first of several, counted in the whole chain:
    /// `x[position]` is that item. Cost and errors as [`reduce`](Self::reduce) of pairs of item and position; exact.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (key, x) = (device.upload(&[2u8, 0, 2, 2])?, device.upload(&[5i32, 3, -2, 5])?);
    /// assert_eq!(x.iter().groups(&key).argmin()?.1.to_vec()?, [1, 2]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("idxmin", "min_element", "min_by_key"))]
    #[inline(always)]
    #[track_caller]
    pub fn argmin(self) -> Result<Keyed<B, K, usize>>
    where
        E::Item: Key,
    {
        self.positioned().made(extreme::<_, false>())
    }

    /// Stores keys and [positions](Self::argmin) in vectors that exist already, as [`reduce_into`](Self::reduce_into) does.
    #[doc(alias("idxmin"))]
    #[inline(always)]
    #[track_caller]
    pub fn argmin_into<TK, TV>(self, keys: TK, positions: TV) -> Result<usize>
    where
        E::Item: Key,
        TK: Target<B, Storage: Storage<Item = K::Item>>,
        TV: Target<B, Storage: Storage<Item = usize>>,
    {
        self.positioned().stored(extreme::<_, false>(), keys, positions)
    }

    /// The position of the largest item of each group in the order of [`Key`], the first of several, counted in the whole chain:
    /// `x[position]` is that item. Cost and errors as [`reduce`](Self::reduce) of pairs of item and position; exact.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (key, x) = (device.upload(&[2u8, 0, 2, 2])?, device.upload(&[5i32, 3, -2, 5])?);
    /// assert_eq!(x.iter().groups(&key).argmax()?.1.to_vec()?, [1, 0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("idxmax", "max_element", "max_by_key"))]
    #[inline(always)]
    #[track_caller]
    pub fn argmax(self) -> Result<Keyed<B, K, usize>>
    where
        E::Item: Key,
    {
        self.positioned().made(extreme::<_, true>())
    }

    /// Stores keys and [positions](Self::argmax) in vectors that exist already, as [`reduce_into`](Self::reduce_into) does.
    #[doc(alias("idxmax"))]
    #[inline(always)]
    #[track_caller]
    pub fn argmax_into<TK, TV>(self, keys: TK, positions: TV) -> Result<usize>
    where
        E::Item: Key,
        TK: Target<B, Storage: Storage<Item = K::Item>>,
        TV: Target<B, Storage: Storage<Item = usize>>,
    {
        self.positioned().stored(extreme::<_, true>(), keys, positions)
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
