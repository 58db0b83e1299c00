//! Programs that rustc refuses, compiled all at once, with what it says of each.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The repository's folder.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Whether this rustc is the one whose messages the tests expect.
pub(crate) fn is_the_expected_compiler() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output().expect("there is a compiler").stdout;
    let version = String::from_utf8_lossy(&version);
    if version.starts_with(super::COMPILER) {
        return true;
    }
    let why = format!("the messages are those of {}x, and this is {version}", super::COMPILER);
    assert!(std::env::var_os("ONRUSH_REQUIRE_UI").is_none(), "{why}");
    println!("SKIPPED: {why}");
    false
}

/// The width for which rustc formats its messages, whichever terminal there is: it shortens types that are longer.
const WIDTH: &str = "--diagnostic-width=140";

/// Writes a project that has copies of these programs, by folder and name, into Cargo's target folder.
///
/// rustc names closures by the path that Cargo gives it, which is relative to the project, and shortens types by their length:
/// the messages of programs elsewhere would depend on the repository's path.
pub(crate) fn project(name: &str, programs: &BTreeMap<String, PathBuf>) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut manifest =
        format!("[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n[dependencies]\n");
    for (name, place) in [("onrush", "."), ("onrush-core", "core"), ("onrush-cuda", "backend-cuda")] {
        manifest += &format!("{name}.path = {:?}\n", root().join(place));
    }
    for (name, file) in programs {
        let copy = in_project(file);
        manifest += &format!("[[bin]]\nname = {name:?}\npath = {copy:?}\n");
        let text = std::fs::read(file).unwrap();
        let copy = folder.join(copy);
        // Cargo compiles what is newer than its result.
        if std::fs::read(&copy).ok().as_ref() != Some(&text) {
            std::fs::create_dir_all(copy.parent().expect("a folder of programs")).unwrap();
            std::fs::write(copy, text).unwrap();
        }
    }
    std::fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    // The test was built with these versions, so that they are there without a network.
    std::fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    folder
}

/// `cargo check` of a project of a stranger's. All projects have one target folder, in which the library is checked once.
pub(crate) fn check(project: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").expect("Cargo runs the tests"));
    command
        .current_dir(project)
        .args(["check", "--offline", "--quiet", "--target-dir"])
        .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("refused"))
        .env("RUSTFLAGS", WIDTH)
        // What rustc would keep for the next time is half a gigabyte.
        .env("CARGO_INCREMENTAL", "0");
    command
}

/// What rustc says of the programs of these names and files.
pub(crate) fn compile(name: &str, programs: &BTreeMap<String, PathBuf>) -> BTreeMap<String, Vec<Message>> {
    let output = check(&project(name, programs))
        .args(["--bins", "--keep-going", "--message-format=json"])
        .output()
        .expect("Cargo runs");
    let mut messages: BTreeMap<_, _> = programs.keys().map(|name| (name.clone(), Vec::new())).collect();
    for line in String::from_utf8(output.stdout).expect("Cargo writes text").lines() {
        let mut report: Value = serde_json::from_str(line).expect("Cargo writes JSON");
        if report["reason"] != "compiler-message" {
            continue;
        }
        let said = report["message"].take();
        let target = report["target"]["name"].as_str().expect("a target has a name");
        let list = messages.get_mut(target).unwrap_or_else(|| panic!("{}", said["rendered"]));
        list.push(Message { said, file: programs[target].clone() });
    }
    let compiled = output.status.success() || messages.values().any(|list| !list.is_empty());
    assert!(compiled, "{}", String::from_utf8_lossy(&output.stderr));
    messages
}

/// The path of a program's copy in its project: the last folder and the name.
fn in_project(file: &Path) -> PathBuf {
    let folder = file.parent().and_then(Path::file_name).expect("a program lies in a folder");
    Path::new(folder).join(file.file_name().expect("a program has a name"))
}

/// A message of rustc in its JSON, and the program that it is about.
pub(crate) struct Message {
    said: Value,
    file: PathBuf,
}

impl Message {
    pub(crate) fn is_error(&self) -> bool {
        self.said["level"] == "error"
    }

    /// The first line, without the level.
    pub(crate) fn title(&self) -> &str {
        self.said["message"].as_str().expect("a message is a text")
    }

