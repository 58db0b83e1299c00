//! Points in streams.
#![allow(unsafe_code)]

use std::ptr;
use std::sync::Arc;

use super::api::{self, CuEvent, CuStream};
use super::context::Context;
use crate::driver::DriverError;

/// An event, without a time.
pub(super) struct Event {
    context: Arc<Context>,
    handle: CuEvent,
}

// SAFETY: the driver's functions may be called from every thread with the same handles.
unsafe impl Send for Event {}
// SAFETY: the driver's functions may be called from several threads at once with the same handles.
unsafe impl Sync for Event {}

impl Event {
    pub(super) fn new(context: Arc<Context>) -> Result<Self, DriverError> {
        context.bind()?;
        let mut handle = ptr::null_mut();
        let flags = api::EVENT_DISABLE_TIMING;
        // SAFETY: the context is bound; one handle is written.
        context.check("cuEventCreate", unsafe { cu!(context.api, cuEventCreate(&mut handle, flags)) })?;
        Ok(Event { context, handle })
    }

    /// Records the event in a stream of the same context, behind all work that is queued there.
    pub(super) fn record(&self, stream: CuStream) -> Result<(), DriverError> {
        // SAFETY: event and stream are alive and of one context.
        self.context.check("cuEventRecord", unsafe { cu!(self.context.api, cuEventRecord(self.handle, stream)) })
    }

    /// Waits on the host until the event has passed; an event that was never recorded has passed.
    pub(super) fn wait(&self) -> Result<(), DriverError> {
        // SAFETY: the event is alive.
        self.context.check("cuEventSynchronize", unsafe { cu!(self.context.api, cuEventSynchronize(self.handle)) })
    }

    /// Whether the event has passed.
    pub(super) fn has_passed(&self) -> Result<bool, DriverError> {
        self.context.bind()?;
        // SAFETY: the event is alive.
        match unsafe { cu!(self.context.api, cuEventQuery(self.handle)) } {
            api::NOT_READY => Ok(false),
            result => self.context.check("cuEventQuery", result).map(|()| true),
        }
    }

    /// Makes work that is queued in a stream from now on wait for the event.
    pub(super) fn precede(&self, stream: CuStream) -> Result<(), DriverError> {
        // SAFETY: event and stream are alive and of one GPU.
        self.context
            .check("cuStreamWaitEvent", unsafe { cu!(self.context.api, cuStreamWaitEvent(stream, self.handle, 0)) })
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        if self.context.bind().is_ok() {
            // SAFETY: `new` has made the event, and it is destroyed once; the driver keeps it while streams wait for
            // it. A failure can't be handled.
            let _ = unsafe { cu!(self.context.api, cuEventDestroy_v2(self.handle)) };
        }
    }
}
