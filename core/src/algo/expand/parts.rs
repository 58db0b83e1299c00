//! Copies of parts: from anywhere in a chain to one behind the other, and back.

use crate::backend::Backend;
use crate::chain::{Chain, IntoChain};
use crate::device::Check;
use crate::error::Result;
use crate::expr::{Expr, Indexed, Repeatable};
use crate::parts::{Fit, Parts};
use crate::pending::{Fill, Pending, Prepare, Request};
use crate::position::Position;
use crate::segments::Segments;
use crate::storage::Storage;
use crate::target::Target;
use crate::value::Value;

impl<E: Expr, B: Backend> Chain<E, B> {
    /// Packs parts of the chain: a batched copy. Part `j` consists of the `offsets[j + 1] - offsets[j]` items from item `starts[j]`
    /// on. The result holds the parts one behind the other, as the [`segments`](Chain::segments) of these offsets less the first
    /// one.
    ///
    /// So `n` parts have `n` starts and `n + 1` offsets, [integers of any types](Position). Parts may be empty, they may overlap,
    /// and they may stand in any order. [`Segments::scatter`] is the way back. Where only the parts' lengths are known, their
    /// [sums](Chain::scan_inclusive) behind a 0 are the offsets.
    ///
    /// # Cost
    ///
    /// One pass over starts and offsets, which waits for the number of items; one allocation, for the result; and one pass that
    /// reads each item of a part once, fused with the chain, and writes it once. Its work is divided by items, so one long part
    /// and a million short ones take about the same time. There are no temporary positions: on a GPU many items take 8 bytes for
    /// each 1024 or more of them. There, starts and offsets are read, or computed, for each item of short parts: collect them first
    /// if that is costly.
    ///
    /// # Errors
    ///
    /// The chains' own; [`OutOfRange`](crate::ErrorKind::OutOfRange) if a part starts or ends beyond the chain, with the part's
    /// number as `item`; [`LengthMismatch`](crate::ErrorKind::LengthMismatch) unless there is one offset more than starts; and
    /// those of wrong [offsets](Chain::segments). Of several wrong parts the first is reported. The call finds them before
    /// anything is written.
    ///
    /// # Source
    ///
    /// S. Baxter, *Modern GPU*, 2013 (load-balancing search, interval move).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.range(100..200);
    /// let (starts, offsets) = (device.upload(&[50u32, 7, 90])?, device.upload(&[0u64, 2, 2, 5])?);
    /// let packed = x.gather_segments(&starts, &offsets).collect()?;
    /// assert_eq!(packed.to_vec()?, [150, 151, 190, 191, 192]);
    /// // The parts are the result's segments.
    /// assert_eq!(packed.iter().segments(&offsets).sum().collect()?.to_vec()?, [301, 0, 573]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("DeviceCopy::Batched", "DeviceMemcpy::Batched", "DeviceCopy"))]
    #[doc(alias("DeviceMemcpy", "Batched", "batched_copy", "pack", "concat"))]
    #[doc(alias("interval_gather", "interval_move", "gather", "slices", "ragged", "jagged", "gatherv"))]
    #[inline(always)]
    pub fn gather_segments<I, O>(self, starts: I, offsets: O) -> Pending<GatherSegments<E, I::Expr, O::Expr>, B>
    where
        E: Repeatable + Indexed<Item: Value>,
        I: IntoChain<B, Expr: Repeatable + Indexed<Item: Position>>,
        O: IntoChain<B, Expr: Repeatable + Indexed<Item: Position>>,
    {
        let (starts, offsets) = (starts.into_chain().expr, offsets.into_chain().expr);
        Pending::new(GatherSegments { source: self.expr, starts, offsets, fit: () }, self.device)
    }
}

/// A call that stores parts of a chain, and the request for them, once they [fit](Fit).
#[derive(Debug, Clone)]
pub struct GatherSegments<E, S, P, F = ()> {
    source: E,
    starts: S,
    offsets: P,
    fit: F,
}

impl<E, S, P, B> Prepare<B> for GatherSegments<E, S, P>
where
    E: Repeatable + Indexed<Item: Value>,
    S: Repeatable + Indexed<Item: Position>,
    P: Repeatable + Indexed<Item: Position>,
    B: Backend,
{
    type Request = GatherSegments<E, S, P, Fit>;

    #[inline(always)]
    fn prepare(self, device: &B, walk: impl Fn(&mut Check)) -> Result<Self::Request> {
        let GatherSegments { source, starts, offsets, .. } = self;
        let (len, parts) = (source.slots(), (&starts, &offsets));
        let fit = Parts::check("gather_segments", device, parts, len, MOST, |check| {
            source.check(check);
            walk(check);
        })?
        .fit;
        Ok(GatherSegments { source, starts, offsets, fit })
    }
}

