//! Tests which compiler the emulated device runs, and which libraries it loads.
#![allow(unsafe_code)]

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};

use onrush_core::Memory;
use onrush_core::lower::Params;
use onrush_cuda::driver::{Driver, Settings};

use crate::common::{self, Words};
use crate::{compiler, files, process, says, script, text};

/// Loads a program and runs it, or says why that failed.
#[test]
#[ignore = "run by the others"]
fn runs() {
    let device = Driver::emulated(Settings::default());
    // SAFETY: one of our own programs, which is never launched.
    match unsafe { device.load(&common::text(common::ERRORS), &common::unit(), false) } {
        Ok(_) => {
            common::traps(&device);
            println!("\nSAYS done");
        }
        Err(error) => println!("\nSAYS {error}"),
    }
}

/// Loads a program for four devices at once.
#[test]
#[ignore = "run by another"]
fn loads_four_times() {
    let begin = Barrier::new(4);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let device = Driver::emulated(Settings::default());
                begin.wait();
                // SAFETY: one of our own programs, which is never launched.
                assert!(unsafe { device.load(&common::text(common::ERRORS), &common::unit(), false) }.is_ok());
            });
        }
    });
}

#[test]
fn devices_at_once_compile_a_program_once() {
    let Some(real) = compiler() else { return };
    let tmp = tempfile::tempdir().unwrap();
    let (cache, wrapper, runs) = (tmp.path().join("cache"), tmp.path().join("cxx"), tmp.path().join("runs"));
    script(&wrapper, &format!("echo \"$@\" >>{}\nexec {} \"$@\"", runs.display(), real.display()));
    let variables = [("ONRUSH_CXX", text(&wrapper)), ("ONRUSH_CACHE", text(&cache))];
    says(process("emulated::loads_four_times", tmp.path(), &variables));
    let runs = fs::read_to_string(runs).unwrap();
    assert_eq!(runs.lines().count(), 3, "its version, the runtime, and the program:\n{runs}");
}

/// Sums 256 words, of which one is uninitialised or none is.
#[test]
#[ignore = "run by another"]
fn sums() {
    let device = Driver::emulated(Settings::default());
    let kernel = common::load(&device, common::REDUCE);
    let (words, sums) = (device.allocate(4 * 256).unwrap(), Words::new(&device, &[0u32; 1]));
    let mut params = Params::new();
    params.member(|p| {
        p.word(words.address() as u64);
        p.word(256);
    });
    sums.param(&mut params);
    let mut said = Vec::new();
    for written in [256, 255] {
        let copy = device.allocate(4 * 256).unwrap();
        // SAFETY: the buffers have these words, as the program's parameters say, and are kept until the end.
        let sum = unsafe {
            device.upload([1u32; 256].as_ptr().cast(), copy.address(), 4 * written).unwrap();
            device.copy(copy.address(), words.address(), 4 * 256).unwrap();
            device.launch(&kernel, 1, 256, params.bytes()).and_then(|()| device.synchronize())
        };
        said.push(sum.map_or_else(|error| error.kind().to_string(), |()| sums.get()[0].to_string()));
    }
    println!("\nSAYS {}", said.join("; "));
}

#[test]
fn reads_of_what_was_never_written_are_found() {
    if compiler().is_none() {
        return;
    }
    let tmp = tempfile::tempdir().unwrap();
    let said = |sanitize| {
        says(process("emulated::sums", tmp.path(), &[("ONRUSH_CACHE", ""), ("ONRUSH_EMULATED_SANITIZE", sanitize)]))
    };
    let found = said("uninitialised");
    let finding = "256; emulated device: uninitialised: thread 255 of block 0 reads 4 bytes at program:";
    let rest = "of which byte 0 was never written: byte 1020 of 1024 of an allocation";
    assert!(found.starts_with(finding) && found.contains(rest), "{found}");
    assert!(!said("").contains("never written"));
}

fn said(folder: &Path, variables: &[(&str, &str)]) -> String {
    says(process("emulated::runs", folder, variables))
}

#[test]
fn no_compiler_is_run_from_the_current_folder() {
    let Some(real) = compiler() else { return };
    let tmp = tempfile::tempdir().unwrap();
    let mark = tmp.path().join("mark");
    for place in ["bin/c++", "c++", "bin/as", "as", "bin/ld", "ld"] {
        script(&tmp.path().join(place), &format!("touch {}\nexit 1", mark.display()));
    }
    for path in ["bin:/usr/bin:/bin", ":/usr/bin:/bin", ".:/usr/bin:/bin", "./bin:/usr/bin:/bin"] {
        assert_eq!(said(tmp.path(), &[("PATH", path), ("ONRUSH_CACHE", "")]), "done", "PATH={path}");
        assert!(!mark.exists(), "PATH={path}");
    }
    for name in ["bin/c++", "./c++", "", "no-such-compiler"] {
        let said = said(tmp.path(), &[("ONRUSH_CXX", name), ("ONRUSH_CACHE", "")]);
        assert!(said.contains("set ONRUSH_CXX") && !mark.exists(), "ONRUSH_CXX={name}: {said}");
    }
    assert_eq!(said(tmp.path(), &[("ONRUSH_CXX", text(&real)), ("ONRUSH_CACHE", "")]), "done");
}

