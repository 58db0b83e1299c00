//! The words in which a kernel reports that an operation in it has failed: `report_trap` of the prelude.

use onrush_core::error::Location;
use onrush_core::lower::Site;
use onrush_core::{Error, ErrorKind};

/// The place's number plus one, or 0; then, if an index was out of bounds, the index and the length.
pub(super) type Words = [u64; 3];

/// The sites of algorithms, as opposed to operations.
const RESERVED: &[(u64, &str)] = &[(0xffff_fffe, "permute"), (0xffff_fffd, "scatter"), (0xffff_fffc, "histogram")];

/// The error that the words report, if any.
pub(super) fn error(words: Words, sites: &[Site]) -> Option<Error> {
    let [code, index, length] = words;
    let number = code.checked_sub(1)?;
    let (index, len) = (index as usize, length as usize);
    if let Some((_, what)) = RESERVED.iter().find(|(reserved, _)| *reserved == number) {
        return Some(ErrorKind::OutOfRange { what, index, len }.into());
    }
    let site = usize::try_from(number).ok().and_then(|number| sites.get(number));
    let location = site.map(|s| Location { file: s.file.to_owned(), line: s.line, column: s.column });
    // Only an index that is out of bounds has a length, or an index other than 0.
    let message = match site.map(|s| s.message) {
        Some(message) if !message.contains("out of bounds") => message.to_owned(),
        None if len == 0 && index == 0 => format!("place {number} of the program"),
        _ => format!("index out of bounds: the len is {len} but the index is {index}"),
    };
    Some(ErrorKind::Panic { message, location }.into())
}

#[cfg(test)]
mod tests {
    use super::error;
    use onrush_core::lower::Site;

    const SITES: &[Site] = &[
        Site { file: "a.rs", line: 3, column: 5, message: "attempt to divide by zero" },
        Site { file: "a.rs", line: 4, column: 9, message: "index out of bounds" },
    ];

    #[test]
    fn names_the_users_line() {
        assert_eq!(error([0, 0, 0], SITES), None);
        let text = |words| error(words, SITES).map(|e| e.to_string()).unwrap_or_default();
        assert_eq!(text([1, 0, 0]), "an operation panicked at a.rs:3:5: attempt to divide by zero");
        let index = "an operation panicked at a.rs:4:9: index out of bounds: the len is 7 but the index is 8";
        assert_eq!(text([2, 8, 7]), index);
        assert_eq!(text([0xffff_ffff, 8, 7]), "permute: 8 is out of range for length 7");
    }
}
