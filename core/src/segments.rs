//! [`Segments`]: consecutive parts of a chain, for terminals that process each as if it were alone.

use std::ops::Range;
use std::panic::Location;

use crate::backend::Backend;
use crate::chain::{Chain, IntoChain};
use crate::device::Check;
use crate::error::{Error, ErrorKind, Result};
use crate::expr::{Expr, Indexed, Lent, Repeatable, Tabulate};
use crate::functor::{First, Multiple};
use crate::position::Position;
use crate::value::Element;
use crate::vec::{DeviceSliceMut, DeviceVec};

/// Consecutive parts of a chain; made by [`Chain::segments`] and [`Chain::segments_of`].
///
/// Its terminals compute one result for each segment, with the bits that the same terminal of [`Chain`] would give for that
/// part alone.
#[doc(alias("DeviceSegmentedReduce", "segmented", "csr", "ragged", "jagged", "RaggedTensor"))]
#[derive(Debug, Clone, Copy)]
#[must_use = "segments are lazy and do nothing until a terminal such as `sum` runs them"]
pub struct Segments<E, P, B> {
    pub(crate) input: E,
    pub(crate) offsets: P,
    pub(crate) device: B,
}

/// Consecutive parts of a vector, to be sorted or scanned in place; made by [`DeviceVec::segments_mut`] and
/// [`DeviceVec::segments_of_mut`].
#[doc(alias("DeviceSegmentedSort", "chunks_mut", "par_chunks_mut"))]
#[derive(Debug)]
#[must_use = "segments are lazy and do nothing until a terminal such as `sort` or `scan_inclusive` runs them"]
pub struct SegmentsMut<'a, T: Element, P, B: Backend> {
    pub(crate) items: DeviceSliceMut<'a, T, B>,
    pub(crate) offsets: P,
}

/// The offsets of rows of `len` items.
#[track_caller]
fn rows(what: &str, end: usize, len: usize) -> Tabulate<Multiple> {
    assert!(len != 0, "{what}: the length of a segment must not be 0");
    let rows = end.div_ceil(len);
    Tabulate::new(Multiple { len, end, rows }, rows.saturating_add(1))
}

impl<T: Element, B: Backend> DeviceVec<T, B> {
    /// Consecutive segments of the vector, to be sorted or scanned in place: segment `i` consists of the elements from `offsets[i]` up to,
    /// not including, `offsets[i + 1]`. The offsets are as for [`Chain::segments`], and the segments must cover the whole
    /// vector; take a [part](DeviceVec::slice_mut) of it for fewer.
    ///
    /// Lazy.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[2, 1, 9, 5, 7])?;
    /// x.segments_mut(&device.upload(&[0u32, 2, 5])?).sort()?;
    /// assert_eq!(x.to_vec()?, [1, 2, 5, 7, 9]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("segmented_sort", "DeviceSegmentedSort", "csr", "ragged", "jagged", "chunk_by_mut"))]
    pub fn segments_mut<I>(&mut self, offsets: I) -> SegmentsMut<'_, T, I::Expr, B>
    where
        I: IntoChain<B, Expr: Repeatable + Indexed<Item: Position>>,
    {
        SegmentsMut { items: self.as_mut_slice(), offsets: offsets.into_chain().expr }
    }

    /// Segments of `len` elements each: rows, to be sorted or scanned in place. The last one is shorter if `len` doesn't divide the length,
    /// as with std's `slice::chunks_mut`.
    ///
    /// # Panics
    ///
    /// If `len` is 0, as in std.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.range(0..5).collect()?;
    /// x.segments_of_mut(2).sort_by(Greater)?;
    /// assert_eq!(x.to_vec()?, [1, 0, 3, 2, 4]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("chunks_mut", "par_chunks_mut", "rows", "sort_rows"))]
    #[track_caller]
    pub fn segments_of_mut(&mut self, len: usize) -> SegmentsMut<'_, T, Tabulate<Multiple>, B> {
        let offsets = rows("segments_of_mut", self.len(), len);
        SegmentsMut { items: self.as_mut_slice(), offsets }
    }
}

