//! ast → Rust and C++.

mod cuda;
mod function;
mod rust;
mod source;

pub(crate) use function::{Companion, operation};
pub(crate) use rust::{located, path as private};
