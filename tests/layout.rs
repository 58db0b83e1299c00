//! An algorithm has one name in every folder, every list has every algorithm, and no file is too long.

mod facts;
mod signposts;
mod sources;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use sources::{Function, files, public_functions};

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
    let word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let behind = &text[at + name.len()..];
        !text[..at].ends_with(word) && (behind.starts_with('(') || behind.starts_with("::<"))
    })
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

/// The suite's programs, each a crate of its own.
const PROGRAMS: [&str; 4] = ["calls", "folds", "orders", "places"];

/// The suite's files are the algorithms' and those listed here, and no others.
#[test]
fn the_suite_has_a_file_per_algorithm_and_few_others() {
    let others = [
        "adaptors",
        "bins",
        "cancelling",
        "counted",
        "counted_into",
        "derived",
        "errors",
        "extents",
        "failures",
        "generic",
        "golden",
        "groups",
        "heavy",
        "host_memory",
        "in_place",
        "laziness",
        "mathematics",
        "random",
        "recordings",
        "sequences",
        "silence",
        "streams",
        "types",
        "vectors",
        "volumes",
    ];
    let others = others.into_iter().chain(PROGRAMS).map(str::to_owned);
    let expected: BTreeSet<String> = algorithms().into_iter().chain(others).collect();
    assert_eq!(names("tests/conformance"), expected);
}

/// Every public function and method in a request's file must be listed as a terminal of the algorithm; those in its folder, and
/// the derived ones that run something, as a terminal of some algorithm.
#[test]
fn the_facts_list_every_terminal() {
    for facts in facts::ALL {
        let text = text(&format!("core/src/algo/{}.rs", facts.name));
        let functions = text.split("pub fn ").skip(1).filter_map(|rest| rest.split(['<', '(']).next());
        let missing: Vec<_> = functions.filter(|name| !facts.terminals.contains(name)).collect();
        assert!(missing.is_empty(), "src/facts.rs has no terminals {missing:?} of {}", facts.name);
    }
    let mut found = Vec::new();
    files(&root().join("core/src/algo"), "rs", &mut found);
    files(&root().join("core/src/derived"), "rs", &mut found);
    let mut missing = BTreeSet::new();
    for text in found.iter().map(|path| fs::read_to_string(path).expect("a source file is text")) {
        for function in text.split("pub fn ").skip(1) {
            let signature = function.split(" {\n").next().unwrap_or_default();
            let name = function.split(['<', '(']).next().unwrap_or_default();
            let listed = facts::ALL.iter().any(|facts| facts.terminals.contains(&name));
            let runs = signature.contains("-> Result<") || signature.contains("-> Pending<");
            if runs && !name.starts_with('$') && !listed {
                missing.insert(name.to_owned());
            }
        }
    }
    assert!(found.len() > 40 && missing.is_empty(), "src/facts.rs has no terminals {missing:?}");
}

