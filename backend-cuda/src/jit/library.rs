//! The search for NVRTC: in the loader's own path, then in the places where toolkits and Python packages install it.
//!
//! Only absolute paths are searched. A relative one, as in a careless `PATH` or `LD_LIBRARY_PATH`, would let the
//! current folder decide which code the process runs.

use std::env;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use onrush_core::variables;

use super::JitError;
use super::program::{self, Nvrtc};

/// A version of NVRTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    /// The major version, such as 13.
    pub major: u32,
    /// The minor version, such as 0.
    pub minor: u32,
}

/// A library that is loaded into this process.
pub(super) struct Loaded {
    pub(super) nvrtc: Nvrtc,
    pub(super) version: Version,
    /// A name that distinguishes this build from others.
    pub(super) identity: String,
}

/// Finds and loads NVRTC, once per process.
///
/// # Errors
///
/// [`JitError::NotFound`] if there is none.
pub fn version() -> Result<Version, JitError> {
    loaded().map(|loaded| loaded.version)
}

/// Finds and loads NVRTC as [`version`] does; returns its functions too.
pub(super) fn loaded() -> Result<&'static Loaded, JitError> {
    static LOADED: OnceLock<Result<Loaded, JitError>> = OnceLock::new();
    LOADED.get_or_init(|| load(&Searched::now()?)).as_ref().map_err(Clone::clone)
}

/// The identity of the library that will be loaded, if there is one. Reading the start of its file takes a tenth of a
/// millisecond; loading it takes a hundred times as long, and a process whose programs are in the cache doesn't need
/// it.
pub(super) fn identity() -> Option<&'static str> {
    static IDENTITY: OnceLock<Option<String>> = OnceLock::new();
    let find = || {
        let searched = Searched::now().ok()?;
        let first = searched.libraries.first().and_then(|path| identify(path).ok());
        // A library that only the loader can find has no path before it is loaded.
        first.or_else(|| loaded().ok().map(|loaded| loaded.identity.clone()))
    };
    IDENTITY.get_or_init(find).as_deref()
}

/// The places that were searched for a library.
struct Searched {
    folders: Vec<PathBuf>,
    /// Absolute paths without links, each once, the first choice first.
    libraries: Vec<PathBuf>,
}

impl Searched {
    fn now() -> Result<Self, JitError> {
        let named = variables::text("ONRUSH_NVRTC").map(PathBuf::from);
        if let Some(path) = named.as_ref().filter(|path| !path.is_absolute()) {
            return Err(JitError::Relative { variable: "ONRUSH_NVRTC", path: path.display().to_string() });
        }
        if let Some(path) = named.as_ref().filter(|path| !path.exists()) {
            variables::say(format!("ONRUSH_NVRTC names {}, which doesn't exist", path.display()));
        }
        let folders = folders();
        let found = folders.iter().flat_map(|folder| files(folder, LIBRARIES));
        let mut seen = std::collections::HashSet::new();
        let libraries = named.iter().cloned().chain(found).filter_map(|path| path.canonicalize().ok());
        let libraries = libraries.filter(|path| seen.insert(path.clone())).collect();
        Ok(Searched { libraries, folders: named.into_iter().chain(folders).collect() })
    }
}

fn load(searched: &Searched) -> Result<Loaded, JitError> {
    let mut refused = None;
    for path in &searched.libraries {
        // NVRTC searches only the loader's path for its built-ins, so they are loaded before it.
        for builtins in builtins(path) {
            program::load(&builtins);
        }
        let Some(library) = program::load(path) else {
            tracing::warn!("{} can't be loaded", path.display());
            continue;
        };
        match (Nvrtc::new(library), identify(path)) {
            (Ok((nvrtc, version)), Ok(identity)) => return Ok(Loaded { nvrtc, version, identity }),
            (Ok(_), Err(error)) => tracing::warn!("{} can't be read: {error}", path.display()),
            (Err(error), _) => {
                tracing::warn!("{} is not used: {error}", path.display());
                refused.get_or_insert(error);
            }
        }
    }
    for library in by_name().iter().filter_map(|name| program::load(Path::new(name))) {
        match Nvrtc::new(library) {
            Ok((nvrtc, version)) => {
                let identity = format!("{}.{}", version.major, version.minor);
                return Ok(Loaded { nvrtc, version, identity });
            }
            Err(error) => _ = refused.get_or_insert(error),
        }
    }
    let searched = searched.folders.iter().map(|p| p.display().to_string()).collect();
    Err(refused.unwrap_or(JitError::NotFound { searched }))
}

