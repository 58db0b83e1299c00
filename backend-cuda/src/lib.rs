//! The CUDA backend of onrush.

#[doc(hidden)]
pub mod driver;
pub mod jit;
