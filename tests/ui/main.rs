//! The compiler's messages for mistakes that onrush explains, and for programs that try to break it.
//!
//! rustc refuses each program of `tests/ui/*` and `tests/hostile/refused`, whichever rustc it is. What it says changes with
//! its release, so messages are compared on one; on others the comparison prints SKIPPED, or fails if `ONRUSH_REQUIRE_UI` is
//! set. `ONRUSH_BLESS=1 cargo test --test ui` rewrites the messages; review the difference before you commit it.

mod lists;
mod names;
mod neighbours;
mod refused;
#[path = "../signposts/mod.rs"]
mod signposts;
mod texts;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use refused::{Message, compile, is_the_expected_compiler, root};

/// The release whose messages are in the `.stderr` files.
const COMPILER: &str = "rustc 1.95.";

/// Mistakes that newcomers make most, each of which has a message of at most 30 lines.
const FREQUENT: [&str; 12] = [
    "chain/argument_of_count",
    "chain/argument_of_sum",
    "chain/filter_in_zip",
    "chain/one_parameter_of_a_pair",
    "chain/plain_closure",
    "chain/plain_operator",
    "chain/too_many_arguments",
    "habit/collect",
    "habit/fold",
    "habit/index",
    "habit/to_vec",
    "operation/host_function",
];

/// The programs, by the folder and the name.
fn programs() -> BTreeMap<String, PathBuf> {
    let entries = |folder: &Path| -> Vec<PathBuf> {
        let folder = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        folder.map(|entry| entry.unwrap().path()).collect()
    };
    let mut folders = entries(&root().join("tests/ui"));
    folders.push(root().join("tests/hostile/refused"));
    let files = folders.iter().filter(|folder| folder.is_dir()).flat_map(|folder| entries(folder));
    let programs = files.filter(|file| file.extension().is_some_and(|ending| ending == "rs"));
    programs.map(|file| (name(&file), file)).collect()
}

/// The folder and the name of a program, as a program's name may be.
fn name(file: &Path) -> String {
    let folder = file.parent().and_then(Path::file_name).unwrap_or_default();
    format!("{}-{}", folder.display(), file.file_stem().unwrap_or_default().display())
}

/// What rustc says of the programs.
static MESSAGES: LazyLock<BTreeMap<String, Vec<Message>>> = LazyLock::new(|| compile("ui", &programs()));

#[test]
fn programs_are_refused() {
    let compiled = |list: &[Message]| !list.iter().any(Message::is_error);
    let compiled: Vec<_> = MESSAGES.iter().filter(|(_, list)| compiled(list)).map(|(name, _)| name).collect();
    assert!(compiled.is_empty(), "rustc compiles {compiled:?}");
}

#[test]
fn mistakes_are_explained() {
    if !is_the_expected_compiler() {
        return;
    }
    let mut different = Vec::new();
    for (name, file) in programs() {
        let messages = MESSAGES[&name].iter().map(Message::text).filter(|text| !text.is_empty());
        let said = messages.collect::<Vec<_>>().join("\n");
        let file = file.with_extension("stderr");
        if std::env::var_os("ONRUSH_BLESS").is_some() {
            std::fs::write(&file, &said).unwrap();
        }
        let expected = std::fs::read_to_string(&file).unwrap_or_default();
        if said != expected {
            different.push(format!("{}: expected\n{expected}\nsaid\n{said}", file.display()));
        }
    }
    assert!(different.is_empty(), "{} messages differ\n{}", different.len(), different.join("\n"));
}

#[test]
fn messages_of_frequent_mistakes_are_short() {
    if !is_the_expected_compiler() {
        return;
    }
    for frequent in FREQUENT {
        let lines: usize = MESSAGES[&frequent.replace('/', "-")].iter().map(Message::lines).sum();
        assert!(lines <= 30, "{frequent} has {lines} lines");
    }
}

/// Only this workspace's own words may be expected: other crates change theirs with their versions.
#[test]
fn messages_name_no_dependency() {
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).unwrap();
    let packages = lock.lines().filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
    let crates: Vec<_> =
        packages.filter(|name| !name.starts_with("onrush")).map(|name| name.replace('-', "_") + "::").collect();
    for file in programs().values() {
        let text = std::fs::read_to_string(file.with_extension("stderr")).unwrap_or_default();
        let named =
            crates.iter().find(|name| text.match_indices(*name).any(|(at, _)| !text[..at].ends_with(is_of_a_name)));
        assert!(named.is_none() && !text.contains("rustlib"), "{} names {named:?}", file.display());
    }
}

fn is_of_a_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || letter == ':'
}
