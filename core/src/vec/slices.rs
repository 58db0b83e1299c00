//! Parts of vectors: [`DeviceSlice`] and [`DeviceSliceMut`].

use std::marker::PhantomData;
use std::ops::{Bound, RangeBounds};

use super::DeviceVec;
use super::lent::Loan;
use crate::backend::Backend;
use crate::chain::{Chain, IntoChain};
use crate::error::{ErrorKind, Result};
use crate::expr::{Slice, SliceMut};
use crate::storage::{Span, Storage as _};
use crate::value::Element;
use crate::view::View;

impl<T: Element, B: Backend> DeviceVec<T, B> {
    /// Part of the vector.
    ///
    /// # Errors
    ///
    /// [`OutOfRange`](ErrorKind::OutOfRange) if the range doesn't lie inside,
    /// [`ReversedRange`](ErrorKind::ReversedRange) if it ends before it starts.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1, 2, 3, 4])?;
    /// assert_eq!(x.slice(1..3)?.iter().sum()?, 5);
    /// assert!(x.slice(3..9).is_err());
    /// # Ok(()) }
    /// ```
    #[doc(alias("range", "subspan", "get"))]
    pub fn slice(&self, range: impl RangeBounds<usize>) -> Result<DeviceSlice<'_, T, B>> {
        self.as_slice().slice(range)
    }

    /// Part of the vector, to be written or sorted.
    ///
    /// # Errors
    ///
    /// [`OutOfRange`](ErrorKind::OutOfRange) if the range doesn't lie inside,
    /// [`ReversedRange`](ErrorKind::ReversedRange) if it ends before it starts.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[4, 3, 2, 1])?;
    /// x.slice_mut(1..)?.sort()?;
    /// assert_eq!(x.to_vec()?, [4, 1, 2, 3]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("range", "par_chunks_mut", "get_mut"))]
    pub fn slice_mut(&mut self, range: impl RangeBounds<usize>) -> Result<DeviceSliceMut<'_, T, B>> {
        self.as_mut_slice().into_part(range)
    }

    /// The whole vector as a part.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// fn spread<B: Backend>(x: onrush::DeviceSlice<'_, i32, B>) -> onrush::Result<Option<i32>> {
    ///     Ok(x.iter().max()?.zip(x.iter().min()?).map(|(max, min)| max - min))
    /// }
    /// let device = Device::best()?;
    /// let x = device.upload(&[3, 8, 1])?;
    /// assert_eq!((spread(x.as_slice())?, spread(x.slice(..2)?)?), (Some(7), Some(5)));
    /// # Ok(()) }
    /// ```
    #[doc(alias("as_ref", "device_span"))]
    pub fn as_slice(&self) -> DeviceSlice<'_, T, B> {
        DeviceSlice { view: self.view(), device: self.device.clone() }
    }

    /// The whole vector as a part that can be written.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[1, 2, 3])?;
    /// x.as_mut_slice().fill(7)?;
    /// assert_eq!(x.to_vec()?, [7, 7, 7]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("as_mut", "device_span"))]
    pub fn as_mut_slice(&mut self) -> DeviceSliceMut<'_, T, B> {
        DeviceSliceMut { span: self.span(), device: self.device.clone(), owner: PhantomData, _loan: None }
    }

    /// The part before position `mid`, and that from it on.
    ///
    /// # Errors
    ///
    /// [`OutOfRange`](ErrorKind::OutOfRange) if `mid` is larger than the length.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1, 2, 30, 40])?;
    /// let (low, high) = x.split_at(2)?;
    /// assert_eq!(low.iter().zip(&high).map(op!(|(a, b): (i32, i32)| a + b)).collect()?.to_vec()?, [31, 42]);
    /// # Ok(()) }
    /// ```
    pub fn split_at(&self, mid: usize) -> Result<(DeviceSlice<'_, T, B>, DeviceSlice<'_, T, B>)> {
        self.as_slice().split_at(mid)
    }

    /// The part before position `mid`, and that from it on, both to be written.
    ///
    /// # Errors
    ///
    /// [`OutOfRange`](ErrorKind::OutOfRange) if `mid` is larger than the length.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[1, 2, 0, 0])?;
    /// let (from, to) = x.split_at_mut(2)?;
    /// from.iter().map(op!(|v: i32| 10 * v)).collect_into(to)?;
    /// assert_eq!(x.to_vec()?, [1, 2, 10, 20]);
    /// # Ok(()) }
    /// ```
    pub fn split_at_mut(&mut self, mid: usize) -> Result<(DeviceSliceMut<'_, T, B>, DeviceSliceMut<'_, T, B>)> {
        self.as_mut_slice().into_halves(mid)
    }
}

