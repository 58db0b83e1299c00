//! What threads synchronise by. The tests put a model checker's own in its place (`tests/model.rs`), so `gate`, `forks` and
//! `chain` take nothing of the kind from elsewhere.

pub(crate) use std::hint::spin_loop;
pub(crate) use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
pub(crate) use std::sync::{Condvar, Mutex};
pub(crate) use std::thread::{Thread, current, park, yield_now};

/// How often a thread looks again before it sleeps: what it waits for usually takes microseconds.
pub(crate) const SPINS: u32 = 1 << 8;

/// A cell whose accesses the model checker sees.
pub(crate) struct UnsafeCell<T>(std::cell::UnsafeCell<T>);

impl<T> UnsafeCell<T> {
    #[inline(always)]
    pub(crate) const fn new(value: T) -> Self {
        UnsafeCell(std::cell::UnsafeCell::new(value))
    }
    #[inline(always)]
    pub(crate) fn with<R>(&self, f: impl FnOnce(*const T) -> R) -> R {
        f(self.0.get())
    }
    #[inline(always)]
    pub(crate) fn with_mut<R>(&self, f: impl FnOnce(*mut T) -> R) -> R {
        f(self.0.get())
    }
    #[inline(always)]
    pub(crate) fn into_inner(self) -> T {
        self.0.into_inner()
    }
}
