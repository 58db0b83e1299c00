//! The lines of places in compiled programs, which messages name by their addresses.

use std::fs;
use std::process::Command;

use super::compiler::private_folder;
use crate::jit;

/// The sign before and behind an address in a message.
const SIGN: char = '@';

/// The message with lines in place of addresses: `found at @1f3@` becomes `found at kernel.cu:7`.
pub(super) fn name(message: &str, code: &[u8]) -> String {
    let parts: Vec<&str> = message.split(SIGN).collect();
    let addresses: Vec<&str> = parts.iter().skip(1).step_by(2).copied().collect();
    if addresses.is_empty() {
        return message.to_owned();
    }
    let found = look_up(&addresses, code);
    let text = parts.iter().enumerate().map(|(number, part)| match number % 2 {
        0 => *part,
        _ => found.get(number / 2).map_or("a line that addr2line would know", String::as_str),
    });
    text.collect()
}

/// The lines of these addresses; none if the tool that finds them is missing.
fn look_up(addresses: &[&str], code: &[u8]) -> Vec<String> {
    let mut places = jit::absolute_paths("PATH").into_iter().map(|folder| folder.join("addr2line"));
    let (Some(tool), Ok(folder)) = (places.find(|place| place.is_file()), private_folder()) else { return Vec::new() };
    let program = folder.path().join("program.so");
    if fs::write(&program, code).is_err() {
        return Vec::new();
    }
    let of = |address: &&str| {
        let output = Command::new(&tool).arg("-i").arg("-e").arg(&program).arg(address).output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        // The innermost function comes first; lines within the kernels' library are skipped, since they tell users nothing.
        let lines: Vec<&str> = text.lines().map(|line| line.split(" (").next().unwrap_or(line)).collect();
        let own = lines.iter().find(|line| !line.contains(".cuh:")).or(lines.first())?;
        Some(own.rsplit('/').next().unwrap_or(own).to_owned())
    };
    addresses.iter().map_while(of).collect()
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn messages_without_addresses_stay() {
        assert_eq!(name("deadlock", b""), "deadlock");
    }
}
