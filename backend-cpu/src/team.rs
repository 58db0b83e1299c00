//! Helpers: jobs of rayon's pool that work on what lies on a caller's stack.
//!
//! A helper starts when the pool has a thread for it, which may be after the call has returned; so it must be let in by
//! the call's [`Gate`] before it touches the work. The caller does all work that no helper has begun, and then waits
//! for those that are inside and for nothing else. It runs no other jobs of the pool meanwhile: they may be the user's,
//! may need a lock that the user holds while the call runs, may take hours or panic.

use std::cell::Cell;
use std::sync::Arc;

use crate::gate::Gate;
use crate::parallel::Pool;
use crate::sync::{AtomicUsize, Ordering};

/// For each thread of the pool, so many helpers may have been asked for by one thread and not have started: more would
/// only pile up in the queue of a pool that is busy.
const ASKED: usize = 4;

thread_local! {
    /// How many helpers this thread has asked for that have not started.
    static WAITING: Arc<AtomicUsize> = Arc::default();
    /// Whether this thread works on a call of several threads.
    static WORKING: Cell<bool> = const { Cell::new(false) };
}

/// A call of several threads, as its helpers know it.
pub(crate) struct Call {
    gate: Gate,
    work: Work,
    waiting: Arc<AtomicUsize>,
}

/// The work on the caller's stack.
struct Work(*const (dyn Fn() + Sync));

// SAFETY: it points to something that any thread may call, and only those that the gate has let in do.
unsafe impl Send for Work {}
// SAFETY: as above.
unsafe impl Sync for Work {}

/// Calls `body` while helpers that it [asks](Team::ask) for do `work`; when this returns, or unwinds, none of them does.
/// `work` doesn't unwind.
pub(crate) fn with<R>(pool: &Pool, work: &(dyn Fn() + Sync), body: impl FnOnce(&Team) -> R) -> R {
    // SAFETY: the lifetime alone changes. Helpers call it inside the gate, and `Closing` waits for them before this
    // function is left in any way.
    let work = Work(unsafe { std::mem::transmute::<*const (dyn Fn() + Sync + '_), *const (dyn Fn() + Sync)>(work) });
    // A thread whose locals are gone already works alone.
    let call = WAITING.try_with(Arc::clone).ok().map(|waiting| Arc::new(Call { gate: Gate::new(), work, waiting }));
    let team = Team { pool, call };
    let _working = Working::begin();
    let closing = Closing(&team);
    body(closing.0)
}

/// A call and its pool.
pub(crate) struct Team<'a> {
    pool: &'a Pool,
    call: Option<Arc<Call>>,
}

impl Team<'_> {
    /// Asks the pool for helpers, so that there are up to `most` in all, if none has left yet.
    pub(crate) fn ask(&self, most: usize) {
        let Some(call) = &self.call else { return };
        // Each helper holds the call, from when it is asked for until it has left.
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

impl Call {
    fn help(&self) {
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        // A job that is begun while another call's work waits below it on the same stack must not wait for that work.
        if WORKING.get() {
            return;
        }
        let Some(_inside) = self.gate.enter() else { return };
        let _working = Working::begin();
        // SAFETY: the caller waits until the gate is left.
        unsafe { (*self.work.0)() }
    }
}

/// Waits for the helpers.
struct Closing<'a>(&'a Team<'a>);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        if let Some(call) = &self.0.call {
            call.gate.close();
        }
    }
}

/// While this thread works on a call.
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
