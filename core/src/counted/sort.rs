use super::{Counted, Counting, Length, Vectors, sealed};
use crate::algo::{by_relation, pairs_by_relation};
use crate::backend::Backend;
use crate::error::Result;
use crate::function::Function;
use crate::key::Key;
use crate::operator::Less;
use crate::relation::Relation;
use crate::storage::{Span, Storage};
use crate::value::Element;
use crate::vec::DeviceVec;

/// A tuple of vectors whose first one has keys: what `sort_by_key` without an argument sorts.
///
/// The trait is sealed: no other type can implement it.
pub trait Keyed: sealed::Sealed {
    /// The column of the keys.
    type Keys: Storage;
    /// The columns of the values.
    type Values: Storage;

    /// Both, of which only the first items may be initialised.
    #[doc(hidden)]
    fn keyed(&mut self) -> (Self::Keys, Self::Values);
}

macro_rules! keyed {
    ($(($($v:ident $i:tt),+))+) => {$(
        impl<K: Element, Dev: Backend, $($v: Vectors<Dev>),+> Keyed for (DeviceVec<K, Dev>, $($v,)+) {
            type Keys = Span<K>;
            type Values = ($($v::Columns,)+);
            fn keyed(&mut self) -> (Span<K>, Self::Values) {
                (self.0.columns(), ($(self.$i.columns(),)+))
            }
        }
    )+};
}
keyed! { (A 1) (A 1, C 2) (A 1, C 2, D 3) (A 1, C 2, D 3, E 4) (A 1, C 2, D 3, E 4, F 5) }

/// The key of an item.
type KeyOf<V> = <<V as Keyed>::Keys as Storage>::Item;
/// An item of the columns.
type ItemOf<V, B> = <<V as Vectors<B>>::Columns as Storage>::Item;

impl<B: Backend> Length<B> {
    /// The element with the number of items, if it lies on the device, or else the number.
    fn place(&self) -> std::result::Result<usize, Span<u64>> {
        match self.of(usize::MAX) {
            (len, None) => Ok(len),
            // A sort only reads it.
            (_, Some(place)) => Err(Span::new(place.as_ptr().cast_mut(), 1, place.stream())),
        }
    }
}

impl<K: Element, B: Backend> Counted<DeviceVec<K, B>, B> {
    /// Sorts the items in place, without a wait; see [`DeviceVec::sort`].
    ///
    /// # Cost
    ///
    /// On a GPU, bytes that are moved follow from the number of items, as with [`DeviceVec::sort`]; launches, and temporary memory, follow
    /// from the most items that there may be.
    ///
    /// # Determinism
    ///
    /// Stable and exact: the bits are those of [`wait`](Counted::wait) and [`DeviceVec::sort`].
    ///
    /// # Errors
    ///
    /// Those of [`DeviceVec::sort`]. If the call fails that finds the number, whatever reads the vector returns its failure.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[3u32, 0, 9, 4, 0, 7])?;
    /// let mut some = x.iter().filter(op!(|v: u32| v > 0)).collect_counted()?;
    /// some.sort()?; // no wait
    /// let runs = some.iter().dedup().collect()?;
    /// assert_eq!(runs.wait()?.to_vec()?, [3, 4, 7, 9]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("stable_sort", "par_sort", "DeviceRadixSort", "SortKeys"))]
    #[inline(always)]
    #[track_caller]
    pub fn sort(&mut self /* in another order: `sort_by(Greater)` */) -> Result<()>
    where
        K: Key,
    {
        self.sort_by(Less)
    }

    /// Sorts the items in place by the keys that `key` returns for them, stably and without a wait; see [`DeviceVec::sort_by_key`].
    /// `Reverse` of a key reverses its order.
    ///
    /// # Cost, errors
    ///
    /// Those of [`DeviceVec::sort_by_key`]; cost in terms of the most items as [`sort`](Counted::sort) says.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut odd = device.range(0..9).filter(op!(|v: i32| v % 2 == 1)).collect_counted()?;
    /// odd.sort_by_key(op!(|v: i32| (v - 4).abs() as u32))?;
    /// assert_eq!(odd.wait()?.to_vec()?, [3, 5, 1, 7]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("sort_by_cached_key", "par_sort_by_key"))]
    #[inline(always)]
    #[track_caller]
    pub fn sort_by_key<F: Function<(K,), Output: Key>>(&mut self, key: F) -> Result<()> {
        let keys = self.iter().map(key).collect()?;
        let Counted { vecs: mut keys, length, device } = keys;
        by_length(&device, &length, keys.span(), self.vecs.span(), Less)
    }
}

