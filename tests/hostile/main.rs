//! Programs that try to break onrush, in safe code against the public API alone.
//!
//! Each program misuses the API and asserts that it gets Rust's answer or a typed error, on every backend. Programs that
//! rustc must refuse are in `refused/`, with its messages; `tests/ui` compiles them.
#![forbid(unsafe_code)]

mod allocation;
mod cancelling;
mod counted;
mod effects;
mod failures;
mod files;
mod generics;
mod groups;
mod growth;
mod hidden;
mod large_items;
mod many_slots;
mod matrices;
mod meaning;
mod own_names;
mod panics;
mod parts;
mod places;
mod pool;
mod positions;
mod ranges;
mod recordings;
mod relations;
mod runs;
mod segments;
mod targets;
mod transfers;
mod types;

use onrush::prelude::*;
use onrush_test_support::everywhere;

/// Checks that the device still works after the attempt.
fn works<B: Backend>(b: &B) -> onrush::Result<()> {
    assert_eq!(b.range(1u64..101).sum()?, 5050);
    Ok(())
}
