//! Events: points in the work of streams, with the times at which they pass.

use std::any::Any;
use std::fmt::Debug;
use std::panic::Location;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::device::StreamId;
use crate::error::{ErrorKind, Result};

/// A point in the work of a stream, behind all that was queued before: the event has *passed* when this work is done. Made by
/// [`Backend::event`](crate::Backend::event); clones are the same event.
///
/// The time between two events is measured by the device, so it is that of the device's work, without the host's waits:
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let mut x = device.range(0u32..100_000).rev().collect()?;
/// let start = device.event()?;
/// x.sort()?;
/// let end = device.event()?;
/// println!("the device has sorted for {:?}", end.duration_since(&start)?);
/// # Ok(()) }
/// ```
///
/// [`Backend::time`](crate::Backend::time) does the same for a closure.
#[derive(Debug, Clone)]
#[doc(alias("cudaEvent_t", "CudaEvent", "cuEventRecord", "cudaEventCreate", "fence"))]
pub struct Event {
    stream: StreamId,
    state: Arc<dyn EventState>,
}

/// An event as a backend implements it.
pub trait EventState: Any + Debug + Send + Sync {
    /// Whether the event has passed.
    fn has_passed(&self) -> Result<bool>;

    /// Waits until the event has passed. `place` is the user's line.
    fn wait(&self, place: &'static Location<'static>) -> Result<()>;

    /// The time from another event to this one, where both have passed; 0 if this one has passed first. `None` if the two have
    /// no common clock.
    fn duration_since(&self, earlier: &dyn EventState) -> Option<Result<Duration>>;
}

impl Event {
    /// An event of a backend's own.
    pub fn new(stream: StreamId, state: impl EventState) -> Self {
        Event { stream, state: Arc::new(state) }
    }

    /// An event of a stream whose work is done when its calls return. It has passed, now.
    pub fn passed(stream: StreamId) -> Self {
        Event::new(stream, Instant::now())
    }

    /// The stream in whose work the event lies.
    pub fn stream_id(&self) -> StreamId {
        self.stream
    }

    /// The backend's own event.
    pub fn state(&self) -> &dyn EventState {
        &*self.state
    }

    /// Whether the event has passed. Doesn't wait.
    ///
    /// # Errors
    ///
    /// Whatever the device reports.
    #[doc(alias("cudaEventQuery", "is_complete", "query"))]
    pub fn has_passed(&self) -> Result<bool> {
        self.state.has_passed()
    }

    /// Waits until the event has passed: for the work before it, and for none behind it or on streams that it doesn't depend on.
    ///
    /// An operation that has failed before the event isn't reported here: reading what it was to write returns the failure.
    ///
    /// # Errors
    ///
    /// Whatever the device reports.
    #[doc(alias("cudaEventSynchronize", "synchronize"))]
    #[track_caller]
    pub fn wait(&self) -> Result<()> {
        self.state.wait(Location::caller())
    }

    /// The time from an earlier event to this one; 0 if that one has passed later. The two may be of different streams of
    /// a device. Waits until both have passed.
    ///
    /// On a GPU it is the GPU's own measurement, with a resolution of about a microsecond. Time in which the stream had nothing to do, since the
    /// host hadn't queued more, counts. On a CPU, whose calls return when their work is done, it is the time between the two calls
    /// that have made the events.
    ///
    /// # Errors
    ///
    /// [`EventMismatch`](ErrorKind::EventMismatch) if the events are of two devices, and whatever the device reports.
    #[doc(alias("cudaEventElapsedTime", "elapsed_ms", "elapsed_time", "elapsed"))]
    #[track_caller]
    pub fn duration_since(&self, earlier: &Event) -> Result<Duration> {
        let mismatch = || ErrorKind::EventMismatch { event: self.stream.device, earlier: earlier.stream.device };
        if self.stream.device != earlier.stream.device {
            return Err(mismatch().into());
        }
        earlier.wait()?;
        self.wait()?;
        self.state.duration_since(&*earlier.state).ok_or_else(mismatch)?
    }
}

/// An event that has passed, with the host's time.
impl EventState for Instant {
    fn has_passed(&self) -> Result<bool> {
        Ok(true)
    }
    fn wait(&self, _: &'static Location<'static>) -> Result<()> {
        Ok(())
    }
    fn duration_since(&self, earlier: &dyn EventState) -> Option<Result<Duration>> {
        let earlier: &dyn Any = earlier;
        Some(Ok(self.saturating_duration_since(*earlier.downcast_ref()?)))
    }
}
