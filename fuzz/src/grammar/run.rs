//! Runs derived programs: rustc says which of them are Rust, the macros which of these they accept.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use super::{Derivation, Grammar, Program, operations, plain};

/// Derives programs until `count` are Rust that the macros accept, runs them in the package in `folder`, and prints which
/// productions and pairs they have.
pub(crate) fn run(folder: &Path, target: &Path, seed: u64, count: usize, release: bool) -> Result<(), String> {
    let grammar = Grammar::new();
    let mut derivation = Derivation::new(&grammar, seed);
    let mut programs: Vec<Program> = (0..count * 3 / 2).map(|_| derivation.program()).collect();
    let derived = programs.len();

    let source = folder.join("src");
    let write = |name: &str, text: &str| std::fs::write(source.join(name), text).map_err(|e| format!("{name}: {e}"));
    loop {
        let (text, head) = plain(&programs);
        write("plain.rs", &text)?;
        let mut rustc = Command::new("rustc");
        rustc.args(["--edition=2024", "--crate-type=lib", "--emit=metadata", "--error-format=short", "--out-dir"]);
        let errors = errors(rustc.arg(target).arg(source.join("plain.rs")), "plain.rs", head)?;
        if errors.is_empty() {
            break;
        }
        remove(&mut programs, &errors);
    }
    programs.truncate(count);
    let valid = programs.len();

    let mut refused = BTreeMap::<String, Vec<String>>::new();
    loop {
        let (text, head) = operations(&programs, seed);
        write("main.rs", &text)?;
        write("plain.rs", &plain(&programs).0)?;
        // What rustc refuses costs as much as a check, and what it accepts is compiled then.
        let mut build = cargo(folder, target, release, "build");
        let errors = errors(build.arg("--message-format=short"), "src/main.rs", head)?;
        if errors.is_empty() {
            break;
        }
        for (program, message) in &errors {
            refused.entry(message.clone()).or_default().push(programs[*program].body.clone());
        }
        remove(&mut programs, &errors);
    }

    let status = cargo(folder, target, release, "run").status().map_err(|e| e.to_string())?;
    let pairs: BTreeSet<_> = programs.iter().flat_map(|program| &program.pairs).copied().collect();
    let productions: BTreeSet<_> = pairs.iter().flat_map(|pair| [pair.outer, pair.inner]).collect();
    println!(
        "seed {seed}: {derived} derived, {valid} taken that are Rust, {} run; constructs {} of {}, productions {} of {}, \
         pairs {} of {}",
        programs.len(),
        grammar.constructs(productions.iter().copied()).len(),
        grammar.constructs(0..grammar.len()).len(),
        productions.len(),
        grammar.len(),
        pairs.len(),
        grammar.pairs.len()
    );
    for (message, bodies) in &refused {
        println!("refused {} times: {message}", bodies.len());
    }
    let listed = refused.iter().map(|(message, bodies)| format!("{message}\n{}\n", bodies.join("\n")));
    write("refused.txt", &listed.collect::<String>())?;
    let missing = grammar.pairs.iter().filter(|pair| !pairs.contains(pair)).map(|pair| grammar.show(*pair) + "\n");
    write("missing.txt", &missing.collect::<String>())?;
    if status.success() { Ok(()) } else { Err(format!("{} failed", source.join("main.rs").display())) }
}

fn cargo(folder: &Path, target: &Path, release: bool, command: &str) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(folder).args([command, "--quiet", "--offline"]).env("CARGO_TARGET_DIR", target);
    if release {
        cargo.arg("--release");
    }
    cargo
}

/// The first error of each program, if there are any.
fn errors(command: &mut Command, file: &str, head: usize) -> Result<BTreeMap<usize, String>, String> {
    let output = command.output().map_err(|e| e.to_string())?;
    let said = String::from_utf8_lossy(&output.stderr);
    let mut found = BTreeMap::new();
    for line in said.lines() {
        let Some((place, message)) = line.split_once(" error") else { continue };
        let Some((_, place)) = place.split_once(&format!("{file}:")) else { continue };
        let line: usize = place.split(':').next().and_then(|line| line.parse().ok()).unwrap_or(0);
        match line.checked_sub(head + 1) {
            Some(program) => drop(found.entry(program).or_insert_with(|| message.to_owned())),
            None => return Err(format!("the items don't compile: {line}{message}")),
        }
    }
    if found.is_empty() && !output.status.success() { Err(said.into_owned()) } else { Ok(found) }
}

fn remove(programs: &mut Vec<Program>, errors: &BTreeMap<usize, String>) {
    let mut at = 0;
    programs.retain(|_| {
        at += 1;
        !errors.contains_key(&(at - 1))
    });
}
