//! onrush: parallel algorithms for CPUs and GPUs, from one source, with the same bits.

extern crate self as onrush;

mod dispatch;
pub mod prelude;

pub use dispatch::Device;
pub use onrush_core::*;
pub use onrush_cpu::Cpu;
pub use onrush_macros::{Element, Key, device, op};
