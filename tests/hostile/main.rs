//! Programs that try to break onrush, in safe code against the public API alone.
//!
//! Each program misuses the API and asserts that it gets Rust's answer or a typed error, on every backend. Programs that
//! rustc must refuse are in `refused/`, with its messages; `tests/ui.rs` compiles them.
#![forbid(unsafe_code)]

mod allocation;
mod effects;
mod failures;
mod files;
mod generics;
mod groups;
mod growth;
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
use onrush_cuda::Cuda;

/// Runs a program on every backend: CPUs with one and several threads, the emulated device, and a GPU if there is one.
macro_rules! everywhere {
    ($($name:ident)*) => {$(
        mod $name {
            #[test]
            fn on_a_cpu() -> onrush::Result<()> {
                for threads in [1, 2, 8] {
                    super::$name(&onrush::Cpu::with_threads(threads)?)?;
                }
                Ok(())
            }
            #[test]
            fn on_the_emulated_device() -> onrush::Result<()> {
                super::$name(&onrush_cuda::Cuda::emulated())
            }
            #[test]
            fn on_a_gpu() -> onrush::Result<()> {
                crate::gpu().map_or(Ok(()), |gpu| super::$name(&gpu))
            }
        }
    )*};
}
use everywhere;

/// The first GPU. Without one, the test prints SKIPPED, or fails if `ONRUSH_REQUIRE_GPU` is set.
fn gpu() -> Option<Cuda> {
    match Cuda::new(0) {
        Ok(gpu) => Some(gpu),
        Err(error) => {
            assert!(std::env::var_os("ONRUSH_REQUIRE_GPU").is_none(), "a GPU is required: {error}");
            println!("SKIPPED: {error}");
            None
        }
    }
}

/// Checks that the device still works after the attempt.
fn works<B: Backend>(b: &B) -> onrush::Result<()> {
    assert_eq!(b.range(1u64..101).sum()?, 5050);
    Ok(())
}
