//! The host's C++ compiler: makes a shared library from a text and the emulated device's runtime.
//!
//! `ONRUSH_CXX` names it (`g++`, or `clang++`; the default is `c++`), by an absolute path or as found in `PATH`.
//! `ONRUSH_EMULATED_SANITIZE=address,undefined` compiles kernels with its sanitizers; AddressSanitizer's library must
//! then be loaded before any other, by `LD_PRELOAD=$(g++ -print-file-name=libasan.so)`. `ONRUSH_EMULATED_SANITIZE=uninitialised`
//! has the device find reads of its memory that nothing has written, in the library's own kernels (`written.rs`).

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use tempfile::TempDir;

use super::written::Marks;
use crate::driver::DriverError;
use crate::jit::{self, Cache, Version};

/// These options give NVRTC's semantics: no contraction, no `errno`. Unwinding and type information are left out to
/// compile less.
const OPTIONS: &[&str] =
    &["-std=c++17", "-O1", "-ffp-contract=off", "-fno-math-errno", "-fno-exceptions", "-fno-rtti", "-fPIC", "-w"];

/// The runtime is compiled once and takes most of the time of every program, so it is optimised further.
const OF_THE_RUNTIME: &[&str] = &["-O2"];

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

/// The library that a text is compiled to and linked to the runtime, or that the cache has for it.
pub(super) fn compile(text: &str, runtime: &str, cache: &Cache) -> Result<Vec<u8>, DriverError> {
    let compiler = find()?;
    let watched = is_watched(text) && sanitizers().is_none();
    let options = options();
    let watching = if watched { WATCHING } else { &[] };
    let runtime_key = jit::key(&[runtime, &options.join(" "), &OF_THE_RUNTIME.join(" "), &identity(&compiler)?]);
    let key = jit::key(&[text, &watching.join(" "), &runtime_key]);
    jit::dump(&key, "cpp", text);
    cached(&format!("{key}.so"), cache, || {
        let folder = private_folder().map_err(|e| failed(&compiler, &e))?;
        let runtime = runtime_of(&compiler, &format!("{runtime_key}.o"), runtime, &options, cache)?;
        write(&compiler, &folder, "runtime.o", &runtime)?;
        write(&compiler, &folder, "program.cpp", text.as_bytes())?;
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        let mut program = "program.cpp";
        if watched {
            // Linked without the sanitizer, whose functions the text has.
            program = "program.o";
            run(&compiler, &folder, &[&options[..], WATCHING, &["-c", "-o", program, "program.cpp"]].concat())?;
        }
        let linked = ["-shared", "-Wl,-Bsymbolic", "-o", "program.so", program, "runtime.o"];
        run(&compiler, &folder, &[&options[..], &linked].concat())?;
        fs::read(folder.path().join("program.so")).map_err(|e| failed(&compiler, &e))
    })
}

/// The object file of the runtime, which is compiled once.
fn runtime_of(
    compiler: &Path,
    name: &str,
    text: &str,
    options: &[String],
    cache: &Cache,
) -> Result<Arc<[u8]>, DriverError> {
    static COMPILED: Mutex<Option<HashMap<String, Arc<[u8]>>>> = Mutex::new(None);
    // Other threads that need it wait while this one compiles it.
    let mut compiled = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    let compiled = compiled.get_or_insert_default();
    if let Some(runtime) = compiled.get(name) {
        return Ok(runtime.clone());
    }
    let code: Arc<[u8]> = cached(name, cache, || {
        let folder = private_folder().map_err(|e| failed(compiler, &e))?;
        write(compiler, &folder, "runtime.cpp", text.as_bytes())?;
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        run(compiler, &folder, &[&options[..], OF_THE_RUNTIME, &["-c", "-o", "runtime.o", "runtime.cpp"]].concat())?;
        fs::read(folder.path().join("runtime.o")).map_err(|e| failed(compiler, &e))
    })?
    .into();
    compiled.insert(name.to_owned(), code.clone());
    Ok(code)
}

/// The names of what this process's threads compile at the moment.
static COMPILING: Mutex<Option<HashSet<String>>> = Mutex::new(None);
static COMPILED: Condvar = Condvar::new();

/// A name that no other thread compiles meanwhile.
struct Compiling<'a>(&'a str);

