//! Tests of the macros on `quote!` input: what they refuse and why, and what they expand to.

mod expansion;
mod refusals;
