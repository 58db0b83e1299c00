//! What a thread's calls can't do while they are recorded, whether the backend puts them down or makes them at each launch: so a program
//! that runs on a CPU isn't refused on a GPU.

use std::cell::RefCell;
use std::panic::Location;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Shown, Unrecorded};
use crate::backend::Backend;
use crate::counted::next_call;
use crate::device::{Access, DeviceId, StreamId};
use crate::error::{Error, Result};
use crate::failure::Part;
use crate::memory::Memory;

/// The number of sessions. A thread knows of its own, so relaxed loads suffice.
static SESSIONS: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// The session of this thread's calls.
    static CURRENT: RefCell<Option<Session>> = const { RefCell::new(None) };
}

/// Memory that closures have allocated and not freed, whichever thread is to free it.
static MADE: Mutex<Vec<Made>> = Mutex::new(Vec::new());

struct Made {
    /// The session's number.
    session: u64,
    device: DeviceId,
    part: Part,
}

fn all_made() -> MutexGuard<'static, Vec<Made>> {
    MADE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The calls of one run of a closure.
struct Session {
    number: u64,
    stream: StreamId,
    shown: Arc<[Shown]>,
    /// The first call within that may return a number.
    first_call: u64,
    /// Whether the present call leaves on the device what its primitive may return.
    leaves: bool,
    /// The first refusal, which fails the run even where the closure ignores it.
    refused: Option<Error>,
}

/// Looks at this thread's session; `None` if there is none.
fn session<T>(look: impl FnOnce(&mut Session) -> T) -> Option<T> {
    if !any() {
        return None;
    }
    // A thread that ends has no session.
    CURRENT.try_with(|current| current.borrow_mut().as_mut().map(look)).ok().flatten()
}

/// Ends a session also where the closure panics.
struct Open(u64);

impl Open {
    /// Whether a vector that the closure has made isn't dropped.
    fn has_made(&self) -> bool {
        all_made().iter().any(|made| made.session == self.0)
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        let _ = CURRENT.try_with(|current| current.borrow_mut().take());
        all_made().retain(|made| made.session != self.0);
        SESSIONS.fetch_sub(1, Relaxed);
    }
}

/// Runs a closure whose calls are recorded on this stream, with a state that shows this memory.
pub(super) fn run(stream: StreamId, shown: &Arc<[Shown]>, run: impl FnOnce() -> Result<()>) -> Result<()> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    SESSIONS.fetch_add(1, Relaxed);
    let open = Open(NUMBER.fetch_add(1, Relaxed));
    let (shown, first_call) = (shown.clone(), next_call());
    let session = Session { number: open.0, stream, shown, first_call, leaves: false, refused: None };
    // A thread that ends may still call; there nothing is refused.
    let _ = CURRENT.try_with(|current| *current.borrow_mut() = Some(session));
    run()?;
    match self::session(|session| session.refused.take()).flatten() {
        Some(refused) => Err(refused),
        None if open.has_made() => Err(Unrecorded::Escaped.into()),
        None => Ok(()),
    }
}

/// Refuses to record within a recording, on whichever device.
#[track_caller]
pub(super) fn not_nested() -> Result<()> {
    refuse(|_| Some(Unrecorded::Nested))
}

/// Whether this thread's calls on the device's stream are recorded.
pub fn records(device: &impl Backend) -> bool {
    session(|session| session.stream) == Some(device.stream_id())
}

/// Refuses what can't be recorded, on whichever device, if this thread's calls are recorded. Backends begin
/// [`synchronize`](Backend::synchronize) and [`release_memory`](Backend::release_memory) with it, and events of their own.
///
/// # Errors
///
/// [`Recording`](crate::ErrorKind::Recording) with the reason.
#[inline]
#[track_caller]
pub fn unrecorded(reason: Unrecorded) -> Result<()> {
    match any() {
        true => refuse(|_| Some(reason)),
        false => Ok(()),
    }
}

/// Whether a thread records.
#[inline(always)]
pub(crate) fn any() -> bool {
    SESSIONS.load(Relaxed) > 0
}

