//! The host's C++ compiler: from a text to a shared library.
//!
//! `ONRUSH_CXX` names it (`g++`, or `clang++`; the default is `c++`). `ONRUSH_EMULATED_SANITIZE=address,undefined` has
//! kernels watched by its sanitizers; AddressSanitizer's library must then be loaded before anything else, by
//! `LD_PRELOAD=$(g++ -print-file-name=libasan.so)`.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use crate::driver::DriverError;
use crate::jit::{self, Cache};

/// As NVRTC compiles: no contraction, no `errno`. Without unwinding and type information there is less to compile.
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

/// A library in a file, which is removed again if no cache keeps it.
pub(super) struct Compiled {
    path: PathBuf,
    temporary: bool,
}

impl Compiled {
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Compiled {
    fn drop(&mut self) {
        if self.temporary {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Compiles a text, or finds it in the cache.
pub(super) fn compile(text: &str, cache: &Cache) -> Result<Compiled, DriverError> {
    let compiler = std::env::var_os("ONRUSH_CXX").unwrap_or_else(|| "c++".into());
    let options = options();
    let version = version(&compiler)?;
    let key = jit::key(&[text, &options.join(" "), &version]);
    jit::dump(&key, "cpp", text);
    let name = format!("{key}.so");
    if let Some((path, _)) = cache.load(&name) {
        return Ok(Compiled { path, temporary: false });
    }

    let base = std::env::temp_dir().join(format!("onrush-{}", jit::unique()));
    let (source, library) = (base.with_extension("cpp"), Compiled { path: base.with_extension("so"), temporary: true });
    let failed =
        |what: &dyn std::fmt::Display| DriverError::Compiler(format!("{}: {what}", compiler.to_string_lossy()));
    fs::write(&source, text).map_err(|e| failed(&e))?;
    let output = Command::new(&compiler).args(&options).arg(&source).arg("-o").arg(&library.path).output();
    let _ = fs::remove_file(&source);
    let output = output.map_err(|e| failed(&e))?;
    if !output.status.success() {
        let log = String::from_utf8_lossy(&output.stderr);
        return Err(failed(&format!("the program was refused:\n{}", log.trim_end())));
    }
    let code = fs::read(&library.path).map_err(|e| failed(&e))?;
    match cache.store(&name, &code) {
        Some(path) => Ok(Compiled { path, temporary: false }),
        None => Ok(library),
    }
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

/// What the compiler says it is, asked once per process.
fn version(compiler: &OsString) -> Result<String, DriverError> {
    static VERSIONS: Mutex<Option<HashMap<OsString, String>>> = Mutex::new(None);
    let mut versions = VERSIONS.lock().unwrap_or_else(PoisonError::into_inner);
    let versions = versions.get_or_insert_default();
    if let Some(version) = versions.get(compiler) {
        return Ok(version.clone());
    }
    let output = Command::new(compiler).arg("--version").output().map_err(|error| {
        let name = compiler.to_string_lossy();
        DriverError::Compiler(format!(
            "the emulated device needs a C++ compiler, and `{name}` can't be run ({error}): \
                                       set ONRUSH_CXX"
        ))
    })?;
    let version = String::from_utf8_lossy(&output.stdout).into_owned();
    versions.insert(compiler.clone(), version.clone());
    Ok(version)
}
