//! Binary searches in sorted vectors: of each item of a chain, and of one value.

use std::cmp::Ordering;
use std::ops::Range;

use crate::backend::Backend;
use crate::chain::Chain;
use crate::error::Result;
use crate::expr::{
    Bound, Contained, EqualRange, Expr, ItemBefore, KeyBefore, Located, LocatedBy, Map, NotAfter, PartitionPoint,
    Repeatable,
};
use crate::function::Function;
use crate::functor::First;
use crate::key::Key;
use crate::relation::Relation;
use crate::value::Element;
use crate::vec::{DeviceSlice, DeviceVec};
use crate::view::View;

// The bounds of items stand on each method and not on the impl, so that rustc prints the bounds' own diagnostics.
impl<E: Expr, B: Backend> Chain<E, B> {
    /// For each item, the position in `sorted` before all keys equal to it: the number of smaller keys. `sorted` is a
    /// vector, a part of one, or a view, in the order of [`Key`]. Lazy; fuses.
    ///
    /// # Cost
    ///
    /// log₂(len) reads of `sorted` for each item.
    ///
    /// # Errors
    ///
    /// If `sorted` isn't sorted, the result is some position, at most its length, the same on every device.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let sorted = device.upload(&[1, 3, 3, 5])?;
    /// let queries = device.upload(&[0, 3, 4, 9])?;
    /// assert_eq!(queries.iter().lower_bound(&sorted).collect()?.to_vec()?, [0, 1, 3, 4]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("binary_search", "partition_point", "searchsorted", "bisect_left"))]
    #[doc(alias("LowerBound", "vectorized_search"))]
    pub fn lower_bound<'a>(self, sorted: impl Into<View<'a, E::Item>>) -> Chain<Map<E, Bound<'a, E::Item, false>>, B>
    where
        E::Item: Key,
    {
        self.map(Bound(sorted.into()))
    }

    /// For each item, the position in `sorted` after all keys equal to it. Lazy; fuses. All else is as for
    /// [`lower_bound`](Chain::lower_bound).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let sorted = device.upload(&[1, 3, 3, 5])?;
    /// assert_eq!(device.range(2..4).upper_bound(&sorted).collect()?.to_vec()?, [1, 3]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("binary_search", "partition_point", "searchsorted", "bisect_right"))]
    #[doc(alias("UpperBound", "digitize"))]
    pub fn upper_bound<'a>(self, sorted: impl Into<View<'a, E::Item>>) -> Chain<Map<E, Bound<'a, E::Item, true>>, B>
    where
        E::Item: Key,
    {
        self.map(Bound(sorted.into()))
    }

    /// For each item, the begin and the end of the keys in `sorted` that are equal to it:
    /// [`lower_bound`](Chain::lower_bound) and [`upper_bound`](Chain::upper_bound). Lazy; fuses.
    ///
    /// # Cost
    ///
    /// log₂(len) reads of `sorted` for each item, and up to 2·log₂(k) + 1 more where k keys are equal to it.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let sorted = device.upload(&[1, 3, 3, 5])?;
    /// // How often each number occurs:
    /// let counts = device.range(1..4).equal_range(&sorted).map(op!(|(from, to): (usize, usize)| to - from)).collect()?;
    /// assert_eq!(counts.to_vec()?, [1, 0, 2]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("binary_search"))]
    pub fn equal_range<'a>(self, sorted: impl Into<View<'a, E::Item>>) -> Chain<Map<E, EqualRange<'a, E::Item>>, B>
    where
        E::Item: Key,
    {
        self.map(EqualRange(sorted.into()))
    }

    /// For each item, whether `sorted` contains an equal key: Thrust's vectorised `binary_search`. Lazy; fuses. Costs and
    /// errors are those of [`lower_bound`](Chain::lower_bound).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let sorted = device.upload(&[1, 3, 3, 5])?;
    /// assert_eq!(device.range(2..6).contained_in(&sorted).collect()?.to_vec()?, [false, true, false, true]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("binary_search", "isin", "is_in"))]
    pub fn contained_in<'a>(self, sorted: impl Into<View<'a, E::Item>>) -> Chain<Map<E, Contained<'a, E::Item>>, B>
    where
        E::Item: Key,
    {
        self.map(Contained(sorted.into()))
    }

    /// For each item, the position in `sorted` before all elements whose `key` is equal to the item. `sorted` is in the
    /// order of these keys. Lazy; fuses. Costs as [`lower_bound`](Chain::lower_bound), and one evaluation of `key` for each
    /// read.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let by_magnitude = device.upload(&[-1, 2, -3, 3])?;
    /// let magnitude = op!(|v: i32| v.abs());
    /// assert_eq!(device.range(2..5).lower_bound_by_key(&by_magnitude, magnitude).collect()?.to_vec()?, [1, 2, 4]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("binary_search_by_key"))]
    #[allow(clippy::type_complexity)]
    pub fn lower_bound_by_key<'a, T: Element, F: Function<(T,), Output = E::Item>>(
        self,
        sorted: impl Into<View<'a, T>>,
        key: F,
    ) -> Chain<Map<E, PartitionPoint<'a, T, KeyBefore<F, false>>>, B>
    where
        E::Item: Key,
    {
        self.map(PartitionPoint { sorted: sorted.into(), before: KeyBefore(key) })
    }

    /// For each item, the position in `sorted` after all elements whose `key` is equal to the item; otherwise as
    /// [`lower_bound_by_key`](Chain::lower_bound_by_key).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let by_magnitude = device.upload(&[-1, 2, -3, 3])?;
    /// let magnitude = op!(|v: i32| v.abs());
    /// assert_eq!(device.range(2..5).upper_bound_by_key(&by_magnitude, magnitude).collect()?.to_vec()?, [2, 4, 4]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("binary_search_by_key"))]
    #[allow(clippy::type_complexity)]
    pub fn upper_bound_by_key<'a, T: Element, F: Function<(T,), Output = E::Item>>(
        self,
        sorted: impl Into<View<'a, T>>,
        key: F,
    ) -> Chain<Map<E, PartitionPoint<'a, T, KeyBefore<F, true>>>, B>
    where
        E::Item: Key,
    {
        self.map(PartitionPoint { sorted: sorted.into(), before: KeyBefore(key) })
    }
}

