//! The gate of a call: who may work on what lies on the caller's stack, and when the caller may go.

use crate::sync::{AtomicUsize, Ordering, SPINS, Thread, current, park, spin_loop};

/// The gate takes nobody in any more.
const CLOSED: usize = 1;
/// One helper that is inside.
const HELPER: usize = 2;

/// Helpers enter it as long as it is open; the caller closes it and waits until all of them have left.
pub(crate) struct Gate {
    state: AtomicUsize,
    caller: Thread,
}

impl Gate {
    /// An open gate of the calling thread.
    pub(crate) fn new() -> Self {
        Gate { state: AtomicUsize::new(0), caller: current() }
    }

    /// Lets a helper in, unless the gate is closed.
    pub(crate) fn enter(&self) -> Option<Inside<'_>> {
        let mut state = self.state.load(Ordering::Relaxed);
        while state & CLOSED == 0 {
            match self.state.compare_exchange_weak(state, state + HELPER, Ordering::Acquire, Ordering::Relaxed) {
                Ok(_) => return Some(Inside(self)),
                Err(now) => state = now,
            }
        }
        None
    }

    /// Closes the gate and waits, doing nothing else, until no helper is inside. What the helpers wrote is then seen here.
    /// Only the thread that made the gate may wait at it.
    pub(crate) fn close(&self) {
        let mut state = self.state.fetch_or(CLOSED, Ordering::Acquire) | CLOSED;
        let mut spins = 0;
        while state != CLOSED {
            // A wake-up may be another's: the state alone says when to go.
            if spins < SPINS {
                spins += 1;
                spin_loop();
            } else {
                park();
            }
            state = self.state.load(Ordering::Acquire);
        }
    }
}

/// A helper that was let in; it leaves when this is dropped.
pub(crate) struct Inside<'a>(&'a Gate);

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        // The gate outlives its call: it is the helper's, too.
        if self.0.state.fetch_sub(HELPER, Ordering::Release) == CLOSED | HELPER {
            self.0.caller.unpark();
        }
    }
}
