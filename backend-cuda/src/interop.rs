//! Memory, streams and events of other libraries that use CUDA.
#![allow(unsafe_code)]

use onrush_core::{Event, Interop, RawEvent, RawMemory, RawRefusal, RawStream, Result};

use crate::Cuda;
use crate::driver::Buffer;

// SAFETY: the methods are the driver layer's, on this backend's stream; a buffer releases its memory behind the stream's work and its
// readers.
unsafe impl Interop for Cuda {
    fn raw_stream(&self) -> Option<RawStream> {
        Some(self.inner.driver.raw())
    }
    fn check_raw(&self, address: *const u8, bytes: usize) -> Result<(), RawRefusal> {
        self.inner.driver.check_raw(address, bytes)
    }
    unsafe fn adopt_raw(&self, memory: RawMemory) -> Buffer {
        self.inner.driver.adopt(memory)
    }
    unsafe fn on_raw_stream(&self, stream: RawStream, owner: impl Send + Sync + 'static) -> Result<Self> {
        // SAFETY: the caller's contract is the same.
        let driver = unsafe { self.inner.driver.on(stream, Box::new(owner))? };
        Ok(Cuda { token: self.token.clone(), ..Self::of(driver) })
    }
    unsafe fn wait_for_raw_stream(&self, stream: RawStream) -> Result<()> {
        // SAFETY: the caller's contract is the same.
        unsafe { self.inner.driver.wait_for_raw_stream(stream) }
    }
    unsafe fn raw_stream_waits(&self, stream: RawStream) -> Result<()> {
        // SAFETY: the caller's contract is the same.
        unsafe { self.inner.driver.raw_stream_waits(stream) }
    }
    unsafe fn raw_stream_waits_for(&self, stream: RawStream, event: &Event) -> Result<()> {
        // SAFETY: the caller's contract is the same.
        unsafe { self.inner.driver.raw_stream_waits_for(stream, event) }
    }
    unsafe fn wait_for_raw_event(&self, event: RawEvent) -> Result<()> {
        // SAFETY: the caller's contract is the same.
        unsafe { self.inner.driver.wait_for_raw_event(event) }
    }
    unsafe fn record_raw_event(&self, event: RawEvent) -> Result<()> {
        // SAFETY: the caller's contract is the same.
        unsafe { self.inner.driver.record_raw_event(event) }
    }
}