impl<E: Expr, B: Backend> Chain<E, B> {
    /// For each item, the position in `sorted`, a vector that is sorted by a [relation](Relation), before all elements that
    /// are equal to it: the number of elements that come before the item. Lazy; fuses. Costs as
    /// [`lower_bound`](Chain::lower_bound), and one evaluation of the relation for each read.
    ///
    /// # Errors
    ///
    /// If `sorted` isn't sorted by the relation, the result is some position, at most its length, the same on every device.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let descending = device.upload(&[9, 5, 5, 1])?;
    /// let positions = device.upload(&[5, 6])?.iter().lower_bound_by(&descending, Greater).collect()?;
    /// assert_eq!(positions.to_vec()?, [1, 1]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("binary_search_by", "lower_bound"))]
    #[allow(clippy::type_complexity)]
    pub fn lower_bound_by<'a, F: Relation<E::Item>>(
        self,
        sorted: impl Into<View<'a, E::Item>>,
        relation: F,
    ) -> Chain<Map<E, PartitionPoint<'a, E::Item, F::Before>>, B>
    where
        E::Item: Element,
    {
        self.map(PartitionPoint { sorted: sorted.into(), before: relation.before() })
    }

    /// For each item, the position in `sorted`, a vector that is sorted by a [relation](Relation), after all elements that
    /// are equal to it; otherwise as [`lower_bound_by`](Chain::lower_bound_by).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let tens = device.upload(&[12, 15, 31])?;
    /// let by_tens = op!(|a: i32, b: i32| (a / 10).cmp(&(b / 10)));
    /// assert_eq!(device.upload(&[10, 38])?.iter().upper_bound_by(&tens, by_tens).collect()?.to_vec()?, [2, 3]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("binary_search_by", "upper_bound"))]
    #[allow(clippy::type_complexity)]
    pub fn upper_bound_by<'a, F: Relation<E::Item>>(
        self,
        sorted: impl Into<View<'a, E::Item>>,
        relation: F,
    ) -> Chain<Map<E, PartitionPoint<'a, E::Item, NotAfter<F::Before>>>, B>
    where
        E::Item: Element,
    {
        self.map(PartitionPoint { sorted: sorted.into(), before: NotAfter(relation.before()) })
    }
}

/// The item of a chain of one item, which every reduction of one returns.
#[inline(always)]
#[track_caller]
pub(crate) fn only<E: Repeatable<Item: crate::Value + Default>, B: Backend>(chain: Chain<E, B>) -> Result<E::Item> {
    Ok(chain.reduce_with(First)?.unwrap_or_default())
}

/// std's result of a search, for the position and whether it is one of an equal element.
fn found((at, equal): (usize, bool)) -> std::result::Result<usize, usize> {
    if equal { Ok(at) } else { Err(at) }
}

