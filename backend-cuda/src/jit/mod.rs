//! The way from text to machine code: NVRTC, found at run time, compiles a unit's source to a cubin for one architecture.
//!
//! A chain's program is looked up three times: in memory by the chain's type ([`Programs`]), on disk by the text
//! ([`Cache`]), and only then compiled.

mod cache;
mod diagnostics;
mod folder;
mod library;
mod program;
mod programs;

use std::fmt;
use std::time::{Duration, Instant};

use onrush_core::lower::Site;

pub use cache::Cache;
pub(crate) use cache::{dump, key};
pub(crate) use library::absolute_paths;
pub use programs::{Key, Programs};

pub use library::{Version, version};
use program::NvrtcProgram;

/// The options for every program. Our own sources need no header, and a product and a sum stay two roundings. The
/// suppressed warnings are those about unused variables and unreachable code, of which rustc has warned already, and about unsigned
/// numbers compared with 0, which ranges in patterns do.
pub const OPTIONS: &[&str] =
    &["--std=c++17", "--minimal", "--device-int128", "--fmad=false", "--diag-suppress=111,128,177,186,550"];

/// Machine code for one architecture.
#[derive(Clone, PartialEq, Eq)]
pub struct Cubin {
    code: Vec<u8>,
    warnings: String,
}

impl Cubin {
    /// The ELF file, as the driver loads it.
    pub fn code(&self) -> &[u8] {
        &self.code
    }

    /// The compiler's warnings; empty if there are none.
    pub fn warnings(&self) -> &str {
        &self.warnings
    }
}

impl fmt::Debug for Cubin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cubin").field("bytes", &self.code.len()).field("warnings", &self.warnings).finish()
    }
}

/// The reason why there is no cubin.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JitError {
    /// No NVRTC library was found.
    #[error(
        "NVRTC was not found: install the CUDA toolkit or the Python package `nvidia-cuda-nvrtc`, or set ONRUSH_NVRTC to \
         the library's path (looked for it in the loader's path, {})",
        .searched.join(", ")
    )]
    NotFound {
        /// The folders that were looked into.
        searched: Vec<String>,
    },
    /// A variable that must hold an absolute path holds a relative one.
    #[error("{variable} must be an absolute path, not `{path}`: the current folder would decide which code is run")]
    Relative {
        /// The variable.
        variable: &'static str,
        /// The value of the variable.
        path: String,
    },
    /// The source was refused.
    #[error("NVRTC refused the source for {arch}:\n{report}")]
    Refused {
        /// The architecture.
        arch: String,
        /// The compiler's log, with the source lines that it names.
        report: String,
    },
    /// A call of NVRTC failed for another reason, such as an architecture that it doesn't know.
    #[error("{call} failed: {reason}{}{log}", if .log.is_empty() { "" } else { "\n" })]
    Failed {
        /// The function of NVRTC.
        call: &'static str,
        /// The name of its result.
        reason: String,
        /// The log, if there is one.
        log: String,
    },
    /// The source or an option holds a NUL byte.
    #[error("the source or an option of a program holds a NUL byte")]
    Nul,
}

impl From<JitError> for onrush_core::Error {
    fn from(error: JitError) -> Self {
        onrush_core::ErrorKind::Device { device: "NVRTC".into(), message: error.to_string() }.into()
    }
}

impl JitError {
    /// The error that users see: a refused program is named by the operations in it.
    pub(crate) fn with_sites(self, sites: &[Site]) -> onrush_core::Error {
        let mut message = self.to_string();
        if matches!(self, JitError::Refused { .. }) {
            message += &diagnostics::operations(sites);
        }
        onrush_core::ErrorKind::Device { device: "NVRTC".into(), message }.into()
    }
}

/// The machine code of a program for an architecture, which is found in the cache, or else compiled and stored there.
///
/// # Errors
///
/// [`JitError`], if it is not cached, and compilation fails.
pub fn code(source: &str, arch: &str, cache: &Cache) -> Result<Vec<u8>, JitError> {
    find(source, arch, cache).map_or_else(|| make(source, arch, cache), Ok)
}

/// The machine code that the cache has for a program, compiled by the NVRTC that is installed; by any NVRTC if none is
/// installed. So another version's code is no longer used once NVRTC is replaced. NVRTC isn't loaded for this, which
/// would take ten times as long.
pub(crate) fn find(source: &str, arch: &str, cache: &Cache) -> Option<Vec<u8>> {
    let (key, start) = names(source, arch);
    dump(&key, "cu", source);
    match library::identity() {
        Some(identity) => cache.load(&file(&start, identity)),
        None => cache.newest(&start),
    }
}

