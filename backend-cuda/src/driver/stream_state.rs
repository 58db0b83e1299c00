//! The calls that are queued on a stream, and the failures among them.
#![allow(unsafe_code)]

use std::collections::VecDeque;
use std::panic::Location;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use onrush_core::Error;
use onrush_core::failure::{self, Causes, Failure, Outcome as _};
use onrush_core::lower::Params;

use super::ending::Ending;
use super::machine::{Point, Stream};
use super::{DriverError, LoadedKernel};

/// The number of calls that can fail that are begun before the stream checks, without waiting, which calls have ended.
const BETWEEN_LOOKS: u64 = 64;
/// The largest number of failures that are kept for `synchronize`, where no invalid memory is read.
const KEPT_FAILURES: usize = 1024;

/// A stream with its calls, without its dependencies on other streams.
pub(super) struct StreamState {
    pub(super) stream: Arc<dyn Stream>,
    calls: Mutex<Calls>,
}

/// The calls that can fail.
#[derive(Default)]
struct Calls {
    begun: u64,
    /// The calls whose end isn't known, each with its number, in order.
    open: VecDeque<(u64, Arc<Ending>)>,
    /// Points in the stream behind all calls up to a number.
    marks: VecDeque<(u64, Point)>,
    /// The failures that may not have been reported yet.
    failed: VecDeque<Arc<Failure>>,
}

impl StreamState {
    pub(super) fn new(stream: Arc<dyn Stream>) -> Self {
        StreamState { stream, calls: Mutex::default() }
    }

    /// Begins a call that can fail, and whose inputs depend on `causes`.
    pub(super) fn begin(&self, call: &'static Location<'static>, causes: &Causes) -> Result<Arc<Ending>, DriverError> {
        loop {
            let mut calls = self.calls();
            if (calls.begun + 1).is_multiple_of(BETWEEN_LOOKS) {
                self.look_at_passed(&mut calls)?;
            }
            if let Some(record) = self.stream.record(calls.begun + 1)? {
                calls.begun += 1;
                let ending = Arc::new(Ending::new(call, causes.clone(), record));
                let number = calls.begun;
                calls.open.push_back((number, ending.clone()));
                return Ok(ending);
            }
            // All records are taken: more calls are queued than the driver itself would accept. The calls that hold
            // them end by themselves, or belong to other threads, which are about to close them.
            drop(calls);
            self.look()?;
            std::thread::yield_now();
        }
    }

    /// Queues a grid, which belongs to `call` if the kernel can fail: its blocks, their threads, and the bytes of shared memory
    /// that each has beside those of the program.
    ///
    /// # Safety
    ///
    /// The contract is that of [`Driver::launch`](super::Driver::launch).
    pub(super) unsafe fn launch(
        &self,
        kernel: &Arc<LoadedKernel>,
        [blocks, threads, shared]: [u32; 3],
        params: &[u8],
        call: Option<&Arc<Ending>>,
    ) -> Result<(), DriverError> {
        let with_word;
        let mut params = params;
        if let Some(ending) = call {
            with_word = [&ending.word(kernel).to_ne_bytes(), &[0; Params::SLOT - 8], params].concat();
            params = &with_word;
        }
        // SAFETY: the caller keeps the contract of this function.
        unsafe { kernel.program.launch(blocks, threads, shared, params) }
    }

    /// Waits until all queued work is done, and records which calls have failed.
    pub(super) fn look(&self) -> Result<(), DriverError> {
        // A call that isn't closed may have queued only a part of its work, so it is left alone.
        let closed: Vec<_> = self.calls().open.iter().filter(|(_, call)| call.is_closed()).cloned().collect();
        let done = self.stream.finish();
        if matches!(done, Ok(()) | Err(DriverError::Broken { .. })) {
            closed.iter().for_each(|(_, call)| drop(call.settle()));
            if !closed.is_empty() {
                self.forget_ended(&mut self.calls());
            }
        }
        done
    }

    /// Records failures of the calls that have ended, without waiting for any.
    fn look_at_passed(&self, calls: &mut Calls) -> Result<(), DriverError> {
        let mut passed = 0;
        while let Some((upto, mark)) = calls.marks.front() {
            if !self.stream.has_passed(mark)? {
                break;
            }
            passed = *upto;
            calls.marks.pop_front();
        }
        calls.open.iter().take_while(|(number, _)| *number <= passed).for_each(|(_, call)| drop(call.settle()));
        self.forget_ended(calls);
        let open = calls.open.iter().find(|(_, call)| !call.is_closed());
        let upto = open.map_or(calls.begun, |(number, _)| number - 1);
        calls.marks.push_back((upto, self.stream.mark()?));
        Ok(())
    }

    /// Drops the calls whose end is known, and keeps their failures.
    fn forget_ended(&self, calls: &mut Calls) {
        let before = calls.open.len();
        let failed = &mut calls.failed;
        calls.open.retain(|(_, call)| {
            if call.known().is_some() && failed.len() < KEPT_FAILURES {
                failed.extend(call.own_failure());
            }
            call.known().is_none()
        });
        failure::ended(before - calls.open.len());
    }

    /// The first failure that hasn't been reported yet.
    pub(super) fn untold(&self) -> Option<Error> {
        let mut calls = self.calls();
        calls.failed.retain(|failure| !failure.is_told());
        calls.failed.pop_front().map(|failure| failure.tell())
    }

    fn calls(&self) -> MutexGuard<'_, Calls> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for StreamState {
    fn drop(&mut self) {
        // Vectors that calls on this stream have written ask for the calls' ends later.
        let _ = self.look();
    }
}