/// The start and end of a range of `len` elements.
pub(super) fn bounds(range: impl RangeBounds<usize>, len: usize) -> Result<(usize, usize)> {
    let from = match range.start_bound() {
        Bound::Included(&i) => i,
        Bound::Excluded(&i) => i.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let to = match range.end_bound() {
        Bound::Included(&i) => i.saturating_add(1),
        Bound::Excluded(&i) => i,
        Bound::Unbounded => len,
    };
    // A range without an end ends where the elements do, so it doesn't end before it starts.
    if from > to && !matches!(range.end_bound(), Bound::Unbounded) {
        return Err(ErrorKind::ReversedRange { what: "slice", start: from, end: to }.into());
    }
    inside("slice", from, len)?;
    inside("slice", to, len)?;
    Ok((from, to))
}

/// A read-only part of a [`DeviceVec`], with the methods of the vector that read. Clones are the same part.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let x = device.range(0..10).collect()?;
/// let part = x.slice(2..8)?;
/// assert_eq!((part.len(), part.first()?, part.at(3)?), (6, Some(2), 5));
/// assert_eq!(part.slice(4..)?.to_vec()?, [6, 7]);
/// let (low, high) = part.split_at(3)?;
/// assert_eq!((low.iter().sum()?, high.iter().sum()?), (9, 18));
/// # Ok(()) }
/// ```
#[doc(alias("device_span", "slice", "subspan", "device_ptr"))]
#[derive(Clone)]
pub struct DeviceSlice<'a, T, B> {
    pub(super) view: View<'a, T>,
    pub(super) device: B,
}

impl<'a, T: Element, B: Backend> DeviceSlice<'a, T, B> {
    /// The number of elements.
    pub fn len(&self) -> usize {
        self.view.len()
    }

    /// Whether the part has no elements.
    pub fn is_empty(&self) -> bool {
        self.view.is_empty()
    }

    /// The device in whose memory the elements live.
    pub fn device(&self) -> &B {
        &self.device
    }

    /// A chain over the elements, by value.
    pub fn iter(&self) -> Chain<Slice<'a, T>, B> {
        Chain::new(Slice(self.view), self.device.clone())
    }

    /// A read-only view, to be captured by operations.
    pub fn view(&self) -> View<'a, T> {
        self.view
    }

    /// A part of this part; see [`DeviceVec::slice`].
    pub fn slice(&self, range: impl RangeBounds<usize>) -> Result<DeviceSlice<'a, T, B>> {
        let (from, to) = bounds(range, self.len())?;
        Ok(DeviceSlice { view: self.view.range(from, to), device: self.device.clone() })
    }

    /// The part before position `mid`, and that from it on; see [`DeviceVec::split_at`].
    #[allow(clippy::type_complexity)]
    pub fn split_at(&self, mid: usize) -> Result<(DeviceSlice<'a, T, B>, DeviceSlice<'a, T, B>)> {
        inside("split_at", mid, self.len())?;
        Ok((self.slice(..mid)?, self.slice(mid..)?))
    }
}

/// A part of a [`DeviceVec`] that can be written, with the methods of the vector that keep its length.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let mut x = device.range(0..10).collect()?;
/// let mut part = x.slice_mut(2..8)?;
/// part.reverse()?;
/// part.slice_mut(..2)?.fill(-1)?;
/// part.set(2, 50)?;
/// assert_eq!(part.iter().sum()?, 50 + 4 + 3 + 2 - 2);
/// part.sort()?;
/// part.scan_inclusive(Sum)?;
/// assert_eq!(x.to_vec()?, [0, 1, -1, -2, 0, 3, 7, 57, 8, 9]);
/// # Ok(()) }
/// ```
#[doc(alias("device_span", "slice_mut", "device_ptr"))]
pub struct DeviceSliceMut<'a, T, B> {
    pub(crate) span: Span<T>,
    pub(crate) device: B,
    pub(super) owner: PhantomData<&'a mut [T]>,
    /// The loan of the elements, which ends here, if they are other code's.
    pub(super) _loan: Option<Loan>,
}

