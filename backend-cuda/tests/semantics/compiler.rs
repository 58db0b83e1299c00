//! The host's C++ compiler.
#![allow(unsafe_code)]

use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use libloading::Library;

/// How the host compiles device text: as NVRTC's options do, no product and sum become one rounding.
const OPTIONS: &[&str] = &[
    "-x",
    "c++",
    "-std=c++17",
    "-O2",
    "-ffp-contract=off",
    "-fno-math-errno",
    "-w",
    "-shared",
    "-fPIC",
    "-DONRUSH_EMULATED",
];

/// Compiles text to a library, or says why that is skipped.
pub(crate) fn compile(source: &str) -> Option<Library> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let name = format!("{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let (text, object) = (folder.join(format!("{name}.cc")), folder.join(format!("{name}.so")));
    std::fs::write(&text, source).unwrap();
    let compiler = std::env::var("ONRUSH_CXX").unwrap_or_else(|_| "c++".into());
    let extra = std::env::var("CXXFLAGS").unwrap_or_default();
    let output =
        Command::new(&compiler).args(OPTIONS).args(extra.split_whitespace()).arg(&text).arg("-o").arg(&object).output();
    let output = match output {
        Ok(output) => output,
        Err(error) => {
            assert!(
                std::env::var("ONRUSH_REQUIRE_EMULATED").is_err(),
                "a C++ compiler is required: {compiler}: {error}"
            );
            eprintln!("SKIPPED: {compiler}: {error}");
            return None;
        }
    };
    let log = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}:\n{}", text.display(), log.lines().take(40).collect::<Vec<_>>().join("\n"));
    // SAFETY: the library is compiled from the prelude and the cases; it has no initialisers.
    let library = unsafe { Library::new(&object) }.unwrap();
    std::fs::remove_file(&object).unwrap();
    std::fs::remove_file(&text).unwrap();
    Some(library)
}
