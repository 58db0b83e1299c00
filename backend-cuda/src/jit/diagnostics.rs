//! NVRTC's log, and the source lines that it names.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use onrush_core::lower::Site;

/// The number of lines that are shown before and behind each line that the log names.
const AROUND: usize = 2;
/// The largest number of named lines that are shown.
const NAMED: usize = 8;

/// The log, then each place that it names, with the lines around it numbered as `#line` counts them.
pub(super) fn report(log: &str, source: &str) -> String {
    let lines = numbered(source);
    let mut text = log.trim_end().to_owned();
    let mut shown = BTreeSet::new();
    for (file, number) in named(log).into_iter().take(NAMED) {
        let Some(at) = lines.iter().position(|line| line.file == file && line.number == number) else { continue };
        if !shown.insert(at) {
            continue;
        }
        let _ = write!(text, "\n\n{file}:");
        let near = at.saturating_sub(AROUND)..(at + AROUND + 1).min(lines.len());
        for line in lines[near].iter().filter(|line| line.file == file) {
            let mark = if line.number == number { '>' } else { ' ' };
            let _ = write!(text, "\n{mark}{:5} | {}", line.number, line.text);
        }
    }
    text
}

/// The places of a program's operations in the user's source, as far as the places that can fail tell them.
pub(super) fn operations(sites: &[Site]) -> String {
    let mut lines = BTreeSet::new();
    let places = sites.iter().filter(|site| lines.insert((site.file, site.line)));
    let places: Vec<String> = places.take(NAMED).map(|site| format!("{}:{}", site.file, site.line)).collect();
    if places.is_empty() { String::new() } else { format!("\n\nIts operations are at {}.", places.join(", ")) }
}

struct Line<'a> {
    file: &'a str,
    number: usize,
    text: &'a str,
}

/// The source's lines as the compiler counts them: `#line 1 "prelude.cuh"` starts a file.
fn numbered(source: &str) -> Vec<Line<'_>> {
    let (mut file, mut number) = ("onrush.cu", 1);
    let mut lines = Vec::new();
    for text in source.lines() {
        if let Some((next, name)) = text.strip_prefix("#line ").and_then(|rest| rest.split_once(' ')) {
            file = name.trim_matches('"');
            number = next.parse().unwrap_or(1);
            continue;
        }
        lines.push(Line { file, number, text });
        number += 1;
    }
    lines
}

/// The places `file(line):` in a log, each once, in order.
fn named(log: &str) -> Vec<(&str, usize)> {
    let mut places = Vec::new();
    for line in log.lines() {
        let Some((head, _)) = line.split_once("): ") else { continue };
        let Some((file, number)) = head.rsplit_once('(') else { continue };
        let Ok(number) = number.parse() else { continue };
        if !places.contains(&(file, number)) {
            places.push((file, number));
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::{operations, report};
    use onrush_core::lower::Site;

    #[test]
    fn shows_the_lines_that_the_log_names() {
        let source = "#line 1 \"prelude.cuh\"\nint a;\n#line 1 \"chain\"\nint b;\nint c\nint d;\n";
        let log = "chain(3): error: expected a \";\"\n  int d;\n\n1 error detected.\n";
        let expected = "chain(3): error: expected a \";\"\n  int d;\n\n1 error detected.\n\nchain:\n     1 | int b;\n     2 | int c\n>    3 | int d;";
        assert_eq!(report(log, source), expected);
    }

    #[test]
    fn names_each_operation_once() {
        let site = |line, column| Site { file: "user.rs", line, column, message: "", index: false };
        assert_eq!(operations(&[]), "");
        let expected = "\n\nIts operations are at user.rs:3, user.rs:9.";
        assert_eq!(operations(&[site(3, 1), site(3, 7), site(9, 1)]), expected);
    }

    #[test]
    fn a_log_that_names_nothing_stands_alone() {
        assert_eq!(report("no such thing (see above)\n", "int a;"), "no such thing (see above)");
    }
}
