//! Operations from end to end: what the closure returns on the host is what its text returns, compiled by the host's C++
//! compiler, to the bit; and where one panics, the other raises the same line.
#![allow(missing_docs, clippy::all)]

extern crate self as onrush;
pub use onrush_core::__private;

#[path = "../support/mod.rs"]
mod support;

mod control;
mod derives;
mod expressions;
mod failures;
mod functions;
mod patterns;
mod programs;
mod structs;
