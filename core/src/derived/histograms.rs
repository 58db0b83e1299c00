//! Histograms of even ranges, of channels, and with weights.

mod ranges;

use std::panic::Location;

use crate::backend::Backend;
use crate::bins::{Binned, ChannelBins, EvenBin, EvenRange, InBins};
use crate::chain::{Chain, IntoChain};
use crate::error::{Error, ErrorKind, Result};
use crate::expr::{Constant, Expr, Filter, FlatMap, Indexed, Map, Repeatable, Zip};
use crate::function::Function;
use crate::number::Number;
use crate::operator::{Max, Sum};
use crate::position::Position;
use crate::storage::{Span, Storage as _};
use crate::target::Target;
use crate::value::Value;
use crate::vec::DeviceVec;

/// The division of a range, or the error with the place of the call.
#[track_caller]
fn divided<T: Binned>(range: impl Into<EvenRange<T>>, what: &'static str, bins: usize) -> Result<EvenBin<T>> {
    let caller = Location::caller();
    range.into().divided(what, bins).map_err(|kind| Error::from(kind).called_at(caller))
}

// The bounds of items stand on each method and not on the impl, so that rustc prints the bounds' own diagnostics.
impl<E: Expr, B: Backend> Chain<E, B> {
    /// Counts how often each number occurs, up to the largest one that does: numpy's `bincount`. There are at least `min_len` counts.
    ///
    /// # Cost
    ///
    /// A pass for the largest number, which waits, and a [`histogram`](Chain::histogram). The items are computed twice. If the
    /// number of bins is known, `histogram` and [`histogram_into`](Chain::histogram_into) need one pass.
    ///
    /// # Errors
    ///
    /// [`OutOfRange`](crate::ErrorKind::OutOfRange) if a number is negative, [`OutOfMemory`](crate::ErrorKind::OutOfMemory).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[2u8, 0, 2])?;
    /// assert_eq!(x.iter().bincount(0)?.to_vec()?, [1, 0, 2]);
    /// assert_eq!(x.iter().bincount(5)?.to_vec()?, [1, 0, 2, 0, 0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("value_counts", "tabulate", "histogram"))]
    #[inline(always)]
    #[track_caller]
    pub fn bincount(self, min_len: usize) -> Result<DeviceVec<u64, B>>
    where
        E: Repeatable + Clone,
        E::Item: Position,
    {
        let most = self.clone().reduce_with(Max)?;
        // A negative number is refused by `histogram`, which then needs no bins of its own.
        let len = most.filter(|most| most.given() >= 0).map_or(0, |most| most.index().saturating_add(1));
        self.histogram(len.max(min_len))
    }

    /// The sum of the weights of each of the numbers `0 .. bins`: `weights` has one for each item. A [`histogram`](Chain::histogram)
    /// is that of ones. Sums begin with 0.
    ///
    /// # Cost
    ///
    /// That of a [`scatter_reduce`](Chain::scatter_reduce) into a new vector: for up to 16 KiB of sums one pass.
    ///
    /// # Determinism
    ///
    /// That of [`scatter_reduce`](Chain::scatter_reduce): sums of floats have the same bits on every device and in every run.
    ///
    /// # Errors
    ///
    /// [`LengthMismatch`](crate::ErrorKind::LengthMismatch) if there aren't as many weights as items;
    /// [`OutOfRange`](crate::ErrorKind::OutOfRange) if a number is negative or not below `bins`.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (x, mass) = (device.upload(&[2u8, 0, 2])?, device.upload(&[0.5f32, 1.0, 0.25])?);
    /// assert_eq!(x.iter().histogram_weighted(&mass, 3)?.to_vec()?, [1.0, 0.0, 0.75]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("bincount", "weights", "scatter_add"))]
    #[inline(always)]
    #[track_caller]
    pub fn histogram_weighted<I, W>(self, weights: I, bins: usize) -> Result<DeviceVec<W, B>>
    where
        E: Repeatable + Indexed,
        E::Item: Position,
        I: IntoChain<B, Expr: Repeatable + Indexed<Item = W>>,
        W: Number,
    {
        let mut sums = self.device.filled(W::ZERO, bins)?;
        self.zip(weights).scatter_reduce_pairs(Sum, &mut sums)?;
        Ok(sums)
    }

