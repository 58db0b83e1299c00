//! Algorithms written once, out of the primitives.

mod compare;
mod count;
mod difference;
mod extrema;
mod search;
mod sum;
