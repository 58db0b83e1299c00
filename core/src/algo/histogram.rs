use crate::backend::Backend;
use crate::chain::Chain;
use crate::error::Result;
use crate::expr::{Expr, Repeatable};
use crate::position::Position;
use crate::storage::Span;
use crate::vec::DeviceVec;

/// Counts how often each number below `counts.len()` occurs in `input`.
#[derive(Debug)]
pub struct Histogram<E> {
    /// The bin of each item, as a number.
    pub input: E,
    /// The counts, one per bin, which start as zeros.
    pub counts: Span<u64>,
}

impl<E: Expr<Item: Position>, B: Backend> Chain<E, B> {
    /// Counts how often each of the numbers `0 .. bins` occurs. Map values to the numbers of their
    /// bins first, which are [integers of any type](Position).
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
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[0.1f32, 0.9, 0.5, 0.55])?;
    /// let counts = x.iter().map(op!(|v: f32| (v * 4.0) as usize)).histogram(4)?;
    /// assert_eq!(counts.to_vec()?, [1, 0, 2, 1]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("bincount", "counts", "DeviceHistogram", "HistogramEven", "HistogramRange"))]
    #[inline(always)]
    #[track_caller]
    pub fn histogram(self, bins: usize) -> Result<DeviceVec<u64, B>>
    where
        E: Repeatable,
    {
        let (input, device, uses) = self.ready()?;
        let mut out = device.filled(0u64, bins)?;
        // SAFETY: `ready` has checked the chain; the counts are new.
        uses.done(&device, unsafe { device.histogram(Histogram { input, counts: out.span() }) })?;
        Ok(out)
    }
}
