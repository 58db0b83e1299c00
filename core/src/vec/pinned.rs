//! [`PinnedVec`]: elements in the host's memory that a device copies while the host goes on.

use std::fmt;
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use crate::backend::Backend;
use crate::error::{Error, ErrorKind, Result};
use crate::event::Event;
use crate::failure::{self, Causes};
use crate::memory::Memory;
use crate::recording::{Unrecorded, unrecorded};
use crate::value::Element;

/// A vector in the host's memory that a device can read and write by itself, in page-locked memory: a copy between it and a
/// [`DeviceVec`](crate::DeviceVec) is queued as all work on a stream is, and the call returns at once. Copies of ordinary memory
/// pass through such memory piece by piece, and keep the host busy.
///
/// Uploads are [`Backend::upload_pinned`] and [`DeviceVec::copy_from_pinned`](crate::DeviceVec::copy_from_pinned), downloads
/// [`DeviceVec::to_pinned`](crate::DeviceVec::to_pinned) and [`DeviceVec::copy_to_pinned`](crate::DeviceVec::copy_to_pinned). With a
/// stream for each part of the data, copies to the device, kernels, and copies back run at the same time:
///
/// ```
/// # use onrush::prelude::*;
/// # use onrush::PinnedVec;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let mut parts = Vec::new();
/// for part in 0..4 {
///     let data: Vec<u32> = (0..1000).map(|i| i * 7919 % 1000 + 1000 * part).collect();
///     let stream = device.stream()?;
///     let mut buffer = PinnedVec::from_slice(&stream, &data)?;
///     let mut x = stream.upload_pinned(&buffer)?; // doesn't wait
///     x.sort()?; // nor does this,
///     x.copy_to_pinned(&mut buffer)?; // nor this
///     parts.push(buffer);
/// }
/// for (part, buffer) in parts.iter().enumerate() {
///     // Waits for the download of this part alone.
///     assert!(buffer.as_slice()?.iter().copied().eq(1000 * part as u32..1000 * (part as u32 + 1)));
/// }
/// # Ok(()) }
/// ```
///
/// # Access by the host
///
/// The host can't see a copy that is half done: [`as_slice`](PinnedVec::as_slice) waits for a download that writes the vector,
/// [`as_mut_slice`](PinnedVec::as_mut_slice) for uploads that read it, too. Each waits for these copies alone, not for their streams. Dropping
/// the vector waits in the same way before the memory is freed; a vector that is forgotten keeps its memory.
///
/// Copies of one vector on several streams are ordered among each other: one that follows a download waits for it on the device.
///
/// # Failures
///
/// If an operation has failed on the device that was to write the elements of a download, the vector returns the failure in
/// place of its elements until [`copy_from`](PinnedVec::copy_from) or [`fill`](PinnedVec::fill) or another download has overwritten them all.
///
/// # Cost
///
/// Page-locking takes the system time for each page, so make such vectors once and use them often. The system can't lend locked memory
/// to other programs. The memory is usable by all devices, whichever has made it. That of a CPU is ordinary memory: a CPU's copies
/// are done when their calls return, and a GPU's may block the host, at a lower speed.
#[doc(alias("PinnedHostSlice", "pin_memory", "cudaMallocHost", "cudaHostAlloc", "cuMemHostAlloc", "pinned_allocator"))]
#[doc(alias("universal_host_pinned_vector", "page-locked", "non_blocking", "staging"))]
pub struct PinnedVec<T> {
    memory: ManuallyDrop<Box<dyn Memory>>,
    len: usize,
    capacity: usize,
    transfers: Mutex<Transfers>,
    marker: PhantomData<T>,
}

/// The copies of a vector that may not be done.
#[derive(Debug, Default)]
pub(super) struct Transfers {
    /// The events behind the last upload of each stream.
    uploads: Vec<Event>,
    /// An event behind the last download, and behind all transfers before it.
    download: Option<Event>,
    /// The outcomes that the contents depend on.
    pub(super) causes: Causes,
    /// The error after which the end of a transfer can't be known. Then the memory is never touched or freed again.
    lost: Option<Error>,
}

