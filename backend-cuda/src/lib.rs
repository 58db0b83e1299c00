//! The CUDA backend of onrush.

pub mod jit;