    /// The [`histogram_weighted`](Chain::histogram_weighted) of as many bins as `sums` has, in this vector. What it held doesn't
    /// matter.
    #[doc(alias("bincount", "weights", "scatter_add"))]
    #[inline(always)]
    #[track_caller]
    pub fn histogram_weighted_into<I, W, T>(self, weights: I, mut sums: T) -> Result<()>
    where
        E: Repeatable + Indexed,
        E::Item: Position,
        I: IntoChain<B, Expr: Repeatable + Indexed<Item = W>>,
        W: Number,
        T: Target<B, Storage = Span<W>>,
    {
        let pairs = self.zip(weights);
        pairs.unread()?;
        pairs.device.constant(W::ZERO, sums.storage().len()).stored().store(&mut sums)?;
        pairs.scatter_reduce_pairs(Sum, sums)
    }
}

impl<E: Repeatable<Item: Value>, B: Backend> Chain<E, B> {
    /// Counts the items of each bin, from zeros on.
    #[inline(always)]
    #[track_caller]
    fn counted<F, Z>(self, bin: F, zeros: Z) -> Result<DeviceVec<u64, B>>
    where
        F: Function<(E::Item,), Output = u32>,
        Z: Repeatable + Indexed<Item = u64>,
    {
        self.with(|items| Map::new(items, bin)).histogram_of(zeros, true)
    }

    /// Stores the counts in a vector that exists already.
    #[inline(always)]
    #[track_caller]
    fn counted_into<F, Z, T>(self, bin: F, zeros: Z, counts: T) -> Result<()>
    where
        F: Function<(E::Item,), Output = u32>,
        Z: Repeatable + Indexed<Item = u64>,
        T: Target<B, Storage = Span<u64>>,
    {
        self.with(|items| Map::new(items, bin)).histogram_of_into(zeros, counts, true)
    }

    /// The sums of the weights of each bin's items, from zeros on.
    #[inline(always)]
    #[track_caller]
    fn weighed<F, Z, I, W>(self, bin: F, zeros: Z, weights: I) -> Result<DeviceVec<W, B>>
    where
        E: Indexed,
        F: Function<(E::Item,), Output = u32>,
        Z: Repeatable + Indexed<Item = W>,
        I: IntoChain<B, Expr: Repeatable + Indexed<Item = W>>,
        W: Number,
    {
        let mut sums = Chain::new(zeros, self.device.clone()).collect()?;
        let bins = sums.len();
        self.pairs(bin, bins, weights).scatter_reduce_pairs(Sum, &mut sums)?;
        Ok(sums)
    }

    /// Stores the sums in a vector that exists already.
    #[inline(always)]
    #[track_caller]
    fn weighed_into<F, Z, I, W, T>(self, bin: F, zeros: Z, weights: I, mut sums: T) -> Result<()>
    where
        E: Indexed,
        F: Function<(E::Item,), Output = u32>,
        Z: Repeatable + Indexed<Item = W>,
        I: IntoChain<B, Expr: Repeatable + Indexed<Item = W>>,
        W: Number,
        T: Target<B, Storage = Span<W>>,
    {
        let pairs = self.pairs(bin, sums.storage().len(), weights);
        pairs.unread()?;
        Chain::new(zeros, pairs.device.clone()).stored().store(&mut sums)?;
        pairs.scatter_reduce_pairs(Sum, sums)
    }

    /// The bins and weights of the items that are in a bin.
    #[allow(clippy::type_complexity)]
    fn pairs<F, I, W>(self, bin: F, bins: usize, weights: I) -> Chain<Filter<Zip<(Map<E, F>, I::Expr)>, InBins>, B>
    where
        E: Indexed,
        F: Function<(E::Item,), Output = u32>,
        I: IntoChain<B, Expr: Repeatable + Indexed<Item = W>>,
        W: Number,
    {
        let pairs = self.with(|items| Zip((Map::new(items, bin), weights.into_chain().expr)));
        pairs.with(|pairs| Filter::new(pairs, InBins(bins as u32)))
    }
}

