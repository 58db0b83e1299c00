mod numbers;

use super::{Collect, ScatterReduce};
use crate::backend::Backend;
use crate::chain::{Chain, IntoChain};
use crate::device::Check;
use crate::error::Result;
use crate::expr::{Constant, Expr, Indexed, Repeatable, Zip};
use crate::number::Number;
use crate::operator::Sum;
use crate::pending::{Fill, Pending, Request};
use crate::position::Position;
use crate::storage::Span;

pub use numbers::{CountedUpTo, NumbersUpTo};

/// Counts how often each number below `counts.len()` occurs in `input`. A larger number, or a negative one, is an error, or isn't
/// counted if `leaves_out`.
#[derive(Debug)]
pub struct Histogram<E> {
    /// The bin of each item, as a number.
    pub input: E,
    /// The counts, one per bin, which start as zeros.
    pub counts: Span<u64>,
    /// Whether numbers that aren't below the number of bins are left out.
    pub leaves_out: bool,
}

// The bounds of items stand on each method and not on the impl, so that rustc prints the bounds' own diagnostics.
impl<E: Expr, B: Backend> Chain<E, B> {
    /// Counts how often each of the numbers `0 .. bins` occurs. Map values to the numbers of their
    /// bins first, which are [integers of any type](Position), or divide a range by [`histogram_even`](Chain::histogram_even) or
    /// [`histogram_ranges`](Chain::histogram_ranges). [`bincount`](Chain::bincount) finds the number of bins, and
    /// [`histogram_weighted`](Chain::histogram_weighted) sums weights.
    ///
    /// # Cost
    ///
    /// One pass over the inputs; temporary memory O(threads · bins).
    ///
    /// # Errors
    ///
    /// [`OutOfRange`](crate::ErrorKind::OutOfRange) if a number is negative or not below `bins`; `filter` such items out to leave
    /// them out of the count. What a target holds then is of no use.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[0.1f32, 0.9, 0.5, 0.55])?;
    /// let counts = x.iter().map(op!(|v: f32| (v * 4.0) as usize)).histogram(4).collect()?;
    /// assert_eq!(counts.to_vec()?, [1, 0, 2, 1]);
    /// // What a target held doesn't matter.
    /// let mut counts = device.filled(9u64, 3)?;
    /// device.upload(&[2u8, 0, 2])?.iter().histogram(3).collect_into(&mut counts)?;
    /// assert_eq!(counts.to_vec()?, [1, 0, 2]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("counts", "DeviceHistogram"))]
    #[inline(always)]
    pub fn histogram(self, bins: usize) -> Pending<Counts<E, Constant<u64>>, B>
    where
        E: Repeatable,
        E::Item: Position,
    {
        self.counts(Constant::new(0, bins), false)
    }

    /// The sum of the weights of each of the numbers `0 .. bins`: `weights` has one for each item. A [`histogram`](Chain::histogram)
    /// is that of ones. Sums begin with 0.
    ///
    /// # Cost
    ///
    /// A pass that stores zeros, and a [`scatter_reduce`](Chain::scatter_reduce) into them: for up to 16 KiB of sums one pass.
    ///
    /// # Determinism
    ///
    /// That of [`scatter_reduce`](Chain::scatter_reduce): sums of floats have the same bits on every device and in every run.
    ///
    /// # Errors
    ///
    /// [`LengthMismatch`](crate::ErrorKind::LengthMismatch) if there aren't as many weights as items;
    /// [`OutOfRange`](crate::ErrorKind::OutOfRange) if a number is negative or not below `bins`, or if `bins` is more than 2^32 - 1.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (x, mass) = (device.upload(&[2u8, 0, 2])?, device.upload(&[0.5f32, 1.0, 0.25])?);
    /// assert_eq!(x.iter().histogram_weighted(&mass, 3).collect()?.to_vec()?, [1.0, 0.0, 0.75]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("bincount", "weights", "scatter_add"))]
    #[inline(always)]
    #[allow(clippy::type_complexity)]
    pub fn histogram_weighted<I, W>(self, weights: I, bins: usize) -> Pending<Sums<Zip<(E, I::Expr)>, Constant<W>>, B>
    where
        E: Repeatable + Indexed,
        E::Item: Position,
        I: IntoChain<B, Expr: Repeatable + Indexed<Item = W>>,
        W: Number,
    {
        self.zip(weights).sums(Constant::new(W::ZERO, bins))
    }