impl Transfers {
    /// Returns an error if the end of a transfer can't be known.
    pub(super) fn known(&self) -> Result<()> {
        self.lost.clone().map_or(Ok(()), Err)
    }

    /// The event behind the download, if that may not be done.
    fn download(&self) -> Result<Option<Event>> {
        self.known()?;
        Ok(self.download.clone())
    }

    /// Waits for the download.
    #[track_caller]
    fn wait_for_download(&mut self) -> Result<()> {
        self.known()?;
        if let Some(download) = &self.download {
            download.wait()?;
            self.download = None;
        }
        Ok(())
    }

    /// Waits for all transfers.
    #[track_caller]
    fn wait(&mut self) -> Result<()> {
        self.wait_for_download()?;
        for upload in &self.uploads {
            upload.wait()?;
        }
        self.uploads.clear();
        Ok(())
    }

    /// Returns the failure of calls whose output the contents are. The download has passed.
    fn settle(&mut self) -> Result<()> {
        failure::settle(&self.causes)?;
        self.causes.clear();
        Ok(())
    }

    /// Makes work that `device` queues from now on wait for the download, and returns a failure of its contents that is known by
    /// now.
    pub(super) fn precede_upload(&mut self, device: &impl Backend) -> Result<()> {
        self.known()?;
        if let Some(download) = &self.download {
            device.wait_for(download)?;
            if download.has_passed()? {
                self.download = None;
            }
        }
        if self.download.is_none() { self.settle() } else { Ok(()) }
    }

    /// Makes work that `device` queues from now on wait for all transfers.
    pub(super) fn precede_download(&mut self, device: &impl Backend) -> Result<()> {
        self.known()?;
        self.download.iter().chain(&self.uploads).try_for_each(|event| device.wait_for(event))
    }

    /// Notes that `device` has queued an upload.
    #[track_caller]
    pub(super) fn uploading(&mut self, device: &impl Backend) -> Result<()> {
        let event = self.event_behind(device)?;
        match self.uploads.iter_mut().find(|known| known.stream_id() == event.stream_id()) {
            Some(known) => *known = event,
            None => {
                // Uploads that have passed are dropped, since an event keeps its stream alive.
                self.uploads.retain(|upload| !matches!(upload.has_passed(), Ok(true)));
                if self.uploads.try_reserve(1).is_err() {
                    return event.wait();
                }
                self.uploads.push(event);
            }
        }
        Ok(())
    }

    /// Notes that `device` has queued a download of what depends on `causes`, behind all transfers before it.
    pub(super) fn downloading(&mut self, device: &impl Backend, causes: Causes) -> Result<()> {
        self.download = Some(self.event_behind(device)?);
        self.uploads.clear();
        self.causes = causes;
        Ok(())
    }

    fn event_behind(&mut self, device: &impl Backend) -> Result<Event> {
        let waited = |error| match device.synchronize() {
            Ok(()) => Ok(Event::passed(device.stream_id())),
            Err(_) => Err(error),
        };
        device.event().or_else(waited).inspect_err(|error| self.lost = Some(error.clone()))
    }
}

impl<T: Element> PinnedVec<T> {
    /// A vector with these elements, in memory that `device` has made.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](ErrorKind::OutOfMemory), and whatever the device reports.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # use onrush::PinnedVec;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let buffer = PinnedVec::from_slice(&device, &[1.5f32, 2.5])?;
    /// assert_eq!(device.upload_pinned(&buffer)?.iter().sum()?, 4.0);
    /// # Ok(()) }
    /// ```
    #[doc(alias("alloc_pinned", "pin_memory"))]
    #[track_caller]
    pub fn from_slice(device: &impl Backend, data: &[T]) -> Result<Self> {
        let mut pinned = Self::uninit(device, data.len())?;
        // SAFETY: the memory has room for these elements, and no other code knows it yet.
        unsafe { data.as_ptr().copy_to_nonoverlapping(pinned.as_mut_ptr(), data.len()) };
        Ok(pinned)
    }

