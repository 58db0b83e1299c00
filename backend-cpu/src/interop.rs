//! Memory of other libraries, on a CPU: addresses of the host. There are no streams.

use onrush_core::{Backend, ErrorKind, Event, Interop, RawEvent, RawMemory, RawStream, Result};

use crate::Cpu;
use crate::memory::Block;

// SAFETY: calls have done their work when they return, so that a block that is dropped is used by none.
unsafe impl Interop for Cpu {
    fn raw_stream(&self) -> Option<RawStream> {
        None
    }
    unsafe fn adopt_raw(&self, memory: RawMemory) -> Block {
        Block::of_other(memory)
    }
    unsafe fn on_raw_stream(&self, _: RawStream, _: impl Send + Sync + 'static) -> Result<Self> {
        self.without_streams()
    }
    unsafe fn wait_for_raw_stream(&self, _: RawStream) -> Result<()> {
        self.without_streams()
    }
    unsafe fn raw_stream_waits(&self, _: RawStream) -> Result<()> {
        // Whatever this device was asked for is done.
        Ok(())
    }
    unsafe fn raw_stream_waits_for(&self, _: RawStream, event: &Event) -> Result<()> {
        event.wait()
    }
    unsafe fn wait_for_raw_event(&self, _: RawEvent) -> Result<()> {
        self.without_streams()
    }
    unsafe fn record_raw_event(&self, _: RawEvent) -> Result<()> {
        self.without_streams()
    }
}

impl Cpu {
    fn without_streams<T>(&self) -> Result<T> {
        Err(ErrorKind::Device { device: self.name(), message: "a CPU has no streams".into() }.into())
    }
}
