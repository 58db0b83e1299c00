//! The gate of a call: it admits helpers to work that lies on the caller's stack, and tells the caller when it may
//! return.

use crate::sync::{AtomicUsize, Ordering, SPINS, Thread, current, park, spin_loop};

/// The gate is closed: it admits no helper any more.
const CLOSED: usize = 1;
/// The count of one helper that is inside.
const HELPER: usize = 2;

/// Helpers enter the gate while it is open; the caller closes it and waits until all of them have left.
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

    /// Closes the gate and waits, doing nothing else, until no helper is inside. The helpers' writes are then visible
    /// here. Only the thread that made the gate may wait at it.
    pub(crate) fn close(&self) {
        let mut state = self.state.fetch_or(CLOSED, Ordering::Acquire) | CLOSED;
        let mut spins = 0;
        while state != CLOSED {
            // `park` may return for another reason, so the state alone decides.
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

/// A helper that was admitted; it leaves when this is dropped.
pub(crate) struct Inside<'a>(&'a Gate);

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        // The gate outlives the call, since the helper owns it too.
        if self.0.state.fetch_sub(HELPER, Ordering::Release) == CLOSED | HELPER {
            self.0.caller.unpark();
        }
    }
}