impl<'a> Compiling<'a> {
    /// Waits while another thread compiles the same.
    fn alone(name: &'a str) -> Self {
        let mut names = COMPILING.lock().unwrap_or_else(PoisonError::into_inner);
        while names.as_ref().is_some_and(|names| names.contains(name)) {
            names = COMPILED.wait(names).unwrap_or_else(PoisonError::into_inner);
        }
        names.get_or_insert_default().insert(name.to_owned());
        Compiling(name)
    }
}

impl Drop for Compiling<'_> {
    fn drop(&mut self) {
        let mut names = COMPILING.lock().unwrap_or_else(PoisonError::into_inner);
        names.get_or_insert_default().remove(self.0);
        COMPILED.notify_all();
    }
}

/// The cache's entry of a name, which is made and stored if there is none. A thread that asks for it meanwhile waits, and finds
/// it in the cache: devices that run the same tests at once ask for the same programs.
fn cached(
    name: &str,
    cache: &Cache,
    make: impl FnOnce() -> Result<Vec<u8>, DriverError>,
) -> Result<Vec<u8>, DriverError> {
    if let Some(code) = cache.load(name) {
        return Ok(code);
    }
    let _alone = Compiling::alone(name);
    if let Some(code) = cache.load(name) {
        return Ok(code);
    }
    let code = make()?;
    // The name covers the compiler's identity, so no version is stored.
    cache.store(name, Version { major: 0, minor: 0 }, &code);
    Ok(code)
}

fn failed(compiler: &Path, what: &dyn std::fmt::Display) -> DriverError {
    DriverError::Compiler(format!("{}: {what}", compiler.display()))
}

fn write(compiler: &Path, folder: &TempDir, name: &str, contents: &[u8]) -> Result<(), DriverError> {
    fs::write(folder.path().join(name), contents).map_err(|e| failed(compiler, &e))
}

/// Runs the compiler in a folder.
fn run(compiler: &Path, folder: &TempDir, arguments: &[&str]) -> Result<(), DriverError> {
    // An empty entry in one of the compiler's search paths means the current folder, so that is a private one.
    let output = command(compiler).current_dir(folder.path()).args(arguments).output();
    let output = output.map_err(|e| failed(compiler, &e))?;
    let log = String::from_utf8_lossy(&output.stderr);
    let message = || format!("the compiler refused the program:\n{}", log.trim_end());
    if output.status.success() { Ok(()) } else { Err(failed(compiler, &message())) }
}

/// A command that runs the compiler. Its `PATH` has absolute entries only: the compiler starts no program of the
/// current folder.
fn command(compiler: &Path) -> Command {
    let mut command = Command::new(compiler);
    if let Ok(paths) = std::env::join_paths(jit::absolute_paths("PATH")) {
        command.env("PATH", paths);
    }
    // The sanitizer's library is for the program that runs the kernels, and would slow the compiler down.
    if sanitizers().is_some() {
        command.env_remove("LD_PRELOAD");
    }
    command
}

/// The compiler's path. A bare name is looked for in the absolute entries of `PATH`.
fn find() -> Result<PathBuf, DriverError> {
    let named = onrush_core::variables::text("ONRUSH_CXX");
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

/// Whether the accesses of a program to memory are watched.
pub(super) fn is_watched(text: &str) -> bool {
    text.contains(WATCHED)
}

/// The compiler's sanitizers that `ONRUSH_EMULATED_SANITIZE` asks for. A program compiled with them can't be watched.
fn sanitizers() -> Option<String> {
    let sanitizers = std::env::var("ONRUSH_EMULATED_SANITIZE").ok()?;
    (!sanitizers.is_empty() && !Marks::are_wanted()).then_some(sanitizers)
}

fn options() -> Vec<String> {
    let mut options: Vec<String> = OPTIONS.iter().map(|option| (*option).to_owned()).collect();
    if let Some(sanitizers) = sanitizers() {
        // Without optimisation, since checks at every access take most of the time to optimise.
        let sanitize = format!("-fsanitize={sanitizers}");
        options.extend([&sanitize, "-fno-sanitize-recover=all", "-O0"].map(str::to_owned));
        // The other one finds accesses through null, too; both take half as long again.
        if sanitizers.split(',').any(|name| name == "address") {
            options.push("-fno-sanitize=null".to_owned());
        }
        // Lines, for reports that show them.
        if !std::env::var("ASAN_OPTIONS").is_ok_and(|options| options.contains("symbolize=0")) {
            options.push("-g1".to_owned());
        }
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
