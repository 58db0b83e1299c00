//! One algorithm, one name, in every place; and no file that nobody wants to read.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The names of a folder's files and subfolders, without `.rs`.
fn names(folder: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(root().join(folder)).unwrap_or_else(|e| panic!("{folder}: {e}"));
    let paths = entries.map(|entry| entry.expect("an entry can be read").path());
    let name = |path: PathBuf| path.file_stem().and_then(|name| name.to_str()).map(str::to_owned);
    paths.filter(|p| p.is_dir() || p.extension().is_some_and(|e| e == "rs")).filter_map(name).collect()
}

fn algorithms() -> BTreeSet<String> {
    let mut names = names("core/src/algo");
    assert!(names.remove("mod"), "core/src/algo has a mod.rs");
    names
}

#[test]
fn every_algorithm_has_its_name_in_every_place() {
    let algorithms = algorithms();
    assert!(algorithms.len() >= 13, "{algorithms:?}");
    for folder in ["backend-cpu/src", "tests/conformance"] {
        let missing: Vec<_> = algorithms.difference(&names(folder)).cloned().collect();
        assert!(missing.is_empty(), "{folder} has nothing named {missing:?}");
    }
}

/// And nothing else: the tests' files are the algorithms and what is listed here.
#[test]
fn the_suite_has_a_file_per_algorithm_and_few_others() {
    let others = [
        "adaptors", "compare", "contract", "derived", "errors", "failures", "golden", "inputs", "laziness", "main",
        "oracle", "silence", "streams",
    ];
    let expected: BTreeSet<String> = algorithms().into_iter().chain(others.map(str::to_owned)).collect();
    assert_eq!(names("tests/conformance"), expected);
}

#[test]
fn the_readme_lists_every_algorithm() {
    let readme = fs::read_to_string(root().join("README.md")).expect("there is a README.md");
    let rows: BTreeSet<String> =
        readme.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).map(str::to_owned).collect();
    assert_eq!(rows, algorithms());
}

/// Every file of the repository's own, by extension.
fn files(folder: &Path, extension: &str, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.expect("an entry can be read").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            files(&path, extension, out);
        } else if path.extension().is_some_and(|e| e == extension) {
            out.push(path);
        }
    }
}

#[test]
fn no_file_is_long() {
    for (extension, ceiling) in [("rs", 500), ("cuh", 300)] {
        let mut found = Vec::new();
        files(root(), extension, &mut found);
        assert!(found.len() > 5, "{found:?}");
        for path in found {
            let lines = fs::read_to_string(&path).expect("a source file is text").lines().count();
            assert!(lines <= ceiling, "{} has {lines} lines; split it at an idea", path.display());
        }
    }
}

/// A name says what is inside.
#[test]
fn no_file_is_named_after_nothing() {
    let mut found = Vec::new();
    files(root(), "rs", &mut found);
    for path in found {
        let stem = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        let empty = ["base", "common", "helper", "helpers", "misc", "util", "utils"].contains(&stem);
        assert!(!empty && !stem.ends_with("_impl"), "{} says nothing of what it holds", path.display());
    }
}
