//! Vectors and parts in memory that other code has allocated, and vectors given up to other code.

use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::panic::Location;
use std::ptr::{self, NonNull};

use super::copies::settled;
use super::lent::Loan;
use super::{DeviceSlice, DeviceSliceMut, DeviceVec};
use crate::backend::Backend;
use crate::error::Result;
use crate::event::Event;
use crate::failure;
use crate::interop::{self, Interop, MemoryFault, RawMemory};
use crate::memory::Memory;
use crate::recording::{Unrecorded, unrecorded};
use crate::storage::Span;
use crate::value::Element;
use crate::view::View;

impl<'a, T: Element, B: Interop> DeviceSlice<'a, T, B> {
    /// The `len` elements at `data`, which other code has allocated in this device's memory, to be read by chains.
    ///
    /// Nothing is copied, and the host doesn't wait. On a GPU the elements count as those of a vector of this device's stream.
    ///
    /// # Safety
    ///
    /// - `data` points to `len` initialised elements in the device's memory, which live for `'a`.
    /// - What writes them before is done, or comes before what this device's stream does next: because the stream
    ///   [waits](Interop::wait_for_raw_stream) for it, or by the stream itself.
    /// - For `'a` nothing writes them. What writes or frees them behind `'a` comes behind this device's stream and its readers on other
    ///   streams: it is queued on a stream that [waits](Interop::raw_stream_waits), or the host has [waited](Backend::synchronize).
    ///
    /// # Cost
    ///
    /// On a GPU one question to the driver, less than a microsecond.
    ///
    /// # Errors
    ///
    /// [`InvalidMemory`](crate::ErrorKind::InvalidMemory) with the [fault](MemoryFault) of the
    /// address, if one is found.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// use onrush::{DeviceSlice, ErrorKind};
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::cpu();
    /// let theirs = vec![3u32, 1, 2];
    /// // SAFETY: three elements in the device's memory, which stay, and which nothing writes.
    /// let part = unsafe { DeviceSlice::from_raw(&device, theirs.as_ptr(), theirs.len())? };
    /// assert_eq!(part.iter().sort().collect()?.to_vec()?, [1, 2, 3]);
    /// // SAFETY: nothing is read, since it is refused.
    /// let odd = unsafe { DeviceSlice::<u32, _>::from_raw(&device, theirs.as_ptr().byte_add(1), 2) };
    /// assert!(matches!(odd.err().as_ref().map(onrush::Error::kind), Some(ErrorKind::InvalidMemory { .. })));
    /// # Ok(()) }
    /// ```
    #[doc(alias("from_raw_parts", "device_pointer_cast", "wrap", "from_blob", "frombuffer", "UnownedMemory"))]
    #[doc(alias("upgrade_device_ptr", "CudaView"))]
    #[track_caller]
    pub unsafe fn from_raw(device: &B, data: *const T, len: usize) -> Result<Self> {
        checked("DeviceSlice::from_raw", device, data, len)?;
        // SAFETY: [`View::new`]'s contract: the caller's, and the address is aligned and not null.
        let view = unsafe { View::new(start(data.cast_mut()).as_ptr(), len, device.stream_id()) };
        Ok(DeviceSlice { view, device: device.clone() })
    }
}

impl<T: Element, B: Backend> DeviceSlice<'_, T, B> {
    /// Returns the failure of a call that was to write these elements, before other code reads them by their
    /// [address](DeviceSlice::as_ptr).
    ///
    /// # Cost
    ///
    /// Nothing, unless a call whose operations can fail was to write the elements: then the host waits for the stream.
    ///
    /// # Errors
    ///
    /// The failure, each time.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[4u32, 2, 0])?;
    /// x.as_slice().settle()?; // nothing can have failed
    /// let _ = x.iter_mut().for_each(op!(|v: &mut u32| *v = 8 / *v));
    /// assert!(x.as_slice().settle().is_err());
    /// # Ok(()) }
    /// ```
    #[doc(alias("check_error", "cudaGetLastError", "wait"))]
    #[track_caller]
    pub fn settle(&self) -> Result<()> {
        unrecorded(Unrecorded::Waits)?;
        if failure::any() { settled(&self.device, self.view) } else { Ok(()) }
    }
}

