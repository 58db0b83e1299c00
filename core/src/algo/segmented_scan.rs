use crate::backend::Backend;
use crate::device::checked;
use crate::error::Result;
use crate::expr::{InPlace, Indexed, Repeatable};
use crate::operator::Operator;
use crate::pending::{Pending, request};
use crate::position::Position;
use crate::segments::{Segments, SegmentsMut, check_segments};
use crate::storage::Storage;
use crate::value::{Element, Value};

/// All prefixes of the items of each segment, each in the association that the [shape contract](crate::shape) defines for a scan
/// of its length alone.
///
/// Segment `i` consists of the items `offsets[i]..offsets[i + 1]`. The request says nothing about the offsets' values, so a
/// backend compares each with the length and with the one before it, and the first and the last with the ends of the input.
#[derive(Debug, Clone)]
pub struct SegmentedScan<E: Indexed, P, O, S = ()> {
    /// The items. Item `i` may lie in the memory of item `i` of the output: a backend reads an item before it writes the
    /// prefix in its place, or writes the item itself there before.
    pub input: E,
    /// The offsets: one more than there are segments, and so at least one.
    pub offsets: P,
    /// The operator.
    pub op: O,
    /// The initial value of an exclusive scan, which stands on the left of each segment; `None` for an inclusive scan.
    pub init: Option<E::Item>,
    /// The target of the prefixes, as long as the input.
    pub output: S,
}

impl<E, P, B> Segments<E, P, B>
where
    E: Repeatable + Indexed<Item: Value>,
    P: Repeatable + Indexed<Item: Position>,
    B: Backend,
{
    /// Inclusive prefixes within each segment: the result of item `i` is `x₀ ∘ … ∘ xᵢ`, from its segment's first item on. The
    /// segments must cover the whole chain.
    ///
    /// # Operator
    ///
    /// Associative; the order of the items is kept.
    ///
    /// # Cost
    ///
    /// One pass that reads each item once, writes each prefix once and, on a GPU, reads the offsets twice, since
    /// they are checked first: two launches. The work is divided by items and segments together. Temporary memory is as for
    /// [`reduce`](Self::reduce). Queued, not waited for.
    ///
    /// # Determinism
    ///
    /// The prefixes have the bits of [`scan_inclusive`](crate::Chain::scan_inclusive) of each segment alone, on every backend:
    /// the association is a function of the segment's length and the item's size ([shape contract](crate::shape)).
    ///
    /// # Errors
    ///
    /// The chain's own, those of the [offsets](crate::Chain::segments), and
    /// [`LengthMismatch`](crate::ErrorKind::LengthMismatch) if the segments don't cover the chain. Of several wrong offsets any
    /// one is reported.
    ///
    /// On a GPU the call may return before its work is done: then reading its output returns the failure of an operation, or
    /// that an offset is wrong.
    ///
    /// # Source
    ///
    /// D. Merrill and M. Garland, *Merge-Based Parallel Sparse Matrix-Vector Multiplication*, 2016, for the division of the work;
    /// the same, *Single-pass Parallel Prefix Scan with Decoupled Look-back*, 2016, within long segments.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[3, 1, 4, 1, 5])?;
    /// let offsets = device.upload(&[0u32, 2, 2, 5])?;
    /// assert_eq!(x.iter().segments(&offsets).scan_inclusive(Sum).collect()?.to_vec()?, [3, 4, 4, 5, 10]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("segmented_scan", "DeviceSegmentedScan", "InclusiveSegmentedScan", "InclusiveSegmentedSum", "cumsum"))]
    #[doc(alias("scan_by_key", "inclusive_scan_by_key", "inclusive_scan"))]
    #[inline(always)]
    pub fn scan_inclusive<O: Operator<E::Item>>(self, op: O) -> Pending<SegmentedScan<E, P, O>, B> {
        self.scan(None, op)
    }

    /// Exclusive prefixes within each segment: the result of item `i` is `init ∘ x₀ ∘ … ∘ xᵢ₋₁`, and that of a segment's first
    /// item is `init`. All else is as for [`scan_inclusive`](Self::scan_inclusive).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let ones = device.constant(1u32, 7);
    /// assert_eq!(ones.segments_of(3).scan_exclusive(0, Sum).collect()?.to_vec()?, [0, 1, 2, 0, 1, 2, 0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("segmented_scan", "DeviceSegmentedScan", "ExclusiveSegmentedScan", "ExclusiveSegmentedSum", "cumsum"))]
    #[doc(alias("scan_by_key", "exclusive_scan_by_key", "exclusive_scan"))]
    #[inline(always)]
    pub fn scan_exclusive<O: Operator<E::Item>>(self, init: E::Item, op: O) -> Pending<SegmentedScan<E, P, O>, B> {
        self.scan(Some(init), op)
    }

    #[inline(always)]
    fn scan<O>(self, init: Option<E::Item>, op: O) -> Pending<SegmentedScan<E, P, O>, B> {
        let Segments { input, offsets, device } = self;
        Pending::new(SegmentedScan { input, offsets, op, init, output: () }, device)
    }
}