/// The time from which on a program's compilation is logged.
const LONG: Duration = Duration::from_millis(500);

/// Compiles a program for a call as [`make`] does, and logs it if that takes long.
pub(crate) fn make_for_call(source: &str, sites: &[Site], arch: &str, cache: &Cache) -> Result<Vec<u8>, JitError> {
    let start = Instant::now();
    let code = make(source, arch, cache)?;
    if let Some(message) = after(start.elapsed(), sites) {
        tracing::info!("{message}");
    }
    Ok(code)
}

/// The message about a compilation that took this long.
fn after(time: Duration, sites: &[Site]) -> Option<String> {
    let (seconds, places) = (time.as_secs_f64(), diagnostics::operations(sites));
    (time >= LONG).then(|| {
        format!("a call waited {seconds:.1} s for NVRTC to compile its program.{}", places.replace("\n\n", " "))
    })
}

/// Compiles a program and stores it in the cache. If the compiler can't be used, for example because it doesn't know
/// the architecture, another compiler's code in the cache will do.
pub(crate) fn make(source: &str, arch: &str, cache: &Cache) -> Result<Vec<u8>, JitError> {
    let (_, start) = names(source, arch);
    let cubin = match compile(source, arch, &[]) {
        Ok(cubin) => cubin,
        Err(error @ (JitError::Refused { .. } | JitError::Nul)) => return Err(error),
        Err(error) => return cache.newest(&start).ok_or(error),
    };
    if !cubin.warnings.is_empty() {
        tracing::warn!("NVRTC remarks on a program:\n{}", cubin.warnings);
    }
    let loaded = library::loaded()?;
    cache.store(&file(&start, &loaded.identity), loaded.version, &cubin.code);
    Ok(cubin.code)
}

/// A name for everything that determines a program's code except the compiler, and the start of the names of its
/// entries.
fn names(source: &str, arch: &str) -> (String, String) {
    let key = key(&[&[source, arch], OPTIONS].concat());
    let start = format!("{key}.{arch}.");
    (key, start)
}

fn file(start: &str, identity: &str) -> String {
    format!("{start}{identity}.cubin")
}

/// Whether the cache has any program for an architecture.
pub(crate) fn has_any(arch: &str, cache: &Cache) -> bool {
    cache.has(&format!(".{arch}."))
}

/// Whether there is an NVRTC that knows an architecture (such as `sm_90`).
///
/// # Errors
///
/// [`JitError`] if there is none.
pub fn knows(arch: &str) -> Result<(), JitError> {
    let library::Loaded { nvrtc, version: Version { major, minor }, .. } = library::loaded()?;
    if nvrtc.architectures()?.iter().any(|known| arch == format!("sm_{known}")) {
        return Ok(());
    }
    let reason = format!("NVRTC {major}.{minor} doesn't know {arch}");
    Err(JitError::Failed { call: "nvrtcGetSupportedArchs", reason, log: String::new() })
}

/// Compiles `source` for `arch` (such as `sm_90`) with [`OPTIONS`] and `options`.
///
/// # Errors
///
/// [`JitError`]; whatever is installed, it doesn't panic.
pub fn compile(source: &str, arch: &str, options: &[&str]) -> Result<Cubin, JitError> {
    let library::Loaded { nvrtc, .. } = library::loaded()?;
    let arch_option = format!("--gpu-architecture={arch}");
    let options: Vec<&str> = [arch_option.as_str()].into_iter().chain(OPTIONS.iter().chain(options).copied()).collect();
    let mut program = NvrtcProgram::new(nvrtc, source)?;
    match program.compile(&options) {
        Ok(()) => Ok(Cubin { code: program.cubin()?, warnings: program.log() }),
        Err(program::Failure::Source) => {
            Err(JitError::Refused { arch: arch.to_owned(), report: diagnostics::report(&program.log(), source) })
        }
        Err(program::Failure::Other(error)) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use onrush_core::lower::Site;

    use super::after;

    #[test]
    fn long_compilations_are_told_with_their_places() {
        let site = Site { file: "user.rs", line: 7, column: 1, message: "", index: false };
        assert_eq!(after(Duration::from_millis(499), &[site]), None);
        let plain = "a call waited 0.5 s for NVRTC to compile its program.";
        assert_eq!(after(Duration::from_millis(500), &[]).as_deref(), Some(plain));
        let placed = "a call waited 2.3 s for NVRTC to compile its program. Its operations are at user.rs:7.";
        assert_eq!(after(Duration::from_millis(2300), &[site]).as_deref(), Some(placed));
    }
}
