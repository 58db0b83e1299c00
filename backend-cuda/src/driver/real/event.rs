//! Points in streams.
#![allow(unsafe_code)]

use std::ptr;
use std::sync::Arc;

use cudarc::driver::sys;

use super::calls::check;
use super::context::Context;
use crate::driver::DriverError;

/// An event, without a time.
pub(in crate::driver) struct Event {
    context: Arc<Context>,
    handle: sys::CUevent,
}

// SAFETY: the driver's functions may be called from every thread with the same handles.
unsafe impl Send for Event {}
// SAFETY: the driver's functions may be called from several threads at once with the same handles.
unsafe impl Sync for Event {}

impl Event {
    pub(super) fn new(context: Arc<Context>) -> Result<Self, DriverError> {
        context.bind()?;
        let mut handle = ptr::null_mut();
        let flags = sys::CUevent_flags::CU_EVENT_DISABLE_TIMING as u32;
        // SAFETY: the context is bound; one handle is written.
        check("cuEventCreate", unsafe { cu!(cuEventCreate(&mut handle, flags)) })?;
        Ok(Event { context, handle })
    }

    /// Records the event in a stream of the same context, behind all work that is queued there.
    pub(super) fn record(&self, stream: sys::CUstream) -> Result<(), DriverError> {
        // SAFETY: event and stream are alive and of one context.
        check("cuEventRecord", unsafe { cu!(cuEventRecord(self.handle, stream)) })
    }

    /// Waits on the host until the event has passed; an event that was never recorded has passed.
    pub(super) fn wait(&self) -> Result<(), DriverError> {
        // SAFETY: the event is alive.
        check("cuEventSynchronize", unsafe { cu!(cuEventSynchronize(self.handle)) })
    }

    /// Whether the event has passed.
    pub(in crate::driver) fn has_passed(&self) -> Result<bool, DriverError> {
        self.context.bind()?;
        // SAFETY: the event is alive.
        match unsafe { cu!(cuEventQuery(self.handle)) } {
            sys::CUresult::CUDA_ERROR_NOT_READY => Ok(false),
            result => check("cuEventQuery", result).map(|()| true),
        }
    }

    /// Makes work that is queued in a stream from now on wait for the event.
    pub(super) fn precede(&self, stream: sys::CUstream) -> Result<(), DriverError> {
        // SAFETY: event and stream are alive and of one GPU.
        check("cuStreamWaitEvent", unsafe { cu!(cuStreamWaitEvent(stream, self.handle, 0)) })
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        if self.context.bind().is_ok() {
            // SAFETY: `new` has made the event, and it is destroyed once; the driver keeps it while streams wait for
            // it. A failure can't be handled.
            let _ = unsafe { cu!(cuEventDestroy_v2(self.handle)) };
        }
    }
}
