//! A panic inside an operation is a value, not a message: nothing is printed.

use std::process::Command;

#[test]
fn panics_in_operations_print_nothing() {
    for suite in ["one_thread", "three_threads"] {
        for case in ["panics_name_the_line", "panics_in_every_algorithm", "a_failed_sort_loses_nothing"] {
            let test = format!("{suite}::errors::{case}");
            // The test harness captures output unless it is told not to, so the test runs in a separate process with its
            // own stderr.
            let this = std::env::current_exe().expect("a test binary has a path");
            let run = Command::new(this).args(["--exact", &test, "--nocapture"]).output().expect("it can be run");
            let out = String::from_utf8_lossy(&run.stdout);
            assert!(out.contains("1 passed"), "{test}: {out}");
            assert_eq!(String::from_utf8_lossy(&run.stderr), "", "{test} printed");
        }
    }
}

/// Panics outside of operations still reach the installed hook.
#[test]
fn other_panics_are_printed() {
    if std::env::var_os("ONRUSH_PANICS").is_some() {
        use onrush::prelude::*;
        let b = Cpu::new();
        assert!(b.range(0..9).map(op!(|i: i32| 1 / (i - 3))).sum().is_err());
        panic!("not an operation's");
    }
    let this = std::env::current_exe().expect("a test binary has a path");
    let args = ["--exact", "silence::other_panics_are_printed", "--nocapture"];
    let run = Command::new(this).args(args).env("ONRUSH_PANICS", "1").output().expect("it can be run");
    let printed = String::from_utf8_lossy(&run.stderr);
    assert!(printed.contains("not an operation's"), "{printed}");
    assert!(!printed.contains("divide by zero"), "{printed}");
}