impl<E: Expr, B: Backend> Chain<E, B> {
    /// Counts the items in each of `bins` bins of one width that divide a range, `lower..upper` or `lower..=upper`.
    ///
    /// Bin `k` holds the items from edge `k` up to, but not including, edge `k + 1`. An item outside of the range isn't counted,
    /// nor is a NaN.
    ///
    /// - Floats: edge `k` is `lower + k · ((upper − lower) / bins)`, rounded operation by operation. An item equal to `upper` is in
    ///   the last bin of `lower..=upper`, as in numpy, and in none of `lower..upper`, as in CUB. Bins that are hardly wider than the
    ///   distance between neighbouring floats at the range's ends may hold an item of the bin beside them.
    /// - Integers: the bin of `lower + d` is `⌊d · bins / width⌋`, exactly. The width of `lower..=upper` is one more than that of
    ///   `lower..upper`, so that `0..=255` are all bytes.
    ///
    /// # Cost
    ///
    /// That of [`histogram`](Chain::histogram): one pass over the inputs. The bin of an item takes no division.
    ///
    /// # Determinism
    ///
    /// Exact.
    ///
    /// # Errors
    ///
    /// [`InvalidBins`](crate::ErrorKind::InvalidBins) if the range is empty, a bound is NaN or infinite, the width overflows (of
    /// 64-bit integers: is more than 2^63), or there are more bins than 2^23 of `f32` and narrower floats, or than 2^32 − 2.
    ///
    /// On a GPU the call may return before its work is done: then reading its output returns the failure of an operation.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[0.1f32, 0.5, 1.0, f32::NAN, -0.1, 0.9])?;
    /// assert_eq!(x.iter().histogram_even(0.0..1.0, 2)?.to_vec()?, [1, 2]);
    /// assert_eq!(x.iter().histogram_even(0.0..=1.0, 2)?.to_vec()?, [1, 3]);
    /// let bytes = device.upload(&[0u8, 63, 64, 255])?;
    /// assert_eq!(bytes.iter().histogram_even(0..=255, 4)?.to_vec()?, [2, 1, 0, 1]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("HistogramEven", "DeviceHistogram", "histogram", "histc", "cut"))]
    #[inline(always)]
    #[track_caller]
    pub fn histogram_even(self, range: impl Into<EvenRange<E::Item>>, bins: usize) -> Result<DeviceVec<u64, B>>
    where
        E: Repeatable,
        E::Item: Binned,
    {
        let bin = divided(range, "histogram_even", bins)?;
        self.counted(bin, Constant::new(0, bins))
    }

    /// The [`histogram_even`](Chain::histogram_even) of as many bins as `counts` has, in this vector. What it held doesn't
    /// matter.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut counts = device.filled(9u64, 3)?;
    /// device.range(-5..5).histogram_even_into(0..6, &mut counts)?;
    /// assert_eq!(counts.to_vec()?, [2, 2, 1]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("HistogramEven", "DeviceHistogram", "histogram"))]
    #[inline(always)]
    #[track_caller]
    pub fn histogram_even_into<C>(self, range: impl Into<EvenRange<E::Item>>, mut counts: C) -> Result<()>
    where
        E: Repeatable,
        E::Item: Binned,
        C: Target<B, Storage = Span<u64>>,
    {
        let bins = counts.storage().len();
        let bin = divided(range, "histogram_even", bins)?;
        self.counted_into(bin, Constant::new(0, bins), counts)
    }

    /// The sum of the weights of the items in each bin of [`histogram_even`](Chain::histogram_even): `weights` has one for each
    /// item. Sums begin with 0; weights of items outside of the range aren't used.
    ///
    /// # Cost, determinism
    ///
    /// Those of [`histogram_weighted`](Chain::histogram_weighted): sums of floats have the same bits on every device.
    ///
    /// # Errors
    ///
    /// Those of [`histogram_even`](Chain::histogram_even), and [`LengthMismatch`](crate::ErrorKind::LengthMismatch).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (x, mass) = (device.upload(&[0.1f64, 0.6, 0.7, 2.0])?, device.upload(&[1.0f32, 2.0, 4.0, 8.0])?);
    /// assert_eq!(x.iter().histogram_even_weighted(0.0..1.0, &mass, 2)?.to_vec()?, [1.0, 6.0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("HistogramEven", "weights", "histogram"))]
    #[inline(always)]
    #[track_caller]
    pub fn histogram_even_weighted<I, W>(
        self,
        range: impl Into<EvenRange<E::Item>>,
        weights: I,
        bins: usize,
    ) -> Result<DeviceVec<W, B>>
    where
        E: Repeatable + Indexed,
        E::Item: Binned,
        I: IntoChain<B, Expr: Repeatable + Indexed<Item = W>>,
        W: Number,
    {
        let bin = divided(range, "histogram_even", bins)?;
        self.weighed(bin, Constant::new(W::ZERO, bins), weights)
    }