impl<'a, T: Element, B: Interop> DeviceSliceMut<'a, T, B> {
    /// The `len` elements at `data`, which other code has allocated in this device's memory, to be written by calls. Before other code
    /// uses them again, the part is [given back](DeviceSliceMut::give_back).
    ///
    /// Nothing is copied, and the host doesn't wait. On a GPU the elements count as those of a vector of this device's stream.
    ///
    /// # Safety
    ///
    /// - `data` points to `len` initialised elements in the device's memory, which live for `'a` and are this part's alone.
    /// - What uses them before is done, or comes before what this device's stream does next, as for
    ///   [`DeviceSlice::from_raw`].
    /// - What uses them behind `'a` comes behind this device's stream, as there.
    ///
    /// # Cost
    ///
    /// On a GPU one question to the driver, less than a microsecond.
    ///
    /// # Errors
    ///
    /// [`InvalidMemory`](crate::ErrorKind::InvalidMemory) with the [fault](MemoryFault) of the
    /// address, if one is found.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// use onrush::DeviceSliceMut;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::cpu();
    /// let mut theirs = vec![3u32, 1, 2];
    /// // SAFETY: three elements in the device's memory, which nothing else uses until the part is given back.
    /// let mut part = unsafe { DeviceSliceMut::from_raw(&device, theirs.as_mut_ptr(), theirs.len())? };
    /// part.sort()?;
    /// part.give_back()?;
    /// assert_eq!(theirs, [1, 2, 3]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("from_raw_parts_mut", "device_pointer_cast", "wrap", "CudaViewMut"))]
    #[track_caller]
    pub unsafe fn from_raw(device: &B, data: *mut T, len: usize) -> Result<Self> {
        checked("DeviceSliceMut::from_raw", device, data.cast_const(), len)?;
        let span = Span::new(start(data).as_ptr(), len, device.stream_id());
        let from = data.addr();
        let loan = Some(Loan { device: device.id(), part: from..from + len * size_of::<T>() });
        Ok(DeviceSliceMut { span, device: device.clone(), owner: PhantomData, _loan: loan })
    }

    /// Ends the use of [other code's memory](DeviceSliceMut::from_raw), and returns the failure of a call that was to write it. Where
    /// the part is dropped instead, the failure stays the device's, which tells it if it was not told yet
    /// ([`synchronize`](Backend::synchronize)).
    ///
    /// # Cost
    ///
    /// Nothing, unless a call whose operations can fail was to write the elements: then the host waits for the stream.
    ///
    /// # Errors
    ///
    /// The failure. Each element then holds what it had before, or what a call has written. Of a vector that the call was to make, a
    /// part stays unreadable, as [`recover`](DeviceVec::recover) leaves it: there are no elements.
    #[track_caller]
    pub fn give_back(mut self) -> Result<()> {
        if !failure::any() {
            return Ok(());
        }
        let end = settled(&self.device, self.view());
        end.and(self.recover())
    }
}

