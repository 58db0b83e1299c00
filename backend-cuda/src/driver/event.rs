//! Events: points in streams that users wait for, and between which they measure.

use std::any::Any;
use std::fmt;
use std::panic::Location;
use std::time::Duration;

use onrush_core::event::{Event, EventState};
use onrush_core::recording::Unrecorded;
use onrush_core::{Error, Result};

use super::machine::Point;
use super::recording::unrecorded;
use super::waits;
use super::{Driver, DriverError};

/// A timed point in a stream.
struct StreamEvent {
    driver: Driver,
    point: Point,
}

impl Driver {
    /// An event behind all work that is queued on the stream, and behind the readers of its memory.
    ///
    /// # Errors
    ///
    /// An error that the machine reports.
    pub fn event(&self) -> Result<Event> {
        self.inner.settle().map_err(|e| self.error(e))?;
        let point = self.machine().timed_mark().map_err(|e| self.error(e))?;
        Ok(Event::new(self.stream_id(), StreamEvent { driver: self.clone(), point }))
    }

    /// Makes work that is queued from now on wait for an event. The host waits only if the event is not one of this kind of machine.
    ///
    /// # Errors
    ///
    /// An error that a machine reports.
    pub fn wait_for(&self, event: &Event) -> Result<()> {
        unrecorded(Unrecorded::OtherStream)?;
        match self.point_of(event) {
            Some(point) => self.machine().wait_for(point).map_err(|e| self.error(e)),
            None => event.wait(),
        }
    }

    /// The point of an event in a stream of this kind of machine.
    pub(super) fn point_of<'e>(&self, event: &'e Event) -> Option<&'e Point> {
        let state: &dyn Any = event.state();
        let state: &StreamEvent = state.downcast_ref()?;
        (state.driver.id().backend == self.id().backend).then_some(&state.point)
    }
}

impl StreamEvent {
    fn error(&self, error: DriverError) -> Error {
        self.driver.error(error)
    }
}

impl EventState for StreamEvent {
    fn has_passed(&self) -> Result<bool> {
        self.driver.machine().has_passed(&self.point).map_err(|e| self.error(e))
    }
    fn wait(&self, place: &'static Location<'static>) -> Result<()> {
        // An event that has passed may be waited for where something is locked.
        if waits::begun().is_some() && self.has_passed()? {
            return Ok(());
        }
        let wait = || self.driver.machine().wait_until(&self.point);
        waits::waited("for an event", place, wait).map_err(|e| self.error(e))
    }
    fn duration_since(&self, earlier: &dyn EventState) -> Option<Result<Duration>> {
        let earlier: &dyn Any = earlier;
        let earlier: &StreamEvent = earlier.downcast_ref()?;
        if earlier.driver.id() != self.driver.id() {
            return None;
        }
        Some(self.driver.machine().time_between(&earlier.point, &self.point).map_err(|e| self.error(e)))
    }
}

impl fmt::Debug for StreamEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StreamEvent").field("driver", &self.driver).finish_non_exhaustive()
    }
}
