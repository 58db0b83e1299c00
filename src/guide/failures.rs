//! Where a failure goes.
//!
//! An operation that panics, or an index that it computes and that lies out of bounds, makes its call fail. On a CPU the call
//! returns the error. A GPU may find it out when the call has long returned; then what the call was to write says so:
//!
//! ```
//! # use onrush::prelude::*;
//! # fn main() -> onrush::Result<()> {
//! let device = Device::best()?;
//! let x = device.upload(&[5, 0, 2])?;
//! let mut y = device.filled(0, 3)?;
//! let called = x.iter().map(op!(|v: i32| 10 / v)).collect_into(&mut y); // an error, or on a GPU perhaps not yet
//! # drop(called);
//! let error = y.to_vec().unwrap_err(); // the error in any case
//! assert!(error.to_string().contains("attempt to divide by zero"));
//! assert!(error.call().is_some_and(|call| call.line > 0)); // the terminal's line, beside the operation's
//! assert_eq!(x.iter().sum()?, 7); // nothing to do with it
//! device.filled(1, 3)?.iter().collect_into(&mut y)?;
//! assert_eq!(y.to_vec()?, [1, 1, 1]); // overwritten
//! # Ok(()) }
//! ```
//!
//! - **What has failed** is what the call was to write: its results, its targets, and what `iter_mut` reaches in its chain; of
//!   a vector of which it was to write a part, that part.
//! - **Reading it returns the failure**, each time, on every thread and stream: `to_vec`, `copy_to`, and every terminal whose
//!   chain, captured views or targets in place include it. What such a terminal was to write has failed in turn, unless it
//!   returns the error itself: then its targets are as they were.
//! - **No other call is told.** Another call on the same stream, of the same thread or of another, gets its own result.
//! - **Overwriting it as a whole makes it good**: `copy_from`, and the targets of `collect_into` and `scan_…_into`. So does
//!   [`recover`](crate::DeviceVec::recover) for a vector that was there before the call; a failed sort, for one, has lost nothing.
//! - **[`synchronize`](crate::Backend::synchronize) returns what wasn't told yet**, one failure at a time, such as that of
//!   a vector that was dropped unread.
//!
//! A call that fails for another reason (lengths, devices, memory, a missing compiler) nearly always does so before it begins, and
//! changes nothing. Where memory or a launch is refused when some of its work is queued already, what it was to write says so. A fault of a GPU itself, after which its driver refuses all work, is told to everybody.
//!
//! # Cost
//!
//! Kernels in which nothing can fail are what they would be without this; every call notes on the host what it writes, in some
//! nanoseconds. A call that can fail takes some hundred nanoseconds more on the host, and never waits for that, unless a thousand of them are under way.
