//! Copies between vectors and [`PinnedVec`]s of the host, which are queued, and needn't be done when their calls return.

use super::copies::same_lengths;
use super::{DeviceSlice, DeviceSliceMut, DeviceVec, PinnedVec};
use crate::backend::Backend;
use crate::device::Check;
use crate::error::{ErrorKind, Result};
use crate::failure::{self, Causes};
use crate::recording::{Unrecorded, unrecorded};
use crate::storage::Storage as _;
use crate::value::Element;

impl<T: Element, B: Backend> DeviceVec<T, B> {
    /// Overwrites the elements with those of a [`PinnedVec`] of the same length, without waiting: the copy is queued on the
    /// vector's stream. `from` may be dropped at once; writing it waits for the copy.
    ///
    /// # Errors
    ///
    /// [`LengthMismatch`](crate::ErrorKind::LengthMismatch), then nothing is copied; and the failure of a call whose output
    /// `from` holds, if it is known.
    ///
    /// # Cost
    ///
    /// One copy, which the device makes by itself, at its link's full speed. It runs beside the kernels of other streams.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # use onrush::PinnedVec;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.filled(0, 3)?;
    /// x.copy_from_pinned(&PinnedVec::from_slice(&device, &[1, 2, 3])?)?;
    /// assert_eq!(x.to_vec()?, [1, 2, 3]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("cudaMemcpyAsync", "memcpy_htod", "cuMemcpyHtoDAsync", "non_blocking"))]
    #[track_caller]
    pub fn copy_from_pinned(&mut self, from: &PinnedVec<T>) -> Result<()> {
        self.as_mut_slice().copy_from_pinned(from)
    }

    /// Copies the elements to a [`PinnedVec`] of the same length, without waiting: the copy is queued on the vector's stream, and
    /// reading `to` waits for it. The vector may be written or dropped at once.
    ///
    /// # Errors
    ///
    /// [`LengthMismatch`](crate::ErrorKind::LengthMismatch), then nothing is copied; and the failure of a call that was to write
    /// the elements, if it is known. If it becomes known later, reading `to` returns it.
    ///
    /// # Cost
    ///
    /// One copy, which the device makes by itself, at its link's full speed. It runs beside the kernels of other streams.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # use onrush::PinnedVec;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut buffer = PinnedVec::filled(&device, 0, 4)?;
    /// device.range(0..4).map(op!(|i: i32| i * i)).collect()?.copy_to_pinned(&mut buffer)?;
    /// assert_eq!(buffer.as_slice()?, [0, 1, 4, 9]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("cudaMemcpyAsync", "memcpy_dtoh", "cuMemcpyDtoHAsync", "non_blocking"))]
    #[track_caller]
    pub fn copy_to_pinned(&self, to: &mut PinnedVec<T>) -> Result<()> {
        self.as_slice().copy_to_pinned(to)
    }

    /// The elements in a new [`PinnedVec`], without waiting for their download.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](crate::ErrorKind::OutOfMemory), and those of [`copy_to_pinned`](Self::copy_to_pinned).
    ///
    /// # Cost
    ///
    /// An allocation of pinned memory, which is expensive, and one copy.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let buffer = device.range(0..3).collect()?.to_pinned()?;
    /// // The host does other things here.
    /// assert_eq!(buffer.as_slice()?, [0, 1, 2]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("cudaMemcpyAsync", "download_async", "clone_dtoh"))]
    #[track_caller]
    pub fn to_pinned(&self) -> Result<PinnedVec<T>> {
        self.as_slice().to_pinned()
    }
}

/// Whether a copy was refused since this thread records: nothing is queued then.
fn is_refused(copied: &Result<()>) -> bool {
    copied.as_ref().is_err_and(|error| matches!(error.kind(), ErrorKind::Recording { .. }))
}

