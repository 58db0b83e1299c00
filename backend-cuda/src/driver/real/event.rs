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
// SAFETY: as above.
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

    /// Makes it the point in a stream of the same context that all queued work comes before.
    pub(super) fn record(&self, stream: sys::CUstream) -> Result<(), DriverError> {
        // SAFETY: event and stream are alive and of one context.
        check("cuEventRecord", unsafe { cu!(cuEventRecord(self.handle, stream)) })
    }

    /// Waits on the host until it has passed; one that was never recorded has.
    pub(super) fn wait(&self) -> Result<(), DriverError> {
        // SAFETY: the event is alive.
        check("cuEventSynchronize", unsafe { cu!(cuEventSynchronize(self.handle)) })
    }

    /// Whether it has passed.
    pub(in crate::driver) fn has_passed(&self) -> Result<bool, DriverError> {
        self.context.bind()?;
        // SAFETY: the event is alive.
        match unsafe { cu!(cuEventQuery(self.handle)) } {
            sys::CUresult::CUDA_ERROR_NOT_READY => Ok(false),
            result => check("cuEventQuery", result).map(|()| true),
        }
    }

    /// Lets what is queued in a stream from now on come after it.
    pub(super) fn precede(&self, stream: sys::CUstream) -> Result<(), DriverError> {
        // SAFETY: event and stream are alive and of one GPU.
        check("cuStreamWaitEvent", unsafe { cu!(cuStreamWaitEvent(stream, self.handle, 0)) })
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        if self.context.bind().is_ok() {
            // SAFETY: made by `new`, destroyed once; the driver keeps what streams still wait for. A failure leaves
            // nothing to do.
            let _ = unsafe { cu!(cuEventDestroy_v2(self.handle)) };
        }
    }
}
