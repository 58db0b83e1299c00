//! The order between this library's streams and those of other code, and memory of other code.
#![allow(unsafe_code)]

use std::any::Any;

use onrush_core::device::DeviceId;
use onrush_core::recording::Unrecorded;
use onrush_core::{Event, MemoryFault, RawEvent, RawMemory, RawRefusal, RawStream, Result};

use super::machine::Place;
use super::recording::unrecorded;
use super::{Buffer, Driver, DriverError};

impl Driver {
    /// The stream's handle.
    pub fn raw(&self) -> RawStream {
        RawStream(self.machine().handle())
    }

    /// A stream that other code has made on the same machine. `owner` is dropped with it.
    ///
    /// # Errors
    ///
    /// If the stream is of another context.
    ///
    /// # Safety
    ///
    /// The contract is that of [`Interop::on_raw_stream`](onrush_core::Interop::on_raw_stream).
    pub unsafe fn on(&self, stream: RawStream, owner: Box<dyn Any + Send + Sync>) -> Result<Self> {
        // SAFETY: the caller keeps the contract of this function.
        let stream = unsafe { self.machine().on(stream.0, owner) }.map_err(|e| self.error(e))?;
        Ok(Self::of(stream, self.id()))
    }

    /// Whether these bytes can be memory of this machine.
    ///
    /// # Errors
    ///
    /// The fault, or an error that the machine reports.
    pub fn check_raw(&self, address: *const u8, bytes: usize) -> Result<(), RawRefusal> {
        let place = self.machine().place(address as u64, bytes).map_err(|e| self.error(e))?;
        Err(RawRefusal::Fault(match place {
            Place::Elsewhere(index) if index != self.id().index => {
                MemoryFault::Elsewhere(DeviceId { index, ..self.id() })
            }
            Place::Unknown => MemoryFault::Unknown,
            Place::Elsewhere(_) | Place::Anywhere => return Ok(()),
        }))
    }

    /// A buffer in memory that other code has allocated, which is released in this stream's order.
    pub fn adopt(&self, memory: RawMemory) -> Buffer {
        Buffer::adopted(self.clone(), memory)
    }

    /// Makes work that is queued from now on wait for what is queued on a stream of other code.
    ///
    /// # Errors
    ///
    /// An error that the machine reports.
    ///
    /// # Safety
    ///
    /// The stream is one of this kind of machine.
    pub unsafe fn wait_for_raw_stream(&self, stream: RawStream) -> Result<()> {
        unrecorded(Unrecorded::Event)?;
        // SAFETY: the caller keeps the contract of this function.
        unsafe { self.machine().wait_for_handle(stream.0) }.map_err(|e| self.error(e))
    }

    /// Makes what is queued on a stream of other code from now on wait for this stream, and for the readers of its memory.
    ///
    /// # Errors
    ///
    /// An error that the machine reports.
    ///
    /// # Safety
    ///
    /// The stream is one of this kind of machine.
    pub unsafe fn raw_stream_waits(&self, stream: RawStream) -> Result<()> {
        unrecorded(Unrecorded::Event)?;
        let wait = || {
            self.inner.settle()?;
            let behind = self.machine().mark()?;
            // SAFETY: the caller keeps the contract of this function.
            unsafe { self.machine().precede_handle(&behind, stream.0) }
        };
        wait().map_err(|e: DriverError| self.error(e))
    }

    /// Records an event of other code behind this stream, and behind the readers of its memory.
    ///
    /// # Errors
    ///
    /// An error that the machine reports.
    ///
    /// # Safety
    ///
    /// The event is one of this machine's.
    pub unsafe fn record_raw_event(&self, event: RawEvent) -> Result<()> {
        unrecorded(Unrecorded::Event)?;
        let record = || {
            self.inner.settle()?;
            // SAFETY: the caller keeps the contract of this function.
            unsafe { self.machine().record_handle(event.0) }
        };
        record().map_err(|e: DriverError| self.error(e))
    }

    /// Makes work that is queued from now on wait for an event of other code.
    ///
    /// # Errors
    ///
    /// An error that the machine reports.
    ///
    /// # Safety
    ///
    /// The event is one of this kind of machine.
    pub unsafe fn wait_for_raw_event(&self, event: RawEvent) -> Result<()> {
        unrecorded(Unrecorded::Event)?;
        // SAFETY: the caller keeps the contract of this function.
        unsafe { self.machine().wait_for_event_handle(event.0) }.map_err(|e| self.error(e))
    }

    /// Makes what is queued on a stream of other code from now on wait for an event. The host waits only if the event is not one of
    /// this kind of machine.
    ///
    /// # Errors
    ///
    /// An error that a machine reports.
    ///
    /// # Safety
    ///
    /// The stream is one of this kind of machine.
    pub unsafe fn raw_stream_waits_for(&self, stream: RawStream, event: &Event) -> Result<()> {
        unrecorded(Unrecorded::Event)?;
        match self.point_of(event) {
            // SAFETY: the caller keeps the contract of this function.
            Some(point) => unsafe { self.machine().precede_handle(point, stream.0) }.map_err(|e| self.error(e)),
            None => event.wait(),
        }
    }
}