impl<T: Element, B: Backend> DeviceSlice<'_, T, B> {
    /// Queues a copy of the elements to a [`PinnedVec`] of the same length; see [`DeviceVec::copy_to_pinned`].
    #[track_caller]
    pub fn copy_to_pinned(&self, to: &mut PinnedVec<T>) -> Result<()> {
        same_lengths("copy_to_pinned", self.len(), to.len())?;
        unrecorded(Unrecorded::Copies)?;
        let pointer = to.as_mut_ptr();
        let transfers = to.transfers_mut();
        transfers.precede_download(&self.device)?;
        let mut causes = match failure::any() {
            true => {
                let walk = &mut |check: &mut Check| self.view.check_read(check);
                Check::thoroughly(self.device.stream_id(), walk)?.into_pending()
            }
            // Without pending calls, the elements depend on nothing.
            false => Causes::new(),
        };
        // A failure of the copy itself has room, too.
        failure::room(&mut causes, 1)?;
        // SAFETY: the view's elements are initialised, or marked as a failed call's, and in this device's memory. The lengths are
        // equal, so `to` has room. All earlier transfers of `to` come before this one, and it isn't used or freed before the event
        // that is noted next has passed.
        let copied = unsafe { self.device.download_pinned_from(self.view.as_ptr(), self.len(), pointer) };
        if is_refused(&copied) {
            return copied;
        }
        let noted = transfers.downloading(&self.device, causes);
        if let Err(error) = &copied {
            // After a failed copy the elements may be a mixture of old and new ones.
            transfers.causes.push(failure::returned(error.clone()));
        }
        copied.and(noted)
    }

    /// The elements in a new [`PinnedVec`]; see [`DeviceVec::to_pinned`].
    #[track_caller]
    pub fn to_pinned(&self) -> Result<PinnedVec<T>> {
        // The elements are written before they can be read: by the copy, or else the vector isn't returned.
        let mut pinned = PinnedVec::uninit(&self.device, self.len())?;
        self.copy_to_pinned(&mut pinned)?;
        Ok(pinned)
    }
}

impl<T: Element, B: Backend> DeviceSliceMut<'_, T, B> {
    /// Queues a copy of the elements to a [`PinnedVec`] of the same length; see [`DeviceVec::copy_to_pinned`].
    #[track_caller]
    pub fn copy_to_pinned(&self, to: &mut PinnedVec<T>) -> Result<()> {
        self.as_slice().copy_to_pinned(to)
    }

    /// The elements in a new [`PinnedVec`]; see [`DeviceVec::to_pinned`].
    #[track_caller]
    pub fn to_pinned(&self) -> Result<PinnedVec<T>> {
        self.as_slice().to_pinned()
    }

    /// Queues a copy of the elements of a [`PinnedVec`] of the same length; see [`DeviceVec::copy_from_pinned`].
    #[track_caller]
    pub fn copy_from_pinned(&mut self, from: &PinnedVec<T>) -> Result<()> {
        same_lengths("copy_from_pinned", self.len(), from.len())?;
        unrecorded(Unrecorded::Copies)?;
        let mut transfers = from.transfers();
        transfers.precede_upload(&self.device)?;
        let span = self.span;
        let uses = match failure::any() || !transfers.causes.is_empty() {
            true => {
                let walk = &mut |check: &mut Check| check.overwrites(|check| span.check(check));
                Some(Check::thoroughly(self.device.stream_id(), walk)?)
            }
            false => None,
        };
        // SAFETY: the part has room for the elements, since the lengths are equal, and is borrowed mutably. A download that writes
        // `from` comes before this, no other one begins while `transfers` is locked, and `from` isn't written or freed before the
        // event that is noted next has passed.
        let copied = unsafe { self.device.upload_pinned_to(from.as_ptr(), from.len(), span.as_ptr()) };
        if is_refused(&copied) {
            return copied;
        }
        let result = copied.and(transfers.uploading(&self.device));
        let Some(uses) = uses else { return result };
        uses.mark(self.device.id(), &transfers.causes);
        uses.done(&self.device, result)
    }
}
