//! cudarc's slices and streams in onrush's chains, and onrush's vectors for cudarc: without a copy, and without a wait of the host.
//!
//! A [`Bridge`] joins a device of onrush and a context of cudarc on one GPU. [`read`](Bridge::read) and [`write`](Bridge::write) lend a
//! `CudaSlice` or a part of one to chains and calls; [`lend`](Bridge::lend) shows a vector or a part of one to cudarc.
//! [`adopt`](Bridge::adopt) makes a vector of a `CudaSlice`, [`give`](Bridge::give) hands a vector to cudarc, and
//! [`take_back`](Bridge::take_back) ends that. [`on`](Bridge::on) is a device that works on cudarc's stream.
//!
//! # Order
//!
//! What is queued on the slice's stream, and what its events tell of others, comes before the calls on it; what cudarc queues there
//! next comes behind them. That holds whether the context tracks events or not; without tracking, as ever in cudarc, the user orders what
//! further streams do with the slice.
//!
//! # Cost
//!
//! Each crossing asks the driver for a few events and waits of streams, some microseconds of the host in all. Nothing is launched.
//!
//! # Failures
//!
//! A call on a lent slice whose operation fails makes [`write`](Bridge::write) and [`give`](Bridge::give) return the failure; only for
//! calls that can fail, the host waits until that is known. Errors of cudarc's that belong to its own calls stay with its context
//! (`CudaContext::check_err`).
#![doc = include_str!("../README.md")]

use std::fmt;
use std::mem::{self, ManuallyDrop};
use std::sync::Arc;

use cudarc::driver::{
    CudaContext, CudaEvent, CudaSlice, CudaStream, CudaView, CudaViewMut, DevicePtr, DevicePtrMut, SyncOnDrop,
};
use onrush::{
    Device, DeviceSlice, DeviceSliceMut, DeviceVec, Element, ErrorKind, Interop, Memory as _, RawEvent, RawStream,
    Result,
};

/// A device of onrush and a context of cudarc on one GPU.
#[derive(Clone)]
pub struct Bridge<B: Interop = Device> {
    device: B,
    /// The device's own stream.
    stream: Arc<CudaStream>,
}

/// Slices of cudarc's that chains can read: `CudaSlice`, `CudaView` and `CudaViewMut`.
pub trait Readable<T>: DevicePtr<T> + sealed::Known {}
impl<T> Readable<T> for CudaSlice<T> {}
impl<T> Readable<T> for CudaView<'_, T> {}
impl<T> Readable<T> for CudaViewMut<'_, T> {}

/// Slices of cudarc's that calls can write: `CudaSlice` and `CudaViewMut`.
pub trait Writable<T>: DevicePtrMut<T> + sealed::Known {}
impl<T> Writable<T> for CudaSlice<T> {}
impl<T> Writable<T> for CudaViewMut<'_, T> {}

mod sealed {
    use super::{CudaSlice, CudaView, CudaViewMut};

    /// The slices of cudarc, whose addresses are right.
    pub trait Known {}
    impl<T> Known for CudaSlice<T> {}
    impl<T> Known for CudaView<'_, T> {}
    impl<T> Known for CudaViewMut<'_, T> {}
}

impl<B: Interop> Bridge<B> {
    /// Joins a device and a context.
    ///
    /// # Errors
    ///
    /// [`Device`](ErrorKind::Device) if the device is no GPU or another one, or the context isn't the GPU's primary one.
    pub fn new(device: &B, context: &Arc<CudaContext>) -> Result<Self> {
        let id = device.id();
        let refused = |message: &str| ErrorKind::Device { device: device.name(), message: message.into() };
        let stream = device.raw_stream().filter(|_| id.backend == "cuda");
        let stream = stream.ok_or_else(|| refused("cudarc uses GPUs, and this is none"))?;
        if !context.is_primary() {
            return Err(refused("the context isn't the GPU's primary one, which `CudaContext::new` takes").into());
        }
        if context.ordinal() != id.index as usize {
            return Err(refused("the context is of another GPU").into());
        }
        // SAFETY: the stream is one of this context, as onrush works in the primary one. The device, which is held beside it, keeps it.
        let stream = unsafe { context.wrap_borrowed_stream(stream.0.cast()) };
        Ok(Bridge { device: device.clone(), stream })
    }

