//! The memory of closures that are being recorded: calls of other threads mustn't write it, since no launch would repeat them.

use std::panic::Location;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use onrush_core::failure::Part;
use onrush_core::recording::Unrecorded;
use onrush_core::{Error, Result};

use super::recording::{Recorder, current};

struct Claim {
    recorder: Arc<Recorder>,
    /// What the state shows.
    shown: Vec<Part>,
}

static CLAIMS: Mutex<Vec<Claim>> = Mutex::new(Vec::new());
/// The number of claims. A thread that has claimed memory has synchronised with the recording thread, so relaxed loads suffice.
static COUNT: AtomicUsize = AtomicUsize::new(0);

fn claims() -> MutexGuard<'static, Vec<Claim>> {
    CLAIMS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A claim, which is given up when this is dropped.
pub(crate) struct Claimed(Arc<Recorder>);

/// Claims the memory that a state shows, and that of the recorder's arena.
pub(crate) fn claim(recorder: &Arc<Recorder>, shown: Vec<Part>) -> Claimed {
    let mut claims = claims();
    claims.push(Claim { recorder: recorder.clone(), shown });
    COUNT.store(claims.len(), Relaxed);
    Claimed(recorder.clone())
}

impl Drop for Claimed {
    fn drop(&mut self) {
        let mut claims = claims();
        claims.retain(|claim| !Arc::ptr_eq(&claim.recorder, &self.0));
        COUNT.store(claims.len(), Relaxed);
    }
}

/// Refuses to write memory that another thread records with, and fails its recording.
pub(crate) fn unclaimed(part: &Part, place: Option<&'static Location<'static>>) -> Result<()> {
    if COUNT.load(Relaxed) == 0 {
        return Ok(());
    }
    let own = current();
    let claims = claims();
    let of_other = |claim: &&Claim| {
        let shows = claim.shown.iter().any(|shown| shown.start < part.end && part.start < shown.end);
        let is_own = own.as_ref().is_some_and(|own| Arc::ptr_eq(own, &claim.recorder));
        !is_own && (shows || claim.recorder.arena.has(part))
    };
    let Some(claim) = claims.iter().find(of_other) else { return Ok(()) };
    let error = Error::from(Unrecorded::OtherThread);
    let error = place.map_or(error.clone(), |place| error.called_at(place));
    claim.recorder.fail(&error);
    Err(error)
}
