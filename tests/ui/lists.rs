//! The names that people bring, read off the things themselves: std's documentation, rayon's source, Thrust's and CUB's
//! headers. What a bare machine lacks is kept in `names/*.txt`, each with the version that it was read off.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::programs;
use super::refused::{project, root};

/// Names, each with its number of arguments besides the receiver if it is a method of Rust.
pub(crate) type Names = BTreeMap<String, Option<usize>>;

/// A function's name and its number of arguments without `self`, of a text that begins behind `fn `; nothing if it has no
/// `self`.
fn method(text: &str) -> Option<(String, usize)> {
    let name: String = text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let (mut depth, mut at_generics, mut arguments) = (0, true, vec![String::new()]);
    let mut before = ' ';
    for letter in text[name.len()..].chars() {
        let closes = matches!(letter, ')' | ']' | '}') || letter == '>' && before != '-';
        at_generics &= !(depth == 0 && letter == '(');
        depth -= i32::from(closes);
        if !at_generics && depth == 0 && closes {
            break;
        }
        match letter {
            ',' if depth == 1 && !at_generics => arguments.push(String::new()),
            _ if depth > 0 && !at_generics => arguments.last_mut()?.push(letter),
            _ => {}
        }
        depth += i32::from(matches!(letter, '(' | '[' | '{' | '<'));
        before = letter;
    }
    let arguments = arguments.iter().map(|argument| argument.split("/*").next().unwrap_or_default().trim());
    let arguments: Vec<_> = arguments.filter(|argument| !argument.is_empty()).collect();
    let receiver = arguments.first()?.split(':').next()?.trim_start_matches('&').trim();
    (receiver == "self" || receiver.ends_with(" self")).then(|| (name, arguments.len() - 1))
}

/// The methods in the blocks of formatted source whose first line has this beginning and ends in this way.
pub(crate) fn methods_in(text: &str, is_block: impl Fn(&str) -> bool) -> Names {
    let mut names = Names::new();
    let mut lines = text.lines();
    while let Some(first) = lines.next() {
        let mut head = first.to_owned();
        if !["impl", "pub trait ", "pub unsafe trait "].iter().any(|start| first.starts_with(start))
            || first.ends_with("{}")
        {
            continue;
        }
        while !head.ends_with('{') {
            head = format!("{head} {}", lines.next().expect("a block begins").trim());
        }
        let code = lines.by_ref().take_while(|line| *line != "}").filter(|line| !line.trim_start().starts_with("//"));
        let code = code.collect::<Vec<_>>().join("\n");
        if is_block(&head) {
            let begins = if head.starts_with("impl") { "\n    pub fn " } else { "\n    fn " };
            let code = format!("\n{code}");
            for (at, _) in code.match_indices(begins) {
                let (name, arguments) = match code[at..].split_once("fn ").and_then(|(_, text)| method(text)) {
                    Some(found) => found,
                    None => continue,
                };
                names.insert(name, Some(arguments));
            }
        }
    }
    names
}

/// A list that is kept: a version in the first line, then a name in each line, with its number of arguments if it is known.
pub(crate) fn kept(list: &str) -> Names {
    let text = std::fs::read_to_string(file(list)).unwrap_or_else(|error| panic!("{list}: {error}"));
    let words = text.lines().skip(1).map(|line| line.split_once(' ').unwrap_or((line, "")));
    words.map(|(name, arguments)| (name.to_owned(), arguments.parse().ok())).collect()
}

fn file(list: &str) -> PathBuf {
    root().join(format!("tests/ui/names/{list}.txt"))
}

/// Compares a list that is kept with its source, or writes it anew.
fn compare(list: &str, version: &str, names: &Names) {
    let line = |(name, arguments): (&String, &Option<usize>)| match arguments {
        Some(arguments) => format!("{name} {arguments}\n"),
        None => format!("{name}\n"),
    };
    let text = format!("# {version}\n{}", names.iter().map(line).collect::<String>());
    if std::env::var_os("ONRUSH_BLESS").is_some() {
        std::fs::write(file(list), &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(file(list)).unwrap_or_default(), text, "{}", file(list).display());
}

fn version_of(list: &str) -> String {
    let text = std::fs::read_to_string(file(list)).unwrap_or_default();
    text.lines().next().unwrap_or_default().trim_start_matches("# ").to_owned()
}

fn printed(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output().unwrap_or_else(|error| panic!("{program}: {error}"));
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// The stable methods on a page of std's documentation, without those of the traits that the type implements.
fn methods_on_page(page: &Path) -> Names {
    let text = std::fs::read_to_string(page).unwrap_or_else(|error| panic!("{}: {error}", page.display()));
    let own = text.split("id=\"trait-implementations\"").next().unwrap_or_default();
    let mut names = Names::new();
    for section in
        own.split("<section id=\"").filter(|section| section.starts_with("method.") || section.starts_with("tymethod."))
    {
        let Some((_, signature)) = section.split_once("class=\"code-header\">") else { continue };
        let (signature, description) = signature.split_once("</h4>").unwrap_or_default();
        let signature: String =
            signature.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text)).collect();
        let signature = signature.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
        if description.contains("nightly-only experimental") {
            continue;
        }
        if let Some((name, arguments)) = signature.split_once("fn ").and_then(|(_, text)| method(text)) {
            names.insert(name, Some(arguments));
        }
    }
    names
}

