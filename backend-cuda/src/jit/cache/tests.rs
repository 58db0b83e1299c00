use super::{Cache, Version, key};

const OLD: Version = Version { major: 12, minor: 9 };
const NEW: Version = Version { major: 13, minor: 0 };

fn cache() -> (tempfile::TempDir, Cache) {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::at(folder.path().join("cache"));
    (folder, cache)
}

#[test]
fn keeps_what_is_whole() {
    let (_tmp, cache) = cache();
    assert!(cache.load("a").is_none());
    assert!(cache.store("a", NEW, b"code"));
    assert_eq!(cache.load("a").as_deref(), Some(&b"code"[..]));
    let folder = cache.folder().unwrap();
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 1, "nothing is left beside it");

    let (path, file) = (folder.join("a"), std::fs::read(folder.join("a")).unwrap());
    for at in 0..file.len() {
        let mut file = file.clone();
        file[at] ^= 1;
        std::fs::write(&path, &file).unwrap();
        assert!(cache.load("a").is_none(), "a flipped bit at {at}");
    }
    for bytes in 0..file.len() {
        std::fs::write(&path, &file[..bytes]).unwrap();
        assert!(cache.load("a").is_none(), "cut to {bytes}");
    }
    std::fs::write(folder.join("b"), &file).unwrap();
    assert!(cache.load("b").is_none(), "another program's");
}

#[test]
fn does_without_a_folder() {
    let file = tempfile::NamedTempFile::new().unwrap();
    assert!(!Cache::at(file.path()).store("a", NEW, b"code"), "a file is no folder");
    assert!(Cache::at(file.path()).load("a").is_none());
    assert!(!Cache::none().store("a", NEW, b"code"));
}

#[test]
fn takes_the_newest_of_several() {
    let (_tmp, cache) = cache();
    assert!(cache.store("key.sm_90.b.cubin", OLD, b"old"));
    assert!(cache.store("key.sm_90.a.cubin", NEW, b"new"));
    assert!(cache.store("key.sm_80.a.cubin", NEW, b"other"));
    assert_eq!(cache.newest("key.sm_90.").as_deref(), Some(&b"new"[..]));
    assert_eq!(cache.newest("key.sm_9."), None);
    assert!(cache.has(".sm_80.") && !cache.has(".sm_100."));
    std::fs::write(cache.folder().unwrap().join("key.sm_100.a.cubin"), "").unwrap();
    assert!(!cache.has(".sm_100."), "an empty file is no program");
}

#[test]
fn threads_store_and_load_at_once() {
    let (_tmp, cache) = cache();
    std::thread::scope(|scope| {
        for writer in 0..4u8 {
            let cache = &cache;
            scope.spawn(move || {
                for _ in 0..50 {
                    assert!(cache.store("a", NEW, &vec![writer; 10_000]));
                    let code = cache.load("a").expect("all of it or nothing");
                    assert!(code.len() == 10_000 && code.iter().all(|byte| *byte == code[0]));
                }
            });
        }
    });
    assert_eq!(std::fs::read_dir(cache.folder().unwrap()).unwrap().count(), 1);
}

#[test]
fn keys_tell_parts_apart() {
    assert_ne!(key(&["ab", "c"]), key(&["a", "bc"]));
    assert_eq!(key(&["ab", "c"]), key(&["ab", "c"]));
}

/// Folders and files that another user may have prepared.
#[cfg(unix)]
mod planted {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown, symlink};
    use std::path::Path;

    use super::{Cache, NEW, cache};

    fn mode(path: &Path, mode: u32) {
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }

    /// Gives a file to another user, which only root can do.
    fn give_away(path: &Path) -> bool {
        chown(path, Some(65_534), None).map_err(|error| eprintln!("SKIPPED: {error}")).is_ok()
    }

    #[test]
    fn its_folder_is_the_users_alone() {
        let (_tmp, cache) = cache();
        let folder = cache.folder().unwrap();
        assert!(cache.store("a", NEW, b"code"));
        assert_eq!(fs::metadata(folder).unwrap().mode() & 0o777, 0o700);
        assert_eq!(fs::metadata(folder.join("a")).unwrap().mode() & 0o022, 0);
        for (bits, trusted) in [(0o755, true), (0o500, true), (0o770, false), (0o702, false), (0o1777, false)] {
            mode(folder, bits);
            assert_eq!(cache.load("a").is_some(), trusted, "{bits:o}");
            assert_eq!(cache.newest("a").is_some(), trusted, "{bits:o}");
            assert_eq!(cache.has("a"), trusted, "{bits:o}");
            assert!(trusted || !cache.store("b", NEW, b"code"), "{bits:o}");
        }
        assert!(!folder.join("b").exists());
        mode(folder, 0o700);
        if give_away(folder) {
            assert!(cache.load("a").is_none() && !cache.store("b", NEW, b"code"), "another user's folder");
        }
    }

    #[test]
    fn so_are_its_files() {
        let (_tmp, cache) = cache();
        assert!(cache.store("a", NEW, b"code"));
        let file = cache.folder().unwrap().join("a");
        for (bits, trusted) in [(0o444, true), (0o664, false), (0o602, false)] {
            mode(&file, bits);
            assert_eq!(cache.load("a").is_some(), trusted, "{bits:o}");
        }
        mode(&file, 0o600);
        if give_away(&file) {
            assert!(cache.load("a").is_none(), "another user's file");
        }
    }

    #[test]
    fn links_are_not_followed() {
        let (tmp, cache) = cache();
        assert!(cache.store("a", NEW, b"code"));
        let (folder, victim) = (cache.folder().unwrap(), tmp.path().join("victim"));
        fs::rename(folder.join("a"), &victim).unwrap();
        let before = fs::read(&victim).unwrap();
        symlink(&victim, folder.join("a")).unwrap();
        assert!(cache.load("a").is_none() && cache.newest("a").is_none());
        assert!(cache.store("a", NEW, b"new"));
        assert_eq!(fs::read(&victim).unwrap(), before, "the link is replaced, not followed");
        assert!(fs::symlink_metadata(folder.join("a")).unwrap().is_file());

        let link = tmp.path().join("link");
        symlink(folder, &link).unwrap();
        for link in [link.clone(), link.join("")] {
            assert!(Cache::at(&link).load("a").is_none(), "a linked folder");
            assert!(!Cache::at(&link).store("b", NEW, b"code"));
        }
        let nothing = tmp.path().join("nothing");
        let dangling = tmp.path().join("dangling");
        symlink(&nothing, &dangling).unwrap();
        assert!(!Cache::at(&dangling).store("a", NEW, b"code") && !nothing.exists());
    }

    #[test]
    fn what_is_no_file_is_no_entry() {
        let (tmp, cache) = cache();
        assert!(cache.store("a", NEW, b"code"));
        let folder = cache.folder().unwrap();
        fs::create_dir(folder.join("folder")).unwrap();
        assert!(cache.load("folder").is_none());
        assert!(!cache.store("folder", NEW, b"code"));
        assert!(std::process::Command::new("mkfifo").arg(folder.join("pipe")).status().unwrap().success());
        assert!(cache.load("pipe").is_none(), "no process writes to it, and the call returns");
        assert_eq!(fs::read_dir(folder).unwrap().count(), 3, "what couldn't be renamed is removed");
        drop(tmp);
    }
}