/// The names that the loader is asked for if no folder has a library: it knows folders that nothing else names. There
/// are none if its path has a relative entry; glibc's separator `;` may hide one.
fn by_name() -> &'static [&'static str] {
    let paths = env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let relative = env::split_paths(&paths).any(|path| !path.is_absolute() || path.to_string_lossy().contains(';'));
    if cfg!(not(unix)) || (!paths.is_empty() && relative) {
        return &[];
    }
    &["libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so"]
}

const LIBRARIES: &[&str] = &["libnvrtc.so", "nvrtc64_"];

/// The libraries with NVRTC's built-in functions beside a library.
fn builtins(path: &Path) -> Vec<PathBuf> {
    path.parent().map(|folder| files(folder, &["libnvrtc-builtins.so", "nvrtc-builtins64_"])).unwrap_or_default()
}

/// A name for a build: a hash of the sizes and the first pages of the library and its built-ins. These pages have the
/// linker's identification of the build and the addresses of the exported functions. The name is the same on every
/// machine.
fn identify(path: &Path) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    for path in [path.to_owned()].into_iter().chain(builtins(path)) {
        let file = File::open(path)?;
        hasher.update(&file.metadata()?.len().to_le_bytes());
        let mut start = Vec::new();
        file.take(1 << 16).read_to_end(&mut start)?;
        hasher.update(&start);
    }
    Ok(hasher.finalize().to_hex()[..16].to_owned())
}

/// The files whose names have one of these starts, the last name first, without those of the alternative compiler.
fn files(folder: &Path, starts: &[&str]) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = entries
        .filter(|entry| {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            starts.iter().any(|start| name.starts_with(start)) && !name.contains("alt")
        })
        .map(|entry| entry.path())
        .collect();
    found.sort();
    found.reverse();
    found
}

/// The absolute paths in a variable that lists some.
pub(crate) fn absolute_paths(variable: &str) -> Vec<PathBuf> {
    let paths = env::var_os(variable).unwrap_or_default();
    env::split_paths(&paths).filter(|path| path.is_absolute()).collect()
}

/// The folders to search: the loader's, those of toolkits, then those of Python packages, beside every `bin` of the
/// path and in virtual environments.
fn folders() -> Vec<PathBuf> {
    let path = |name| env::var_os(name).map(PathBuf::from);
    let bins = absolute_paths("PATH");
    let mut folders = absolute_paths("LD_LIBRARY_PATH");
    let arch = env::consts::ARCH;
    if cfg!(windows) {
        folders.extend(bins.clone());
    } else {
        folders
            .extend([format!("/usr/lib/{arch}-linux-gnu"), "/usr/lib64".into(), "/usr/lib".into()].map(PathBuf::from));
    }

    let mut toolkits: Vec<PathBuf> = ["CUDA_PATH", "CUDA_HOME", "CUDA_ROOT"].into_iter().filter_map(path).collect();
    toolkits.extend(["/usr/local/cuda", "/opt/cuda"].map(PathBuf::from));
    let inside = ["lib64", "lib", &format!("targets/{arch}-linux/lib"), "bin"].map(PathBuf::from);
    folders.extend(toolkits.iter().flat_map(|toolkit| inside.each_ref().map(|inside| toolkit.join(inside))));

    let mut pythons: Vec<PathBuf> = ["VIRTUAL_ENV", "CONDA_PREFIX"].into_iter().filter_map(path).collect();
    pythons.extend(bins.iter().filter_map(|bin| bin.parent().map(Path::to_path_buf)));
    if let Some(home) = path("HOME").filter(|home| home.is_absolute()) {
        pythons.push(home.join(".local"));
        pythons.extend(children(&home.join(".pyenv/versions")));
    }
    for python in pythons.iter().filter(|python| python.is_absolute()) {
        let versions = children(&python.join("lib")).into_iter().chain([python.join("Lib")]);
        for packages in versions.flat_map(|v| [v.join("site-packages"), v.join("dist-packages"), v]) {
            folders.extend(["cu13", "cuda_nvrtc"].map(|p| packages.join("nvidia").join(p).join("lib")));
        }
    }
    let mut seen = std::collections::HashSet::new();
    folders.retain(|folder| folder.is_absolute() && folder.is_dir() && seen.insert(folder.clone()));
    folders
}

/// The folders inside a folder.
fn children(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
}