/// The searches for one value, as methods of vectors and of parts of vectors.
macro_rules! searches {
    ($([$($generics:tt)*] $t:ty;)*) => {$(
        impl<$($generics)*> $t {
            /// The number of elements at the front for which `predicate` holds, as std's method of slices. If elements for
            /// which it holds come after others for which it doesn't, the result is some position, the same on every device.
            ///
            /// # Cost
            ///
            /// One launch, log₂(len) reads one after another, and a wait. To search for many values, use the
            /// methods of [`Chain`], such as [`lower_bound`](Chain::lower_bound).
            ///
            /// ```
            /// # use onrush::prelude::*;
            /// # fn main() -> onrush::Result<()> {
            /// let device = Device::best()?;
            /// let x = device.upload(&[0.5f32, 1.0, 2.5, 4.0])?;
            /// let limit = 2.0;
            /// assert_eq!(x.partition_point(op!(|v: f32| v < limit))?, 2);
            /// # Ok(()) }
            /// ```
            #[doc(alias("lower_bound", "upper_bound", "bisect"))]
            #[inline(always)]
            #[track_caller]
            pub fn partition_point<F: Function<(T,), Output = bool>>(&self, predicate: F) -> Result<usize> {
                let before = ItemBefore::<_, false>(predicate);
                only(self.iter().device.constant(false, 1).map(PartitionPoint { sorted: self.view(), before }))
            }

            /// The position before all elements equal to `key`, in a vector in the order of [`Key`]. Costs as
            /// [`partition_point`](Self::partition_point).
            ///
            /// ```
            /// # use onrush::prelude::*;
            /// # fn main() -> onrush::Result<()> {
            /// let x = Device::best()?.upload(&[1, 3, 3, 5])?;
            /// assert_eq!((x.lower_bound(3)?, x.upper_bound(3)?, x.equal_range(3)?), (1, 3, 1..3));
            /// # Ok(()) }
            /// ```
            #[doc(alias("partition_point", "bisect_left"))]
            #[inline(always)]
            #[track_caller]
            pub fn lower_bound(&self, key: T) -> Result<usize>
            where
                T: Key,
            {
                only(self.iter().device.constant(key, 1).lower_bound(self.view()))
            }

            /// The position after all elements equal to `key`; otherwise as [`lower_bound`](Self::lower_bound).
            #[doc(alias("partition_point", "bisect_right"))]
            #[inline(always)]
            #[track_caller]
            pub fn upper_bound(&self, key: T) -> Result<usize>
            where
                T: Key,
            {
                only(self.iter().device.constant(key, 1).upper_bound(self.view()))
            }

            /// The elements equal to `key`, as a range of positions; otherwise as [`lower_bound`](Self::lower_bound).
            #[inline(always)]
            #[track_caller]
            pub fn equal_range(&self, key: T) -> Result<Range<usize>>
            where
                T: Key,
            {
                let (from, to) = only(self.iter().device.constant(key, 1).equal_range(self.view()))?;
                Ok(from..to)
            }

            /// The position of an element equal to `key`, the first of several, or `Err` of the position where it could be
            /// inserted, as std's method of slices, in a vector in the order of [`Key`]. Costs as
            /// [`partition_point`](Self::partition_point).
            ///
            /// ```
            /// # use onrush::prelude::*;
            /// # fn main() -> onrush::Result<()> {
            /// let x = Device::best()?.upload(&[1, 3, 3, 5])?;
            /// assert_eq!(x.binary_search(&3)?, Ok(1));
            /// assert_eq!(x.binary_search(&4)?, Err(3));
            /// # Ok(()) }
            /// ```
            #[inline(always)]
            #[track_caller]
            pub fn binary_search(&self, key: &T) -> Result<std::result::Result<usize, usize>>
            where
                T: Key,
            {
                Ok(found(only(self.iter().device.constant(*key, 1).map(Located(self.view())))?))
            }

            /// Searches as [`binary_search`](Self::binary_search) does, in a vector whose elements
            /// `compare` says to be `Less`, `Equal` or `Greater` than what is searched for, in this order.
            ///
            /// ```
            /// # use onrush::prelude::*;
            /// # fn main() -> onrush::Result<()> {
            /// let x = Device::best()?.upload(&[0.5f32, 1.0, 2.5])?;
            /// let value = 2.5;
            /// assert_eq!(x.binary_search_by(op!(|v: f32| v.total_cmp(&value)))?, Ok(2));
            /// # Ok(()) }
            /// ```
            #[inline(always)]
            #[track_caller]
            pub fn binary_search_by<F: Function<(T,), Output = Ordering>>(
                &self,
                compare: F,
            ) -> Result<std::result::Result<usize, usize>> {
                let point = PartitionPoint { sorted: self.view(), before: ItemBefore::<_, false>(compare) };
                let located = LocatedBy { point, equal: ItemBefore::<_, true>(compare) };
                Ok(found(only(self.iter().device.constant(false, 1).map(located))?))
            }

            /// Searches as [`binary_search`](Self::binary_search) does, in a vector in the order of
            /// the keys that `key` returns for its elements.
            ///
            /// ```
            /// # use onrush::prelude::*;
            /// # fn main() -> onrush::Result<()> {
            /// let x = Device::best()?.upload(&[-1, 2, -3, 5])?;
            /// assert_eq!(x.binary_search_by_key(&3, op!(|v: i32| v.abs()))?, Ok(2));
            /// # Ok(()) }
            /// ```
            #[inline(always)]
            #[track_caller]
            pub fn binary_search_by_key<K: Key, F: Function<(T,), Output = K>>(
                &self,
                query: &K,
                key: F,
            ) -> Result<std::result::Result<usize, usize>> {
                let point = PartitionPoint { sorted: self.view(), before: KeyBefore::<_, false>(key) };
                let located = LocatedBy { point, equal: KeyBefore::<_, true>(key) };
                Ok(found(only(self.iter().device.constant(*query, 1).map(located))?))
            }
        }
    )*};
}
searches! {
    [T: Element, B: Backend] DeviceVec<T, B>;
    ['a, T: Element, B: Backend] DeviceSlice<'a, T, B>;
}
