//! Names that people bring, on chains, vectors and segments: each works, or the first line of rustc's message says what to
//! write.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::sync::LazyLock;

use super::lists::{Names, kept, methods_in, rayon};
use super::refused::{Message, compile, root};
use super::signposts::rows;

/// The messages of the signposts for the library's own names.
const OWN: [&str; 6] = [
    "call it on the vector itself, or on its `.slice_mut(range)?`: a slice only reads",
    "mend the adaptor in front of this call, or write the bounds of a generic chain: `E: Repeatable + Indexed<Item = T>`",
    "`map` the items first: `.map(op!(…))`, to the type that this method needs",
    "write `.collect()?` first, or call the method of the vector itself",
    "write `.iter()` first: `x.iter().map(…)`, `x.iter().sum()`",
    "write it in front: `x.iter().map(…).segments(&offsets)`",
];

/// The public methods of the library's types.
static METHODS: LazyLock<BTreeMap<&str, Names>> = LazyLock::new(|| {
    fn visit(folder: &Path, methods: &mut BTreeMap<&str, Names>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                visit(&path, methods);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            for (owner, names) in methods.iter_mut() {
                let of_owner = |head: &str| head.split([' ', '<']).any(|word| word == *owner);
                names.extend(methods_in(&text, |head| {
                    head.starts_with("impl") && !head.contains(" for ") && of_owner(head)
                }));
            }
        }
    }
    let mut methods = RECEIVERS.into_iter().map(|(_, owner, _)| (owner, Names::new())).collect();
    visit(&root().join("core/src"), &mut methods);
    methods
});

/// The public methods of this type.
pub(crate) fn own(owner: &str) -> &'static Names {
    &METHODS[owner]
}

/// What the names are called on: the column of the table, the type, and its name.
const RECEIVERS: [(usize, &str, &str); 6] = [
    (0, "Chain", "Chain<onrush::expr::Slice<'_, f32>, Cpu>"),
    (1, "DeviceVec", "DeviceVec<f32, Cpu>"),
    (1, "DeviceSlice", "onrush::DeviceSlice<'_, f32, Cpu>"),
    (2, "Segments", "onrush::Segments<onrush::expr::Slice<'_, f32>, onrush::expr::Slice<'_, usize>, Cpu>"),
    (2, "Groups", "onrush::Groups<onrush::expr::Slice<'_, f32>, onrush::expr::Slice<'_, u32>, Cpu>"),
    (2, "Columns", "onrush::Columns<onrush::expr::Grid<onrush::expr::Slice<'_, f32>>, Cpu>"),
];

/// Calls each name, in a function of its own, and returns the first message about each, if there is one.
fn said(owner: &str, receiver: &str, names: &Names) -> BTreeMap<String, Option<Message>> {
    let mut program = "use onrush::prelude::*;\nfn main() {}\n".to_owned();
    for (name, arguments) in names {
        let arguments = vec!["()"; arguments.unwrap_or(0)].join(", ");
        writeln!(program, "fn f{name}(mut x: {receiver}) {{ let _ = x.{name}({arguments}); }}").unwrap();
    }
    let name = format!("names-of-{owner}-{}", names.len());
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.rs"));
    std::fs::write(&file, program).unwrap();
    let mut messages = compile(&name, &BTreeMap::from([(name.clone(), file)])).remove(&name).expect("a program");
    messages.retain(|message| message.is_error());
    let mut said: BTreeMap<String, Option<Message>> = names.keys().map(|name| (name.clone(), None)).collect();
    for message in messages.into_iter().rev() {
        // The first two lines have no calls.
        if let Some(name) = message.line().and_then(|line| names.keys().nth(line as usize - 3)) {
            said.insert(name.clone(), Some(message));
        }
    }
    said
}

#[test]
fn names_work_or_say_what_to_write() {
    let mut names = Names::new();
    for list in [rayon(), kept("vec"), kept("slice"), kept("iterator")] {
        names.extend(list);
    }
    let arguments = names.clone();
    for list in [kept("cccl"), kept("cupy"), own("Chain").clone(), own("DeviceVec").clone(), own("Segments").clone()] {
        names.extend(list.into_iter().filter(|(name, _)| !arguments.contains_key(name)));
    }
    let rows = rows();
    names.extend(
        rows.iter()
            .flat_map(|row| &row.names)
            .flat_map(|names| &names.names)
            .map(|name| (name.to_string(), None))
            .filter(|(name, _)| !arguments.contains_key(name)),
    );
    let mut wrong = Vec::new();
    for (column, owner, receiver) in RECEIVERS {
        let texts: BTreeSet<&str> = rows.iter().filter_map(|row| row.texts[column]).chain(OWN).collect();
        for (name, message) in said(owner, receiver, &names) {
            let Some(message) = message else { continue };
            let exists = ["E0308", "E0277", "E0282", "E0283", "E0133", "E0107", "E0271"].contains(&message.code());
            // rustc says which argument is missing. Where there is one too many, it shows the definition, in which a comment
            // says what to write.
            let arguments = message.code() == "E0061"
                && (!arguments.contains_key(&name)
                    || message.text().contains(" is missing")
                    || message.definition().contains("/*"));
            if !texts.contains(message.title()) && !exists && !arguments {
                wrong.push(format!("{owner}: {name}: {}", message.title()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} names say nothing\n{}", wrong.len(), wrong.join("\n"));
}

/// Where a method takes nothing and one of a longer name takes an operation, rustc shows the longer name in the
/// definition of the shorter one. Its help alone, to remove the argument, would change what the program means.
#[test]
fn an_argument_too_many_is_explained() {
    let mut silent = Vec::new();
    for (_, owner, receiver) in RECEIVERS {
        let own = own(owner);
        let longer =
            |name: &str| ["_by", "_by_key", "_if", "_with"].iter().any(|end| own.contains_key(&format!("{name}{end}")));
        let one_more =
            own.iter().filter(|(name, n)| **n == Some(0) && longer(name)).map(|(name, _)| (name.clone(), Some(1)));
        for (name, message) in said(owner, receiver, &one_more.collect()) {
            if !message.is_some_and(|message| message.definition().contains("/*")) {
                silent.push(format!("{owner}::{name}"));
            }
        }
    }
    assert!(silent.is_empty(), "the definitions of {silent:?} don't say which method takes one argument more");
}
