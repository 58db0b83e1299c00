//! Where the host waits for the device: an event of `tracing` for each wait, so that a subscriber finds them. A subscriber may use the
//! device itself, so nothing is locked when it is told.

use std::panic::Location;
use std::time::{Duration, Instant};

use tracing::Level;

/// The target of the events.
const TARGET: &str = "onrush::wait";

/// The time, if somebody is to be told of a wait that begins now. Otherwise it is a load and a branch.
pub(crate) fn begun() -> Option<Instant> {
    tracing::enabled!(target: TARGET, Level::DEBUG).then(Instant::now)
}

/// Tells subscribers for what the host has waited, how long, and in which line of the user's.
pub(crate) fn tell(time: Duration, what: &str, place: &'static Location<'static>) {
    tracing::debug!(target: TARGET, "the host waited {:.1} µs {what} at {place}", time.as_secs_f64() * 1e6);
}

/// Waits while nothing is locked, and tells subscribers.
pub(crate) fn waited<T>(what: &str, place: &'static Location<'static>, wait: impl FnOnce() -> T) -> T {
    let begun = begun();
    let result = wait();
    if let Some(begun) = begun {
        tell(begun.elapsed(), what, place);
    }
    result
}
