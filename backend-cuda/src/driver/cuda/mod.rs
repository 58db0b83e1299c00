//! GPUs through CUDA's driver.

/// Calls a function of the driver.
macro_rules! cu {
    ($api:expr, $function:ident($($argument:expr),* $(,)?)) => {
        $crate::driver::times::of(stringify!($function), || ($api.$function)($($argument),*))
    };
}

mod api;
mod context;
mod event;
mod free_list;
mod helpers;
mod module;
mod staging;
mod stream;
mod transfer;

pub(super) use context::count;
pub(super) use stream::Stream;
