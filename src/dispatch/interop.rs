//! Memory, streams and events of other libraries, on the chosen backend.

use onrush_core::{Event, Interop, RawEvent, RawMemory, RawRefusal, RawStream, Result};

use super::{Choice, Device, DeviceMemory, MemoryChoice};

// SAFETY: every method is the chosen backend's, and its contract is the same.
unsafe impl Interop for Device {
    fn raw_stream(&self) -> Option<RawStream> {
        chosen!(self, b => b.raw_stream())
    }
    fn check_raw(&self, address: *const u8, bytes: usize) -> Result<(), RawRefusal> {
        chosen!(self, b => b.check_raw(address, bytes))
    }
    unsafe fn adopt_raw(&self, memory: RawMemory) -> DeviceMemory {
        DeviceMemory(match &self.choice {
            // SAFETY: the caller's contract is the same.
            Choice::Cpu(b) => MemoryChoice::Cpu(unsafe { b.adopt_raw(memory) }),
            // SAFETY: as above.
            #[cfg(feature = "cuda")]
            Choice::Cuda(b) => MemoryChoice::Cuda(unsafe { b.adopt_raw(memory) }),
        })
    }
    unsafe fn on_raw_stream(&self, stream: RawStream, owner: impl Send + Sync + 'static) -> Result<Self> {
        let why_not_gpu = self.why_not_gpu.clone();
        // SAFETY: the caller's contract is the same.
        Ok(Device { why_not_gpu, ..chosen!(self, b => unsafe { b.on_raw_stream(stream, owner)? }.into()) })
    }
    unsafe fn wait_for_raw_stream(&self, stream: RawStream) -> Result<()> {
        // SAFETY: the caller's contract is the same.
        chosen!(self, b => unsafe { b.wait_for_raw_stream(stream) })
    }
    unsafe fn raw_stream_waits(&self, stream: RawStream) -> Result<()> {
        // SAFETY: the caller's contract is the same.
        chosen!(self, b => unsafe { b.raw_stream_waits(stream) })
    }
    unsafe fn raw_stream_waits_for(&self, stream: RawStream, event: &Event) -> Result<()> {
        // SAFETY: the caller's contract is the same.
        chosen!(self, b => unsafe { b.raw_stream_waits_for(stream, event) })
    }
    unsafe fn wait_for_raw_event(&self, event: RawEvent) -> Result<()> {
        // SAFETY: the caller's contract is the same.
        chosen!(self, b => unsafe { b.wait_for_raw_event(event) })
    }
    unsafe fn record_raw_event(&self, event: RawEvent) -> Result<()> {
        // SAFETY: the caller's contract is the same.
        chosen!(self, b => unsafe { b.record_raw_event(event) })
    }
}
