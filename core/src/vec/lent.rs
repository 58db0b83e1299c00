//! The host's own slices, used where they are if the device's memory is the host's.
#![allow(unsafe_code)]

use std::marker::PhantomData;

use super::{DeviceSlice, DeviceSliceMut, DeviceVec};
use crate::backend::Backend;
use crate::chain::{Chain, IntoChain};
use crate::device::{Check, DeviceId};
use crate::error::Result;
use crate::expr::Slice;
use crate::failure::{self, Part};
use crate::recording::{Unrecorded, unrecorded};
use crate::storage::Span;
use crate::value::Element;
use crate::view::View;

/// Slices of the host for a [`Backend`]'s calls, without a copy where its memory is the host's.
pub trait Lend: Backend {
    /// A slice of the host, to be read by chains: on a CPU without a copy.
    ///
    /// # Cost
    ///
    /// Nothing where the device's memory is the host's. Otherwise that of [`upload`](Backend::upload): a [`DeviceVec`] that many
    /// calls use is copied once.
    ///
    /// # Errors
    ///
    /// Those of [`upload`](Backend::upload), where there is a copy.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (names, ages) = (["Ada", "Alan", "Grace"], vec![36u32, 41, 85]);
    /// let ages = device.lend(&ages)?;
    /// let oldest = ages.iter().argmax()?;
    /// assert_eq!(oldest.map(|at| names[at]), Some("Grace"));
    /// assert_eq!(device.lend(&[1.5f32, 2.5])?.iter().sum()?, 4.0);
    /// # Ok(()) }
    /// ```
    #[doc(alias("from_slice", "as_device_slice", "par_iter", "borrow", "Cow", "unified_memory", "universal_vector"))]
    #[track_caller]
    fn lend<'a, T: Element>(&self, items: &'a [T]) -> Result<Lent<'a, T, Self>> {
        unrecorded(Unrecorded::Copies)?;
        if self.id() != DeviceId::HOST {
            return Ok(Lent(Elements::Copy(self.upload(items)?)));
        }
        // SAFETY: [`View::new`]'s contract: the elements are initialised, in the host's memory, and borrowed for `'a`.
        let view = unsafe { View::new(items.as_ptr(), items.len(), self.stream_id()) };
        Ok(Lent(Elements::Own(DeviceSlice { view, device: self.clone() })))
    }

    /// Calls `f` with a slice of the host, to be written by calls in place and as a target: on a CPU without a copy.
    ///
    /// # Cost
    ///
    /// That of `f`, where the device's memory is the host's. Otherwise an [`upload`](Backend::upload) before it and a
    /// [`copy_to`](DeviceVec::copy_to) behind it, which waits for the work that `f` has queued.
    ///
    /// # Errors
    ///
    /// Those of `f` and of the copies; failures of what `f` has queued are told here. A call that failed may have written some
    /// elements.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (mut keys, mut values) = (vec![3u32, 1, 2], vec![0.3f32, 0.1, 0.2]);
    /// device.lend_mut(&mut keys, |keys| device.lend_mut(&mut values, |values| sort_by_key(keys, values)))?;
    /// assert_eq!((keys, values), (vec![1, 2, 3], vec![0.1, 0.2, 0.3]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("par_iter_mut", "borrow_mut", "as_mut_slice", "par_sort", "unified_memory", "universal_vector"))]
    #[track_caller]
    fn lend_mut<T: Element, R>(
        &self,
        items: &mut [T],
        f: impl FnOnce(DeviceSliceMut<'_, T, Self>) -> Result<R>,
    ) -> Result<R> {
        unrecorded(Unrecorded::Copies)?;
        if self.id() == DeviceId::HOST {
            // The elements are initialised, in the host's memory, and borrowed mutably until `f` has returned. Calls on such a device
            // return when their work is done.
            let part = items.as_ptr_range();
            let loan = Loan { device: self.id(), part: part.start as usize..part.end as usize };
            let span = Span::new(items.as_mut_ptr(), items.len(), self.stream_id());
            let value = f(DeviceSliceMut { span, device: self.clone(), owner: PhantomData, _loan: None })?;
            // `f` may have ignored a failure.
            if failure::any() {
                let reads = &mut |check: &mut Check| check.reads(self.stream_id(), loan.part.clone());
                failure::settle(Check::thoroughly(self.stream_id(), reads)?.pending())?;
            }
            return Ok(value);
        }
        let mut copy = self.upload(items)?;
        let value = f(copy.as_mut_slice())?;
        copy.copy_to(items)?;
        Ok(value)
    }
}

impl<B: Backend> Lend for B {}

/// A loan of memory, at whose end the failures of calls that were to write it are forgotten.
pub(super) struct Loan {
    pub(super) device: DeviceId,
    pub(super) part: Part,
}

impl Drop for Loan {
    fn drop(&mut self) {
        failure::forget(self.device, &self.part);
    }
}

/// A slice of the host, readable by a device: made by [`Lend::lend`]. On a CPU it is the slice itself, on other devices a copy.
///
/// It is a chain's source as a vector is, by `&`. [`as_slice`](Lent::as_slice) has the methods of a vector that read.
pub struct Lent<'a, T: Element, B: Backend>(Elements<'a, T, B>);

enum Elements<'a, T: Element, B: Backend> {
    Own(DeviceSlice<'a, T, B>),
    Copy(DeviceVec<T, B>),
}

impl<T: Element, B: Backend> Lent<'_, T, B> {
    /// The elements as a part of a vector.
    pub fn as_slice(&self) -> DeviceSlice<'_, T, B> {
        match &self.0 {
            Elements::Own(slice) => slice.clone(),
            Elements::Copy(vec) => vec.as_slice(),
        }
    }

    /// A chain over the elements, by value.
    pub fn iter(&self) -> Chain<Slice<'_, T>, B> {
        self.as_slice().iter()
    }

    /// A read-only view, to be captured by operations.
    pub fn view(&self) -> View<'_, T> {
        self.as_slice().view()
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.as_slice().len()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The device that reads the elements.
    pub fn device(&self) -> &B {
        match &self.0 {
            Elements::Own(slice) => slice.device(),
            Elements::Copy(vec) => vec.device(),
        }
    }
}

impl<'a, T: Element, B: Backend> IntoChain<B> for &'a Lent<'_, T, B> {
    type Expr = Slice<'a, T>;
    fn into_chain(self) -> Chain<Slice<'a, T>, B> {
        self.iter()
    }
}