    /// The device.
    pub fn device(&self) -> &B {
        &self.device
    }

    /// A device that works on a stream of cudarc's, between what cudarc queues there. It loads the programs that it runs anew, so it is
    /// made once.
    ///
    /// # Errors
    ///
    /// [`Device`](ErrorKind::Device) if the stream is of another context, is being captured for a graph, or is the default stream of
    /// each thread.
    ///
    /// # Safety
    ///
    /// As long as the device or any of its vectors and events exists, the stream isn't captured for a graph.
    pub unsafe fn on(&self, stream: &Arc<CudaStream>) -> Result<B> {
        self.of_context(stream)?;
        // SAFETY: the stream lives as long as its owner, and is one of the device's primary context. The caller doesn't capture it.
        unsafe { self.device.on_raw_stream(raw(stream), stream.clone()) }
    }

    /// Makes work that is queued on the device from now on wait for an event of cudarc's.
    ///
    /// # Errors
    ///
    /// Whatever the device reports.
    pub fn wait_for(&self, event: &CudaEvent) -> Result<()> {
        // SAFETY: the event is valid.
        unsafe { self.device.wait_for_raw_event(RawEvent(event.cu_event().cast())) }
    }

    /// Records an event of cudarc's behind what is queued on the device.
    ///
    /// # Errors
    ///
    /// Whatever the device reports, as for an event of another context.
    pub fn record(&self, event: &CudaEvent) -> Result<()> {
        // SAFETY: the event is valid; the driver refuses one of another context.
        unsafe { self.device.record_raw_event(RawEvent(event.cu_event().cast())) }
    }