impl<T: Element, B: Interop> DeviceVec<T, B> {
    /// A vector in memory that other code has allocated, with room for `capacity` elements, of which there are `len`. When the vector is
    /// dropped, or grows into memory of its own, `release` gets an [`Event`] behind all work that uses the memory: it frees it when that
    /// has [passed](Event::wait), or in the order of a stream that
    /// [waits for it](Interop::raw_stream_waits_for).
    ///
    /// # Safety
    ///
    /// - `data` points to room for `capacity` elements in the device's memory, the first `len` of which are initialised. It is the
    ///   vector's alone until `release` is called.
    /// - What uses the memory before is done, or comes before what this device's stream does next, as for
    ///   [`DeviceSlice::from_raw`].
    /// - `release` lets nothing use or free the memory before the event has passed. It may be called in any thread, and doesn't panic.
    ///
    /// # Cost
    ///
    /// An allocation of a few bytes on the host; on a GPU one question to the driver, and at the end one event.
    ///
    /// # Errors
    ///
    /// [`InvalidMemory`](crate::ErrorKind::InvalidMemory) with the [fault](MemoryFault) of the address, if one is found, or if `len` is
    /// larger than `capacity`. Then the memory stays the caller's, and `release` is dropped without a call. After a GPU has failed as a
    /// whole, so that nobody knows whether it uses the memory, `release` is neither called nor dropped.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::cpu();
    /// let mut theirs = Box::new([3u32, 1, 2]);
    /// let data = theirs.as_mut_ptr();
    /// // SAFETY: three elements in the device's memory, which their owner, in the closure, keeps until the event has passed.
    /// let mut x = unsafe {
    ///     DeviceVec::from_raw_parts(&device, data, 3, 3, move |done| match done.wait() {
    ///         Ok(()) => drop(theirs),
    ///         Err(_) => std::mem::forget(theirs), // nobody knows whether it is in use
    ///     })?
    /// };
    /// x.sort()?;
    /// x.push(4)?; // in memory of its own: the box is dropped
    /// assert_eq!(x.to_vec()?, [1, 2, 3, 4]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("upgrade_device_ptr", "adopt", "UnownedMemory", "from_dlpack", "device_pointer_cast"))]
    #[track_caller]
    pub unsafe fn from_raw_parts(
        device: &B,
        data: *mut T,
        len: usize,
        capacity: usize,
        release: impl FnOnce(&Event) + Send + 'static,
    ) -> Result<Self> {
        let what = "DeviceVec::from_raw_parts";
        checked(what, device, data.cast_const(), capacity)?;
        if len > capacity {
            let refused = interop::refused(what, device, data.cast_const(), MemoryFault::NoRoom { len, capacity });
            return Err(crate::Error::from(refused).called_at(Location::caller()));
        }
        // SAFETY: the caller's promise.
        let memory =
            unsafe { device.adopt_raw(RawMemory::new(start(data).cast(), capacity * size_of::<T>(), release)) };
        Ok(DeviceVec { memory, len, device: device.clone(), unwritten: 0, marker: PhantomData })
    }
}

impl<T: Element, B: Backend> DeviceVec<T, B> {
    /// The vector's allocation and its number of elements, for other code. Dropping the allocation frees it, in the order of the
    /// vector's stream; meanwhile it is the caller's alone.
    ///
    /// What the vector's stream has queued may still write the elements: other code waits for it, by
    /// [`raw_stream_waits`](Interop::raw_stream_waits) or [`synchronize`](Backend::synchronize). In the same way the stream
    /// [waits](Interop::wait_for_raw_stream) for other code before the allocation is dropped.
    ///
    /// # Cost
    ///
    /// Nothing, unless a call whose operations can fail was to write the elements: then the host waits for the stream.
    ///
    /// # Errors
    ///
    /// The failure of a call that was to write the elements; the vector is dropped. [`recover`](DeviceVec::recover) before gives the
    /// elements as the call has left them.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// use onrush::Memory;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Cpu::new();
    /// let (memory, len) = device.range(0u32..4).collect()?.into_raw_parts()?;
    /// // SAFETY: on a CPU, the address is that of four elements of the host, until `memory` is dropped.
    /// assert_eq!(unsafe { std::slice::from_raw_parts(memory.address().cast::<u32>(), len) }, [0, 1, 2, 3]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("leak", "into_raw", "release", "to_dlpack"))]
    #[track_caller]
    pub fn into_raw_parts(self) -> Result<(B::Memory, usize)> {
        self.as_slice().settle()?;
        let this = ManuallyDrop::new(self);
        // SAFETY: `this` is neither used nor dropped any more, so that each of its fields with an owner has one: the two that are
        // read here are the only ones.
        let (memory, device) = unsafe { (ptr::read(&this.memory), ptr::read(&this.device)) };
        // As the vector's drop does.
        let from = memory.address() as usize;
        failure::forget(device.id(), &(from..from + memory.bytes()));
        Ok((memory, this.len))
    }
}

/// The address of elements. Where there are none it may have been null, which no slice has.
fn start<T>(data: *mut T) -> NonNull<T> {
    NonNull::new(data).unwrap_or(NonNull::dangling())
}

/// Checks memory of other code for the caller's call.
#[track_caller]
fn checked<T, B: Interop>(what: &'static str, device: &B, data: *const T, len: usize) -> Result<()> {
    let call = Location::caller();
    interop::check(what, device, data, len).map_err(|error| error.called_at(call))
}