    /// The call that counts the numbers of bins, from zeros on. There is a zero for each bin.
    #[inline(always)]
    pub(crate) fn counts<Z>(self, zeros: Z, leaves_out: bool) -> Pending<Counts<E, Z>, B> {
        Pending::new(Counts { input: self.expr, zeros, leaves_out }, self.device)
    }

    /// The call that sums the weights in pairs of a bin and a weight, from zeros on. There is a zero for each bin.
    #[inline(always)]
    pub(crate) fn sums<Z>(self, zeros: Z) -> Pending<Sums<E, Z>, B> {
        Pending::new(Sums { pairs: self.expr, zeros }, self.device)
    }
}

/// A request for the number of items in each bin.
#[derive(Debug, Clone)]
pub struct Counts<E, Z> {
    input: E,
    zeros: Z,
    leaves_out: bool,
}

impl<E: Expr, Z: Indexed> Request for Counts<E, Z> {
    type Items = (u64,);
    type Room = [usize; 1];
    type Count = ();

    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.input.check(check);
        self.zeros.check(check);
    }
    #[inline(always)]
    fn room(&self) -> [usize; 1] {
        [self.zeros.slots()]
    }
}

// SAFETY: all zeros are written, and counted up.
unsafe impl<B, E, Z> Fill<B, (Span<u64>,)> for Counts<E, Z>
where
    B: Backend,
    E: Repeatable<Item: Position>,
    Z: Repeatable + Indexed<Item = u64>,
{
    #[inline(always)]
    unsafe fn fill(self, device: &B, (counts,): (Span<u64>,)) -> Result<()> {
        let Counts { input, zeros, leaves_out } = self;
        // SAFETY: the caller's contract; there is a zero for each count. The counts are zeros when the numbers are counted.
        unsafe {
            device.collect(Collect { input: zeros, output: counts })?;
            device.histogram(Histogram { input, counts: counts.fresh(false), leaves_out })
        }
    }
}

/// A request for the sum of the weights in each bin.
#[derive(Debug, Clone)]
pub struct Sums<E, Z> {
    pairs: E,
    zeros: Z,
}

impl<E: Expr, Z: Indexed<Item: Number>> Request for Sums<E, Z> {
    type Items = (Z::Item,);
    type Room = [usize; 1];
    type Count = ();

    #[inline(always)]
    fn check(&self, check: &mut Check) {
        check.bound("scatter_reduce", self.zeros.slots(), u32::MAX as usize);
        self.pairs.check(check);
        self.zeros.check(check);
    }
    #[inline(always)]
    fn room(&self) -> [usize; 1] {
        [self.zeros.slots()]
    }
}

// SAFETY: all zeros are written, and added to.
unsafe impl<B, P, W, E, Z> Fill<B, (Span<W>,)> for Sums<E, Z>
where
    B: Backend,
    P: Position,
    W: Number,
    E: Repeatable<Item = (P, W)>,
    Z: Repeatable + Indexed<Item = W>,
{
    #[inline(always)]
    unsafe fn fill(self, device: &B, (sums,): (Span<W>,)) -> Result<()> {
        let Sums { pairs, zeros } = self;
        // SAFETY: the caller's contract; there is a zero for each sum, and no more than a scatter's target may have. The sums are zeros
        // when the weights are added.
        unsafe {
            device.collect(Collect { input: zeros, output: sums })?;
            device.scatter_reduce(ScatterReduce { input: pairs, op: Sum, output: sums.fresh(false) })
        }
    }
}