/// In lists that are written by hand, because each entry is another call, every algorithm must have a terminal.
#[test]
fn no_list_forgets_an_algorithm() {
    let suite: String = PROGRAMS.iter().map(|program| text(&format!("tests/conformance/{program}.rs"))).collect();
    let (types, errors) = (text("tests/conformance/types.rs"), text("tests/conformance/errors.rs"));
    let (memory, past_32_bits) = (text("tests/memory.rs"), text("backend-cuda/tests/gpu/large.rs"));
    for facts in facts::ALL {
        let listed = |text: &str| facts.terminals.iter().any(|terminal| calls(text, terminal));
        let module = format!("mod {};\n", facts.name);
        assert!(suite.contains(&module), "no program of tests/conformance has {}: {PROGRAMS:?}", facts.name);
        assert!(
            listed(&types),
            "tests/conformance/types.rs calls no terminal of {}: {:?}",
            facts.name,
            facts.terminals
        );
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

/// The adaptors' lists are those of the methods that make a chain of a chain.
#[test]
fn no_list_forgets_an_adaptor() {
    let makes_a_chain = |function: &Function| function.takes_itself() && function.signature.contains("-> Chain<");
    let adaptors = public_functions(&root().join("core/src")).into_iter().filter(makes_a_chain);
    let adaptors: BTreeMap<_, _> =
        adaptors.map(|adaptor| (adaptor.name, adaptor.signature.contains("Repeatable"))).collect();
    assert!(adaptors.len() > 30, "{adaptors:?}");
    let readme = text("README.md");
    let listed = readme.split("adaptors are").nth(1).and_then(|rest| rest.split("; the sources").next());
    let listed: BTreeSet<_> = listed.expect("the list").split([' ', ',', '`', '\n']).collect();
    let lazy = text("tests/conformance/laziness.rs").replace("::<", "(");
    let mut refused = String::new();
    for name in names("tests/hostile/refused").iter().filter(|name| name.starts_with("effects")) {
        refused += &text(&format!("tests/hostile/refused/{name}.rs")).replace("::<", "(");
    }
    let lists = |name: &str, asks_again: bool| {
        [
            ("README.md", listed.contains(name)),
            ("`building_runs_nothing` in tests/conformance/laziness.rs", calls(&lazy, name)),
            ("tests/hostile/refused/effects_in_adaptors.rs", !asks_again || calls(&refused, name)),
        ]
    };
    let missing = adaptors.iter().flat_map(|(name, asks_again)| {
        let without = lists(name, *asks_again).into_iter().filter(|(_, has)| !has);
        without.map(move |(list, _)| format!("{list} lacks the adaptor {name}"))
    });
    let missing: Vec<_> = missing.collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
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

/// The README's rows of times: how they begin, and the rows of a record for the peer and for onrush.
const TIMES: [(&str, [&str; 2]); 10] = [
    ("sum of `f32`s | 0", ["xeon rayon,reduce,f32,16777216,sum", "xeon onrush,reduce,f32,16777216,sum"]),
    ("saxpy", ["xeon rayon,transform,f32,16777216,saxpy", "xeon onrush,transform,f32,16777216,saxpy"]),
    ("copy of", ["xeon rayon,memcpy,f32,16777216,par_chunks", "xeon onrush,memcpy,f32,16777216,copy_from"]),
    (
        "the smaller half of random `u32`s, in a new vector | 3",
        ["xeon rayon,copy_if,u32,16777216,half", "xeon onrush,copy_if,u32,16777216,half"],
    ),
    ("sort of random `u32`s (", ["xeon rayon,sort,u32,16777216,unstable", "xeon onrush,sort,u32,16777216,"]),
    ("sum of `f32`s | 2", ["h200 thrust,reduce,f32,268435456,sum", "h200 onrush,reduce,f32,268435456,sum"]),
    (
        "inclusive scan",
        ["h200 thrust,inclusive_scan,f32,268435456,sum", "h200 onrush,inclusive_scan,f32,268435456,sum"],
    ),
    (
        "the smaller half of random `u32`s, in a new vector | 7",
        ["h200 thrust,copy_if,u32,268435456,half", "h200 onrush,copy_if,u32,268435456,half"],
    ),
    (
        "sums of `f32`s by",
        [
            "h200 thrust,reduce_by_key,u32/f32,268435456,run_length_10",
            "h200 onrush,reduce_by_key,u32/f32,268435456,run_length_10",
        ],
    ),
    ("sort of random `u32`s |", ["h200 thrust,sort,u32,268435456,radix", "h200 onrush,sort,u32,268435456,radix"]),
];

/// Whether a cell, such as `0.95 ms`, is a number rounded to the cell's digits.
fn rounds(cell: &str, number: f64) -> bool {
    let (digits, unit) = cell.trim().split_once(' ').unwrap_or_else(|| panic!("`{cell}` has a unit"));
    let decimals = digits.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let factor = if unit == "µs" { 1e3 } else { 1.0 };
    format!("{:.decimals$}", number * factor) == digits
}

#[test]
fn the_readme_quotes_the_records() {
    let readme = text("README.md");
    let records = [("xeon", 1.0, "xeon-2026-11-23.csv"), ("h200", 1e-3, "h200-2026-11-22.csv")];
    let milliseconds = |row: &str| {
        let (name, row) = row.split_once(' ').expect("a record");
        let (_, unit, file) = records.iter().find(|record| record.0 == name).expect("a known record");
        let record = text(&format!("benches/record/{file}"));
        let time = record.lines().find_map(|line| line.strip_prefix(row)?.strip_prefix(',')?.split(',').next());
        unit * time.unwrap_or_else(|| panic!("{file} has no row {row}")).parse::<f64>().expect("a time")
    };
    for (begin, rows) in TIMES {
        let line = readme.lines().find(|line| line.starts_with(&format!("| {begin}")));
        let cells: Vec<_> = line.unwrap_or_else(|| panic!("README.md has no row {begin}")).split('|').collect();
        let [peer, onrush] = rows.map(milliseconds);
        assert!(rounds(cells[2], peer) && rounds(cells[3], onrush), "{begin}: {peer} ms and {onrush} ms");
        assert!(rounds(cells[4], peer / onrush), "{begin}: {}", peer / onrush);
    }
}

/// The geometric mean of the loop's time over the library's in a record of terminals, of these threads and items.
fn gain(record: &str, threads: &str, n: u64) -> Option<f64> {
    let mut lines = record.lines().filter(|line| !line.starts_with('#'));
    let column = |head: &str, name: &str| head.split(',').position(|column| column == name).expect("a column");
    let head = lines.next()?;
    let [host, ours] = ["loop", "onrush"].map(|lib| column(head, &format!("{lib}_{threads}")));
    let gains = lines.map(|line| line.split(',').collect::<Vec<_>>()).filter(|row| row[2] == n.to_string());
    let gains = gains.filter_map(|row| Some(row[host].parse::<f64>().ok()? / row[ours].parse::<f64>().ok()?));
    let logarithms: Vec<f64> = gains.map(f64::ln).collect();
    (!logarithms.is_empty()).then(|| (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp())
}

#[test]
fn the_readme_quotes_the_gains_of_terminals() {
    let (readme, record) = (text("README.md"), text("benches/record/xeon-terminals-2026-11-26.csv"));
    for (begin, threads) in [("one thread", "1"), ("two threads", "2"), ("16 threads", "16")] {
        let line = readme.lines().find(|line| line.starts_with(&format!("| {begin} |"))).expect("a row");
        let cells: Vec<_> = line.split('|').skip(2).map(str::trim).collect();
        for (cell, log2) in cells.iter().zip([6, 10, 14, 18, 22]) {
            let gain = gain(&record, threads, 1 << log2).map_or(String::new(), |gain| format!("{gain:.1} ×"));
            assert_eq!(*cell, gain, "{begin}, 2^{log2}");
        }
    }
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
    files(&root().join("src"), "rs", &mut found);
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
    let mut look = |place: &'static str, items: BTreeSet<&'static str>, names: Vec<&'static str>| {
        let of_items = aliases.iter().filter(|(name, _)| items.contains(name)).flat_map(|(_, aliases)| aliases);
        let known: BTreeSet<&str> = items.iter().chain(of_items).copied().collect();
        missing.extend(names.into_iter().filter(|name| !known.contains(name)).map(|name| (place, name)));
    };
    for facts in facts::ALL {
        look(facts.name, facts.terminals.iter().copied().collect(), facts.peers.into_iter().flat_map(quoted).collect());
    }
    for row in signposts::rows() {
        let of_thrust = row.names.into_iter().filter(|names| names.from.contains(&"thrust"));
        look(row.name, row.items.into_iter().collect(), of_thrust.flat_map(|names| names.names).collect());
    }
    assert!(
        missing.is_empty(),
        "no item has these names of src/facts.rs and core/src/signposts as a `doc(alias)`: {missing:?}"
    );
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

/// A feature of the facade that one member of the workspace asks for is everybody's when all are built together, and nobody's when one
/// is tested alone: whoever does both would build the facade and all its tests twice each time.
#[test]
fn no_member_asks_for_features_of_the_facade() {
    let mut found = Vec::new();
    files(root(), "toml", &mut found);
    let manifests: Vec<_> = found.into_iter().filter(|path| path.ends_with("Cargo.toml")).collect();
    assert!(manifests.len() >= 8, "{manifests:?}");
    for path in manifests {
        let text = fs::read_to_string(&path).expect("a manifest is text");
        // A package with a workspace of its own is no member.
        if path.parent() != Some(root()) && text.lines().any(|line| line == "[workspace]") {
            continue;
        }
        let asks = text.lines().find(|line| line.starts_with("onrush = ") && line.contains("features"));
        assert_eq!(asks, None, "{}", path.display());
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

/// The terminals of algorithms whose calls return early say so, or the ends of their calls do.
#[test]
fn early_returns_are_documented() {
    let says = |text: &str| text.contains("On a GPU the call may return before its work is done");
    assert!(says(&text("core/src/pending.rs")));
    for facts in facts::ALL.iter().filter(|facts| !facts.waits()) {
        let path = format!("core/src/algo/{}.rs", facts.name);
        let text = text(&path);
        let says = says(&text) || text.contains("-> Pending<");
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

/// A vector's memory is exchanged by one function, which asks whether it may be: in a recording the elements would be lost.
#[test]
fn vectors_exchange_their_memory_in_one_place() {
    let mut found = Vec::new();
    ["core/src", "src"].into_iter().for_each(|folder| files(&root().join(folder), "rs", &mut found));
    let exchanges = |path: &Path| {
        let text = fs::read_to_string(path).expect("a text");
        let of_vectors = text.contains("for DeviceVec<T") || text.contains("DeviceVec<T, B> {");
        of_vectors && text.lines().any(|line| line.contains("*self = ") && !line.contains("//"))
    };
    let others: Vec<_> = found.iter().filter(|path| exchanges(path)).collect();
    assert!(others.is_empty(), "`recording::exchange` does this: {others:?}");
    assert!(text("core/src/vec/capacity.rs").contains("*vec = other"));
}

/// Each variable that a source, a script or a page of the repository names is one that the library knows.
#[test]
fn the_library_knows_its_variables() {
    let known = text("core/src/variables.rs");
    let (known, _) = known.split_once("#[cfg(test)]").expect("the file has tests");
    let (mut paths, mut unknown) = (Vec::new(), BTreeSet::new());
    files(root(), "rs", &mut paths);
    files(root(), "md", &mut paths);
    paths.extend(fs::read_dir(root().join(".ci")).expect("the scripts").map(|entry| entry.expect("an entry").path()));
    for path in paths.iter().filter(|path| !path.ends_with("tests/sync.rs") && !path.ends_with("core/src/variables.rs"))
    {
        let text = fs::read_to_string(path).unwrap_or_default();
        for rest in text.split("ONRUSH_").skip(1) {
            let name: String = rest.chars().take_while(|c| c.is_ascii_uppercase() || *c == '_').collect();
            // The prefix alone, names that are required, and a macro of device code.
            let is_known = name.is_empty() || name.starts_with("REQUIRE_") || name == "EMULATED";
            if !is_known && !known.contains(&format!("\"ONRUSH_{name}\"")) {
                unknown.insert(name);
            }
        }
    }
    assert!(paths.len() > 500, "{}", paths.len());
    assert!(unknown.is_empty(), "core/src/variables.rs doesn't know {unknown:?}");
}

/// The fuzzer that follows the macros' coverage compiles their modules once more, by a list of its own.
#[test]
fn the_fuzzer_of_the_macros_has_all_their_modules() {
    let (macros, list) = (text("macros/src/lib.rs"), text("fuzz/cover/src/main.rs"));
    let modules: Vec<_> = macros.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';')).collect();
    assert!(modules.len() > 20, "{modules:?}");
    let missing: Vec<_> = modules.iter().filter(|m| **m != "tests" && !list.contains(&format!("    {m} \""))).collect();
    assert!(missing.is_empty(), "fuzz/cover/src/main.rs lacks {missing:?}");
}