/// Notes memory that a vector of this thread gets.
#[inline(always)]
pub(crate) fn made(device: &impl Backend, memory: &impl Memory) {
    let note = |session: &mut Session| {
        let from = memory.address() as usize;
        all_made().push(Made { session: session.number, device: device.id(), part: from..from + memory.bytes() });
    };
    if any() && memory.bytes() > 0 {
        session(note);
    }
}

/// Forgets memory that a vector leaves.
#[inline(always)]
pub(crate) fn freed(device: DeviceId, memory: &impl Memory) {
    if any() {
        let from = memory.address() as usize;
        all_made().retain(|made| made.part.start != from || made.device != device);
    }
}

/// Refuses that a call of this thread writes behind the elements of a vector, which isn't shown, unless the vector is made within.
#[track_caller]
pub(crate) fn extends(device: &impl Backend, memory: &impl Memory) -> Result<()> {
    let (id, from) = (device.id(), memory.address() as usize);
    let is_made = |session: &Session| {
        all_made().iter().any(|made| made.session == session.number && made.device == id && made.part.start == from)
    };
    refuse(|session| (!is_made(session)).then_some(Unrecorded::Unshown))
}

/// Refuses a call of this thread on another stream than that which is recorded, or with memory that is neither the state's nor made
/// within, or that the state has to be read and the call writes.
#[track_caller]
pub(crate) fn admits(stream: StreamId, mut uses: impl Iterator<Item = (Part, Access)>) -> Result<()> {
    refuse(|session| {
        if session.stream != stream {
            return Some(Unrecorded::OtherStream);
        }
        let made = all_made();
        let unshown = |(part, access): (Part, Access)| {
            let has = |known: &Part| known.start <= part.start && part.end <= known.end;
            let mut shown = session.shown.iter().filter(|shown| shown.stream.device == stream.device);
            let mut made = made.iter().filter(|made| made.session == session.number && made.device == stream.device);
            !shown.any(|shown| has(&shown.part) && (shown.written || access == Access::Read))
                && !made.any(|made| has(&made.part))
        };
        uses.any(unshown).then_some(Unrecorded::Unshown)
    })
}

/// Refuses a primitive that returns a value to the host, as [`unrecorded`] does, unless its call leaves that value on the device. The
/// implementations that [`primitives`](crate::primitives!) makes ask it.
///
/// # Errors
///
/// [`Recording`](crate::ErrorKind::Recording).
#[inline(always)]
#[track_caller]
pub fn returns<T>(device: &impl Backend) -> Result<()> {
    // The unit type is the only result that says nothing.
    if size_of::<T>() == 0 || !any() {
        return Ok(());
    }
    let stream = device.stream_id();
    refuse(|session| (session.stream == stream && !session.leaves).then_some(Unrecorded::Waits))
}

/// Refuses a number that was found by a call before those which are recorded, if this thread's calls are.
#[track_caller]
pub(crate) fn found_within(call: u64) -> Result<()> {
    refuse(|session| (call < session.first_call).then_some(Unrecorded::Unshown))
}

/// Refuses that a vector of the state leaves its memory, if this thread's calls on the device's stream are recorded.
#[track_caller]
pub(crate) fn keeps(device: &impl Backend, memory: &impl Memory) -> Result<()> {
    let (stream, from) = (device.stream_id(), memory.address() as usize);
    refuse(|session| {
        let is_shown =
            session.shown.iter().any(|shown| (from..from + memory.bytes().max(1)).contains(&shown.part.start));
        (session.stream == stream && is_shown).then_some(Unrecorded::Changed)
    })
}

#[cold]
#[inline(never)]
#[track_caller]
fn refuse(reason: impl FnOnce(&Session) -> Option<Unrecorded>) -> Result<()> {
    let place = Location::caller();
    let refused = session(|session| {
        let error = Error::from(reason(session)?).called_at(place);
        session.refused.get_or_insert_with(|| error.clone());
        Some(error)
    });
    refused.flatten().map_or(Ok(()), Err)
}

/// A call that leaves on the device what its primitive may return: the number of its results.
pub(crate) struct Leaves;

impl Leaves {
    /// The call begins; it ends when the value is dropped.
    #[inline(always)]
    pub(crate) fn begin() -> Self {
        session(|session| session.leaves = true);
        Leaves
    }
}

impl Drop for Leaves {
    #[inline(always)]
    fn drop(&mut self) {
        session(|session| session.leaves = false);
    }
}