impl<T: Element, B: Backend> DeviceSliceMut<'_, T, B> {
    /// Consecutive segments of the part, to be sorted or scanned in place; see [`DeviceVec::segments_mut`]. The offsets count from the
    /// part's start.
    pub fn segments_mut<I>(&mut self, offsets: I) -> SegmentsMut<'_, T, I::Expr, B>
    where
        I: IntoChain<B, Expr: Repeatable + Indexed<Item: Position>>,
    {
        SegmentsMut { items: self.reborrow(), offsets: offsets.into_chain().expr }
    }

    /// Segments of `len` elements each, to be sorted or scanned in place; see [`DeviceVec::segments_of_mut`].
    ///
    /// # Panics
    ///
    /// If `len` is 0.
    #[doc(alias("chunks_mut"))]
    #[track_caller]
    pub fn segments_of_mut(&mut self, len: usize) -> SegmentsMut<'_, T, Tabulate<Multiple>, B> {
        let offsets = rows("segments_of_mut", self.len(), len);
        SegmentsMut { items: self.reborrow(), offsets }
    }
}

impl<E, P, B> Segments<E, P, B>
where
    E: Repeatable + Indexed,
    P: Repeatable + Indexed<Item: Position>,
    B: Backend,
{
    /// The positions of the items that lie between the first offset and the last: the segments' own, if the offsets are right.
    /// The chain's other items aren't used.
    ///
    /// # Cost
    ///
    /// Reads the two offsets, in a call for each that waits, and no items.
    ///
    /// # Errors
    ///
    /// The chains' own, and those of the [offsets](Chain::segments), as far as the two show them.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1.0f32, 2.0, 3.0, 4.0, 5.0])?;
    /// let mut offsets = device.upload(&[0u32, 2])?; // where two segments start
    /// assert_eq!(x.iter().segments(&offsets).covered()?, 0..2); // a single one
    /// offsets.push(x.len() as u32)?;
    /// assert_eq!(x.iter().segments(&offsets).covered()?, 0..5);
    /// # Ok(()) }
    /// ```
    #[doc(alias("span", "extent", "coverage"))]
    #[track_caller]
    pub fn covered(&self) -> Result<Range<usize>> {
        let (stream, caller) = (self.device.stream_id(), Location::caller());
        let located = |error: Error| error.called_at(caller);
        Check::shape(stream, |check| check_segments(&self.input, &self.offsets, check)).map_err(located)?;
        let (start, end) = (self.offset(0)?, self.offset(self.number())?);
        if start > end {
            return Err(located(ErrorKind::ReversedRange { what: "segments", start, end }.into()));
        }
        Ok(start..end)
    }

    /// An offset that there is, if it doesn't exceed the length.
    #[track_caller]
    fn offset(&self, i: usize) -> Result<usize> {
        let (len, caller) = (self.input.slots(), Location::caller());
        let one = Chain::new(Lent(&self.offsets), self.device.clone()).skip(i).take(1);
        let offset = one.reduce_with(First)?.expect("there is an offset");
        if offset.index() > len.min(P::Item::MOST) {
            return Err(Error::from(offset.out_of_range("segments", len, None)).called_at(caller));
        }
        Ok(offset.index())
    }
}

impl<E: Repeatable + Indexed, P: Expr, B: Backend> Segments<E, P, B> {
    /// The number of segments.
    pub(crate) fn number(&self) -> usize {
        self.offsets.slots().saturating_sub(1)
    }
}

/// Shows a chain and the offsets of its segments to the check. Without any offset there is not even an end.
#[inline(always)]
pub(crate) fn check_segments(input: &impl Expr, offsets: &impl Expr, check: &mut Check) {
    input.check(check);
    offsets.check(check);
    if offsets.slots() == 0 {
        check.fault(ErrorKind::OutOfRange { what: "segments", index: 0, len: 0, item: None });
    }
}

