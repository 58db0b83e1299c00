//! What the conformance suite's test programs share: the answers that they expect, from plain loops ([`oracle`]) and, where floats
//! are combined, from a naive evaluation of the shape contract ([`contract`]); [inputs]; and the [backends](machines) on which every
//! case runs.
//!
//! It is a crate of its own so that it is compiled once, and so that a change of a case compiles one program of the suite.

pub mod compare;
pub mod contract;
mod everywhere;
pub mod inputs;
pub mod machines;
pub mod oracle;
pub mod refusals;
pub mod segments;
mod suites;
mod tested;

pub use everywhere::on;
pub use suites::is_listed;
pub use tested::{Tested, TestedMemory};
