//! A primitive's call: the memory that it uses, and its end.

use std::ops::Deref;
use std::panic::Location;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use onrush_core::device::{Access, Check, Uses};
use onrush_core::failure::{self, Cause, Outcome as _};
use onrush_core::variables;
use onrush_core::{CancellationToken, Error, ErrorKind, Result};

use crate::Cuda;
use crate::driver::claims::unclaimed;
use crate::driver::{Ending, Making, StreamGuard, waits};
use crate::recording::Session;
use crate::workspace::Work;

/// A call on a stream. It is ordered with the other streams whose memory it uses.
#[derive(Debug)]
pub(crate) struct Call<'a> {
    cuda: &'a Cuda,
    /// The user's line.
    place: &'static Location<'static>,
    uses: Uses,
    /// The call's end, if a kernel that it has launched can fail.
    ending: OnceLock<Arc<Ending>>,
    launched: AtomicBool,
    waited: AtomicBool,
    /// Whether its count stays on the device.
    queued: AtomicBool,
    /// The nanoseconds of its waits, if somebody is to be told.
    waited_for: AtomicU64,
    moves: AtomicBool,
    /// Whether it computes from what it was to write itself.
    reads_own: AtomicBool,
    /// Where the call is noted instead of made, if this thread records.
    session: Option<Arc<Session>>,
    _using: StreamGuard<'a>,
}

impl Deref for Call<'_> {
    type Target = Cuda;
    fn deref(&self) -> &Cuda {
        self.cuda
    }
}

impl Cuda {
    /// Whether the token is cancelled that its calls ask.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.token.as_ref().is_some_and(CancellationToken::is_cancelled)
    }

    /// Begins a call that uses the memory that `walk` shows, unless it is cancelled.
    #[allow(unsafe_code)]
    pub(crate) fn call(&self, place: &'static Location<'static>, walk: &mut dyn FnMut(&mut Check)) -> Result<Call<'_>> {
        let driver = &self.inner.driver;
        // SAFETY: the walk is that of a request, which runs, or that of a recording, which is launched; what isn't written then is marked
        // where the call ends.
        let uses = unsafe { Check::of_call(driver.stream_id(), walk)? };
        let session = self.session()?;
        for (part, _) in uses.parts().filter(|(_, access)| *access != Access::Read) {
            unclaimed(&part, Some(place))?;
        }
        if let Some(session) = &session {
            session.admit(&uses, place)?;
        } else if self.is_cancelled() {
            let error = Error::from(ErrorKind::Cancelled).called_at(place);
            uses.mark(driver.id(), &[failure::returned(error.clone())]);
            return Err(error);
        }
        // A launch of the recording waits for other streams.
        let _using = driver.using(if session.is_some() { &[] } else { uses.foreign() })?;
        let [launched, waited, queued, moves, reads_own] = [false; 5].map(AtomicBool::new);
        let (ending, waited_for) = (OnceLock::new(), AtomicU64::new(0));
        let cuda = self;
        Ok(Call { cuda, place, uses, ending, launched, waited, queued, waited_for, moves, reads_own, session, _using })
    }
}

