//! Sorting on plain memory: [`radix`] for keys with an order of bits.

pub(crate) mod columns;
mod local;
pub(crate) mod radix;
mod rows;
mod scatter;
