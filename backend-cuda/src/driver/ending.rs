//! The ends of calls on a stream. A call whose operations can fail is identified by a word that its kernels get. The
//! kernel that fails first reports the failure in a record of the call's own.

use std::fmt;
use std::panic::Location;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::records::{CallRecord, UNNUMBERED};
use super::{FailingPlaces, LoadedKernel, trap};
use onrush_core::failure::{Causes, Failure, Outcome};

/// The end of a call, which may be known only when the work that the call has queued is done.
pub struct Ending {
    call: &'static Location<'static>,
    open: Mutex<Option<Open>>,
    /// Whether all kernels of the call are queued.
    closed: AtomicBool,
    end: OnceLock<End>,
}

/// A call until its end is known.
struct Open {
    /// The calls that its inputs depend on.
    causes: Causes,
    /// The places that can fail in each of its programs, in the order in which the programs were launched first; and the user's line,
    /// if it is another than the call's, as that of a recorded call.
    programs: Vec<(Arc<FailingPlaces>, Option<&'static Location<'static>>)>,
    record: CallRecord,
}

struct End {
    failure: Option<Arc<Failure>>,
    /// Whether the failure is the call's own, not that of a call that it depends on.
    own: bool,
    /// Whether a kernel of the call has failed, so that it may not have written what it was to make.
    stopped: bool,
}

/// The end of a call, for the vectors that it makes.
#[derive(Debug)]
pub(crate) struct Making(pub(crate) Arc<Ending>);

impl End {
    fn of_made(&self) -> Option<Arc<Failure>> {
        self.failure.as_ref().map(|failure| if self.stopped { failure.of_made() } else { failure.clone() })
    }
}

impl Ending {
    pub(super) fn new(call: &'static Location<'static>, causes: Causes, record: CallRecord) -> Self {
        let open = Open { causes, programs: Vec::new(), record };
        Ending { call, open: Mutex::new(Some(open)), closed: false.into(), end: OnceLock::new() }
    }

    /// The end of a call that is recorded, not made.
    pub(crate) fn recorded(call: &'static Location<'static>) -> Self {
        Ending { call, open: Mutex::default(), closed: false.into(), end: OnceLock::new() }
    }

    /// The user's line.
    pub(super) fn place(&self) -> &'static Location<'static> {
        self.call
    }

    /// The word that a program's kernel gets; 0 if the call has ended.
    pub(super) fn word(&self, kernel: &LoadedKernel) -> u64 {
        self.word_at(kernel, None)
    }

    /// The word that a program's kernel gets for a line within the call.
    pub(super) fn word_at(&self, kernel: &LoadedKernel, place: Option<&'static Location<'static>>) -> u64 {
        let mut open = self.open();
        let Some(Open { programs, record, .. }) = &mut *open else { return 0 };
        let known = programs.iter().position(|(places, at)| Arc::ptr_eq(places, &kernel.places) && *at == place);
        let program = known.unwrap_or_else(|| {
            // A program without a number of its own has no places.
            if programs.len() < UNNUMBERED {
                programs.push((kernel.places.clone(), place));
                return programs.len() - 1;
            }
            UNNUMBERED
        });
        record.word(program)
    }

    /// Whether a kernel of the call has failed so far.
    pub(crate) fn is_failing(&self) -> bool {
        self.open().as_ref().is_some_and(|open| open.record.is_reported())
    }

    /// The address of a word that isn't 0 once a kernel of the call has failed, until the call's end is known; 0 afterwards.
    pub(super) fn failing_at(&self) -> u64 {
        self.open().as_ref().map_or(0, |open| open.record.address())
    }

    /// States that all kernels of the call are queued.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Release);
    }

    pub(super) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Acquire)
    }

    /// The call's failure, if it is known and the call's own.
    pub(super) fn own_failure(&self) -> Option<Arc<Failure>> {
        self.end.get().filter(|end| end.own).and_then(|end| end.failure.clone())
    }

    fn open(&self) -> MutexGuard<'_, Option<Open>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find_end(&self) -> End {
        let open = self.open().take();
        let Some(Open { causes, programs, record }) = open else {
            return End { failure: None, own: false, stopped: false };
        };
        let words = record.take();
        let stopped = words.is_some();
        // A call with invalid inputs may fail just because of them, so the failure that made them invalid is reported.
        if let Some(failure) = causes.iter().find_map(|cause| cause.settle()) {
            return End { failure: Some(failure), own: false, stopped };
        }
        let error = words.and_then(|(program, words)| {
            let program = programs.get(program);
            let error = trap::error(words, program.map(|(places, _)| &**places));
            error.map(|error| error.called_at(program.and_then(|(_, at)| *at).unwrap_or(self.call)))
        });
        End { failure: error.map(Failure::new), own: true, stopped }
    }

    fn settled(&self) -> &End {
        self.end.get_or_init(|| self.find_end())
    }
}

impl Outcome for Ending {
    fn known(&self) -> Option<Option<Arc<Failure>>> {
        self.end.get().map(|end| end.failure.clone())
    }
    fn settle(&self) -> Option<Arc<Failure>> {
        self.settled().failure.clone()
    }
}

impl Outcome for Making {
    fn known(&self) -> Option<Option<Arc<Failure>>> {
        self.0.end.get().map(End::of_made)
    }
    fn settle(&self) -> Option<Arc<Failure>> {
        self.0.settled().of_made()
    }
}

impl fmt::Debug for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ending").field("call", self.call).field("failure", &self.known()).finish_non_exhaustive()
    }
}
