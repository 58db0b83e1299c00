//! A GPU through CUDA's driver.

/// Calls a function of the driver.
macro_rules! cu {
    ($function:ident($($argument:expr),* $(,)?)) => {
        $crate::driver::times::of(stringify!($function), || cudarc::driver::sys::$function($($argument),*))
    };
}

mod calls;
mod context;
mod event;
mod free_list;
mod module;
mod records;
mod staging;
mod stream;

pub(super) use context::count;
pub(super) use event::Event;
pub(super) use module::Module;
pub(super) use records::{Record, constants as record_constants};
pub(super) use stream::Stream;