impl<E: Expr, B: Backend> Chain<E, B> {
    /// Consecutive segments of the chain, for terminals that compute a result for each: segment `i` consists of the items from
    /// `offsets[i]` up to, not including, `offsets[i + 1]`. So `n` segments have `n + 1` offsets, as the rows of a sparse
    /// matrix have in compressed form (CSR): the starts of segments alone lose the last one. `[0, 2]` is one segment of two items,
    /// however many follow; push the length behind the starts. [`covered`](Segments::covered) tells which items lie in segments.
    ///
    /// Offsets are [integers of any type](Position), of any chain with random access. [`offsets`](Chain::offsets) makes them of
    /// lengths.
    ///
    /// A segment may be empty. The first offset need not be 0, nor the last one the length: the items before and behind the
    /// segments aren't used.
    ///
    /// Lazy; the terminals read the chain, fused, and the offsets. Each segment is processed as if it were alone, so its
    /// result has the bits of the same terminal of that part. On a GPU, launches and temporary memory of reductions are for the
    /// whole chain, up to some 2^29 items: take the [`skip`](Chain::skip) and [`take`](Chain::take) of it first if the segments are
    /// a small part. Of a longer chain the call waits for the first offset and the last, and launches what the items between them
    /// need.
    ///
    /// # Errors
    ///
    /// The terminals return [`OutOfRange`](crate::ErrorKind::OutOfRange) if an offset that bounds a segment is negative or
    /// exceeds the length, or if there isn't a single offset, and [`ReversedRange`](crate::ErrorKind::ReversedRange) if an
    /// offset is less than the one before it. Of several such offsets any one is reported.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1.0f32, 2.0, 3.0, 4.0, 5.0])?;
    /// let offsets = device.upload(&[0u32, 2, 2, 5])?;
    /// assert_eq!(x.iter().segments(&offsets).sum().collect()?.to_vec()?, [3.0, 0.0, 12.0]);
    /// // The product of a sparse matrix and a vector, fused:
    /// let (column, value) = (device.upload(&[0u32, 1, 1])?, device.upload(&[2.0f32, 3.0, 4.0])?);
    /// let (rows, v) = (device.upload(&[0u32, 2, 3])?, device.upload(&[1.0f32, 10.0])?);
    /// let products = v.iter().permute(&column).zip(&value).map(op!(|(v, a): (f32, f32)| v * a));
    /// assert_eq!(products.segments(&rows).sum().collect()?.to_vec()?, [32.0, 40.0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("segmented_reduce", "DeviceSegmentedReduce", "csr", "reduceat", "ragged", "jagged", "chunk_by"))]
    #[doc(alias("reduce_by_key"))]
    pub fn segments<I>(self, offsets: I) -> Segments<E, I::Expr, B>
    where
        E: Repeatable + Indexed,
        I: IntoChain<B, Expr: Repeatable + Indexed<Item: Position>>,
    {
        Segments { input: self.expr, offsets: offsets.into_chain().expr, device: self.device }
    }

    /// Segments of `len` items each: rows. The last one is shorter if `len` doesn't divide the length, as with std's
    /// `slice::chunks`.
    ///
    /// Lazy; the offsets are computed, not stored.
    ///
    /// # Panics
    ///
    /// If `len` is 0, as in std.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert_eq!(device.range(0..7).segments_of(3).sum().collect()?.to_vec()?, [3, 12, 6]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("chunks", "par_chunks", "rows", "segmented_reduce", "DeviceSegmentedReduce", "fixed_size_segments"))]
    #[track_caller]
    pub fn segments_of(self, len: usize) -> Segments<E, Tabulate<Multiple>, B>
    where
        E: Repeatable + Indexed,
    {
        let offsets = rows("segments_of", self.expr.slots(), len);
        Segments { input: self.expr, offsets, device: self.device }
    }
}
