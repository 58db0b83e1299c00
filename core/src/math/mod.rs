//! Mathematical functions with the same bits everywhere.
//!
//! Each function has one text of IEEE 754's operations, which hosts and devices compute.

// Parts of constants and rows of tables are close to constants of std, and must not be these.
#![allow(clippy::approx_constant)]

pub(crate) mod double;
mod exact;
pub(crate) mod single;
mod tables;
pub(crate) mod text;
