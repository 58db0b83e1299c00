//! Crates that know the library by another name, or through another crate: their operations, functions and derives compile.

use std::path::{Path, PathBuf};

use super::refused::{check, root};

/// The packages of an edition: their files in `tests/neighbours`, what Cargo makes of these, and dependencies. The program that has
/// onrush through the library alone calls the macros of a library of the other edition.
fn packages(edition: &str, other: &str) -> [(&'static str, &'static str, String); 3] {
    let library = |of| format!("library = {{ package = \"library-{of}\", path = \"../library-{of}\" }}\n");
    let renamed = format!("thrust = {{ package = \"onrush\", path = {:?} }}\n", root());
    let both = format!("{}parallel.workspace = true\n", library(edition));
    [("library", "lib", renamed), ("user", "main", library(other)), ("both", "main", both)]
}

/// Writes a workspace of these packages in both editions.
fn workspace() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("neighbours");
    let mut members = Vec::new();
    for (edition, other) in [("2021", "2024"), ("2024", "2021")] {
        for (package, target, dependencies) in packages(edition, other) {
            let name = format!("{package}-{edition}");
            let of = folder.join(&name);
            std::fs::create_dir_all(of.join("src")).unwrap();
            let manifest = format!(
                "[package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = {edition:?}\n[dependencies]\n{dependencies}"
            );
            std::fs::write(of.join("Cargo.toml"), manifest).unwrap();
            let text = root().join("tests/neighbours").join(package).with_extension("rs");
            std::fs::copy(text, of.join("src").join(target).with_extension("rs")).unwrap();
            members.push(name);
        }
    }
    members.push(targets(&folder));
    let manifest = format!(
        "[workspace]\nresolver = \"3\"\nmembers = {members:?}\n\
         [workspace.dependencies]\nparallel = {{ package = \"onrush\", path = {:?} }}\n",
        root()
    );
    std::fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    std::fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    folder
}

/// Writes a package whose library and program have one name and a module in common, as `mod halves;` in both makes it.
fn targets(folder: &Path) -> String {
    let of = folder.join("named");
    std::fs::create_dir_all(of.join("src")).unwrap();
    let manifest = format!(
        "[package]\nname = \"named\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[dependencies]\nonrush = {{ path = {:?} }}\n",
        root()
    );
    std::fs::write(of.join("Cargo.toml"), manifest).unwrap();
    for (text, target) in [("targets", "main"), ("targets_library", "lib"), ("targets_halves", "halves")] {
        let text = root().join("tests/neighbours").join(text).with_extension("rs");
        std::fs::copy(text, of.join("src").join(target).with_extension("rs")).unwrap();
    }
    "named".to_owned()
}

#[test]
fn crates_with_the_library_by_another_name_compile() {
    let output = check(&workspace()).arg("--workspace").output().expect("Cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