impl<V: Vectors<B>, B: Backend> Counted<V, B> {
    /// Sorts the items in place by a [relation](Relation), stably and without a wait; those of several vectors as tuples; see
    /// [`sort_by`](crate::sort_by). `sort_by(Greater)` sorts one vector in descending order by radix.
    ///
    /// # Operator
    ///
    /// As for [`sort_by`](crate::sort_by). The relation gets no other items than those that there are.
    ///
    /// # Cost
    ///
    /// That of [`sort_by`](crate::sort_by). On a GPU, the number of rounds that merge, each of which moves all items, follows from the
    /// most items that there may be.
    ///
    /// # Errors
    ///
    /// Those of [`sort_by`](crate::sort_by). If the call fails that finds the number, whatever reads the vectors returns its failure.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[2.0f32, -1.0, 7.0, 3.0])?;
    /// let mut places = x.iter().enumerate().filter(op!(|(_, v): (usize, f32)| v > 0.0)).collect_counted()?;
    /// places.sort_by(op!(|a: (usize, f32), b: (usize, f32)| b.1.total_cmp(&a.1)))?;
    /// assert_eq!(places.wait()?.0.to_vec()?, [2, 3, 0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("sort", "stable_sort", "par_sort_by", "DeviceMergeSort", "sort_unstable_by"))]
    #[inline(always)]
    #[track_caller]
    pub fn sort_by<F: Relation<ItemOf<V, B>>>(&mut self, relation: F) -> Result<()> {
        let items = self.vecs.columns();
        match self.length.place() {
            Ok(len) => by_relation(&self.device, items.first(len), relation),
            Err(place) => by_relation(&self.device, Counting::given(items, place), relation),
        }
    }
}

impl<V: Keyed, B: Backend> Counted<V, B> {
    /// Sorts the first vector, the keys, in place in the order of [`Key`], stably and without a wait, and moves the others along; see
    /// [`sort_by_key`](crate::sort_by_key).
    ///
    /// # Cost, errors
    ///
    /// Those of [`sort_by_key`](crate::sort_by_key); cost in terms of the most items as [`sort`](Counted::sort) says.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (cell, mass) = (device.upload(&[7u32, 3, 7, 5])?, device.upload(&[1.0f32, 2.0, 4.0, -1.0])?);
    /// let heavy = op!(|(_, mass): (u32, f32)| mass > 0.0);
    /// let mut some = cell.iter().zip(&mass).filter(heavy).collect_counted()?;
    /// some.sort_by_key()?; // no wait
    /// let (cell, mass) = (op!(|(cell, _): (u32, f32)| cell), op!(|(_, mass): (u32, f32)| mass));
    /// let totals = some.iter().map(cell).reduce_by_key(some.iter().map(mass), Sum).collect()?;
    /// let (cells, totals) = totals.wait()?;
    /// assert_eq!((cells.to_vec()?, totals.to_vec()?), (vec![3, 7], vec![2.0, 5.0]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("stable_sort_by_key", "par_sort_by_key", "DeviceRadixSort", "SortPairs"))]
    #[inline(always)]
    #[track_caller]
    pub fn sort_by_key(&mut self /* in another order: `sort_by_key_with(Greater)` */) -> Result<()>
    where
        KeyOf<V>: Key,
    {
        self.sort_by_key_with(Less)
    }

    /// Sorts the first vector, the keys, in place by a [relation](Relation), stably and without a wait, and moves the others along; see
    /// [`sort_by_key_with`](crate::sort_by_key_with). By `Greater` the keys are sorted in descending order, by radix.
    ///
    /// # Operator, cost, errors
    ///
    /// As for [`sort_by`](Counted::sort_by).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[2.0f32, -1.0, 7.0, 3.0])?;
    /// let places = x.iter().zip(device.range(0..4u32)).filter(op!(|(v, _): (f32, u32)| v > 0.0));
    /// let mut places = places.collect_counted()?;
    /// places.sort_by_key_with(Greater)?;
    /// assert_eq!(places.wait()?.1.to_vec()?, [2, 3, 0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("sort_by_key", "stable_sort_by_key", "SortPairsDescending"))]
    #[inline(always)]
    #[track_caller]
    pub fn sort_by_key_with<F: Relation<KeyOf<V>>>(&mut self, relation: F) -> Result<()> {
        let (keys, values) = self.vecs.keyed();
        by_length(&self.device, &self.length, keys, values, relation)
    }
}

/// Sorts the first keys, and values along, that the caller has borrowed mutably.
#[inline(always)]
#[track_caller]
fn by_length<K: Storage, V: Storage, F: Relation<K::Item>, B: Backend>(
    device: &B,
    length: &Length<B>,
    keys: K,
    values: V,
    relation: F,
) -> Result<()> {
    length.shown()?;
    match length.place() {
        Ok(len) => pairs_by_relation(device, keys.first(len), values.first(len), relation),
        Err(place) => {
            let (keys, values) = (Counting::given(keys, place), Counting::given(values, place));
            pairs_by_relation(device, keys, values, relation)
        }
    }
}
