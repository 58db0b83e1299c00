//! Operations from end to end: the closure on the host and the generated text, compiled by the host's C++ compiler,
//! return the same bits; where one panics, the other raises a failure on the same line.
#![allow(missing_docs, clippy::all)]

extern crate self as onrush;
pub use onrush_core::__private;

#[path = "../support/mod.rs"]
mod support;

mod control;
mod derives;
mod enums;
mod expressions;
mod failures;
mod functions;
mod generics;
mod given;
mod given_arguments;
mod options;
mod orderings;
mod patterns;
mod programs;
mod slices;
mod std_items;
mod structs;
