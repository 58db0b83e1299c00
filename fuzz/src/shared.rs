//! What generated packages share with the workspace: Cargo finds their dependencies compiled where these have the features and the profile
//! of the workspace's tests.

use std::path::Path;

/// The line of a dependency: a package of the workspace.
pub fn dependency(workspace: &Path, package: &str, folder: &str) -> String {
    format!("{package} = {{ path = {:?} }}\n", workspace.join(folder).display().to_string())
}

/// The dependency that asks for the features of all tests.
pub fn features(workspace: &Path) -> String {
    dependency(workspace, "onrush-test-support", "tests/support")
}

/// The tables of the workspace's profile for tests.
///
/// # Errors
///
/// If the workspace's manifest can't be read.
pub fn profile(workspace: &Path) -> std::io::Result<String> {
    let manifest = std::fs::read_to_string(workspace.join("Cargo.toml"))?;
    let mut is_in = false;
    let lines = manifest.lines().filter(|line| {
        if line.starts_with('[') {
            is_in = line.starts_with("[profile.dev]") || line.starts_with("[profile.dev.");
        }
        is_in && !line.starts_with('#')
    });
    Ok(lines.map(|line| format!("{line}\n")).collect())
}
