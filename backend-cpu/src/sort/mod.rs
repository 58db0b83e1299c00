//! Sorting and merging on plain memory: [`radix`] for keys with an order of bits, [`merge`] for comparators.

pub(crate) mod columns;
mod local;
pub(crate) mod merge;
pub(crate) mod radix;
mod rows;
mod scatter;
