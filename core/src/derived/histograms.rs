//! Histograms of even ranges, of channels, and with weights.

mod ranges;

use crate::algo::{Counts, NumbersUpTo, Sums};
use crate::backend::Backend;
use crate::bins::{Binned, ChannelBins, EvenBin, EvenRange, InBins};
use crate::chain::{Chain, IntoChain};
use crate::expr::{Constant, Expr, Filter, FlatMap, Indexed, Map, Repeatable, Zip};
use crate::function::Function;
use crate::number::Number;
use crate::pending::Pending;
use crate::position::Position;
use crate::value::Value;

/// The bins and weights of the items that are in a bin.
type Pairs<E, F, W> = Filter<Zip<(Map<E, F>, W)>, InBins>;

// The bounds of items stand on each method and not on the impl, so that rustc prints the bounds' own diagnostics.
impl<E: Expr, B: Backend> Chain<E, B> {
    /// Counts how often each number occurs, up to the largest one that does: numpy's `bincount`. There are at least `min_len` counts.
    ///
    /// A target has room for the counts, and the call returns how many there are.
    ///
    /// # Cost
    ///
    /// A pass for the largest number, which waits, and a [`histogram`](Chain::histogram). The items are computed twice. If the
    /// number of bins is known, `histogram` needs one pass.
    ///
    /// # Determinism
    ///
    /// Exact.
    ///
    /// # Errors
    ///
    /// [`OutOfRange`](crate::ErrorKind::OutOfRange) if a number is negative, [`OutOfMemory`](crate::ErrorKind::OutOfMemory), and before
    /// anything is written [`TargetTooShort`](crate::ErrorKind::TargetTooShort).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[2u8, 0, 2])?;
    /// assert_eq!(x.iter().bincount(0).collect()?.to_vec()?, [1, 0, 2]);
    /// assert_eq!(x.iter().bincount(5).collect()?.to_vec()?, [1, 0, 2, 0, 0]);
    /// let mut counts = device.filled(9u64, 4)?;
    /// assert_eq!(x.iter().bincount(0).collect_into(&mut counts)?, 3);
    /// assert_eq!(counts.to_vec()?, [1, 0, 2, 9]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("value_counts", "tabulate", "histogram"))]
    #[inline(always)]
    pub fn bincount(self, min_len: usize) -> Pending<NumbersUpTo<E>, B>
    where
        E: Repeatable + Clone,
        E::Item: Position,
    {
        self.numbers(min_len)
    }
}

impl<E: Repeatable<Item: Value>, B: Backend> Chain<E, B> {
    /// The call that counts the items of each bin, from zeros on.
    #[inline(always)]
    fn counted<F, Z>(self, bin: F, zeros: Z) -> Pending<Counts<Map<E, F>, Z>, B>
    where
        F: Function<(E::Item,), Output = u32>,
    {
        self.with(|items| Map::new(items, bin)).counts(zeros, true)
    }

    /// The call that sums the weights of each bin's items, from zeros on.
    #[inline(always)]
    #[allow(clippy::type_complexity)]
    fn weighed<F, Z, I, W>(self, bin: F, zeros: Z, weights: I) -> Pending<Sums<Pairs<E, F, I::Expr>, Z>, B>
    where
        E: Indexed,
        F: Function<(E::Item,), Output = u32>,
        Z: Indexed,
        I: IntoChain<B, Expr: Repeatable + Indexed<Item = W>>,
        W: Number,
    {
        let pairs = self.with(|items| Zip((Map::new(items, bin), weights.into_chain().expr)));
        // A number of bins that has more bits is refused.
        let within = InBins(zeros.slots() as u32);
        pairs.with(|pairs| Filter::new(pairs, within)).sums(zeros)
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
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[0.1f32, 0.5, 1.0, f32::NAN, -0.1, 0.9])?;
    /// assert_eq!(x.iter().histogram_even(0.0..1.0, 2).collect()?.to_vec()?, [1, 2]);
    /// assert_eq!(x.iter().histogram_even(0.0..=1.0, 2).collect()?.to_vec()?, [1, 3]);
    /// let bytes = device.upload(&[0u8, 63, 64, 255])?;
    /// let mut counts = device.filled(9u64, 4)?;
    /// bytes.iter().histogram_even(0..=255, 4).collect_into(&mut counts)?;
    /// assert_eq!(counts.to_vec()?, [2, 1, 0, 1]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("HistogramEven", "DeviceHistogram", "histogram", "histc", "cut"))]
    #[inline(always)]
    #[allow(clippy::type_complexity)]
    pub fn histogram_even(
        self,
        range: impl Into<EvenRange<E::Item>>,
        bins: usize,
    ) -> Pending<Counts<Map<E, EvenBin<E::Item>>, Constant<u64>>, B>
    where
        E: Repeatable,
        E::Item: Binned,
    {
        self.counted(range.into().divided("histogram_even", bins), Constant::new(0, bins))
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
    /// assert_eq!(x.iter().histogram_even_weighted(0.0..1.0, &mass, 2).collect()?.to_vec()?, [1.0, 6.0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("HistogramEven", "weights", "histogram"))]
    #[inline(always)]
    #[allow(clippy::type_complexity)]
    pub fn histogram_even_weighted<I, W>(
        self,
        range: impl Into<EvenRange<E::Item>>,
        weights: I,
        bins: usize,
    ) -> Pending<Sums<Pairs<E, EvenBin<E::Item>, I::Expr>, Constant<W>>, B>
    where
        E: Repeatable + Indexed,
        E::Item: Binned,
        I: IntoChain<B, Expr: Repeatable + Indexed<Item = W>>,
        W: Number,
    {
        self.weighed(range.into().divided("histogram_even", bins), Constant::new(W::ZERO, bins), weights)
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
    /// let counts = pixels.iter().histogram_even_channels(0..=255, 2).collect()?;
    /// assert_eq!(counts.to_vec()?, [0, 2, 2, 0, 2, 0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("MultiHistogramEven", "DeviceHistogram", "HistogramEven", "pixels", "histogram"))]
    #[inline(always)]
    #[allow(clippy::type_complexity)]
    pub fn histogram_even_channels(
        self,
        range: impl Into<EvenRange<T>>,
        bins: usize,
    ) -> Pending<Counts<FlatMap<E, ChannelBins<EvenBin<T>>, N>, Constant<u64>>, B> {
        let (range, all) = (range.into(), bins.saturating_mul(N));
        let divided = |bins| range.divided("histogram_even_channels", bins);
        // All bins are refused if they are too many, though those of a channel may be few enough.
        let bin = ChannelBins { bin: divided(all).refused_or(|| divided(bins)), bins: bins as u32 };
        self.with(|items| FlatMap::new(items, bin)).counts(Constant::new(0, all), true)
    }
}
