//! Recordings: what this thread's calls use while they are recorded, and launches of what they have put down.

use std::cell::RefCell;
use std::fmt;
use std::panic::Location;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use onrush_core::device::{Access, Check, DeviceId, StreamId, Uses};
use onrush_core::failure::{self, Cause, Part};
use onrush_core::lower::TranslationUnit;
use onrush_core::recording::{Flag, Recorded, Rounds, Shown, Step, Unrecorded};
use onrush_core::{Error, ErrorKind, Memory as _, Result};

use crate::Cuda;
use crate::call::Answer;
use crate::driver::claims::claim;
use crate::driver::recording::{Unlaunched, Untouched, thread_records, unrecorded};
use crate::driver::{Arena, Buffer, Recorder, WorkList};
use crate::jit::Key;
use crate::workspace::Workspace;

/// The most runs of a closure until two of them have made the same calls in a workspace that suffices.
const RUNS: usize = 8;

thread_local! {
    /// What this thread's calls are noted in, while they are recorded.
    static CURRENT: RefCell<Option<Arc<Session>>> = const { RefCell::new(None) };
}

/// Whether this thread can record: one that ends may have lost what its calls would be noted in.
pub(crate) fn possible() -> bool {
    CURRENT.try_with(|_| ()).is_ok() && thread_records()
}

fn current() -> Option<Arc<Session>> {
    CURRENT.try_with(|current| current.borrow().clone()).ok().flatten()
}

/// One run of the closure that is recorded.
#[derive(Debug)]
pub(crate) struct Session {
    recorder: Arc<Recorder>,
    pub(crate) workspace: Workspace,
    device: DeviceId,
    /// Marks the vectors that are made within.
    unlaunched: Cause,
    /// Marks the state's vectors that are written.
    untouched: Cause,
    shown: Vec<Shown>,
    /// How each part that is shown is used.
    used: Mutex<Vec<Option<Access>>>,
    /// Whether a call has an output without elements, which no mark could tell of a failure.
    empty_output: AtomicBool,
    /// Whether a call that can fail overwrites a part that is shown.
    overwrites: AtomicBool,
    /// Whether calls may read memory of which a call that can fail was to write the first elements.
    reads_own: AtomicBool,
}

/// Ends a session also where the closure panics.
struct InSession;

impl Drop for InSession {
    fn drop(&mut self) {
        failure::watch(false);
        let _ = CURRENT.try_with(|current| current.borrow_mut().take());
    }
}

impl Session {
    /// Lets a call use this memory, if the state shows it or the recording has allocated it.
    pub(crate) fn admit(&self, uses: &Uses, place: &'static Location<'static>) -> Result<()> {
        // The accesses of this call alone, by the parts that are shown.
        let mut call: Vec<Option<Access>> = vec![None; self.shown.len()];
        let arena = &self.recorder.arena;
        for (part, access) in uses.parts() {
            if arena.has(&part) {
                // Another thread may have written it in a call of its own, which no launch repeats.
                if access != Access::Read || arena.is_written(&part) {
                    continue;
                }
                return Err(self.failed(Error::from(Unrecorded::Escaped).called_at(place)));
            }
            let written = access != Access::Read;
            let inside = |shown: &Shown| {
                shown.part.start <= part.start && part.end <= shown.part.end && (shown.written || !written)
            };
            let Some(at) = self.shown.iter().position(inside) else {
                return Err(self.failed(Error::from(Unrecorded::Unshown).called_at(place)));
            };
            let access = match written {
                false => Access::Read,
                // The chain knows that, not the request.
                true if part == self.shown[at].part && failure::takes_overwritten(&part) => Access::Overwrite,
                true => Access::Write,
            };
            call[at] = Some(joined(call[at], access, false));
        }
        for (known, access) in self.used().iter_mut().zip(call) {
            if *known == Some(Access::Overwrite) && access.is_some_and(|access| access != Access::Overwrite) {
                self.reads_own.fetch_or(self.overwrites.load(Relaxed), Relaxed);
            }
            *known = access.map(|access| joined(*known, access, true)).or(*known);
        }
        self.empty_output.fetch_or(uses.has_empty_output(), Relaxed);
        Ok(())
    }

    /// Ends a recorded call. What it writes in vectors that are made within the recording isn't there before a launch.
    pub(crate) fn end<T>(
        &self,
        uses: &Uses,
        place: &'static Location<'static>,
        can_fail: bool,
        result: Result<T>,
    ) -> Result<T> {
        let arena = &self.recorder.arena;
        for (part, _) in uses.parts().filter(|(_, access)| *access != Access::Read) {
            if arena.has(&part) {
                self.reads_own.fetch_or(can_fail && !arena.is_written(&part), Relaxed);
                arena.writes(part.clone());
                self.mark(&part);
                continue;
            }
            let is = |(shown, used): (&Shown, &Option<Access>)| shown.part == part && *used == Some(Access::Overwrite);
            let overwrites = can_fail && self.shown.iter().zip(&*self.used()).any(is);
            self.overwrites.fetch_or(overwrites, Relaxed);
            // A call that overwrites the part has taken its mark, without which other threads would read it.
            failure::mark(self.device, &part, std::slice::from_ref(&self.untouched));
        }
        result.map_err(|error| self.failed(error.called_at(place)))
    }

