//! The source that README.md quotes is the one that is generated.

use std::path::Path;
use std::process::Command;

use onrush::prelude::*;
use onrush_cuda::Cuda;

const README: &str = include_str!("../README.md");

/// The code blocks of a language.
fn blocks(language: &str) -> Vec<&'static str> {
    let start = format!("```{language}\n");
    README.split(start.as_str()).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

#[test]
fn quotes_the_generated_source() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    let _ = std::fs::remove_dir_all(&folder);
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["runs_the_chain", "--exact", "--ignored"]).env("ONRUSH_DUMP", &folder);
    let output = child.output().unwrap();
    if String::from_utf8_lossy(&output.stdout).contains("set ONRUSH_CXX") {
        assert!(std::env::var("ONRUSH_REQUIRE_EMULATED").is_err(), "a C++ compiler is required");
        return eprintln!("SKIPPED: there is no C++ compiler");
    }
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).collect();
    assert_eq!(files.len(), 1, "one chain is one program: {files:?}");
    let source = std::fs::read_to_string(&files[0]).unwrap();
    let quoted = blocks("cuda");
    assert!(quoted.len() >= 2);
    for quoted in quoted {
        assert!(source.contains(quoted), "not in {}:\n{quoted}", files[0].display());
    }
}

/// The chain that README.md shows; if this is changed, so is that.
#[test]
#[ignore = "run by quotes_the_generated_source"]
fn runs_the_chain() {
    let shown = "x.iter().map(op!(|v: f32| v * v)).filter(op!(|v: f32| v > cut)).sum()?";
    assert!(blocks("rust")[0].contains(shown));
    let gpu = Cuda::emulated();
    let x = gpu.upload(&[1.0f32, 2.0, 3.0]).unwrap_or_else(|error| panic!("{error}"));
    let cut = 3.5;
    let sum = x.iter().map(op!(|v: f32| v * v)).filter(op!(|v: f32| v > cut)).sum();
    assert_eq!(sum.unwrap_or_else(|error| panic!("{error}")), 13.0);
}