    /// The [`histogram_even_weighted`](Chain::histogram_even_weighted) of as many bins as `sums` has, in this vector. What it held
    /// doesn't matter.
    #[doc(alias("HistogramEven", "weights", "histogram"))]
    #[inline(always)]
    #[track_caller]
    pub fn histogram_even_weighted_into<I, W, S>(
        self,
        range: impl Into<EvenRange<E::Item>>,
        weights: I,
        mut sums: S,
    ) -> Result<()>
    where
        E: Repeatable + Indexed,
        E::Item: Binned,
        I: IntoChain<B, Expr: Repeatable + Indexed<Item = W>>,
        W: Number,
        S: Target<B, Storage = Span<W>>,
    {
        let bins = sums.storage().len();
        let bin = divided(range, "histogram_even", bins)?;
        self.weighed_into(bin, Constant::new(W::ZERO, bins), weights, sums)
    }
}

impl<T: Binned, E: Repeatable + Indexed<Item = [T; N]>, B: Backend, const N: usize> Chain<E, B> {
    /// Counts the items of each channel in bins of one width, as [`histogram_even`](Chain::histogram_even) does for a single
    /// channel: the items are arrays, such as pixels, in one pass. The result has `bins` counts for each channel, one channel after
    /// another.
    ///
    /// # Cost
    ///
    /// One pass over the inputs. Up to 4096 counts are kept in the multiprocessors' own memory.
    ///
    /// # Errors
    ///
    /// Those of [`histogram_even`](Chain::histogram_even), for the bins of all channels together.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let pixels = device.upload(&[[255u8, 0, 7], [200, 100, 0]])?;
    /// let counts = pixels.iter().histogram_even_channels(0..=255, 2)?;
    /// assert_eq!(counts.to_vec()?, [0, 2, 2, 0, 2, 0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("MultiHistogramEven", "DeviceHistogram", "HistogramEven", "pixels", "histogram"))]
    #[inline(always)]
    #[track_caller]
    pub fn histogram_even_channels(self, range: impl Into<EvenRange<T>>, bins: usize) -> Result<DeviceVec<u64, B>> {
        let (range, all) = (range.into(), bins.saturating_mul(N));
        divided(range, "histogram_even_channels", all)?;
        let bin = ChannelBins { bin: divided(range, "histogram_even_channels", bins)?, bins: bins as u32 };
        self.with(|items| FlatMap::new(items, bin)).histogram_of(Constant::new(0, all), true)
    }

    /// The [`histogram_even_channels`](Chain::histogram_even_channels), in a vector that has the same number of counts for each
    /// channel. What it held doesn't matter.
    ///
    /// # Errors
    ///
    /// Those of [`histogram_even_channels`](Chain::histogram_even_channels), and
    /// [`LengthMismatch`](crate::ErrorKind::LengthMismatch) if the number of channels doesn't divide the length.
    #[doc(alias("MultiHistogramEven", "DeviceHistogram", "HistogramEven", "histogram"))]
    #[inline(always)]
    #[track_caller]
    pub fn histogram_even_channels_into<C>(self, range: impl Into<EvenRange<T>>, mut counts: C) -> Result<()>
    where
        C: Target<B, Storage = Span<u64>>,
    {
        let (range, all, caller) = (range.into(), counts.storage().len(), Location::caller());
        let bins = all / N.max(1);
        if bins * N != all {
            let kind = ErrorKind::LengthMismatch { what: "histogram_even_channels", left: bins * N, right: all };
            return Err(Error::from(kind).called_at(caller));
        }
        divided(range, "histogram_even_channels", all)?;
        let bin = ChannelBins { bin: divided(range, "histogram_even_channels", bins)?, bins: bins as u32 };
        self.with(|items| FlatMap::new(items, bin)).histogram_of_into(Constant::new(0, all), counts, true)
    }
}
