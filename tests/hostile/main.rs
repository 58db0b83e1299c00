//! Programs that try to break onrush, in safe code against the public API alone.
//!
//! Each program misuses the API and asserts that it gets Rust's answer or a typed error, on every backend. Programs that
//! rustc must refuse are in `refused/`, with its messages; `tests/ui` compiles them.
#![forbid(unsafe_code)]

mod allocation;
mod effects;
mod evaluation;
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
mod relations;
mod runs;
mod segments;
mod targets;
mod transfers;
mod types;

use onrush::prelude::*;
use onrush_test_support::Tested;

/// Runs a program on every backend: CPUs with one and several threads, the emulated device, and a GPU if there is one.
macro_rules! everywhere {
    ($($name:ident)*) => {$(
        mod $name {
            use onrush_test_support::machines;

            #[test]
            fn on_a_cpu() -> onrush::Result<()> {
                [1, 2, 8].into_iter().try_for_each(|threads| crate::on(machines::threads(threads)?, super::$name))
            }
            #[test]
            fn on_the_emulated_device() -> onrush::Result<()> {
                crate::on(machines::emulated()?, super::$name)
            }
            #[test]
            fn on_a_gpu() -> onrush::Result<()> {
                crate::on(machines::gpu()?, super::$name)
            }
        }
    )*};
}
use everywhere;

/// Runs a program on a machine, if there is one.
fn on(machine: Option<Tested>, program: impl FnOnce(&Tested) -> onrush::Result<()>) -> onrush::Result<()> {
    machine.map_or(Ok(()), |machine| program(&machine))
}

/// Checks that the device still works after the attempt.
fn works<B: Backend>(b: &B) -> onrush::Result<()> {
    assert_eq!(b.range(1u64..101).sum()?, 5050);
    Ok(())
}