#[test]
fn another_compiler_compiles_anew() {
    let Some(real) = compiler() else { return };
    let tmp = tempfile::tempdir().unwrap();
    let (cache, wrapper) = (tmp.path().join("cache"), tmp.path().join("cxx"));
    let run = || {
        let variables = [("ONRUSH_CXX", text(&wrapper)), ("ONRUSH_CACHE", text(&cache))];
        assert_eq!(said(tmp.path(), &variables), "done");
        files(&cache, ".so").len()
    };
    script(&wrapper, &format!("exec {} \"$@\"", real.display()));
    assert_eq!([run(), run()], [1, 1]);
    // It says the same of itself.
    script(&wrapper, &format!("exec  {}  \"$@\"", real.display()));
    assert_eq!([run(), run()], [2, 2]);
}

#[test]
fn a_cache_that_others_may_write_is_not_used() {
    if compiler().is_none() {
        return;
    }
    let tmp = tempfile::tempdir().unwrap();
    let cache = tmp.path().join("cache");
    fs::create_dir(&cache).unwrap();
    fs::set_permissions(&cache, fs::Permissions::from_mode(0o777)).unwrap();
    assert_eq!(said(tmp.path(), &[("ONRUSH_CACHE", text(&cache))]), "done");
    assert_eq!(fs::read_dir(&cache).unwrap().count(), 0);
    // Nor is one of the current folder's.
    assert_eq!(said(tmp.path(), &[("ONRUSH_CACHE", "cache")]), "done");
    assert_eq!(said(tmp.path(), &[("ONRUSH_CACHE", "other")]), "done");
    assert_eq!(fs::read_dir(tmp.path()).unwrap().count(), 1);
}

#[test]
fn processes_at_once_share_a_cache() {
    if compiler().is_none() {
        return;
    }
    let tmp = tempfile::tempdir().unwrap();
    let cache = tmp.path().join("cache");
    let command = || process("emulated::runs", tmp.path(), &[("ONRUSH_CACHE", text(&cache))]);
    let running: Vec<_> = (0..4).map(|_| command().spawn().unwrap()).collect();
    for child in running {
        let output = child.wait_with_output().unwrap();
        let out = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && out.contains("SAYS done"), "{out}");
    }
    assert_eq!(fs::read_dir(&cache).unwrap().count(), 2, "the program, the runtime, and nothing beside them");
}

/// An entry of the cache is read once, so that the code which is run is the code which was checked, whatever the file holds later.
#[test]
fn files_that_change_all_the_time_do_no_harm() {
    if compiler().is_none() {
        return;
    }
    let tmp = tempfile::tempdir().unwrap();
    let cache = tmp.path().join("cache");
    let variables = [("ONRUSH_CACHE", text(&cache))];
    assert_eq!(said(tmp.path(), &variables), "done");
    let entry = files(&cache, ".so").remove(0);
    let whole = fs::read(&entry).unwrap();
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                // In place, as no program of ours writes: cut, then filled with zeros, then whole again.
                fs::write(&entry, &whole[..whole.len() / 2]).unwrap();
                fs::write(&entry, vec![0; whole.len()]).unwrap();
                fs::write(&entry, &whole).unwrap();
            }
        });
        for _ in 0..12 {
            assert_eq!(said(tmp.path(), &variables), "done");
        }
        stop.store(true, Ordering::Relaxed);
    });
}

#[test]
fn sources_replace_links_and_do_not_follow_them() {
    if compiler().is_none() {
        return;
    }
    let tmp = tempfile::tempdir().unwrap();
    let (dump, victim) = (tmp.path().join("dump"), tmp.path().join("victim"));
    let variables = [("ONRUSH_CACHE", ""), ("ONRUSH_DUMP", text(&dump))];
    assert_eq!(said(tmp.path(), &variables), "done");
    let sources = files(&dump, ".cpp");
    assert!(!sources.is_empty() && files(&dump, "").len() == sources.len());
    fs::write(&victim, "precious").unwrap();
    for source in &sources {
        fs::remove_file(source).unwrap();
        symlink(&victim, source).unwrap();
    }
    assert_eq!(said(tmp.path(), &variables), "done");
    assert!(fs::read_to_string(&victim).unwrap() == "precious", "what a link leads to stays as it was");
    assert!(sources.iter().all(|source| fs::symlink_metadata(source).unwrap().is_file()));
}

/// Programs are compiled and loaded in folders that only their user can look into, which are gone then.
#[test]
fn temporary_folders_are_private_and_go() {
    let Some(real) = compiler() else { return };
    let tmp = tempfile::tempdir().unwrap();
    let (temporary, wrapper) = (tmp.path().join("temporary"), tmp.path().join("cxx"));
    fs::create_dir(&temporary).unwrap();
    let modes = tmp.path().join("modes");
    script(&wrapper, &format!("stat -c %a . >>{}\nexec {} \"$@\"", modes.display(), real.display()));
    let variables = [("ONRUSH_CACHE", ""), ("TMPDIR", text(&temporary)), ("ONRUSH_CXX", text(&wrapper))];
    assert_eq!(said(tmp.path(), &variables), "done");
    assert!(fs::read_to_string(&modes).unwrap().lines().any(|mode| mode == "700"));
    assert_eq!(fs::read_dir(&temporary).unwrap().count(), 0);
}