    /// Calls `f` with a slice of cudarc's, to be read by chains.
    ///
    /// # Errors
    ///
    /// Those of `f`, and whatever the device reports.
    pub fn read<T: Element, R>(
        &self,
        slice: &impl Readable<T>,
        f: impl FnOnce(DeviceSlice<'_, T, B>) -> Result<R>,
    ) -> Result<R> {
        let turn = Turn::begin(self, slice.stream())?;
        let (address, read) = slice.device_ptr(&self.stream);
        let turn = turn.with(read);
        // SAFETY: the slice has this number of elements, which cudarc counts as initialised. What has written them comes before, and what
        // writes or frees them next comes behind the turn; meanwhile the slice is borrowed.
        let part = unsafe { DeviceSlice::from_raw(&self.device, address as *const T, slice.len())? };
        let value = f(part)?;
        turn.end().map(|()| value)
    }

    /// Calls `f` with a slice of cudarc's, to be written by calls.
    ///
    /// # Errors
    ///
    /// Those of `f`; the failure of a call that was to write the slice; and whatever the device reports.
    pub fn write<T: Element, R>(
        &self,
        slice: &mut impl Writable<T>,
        f: impl FnOnce(DeviceSliceMut<'_, T, B>) -> Result<R>,
    ) -> Result<R> {
        let (of, len) = (slice.stream().clone(), slice.len());
        let turn = Turn::begin(self, &of)?;
        let (address, written) = slice.device_ptr_mut(&self.stream);
        let turn = turn.with(written);
        // SAFETY: as in `read`; the slice is borrowed mutably.
        let part = unsafe { DeviceSliceMut::from_raw(&self.device, address as *mut T, len)? };
        let mut part = Loan(Some(part));
        let value = match &mut part.0 {
            Some(whole) => f(whole.slice_mut(..)?),
            None => unreachable!("the part is taken at the end"),
        };
        let failure = part.0.take().map_or(Ok(()), DeviceSliceMut::give_back);
        let value = value?;
        failure?;
        turn.end().map(|()| value)
    }

    /// Calls `f` with elements of a vector, to be read by cudarc's work on this stream and those that wait for it.
    ///
    /// # Errors
    ///
    /// The failure of a call that was to write the elements, and whatever the device reports. Then `f` isn't called, or what it has
    /// queued is waited for.
    ///
    /// ```compile_fail
    /// # fn program(bridge: &onrush_cudarc::Bridge, x: &onrush::DeviceVec<f32, onrush::Device>, stream: &std::sync::Arc<cudarc::driver::CudaStream>) {
    /// let mut kept = None;
    /// bridge.lend(&x.as_slice(), stream, |x| kept = Some(x)); // the vector may be gone when this is read
    /// # }
    /// ```
    pub fn lend<T: Element, R>(
        &self,
        part: &DeviceSlice<'_, T, B>,
        stream: &Arc<CudaStream>,
        f: impl FnOnce(CudaView<'_, T>) -> R,
    ) -> Result<R> {
        self.of_context(stream)?;
        let device = part.device();
        self.of_device(device)?;
        part.settle()?;
        // SAFETY: the stream is alive.
        unsafe { device.raw_stream_waits(raw(stream))? };
        // SAFETY: the part has this number of initialised elements. The slice is never dropped, so that it frees nothing.
        let slice = unsafe { stream.upgrade_device_ptr(part.as_ptr() as u64, part.len()) };
        let view = Shown { slice: Some(slice), device };
        let value =
            f(view.slice.as_ref().map(CudaSlice::as_view).unwrap_or_else(|| unreachable!("it is taken at the end")));
        view.end().map(|()| value)
    }

    /// A vector in the memory of a slice of cudarc's, which is freed on its own stream behind the work that uses it.
    ///
    /// # Errors
    ///
    /// Whatever the device reports, with the slice: [`Refused`] becomes an [`Error`](onrush::Error) by `?`.
    pub fn adopt<T: Element>(&self, mut slice: CudaSlice<T>) -> Result<DeviceVec<T, B>, Refused<CudaSlice<T>>> {
        let (stream, len) = (slice.stream().clone(), slice.len());
        if let Err(error) = Turn::begin(self, &stream).map(mem::forget) {
            return Err(Refused { error, value: slice });
        }
        let address = slice.device_ptr_mut(&self.stream).0 as *mut T;
        let device = self.device.clone();
        // The slice is dropped by whichever of the two has it in the end.
        let owner = Arc::new(std::sync::Mutex::new(Some(slice)));
        let owned = owner.clone();
        let take = |owner: &std::sync::Mutex<Option<CudaSlice<T>>>| owner.lock().map_or(None, |mut slice| slice.take());
        let release = move |done: &onrush::Event| {
            let slice = take(&owned);
            // SAFETY: the stream is alive.
            let waits = unsafe { device.raw_stream_waits_for(raw(&stream), done) };
            if waits.or_else(|_| done.wait()).is_err() {
                // Nobody knows when the GPU is done with it.
                mem::forget(slice);
            }
        };
        // SAFETY: the memory is the slice's, with this number of elements that cudarc counts as initialised. It is the closure's until
        // it is called, and is freed on a stream that waits for the event. What has used it comes before.
        match unsafe { DeviceVec::from_raw_parts(&self.device, address, len, len, release) } {
            Ok(vec) => Ok(vec),
            Err(error) => match take(&owner) {
                Some(value) => Err(Refused { error, value }),
                None => unreachable!("a function that is refused isn't called"),
            },
        }
    }

    /// Hands a vector to cudarc, for work on this stream and those that wait for it.
    ///
    /// # Errors
    ///
    /// The failure of a call that was to write the vector, which is dropped; and whatever the device reports.
    pub fn give<T: Element>(&self, vec: DeviceVec<T, B>, stream: &Arc<CudaStream>) -> Result<Given<T, B>> {
        self.of_context(stream)?;
        self.of_device(vec.device())?;
        let device = vec.device().clone();
        let (memory, len) = vec.into_raw_parts()?;
        // SAFETY: the stream is alive.
        unsafe { device.raw_stream_waits(raw(stream))? };
        // SAFETY: the memory holds this number of initialised elements, and is freed by `memory` alone: the slice is never dropped.
        let slice = unsafe { stream.upgrade_device_ptr(memory.address() as u64, len) };
        Ok(Given { slice: ManuallyDrop::new(slice), memory: ManuallyDrop::new(memory), device })
    }

    /// Makes a vector again of what was [given](Bridge::give) to cudarc.
    ///
    /// # Errors
    ///
    /// Whatever the device reports; then the vector is dropped.
    pub fn take_back<T: Element>(&self, given: Given<T, B>) -> Result<DeviceVec<T, B>> {
        let (memory, len, device) = given.end()?;
        let (address, capacity) = (memory.address().cast(), memory.bytes() / size_of::<T>());
        // SAFETY: the allocation holds this number of initialised elements, and is the closure's until it is called. What cudarc has
        // queued comes before. The allocation frees itself in the order of its device's stream.
        unsafe { DeviceVec::from_raw_parts(&device, address, len, capacity, move |_| drop(memory)) }
    }

    /// Whether a device is this bridge's, or another stream of it.
    fn of_device(&self, device: &B) -> Result<()> {
        if device.id() == self.device.id() {
            return Ok(());
        }
        Err(ErrorKind::DeviceMismatch { vector: device.id(), chain: self.device.id() }.into())
    }

    /// Whether a stream is of this bridge's context.
    fn of_context(&self, stream: &CudaStream) -> Result<()> {
        if stream.context().cu_ctx() == self.stream.context().cu_ctx() {
            return Ok(());
        }
        let message = "the stream is of another context".into();
        Err(ErrorKind::Device { device: self.device.name(), message }.into())
    }
}

/// A vector that cudarc uses, and that is freed behind its work: made by [`Bridge::give`].
pub struct Given<T, B: Interop> {
    slice: ManuallyDrop<CudaSlice<T>>,
    memory: ManuallyDrop<B::Memory>,
    device: B,
}

impl<T, B: Interop> Given<T, B> {
    /// The elements, to be read.
    pub fn as_view(&self) -> CudaView<'_, T> {
        self.slice.as_view()
    }

    /// The elements, to be written.
    pub fn as_view_mut(&mut self) -> CudaViewMut<'_, T> {
        self.slice.as_view_mut()
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.slice.len()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Makes the device wait for what cudarc has queued. If it can't, nobody knows when the memory is free.
    fn end(self) -> Result<(B::Memory, usize, B)> {
        let mut this = ManuallyDrop::new(self);
        let len = this.len();
        // SAFETY: `this` is neither used nor dropped any more; the device is cloned before its field is dropped.
        let (memory, device) = unsafe { (ManuallyDrop::take(&mut this.memory), this.device.clone()) };
        // SAFETY: as above.
        unsafe { std::ptr::drop_in_place(&mut this.device) };
        // SAFETY: as above.
        let slice = unsafe { ManuallyDrop::take(&mut this.slice) };
        match wait_for(slice, &device) {
            Ok(()) => Ok((memory, len, device)),
            Err(error) => {
                mem::forget(memory);
                Err(error)
            }
        }
    }
}

impl<T, B: Interop> Drop for Given<T, B> {
    fn drop(&mut self) {
        // SAFETY: the field isn't used any more.
        let slice = unsafe { ManuallyDrop::take(&mut self.slice) };
        // Else the memory is leaked.
        if wait_for(slice, &self.device).is_ok() {
            // SAFETY: as above.
            unsafe { ManuallyDrop::drop(&mut self.memory) };
        }
    }
}

impl<T, B: Interop> fmt::Debug for Given<T, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Given").field("len", &self.len()).field("device", &self.device.id()).finish()
    }
}