    /// A vector of `len` copies of `value`, in memory that `device` has made.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](ErrorKind::OutOfMemory), and whatever the device reports.
    #[doc(alias("zeros", "empty", "alloc_pinned"))]
    #[track_caller]
    pub fn filled(device: &impl Backend, value: T, len: usize) -> Result<Self> {
        let mut pinned = Self::uninit(device, len)?;
        // SAFETY: as in `from_slice`.
        (0..len).for_each(|i| unsafe { pinned.as_mut_ptr().add(i).write(value) });
        Ok(pinned)
    }

    /// A vector whose elements the caller writes before they are read.
    #[track_caller]
    pub(super) fn uninit(device: &impl Backend, len: usize) -> Result<Self> {
        let bytes = len.checked_mul(size_of::<T>()).filter(|bytes| *bytes <= isize::MAX as usize);
        let bytes = bytes.ok_or(ErrorKind::OutOfMemory { bytes: usize::MAX, device: device.id() })?;
        unrecorded(Unrecorded::Waits)?;
        let memory = ManuallyDrop::new(device.allocate_pinned(bytes.max(1))?);
        Ok(PinnedVec { memory, len, capacity: len, transfers: Mutex::default(), marker: PhantomData })
    }

    pub(super) fn as_ptr(&self) -> *const T {
        self.memory.address().cast_const().cast()
    }

    pub(super) fn as_mut_ptr(&mut self) -> *mut T {
        self.memory.address().cast()
    }

