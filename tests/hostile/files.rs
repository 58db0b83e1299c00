//! Folders, entries and compilers that another user may have prepared. The answer is right or a typed error, and no other
//! file is written. Each program runs in a separate process, on the emulated device, which loads its programs from the
//! cache.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use onrush::prelude::*;
use onrush_cuda::Cuda;

const ANSWER: &str = "1498500 [0, 7, 14]";

fn answer() -> onrush::Result<String> {
    let device = Cuda::emulated();
    let sum = device.range(0u64..1000).map(op!(|v: u64| v * 3)).sum()?;
    let few = device.range(0u32..3).map(op!(|v: u32| v * 7)).collect()?;
    Ok(format!("{sum} {:?}", few.to_vec()?))
}

#[test]
#[ignore = "run by the others"]
fn program() {
    println!(
        "\nSAYS {}",
        answer().unwrap_or_else(|error| format!("error: {error}")).lines().next().unwrap_or_default()
    );
}

/// The output of the program in this folder; the program must exit with success.
fn said(folder: &Path, variables: &[(&str, &Path)]) -> String {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["files::program", "--exact", "--ignored", "--nocapture"]).current_dir(folder).env_clear();
    let output = command.env("PATH", "/usr/bin:/bin").envs(variables.iter().copied()).output().unwrap();
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && out.contains("1 passed"), "{out}{}", String::from_utf8_lossy(&output.stderr));
    out.split_once("SAYS ").and_then(|(_, said)| said.lines().next()).unwrap_or_default().to_owned()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<_> = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.sort();
    entries
}

/// A temporary folder with a cache that contains the program.
struct Filled {
    folder: PathBuf,
    cache: PathBuf,
}
impl Filled {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("hostile-{name}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let cache = folder.join("cache");
        assert_eq!(said(&folder, &[("ONRUSH_CACHE", &cache)]), ANSWER);
        assert!(entries(&cache).len() >= 2);
        Filled { folder, cache }
    }

    fn answers(&self) {
        assert_eq!(said(&self.folder, &[("ONRUSH_CACHE", &self.cache)]), ANSWER);
    }
}
impl Drop for Filled {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Exchanges entries: each is intact, but not the program that its name asks for.
#[test]
fn entries_that_change_places() {
    let filled = Filled::new("places");
    let entries = entries(&filled.cache);
    fs::rename(&entries[0], filled.cache.join("kept")).unwrap();
    for pair in entries.windows(2) {
        fs::rename(&pair[1], &pair[0]).unwrap();
    }
    fs::rename(filled.cache.join("kept"), entries.last().unwrap()).unwrap();
    filled.answers();
}

#[test]
fn entries_that_are_links() {
    let filled = Filled::new("links");
    let victim = filled.folder.join("victim");
    for entry in entries(&filled.cache) {
        fs::rename(&entry, &victim).unwrap();
        symlink(&victim, &entry).unwrap();
    }
    let before = fs::read(&victim).unwrap();
    filled.answers();
    assert!(fs::read(&victim).unwrap() == before, "what a link leads to stays as it was");
}

#[test]
fn entries_that_anybody_may_write() {
    let filled = Filled::new("entries");
    for entry in entries(&filled.cache) {
        fs::set_permissions(&entry, fs::Permissions::from_mode(0o666)).unwrap();
    }
    filled.answers();
    for entry in entries(&filled.cache) {
        assert_eq!(fs::metadata(&entry).unwrap().permissions().mode() & 0o022, 0, "they are made anew");
    }
}

#[test]
fn a_cache_that_anybody_may_write() {
    let filled = Filled::new("folder");
    fs::set_permissions(&filled.cache, fs::Permissions::from_mode(0o777)).unwrap();
    for entry in entries(&filled.cache) {
        fs::write(entry, "not what it was").unwrap();
    }
    filled.answers();
    assert!(entries(&filled.cache).iter().all(|entry| fs::read(entry).unwrap() == b"not what it was"));
}

#[test]
fn a_cache_behind_a_link() {
    let filled = Filled::new("behind");
    let link = filled.folder.join("link");
    symlink(&filled.cache, &link).unwrap();
    let before = entries(&filled.cache);
    for entry in &before {
        fs::write(entry, "not what it was").unwrap();
    }
    assert_eq!(said(&filled.folder, &[("ONRUSH_CACHE", &link)]), ANSWER);
    assert!(before.iter().all(|entry| fs::read(entry).unwrap() == b"not what it was"));
}

#[test]
fn a_cache_in_the_current_folder() {
    let filled = Filled::new("current");
    for entry in entries(&filled.cache) {
        fs::write(entry, "not what it was").unwrap();
    }
    assert_eq!(said(&filled.folder, &[("ONRUSH_CACHE", Path::new("cache"))]), ANSWER);
    assert!(entries(&filled.cache).iter().all(|entry| fs::read(entry).unwrap() == b"not what it was"));
}

/// Compilers that fail, print a false version or aren't compilers, and an unusable folder for temporary files.
#[test]
fn compilers_that_do_not_compile() {
    let filled = Filled::new("compilers");
    let compiler = filled.folder.join("cxx");
    for text in
        ["exit 1", "exit 0", "touch program.so", "echo no library >program.so", "kill -9 $$", "rm -f program.cpp"]
    {
        fs::write(&compiler, format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755)).unwrap();
        for _ in 0..2 {
            let said = said(&filled.folder, &[("ONRUSH_CXX", &compiler), ("ONRUSH_CACHE", &filled.cache)]);
            assert!(said.starts_with("error: "), "{text}: {said}");
        }
    }
    for compiler in ["/", "/dev/null", "cxx", "./cxx", "-"] {
        let said = said(&filled.folder, &[("ONRUSH_CXX", Path::new(compiler)), ("ONRUSH_CACHE", &filled.cache)]);
        assert!(said.starts_with("error: "), "{compiler}: {said}");
    }
    let nowhere = filled.folder.join("nowhere");
    let said = said(&filled.folder, &[("TMPDIR", &nowhere), ("ONRUSH_CACHE", Path::new(""))]);
    assert!(said.starts_with("error: "), "{said}");
}