    fn mark(&self, part: &Part) {
        failure::mark(self.device, part, std::slice::from_ref(&self.unlaunched));
    }

    fn failed(&self, error: Error) -> Error {
        self.recorder.fail(&error);
        error
    }

    fn used(&self) -> MutexGuard<'_, Vec<Option<Access>>> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How memory is used that was used in one way, and is used in another one by the same call or, `later`, by another. What a call
/// overwrites as a whole doesn't depend on what it held before.
fn joined(known: Option<Access>, access: Access, later: bool) -> Access {
    match (known, access) {
        (None, access) => access,
        (Some(Access::Overwrite), _) if later => Access::Overwrite,
        (Some(Access::Overwrite), Access::Overwrite) => Access::Overwrite,
        (Some(Access::Read), Access::Read) => Access::Read,
        _ => Access::Write,
    }
}

/// Marks a vector that is made within a recording.
pub(crate) fn made(buffer: &Buffer) {
    if let Some(session) = current().filter(|_| buffer.is_recorded()) {
        let from = buffer.address() as usize;
        session.mark(&(from..from + buffer.bytes()));
    }
}

/// The marks of the state's vectors, without which the checks of calls don't look for what is overwritten. They are gone when the
/// closure is recorded.
struct Marked<'a> {
    untouched: Arc<Untouched>,
    cuda: &'a Cuda,
    shown: &'a [Shown],
}

impl Marked<'_> {
    fn mark(&self) {
        let cause = [self.untouched.clone().into()];
        let written = self.shown.iter().filter(|shown| shown.written);
        written.for_each(|shown| failure::mark(shown.stream.device, &shown.part, &cause));
    }
}

#[allow(unsafe_code)]
impl Drop for Marked<'_> {
    fn drop(&mut self) {
        self.untouched.done.store(true, Relaxed);
        let shown = |check: &mut Check| {
            self.shown.iter().for_each(|shown| check.reads(shown.stream, shown.part.clone()));
        };
        // SAFETY: nothing is shown as overwritten. The check forgets marks of calls that have ended well.
        let _ = unsafe { Check::of_call(self.cuda.inner.driver.stream_id(), &mut { shown }) };
    }
}

impl Cuda {
    /// What this thread's calls on this stream are noted in, if they are recorded.
    ///
    /// # Errors
    ///
    /// If the thread records another stream's.
    pub(crate) fn session(&self) -> Result<Option<Arc<Session>>> {
        Ok(self.inner.driver.recorder()?.and_then(|_| current()))
    }

    /// Records a step.
    pub(crate) fn recorded(&self, step: Step<'_>) -> Result<CudaRecording> {
        unrecorded(Unrecorded::Nested)?;
        let Step { shown, place, run } = step;
        // Calls that were to write the state's vectors may have failed, and recorded calls don't see that.
        let before = self.call(place, &mut |check| {
            shown.iter().for_each(|shown| check.reads(shown.stream, shown.part.clone()));
        })?;
        before.wait()?;
        drop(before);
        let arena = Arena::new(&self.inner.driver);
        let untouched = Marked { untouched: Untouched::new(&arena), cuda: self, shown };
        let (mut room, mut last) = ([0; 3], None::<WorkList>);
        for _ in 0..RUNS {
            let session = Arc::new(Session {
                recorder: Recorder::new(&arena),
                workspace: Workspace::default(),
                device: self.inner.driver.id(),
                unlaunched: Unlaunched::new(&arena).into(),
                untouched: untouched.untouched.clone().into(),
                shown: shown.to_vec(),
                used: Mutex::new(vec![None; shown.len()]),
                empty_output: false.into(),
                overwrites: false.into(),
                reads_own: false.into(),
            });
            untouched.mark();
            session.recorder.run(|| {
                session.workspace.make_room(&self.inner.driver, room)?;
                let _ = CURRENT.try_with(|current| *current.borrow_mut() = Some(session.clone()));
                failure::watch(true);
                let _session = InSession;
                let _claimed = claim(&session.recorder, shown.iter().map(|shown| shown.part.clone()).collect());
                run()
            })?;
            if arena.used() != session.workspace.buffers() {
                return Err(Unrecorded::Escaped.into());
            }
            // A workspace that had to grow in the midst would be cleared more often than once.
            let grown = session.workspace.room();
            if grown != room {
                (room, last) = (grown, None);
                let [zeros, states, _] = room;
                arena.reserve(&[zeros, states])?;
                continue;
            }
            let mut work = session.recorder.finish();
            match &last {
                Some(before) if work.is(before) => {}
                Some(_) => break,
                None => {
                    last = Some(work);
                    continue;
                }
            }
            self.inner.driver.prepare(&mut work)?;
            let empty_output = session.empty_output.load(Relaxed).then(|| self.inner.driver.stream_id());
            let reads_own = session.reads_own.load(Relaxed);
            let used = session.used().clone();
            let used = shown.iter().cloned().zip(used).filter_map(|(shown, used)| Some((shown, used?))).collect();
            let uses = StateUses { used, empty_output };
            return Ok(CudaRecording { cuda: self.clone(), work, uses, reads_own, _session: session });
        }
        Err(Unrecorded::Differs.into())
    }
}

