//! Compiled programs on disk, so that a chain is compiled once per machine and not once per process.
//!
//! Loading an entry runs its code, so a cache is used only if its user alone can change it (`folder.rs` tests that). An
//! entry is the code, the compiler's version, a checksum and a mark. It is read once, and the bytes that were read are
//! checked and loaded. The checksum finds damage, such as a file that a full disk has cut. It has no key, since a user
//! who may write the folder is trusted.
//!
//! A folder made on another machine can be shipped. If it can't be written, each process compiles the programs that it
//! lacks.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use onrush_core::variables;

use super::Version;
use super::folder::Folder;

/// The mark at the end of each file; the number is that of the layout.
const MARK: &[u8; 8] = b"onrush 2";
const VERSION: usize = 2 * size_of::<u32>();
const SUM: usize = blake3::OUT_LEN;

/// A folder of compiled programs.
#[derive(Debug, Clone)]
pub struct Cache {
    folder: Option<PathBuf>,
}

impl Cache {
    /// The cache in the folder that `ONRUSH_CACHE` names (none if it is empty or relative), or else in `onrush` in the
    /// user's folder for caches.
    pub fn of_user() -> Self {
        let folder = match variables::text("ONRUSH_CACHE") {
            Some(folder) => Some(PathBuf::from(folder)),
            None => directories::ProjectDirs::from("", "", "onrush").map(|dirs| dirs.cache_dir().to_owned()),
        };
        // A relative path would depend on the current folder, which another user may have made.
        let (folder, relative): (Vec<_>, Vec<_>) =
            folder.into_iter().filter(|folder| !folder.as_os_str().is_empty()).partition(|folder| folder.is_absolute());
        if let [relative] = &relative[..] {
            variables::say(format!("ONRUSH_CACHE is relative ({}): there is no cache", relative.display()));
        }
        Cache { folder: folder.into_iter().next() }
    }

    /// The cache in this folder, which is made when a program is stored.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Cache { folder: Some(folder.into()) }
    }

    /// No cache: each process compiles all its programs.
    pub fn none() -> Self {
        Cache { folder: None }
    }

    /// The cache's folder, which may be missing.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    fn open(&self) -> Option<Folder> {
        static WARNED: AtomicBool = AtomicBool::new(false);
        let path = self.folder()?;
        match Folder::open(path) {
            Ok(folder) => return Some(folder),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => warn(&WARNED, || {
                format!(
                    "{} is not used as a cache ({error}). It must be a folder and no link, belong to this user or root, \
                     and not be writable by its group or others",
                    path.display()
                )
            }),
        }
        None
    }

    /// The code stored under a name.
    pub(crate) fn load(&self, name: &str) -> Option<Vec<u8>> {
        self.read(&self.open()?, name).map(|(_, code)| code)
    }

    /// The newest compiler's code of the entries whose names have this start.
    pub(crate) fn newest(&self, start: &str) -> Option<Vec<u8>> {
        let folder = self.open()?;
        let names = folder.names().into_iter().filter(|name| name.starts_with(start));
        let entries = names.filter_map(|name| self.read(&folder, &name).map(|(version, code)| (version, name, code)));
        // The name decides between two builds of a version, so that every machine chooses the same one.
        entries.max_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1))).map(|(_, _, code)| code)
    }

    /// Whether there is an entry whose name has this part.
    pub(crate) fn has(&self, part: &str) -> bool {
        let Some(folder) = self.open() else { return false };
        let mut names = folder.names().into_iter().filter(|name| name.contains(part));
        names.any(|name| self.read(&folder, &name).is_some())
    }

    fn read(&self, folder: &Folder, name: &str) -> Option<(Version, Vec<u8>)> {
        let refused = |reason: &dyn std::fmt::Display| {
            let path = self.folder().unwrap_or(Path::new("")).join(name);
            tracing::warn!("{} is not used ({reason}); its program is compiled anew", path.display());
        };
        let mut file = match folder.read(name) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
            Err(error) => {
                refused(&error);
                return None;
            }
        };
        let entry = whole(name, &file);
        if entry.is_none() {
            refused(&"it is damaged");
        }
        let (version, bytes) = entry?;
        file.truncate(bytes);
        Some((version, file))
    }

    /// Stores code under a name; returns whether that succeeded.
    pub(crate) fn store(&self, name: &str, version: Version, code: &[u8]) -> bool {
        static WARNED: AtomicBool = AtomicBool::new(false);
        let Some(path) = self.folder() else { return false };
        let stored = Folder::make(path).and_then(|folder| {
            let version = words(version);
            folder.write(name, &[code, &version, checksum(name, code, &version).as_bytes(), MARK])
        });
        if let Err(error) = &stored {
            warn(&WARNED, || {
                format!(
                    "programs can't be kept in {} ({error}): they are compiled in each process. Set ONRUSH_CACHE to \
                     another folder",
                    path.display()
                )
            });
        }
        stored.is_ok()
    }
}

/// Logs a warning once.
fn warn(said: &AtomicBool, message: impl FnOnce() -> String) {
    if !said.swap(true, Ordering::Relaxed) {
        tracing::warn!("{}", message());
    }
}

fn words(version: Version) -> [u8; VERSION] {
    let mut words = [0; VERSION];
    words[..4].copy_from_slice(&version.major.to_le_bytes());
    words[4..].copy_from_slice(&version.minor.to_le_bytes());
    words
}

/// The checksum covers the name too: an entry under another name is another program.
fn checksum(name: &str, code: &[u8], version: &[u8]) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&(name.len() as u64).to_le_bytes()).update(name.as_bytes());
    hasher.update(version).update(code).finalize()
}

/// The version of an entry and the length of its code, if the entry is intact.
fn whole(name: &str, file: &[u8]) -> Option<(Version, usize)> {
    let bytes = file.len().checked_sub(VERSION + SUM + MARK.len())?;
    let (code, rest) = file.split_at(bytes);
    let (version, rest) = rest.split_at(VERSION);
    let (sum, mark) = rest.split_at(SUM);
    if mark != MARK || *checksum(name, code, version).as_bytes() != *sum {
        return None;
    }
    let word = |at: usize| Some(u32::from_le_bytes(version.get(at..at + 4)?.try_into().ok()?));
    Some((Version { major: word(0)?, minor: word(4)? }, bytes))
}

/// A name for a program that these parts determine.
pub(crate) fn key(parts: &[&str]) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

/// Writes a source to the folder that `ONRUSH_DUMP` names, if it names one. A link in the file's place is replaced, not
/// followed.
pub(crate) fn dump(key: &str, extension: &str, source: &str) {
    let Some(folder) = variables::text("ONRUSH_DUMP").filter(|folder| !folder.is_empty()) else { return };
    let path = Path::new(&folder).join(format!("{}.{extension}", &key[..16]));
    let write = || {
        std::fs::create_dir_all(&folder)?;
        let mut file = tempfile::NamedTempFile::new_in(&folder)?;
        io::Write::write_all(&mut file, source.as_bytes())?;
        file.persist(&path).map_err(io::Error::from)
    };
    if let Err(error) = write() {
        tracing::warn!("{} can't be written: {error}", path.display());
    }
}

#[cfg(test)]
mod tests;
