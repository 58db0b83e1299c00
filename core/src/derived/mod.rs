//! Algorithms that are composed of the primitives, once for all backends.

mod compare;
mod count;
mod cycle;
mod difference;
mod extrema;
mod filter_map;
mod group_statistics;
mod group_values;
mod groups;
mod histograms;
mod moments;
pub(crate) mod search;
mod selection;
mod sequences;
mod statistics;
mod sum;

pub(crate) use sum::neutral;
