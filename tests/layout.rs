//! An algorithm has one name in every folder, every list has every algorithm, and no file is too long.

mod facts;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The names of a folder's files and subfolders, without `.rs`.
fn names(folder: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(root().join(folder)).unwrap_or_else(|e| panic!("{folder}: {e}"));
    let paths = entries.map(|entry| entry.expect("an entry can be read").path());
    let name = |path: PathBuf| path.file_stem().and_then(|name| name.to_str()).map(str::to_owned);
    paths.filter(|p| p.is_dir() || p.extension().is_some_and(|e| e == "rs")).filter_map(name).collect()
}

fn algorithms() -> BTreeSet<String> {
    let mut names = names("core/src/algo");
    assert!(names.remove("mod"), "core/src/algo has a mod.rs");
    names
}

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// Whether a text calls a function or method of this name.
fn calls(text: &str, name: &str) -> bool {
    let called = format!("{name}(");
    let word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(&called).any(|(at, _)| !text[..at].ends_with(word))
}

/// The text of a public function, up to the next one; empty if there is none.
fn function<'a>(text: &'a str, name: &str) -> &'a str {
    let Some(at) = text.find(&format!("pub(crate) fn {name}<")) else { return "" };
    let end = text[at + 1..].find("\npub(crate) fn ").map_or(text.len(), |end| at + 1 + end);
    &text[at..end]
}

#[test]
fn every_algorithm_has_its_name_in_every_place() {
    let algorithms = algorithms();
    assert!(algorithms.len() >= 13, "{algorithms:?}");
    let facts: BTreeSet<_> = facts::ALL.iter().map(|facts| facts.name.to_owned()).collect();
    assert_eq!(facts, algorithms, "src/facts.rs and core/src/algo");
    // A sort by comparator belongs to `sort`, and has a separate kernel.
    for folder in ["backend-cpu/src", "backend-cuda/src", "tests/conformance"] {
        let missing: Vec<_> = algorithms.difference(&names(folder)).cloned().collect();
        assert!(missing.is_empty(), "{folder} has no files or folders named {missing:?}");
    }
}

/// The suite's files are the algorithms' and those listed here, and no others.
#[test]
fn the_suite_has_a_file_per_algorithm_and_few_others() {
    let others = [
        "adaptors", "bins", "compare", "contract", "derived", "errors", "failures", "generic", "golden", "groups",
        "heavy", "in_place", "inputs", "laziness", "main", "oracle", "random", "silence", "streams", "vectors",
        "volumes",
    ];
    let expected: BTreeSet<String> = algorithms().into_iter().chain(others.map(str::to_owned)).collect();
    assert_eq!(names("tests/conformance"), expected);
}

/// Every public function and method in a request's file must be listed as a terminal of the algorithm.
#[test]
fn the_facts_list_every_terminal() {
    for facts in facts::ALL {
        let text = text(&format!("core/src/algo/{}.rs", facts.name));
        let functions = text.split("pub fn ").skip(1).filter_map(|rest| rest.split(['<', '(']).next());
        let missing: Vec<_> = functions.filter(|name| !facts.terminals.contains(name)).collect();
        assert!(missing.is_empty(), "src/facts.rs has no terminals {missing:?} of {}", facts.name);
    }
}

