//! onrush: parallel algorithms for CPUs and GPUs, from one source, with the same bits.

extern crate self as onrush;

mod device;
pub mod prelude;

pub use device::Device;
pub use onrush_core::*;
pub use onrush_cpu::Cpu;
pub use onrush_macros::{Element, Key, device, op};
