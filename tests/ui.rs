//! The compiler's messages for mistakes that onrush explains, and for programs that try to break it.
//!
//! Messages change with the compiler, so they are pinned for one release; on other compilers the test is skipped.
//! `TRYBUILD=overwrite cargo test --test ui` rewrites them; review the difference before you commit it.

use std::process::Command;

/// The release whose messages are in the `.stderr` files.
const COMPILER: &str = "rustc 1.95.";

#[test]
fn mistakes_are_explained() {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output().expect("there is a compiler").stdout;
    let version = String::from_utf8_lossy(&version);
    if !version.starts_with(COMPILER) {
        return println!("SKIPPED: the messages are those of {COMPILER}x, and this is {version}");
    }
    let programs = trybuild::TestCases::new();
    programs.compile_fail("tests/ui/*/*.rs");
    programs.compile_fail("tests/hostile/refused/*.rs");
}
