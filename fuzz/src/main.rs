//! Writes a crate of random operations, and builds and runs it: see the package's README.

mod generate;
mod grammar;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use onrush_fuzz::shared;

const USAGE: &str = "usage: onrush-fuzz [--grammar] [--seed N] [--count N] [--release] [--crates N]";

struct Options {
    /// Programs derived from the grammar of accepted syntax, instead of ones made for given types.
    grammar: bool,
    seed: u64,
    count: usize,
    release: bool,
    /// The number of crates, whose seeds are consecutive.
    crates: u64,
}

fn options() -> Result<Options, String> {
    let fresh = std::time::UNIX_EPOCH.elapsed().map_or(0, |t| t.as_secs());
    let mut options = Options { grammar: false, seed: fresh, count: 100, release: false, crates: 1 };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut number = || args.next().and_then(|n| n.parse().ok()).ok_or(format!("{arg} needs a number"));
        match arg.as_str() {
            "--seed" => options.seed = number()?,
            "--count" => options.count = number()? as usize,
            "--crates" => options.crates = number()?,
            "--grammar" => options.grammar = true,
            "--release" => options.release = true,
            _ => return Err(format!("unknown option {arg}")),
        }
    }
    Ok(options)
}

fn main() -> ExitCode {
    let options = match options() {
        Ok(options) => options,
        Err(error) => {
            eprintln!("{error}\n{USAGE}");
            return ExitCode::FAILURE;
        }
    };
    for seed in options.seed..options.seed + options.crates {
        println!(
            "seed {seed}, {} operations{}",
            options.count,
            if options.release { ", wrapping" } else { ", checked" }
        );
        if let Err(error) = run(seed, &options) {
            eprintln!("{error}\nagain: cargo run -p onrush-fuzz -- --seed {seed} --count {}", options.count);
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Writes the crate beside the workspace's build outputs, to share its dependencies, and runs it.
fn run(seed: u64, options: &Options) -> Result<(), String> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("the package lies in no workspace")?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace.join("target"), PathBuf::from);
    let folder = target.join("fuzz");
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        let current = std::fs::read_to_string(&path).unwrap_or_default();
        if current == text {
            Ok(())
        } else {
            std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))
        }
    };
    std::fs::create_dir_all(folder.join("src")).map_err(|e| e.to_string())?;
    write("Cargo.toml", &manifest(workspace).map_err(|e| e.to_string())?)?;
    std::fs::copy(workspace.join("Cargo.lock"), folder.join("Cargo.lock")).map_err(|e| e.to_string())?;
    if options.grammar {
        return grammar::run(&folder, &target, seed, options.count, options.release);
    }
    write("src/main.rs", &generate::program(seed, options.count))?;

    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(&folder).args(["run", "--quiet", "--offline"]).env("CARGO_TARGET_DIR", &target);
    if options.release {
        command.arg("--release");
    }
    let status = command.status().map_err(|e| e.to_string())?;
    if status.success() { Ok(()) } else { Err(format!("{} failed", folder.join("src/main.rs").display())) }
}

fn manifest(workspace: &Path) -> std::io::Result<String> {
    let ours = [("onrush-core", "core"), ("onrush-macros", "macros"), ("onrush-fuzz", "fuzz")];
    let ours: String = ours.map(|(package, folder)| shared::dependency(workspace, package, folder)).concat();
    Ok(format!(
        "[package]\nname = \"onrush-fuzz-generated\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n\
         [workspace]\n\n\
         [dependencies]\n{ours}{}\
         half = {{ version = \"2.7\", features = [\"bytemuck\", \"num-traits\"] }}\n\n{}",
        shared::features(workspace),
        shared::profile(workspace)?,
    ))
}
