//! The expander on `quote!` input: what it refuses and why, and what it writes.

mod expansion;
mod refusals;