/// A recording on a stream.
pub(crate) struct CudaRecording {
    cuda: Cuda,
    work: WorkList,
    uses: StateUses,
    /// Whether a launch that fails may have computed from memory that nothing has written.
    reads_own: bool,
    /// Has the workspace.
    _session: Arc<Session>,
}

/// How a recording's calls use what the state shows.
#[derive(Debug)]
struct StateUses {
    used: Vec<(Shown, Access)>,
    /// The stream, if a call has an output without elements, which no mark could tell of a failure.
    empty_output: Option<StreamId>,
}

impl StateUses {
    fn show(&self, flag: Option<&Flag>, check: &mut Check) {
        for (Shown { stream, part, .. }, access) in &self.used {
            match access {
                Access::Read => check.reads(*stream, part.clone()),
                // A loop without a round overwrites nothing.
                Access::Overwrite if flag.is_none() => {
                    check.overwrites(|check| check.writes(*stream, part.clone(), false));
                }
                _ => check.writes(*stream, part.clone(), false),
            }
        }
        if let Some(Flag { stream, part }) = flag {
            check.reads(*stream, part.clone());
        }
        if let Some(stream) = self.empty_output {
            check.writes(stream, 0..0, false);
        }
    }
}

/// The type that stands for the program which ends loops, in the key of the programs.
struct LoopEnd;

#[allow(unsafe_code)]
impl Cuda {
    /// Prepares a list to be repeated by the machine alone; `false` if the host is to ask before each round.
    fn loops(&self, work: &mut WorkList) -> Result<bool> {
        let driver = &self.inner.driver;
        driver.prepare_loop(work, |text| {
            // SAFETY: the text is our own; what it accesses are the parameters that the machine gives it.
            let load = || unsafe { driver.load(text, &TranslationUnit::new(), false) };
            self.inner.programs.get(Key::of::<LoopEnd>(0), &mut { load })
        })
    }

    /// Whether a flag holds, when all work that is queued is done.
    fn holds(&self, flag: &Flag) -> Result<bool> {
        let mut holds = 0u8;
        // SAFETY: the flag is a byte of this machine; one byte is written.
        unsafe { self.inner.driver.download(flag.part.start as *const u8, &mut holds, 1)? };
        Ok(holds != 0)
    }
}

#[allow(unsafe_code)]
// SAFETY: the recorder has admitted the calls' uses, all of which lie in what was shown, with the right to write it where it is written,
// or in the arena; `check` reports the former, joined, and `Cuda::call` checks it. Work is put down for calls alone.
unsafe impl Recorded for CudaRecording {
    fn check(&self, rounds: &Rounds, check: &mut Check) {
        self.uses.show(rounds.flag.as_ref(), check);
    }

    unsafe fn launch(&mut self, rounds: &Rounds, place: &'static Location<'static>) -> Result<()> {
        unrecorded(Unrecorded::Nested)?;
        onrush_core::nvtx_range!("recording");
        let CudaRecording { cuda, work, uses, reads_own, .. } = self;
        let Rounds { most, flag } = rounds;
        let call = cuda.call(place, &mut |check| uses.show(flag.as_ref(), check))?;
        let result = (|| {
            if flag.is_some() {
                call.wait_for_inputs()?;
            }
            // The lock keeps other threads' calls on the stream before or behind this one.
            let _work = call.work();
            if work.is_empty() {
                return Ok(());
            }
            let ending = work.can_fail().then(|| call.ending()).transpose()?;
            call.launches();
            if *reads_own {
                call.reads_its_own();
            }
            let driver = &cuda.inner.driver;
            if let Some(flag) = flag
                && cuda.loops(work)?
            {
                // SAFETY: as below; the flag is one of the elements that the caller has borrowed.
                return unsafe { driver.replay_while(work, ending, flag.part.start as u64, *most) };
            }
            let mut round = 0;
            let next = || {
                if round == *most || ending.is_some_and(|ending| ending.is_failing()) {
                    return Ok(false);
                }
                if round > 0 && cuda.is_cancelled() {
                    return Err(Error::from(ErrorKind::Cancelled).called_at(place));
                }
                // The failure of the round before may show only when it is done.
                let holds = flag.as_ref().map_or(Ok(true), |flag| call.waits(|| cuda.holds(flag)))?;
                round += 1;
                Ok(holds && !ending.is_some_and(|ending| ending.is_failing()))
            };
            // SAFETY: the list was recorded on this stream. Its addresses are those of the arena and of the workspace, which this keeps, and
            // of what was shown, which the caller has borrowed. It stays until the work is done, since it is freed in the stream's order,
            // and the call has ordered the stream with the others that it belongs to.
            unsafe { driver.replay(work, ending, next) }
        })();
        Answer::end(call, result)
    }
}

impl fmt::Debug for CudaRecording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CudaRecording").field("work", &self.work).field("uses", &self.uses).finish_non_exhaustive()
    }
}
