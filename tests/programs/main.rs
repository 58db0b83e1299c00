//! Tests of the programs that algorithms become on a GPU: how many programs there are, how often they are launched, and
//! whether NVRTC compiles them well. They run on the emulated device and need no GPU.

mod cases;
mod compiled;
#[path = "../facts/mod.rs"]
mod facts;
mod few_copies;
mod structure;
mod warmed;

use std::sync::{Arc, Mutex};

use onrush_cuda::Cuda;
use onrush_cuda::driver::{Driver, ProgramHook, Settings};
use onrush_cuda::jit;

/// An emulated device, and the texts of the programs that it loads.
fn device() -> (Cuda, Arc<Mutex<Vec<String>>>) {
    let texts = Arc::new(Mutex::new(Vec::new()));
    let seen = texts.clone();
    let seen = ProgramHook::by(move |text, _| {
        seen.lock().expect("no thread panics with it").push(text.to_owned());
        Ok(())
    });
    (Cuda::of(Driver::emulated(Settings { seen, ..Settings::default() })), texts)
}

/// Whether the emulated device's compiler is installed. Without it the test prints SKIPPED, or fails if
/// `ONRUSH_REQUIRE_EMULATED=1`.
fn emulated() -> bool {
    let found = std::process::Command::new(std::env::var_os("ONRUSH_CXX").unwrap_or_else(|| "c++".into()))
        .arg("--version")
        .output();
    if let Err(error) = &found {
        assert!(std::env::var_os("ONRUSH_REQUIRE_EMULATED").is_none(), "the emulated device is required: {error}");
        eprintln!("SKIPPED: {error}");
    }
    found.is_ok()
}

/// Whether NVRTC is installed, likewise; `ONRUSH_REQUIRE_NVRTC=1` requires it.
fn nvrtc() -> bool {
    let found = jit::version();
    if let Err(error) = &found {
        assert!(std::env::var_os("ONRUSH_REQUIRE_NVRTC").is_none(), "NVRTC is required: {error}");
        eprintln!("SKIPPED: {error}");
    }
    found.is_ok()
}