    /// The lines at which rustc shows that a function of this workspace is defined.
    pub(crate) fn definition(&self) -> String {
        let children = self.said["children"].as_array().into_iter().flatten();
        let definition = children.filter(|child| child["message"].as_str().is_some_and(|text| DEFINED.contains(&text)));
        let spans = definition.flat_map(|child| child["spans"].as_array().into_iter().flatten());
        spans.filter_map(|span| span["text"][0]["text"].as_str()).map(str::trim).collect::<Vec<_>>().join(" … ")
    }

    /// The number of the error, such as `E0277`.
    pub(crate) fn code(&self) -> &str {
        self.said["code"]["code"].as_str().unwrap_or_default()
    }

    /// The line of the program that the message is about.
    pub(crate) fn line(&self) -> Option<u64> {
        self.places(&self.said).first().and_then(|place| place["line_start"].as_u64())
    }

    /// The lines that rustc prints.
    pub(crate) fn lines(&self) -> usize {
        self.said["rendered"].as_str().expect("a message is a text").trim().lines().count()
    }

    /// What the user reads, without what depends on the version of rustc or of a dependency, or on the components that are
    /// installed: pictures of lines, places in other crates, and lists of implementations.
    pub(crate) fn text(&self) -> String {
        let code = self.said["code"]["code"].as_str().map_or(String::new(), |code| format!("[{code}]"));
        let title = self.title();
        if self.places(&self.said).is_empty() && self.said["code"].is_null() && !title.starts_with("cannot find") {
            return String::new(); // a summary: "aborting due to 2 previous errors"
        }
        let mut text = format!("{}{code}: {title}\n", self.said["level"].as_str().unwrap_or_default());
        for place in self.places(&self.said) {
            text += &format!("  {}", quoted(place));
            text += &place["label"].as_str().map_or("\n".to_owned(), |label| format!(" {label}\n"));
        }
        for child in self.said["children"].as_array().into_iter().flatten() {
            let (level, message) =
                (child["level"].as_str().unwrap_or_default(), child["message"].as_str().unwrap_or_default());
            if DEFINED.contains(&message) {
                text += &format!("  = {level}: {message}: `{}`\n", self.definition());
            }
            let elsewhere = !child["spans"].as_array().is_none_or(Vec::is_empty) && self.places(child).is_empty();
            if elsewhere || BOOKKEEPING.iter().any(|start| message.starts_with(start)) {
                continue;
            }
            text += &format!("  = {level}: {message}\n");
            for place in self.places(child) {
                match (place["suggested_replacement"].as_str(), place["label"].as_str()) {
                    (Some(new), _) => text += &format!("      {} => `{new}`\n", quoted(place)),
                    (None, label) => text += &format!("      {} {}\n", quoted(place), label.unwrap_or_default()),
                }
            }
        }
        text.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
    }

    /// The places of a part of the message in the program, what it is about first.
    fn places<'a>(&self, part: &'a Value) -> Vec<&'a Value> {
        let mut places: Vec<&Value> =
            part["spans"].as_array().into_iter().flatten().filter_map(|span| self.place(span)).collect();
        places.sort_by_key(|place| place["is_primary"] != true);
        places
    }

    /// A place in the program: itself, or where the program calls the macro whose text has the place.
    fn place<'a>(&self, mut span: &'a Value) -> Option<&'a Value> {
        while !self.file.ends_with(span["file_name"].as_str()?) {
            span = span.get("expansion")?.get("span")?;
        }
        Some(span)
    }
}

/// What rustc says where it shows a definition.
const DEFINED: [&str; 2] = ["function defined here", "method defined here"];

/// Beginnings of what rustc adds from its tables of implementations and lints.
const BOOKKEEPING: [&str; 7] = [
    "the following other types implement trait",
    "the following types implement trait",
    "the trait `",
    "required for ",
    "the full name for the type has been written to",
    "consider using `--verbose`",
    "`#[",
];

/// A place's line, column and code.
fn quoted(place: &Value) -> String {
    let number = |field: &str| place[field].as_u64().unwrap_or_default() as usize;
    let line = &place["text"][0];
    let code: Vec<char> = line["text"].as_str().unwrap_or_default().chars().collect();
    let ends_here = number("line_end") == number("line_start");
    let end = if ends_here { number("column_end").saturating_sub(1) } else { code.len() };
    let code: String = code[(number("column_start") - 1).min(end)..end].iter().collect();
    format!("{}:{} `{code}{}`", number("line_start"), number("column_start"), if ends_here { "" } else { " …" })
}
