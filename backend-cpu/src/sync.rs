//! The primitives by which threads synchronise. `tests/model` replaces them by a model checker's, so `gate`, `forks`
//! and `chain` use no others.

pub(crate) use std::hint::spin_loop;
pub(crate) use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
pub(crate) use std::sync::{Condvar, Mutex};
pub(crate) use std::thread::{Thread, current, park, yield_now};

/// The number of times that a thread spins before it sleeps: waits usually take microseconds.
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
}
