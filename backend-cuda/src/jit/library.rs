//! Where NVRTC is: the loader's own path, then the places that toolkits and Python packages install it to.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::{JitError, program};

/// A version of NVRTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    /// Such as 13.
    pub major: u32,
    /// Such as 0.
    pub minor: u32,
}

/// Finds and loads NVRTC, once per process.
///
/// # Errors
///
/// [`JitError::NotFound`] if there is none.
pub fn version() -> Result<Version, JitError> {
    static VERSION: OnceLock<Result<Version, JitError>> = OnceLock::new();
    VERSION.get_or_init(find).clone()
}

fn find() -> Result<Version, JitError> {
    // A library that is already loaded is found by its name, so whatever lies outside the loader's path is loaded first.
    let named = env::var_os("ONRUSH_NVRTC").map(PathBuf::from);
    if let Some(path) = &named {
        load_beside(path);
    }
    let folders = folders();
    if !program::present() {
        folders.iter().flat_map(|folder| libraries(folder)).find(|path| load_beside(path));
    }
    if !program::present() {
        let searched = named.iter().chain(&folders).map(|p| p.display().to_string()).collect();
        return Err(JitError::NotFound { searched });
    }
    let version = program::version()?;
    // Older ones know no cubins, and the bindings panic where a function is missing.
    if version < (Version { major: 11, minor: 2 }) {
        let reason = format!("{}.{} is older than 11.2", version.major, version.minor);
        return Err(JitError::Failed { call: "nvrtcVersion", reason, log: String::new() });
    }
    Ok(version)
}

/// Loads a library, and before it the one with its built-ins, which NVRTC would look for in the loader's path alone.
fn load_beside(path: &Path) -> bool {
    let folder = path.parent().unwrap_or(Path::new("."));
    for builtins in files(folder, &["libnvrtc-builtins.so", "nvrtc-builtins64_"]) {
        program::load(&builtins);
    }
    program::load(path)
}

/// The NVRTC libraries in a folder, the newest first.
fn libraries(folder: &Path) -> Vec<PathBuf> {
    files(folder, &["libnvrtc.so", "nvrtc64_"])
}

/// The files whose name starts with one of these, the last name first; not those of the alternative compiler.
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

/// The folders of toolkits, then those of Python packages: beside every `bin` of the path, and of a virtual environment.
fn folders() -> Vec<PathBuf> {
    let path = |name| env::var_os(name).map(PathBuf::from);
    let mut toolkits: Vec<PathBuf> = ["CUDA_PATH", "CUDA_HOME", "CUDA_ROOT"].into_iter().filter_map(path).collect();
    toolkits.extend(["/usr/local/cuda", "/opt/cuda"].map(PathBuf::from));

    let mut pythons: Vec<PathBuf> = ["VIRTUAL_ENV", "CONDA_PREFIX"].into_iter().filter_map(path).collect();
    let bins = env::var_os("PATH").map(|paths| env::split_paths(&paths).collect::<Vec<_>>()).unwrap_or_default();
    pythons.extend(bins.iter().filter_map(|bin| bin.parent().map(Path::to_path_buf)));
    if let Some(home) = path("HOME") {
        pythons.push(home.join(".local"));
        pythons.extend(children(&home.join(".pyenv/versions")));
    }

    let mut folders: Vec<PathBuf> =
        toolkits.iter().flat_map(|t| ["lib64", "lib", "targets/x86_64-linux/lib", "bin"].map(|l| t.join(l))).collect();
    for python in &pythons {
        let versions = children(&python.join("lib")).into_iter().chain([python.join("Lib")]);
        for packages in versions.flat_map(|v| [v.join("site-packages"), v.join("dist-packages"), v]) {
            folders.extend(["cu13", "cuda_nvrtc"].map(|p| packages.join("nvidia").join(p).join("lib")));
        }
    }
    let mut seen = std::collections::HashSet::new();
    folders.retain(|folder| folder.is_dir() && seen.insert(folder.clone()));
    folders
}

/// The folders in a folder.
fn children(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
}
