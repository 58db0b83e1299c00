//! GPUs through CUDA's driver.

/// Calls a function of the driver.
macro_rules! cu {
    ($api:expr, $function:ident($($argument:expr),* $(,)?)) => {
        $crate::driver::times::of(stringify!($function), || ($api.$function)($($argument),*))
    };
}

mod api;
mod claims;
mod context;
mod copy_threads;
mod event;
mod free_list;
mod graph;
mod interop;
mod module;
mod repeated;
mod staging;
mod stream;
mod transfer;

/// The primitives by which `claims` synchronises. `tests/model` replaces them by a model checker's.
mod sync {
    pub(super) use std::sync::atomic::{AtomicUsize, Ordering};

    pub(super) fn pause() {
        std::thread::yield_now();
    }
}

pub(super) use context::count;
pub(super) use stream::Stream;
