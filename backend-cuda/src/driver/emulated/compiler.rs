//! The host's C++ compiler: makes a shared library from a text.
//!
//! `ONRUSH_CXX` names it (`g++`, or `clang++`; the default is `c++`), by an absolute path or as found in `PATH`.
//! `ONRUSH_EMULATED_SANITIZE=address,undefined` compiles kernels with its sanitizers; AddressSanitizer's library must
//! then be loaded before any other, by `LD_PRELOAD=$(g++ -print-file-name=libasan.so)`.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use tempfile::TempDir;

use crate::driver::DriverError;
use crate::jit::{self, Cache, Version};

/// These options give NVRTC's semantics: no contraction, no `errno`. Unwinding and type information are left out to
/// compile less.
const OPTIONS: &[&str] = &[
    "-std=c++17",
    "-O1",
    "-ffp-contract=off",
    "-fno-math-errno",
    "-fno-exceptions",
    "-fno-rtti",
    "-fPIC",
    "-shared",
    "-w",
];

/// A name in the text of programs whose accesses to memory are watched.
const WATCHED: &str = "onrush_shared_each";
/// The options that have accesses to memory call functions, with the lines where they stand.
const WATCHING: &[&str] = &["-fsanitize=thread", "-g1"];

/// A folder with an unguessable name that only this user can read or change; it is removed with its owner.
pub(super) fn private_folder() -> std::io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix("onrush-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.tempdir()
}

/// The library that a text is compiled to, or that the cache has for it.
pub(super) fn compile(text: &str, cache: &Cache) -> Result<Vec<u8>, DriverError> {
    let compiler = find()?;
    let watched = text.contains(WATCHED) && !sanitizes();
    let mut options = options();
    if watched {
        options.extend(WATCHING.iter().map(|option| (*option).to_owned()));
    }
    let key = jit::key(&[text, &options.join(" "), &identity(&compiler)?]);
    jit::dump(&key, "cpp", text);
    let name = format!("{key}.so");
    if let Some(code) = cache.load(&name) {
        return Ok(code);
    }

    let failed = |what: &dyn std::fmt::Display| DriverError::Compiler(format!("{}: {what}", compiler.display()));
    let folder = private_folder().map_err(|e| failed(&e))?;
    let library = folder.path().join("program.so");
    fs::write(folder.path().join("program.cpp"), text).map_err(|e| failed(&e))?;
    let mut command = command(&compiler);
    // An empty entry in one of the compiler's search paths means the current folder, so that is a private one.
    command.current_dir(folder.path()).args(&options).arg("program.cpp");
    let run = |mut command: Command| {
        let output = command.output().map_err(|e| failed(&e))?;
        let log = String::from_utf8_lossy(&output.stderr);
        let message = || format!("the compiler refused the program:\n{}", log.trim_end());
        if output.status.success() { Ok(()) } else { Err(failed(&message())) }
    };
    if watched {
        // Linked without the sanitizer, whose functions the text has.
        command.args(["-c", "-o", "program.o"]);
        run(command)?;
        command = self::command(&compiler);
        command.current_dir(folder.path()).args(["-shared", "-Wl,-Bsymbolic", "program.o"]);
    }
    command.args(["-o", "program.so"]);
    run(command)?;
    let code = fs::read(library).map_err(|e| failed(&e))?;
    // The name covers the compiler's identity, so no version is stored.
    cache.store(&name, Version { major: 0, minor: 0 }, &code);
    Ok(code)
}

/// A command that runs the compiler. Its `PATH` has absolute entries only: the compiler starts no program of the
/// current folder.
fn command(compiler: &Path) -> Command {
    let mut command = Command::new(compiler);
    if let Ok(paths) = std::env::join_paths(jit::absolute_paths("PATH")) {
        command.env("PATH", paths);
    }
    command
}

/// The compiler's path. A bare name is looked for in the absolute entries of `PATH`.
fn find() -> Result<PathBuf, DriverError> {
    let named = std::env::var_os("ONRUSH_CXX");
    let name = named.as_deref().unwrap_or(OsStr::new("c++"));
    let path = Path::new(name);
    let found = if path.is_absolute() {
        Some(path.to_owned())
    } else if path.components().count() == 1 && !name.is_empty() {
        let name = format!("{}{}", name.display(), std::env::consts::EXE_SUFFIX);
        let mut places = jit::absolute_paths("PATH").into_iter().map(|folder| folder.join(&name));
        places.find(|place| place.is_file())
    } else {
        None
    };
    found.ok_or_else(|| {
        let name = name.display();
        DriverError::Compiler(format!(
            "the emulated device needs a C++ compiler, and `{name}` is neither an absolute path nor a name in PATH: set \
             ONRUSH_CXX"
        ))
    })
}

/// Whether programs are compiled with sanitizers, beside which none can be watched.
fn sanitizes() -> bool {
    std::env::var("ONRUSH_EMULATED_SANITIZE").is_ok_and(|sanitizers| !sanitizers.is_empty())
}

fn options() -> Vec<String> {
    let mut options: Vec<String> = OPTIONS.iter().map(|option| (*option).to_owned()).collect();
    if let Ok(sanitizers) = std::env::var("ONRUSH_EMULATED_SANITIZE")
        && !sanitizers.is_empty()
    {
        options.extend([format!("-fsanitize={sanitizers}"), "-fno-sanitize-recover=all".into(), "-g1".into()]);
    }
    options
}

/// The compiler's identity: its path, its file's size and time of modification, and its answer to `--version`, which is
/// asked for once per process and file.
fn identity(compiler: &Path) -> Result<String, DriverError> {
    static SAID: Mutex<Option<HashMap<String, String>>> = Mutex::new(None);
    let failed = |error: std::io::Error| {
        DriverError::Compiler(format!(
            "the emulated device needs a C++ compiler, and `{}` can't be run ({error}): set ONRUSH_CXX",
            compiler.display()
        ))
    };
    let file = compiler.canonicalize().map_err(failed)?;
    let metadata = file.metadata().map_err(failed)?;
    let modified = metadata.modified().map_err(failed)?;
    let file = format!("{} {} {} {modified:?}", compiler.display(), file.display(), metadata.len());
    let mut said = SAID.lock().unwrap_or_else(PoisonError::into_inner);
    let said = said.get_or_insert_default();
    if let Some(said) = said.get(&file) {
        return Ok(format!("{file} {said}"));
    }
    let output = command(compiler).arg("--version").output().map_err(failed)?;
    let version = String::from_utf8_lossy(&output.stdout).into_owned();
    said.insert(file.clone(), version.clone());
    Ok(format!("{file} {version}"))
}
