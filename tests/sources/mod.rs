//! The repository's sources as text, for tests that compare lists with them.
#![allow(dead_code)] // Each of them uses a part.

use std::fs;
use std::path::{Path, PathBuf};

/// The files of a folder with this extension, without what Cargo makes.
pub(crate) fn files(folder: &Path, extension: &str, out: &mut Vec<PathBuf>) {
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

/// A public function that a file declares.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    /// What stands between `pub fn` and the body.
    pub(crate) signature: String,
}

impl Function {
    /// Whether it is a method that takes its value itself.
    pub(crate) fn takes_itself(&self) -> bool {
        self.signature.split_once('(').is_some_and(|(_, rest)| rest.trim_start().starts_with("self"))
    }
}

/// The public functions of a folder's Rust files, but for those that a macro names.
pub(crate) fn public_functions(folder: &Path) -> Vec<Function> {
    let mut paths = Vec::new();
    files(folder, "rs", &mut paths);
    let texts = paths.iter().map(|path| fs::read_to_string(path).expect("a source file is text"));
    let functions = texts.flat_map(|text| {
        let declared = text.split("pub fn ").skip(1).map(|function| {
            let name = function.split(['<', '(']).next().unwrap_or_default().to_owned();
            Function { name, signature: function.split(" {\n").next().unwrap_or_default().to_owned() }
        });
        declared.collect::<Vec<_>>()
    });
    functions.filter(|function| !function.name.starts_with('$')).collect()
}
