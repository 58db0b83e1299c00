//! The places in a program that can fail: those of operations and the errors of inputs, by number, and the lines of a kernel
//! that the user has written.

use std::collections::HashMap;
use std::ops::Deref;

use onrush_core::error::Location;
use onrush_core::lower::{InputError, Site, TranslationUnit};
use onrush_core::{Error, ErrorKind};

/// The bits of a place in a kernel's text, above the line: that it is one, and that a message is reported, not an index.
pub(crate) const KERNEL_LINE: u32 = 1 << 30;
pub(crate) const KERNEL_MESSAGE: u32 = 1 << 29;

/// The places in a program that can fail.
#[derive(Debug)]
pub(crate) struct FailingPlaces {
    sites: Box<[Site]>,
    input_errors: Box<[InputError]>,
    kernel: Option<KernelText>,
}

/// The text of a kernel that the user has written.
#[derive(Debug)]
pub(crate) struct KernelText {
    /// The name of the text's file, for errors.
    pub(crate) file: String,
    pub(crate) text: String,
}

impl FailingPlaces {
    /// Those of a unit's text, and of the kernel that follows it.
    pub(crate) fn new(unit: &TranslationUnit, kernel: Option<KernelText>) -> Self {
        FailingPlaces { sites: unit.sites().into(), input_errors: unit.input_errors().into(), kernel }
    }

    /// The error of an input that has this number, if it is one.
    pub(super) fn input_error(&self, number: u64) -> Option<InputError> {
        let place = number.checked_sub(TranslationUnit::INPUT_ERRORS.into())?;
        self.input_errors.get(usize::try_from(place).ok()?).copied()
    }

    /// The error at a place in the kernel's text; `None` if the number means another place.
    pub(super) fn error_in_kernel(&self, [number, index, len]: [u64; 3]) -> Option<Error> {
        let number = u32::try_from(number).ok().filter(|number| number & !(KERNEL_LINE - 1) == KERNEL_LINE)?;
        let kernel = self.kernel.as_ref()?;
        let line = number & (KERNEL_MESSAGE - 1);
        let message = match number & KERNEL_MESSAGE {
            0 => format!("index out of bounds: the len is {len} but the index is {index}"),
            _ => kernel.message(index, line as usize),
        };
        let location = Location { file: kernel.file.clone(), line, column: 1 };
        Some(ErrorKind::Panic { message, location: Some(location) }.into())
    }
}

impl Deref for FailingPlaces {
    type Target = [Site];
    fn deref(&self) -> &[Site] {
        &self.sites
    }
}

impl KernelText {
    /// The message with this hash, or the line on which it stands if the text computes it.
    fn message(&self, hash: u64, line: usize) -> String {
        let known: HashMap<u64, String> =
            literals(&self.text).into_iter().map(|text| (message_hash(&text), text)).collect();
        known.get(&hash).cloned().unwrap_or_else(|| {
            self.text.lines().nth(line.saturating_sub(1)).unwrap_or("the kernel has panicked").trim().to_owned()
        })
    }
}

/// The hash by which kernels name their messages: that of words.cuh.
fn message_hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The string literals of a C++ text. Literals side by side are one.
fn literals(text: &str) -> Vec<String> {
    let (mut found, mut rest) = (Vec::<String>::new(), text);
    let mut continues = false;
    while let Some(first) = rest.chars().next() {
        let after = &rest[first.len_utf8()..];
        if rest.starts_with("//") {
            rest = rest.find('\n').map_or("", |at| &rest[at..]);
        } else if rest.starts_with("/*") {
            rest = after.find("*/").map_or("", |at| &after[at + 2..]);
        } else if first == '"' || first == '\'' {
            let (literal, behind) = quoted(after, first);
            rest = behind;
            if first == '"' {
                match found.last_mut().filter(|_| continues) {
                    Some(last) => last.push_str(&literal),
                    None => found.push(literal),
                }
            }
            continues = first == '"';
        } else {
            continues &= first.is_whitespace();
            rest = after;
        }
    }
    found
}

/// The characters up to the closing quote, and the text behind it.
fn quoted(text: &str, quote: char) -> (String, &str) {
    let (mut literal, mut chars) = (String::new(), text.char_indices());
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => match chars.next().map(|(_, c)| c) {
                Some('n') => literal.push('\n'),
                Some('t') => literal.push('\t'),
                Some(c) => literal.push(c),
                None => {}
            },
            c if c == quote || c == '\n' => return (literal, &text[at + c.len_utf8()..]),
            c => literal.push(c),
        }
    }
    (literal, "")
}

#[cfg(test)]
mod tests {
    use onrush_core::lower::TranslationUnit;

    use super::{FailingPlaces, KernelText, literals, message_hash};

    #[test]
    fn finds_literals() {
        let text = r#"a("one"); // "no"
            b('"', "two\n\"quoted\"" /* "no" */ " joined"); c("three" + "four");"#;
        assert_eq!(literals(text), ["one", "two\n\"quoted\" joined", "three", "four"]);
        assert_eq!(literals("\"open"), ["open"]);
        assert_eq!(literals("'"), [""; 0]);
    }

    #[test]
    fn names_the_line_and_the_message() {
        let text = "void k() {\n  PANIC(\"no luck\");\n  PANIC(MESSAGE);\n}".to_owned();
        let unit = TranslationUnit::new();
        let places = FailingPlaces::new(&unit, Some(KernelText { file: "k.cu".into(), text }));
        let error = |number, index, len| places.error_in_kernel([number, index, len]).map(|error| error.to_string());
        let message = (1 << 30) + (1 << 29);
        let expected = "an operation panicked at k.cu:2:1: no luck";
        assert_eq!(error(message + 2, message_hash("no luck"), 0).as_deref(), Some(expected));
        let unknown = "an operation panicked at k.cu:3:1: PANIC(MESSAGE);";
        assert_eq!(error(message + 3, 7, 0).as_deref(), Some(unknown));
        let index = "an operation panicked at k.cu:2:1: index out of bounds: the len is 4 but the index is 5";
        assert_eq!(error((1 << 30) + 2, 5, 4).as_deref(), Some(index));
        assert_eq!(error(2, 5, 4), None, "a place in an operation");
        assert_eq!(FailingPlaces::new(&unit, None).error_in_kernel([(1 << 30) + 2, 5, 4]), None);
    }
}