impl Call<'_> {
    /// The stream's workspace, for this call.
    pub(crate) fn work(&self) -> Work<'_> {
        self.session.as_ref().map_or(&self.inner.workspace, |session| &session.workspace).lock(self)
    }

    /// The call's end, made for the first launch that can fail. The workspace is locked.
    pub(crate) fn ending(&self) -> Result<&Arc<Ending>> {
        if let Some(ending) = self.ending.get() {
            return Ok(ending);
        }
        let ending = match self.session {
            Some(_) => Arc::new(Ending::recorded(self.place)),
            None => self.inner.driver.begin(self.place, self.uses.pending().to_vec())?,
        };
        Ok(self.ending.get_or_init(|| ending))
    }

    /// Notes that a kernel was launched.
    pub(crate) fn launches(&self) {
        self.launched.store(true, Relaxed);
    }

    /// Notes that the call returns no count, which stays on the device: it ends before its kernels are done.
    pub(crate) fn stays_queued(&self) {
        self.queued.store(true, Relaxed);
    }

    /// Waits for the kernels that the call has launched.
    ///
    /// # Errors
    ///
    /// The call's failure, or that of its inputs.
    pub(crate) fn wait(&self) -> Result<()> {
        self.waited.store(true, Relaxed);
        self.wait_for_kernels()?;
        failure::settle(self.uses.pending())?;
        self.ending.get().and_then(|ending| ending.settle()).map_or(Ok(()), |failure| Err(failure.tell()))
    }

    /// Waits for the kernels that the call has launched, whether they have failed or not.
    pub(crate) fn wait_for_kernels(&self) -> Result<()> {
        self.waits(|| self.inner.driver.wait())
    }

    /// Waits for the earlier calls that may have failed to write what the call uses.
    ///
    /// # Errors
    ///
    /// Their failure.
    pub(crate) fn wait_for_inputs(&self) -> Result<()> {
        if self.uses.pending().is_empty() {
            return Ok(());
        }
        self.wait_for_kernels()?;
        failure::settle(self.uses.pending())
    }

    /// Notes the time of a wait.
    pub(crate) fn waits<T>(&self, wait: impl FnOnce() -> T) -> T {
        let begun = waits::begun();
        let done = wait();
        if let Some(begun) = begun {
            self.waited_for.fetch_add(begun.elapsed().as_nanos() as u64, Relaxed);
        }
        done
    }

    /// Whether the call or what it uses can fail, and an output has no elements that could be marked.
    fn is_told_only_here(&self) -> bool {
        self.uses.has_empty_output() && (self.ending.get().is_some() || !self.uses.pending().is_empty())
    }

    /// Notes that the call only moves the elements of the memory that it writes, also if it fails.
    pub(crate) fn moves_elements(&self) {
        self.moves.store(true, Relaxed);
    }

    /// Notes that the call consists of several ones, which read what others of them were to write. If one fails, that may be memory that
    /// nothing has ever written, and so may what was computed from it.
    pub(crate) fn reads_its_own(&self) {
        self.reads_own.store(true, Relaxed);
    }

    /// Marks the call's output: what held elements before, and what it makes.
    fn mark(&self, written: &[Cause], made: &[Cause]) {
        let device = self.inner.driver.stream_id().device;
        match self.moves.load(Relaxed) {
            true => self.uses.mark_apart(device, &failure::moved(written), made),
            false => self.uses.mark_apart(device, written, made),
        }
    }

    /// Ends a call that returns before its kernels are done: its output is marked with their outcome.
    pub(crate) fn end(self, result: Result<()>) -> Result<()> {
        if let Some(session) = &self.session {
            return session.end(&self.uses, self.place, self.ending.get().is_some(), result);
        }
        let result = result.and_then(|()| match waits_after_each_call() || self.is_told_only_here() {
            true => self.wait(),
            false => Ok(()),
        });
        match (&result, self.ending.get()) {
            (Ok(()), Some(ending)) => {
                let made = [Arc::new(Making(ending.clone())).into()];
                match self.reads_own.load(Relaxed) {
                    true => self.mark(&made, &made),
                    false => self.mark(&[ending.clone().into()], &made),
                }
            }
            (Ok(()), None) => self.mark(self.uses.pending(), self.uses.pending()),
            (Err(error), ending) if self.launched.load(Relaxed) => {
                let failed = [failure::returned(error.clone())];
                self.mark(&failed, &failed);
                if let Some(ending) = ending.filter(|_| self.reads_own.load(Relaxed)) {
                    let made = [Arc::new(Making(ending.clone())).into()];
                    self.mark(&made, &made);
                }
            }
            (Err(_), _) => {}
        }
        self.tell();
        result
    }

    /// Ends a call that returns a computed value: it has waited, unless there was nothing to launch.
    pub(crate) fn end_with<T>(self, result: Result<T>) -> Result<T> {
        if let Some(session) = &self.session {
            return session.end(&self.uses, self.place, self.ending.get().is_some(), result);
        }
        let result = result.and_then(|value| {
            if !self.waited.load(Relaxed) && !self.uses.pending().is_empty() {
                self.wait()?;
            }
            Ok(value)
        });
        self.tell();
        result
    }

    /// Ends a call that returns counts, or the most that they can be if they [stay](Call::stays_queued) on the device.
    fn end_with_counts<T>(self, result: Result<T>) -> Result<T> {
        match (self.queued.load(Relaxed), result) {
            (true, Ok(most)) => self.end(Ok(())).map(|()| most),
            (_, result) => self.end_with(result),
        }
    }

    /// Tells subscribers of the call's waits, when it has given back what it uses.
    fn tell(self) {
        let (place, time) = (self.place, Duration::from_nanos(self.waited_for.load(Relaxed)));
        drop(self);
        if !time.is_zero() {
            waits::tell(time, "for a result", place);
        }
    }
}

/// Whether each call waits for its work, so that it returns its own failure: `ONRUSH_SYNC=1`.
fn waits_after_each_call() -> bool {
    static WAITS: OnceLock<bool> = OnceLock::new();
    *WAITS.get_or_init(|| variables::choice("ONRUSH_SYNC", [("1", true), ("0", false)]))
}

/// A primitive's result. Its type says whether the call has to wait before it ends.
pub(crate) trait Answer: Sized {
    fn end(call: Call<'_>, result: Result<Self>) -> Result<Self>;
}

impl Answer for () {
    fn end(call: Call<'_>, result: Result<()>) -> Result<()> {
        call.end(result)
    }
}

/// A count.
impl Answer for usize {
    fn end(call: Call<'_>, result: Result<usize>) -> Result<usize> {
        call.end_with_counts(result)
    }
}

/// Counts.
impl<const N: usize> Answer for [usize; N] {
    fn end(call: Call<'_>, result: Result<Self>) -> Result<Self> {
        call.end_with_counts(result)
    }
}

/// A value, or a position.
impl<T> Answer for Option<T> {
    fn end(call: Call<'_>, result: Result<Option<T>>) -> Result<Option<T>> {
        call.end_with(result)
    }
}

impl Drop for Call<'_> {
    fn drop(&mut self) {
        if let Some(ending) = self.ending.get() {
            ending.close();
        }
    }
}
