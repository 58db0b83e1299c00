//! What a thread's calls can't do while they are recorded, whether the backend puts them down or makes them at each launch: so a program
//! that runs on a CPU isn't refused on a GPU.

use std::cell::RefCell;
use std::panic::Location;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::{Shown, Unrecorded};
use crate::backend::Backend;
use crate::device::StreamId;
use crate::error::{Error, Result};
use crate::memory::Memory;

/// The number of sessions. A thread knows of its own, so relaxed loads suffice.
static SESSIONS: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// The session of this thread's calls.
    static CURRENT: RefCell<Option<Session>> = const { RefCell::new(None) };
}

/// The calls of one run of a closure.
struct Session {
    stream: StreamId,
    shown: Arc<[Shown]>,
    /// Whether the present call leaves on the device what its primitive may return.
    leaves: bool,
    /// The first refusal, which fails the run even where the closure ignores it.
    refused: Option<Error>,
}

/// Looks at this thread's session; `None` if there is none.
fn session<T>(look: impl FnOnce(&mut Session) -> T) -> Option<T> {
    if SESSIONS.load(Relaxed) == 0 {
        return None;
    }
    // A thread that ends has no session.
    CURRENT.try_with(|current| current.borrow_mut().as_mut().map(look)).ok().flatten()
}

/// Ends a session also where the closure panics.
struct Open;

impl Drop for Open {
    fn drop(&mut self) {
        let _ = CURRENT.try_with(|current| current.borrow_mut().take());
        SESSIONS.fetch_sub(1, Relaxed);
    }
}

/// Runs a closure whose calls are recorded on this stream, with a state that shows this memory.
pub(super) fn run(stream: StreamId, shown: &Arc<[Shown]>, run: impl FnOnce() -> Result<()>) -> Result<()> {
    SESSIONS.fetch_add(1, Relaxed);
    let open = Open;
    let session = Session { stream, shown: shown.clone(), leaves: false, refused: None };
    // A thread that ends may still call; there nothing is refused.
    let _ = CURRENT.try_with(|current| *current.borrow_mut() = Some(session));
    run()?;
    let refused = self::session(|session| session.refused.take()).flatten();
    drop(open);
    refused.map_or(Ok(()), Err)
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
    match SESSIONS.load(Relaxed) {
        0 => Ok(()),
        _ => refuse(|_| Some(reason)),
    }
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
    if size_of::<T>() == 0 || SESSIONS.load(Relaxed) == 0 {
        return Ok(());
    }
    let stream = device.stream_id();
    refuse(|session| (session.stream == stream && !session.leaves).then_some(Unrecorded::Waits))
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
