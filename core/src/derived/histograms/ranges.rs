//! Histograms of the ranges between given edges.

use super::Pairs;
use crate::algo::{Counts, Sums};
use crate::backend::Backend;
use crate::bins::{BinStart, RangeBin};
use crate::chain::{Chain, IntoChain};
use crate::expr::{Expr, Indexed, Map, Repeatable, Tabulate};
use crate::number::Number;
use crate::pending::Pending;
use crate::view::View;

/// The zeros with which the counts or sums of the bins between edges begin.
fn starts<W: Number, T: Number>(edges: View<'_, T>) -> Tabulate<BinStart<'_, T, W>> {
    Tabulate::new(BinStart::new(edges), edges.len().saturating_sub(1))
}

impl<E: Expr, B: Backend> Chain<E, B> {
    /// Counts the items between each two of the edges, which must be in ascending order; others are an error.
    ///
    /// The edges are a vector, a part of one, or a view. Bin `k` holds the items from `edges[k]` up to, but not including,
    /// `edges[k + 1]`, so there is one bin less than edges. An item outside isn't counted, nor is a NaN.
    ///
    /// # Cost
    ///
    /// That of [`histogram`](Chain::histogram), and log₂(edges) reads of the edges for each item. A GPU keeps up to 257 edges in the
    /// multiprocessors' own memory, with a table of 1024 cells of one width, so that it searches among the edges in an item's cell.
    ///
    /// # Determinism
    ///
    /// Exact.
    ///
    /// # Errors
    ///
    /// The chain's own; [`OutOfRange`](crate::ErrorKind::OutOfRange) if there are 2^32 edges or more;
    /// [`NotSorted`](crate::ErrorKind::NotSorted) if an edge isn't at least the one before it, or is NaN among several. The pass that
    /// stores the zeros with which the counts begin finds that.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let edges = device.upload(&[0.0f32, 1.0, 10.0, 100.0])?;
    /// let x = device.upload(&[0.5f32, 10.0, -0.0, 99.0, 100.0])?;
    /// assert_eq!(x.iter().histogram_ranges(&edges).collect()?.to_vec()?, [2, 0, 2]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("HistogramRange", "DeviceHistogram", "histogram", "digitize", "cut"))]
    #[inline(always)]
    #[allow(clippy::type_complexity)]
    pub fn histogram_ranges<'a>(
        self,
        edges: impl Into<View<'a, E::Item>>,
    ) -> Pending<Counts<Map<E, RangeBin<'a, E::Item>>, Tabulate<BinStart<'a, E::Item, u64>>>, B>
    where
        E: Repeatable,
        E::Item: Number,
    {
        let edges = edges.into();
        self.counted(RangeBin(edges), starts(edges))
    }

    /// The sum of the weights of the items in each bin of [`histogram_ranges`](Chain::histogram_ranges): `weights` has one for
    /// each item. Sums begin with 0; weights of items outside aren't used.
    ///
    /// # Cost, determinism
    ///
    /// Those of [`histogram_weighted`](Chain::histogram_weighted), and log₂(edges) reads for each item.
    ///
    /// # Errors
    ///
    /// Those of [`histogram_ranges`](Chain::histogram_ranges), and [`LengthMismatch`](crate::ErrorKind::LengthMismatch).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let edges = device.upload(&[0i32, 10, 100])?;
    /// let x = device.upload(&[5i32, 50, -1, 7])?;
    /// assert_eq!(x.iter().histogram_ranges_weighted(&edges, &x).collect()?.to_vec()?, [12, 50]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("HistogramRange", "weights", "histogram"))]
    #[inline(always)]
    #[allow(clippy::type_complexity)]
    pub fn histogram_ranges_weighted<'a, I, W>(
        self,
        edges: impl Into<View<'a, E::Item>>,
        weights: I,
    ) -> Pending<Sums<Pairs<E, RangeBin<'a, E::Item>, I::Expr>, Tabulate<BinStart<'a, E::Item, W>>>, B>
    where
        E: Repeatable + Indexed,
        E::Item: Number,
        I: IntoChain<B, Expr: Repeatable + Indexed<Item = W>>,
        W: Number,
    {
        let edges = edges.into();
        self.weighed(RangeBin(edges), starts(edges), weights)
    }
}
