//! ast → Rust and C++.

mod cuda;
mod function;
mod rust;
mod source;

pub(crate) use function::{companion, method, operation};
pub(crate) use rust::{located, path as private};