#[test]
fn the_list_of_std_is_that_of_its_documentation() {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let version = printed(&rustc, &["--version"]).split(' ').take(2).collect::<Vec<_>>().join(" ");
    let pages = PathBuf::from(printed(&rustc, &["--print", "sysroot"])).join("share/doc/rust/html/std");
    let bless = std::env::var_os("ONRUSH_BLESS").is_some();
    if !pages.exists() || !bless && version != version_of("iterator") {
        return println!("SKIPPED: the documentation of {} isn't installed", version_of("iterator"));
    }
    compare("iterator", &version, &methods_on_page(&pages.join("iter/trait.Iterator.html")));
    compare("slice", &version, &methods_on_page(&pages.join("primitive.slice.html")));
    compare("vec", &version, &methods_on_page(&pages.join("vec/struct.Vec.html")));
}

/// The methods of rayon's traits, in the source that the tests are built with.
pub(crate) fn rayon() -> Names {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    // Packages for other machines aren't downloaded.
    let machine = printed(&rustc, &["--print", "host-tuple"]);
    let cargo = std::env::var("CARGO").expect("Cargo runs the tests");
    // A project that depends on the library alone: other members of the workspace may need what isn't downloaded.
    let manifest = project("metadata", &programs()).join("Cargo.toml").display().to_string();
    let arguments =
        ["metadata", "--offline", "--format-version=1", "--filter-platform", &machine, "--manifest-path", &manifest];
    let metadata = printed(&cargo, &arguments);
    let metadata: serde_json::Value = serde_json::from_str(&metadata).expect("Cargo writes JSON");
    let package = metadata["packages"]
        .as_array()
        .expect("a list")
        .iter()
        .find(|package| package["name"] == "rayon")
        .expect("rayon");
    let source = Path::new(package["manifest_path"].as_str().expect("a path")).with_file_name("src");
    let mut names = Names::new();
    for file in ["iter/mod.rs", "slice/mod.rs"] {
        names.extend(methods_in(&std::fs::read_to_string(source.join(file)).unwrap(), |head| {
            head.starts_with("pub trait ")
        }));
    }
    names
}

/// CCCL's headers: those of the package that has NVRTC, or of `ONRUSH_CCCL`.
fn headers() -> Option<PathBuf> {
    let beside = |library: String| Path::new(&library).parent()?.parent().map(|folder| folder.join("include/cccl"));
    let of_nvrtc = std::env::var("ONRUSH_NVRTC").ok().and_then(beside);
    let folder = std::env::var_os("ONRUSH_CCCL").map(PathBuf::from).or(of_nvrtc)?;
    folder.join("thrust/version.h").exists().then_some(folder)
}

/// The algorithms of Thrust: functions with an execution policy; and of CUB: static functions of its `Device…` structs, written
/// as Rust writes names.
#[test]
fn the_list_of_cccl_is_that_of_its_headers() {
    let Some(folder) = headers() else {
        return println!("SKIPPED: CCCL's headers aren't installed; ONRUSH_CCCL names their folder");
    };
    let read =
        |path: &Path| std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let number = read(&folder.join("thrust/version.h"));
    let number = number.lines().find_map(|line| line.strip_prefix("#define THRUST_VERSION ")).unwrap_or_default();
    let number = number.split(' ').next().unwrap_or_default();
    if std::env::var_os("ONRUSH_BLESS").is_none() && version_of("cccl") != format!("CCCL {number}") {
        return println!(
            "SKIPPED: these are the headers of CCCL {number}, and the list is that of {}",
            version_of("cccl")
        );
    }
    let files = |folder: PathBuf| {
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file())
    };
    let mut names = BTreeSet::new();
    for file in files(folder.join("thrust")) {
        let text = read(&file);
        let policies = text.match_indices("const thrust::detail::execution_policy_base");
        let heads = policies.filter_map(|(at, _)| text[..at].trim_end().strip_suffix('('));
        names.extend(heads.map(|head| word_before(head, head.len())));
    }
    for file in files(folder.join("cub/device")) {
        let text = read(&file);
        for function in
            text.split("CUB_RUNTIME_FUNCTION").skip(1).filter(|text| text.trim_start().starts_with("static"))
        {
            let name = function.find('(').map(|at| word_before(function, at)).unwrap_or_default();
            // The names that begin with a capital letter are public; those of one word are keywords of Rust or say nothing.
            if name.starts_with(char::is_uppercase)
                && !name.ends_with("NoNVTX")
                && !["Batched", "Bulk", "Copy", "GetName", "If"].contains(&&*name)
            {
                names.insert(snake_case(&name));
            }
        }
    }
    let temporary = ["free", "get_per_device_resource", "get_temporary_buffer", "malloc", "return_temporary_buffer"];
    let names = names.into_iter().filter(|name| !name.is_empty() && !temporary.contains(&&**name));
    compare("cccl", &format!("CCCL {number}"), &names.map(|name| (name, None)).collect());
}

fn word_before(text: &str, at: usize) -> String {
    let word = text[..at].rsplit(|c: char| !c.is_alphanumeric() && c != '_').next();
    word.unwrap_or_default().to_owned()
}

fn snake_case(name: &str) -> String {
    name.chars().flat_map(|c| c.is_uppercase().then_some('_').into_iter().chain(c.to_lowercase())).skip(1).collect()
}
