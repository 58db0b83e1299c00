//! Guides: pages of documentation without code of their own.

pub mod cost;
pub mod failures;
pub mod operations;
pub mod safety;
pub mod thrust;