request! {
    [E: Repeatable + Indexed<Item: Value>, P: Repeatable + Indexed<Item: Position>, O: Operator<E::Item>]
    [S: Storage<Item = E::Item>]
    SegmentedScan<E, P, O, ()> { input, offsets, op, init } => segmented_scan(output: S) of (E::Item,);
    check(check) {
        check_segments(input, offsets, check);
        op.check(check);
    }
    exactly [input.slots()]
}

impl<T: Element, P: Repeatable + Indexed<Item: Position>, B: Backend> SegmentsMut<'_, T, P, B> {
    /// Replaces each element by the inclusive prefix within its segment: [`Segments::scan_inclusive`] in place, with the same
    /// bits.
    ///
    /// # Cost
    ///
    /// As for [`Segments::scan_inclusive`], without its allocation.
    ///
    /// # Errors
    ///
    /// Those of [`Segments::scan_inclusive`]. If the operator panics, or memory is refused, the vector holds elements, prefixes and
    /// meaningless values; [`recover`](crate::DeviceVec::recover) makes them readable.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[3, 1, 4, 1, 5])?;
    /// x.segments_mut(&device.upload(&[0u32, 2, 2, 5])?).scan_inclusive(Sum)?;
    /// assert_eq!(x.to_vec()?, [3, 4, 4, 5, 10]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("segmented_scan", "DeviceSegmentedScan", "InclusiveSegmentedScan", "InclusiveSegmentedSum", "cumsum"))]
    #[inline(always)]
    #[track_caller]
    pub fn scan_inclusive<O: Operator<T>>(self, op: O) -> Result<()> {
        self.scan_in_place(None, op)
    }

    /// Replaces each element by the exclusive prefix of those before it in its segment: [`Segments::scan_exclusive`] in place.
    /// All else is as for [`scan_inclusive`](Self::scan_inclusive).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[3, 1, 4, 1, 5])?;
    /// x.segments_of_mut(2).scan_exclusive(10, Sum)?;
    /// assert_eq!(x.to_vec()?, [10, 13, 10, 14, 10]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("segmented_scan", "DeviceSegmentedScan", "ExclusiveSegmentedScan", "ExclusiveSegmentedSum"))]
    #[inline(always)]
    #[track_caller]
    pub fn scan_exclusive<O: Operator<T>>(self, init: T, op: O) -> Result<()> {
        self.scan_in_place(Some(init), op)
    }

    #[inline(always)]
    #[track_caller]
    fn scan_in_place<O: Operator<T>>(self, init: Option<T>, op: O) -> Result<()> {
        let (device, output) = (&self.items.device, self.items.span);
        // SAFETY: the span is that of initialised elements, which `items` has borrowed mutably; a backend reads an item before it
        // writes another value in its place.
        let input = unsafe { InPlace::new(output) };
        let parts = (input, self.offsets, op);
        let uses = checked!(device.stream_id(), &parts, |(input, offsets, op), check| {
            check_segments(input, offsets, check);
            output.check(check);
            op.check(check);
        });
        let (input, offsets, op) = parts;
        // SAFETY: the elements, the offsets and the operator are checked, and there is an offset; [`SegmentedScan`] allows the
        // output to be the input's memory, item by item.
        uses.done(device, unsafe { device.segmented_scan(SegmentedScan { input, offsets, op, init, output }) })
    }
}