impl<B: Interop> fmt::Debug for Bridge<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bridge").field("device", &self.device).finish_non_exhaustive()
    }
}

/// Ends a slice without freeing it, and makes the device wait for what cudarc has queued on its stream and for its events.
fn wait_for<T>(slice: CudaSlice<T>, device: &impl Interop) -> Result<()> {
    let stream = slice.stream().clone();
    // Its stream waits for the events.
    slice.leak();
    // SAFETY: the stream is alive.
    unsafe { device.wait_for_raw_stream(raw(&stream)) }
}

/// Elements of a vector that cudarc reads; at the end the vector's device waits for that.
struct Shown<'a, T, B: Interop> {
    slice: Option<CudaSlice<T>>,
    device: &'a B,
}

impl<T, B: Interop> Shown<'_, T, B> {
    fn end(mut self) -> Result<()> {
        self.slice.take().map_or(Ok(()), |slice| ended(slice, self.device))
    }
}

impl<T, B: Interop> Drop for Shown<'_, T, B> {
    fn drop(&mut self) {
        let _ = self.slice.take().map(|slice| ended(slice, self.device));
    }
}

/// Makes the device wait for what cudarc does with a slice, or else the host.
fn ended<T>(slice: CudaSlice<T>, device: &impl Interop) -> Result<()> {
    let stream = slice.stream().clone();
    wait_for(slice, device).or_else(|error| stream.synchronize().map_err(|_| error))
}

