//! Single elements of vectors and their parts.

use std::mem::MaybeUninit;

use super::{DeviceSlice, DeviceSliceMut, DeviceVec, copies};
use crate::backend::Backend;
use crate::error::{Error, ErrorKind, Result};
use crate::value::Element;

impl<T: Element, B: Backend> DeviceVec<T, B> {
    /// Element `i`, or `None` if there are no more than `i` elements, as of a slice in std. [`at`](DeviceVec::at) returns an
    /// error instead.
    ///
    /// # Cost
    ///
    /// One copy of one element, which waits for the work queued before: microseconds on a GPU. To read many elements, copy a
    /// [part](DeviceVec::slice) or the whole vector; to read them on the device, capture a [`view`](DeviceVec::view).
    ///
    /// # Errors
    ///
    /// The failure of a call that was to write the element.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[5, 6, 7])?;
    /// assert_eq!((x.get(2)?, x.get(3)?), (Some(7), None));
    /// # Ok(()) }
    /// ```
    #[doc(alias("index", "[]", "operator[]", "nth"))]
    #[track_caller]
    pub fn get(&self, i: usize) -> Result<Option<T>> {
        self.as_slice().get(i)
    }

    /// Element `i`, which must exist: C++'s `at`. Costs as [`get`](DeviceVec::get).
    ///
    /// # Errors
    ///
    /// [`OutOfRange`](ErrorKind::OutOfRange), and the failure of a call that was to write the element.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let ends = device.upload(&[3, 1, 4])?.iter().scan_inclusive(Sum).collect()?;
    /// assert_eq!(ends.at(2)?, 8);
    /// assert_eq!(ends.at(3).unwrap_err().to_string(), "at: 3 is out of range for length 3");
    /// # Ok(()) }
    /// ```
    #[doc(alias("index", "Index", "[]", "operator[]"))]
    #[track_caller]
    pub fn at(&self, i: usize) -> Result<T> {
        self.as_slice().at(i)
    }

    /// Overwrites element `i`.
    ///
    /// # Cost
    ///
    /// One copy of one element, queued behind the work before it. To write many elements, use
    /// [`copy_from`](DeviceSliceMut::copy_from) on a part, or [`scatter`](crate::Chain::scatter).
    ///
    /// # Errors
    ///
    /// [`OutOfRange`](ErrorKind::OutOfRange).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[5, 6, 7])?;
    /// x.set(1, 0)?;
    /// assert!(x.set(3, 0).is_err());
    /// assert_eq!(x.to_vec()?, [5, 0, 7]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("IndexMut", "[]=", "operator[]", "replace", "write"))]
    #[track_caller]
    pub fn set(&mut self, i: usize, value: T) -> Result<()> {
        self.as_mut_slice().set(i, value)
    }

    /// The first element, or `None` if there are no elements. Costs as [`get`](DeviceVec::get).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert_eq!(device.upload(&[5, 6, 7])?.first()?, Some(5));
    /// # Ok(()) }
    /// ```
    #[doc(alias("front"))]
    #[track_caller]
    pub fn first(&self) -> Result<Option<T>> {
        self.get(0)
    }

    /// The last element, or `None` if there are no elements. Costs as [`get`](DeviceVec::get).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert_eq!(device.upload(&[5, 6, 7])?.last()?, Some(7));
    /// # Ok(()) }
    /// ```
    #[doc(alias("back"))]
    #[track_caller]
    pub fn last(&self) -> Result<Option<T>> {
        self.as_slice().last()
    }
}

impl<T: Element, B: Backend> DeviceSlice<'_, T, B> {
    /// Element `i` of this part, or `None`; see [`DeviceVec::get`].
    #[track_caller]
    pub fn get(&self, i: usize) -> Result<Option<T>> {
        if i >= self.len() {
            return Ok(None);
        }
        let mut element = MaybeUninit::<T>::uninit();
        // SAFETY: `i < len`, so the view has one element, and there is room for one; `copy_to` has written it if it returns
        // no error.
        unsafe {
            copies::copy_to(&self.device, self.view.range(i, i + 1), element.as_mut_ptr())?;
            Ok(Some(element.assume_init()))
        }
    }

    /// Element `i` of this part, which must exist; see [`DeviceVec::at`].
    #[track_caller]
    pub fn at(&self, i: usize) -> Result<T> {
        self.get(i)?.ok_or_else(|| beyond("at", i, self.len()))
    }

    /// The first element of this part, or `None`; see [`DeviceVec::first`].
    #[track_caller]
    pub fn first(&self) -> Result<Option<T>> {
        self.get(0)
    }

    /// The last element of this part, or `None`; see [`DeviceVec::last`].
    #[track_caller]
    pub fn last(&self) -> Result<Option<T>> {
        // In a closure the line would be this one.
        match self.len().checked_sub(1) {
            Some(i) => self.get(i),
            None => Ok(None),
        }
    }
}

impl<T: Element, B: Backend> DeviceSliceMut<'_, T, B> {
    /// Element `i` of this part, or `None`; see [`DeviceVec::get`].
    #[track_caller]
    pub fn get(&self, i: usize) -> Result<Option<T>> {
        self.as_slice().get(i)
    }

    /// Element `i` of this part, which must exist; see [`DeviceVec::at`].
    #[track_caller]
    pub fn at(&self, i: usize) -> Result<T> {
        self.as_slice().at(i)
    }

    /// Overwrites element `i` of this part; see [`DeviceVec::set`].
    #[track_caller]
    pub fn set(&mut self, i: usize, value: T) -> Result<()> {
        if i >= self.len() {
            return Err(beyond("set", i, self.len()));
        }
        self.slice_mut(i..=i)?.copy_from(&[value])
    }

    /// The first element of this part, or `None`; see [`DeviceVec::first`].
    #[track_caller]
    pub fn first(&self) -> Result<Option<T>> {
        self.get(0)
    }

    /// The last element of this part, or `None`; see [`DeviceVec::last`].
    #[track_caller]
    pub fn last(&self) -> Result<Option<T>> {
        self.as_slice().last()
    }
}

/// The error of a position of an element that doesn't exist.
pub(super) fn beyond(what: &'static str, index: usize, len: usize) -> Error {
    ErrorKind::OutOfRange { what, index: index as i128, len, item: None }.into()
}
