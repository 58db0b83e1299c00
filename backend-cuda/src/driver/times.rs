//! The time that a call spends in the functions of CUDA's driver, by the feature `driver-times`; without it nothing is
//! measured.

/// Calls a function of the driver; with the feature, it records the time.
#[cfg(not(feature = "driver-times"))]
#[inline(always)]
pub(super) fn of<R>(_: &'static str, function: impl FnOnce() -> R) -> R {
    function()
}

#[cfg(feature = "driver-times")]
mod noted {
    use std::cell::RefCell;
    use std::time::{Duration, Instant};

    thread_local! {
        /// The recorded calls of this thread, while it records any.
        static NOTED: RefCell<Option<Vec<Spent>>> = const { RefCell::new(None) };
    }

    /// A call of a function of the driver, and how long it took.
    pub type Spent = (&'static str, Duration);

    pub(in crate::driver) fn of<R>(name: &'static str, function: impl FnOnce() -> R) -> R {
        if !NOTED.with_borrow(Option::is_some) {
            return function();
        }
        let start = Instant::now();
        let result = function();
        let spent = start.elapsed();
        NOTED.with_borrow_mut(|noted| noted.as_mut().map(|noted| noted.push((name, spent))));
        result
    }

    /// Runs `f`; returns its result, the time that it took, and this thread's calls of the driver's functions
    /// meanwhile.
    pub fn spent<T>(f: impl FnOnce() -> T) -> (T, Duration, Vec<Spent>) {
        NOTED.set(Some(Vec::with_capacity(64)));
        let start = Instant::now();
        let result = f();
        let total = start.elapsed();
        (result, total, NOTED.take().unwrap_or_default())
    }
}

#[cfg(feature = "driver-times")]
pub(super) use noted::of;
#[cfg(feature = "driver-times")]
pub use noted::{Spent, spent};
