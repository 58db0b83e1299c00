//! Tests which NVRTC is loaded, and whose programs are taken from the cache.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use onrush_cuda::jit::{self, Cache};

use crate::{compiler, files, process, says, text};

/// A stand-in for NVRTC of this version.
fn fake(library: &Path, major: &str, minor: &str, build: &str) -> Option<PathBuf> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/fake_nvrtc.cpp");
    fs::create_dir_all(library.parent().unwrap()).unwrap();
    let mut command = Command::new(compiler()?);
    command.args(["-std=c++17", "-O1", "-fPIC", "-shared", "-o"]).arg(library).arg(source);
    command.args([("MAJOR", major), ("MINOR", minor), ("BUILD", build)].map(|(name, is)| format!("-D{name}=\"{is}\"")));
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(library.to_owned())
}

#[test]
#[ignore = "run by the others"]
fn says_a_version() {
    let version = jit::version().map(|version| format!("{}.{}", version.major, version.minor));
    println!("\nSAYS {}", version.unwrap_or_else(|error| error.to_string()));
}

#[test]
fn is_never_loaded_from_the_current_folder() {
    let tmp = tempfile::tempdir().unwrap();
    let folder = tmp.path().canonicalize().unwrap();
    let Some(planted) = fake(&folder.join("libnvrtc.so.13"), "66", "6", "planted") else { return };
    for place in [
        "lib64",
        "bin",
        "lib/python3.11/site-packages/nvidia/cu13/lib",
        ".local/lib/python3/site-packages/nvidia/cu13/lib",
    ] {
        fs::create_dir_all(folder.join(place)).unwrap();
        fs::copy(&planted, folder.join(place).join("libnvrtc.so.13")).unwrap();
    }
    fs::copy(&planted, folder.join("libnvrtc.so")).unwrap();
    let mark = folder.join("mark");
    let said = |variable, value: &str| {
        says(process("nvrtc::says_a_version", &folder, &[(variable, value), ("FAKE_MARK", text(&mark))]))
    };
    for (variable, values) in [
        ("PATH", ["bin", "bin:/usr/bin", ":/usr/bin", "./bin"].as_slice()),
        ("LD_LIBRARY_PATH", &[":", ".", "/usr/lib:", "/usr/lib:lib64", "/usr/lib;lib64"]),
        ("CUDA_PATH", &[".", ""]),
        ("VIRTUAL_ENV", &[".", ""]),
        ("HOME", &[".", ""]),
        ("ONRUSH_NVRTC", &["libnvrtc.so.13", "./libnvrtc.so.13", ""]),
    ] {
        for value in values {
            let said = said(variable, value);
            assert!(!said.contains("66.6") && !mark.exists(), "{variable}={value}: {said}");
            assert!(variable != "ONRUSH_NVRTC" || said.contains("ONRUSH_NVRTC must be an absolute path"), "{said}");
        }
    }
    // The planted library would have worked.
    assert_eq!(said("ONRUSH_NVRTC", text(&planted)), "66.6");
    assert!(mark.exists());
    assert_eq!(said("LD_LIBRARY_PATH", text(&folder)), "66.6");
    assert_eq!(said("PATH", text(&folder.join("bin"))), "66.6");
}

/// Takes code for `ARCH` from the user's cache, or compiles it.
#[test]
#[ignore = "run by the others"]
fn says_code() {
    let code = jit::code("a program", &std::env::var("ARCH").unwrap(), &Cache::of_user());
    println!("\nSAYS {}", code.map_or_else(|error| error.to_string(), |code| String::from_utf8(code).unwrap()));
}

#[test]
fn programs_of_another_version_are_left_behind() {
    let tmp = tempfile::tempdir().unwrap();
    let (cache, mark) = (tmp.path().join("cache"), tmp.path().join("mark"));
    let place = |name: &str| tmp.path().join(name).join("libnvrtc.so");
    let Some(old) = fake(&place("old"), "12", "9", "old") else { return };
    let new = fake(&place("new"), "13", "0", "new").unwrap();
    let rebuilt = fake(&place("rebuilt"), "13", "0", "rebuilt").unwrap();
    let said = |library: Option<&Path>, arch| {
        let mut variables = vec![("ONRUSH_CACHE", text(&cache)), ("FAKE_MARK", text(&mark)), ("ARCH", arch)];
        variables.extend(library.map(|library| ("ONRUSH_NVRTC", text(library))));
        let _ = fs::remove_file(&mark);
        says(process("nvrtc::says_code", tmp.path(), &variables))
    };
    assert_eq!((said(Some(&new), "sm_90"), mark.exists()), ("13.0 new".into(), true));
    assert_eq!((said(Some(&old), "sm_90"), mark.exists()), ("12.9 old".into(), true));
    assert_eq!((said(Some(&rebuilt), "sm_90"), mark.exists()), ("13.0 rebuilt".into(), true));
    assert_eq!(files(&cache, ".cubin").len(), 3);
    for (library, code) in [(&new, "13.0 new"), (&old, "12.9 old"), (&rebuilt, "13.0 rebuilt")] {
        assert_eq!((said(Some(library), "sm_90"), mark.exists()), (code.into(), false), "found, and nothing is loaded");
    }
    // The library's folder makes no difference, so a cache can be shipped to a machine that has the same NVRTC elsewhere.
    fs::create_dir(tmp.path().join("moved")).unwrap();
    fs::copy(&new, place("moved")).unwrap();
    assert_eq!((said(Some(&place("moved")), "sm_90"), mark.exists()), ("13.0 new".into(), false));
    // NVRTC is upgraded in place.
    fs::copy(&new, &old).unwrap();
    assert_eq!(said(Some(&old), "sm_90"), "13.0 new");

    // An NVRTC that doesn't know the architecture leaves the programs of the one that did.
    assert!(said(Some(&new), "sm_100").contains("NVRTC_ERROR_FAKE"));
    for file in files(&cache, ".cubin") {
        assert!(text(&file).contains(".sm_90."), "{}", file.display());
    }
    // Without NVRTC the newest program of the cache is used.
    if said(None, "sm_80").contains("NVRTC was not found") {
        assert!(["13.0 new", "13.0 rebuilt"].contains(&said(None, "sm_90").as_str()));
    } else {
        eprintln!("SKIPPED: NVRTC is installed");
    }
}
