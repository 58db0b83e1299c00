//! Helpers: jobs of rayon's pool that do work on a caller's stack.
//!
//! A helper starts when the pool has a thread for it, which may be after the call has returned. So the call's [`Gate`]
//! must admit it before it touches the work. The caller does all work that no helper has begun, then waits for the
//! helpers that are inside, and for nothing else. It runs no other jobs of the pool meanwhile: these may be the user's,
//! and may need a lock that the user holds during the call, take hours, or panic.

use std::cell::Cell;
use std::sync::Arc;

use crate::gate::Gate;
use crate::parallel::Pool;
use crate::sync::{AtomicUsize, Ordering};

/// The number of helpers, for each thread of the pool, that one thread may have asked for before they start. More would
/// only pile up in the queue of a busy pool.
const ASKED: usize = 4;

thread_local! {
    /// The number of helpers that this thread has asked for and that have not started.
    static WAITING: Arc<AtomicUsize> = Arc::default();
    /// Whether this thread works on a call of several threads.
    static WORKING: Cell<bool> = const { Cell::new(false) };
}

/// The part of a call of several threads that its helpers share.
pub(crate) struct SharedCall {
    gate: Gate,
    work: Work,
    waiting: Arc<AtomicUsize>,
}

/// The work on the caller's stack.
struct Work(*const (dyn Fn() + Sync));

// SAFETY: the closure is `Sync`, so any thread may call it; only helpers that the gate has admitted do.
unsafe impl Send for Work {}
// SAFETY: the closure is `Sync`, so several threads may call it.
unsafe impl Sync for Work {}

/// Calls `body` while the helpers that it [asks](Team::ask) for do `work`. When this function returns or unwinds, no
/// helper does `work` any more. `work` doesn't unwind.
pub(crate) fn with(pool: &Pool, work: &(dyn Fn() + Sync), body: &mut dyn FnMut(&Team)) {
    // SAFETY: only the lifetime changes. Helpers call the closure inside the gate, and `Closing` waits for them before
    // this function returns or unwinds.
    let work = Work(unsafe { std::mem::transmute::<*const (dyn Fn() + Sync + '_), *const (dyn Fn() + Sync)>(work) });
    // A thread whose thread-locals are destroyed already works alone.
    let call =
        WAITING.try_with(Arc::clone).ok().map(|waiting| Arc::new(SharedCall { gate: Gate::new(), work, waiting }));
    let team = Team { pool, call };
    let _working = Working::begin();
    let closing = Closing(&team);
    body(closing.0);
}

/// A call and its pool.
pub(crate) struct Team<'a> {
    pool: &'a Pool,
    call: Option<Arc<SharedCall>>,
}

impl Team<'_> {
    /// Asks the pool for helpers, so that there are up to `most` in all if none has left yet.
    pub(crate) fn ask(&self, most: usize) {
        let Some(call) = &self.call else { return };
        // Each helper holds a reference to the call from when it is asked for until it has left.
        for _ in Arc::strong_count(call)..=most {
            if call.waiting.load(Ordering::Relaxed) >= ASKED * self.pool.threads() {
                return;
            }
            call.waiting.fetch_add(1, Ordering::Relaxed);
            let call = call.clone();
            self.pool.spawn(move || call.help());
        }
    }
}

impl SharedCall {
    fn help(&self) {
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        // A job may begin on a stack on which another call's work waits below it. It must not wait for that work.
        if WORKING.get() {
            return;
        }
        let Some(_inside) = self.gate.enter() else { return };
        let _working = Working::begin();
        // SAFETY: the gate has admitted this helper, and the caller waits until it has left.
        unsafe { (*self.work.0)() }
    }
}

/// Waits for the helpers when it is dropped.
struct Closing<'a>(&'a Team<'a>);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        if let Some(call) = &self.0.call {
            call.gate.close();
        }
    }
}

/// Marks this thread as working on a call while it lives.
struct Working(bool);

impl Working {
    fn begin() -> Self {
        Working(WORKING.replace(true))
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        WORKING.set(self.0);
    }
}
