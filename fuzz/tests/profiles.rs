//! Integer overflow means the same on the host and on devices, and what it means in plain Rust, in every profile: with
//! and without debug assertions and overflow checks, which another crate may have otherwise.

use std::path::{Path, PathBuf};
use std::process::Command;

use onrush_fuzz::shared;

/// The settings of one package: `debug-assertions` and `overflow-checks`.
type Settings = (bool, bool);

fn manifest(name: &str, dependencies: &str) -> String {
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n[dependencies]\n{dependencies}"
    )
}

/// Builds both crates with their settings and runs the one.
fn run(folder: &Path, target: &Path, near: Settings, far: Settings) {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(folder).args(["run", "--quiet", "--offline", "--package", "near"]);
    command.env("CARGO_TARGET_DIR", target);
    for (package, (assertions, checks)) in [("near", near), ("far", far)] {
        for (setting, value) in [("debug-assertions", assertions), ("overflow-checks", checks)] {
            command.args(["--config", &format!("profile.dev.package.{package}.{setting}={value}")]);
        }
    }
    let output = command.output().expect("cargo can be run");
    let log = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{near:?}, far {far:?}:\n{log}");
    assert!(log.contains("0 failures"), "{log}");
}

#[test]
fn overflow_means_the_same_in_every_profile() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package lies in a workspace");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace.join("target"), PathBuf::from);
    let folder = target.join("profiles");
    let write = |path: &str, text: &str| {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        if std::fs::read_to_string(&path).unwrap_or_default() != text {
            std::fs::write(&path, text).expect("the file can be written");
        }
    };
    let at = |package: &str, folder: &str| shared::dependency(workspace, package, folder);
    let ours = at("onrush-core", "core") + &at("onrush-macros", "macros");
    let tests = at("onrush-fuzz", "fuzz") + &shared::features(workspace) + "far = { path = \"../far\" }\n";
    let profile = shared::profile(workspace).expect("the workspace has a manifest");
    write("Cargo.toml", &format!("[workspace]\nmembers = [\"near\", \"far\"]\nresolver = \"3\"\n\n{profile}"));
    write("near/Cargo.toml", &manifest("near", &(ours.clone() + &tests)));
    write("far/Cargo.toml", &manifest("far", &ours));
    write("near/src/main.rs", include_str!("profiles/near.rs"));
    write("far/src/lib.rs", include_str!("profiles/far.rs"));
    std::fs::copy(workspace.join("Cargo.lock"), folder.join("Cargo.lock")).expect("the lock file can be copied");

    for near in [(true, true), (false, false), (false, true), (true, false)] {
        run(&folder, &target, near, (!near.0, !near.1));
    }
    run(&folder, &target, (false, true), (false, true));
}
