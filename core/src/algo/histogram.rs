use super::Collect;
use crate::backend::Backend;
use crate::chain::Chain;
use crate::device::checked;
use crate::error::Result;
use crate::expr::{Constant, Expr, Indexed, Repeatable};
use crate::position::Position;
use crate::storage::{Span, Storage as _};
use crate::target::Target;
use crate::vec::DeviceVec;

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
    /// them out of the count.
    ///
    /// On a GPU the call may return before its work is done: then reading its output returns the failure of an operation.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[0.1f32, 0.9, 0.5, 0.55])?;
    /// let counts = x.iter().map(op!(|v: f32| (v * 4.0) as usize)).histogram(4)?;
    /// assert_eq!(counts.to_vec()?, [1, 0, 2, 1]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("counts", "DeviceHistogram"))]
    #[inline(always)]
    #[track_caller]
    pub fn histogram(self, bins: usize) -> Result<DeviceVec<u64, B>>
    where
        E: Repeatable,
        E::Item: Position,
    {
        self.histogram_of(Constant::new(0, bins), false)
    }

    /// Counts how often each of the numbers `0 .. counts.len()` occurs, as [`histogram`](Chain::histogram) does, in a vector
    /// that exists already. What it held doesn't matter.
    ///
    /// # Cost
    ///
    /// As [`histogram`](Chain::histogram), without an allocation for the counts.
    ///
    /// # Errors
    ///
    /// Those of [`histogram`](Chain::histogram); the counts are then of no use, and
    /// [`recover`](crate::DeviceVec::recover) makes them readable.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut counts = device.filled(9u64, 3)?;
    /// device.upload(&[2u8, 0, 2])?.iter().histogram_into(&mut counts)?;
    /// assert_eq!(counts.to_vec()?, [1, 0, 2]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("bincount", "DeviceHistogram"))]
    #[inline(always)]
    #[track_caller]
    pub fn histogram_into<T: Target<B, Storage = Span<u64>>>(self, mut counts: T) -> Result<()>
    where
        E: Repeatable,
        E::Item: Position,
    {
        let zeros = Constant::new(0, counts.storage().len());
        self.histogram_of_into(zeros, counts, false)
    }

    /// The [`histogram`](Chain::histogram), or that of the numbers of bins, if others are left out. There is a zero for each bin.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn histogram_of<Z>(self, zeros: Z, leaves_out: bool) -> Result<DeviceVec<u64, B>>
    where
        E: Repeatable,
        E::Item: Position,
        Z: Repeatable + Indexed<Item = u64>,
    {
        let (input, device, uses) = self.ready()?;
        let mut out = Chain::new(zeros, device.clone()).collect()?;
        // SAFETY: `ready` has checked the chain; the counts are new.
        uses.done(&device, unsafe { device.histogram(Histogram { input, counts: out.span(), leaves_out }) })?;
        Ok(out)
    }

    /// Computes [`histogram_of`](Chain::histogram_of) in a vector that exists already.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn histogram_of_into<Z, T>(self, zeros: Z, mut counts: T, leaves_out: bool) -> Result<()>
    where
        E: Repeatable,
        E::Item: Position,
        Z: Repeatable + Indexed<Item = u64>,
        T: Target<B, Storage = Span<u64>>,
    {
        let counts = counts.storage();
        let parts = (self.expr, zeros);
        let uses = checked!(self.device.stream_id(), &parts, |(input, zeros), check| {
            input.check(check);
            zeros.check(check);
            check.overwrites(|check| counts.check(check));
        });
        let ((input, zeros), device) = (parts, self.device);
        // SAFETY: the chains and the target are checked, and as long; the target is borrowed mutably, so nothing else uses it. It holds
        // zeros when the numbers are counted.
        let counted = unsafe {
            match device.collect(Collect { input: zeros, output: counts }) {
                Ok(()) => device.histogram(Histogram { input, counts, leaves_out }),
                Err(error) => Err(error),
            }
        };
        uses.done(&device, counted)
    }
}
