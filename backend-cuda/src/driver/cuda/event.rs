//! Points in streams.
#![allow(unsafe_code)]

use std::ffi::c_uint;
use std::ptr;
use std::sync::Arc;
use std::time::Duration;

use super::api::{self, CuEvent, CuStream};
use super::context::Context;
use super::interop;
use crate::driver::DriverError;

/// An event.
pub(super) struct Event {
    context: Arc<Context>,
    handle: CuEvent,
}

// SAFETY: the driver's functions may be called from every thread with the same handles.
unsafe impl Send for Event {}
// SAFETY: the driver's functions may be called from several threads at once with the same handles.
unsafe impl Sync for Event {}

impl Event {
    /// An event without a time, which is recorded and waited for at less cost.
    pub(super) fn new(context: Arc<Context>) -> Result<Self, DriverError> {
        Self::with(context, api::EVENT_DISABLE_TIMING)
    }

    /// An event with the time at which it passes.
    pub(super) fn timed(context: Arc<Context>) -> Result<Self, DriverError> {
        Self::with(context, api::EVENT_DEFAULT)
    }

    fn with(context: Arc<Context>, flags: c_uint) -> Result<Self, DriverError> {
        context.bind()?;
        let mut handle = ptr::null_mut();
        // SAFETY: the context is bound; one handle is written.
        context.check("cuEventCreate", unsafe { cu!(context.api, cuEventCreate(&mut handle, flags)) })?;
        Ok(Event { context, handle })
    }

    /// Records the event in a stream of the same context, behind all work that is queued there.
    pub(super) fn record(&self, stream: CuStream) -> Result<(), DriverError> {
        // SAFETY: event and stream are alive; the driver refuses those of two contexts.
        unsafe { interop::record(&self.context, self.handle, stream) }
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

    /// The time from another event to this one; both were made with a time and have passed. It is 0 if this one has passed first.
    pub(super) fn time_since(&self, earlier: &Event) -> Result<Duration, DriverError> {
        self.context.bind()?;
        let mut milliseconds = 0.0;
        // SAFETY: the events are alive; one `float` is written. The driver refuses events of other contexts.
        let result =
            unsafe { cu!(self.context.api, cuEventElapsedTime(&mut milliseconds, earlier.handle, self.handle)) };
        self.context.check("cuEventElapsedTime", result)?;
        Ok(Duration::try_from_secs_f64(f64::from(milliseconds) / 1e3).unwrap_or_default())
    }

    /// Makes work that is queued in a stream from now on wait for the event.
    pub(super) fn precede(&self, stream: CuStream) -> Result<(), DriverError> {
        // SAFETY: event and stream are alive; the stream may be of another GPU than the event.
        unsafe { interop::wait_for(&self.context, stream, self.handle) }
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
