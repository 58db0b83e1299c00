//! The compiler's messages for mistakes that onrush explains, and for programs that try to break it.
//!
//! Messages change with the compiler, so they are pinned for one release; on other compilers the test is skipped.
//! `TRYBUILD=overwrite cargo test --test ui` rewrites them; review the difference before you commit it.

use std::process::Command;

/// The release whose messages are in the `.stderr` files.
const COMPILER: &str = "rustc 1.95.";

/// Mistakes that newcomers make most, each of which has a message of at most 30 lines.
const FREQUENT: [&str; 13] = [
    "chain/argument_of_count",
    "chain/argument_of_sum",
    "chain/filter_in_zip",
    "chain/one_parameter_of_a_pair",
    "chain/plain_closure",
    "chain/plain_operator",
    "chain/too_many_arguments",
    "habit/chain",
    "habit/collect",
    "habit/fold",
    "habit/index",
    "habit/to_vec",
    "operation/host_function",
];

#[test]
fn messages_of_frequent_mistakes_are_short() {
    for name in FREQUENT {
        let file = format!("{}/tests/ui/{name}.stderr", env!("CARGO_MANIFEST_DIR"));
        let message = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert!(message.lines().count() <= 30, "{name} has {} lines", message.lines().count());
    }
}

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
