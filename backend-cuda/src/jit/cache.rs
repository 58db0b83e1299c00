//! Compiled programs on disk, so that a chain is compiled once per machine and not once per process.
//!
//! A file is the code, the code's checksum, and a mark. It is written beside its place and renamed, so readers see all
//! of it or nothing; what a crash has cut is taken for missing. A folder made on another machine can be shipped: where
//! it can't be written, programs are compiled anew each time they aren't in it.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Ends each file; the number is the layout's.
const MARK: &[u8; 8] = b"onrush 1";
const SUM: usize = blake3::OUT_LEN;

/// A folder of compiled programs.
#[derive(Debug, Clone)]
pub struct Cache {
    folder: Option<PathBuf>,
}

impl Cache {
    /// The one that `ONRUSH_CACHE` names (none if it is empty), else `onrush` in the user's folder for caches.
    pub fn of_user() -> Self {
        let folder = match std::env::var_os("ONRUSH_CACHE") {
            Some(folder) => (!folder.is_empty()).then(|| PathBuf::from(folder)),
            None => directories::ProjectDirs::from("", "", "onrush").map(|dirs| dirs.cache_dir().to_owned()),
        };
        Cache { folder }
    }

    /// The one in this folder, which is made when something is stored.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Cache { folder: Some(folder.into()) }
    }

    /// None: everything is compiled once per process.
    pub fn none() -> Self {
        Cache { folder: None }
    }

    /// Its folder, which may be missing.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The code stored under a name, and its file; the checksum may lie behind the code in it.
    pub(crate) fn load(&self, name: &str) -> Option<(PathBuf, Vec<u8>)> {
        let path = self.folder.as_ref()?.join(name);
        let mut file = fs::read(&path).ok()?;
        let code = file.len().checked_sub(SUM + MARK.len())?;
        let (sum, mark) = file[code..].split_at(SUM);
        if mark != MARK || *blake3::hash(&file[..code]).as_bytes() != *sum {
            tracing::warn!("{} is damaged; its program is compiled anew", path.display());
            return None;
        }
        file.truncate(code);
        Some((path, file))
    }

    /// Whether a name ends so.
    pub(crate) fn has_any(&self, end: &str) -> bool {
        let entries = self.folder.as_ref().and_then(|folder| fs::read_dir(folder).ok());
        entries.into_iter().flatten().flatten().any(|entry| entry.file_name().to_string_lossy().ends_with(end))
    }

    /// Stores code under a name; its file if that succeeded.
    pub(crate) fn store(&self, name: &str, code: &[u8]) -> Option<PathBuf> {
        static WARNED: AtomicBool = AtomicBool::new(false);
        let folder = self.folder.as_ref()?;
        match write(folder, name, code) {
            Ok(path) => Some(path),
            Err(error) => {
                if !WARNED.swap(true, Ordering::Relaxed) {
                    tracing::warn!(
                        "programs can't be kept in {} ({error}): they are compiled in each process. Set ONRUSH_CACHE to \
                         another folder",
                        folder.display()
                    );
                }
                None
            }
        }
    }
}

fn write(folder: &Path, name: &str, code: &[u8]) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let place = folder.join(name);
    let beside = folder.join(format!("{name}.{}", unique()));
    let result = fs::File::create(&beside)
        .and_then(|mut file| {
            [code, blake3::hash(code).as_bytes(), MARK].iter().try_for_each(|part| file.write_all(part))
        })
        .and_then(|()| fs::rename(&beside, &place));
    if result.is_err() {
        let _ = fs::remove_file(&beside);
    }
    result.map(|()| place)
}

/// A name that no other thread or process has at the same time.
pub(crate) fn unique() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// A name for what these parts determine.
pub(crate) fn key(parts: &[&str]) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

/// Writes a source to the folder that `ONRUSH_DUMP` names, if it names one.
pub(crate) fn dump(key: &str, extension: &str, source: &str) {
    let Some(folder) = std::env::var_os("ONRUSH_DUMP").filter(|folder| !folder.is_empty()) else { return };
    let path = Path::new(&folder).join(format!("{}.{extension}", &key[..16]));
    if let Err(error) = fs::create_dir_all(&folder).and_then(|()| fs::write(&path, source)) {
        tracing::warn!("{} can't be written: {error}", path.display());
    }
}

#[cfg(test)]
mod tests {
    use super::{Cache, key, unique};

    #[test]
    fn keeps_what_is_whole() {
        let folder = std::env::temp_dir().join(format!("onrush-cache-{}", unique()));
        let cache = Cache::at(&folder);
        assert!(cache.load("a").is_none());
        let path = cache.store("a", b"code").unwrap();
        assert_eq!(cache.load("a"), Some((path.clone(), b"code".to_vec())));
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "nothing is left beside it");

        let mut file = std::fs::read(&path).unwrap();
        file[0] ^= 1;
        std::fs::write(&path, &file).unwrap();
        assert!(cache.load("a").is_none(), "a flipped bit");
        std::fs::write(&path, &file[..10]).unwrap();
        assert!(cache.load("a").is_none(), "a cut file");
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn does_without_a_folder() {
        let file = std::env::temp_dir().join(format!("onrush-file-{}", unique()));
        std::fs::write(&file, "").unwrap();
        assert!(Cache::at(&file).store("a", b"code").is_none(), "a file is no folder");
        assert!(Cache::none().store("a", b"code").is_none());
        std::fs::remove_file(&file).unwrap();
    }

    #[test]
    fn keys_tell_parts_apart() {
        assert_ne!(key(&["ab", "c"]), key(&["a", "bc"]));
        assert_eq!(key(&["ab", "c"]), key(&["ab", "c"]));
    }
}