/// In lists that are written by hand, because each entry is another call, every algorithm must have a terminal.
#[test]
fn no_list_forgets_an_algorithm() {
    let (suite, errors) = (text("tests/conformance/main.rs"), text("tests/conformance/errors.rs"));
    let (memory, past_32_bits) = (text("tests/memory.rs"), text("backend-cuda/tests/gpu/large.rs"));
    for facts in facts::ALL {
        let listed = |text: &str| facts.terminals.iter().any(|terminal| calls(text, terminal));
        assert!(suite.contains(&format!("mod {};\n", facts.name)), "tests/conformance/main.rs has no {}", facts.name);
        // The other algorithms are measured by a case in tests/programs.
        assert!(
            !facts.takes_its_size_once_more() || listed(&memory),
            "tests/memory.rs calls no terminal of {}: {:?}",
            facts.name,
            facts.terminals
        );
        // The case is in the algorithm's file, or in the list that most algorithms share.
        let own = text(&format!("tests/conformance/{}.rs", facts.name));
        for (case, list, shared) in [
            ("device_mismatch", "`device_mismatch` in errors.rs", function(&errors, "device_mismatch")),
            ("panics", "`panics_in_every_algorithm` in errors.rs", function(&errors, "panics_in_every_algorithm")),
            ("large_past_32_bits", "backend-cuda/tests/gpu/large.rs", &past_32_bits),
        ] {
            assert!(
                listed(function(&own, case)) || listed(shared),
                "neither `{case}` in tests/conformance/{}.rs nor {list} calls any of {:?}",
                facts.name,
                facts.terminals
            );
        }
        assert!(!function(&own, "large").is_empty(), "tests/conformance/{}.rs has no case `large`", facts.name);
        for sanitizers in ["kernels", "host"] {
            let marked = own.lines().any(|line| line.starts_with("// Sanitized: ") && line.contains(sanitizers));
            assert!(marked, "no case in tests/conformance/{}.rs is `// Sanitized: {sanitizers}`", facts.name);
        }
    }
}

#[test]
fn the_readme_lists_every_algorithm() {
    let readme = text("README.md");
    let rows: BTreeSet<String> =
        readme.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).map(str::to_owned).collect();
    assert_eq!(rows, algorithms());
}

#[test]
fn the_readme_lists_every_numbered_example() {
    let readme = text("README.md");
    let numbered = names("examples").into_iter().filter(|name| name.starts_with(|c: char| c.is_ascii_digit()));
    let missing: Vec<_> =
        numbered.filter(|name| !readme.contains(&format!("| [`{name}`](examples/{name}.rs) |"))).collect();
    assert!(missing.is_empty(), "README.md doesn't list {missing:?}");
}

/// The names between backquotes in a cell of the facts' table, and the parts of paths, without those of std's modules.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    let names = cell.split('`').skip(1).step_by(2).flat_map(|name| name.split("::"));
    names.filter(|name| !["thrust", "slice", "Vec"].contains(name))
}

/// A search in the documentation for a name in another library must find the terminal or adaptor that does the same.
#[test]
fn the_names_of_other_libraries_are_aliases() {
    let mut found = Vec::new();
    files(&root().join("core/src"), "rs", &mut found);
    let texts: Vec<_> = found.iter().map(|path| fs::read_to_string(path).expect("a source file is text")).collect();
    // The functions' names with the attributes in front of each.
    let aliases: Vec<(&str, Vec<&str>)> = texts
        .iter()
        .flat_map(|text| {
            text.match_indices("    fn ").chain(text.match_indices("pub fn ")).map(move |(at, _)| (text, at))
        })
        .map(|(text, at)| {
            let word = |c: char| !c.is_alphanumeric() && c != '_';
            let name = text[at..].split("fn ").nth(1).and_then(|rest| rest.split(word).next()).unwrap_or_default();
            let attributes = text[..at]
                .lines()
                .rev()
                .take_while(|line| !line.contains("///"))
                .filter(|line| line.contains("doc(alias"));
            (name, attributes.flat_map(|line| line.split('"').skip(1).step_by(2)).collect())
        })
        .collect();
    let mut missing = Vec::new();
    for facts in facts::ALL {
        // The terminals, and the items that the table for Thrust's users links to.
        let counterparts = facts.thrust.iter().flat_map(|row| row[1].split("](crate::").skip(1));
        let counterparts = counterparts.filter_map(|link| link.split([')', '(']).next()?.rsplit("::").next());
        let items: BTreeSet<_> = facts.terminals.iter().copied().chain(counterparts).collect();
        let of_items = aliases.iter().filter(|(name, _)| items.contains(name)).flat_map(|(_, aliases)| aliases);
        let known: BTreeSet<&str> = items.iter().chain(of_items).copied().collect();
        let names = facts.thrust.iter().map(|row| row[0]).chain(facts.peers).flat_map(quoted);
        missing.extend(names.filter(|name| !known.contains(name)).map(|name| (facts.name, name)));
    }
    assert!(missing.is_empty(), "no terminal has these names of src/facts.rs as a `doc(alias)`: {missing:?}");
}

