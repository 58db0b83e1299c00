//! Failures of operations, and the calls that return them.
//!
//! A call fails if its operation panics or computes an index that is out of bounds. On a CPU the call returns the
//! error. A GPU may detect the failure after the call has returned; then reading the call's output returns the error:
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
//! - **A failed call marks its output as failed**: its results, its targets, and the vectors that `iter_mut` reaches in
//!   its chain. If it was to write only a part of a vector, only that part is marked.
//! - **Reading failed output returns the failure**, each time, on every thread and stream. `to_vec` and `copy_to` read,
//!   and so does every terminal whose chain, captured views or in-place targets include the output. The output of such
//!   a terminal is failed, too, unless the terminal returns the error itself: then its targets are unchanged.
//! - **Other calls aren't affected.** Another call on the same stream, by the same or another thread, gets its own
//!   result.
//! - **Overwriting the whole output clears the failure**: by `copy_from`, or as the target of `collect_into` or
//!   a call's [`collect_into`](crate::Pending::collect_into), or by `fill`. So does [`recover`](crate::DeviceVec::recover) for a vector that existed before the call: after a
//!   failed sort it holds all items, after a failed `for_each` each element is as its operation left it, and after other calls the
//!   elements that these were to write may have any value.
//! - **Elements that were appended by a failed call** can't be recovered, since they may never have been written. The
//!   others stay readable, and [`truncate`](crate::DeviceVec::truncate) removes the new ones.
//! - **[`synchronize`](crate::Backend::synchronize) returns failures that no call has returned yet**, one at a time,
//!   for example that of a vector that was dropped unread.
//! - **The result of [`reduce_into`](crate::Chain::reduce_into) is output, too:** the call doesn't wait, so a failure of its
//!   operation is returned where the result is read, by `to_vec` or by a chain that captures its view.
//! - **Messages show values on a CPU alone:** there, `panic!("bad value {v}")` says `bad value 3`. A GPU formats nothing; its
//!   error says `bad value {v} (a device doesn't show the values)`, and that of `assert_eq!` leaves out the operands.
//! - **Positions are reported with their items:** the error of a position that is out of range says, on every device,
//!   `scatter: 12 is out of range for length 10, at item 3`. If several are wrong, it is any one of them.
//!
//! A call that fails for another reason (lengths, devices, memory, a missing compiler) nearly always does so before it
//! begins, and changes nothing. If memory or a launch is refused after a part of the call's work has been queued, its
//! output is marked as failed. After a fault of the GPU itself the driver refuses all work, so every later call returns
//! an error.
//!
//! # Cancelled calls
//!
//! Another thread, or a limit of time, cancels calls by a [`CancellationToken`](crate::CancellationToken) that is bound to a device. A
//! cancelled call is a failed one: it returns [`Cancelled`](crate::ErrorKind::Cancelled), and its output is marked, whether it had begun
//! or not. On a CPU it ends within its work, on a GPU before that is queued.
//!
//! ```
//! # use onrush::prelude::*;
//! use onrush::{CancellationToken, ErrorKind};
//! use std::time::Duration;
//!
//! # fn main() -> onrush::Result<()> {
//! let token = CancellationToken::new();
//! let device = Device::best()?.cancelled_by(&token);
//! token.cancel_after(Duration::from_millis(2));
//! let mut x = device.upload(&[0u64; 1000])?;
//! let (mut steps, step) = (0, op!(|v: &mut u64| *v += 1));
//! let error = loop {
//!     match x.iter_mut().for_each(step) {
//!         Ok(()) => steps += 1,
//!         Err(error) => break error, // the last step
//!     }
//! };
//! assert_eq!(error.kind(), &ErrorKind::Cancelled);
//! token.reset();
//! x.recover()?;
//! assert!([steps, steps + 1].contains(&x.at(0)?)); // the last step may have changed some elements
//! # Ok(()) }
//! ```
//!
//! # Calls that return early
//!
//! On a CPU every call returns when its work is done. On a GPU a call waits only if it returns a value to the host, or a
//! vector whose length depends on the data: reductions, searches, `collect` after `filter`, `reduce_by_key`. The other calls return
//! while the GPU works: `for_each`, `collect` and the scans, sorts, merges, `scatter`. A reduction of the segments of a very long
//! chain waits for the number of their items. The column "waits" of the table in [`cost`](crate::guide::cost) says so for each
//! terminal. A call that can fail and has an output without elements, such as
//! `histogram(0)`, waits, too: no later read could return its failure.
//!
//! A program needs no more than `?` at each call, because no result can be read without its failure. Only where results
//! aren't read, as at the end of a step whose vectors stay on the device, does a program that must know of failures call
//! `synchronize`.
//!
//! With the environment variable `ONRUSH_SYNC=1` each call on a GPU waits for its work and returns its own failure, as on a
//! CPU. It serves debugging: the first `Err` then is at the line that failed, and a debugger stops behind it.
//!
//! # The places that an error names
//!
//! | place | method | |
//! |---|---|---|
//! | the operation | [`kind`](crate::Error::kind), for a [`Panic`](crate::ErrorKind::Panic) | the line of the division, the index or the `assert!` |
//! | the call | [`call`](crate::Error::call) | the line of the terminal, however late the error arrives, and whatever its kind: lengths and positions, too |
//!
//! ```
//! use onrush::prelude::*;
//! use onrush::{Error, ErrorKind};
//!
//! fn places(error: &Error) -> (Option<u32>, Option<u32>) {
//!     let operation = match error.kind() {
//!         ErrorKind::Panic { location, .. } => location.as_ref().map(|at| at.line),
//!         _ => None,
//!     };
//!     (operation, error.call().map(|at| at.line))
//! }
//!
//! # fn main() -> onrush::Result<()> {
//! let device = Device::best()?;
//! let x = device.upload(&[3, 1, 0])?;
//! let (line, inverse) = (line!(), op!(|v: i32| 6 / v));
//! let y = x.iter().map(inverse).collect(); // the call that fails
//! let z = y.and_then(|y| y.iter().map(op!(|v: i32| v + 1)).collect()); // computed from what failed
//!
//! let error = z.and_then(|z| z.to_vec()).unwrap_err();
//! assert_eq!(places(&error), (Some(line), Some(line + 1)));
//! # Ok(()) }
//! ```
//!
//! # Cost
//!
//! Kernels that can't fail contain no extra code; every call records its output on the host, in a few nanoseconds. A
//! call that can fail takes some hundred nanoseconds more on the host. It doesn't wait for its outcome, unless a
//! thousand such calls are pending.
