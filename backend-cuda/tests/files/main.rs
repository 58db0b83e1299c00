//! Files and folders that decide which code is run: caches, compilers, libraries. Each case runs processes of its own,
//! whose folder and variables another user has prepared as badly as may be. No GPU is needed.
#![cfg(unix)]

#[path = "../common/mod.rs"]
mod common;
mod emulated;
mod nvrtc;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The test of this name in a process whose current folder is `folder`, and whose variables are these alone.
fn process(test: &str, folder: &Path, variables: &[(&str, &str)]) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args([test, "--exact", "--ignored", "--nocapture"]).current_dir(folder).env_clear();
    command.env("PATH", "/usr/bin:/bin").envs(variables.iter().copied());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The text that a command prints behind `SAYS`; the command must succeed.
fn says(mut command: Command) -> String {
    let output = command.output().unwrap();
    let [out, errors] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    assert!(output.status.success() && out.contains("1 passed"), "{command:?}: {out}{errors}");
    out.split_once("SAYS ").and_then(|(_, said)| said.lines().next()).unwrap_or_default().to_owned()
}

/// The host's C++ compiler, or none where a test may skip.
fn compiler() -> Option<PathBuf> {
    let named = std::env::var_os("ONRUSH_CXX").unwrap_or_else(|| "c++".into());
    let path = std::env::var_os("PATH").unwrap_or_default();
    let places = std::env::split_paths(&path).map(|folder| folder.join(&named));
    let found = places.filter(|place| place.is_absolute()).find(|place| place.is_file());
    if found.is_none() {
        assert!(std::env::var_os("ONRUSH_REQUIRE_EMULATED").is_none(), "a C++ compiler is required");
        eprintln!("SKIPPED: there is no C++ compiler");
    }
    found
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Writes a program that every user may run.
fn script(path: &Path, text: &str) {
    use std::os::unix::fs::PermissionsExt as _;
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// The files of a folder that end so, sorted.
fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries.filter(|path| text(path).ends_with(end)).collect();
    files.sort();
    files
}