/// The files of the repository with this extension.
fn files(folder: &Path, extension: &str, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.expect("an entry can be read").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            files(&path, extension, out);
        } else if path.extension().is_some_and(|e| e == extension) {
            out.push(path);
        }
    }
}

#[test]
fn no_file_is_long() {
    for (extension, ceiling) in [("rs", 500), ("cuh", 300)] {
        let mut found = Vec::new();
        files(root(), extension, &mut found);
        assert!(found.len() > 5, "{found:?}");
        for path in found {
            let lines = fs::read_to_string(&path).expect("a source file is text").lines().count();
            assert!(lines <= ceiling, "{} has {lines} lines; split it by subject", path.display());
        }
    }
}

/// Every file's name must describe its contents.
#[test]
fn no_file_is_named_after_nothing() {
    let mut found = Vec::new();
    files(root(), "rs", &mut found);
    for path in found {
        let stem = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        let empty = ["base", "common", "helper", "helpers", "misc", "util", "utils"].contains(&stem);
        assert!(!empty && !stem.ends_with("_impl"), "the name of {} doesn't describe its contents", path.display());
    }
}

/// The guide and rustc's message for an unknown method list the methods of the primitive types.
#[test]
fn methods_are_listed() {
    let operators = "add sub mul div rem neg not bitand bitor bitxor shl shr eq ne lt le gt ge";
    let (guide, message) = (text("src/guide/operations.rs"), text("core/src/offers.rs"));
    let lists: Vec<&str> = message.lines().filter(|line| line.contains(" have ")).collect();
    for method in onrush_core::scalars::METHODS.iter().copied().flatten() {
        let name = method.name;
        if operators.split(' ').any(|operator| name.trim_end_matches("_assign") == operator) {
            continue;
        }
        assert!(guide.contains(&format!("`{name}`")), "src/guide/operations.rs lacks `{name}`");
        let listed = lists.iter().any(|list| list.split([' ', ';', '"']).any(|word| word == name));
        let maker = name.starts_with("from") || ["cast_from", "zero", "one"].contains(&name);
        assert!(listed || maker, "core/src/offers.rs lacks {name}");
    }
}

/// The terminals of algorithms whose calls return early say so.
#[test]
fn early_returns_are_documented() {
    for facts in facts::ALL.iter().filter(|facts| !facts.waits()) {
        let path = format!("core/src/algo/{}.rs", facts.name);
        let says = text(&path).contains("On a GPU the call may return before its work is done");
        assert!(says, "{path} doesn't say that its calls return early");
    }
}

/// The files of device text meet in one program, so a struct's name belongs to one of them.
#[test]
fn a_struct_of_device_text_has_a_name_of_its_own() {
    let mut found = Vec::new();
    files(&root().join("core/device"), "cuh", &mut found);
    files(&root().join("backend-cuda/kernels"), "cuh", &mut found);
    let mut owners = BTreeMap::new();
    for path in found.iter().filter(|path| path.parent().is_some_and(|folder| !folder.ends_with("emulated"))) {
        let text = fs::read_to_string(path).expect("a text");
        // A declaration ends in `;`, and a specialisation has arguments.
        for line in text.lines().filter_map(|line| line.strip_prefix("struct ")) {
            let (name, rest) = line.split_at(line.find(|c: char| !c.is_alphanumeric()).unwrap_or(line.len()));
            if !rest.starts_with(['<', ';', '(']) {
                let other = owners.insert(name.to_owned(), path);
                assert_eq!(other, None, "{name} is declared in {}, too", path.display());
            }
        }
    }
    assert!(owners.len() > 100, "{} structs", owners.len());
}
