//! Files as text, and errors in them by line and column.

use std::fmt;
use std::path::Path;

/// An error in a file, and its place.
#[derive(Debug, PartialEq)]
pub(crate) struct ReadError {
    /// The file as the user named it.
    pub(crate) file: String,
    /// The line and the column in characters, both counted from 1; `None` if the file couldn't be read at all.
    pub(crate) place: Option<(usize, usize)>,
    /// The error's description.
    pub(crate) message: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some((line, column)) => write!(f, "{}:{line}:{column}: {}", self.file, self.message),
            None => write!(f, "{}: {}", self.file, self.message),
        }
    }
}

impl std::error::Error for ReadError {}

/// A file's name and text.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) text: String,
}

impl Source {
    /// Reads a file of UTF-8 text.
    pub(crate) fn load(path: &Path) -> Result<Self, ReadError> {
        // Files that are shipped with the crate are named relative to its folder.
        let shown = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(path);
        let name = shown.display().to_string();
        let fail = |place, message| ReadError { file: name.clone(), place, message };
        let bytes = std::fs::read(path).map_err(|e| fail(None, e.to_string()))?;
        let text = String::from_utf8(bytes).map_err(|e| {
            let good = String::from_utf8_lossy(&e.as_bytes()[..e.utf8_error().valid_up_to()]);
            fail(Some(place(&good, good.len())), "this is not UTF-8 text".into())
        })?;
        let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
        Ok(Source { name, text })
    }

    /// The error `message` at a line and column.
    pub(crate) fn at(&self, place: (usize, usize), message: impl Into<String>) -> ReadError {
        ReadError { file: self.name.clone(), place: Some(place), message: message.into() }
    }

    /// The error `message` at a byte of the text.
    pub(crate) fn at_byte(&self, byte: usize, message: impl Into<String>) -> ReadError {
        self.at(place(&self.text, byte), message)
    }
}

/// The line and column of a byte.
fn place(text: &str, byte: usize) -> (usize, usize) {
    let before = &text[..byte];
    let start = before.rfind('\n').map_or(0, |i| i + 1);
    (before.matches('\n').count() + 1, before[start..].chars().count() + 1)
}

/// The words of a line, each with its column.
pub(crate) fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.split_whitespace().map(move |word| {
        let byte = word.as_ptr() as usize - line.as_ptr() as usize;
        (line[..byte].chars().count() + 1, word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters_from_one() {
        assert_eq!(place("", 0), (1, 1));
        assert_eq!(place("ab\nµß x", 8), (2, 4));
        assert_eq!(words(" µ  12\tx").collect::<Vec<_>>(), [(2, "µ"), (5, "12"), (8, "x")]);
    }

    #[test]
    fn what_is_not_text_has_a_place() {
        let path = std::env::temp_dir().join(format!("onrush-tour-{}.csv", std::process::id()));
        std::fs::write(&path, b"a,b\n1,\xff\n").unwrap();
        let error = Source::load(&path).unwrap_err();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(error.place, Some((2, 3)));
        assert!(Source::load(&path).unwrap_err().place.is_none());
    }
}
