//! A folder that its user alone can change, and its files.
//!
//! A folder or a file is trusted if it belongs to the process's user or to root, and neither its group nor others may
//! write it. Both are tested on the opened descriptor, and files are opened, made and renamed relative to the folder's
//! descriptor, so exchanging a name between two steps has no effect. Links are never followed.

#[cfg(not(unix))]
pub(super) use elsewhere::Folder;
#[cfg(unix)]
pub(super) use unix::Folder;

use std::hash::{BuildHasher, RandomState};

/// A name that can't be guessed: std's hash is keyed by the system's random numbers.
fn unguessable() -> String {
    format!(".{:016x}{:016x}", RandomState::new().hash_one(0), RandomState::new().hash_one(1))
}

#[cfg(unix)]
mod unix {
    use std::fs::{DirBuilder, File};
    use std::io::{self, Read as _, Write as _};
    use std::os::fd::OwnedFd;
    use std::os::unix::fs::DirBuilderExt as _;
    use std::path::Path;

    use rustix::fs::{self, AtFlags, CWD, Dir, FileType, Mode, OFlags, Stat};
    use rustix::process::geteuid;

    /// An open folder that is trusted.
    pub(in crate::jit) struct Folder(OwnedFd);

    impl Folder {
        /// Opens the folder at a path, which is no link.
        pub(in crate::jit) fn open(path: &Path) -> io::Result<Self> {
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            // A slash at the end of the path would make the system follow a link.
            let path = path.components().as_path();
            let folder = fs::openat(CWD, path, flags, Mode::empty())?;
            trust(&fs::fstat(&folder)?)?;
            Ok(Folder(folder))
        }

        /// Opens the folder; makes it first if it is missing, for the user alone.
        pub(in crate::jit) fn make(path: &Path) -> io::Result<Self> {
            DirBuilder::new().recursive(true).mode(0o700).create(path)?;
            Self::open(path)
        }

        /// Reads all of a trusted file.
        pub(in crate::jit) fn read(&self, name: &str) -> io::Result<Vec<u8>> {
            // Without NONBLOCK the call would wait for a pipe's writer.
            let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
            let file = fs::openat(&self.0, name, flags, Mode::empty())?;
            let stat = fs::fstat(&file)?;
            if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
                return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
            }
            trust(&stat)?;
            let mut bytes = Vec::new();
            File::from(file).read_to_end(&mut bytes)?;
            Ok(bytes)
        }

        /// Writes a file beside its place and renames it, so readers see all of it or nothing.
        pub(in crate::jit) fn write(&self, name: &str, parts: &[&[u8]]) -> io::Result<()> {
            let beside = super::unguessable();
            let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            // Other users may read the file if the folder lets them: a shipped cache has other users.
            let mode = Mode::from_raw_mode(0o644);
            let mut file = File::from(fs::openat(&self.0, beside.as_str(), flags, mode)?);
            let written = parts.iter().try_for_each(|part| file.write_all(part));
            let done = written.and_then(|()| Ok(fs::renameat(&self.0, beside.as_str(), &self.0, name)?));
            if done.is_err() {
                let _ = fs::unlinkat(&self.0, beside.as_str(), AtFlags::empty());
            }
            done
        }

        /// The names of all entries.
        pub(in crate::jit) fn names(&self) -> Vec<String> {
            let entries = Dir::read_from(&self.0).into_iter().flatten().flatten();
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
        }
    }

    fn trust(stat: &Stat) -> io::Result<()> {
        let reason = if stat.st_uid != 0 && stat.st_uid != geteuid().as_raw() {
            "it belongs to another user"
        } else if Mode::from_raw_mode(stat.st_mode).intersects(Mode::WGRP | Mode::WOTH) {
            "its group or others may write it"
        } else {
            return Ok(());
        };
        Err(io::Error::new(io::ErrorKind::PermissionDenied, reason))
    }
}

/// Owners and modes aren't tested here: a cache is as safe as its folder, which by default lies in the user's profile.
#[cfg(not(unix))]
mod elsewhere {
    use std::fs::{self, OpenOptions};
    use std::io::{self, Write as _};
    use std::path::{Path, PathBuf};

    /// A folder.
    pub(in crate::jit) struct Folder(PathBuf);

    impl Folder {
        /// Opens the folder at a path.
        pub(in crate::jit) fn open(path: &Path) -> io::Result<Self> {
            fs::metadata(path)?;
            Ok(Folder(path.to_owned()))
        }

        /// Opens the folder; makes it first if it is missing.
        pub(in crate::jit) fn make(path: &Path) -> io::Result<Self> {
            fs::create_dir_all(path)?;
            Self::open(path)
        }

        /// Reads all of a file.
        pub(in crate::jit) fn read(&self, name: &str) -> io::Result<Vec<u8>> {
            fs::read(self.0.join(name))
        }

        /// Writes a file beside its place and renames it.
        pub(in crate::jit) fn write(&self, name: &str, parts: &[&[u8]]) -> io::Result<()> {
            let beside = self.0.join(super::unguessable());
            let mut file = OpenOptions::new().write(true).create_new(true).open(&beside)?;
            let written = parts.iter().try_for_each(|part| file.write_all(part));
            let done = written.and_then(|()| fs::rename(&beside, self.0.join(name)));
            if done.is_err() {
                let _ = fs::remove_file(&beside);
            }
            done
        }

        /// The names of all entries.
        pub(in crate::jit) fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).into_iter().flatten().flatten();
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
        }
    }
}