    pub(super) fn transfers(&self) -> MutexGuard<'_, Transfers> {
        self.transfers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn transfers_mut(&mut self) -> &mut Transfers {
        self.transfers.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the vector has no elements.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of elements that the memory has room for: the length that the vector was made with.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// The elements. Waits for a download that writes them.
    ///
    /// # Errors
    ///
    /// The failure of a call that was to write the elements on the device, and whatever the device reports.
    #[doc(alias("deref", "numpy"))]
    #[track_caller]
    pub fn as_slice(&self) -> Result<&[T]> {
        // The lock is released, so that other threads can ask for the vector's state while this one waits. No download begins
        // meanwhile, since that needs the vector mutably.
        let download = self.transfers().download()?;
        if let Some(download) = download {
            download.wait()?;
        }
        let mut transfers = self.transfers();
        transfers.wait_for_download()?;
        transfers.settle()?;
        // SAFETY: `len` elements are initialised: by the constructor, by the host, or by a download, which has passed and whose
        // elements were written. Only a download writes them, which takes `&mut self`.
        Ok(unsafe { std::slice::from_raw_parts(self.as_ptr(), self.len) })
    }

    /// The elements, to be written. Waits for a download that writes them, and for uploads that read them.
    ///
    /// # Errors
    ///
    /// Those of [`as_slice`](Self::as_slice).
    #[doc(alias("deref_mut"))]
    #[track_caller]
    pub fn as_mut_slice(&mut self) -> Result<&mut [T]> {
        let transfers = self.transfers_mut();
        transfers.wait()?;
        transfers.settle()?;
        // SAFETY: the elements are initialised, as in `as_slice`, and all transfers have passed; a new one needs the vector, which
        // is borrowed mutably.
        Ok(unsafe { std::slice::from_raw_parts_mut(self.as_mut_ptr(), self.len) })
    }

    /// A copy of the elements in ordinary memory. Waits as [`as_slice`](Self::as_slice) does.
    ///
    /// # Errors
    ///
    /// Those of [`as_slice`](Self::as_slice), and [`OutOfMemory`](ErrorKind::OutOfMemory).
    #[track_caller]
    pub fn to_vec(&self) -> Result<Vec<T>> {
        let elements = self.as_slice()?;
        let mut out = super::copies::host_room(elements.len())?;
        out.extend_from_slice(elements);
        Ok(out)
    }

    /// Overwrites all elements with those of a slice of the same length. Waits for all transfers.
    ///
    /// # Errors
    ///
    /// [`LengthMismatch`](ErrorKind::LengthMismatch), and whatever the device reports. Not the failure of a call that was to write
    /// the old elements.
    #[track_caller]
    pub fn copy_from(&mut self, data: &[T]) -> Result<()> {
        super::copies::same_lengths("copy_from", self.len, data.len())?;
        self.overwrite(|to| {
            // SAFETY: the memory has room for these elements, and no transfer uses it.
            unsafe { data.as_ptr().copy_to_nonoverlapping(to, data.len()) }
        })
    }

    /// Overwrites all elements with a value. Waits for all transfers.
    ///
    /// # Errors
    ///
    /// Whatever the device reports. Not the failure of a call that was to write the old elements.
    #[track_caller]
    pub fn fill(&mut self, value: T) -> Result<()> {
        let len = self.len;
        // SAFETY: as in `copy_from`.
        self.overwrite(|to| (0..len).for_each(|i| unsafe { to.add(i).write(value) }))
    }

    /// Writes all elements, whatever they were.
    #[track_caller]
    fn overwrite(&mut self, write: impl FnOnce(*mut T)) -> Result<()> {
        self.transfers_mut().wait()?;
        write(self.as_mut_ptr());
        self.transfers_mut().causes.clear();
        Ok(())
    }

    /// Keeps the first `len` elements; nothing happens if there are fewer. The memory stays as it is.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// Changes the length, up to the [capacity](Self::capacity); new elements are copies of `value`. Waits for all transfers.
    ///
    /// # Errors
    ///
    /// [`OutOfRange`](ErrorKind::OutOfRange) if `len` is larger than the capacity, and those of [`as_slice`](Self::as_slice). Then nothing is
    /// changed.
    #[track_caller]
    pub fn resize(&mut self, len: usize, value: T) -> Result<()> {
        if len > self.capacity {
            let (what, index) = ("PinnedVec::resize", len as i128);
            return Err(ErrorKind::OutOfRange { what, index, len: self.capacity, item: None }.into());
        }
        self.as_mut_slice()?;
        // SAFETY: the positions are below the capacity, and no transfer uses the memory.
        (self.len..len).for_each(|i| unsafe { self.as_mut_ptr().add(i).write(value) });
        self.len = len;
        Ok(())
    }

    /// Whether [`as_slice`](Self::as_slice) returns without a wait. Doesn't wait: while another thread asks
    /// or queues a copy, it may be false.
    ///
    /// # Errors
    ///
    /// Whatever the device reports.
    #[doc(alias("cudaEventQuery", "query", "poll"))]
    pub fn is_ready(&self) -> Result<bool> {
        let transfers = match self.transfers.try_lock() {
            Ok(transfers) => transfers,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return Ok(false),
        };
        transfers.known()?;
        transfers.download.as_ref().map_or(Ok(true), Event::has_passed)
    }
}

impl<T> Drop for PinnedVec<T> {
    fn drop(&mut self) {
        if self.transfers.get_mut().unwrap_or_else(PoisonError::into_inner).wait().is_ok() {
            // SAFETY: the memory is dropped once, and all transfers that use it have passed.
            unsafe { ManuallyDrop::drop(&mut self.memory) };
        }
    }
}

impl<T> fmt::Debug for PinnedVec<T> {
    /// The length alone: the elements may be under way.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PinnedVec").field("len", &self.len).field("capacity", &self.capacity).finish_non_exhaustive()
    }
}