impl<E, S, P> Request for GatherSegments<E, S, P, Fit>
where
    E: Repeatable + Indexed<Item: Value>,
    S: Repeatable + Indexed<Item: Position>,
    P: Repeatable + Indexed<Item: Position>,
{
    type Items = (E::Item,);
    type Room = [usize; 1];
    type Count = usize;
    const EXACT: bool = false;

    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.source.check(check);
        self.starts.check(check);
        self.offsets.check(check);
    }
    #[inline(always)]
    fn room(&self) -> [usize; 1] {
        [self.fit.total]
    }
}

// SAFETY: every item of a part is written, of which there are as many as `room` says.
unsafe impl<E, S, P, B, O> Fill<B, (O,)> for GatherSegments<E, S, P, Fit>
where
    E: Repeatable + Indexed<Item: Value>,
    S: Repeatable + Indexed<Item: Position>,
    P: Repeatable + Indexed<Item: Position>,
    B: Backend,
    O: Storage<Item = E::Item>,
{
    #[inline(always)]
    unsafe fn fill(self, device: &B, (output,): (O,)) -> Result<usize> {
        let parts = Parts { starts: &self.starts, offsets: &self.offsets, fit: self.fit };
        // SAFETY: the parts were compared with this source; the rest is the caller's contract.
        unsafe { parts.gather(device, &self.source, output)? };
        Ok(self.fit.total)
    }
}

/// The largest offset of packed items: no vector has more of them.
const MOST: usize = isize::MAX as usize;

impl<E, P, B> Segments<E, P, B>
where
    E: Repeatable + Indexed<Item: Value>,
    P: Repeatable + Indexed<Item: Position>,
    B: Backend,
{
    /// Stores each segment as a part of the target: segment `j` from element `starts[j]` on. A batched copy, the way back from
    /// [`gather_segments`](Chain::gather_segments). Elements outside the parts stay as they were. Starts are
    /// [integers of any type](Position), one for each segment.
    ///
    /// # Determinism
    ///
    /// If parts of the target overlap, the last one stays, as in a sequential loop.
    ///
    /// # Cost
    ///
    /// One pass over starts and offsets, which waits for the number of items; then one pass that reads each item once, fused with
    /// the chain, and writes it once, if each part begins at or behind the end of the one before it, or each ends at or before its
    /// start. The work is divided by items. Otherwise, the items' places are stored first, 8 bytes for each, and the items go the way of
    /// [`scatter`](Chain::scatter), with its costs; parts that don't overlap can be brought into order by a
    /// [`sort_by_key`](crate::sort_by_key) of starts and the parts' numbers before they are packed.
    ///
    /// # Errors
    ///
    /// The chains' own; [`OutOfRange`](crate::ErrorKind::OutOfRange) if a part starts or ends beyond the target, with the part's
    /// number as `item`; [`LengthMismatch`](crate::ErrorKind::LengthMismatch) unless there is a start for each segment; and those
    /// of wrong [offsets](Chain::segments). Of several wrong parts the first is reported. The call finds them before anything is
    /// written. [`OutOfMemory`](crate::ErrorKind::OutOfMemory) for places. If an operation panics, the target holds old, new
    /// and meaningless items; on a GPU the call may have returned before: then reading the target returns the failure.
    ///
    /// # Source
    ///
    /// S. Baxter, *Modern GPU*, 2013 (load-balancing search, interval move).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let packed = device.range(1..6);
    /// let (starts, offsets) = (device.upload(&[1u32, 4, 5])?, device.upload(&[0u32, 2, 2, 5])?);
    /// let mut out = device.filled(0, 9)?;
    /// packed.segments(&offsets).scatter(&starts, &mut out)?;
    /// assert_eq!(out.to_vec()?, [0, 1, 2, 0, 0, 3, 4, 5, 0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("DeviceCopy::Batched", "DeviceMemcpy::Batched", "DeviceCopy"))]
    #[doc(alias("DeviceMemcpy", "Batched", "batched_copy"))]
    #[doc(alias("unpack", "split", "interval_move", "copy_to", "scatterv"))]
    #[inline(always)]
    #[track_caller]
    pub fn scatter<I, T>(self, starts: I, mut target: T) -> Result<()>
    where
        I: IntoChain<B, Expr: Repeatable + Indexed<Item: Position>>,
        T: Target<B, Storage: Storage<Item = E::Item>>,
    {
        let output = target.storage();
        let starts = starts.into_chain().expr;
        let (len, parts) = (output.len(), (&starts, &self.offsets));
        let parts = Parts::check("scatter", &self.device, parts, len, self.input.slots(), |check| {
            self.input.check(check);
            output.check(check);
        })?;
        // SAFETY: the parts were compared with the target and with these packed items.
        unsafe { parts.scatter(&self.device, &self.input, target) }
    }
}