/// What couldn't be adopted, and the reason.
#[derive(Debug)]
pub struct Refused<T> {
    /// The reason.
    pub error: onrush::Error,
    /// What was to be adopted.
    pub value: T,
}

impl<T> From<Refused<T>> for onrush::Error {
    fn from(refused: Refused<T>) -> Self {
        refused.error
    }
}

impl<T> fmt::Display for Refused<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<T: fmt::Debug> std::error::Error for Refused<T> {}

/// A part of a lent slice, which is given back though the closure panics.
struct Loan<'a, T: Element, B: Interop>(Option<DeviceSliceMut<'a, T, B>>);

impl<T: Element, B: Interop> Drop for Loan<'_, T, B> {
    fn drop(&mut self) {
        let _ = self.0.take().map(DeviceSliceMut::give_back);
    }
}

/// The time in which onrush uses a slice of cudarc's: cudarc's stream waits for its end, and the slice's event is recorded there.
struct Turn<'a, B: Interop> {
    bridge: &'a Bridge<B>,
    stream: &'a CudaStream,
    used: Option<SyncOnDrop<'a>>,
    ended: bool,
}

impl<'a, B: Interop> Turn<'a, B> {
    /// Makes the device wait for what is queued on the slice's stream.
    fn begin(bridge: &'a Bridge<B>, stream: &'a CudaStream) -> Result<Self> {
        bridge.of_context(stream)?;
        // SAFETY: the stream is alive.
        unsafe { bridge.device.wait_for_raw_stream(raw(stream))? };
        Ok(Turn { bridge, stream, used: None, ended: false })
    }

    fn with(self, used: SyncOnDrop<'a>) -> Self {
        let mut this = self;
        this.used = Some(used);
        this
    }

    fn end(mut self) -> Result<()> {
        self.ended = true;
        // SAFETY: the stream is alive.
        let waits = unsafe { self.bridge.device.raw_stream_waits(raw(self.stream)) };
        waits.or_else(|_| self.bridge.device.synchronize())
    }
}

impl<B: Interop> Drop for Turn<'_, B> {
    /// The device's stream waits for its readers before the event is recorded, which comes last.
    fn drop(&mut self) {
        if !self.ended {
            // SAFETY: the stream is alive.
            let waits = unsafe { self.bridge.device.raw_stream_waits(raw(self.stream)) };
            let _ = waits.or_else(|_| self.bridge.device.synchronize());
        }
    }
}

fn raw(stream: &CudaStream) -> RawStream {
    RawStream(stream.cu_stream().cast())
}
