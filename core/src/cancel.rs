//! The token by which calls are cancelled.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// A token that cancels calls from another thread, or when a time is over. [`Backend::cancelled_by`](crate::Backend::cancelled_by)
/// binds it to a device; clones are the same token, and several devices may share one.
///
/// # Cancelled calls
///
/// A call that is cancelled returns [`Cancelled`](crate::ErrorKind::Cancelled), with its line. As after a failed operation, reading what
/// it was to write returns the error, until that is overwritten or [recovered](crate::DeviceVec::recover); no other call returns it. A call
/// in place that is cancelled while it computes something else, as `sort_by_key` its keys, may leave the vector as it was. While
/// the token is cancelled, each call of its devices is refused with this error. They go on after [`reset`](CancellationToken::reset);
/// devices without the token always do.
///
/// - **On a CPU** a running call ends soon: each thread asks the token between two parts of its work, mostly of at most 65536 items.
///   What moves items in place isn't left in the middle: a sort by keys stops comparing and brings its items home. A `scatter` of
///   several threads, and the sort of a segment that one thread sorts, run to their ends.
/// - **On a GPU** a call asks the token before it queues its work, and nothing asks on the device. So a chain of calls ends at its next
///   call; what was queued before runs to its end, with its own result.
/// - **Copies** between the host and a device aren't cancelled, so that what was computed before can be read.
///
/// # Cost
///
/// A device without a token asks nothing. With one, a call on a CPU reads an atomic word for each part, and with a limit of time the
/// clock.
///
/// ```
/// # use onrush::prelude::*;
/// use onrush::{CancellationToken, ErrorKind};
///
/// # fn main() -> onrush::Result<()> {
/// let token = CancellationToken::new();
/// let device = Device::best()?.cancelled_by(&token);
/// let mut x = device.range(0u32..1000).rev().collect()?;
///
/// let button = token.clone(); // for another thread
/// std::thread::spawn(move || button.cancel()).join().expect("it only cancels");
///
/// let error = x.sort().unwrap_err();
/// assert_eq!(error.kind(), &ErrorKind::Cancelled);
/// assert_eq!(x.to_vec(), Err(error)); // the sort was to write it
/// token.reset();
/// x.recover()?; // a cancelled sort loses nothing
/// assert_eq!(x.iter().sum()?, 499_500);
/// # Ok(()) }
/// ```
#[doc(alias(
    "stop_token",
    "stop_source",
    "task_group_context",
    "abort",
    "timeout",
    "deadline",
    "interrupt",
    "AbortHandle"
))]
#[derive(Clone, Default)]
pub struct CancellationToken(Arc<Limit>);

/// The time from which on calls are cancelled, in nanoseconds of [`now`].
struct Limit(AtomicU64);

const NEVER: u64 = u64::MAX;
const ALWAYS: u64 = 0;

impl Default for Limit {
    fn default() -> Self {
        Limit(NEVER.into())
    }
}

/// The nanoseconds since this was first asked for.
fn now() -> u64 {
    static BEGIN: OnceLock<Instant> = OnceLock::new();
    BEGIN.get_or_init(Instant::now).elapsed().as_nanos() as u64
}

impl CancellationToken {
    /// A token that isn't cancelled.
    pub fn new() -> Self {
        Self::default()
    }

    /// Cancels the calls of the token's devices, until [`reset`](Self::reset). It doesn't wait for them.
    #[doc(alias("request_stop", "cancel_group_execution", "stop"))]
    pub fn cancel(&self) {
        self.0.0.store(ALWAYS, Relaxed);
    }

    /// Cancels the token when this time is over, unless it is cancelled before. An earlier limit stays. No thread waits for it: calls
    /// compare the clock.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # use std::time::Duration;
    /// # fn main() -> onrush::Result<()> {
    /// let token = onrush::CancellationToken::new();
    /// let device = Device::best()?.cancelled_by(&token);
    /// token.cancel_after(Duration::from_secs(3600));
    /// assert_eq!(device.range(0u64..101).sum()?, 5050);
    /// token.cancel_after(Duration::ZERO);
    /// assert!(device.range(0u64..101).sum().is_err());
    /// # Ok(()) }
    /// ```
    #[doc(alias("CancelAfter", "timeout", "deadline", "with_timeout"))]
    pub fn cancel_after(&self, time: Duration) {
        let time = u64::try_from(time.as_nanos()).unwrap_or(NEVER);
        self.0.0.fetch_min(now().saturating_add(time), Relaxed);
    }

    /// Lets calls run again, without a limit. A call that has already seen that it is cancelled still returns the error.
    #[doc(alias("TryReset"))]
    pub fn reset(&self) {
        self.0.0.store(NEVER, Relaxed);
    }

    /// Whether calls are cancelled.
    #[doc(alias("stop_requested", "is_group_execution_cancelled", "IsCancellationRequested"))]
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        match self.0.0.load(Relaxed) {
            NEVER => false,
            ALWAYS => true,
            limit => now() >= limit,
        }
    }
}

impl fmt::Debug for CancellationToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CancellationToken").field("is_cancelled", &self.is_cancelled()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_are_one_token() {
        let token = CancellationToken::new();
        let clone = token.clone();
        assert!(!token.is_cancelled());
        clone.cancel();
        assert!(token.is_cancelled());
        token.reset();
        assert!(!clone.is_cancelled());
    }

    #[test]
    fn the_earliest_limit_holds() {
        let token = CancellationToken::new();
        token.cancel_after(Duration::MAX);
        assert!(!token.is_cancelled());
        token.cancel_after(Duration::ZERO);
        assert!(token.is_cancelled());
        token.cancel_after(Duration::MAX);
        assert!(token.is_cancelled());
        token.reset();
        assert!(!token.is_cancelled());
        token.cancel();
        token.cancel_after(Duration::MAX);
        assert!(token.is_cancelled());
    }
}
