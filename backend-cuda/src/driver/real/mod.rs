//! A GPU through CUDA's driver.

mod calls;
mod context;
mod event;
mod module;
mod staging;
mod stream;

pub(super) use context::count;
pub(super) use event::Event;
pub(super) use module::Module;
pub(super) use stream::Stream;