impl<'a, T: Element, B: Backend> DeviceSliceMut<'a, T, B> {
    /// The number of elements.
    pub fn len(&self) -> usize {
        self.span.len()
    }

    /// Whether the part has no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The device in whose memory the elements live.
    pub fn device(&self) -> &B {
        &self.device
    }

    /// A chain over the elements, by value.
    pub fn iter(&self) -> Chain<Slice<'_, T>, B> {
        Chain::new(Slice(self.view()), self.device.clone())
    }

    /// A chain over mutable references to the elements.
    pub fn iter_mut(&mut self) -> Chain<SliceMut<'_, T>, B> {
        Chain::new(SliceMut::new(self.span), self.device.clone())
    }

    /// A read-only view, to be captured by operations.
    pub fn view(&self) -> View<'_, T> {
        // SAFETY: [`View::new`]'s contract: the part consists of initialised elements of a vector that is borrowed for
        // longer than `self` is, and nothing writes them while `self` is borrowed.
        unsafe { View::new(self.span.as_ptr().cast_const(), self.len(), self.device.stream_id()) }
    }

    /// This part as a read-only slice.
    pub fn as_slice(&self) -> DeviceSlice<'_, T, B> {
        DeviceSlice { view: self.view(), device: self.device.clone() }
    }

    /// A read-only part of this part; see [`DeviceVec::slice`].
    pub fn slice(&self, range: impl RangeBounds<usize>) -> Result<DeviceSlice<'_, T, B>> {
        self.as_slice().slice(range)
    }

    /// A part of this part, to be written; see [`DeviceVec::slice_mut`].
    pub fn slice_mut(&mut self, range: impl RangeBounds<usize>) -> Result<DeviceSliceMut<'_, T, B>> {
        self.reborrow().into_part(range)
    }

    /// The part before position `mid`, and that from it on; see [`DeviceVec::split_at`].
    pub fn split_at(&self, mid: usize) -> Result<(DeviceSlice<'_, T, B>, DeviceSlice<'_, T, B>)> {
        self.as_slice().split_at(mid)
    }

    /// The part before position `mid`, and that from it on, both to be written; see [`DeviceVec::split_at_mut`].
    pub fn split_at_mut(&mut self, mid: usize) -> Result<(DeviceSliceMut<'_, T, B>, DeviceSliceMut<'_, T, B>)> {
        self.reborrow().into_halves(mid)
    }

    pub(crate) fn reborrow(&mut self) -> DeviceSliceMut<'_, T, B> {
        DeviceSliceMut { span: self.span, device: self.device.clone(), owner: PhantomData, _loan: None }
    }

    fn into_part(self, range: impl RangeBounds<usize>) -> Result<Self> {
        let (from, to) = bounds(range, self.len())?;
        Ok(DeviceSliceMut { span: self.span.range(from, to), ..self })
    }

    #[allow(clippy::type_complexity)]
    fn into_halves(self, mid: usize) -> Result<(Self, DeviceSliceMut<'a, T, B>)> {
        inside("split_at_mut", mid, self.len())?;
        // The halves have no element in common, so each is borrowed mutably alone.
        let behind = self.span.range(mid, self.len());
        let behind = DeviceSliceMut { span: behind, device: self.device.clone(), owner: PhantomData, _loan: None };
        Ok((DeviceSliceMut { span: self.span.range(0, mid), ..self }, behind))
    }
}

/// Whether a position between elements, or at an end, is one of `len` elements.
pub(super) fn inside(what: &'static str, mid: usize, len: usize) -> Result<()> {
    if mid <= len { Ok(()) } else { Err(ErrorKind::OutOfRange { what, index: mid as i128, len, item: None }.into()) }
}

impl<'a, T: Element, B: Backend> IntoChain<B> for DeviceSlice<'a, T, B> {
    type Expr = Slice<'a, T>;
    fn into_chain(self) -> Chain<Slice<'a, T>, B> {
        self.iter()
    }
}

impl<'a, T: Element, B: Backend> IntoChain<B> for &DeviceSlice<'a, T, B> {
    type Expr = Slice<'a, T>;
    fn into_chain(self) -> Chain<Slice<'a, T>, B> {
        self.iter()
    }
}

impl<'a, T: Element, B: Backend> IntoChain<B> for &'a DeviceSliceMut<'_, T, B> {
    type Expr = Slice<'a, T>;
    fn into_chain(self) -> Chain<Slice<'a, T>, B> {
        self.iter()
    }
}
