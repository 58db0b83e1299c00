//! The environment variables of the library. A name that it doesn't know, and a value that says nothing, are named on standard error,
//! once.

use std::ffi::OsString;
use std::io::Write as _;
use std::sync::{Mutex, Once, PoisonError};

/// The values that a variable may hold.
#[derive(Debug, Clone, Copy)]
enum Values {
    /// One of these; the last one if it isn't set.
    OneOf(&'static [&'static str]),
    Number,
    Any,
}
use Values::{Any, Number, OneOf};

/// The variables.
const KNOWN: &[(&str, Values)] = &[
    ("ONRUSH_CACHE", Any),
    ("ONRUSH_CXX", Any),
    ("ONRUSH_DUMP", Any),
    ("ONRUSH_EMULATED_SANITIZE", Any),
    ("ONRUSH_EMULATED_SEED", Number),
    ("ONRUSH_KEEP", OneOf(&["0", "1"])),
    ("ONRUSH_NVRTC", Any),
    ("ONRUSH_SYNC", OneOf(&["1", "0"])),
    ("ONRUSH_VECTORS", OneOf(&["plain", "avx2", "avx512"])),
];
/// The variables of the library's own tests, which may be set wherever it runs.
const OF_TESTS: &[&str] = &[
    "ONRUSH_ARCH",
    "ONRUSH_BLESS",
    "ONRUSH_CCCL",
    "ONRUSH_HOSTILE_ALONE",
    "ONRUSH_LARGE",
    "ONRUSH_PANICS",
    "ONRUSH_SEED",
];
/// The start of the names of variables that make a test fail where something is missing.
const REQUIRED: &str = "ONRUSH_REQUIRE_";

/// The values that a variable may hold, if it is known.
fn known(name: &str) -> Option<Values> {
    KNOWN.iter().find(|(known, _)| *known == name).map(|(_, values)| *values)
}

/// Writes a message to standard error, unless the same was written before. Where nothing can be written, it is lost.
pub fn say(message: String) {
    static SAID: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let mut said = SAID.lock().unwrap_or_else(PoisonError::into_inner);
    if !said.contains(&message) {
        let _ = writeln!(std::io::stderr(), "onrush: {message}");
        said.push(message);
    }
}

/// Looks through the environment, once. Backends call it when they are made.
pub fn check() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let variables =
            std::env::vars_os().map(|(name, value)| [name, value].map(|text| text.to_string_lossy().into_owned()));
        variables.filter_map(|[name, value]| misunderstood(&name, &value)).for_each(say);
    });
}

/// The text that a variable holds; none if it isn't set.
pub fn text(name: &str) -> Option<OsString> {
    check();
    debug_assert!(known(name).is_some(), "{name} is one of the known variables");
    std::env::var_os(name)
}

/// The choice that a variable names; the last one if it isn't set or names none.
pub fn choice<T: Copy, const N: usize>(name: &str, choices: [(&str, T); N]) -> T {
    let value = text(name).unwrap_or_default();
    let same = |names: &[&str]| names.iter().eq(choices.iter().map(|(choice, _)| choice));
    debug_assert!(matches!(known(name), Some(OneOf(names)) if same(names)), "these are the values of {name}");
    choices.iter().find(|(choice, _)| value == *choice).unwrap_or(&choices[N - 1]).1
}

/// The number that a variable holds; `default` if it isn't set or holds none.
pub fn number(name: &str, default: u64) -> u64 {
    debug_assert!(matches!(known(name), Some(Number)), "{name} holds a number");
    text(name).and_then(|value| value.to_str()?.parse().ok()).unwrap_or(default)
}

/// The message about a variable of the environment whose name is of the library's kind but unknown, or whose value is unknown.
fn misunderstood(name: &str, value: &str) -> Option<String> {
    if !name.starts_with("ONRUSH_") || name.starts_with(REQUIRED) || OF_TESTS.contains(&name) {
        return None;
    }
    let Some(values) = known(name) else {
        let nearest = KNOWN.iter().map(|(known, _)| (distance(name, known), *known)).min()?;
        return Some(match nearest {
            (..=3, known) => format!("there is no variable {name}; {known} is one"),
            _ => format!("there is no variable {name}"),
        });
    };
    match values {
        _ if value.is_empty() => None,
        OneOf(names) if !names.contains(&value) => {
            let (all, last) = (names.join("`, `"), names.last()?);
            Some(format!("{name} is `{value}`, which is none of `{all}`; `{last}` is assumed"))
        }
        Number if value.parse::<u64>().is_err() => {
            Some(format!("{name} is `{value}`, which is no number; it is ignored"))
        }
        OneOf(_) | Number | Any => None,
    }
}

/// The number of letters that are to be changed, added or left out (V. Levenshtein, 1966).
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut before = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.bytes().enumerate() {
            let changed = before + usize::from(x != y);
            before = row[j + 1];
            row[j + 1] = changed.min(before + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::{distance, misunderstood};

    #[test]
    fn names_and_values_are_known_or_named() {
        let known = [
            ("ONRUSH_SYNC", "1"),
            ("ONRUSH_SYNC", ""),
            ("ONRUSH_EMULATED_SEED", "7"),
            ("ONRUSH_CACHE", "/tmp"),
            ("ONRUSH_VECTORS", "avx2"),
            ("ONRUSH_REQUIRE_GPU", "1"),
            ("ONRUSH_BLESS", "1"),
            ("RUSH_SYNC", "true"),
            ("HOME", "/"),
        ];
        for (name, value) in known {
            assert_eq!(misunderstood(name, value), None);
        }
        let said = |name, value| misunderstood(name, value).unwrap_or_default();
        assert_eq!(said("ONRUSH_SYNC", "true"), "ONRUSH_SYNC is `true`, which is none of `1`, `0`; `0` is assumed");
        assert_eq!(said("ONRUSH_KEEP", " 1"), "ONRUSH_KEEP is ` 1`, which is none of `0`, `1`; `1` is assumed");
        let seed = "ONRUSH_EMULATED_SEED is `seven`, which is no number; it is ignored";
        assert_eq!(said("ONRUSH_EMULATED_SEED", "seven"), seed);
        assert_eq!(said("ONRUSH_SNYC", "1"), "there is no variable ONRUSH_SNYC; ONRUSH_SYNC is one");
        assert_eq!(said("ONRUSH_PLANETS", ""), "there is no variable ONRUSH_PLANETS");
    }

    #[test]
    fn letters_are_counted() {
        assert_eq!(
            [("", ""), ("abc", "abc"), ("abc", ""), ("kitten", "sitting"), ("SNYC", "SYNC")]
                .map(|(a, b)| distance(a, b)),
            [0, 0, 3, 3, 2]
        );
    }
}
