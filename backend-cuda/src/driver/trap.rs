//! The words in which a kernel reports that an operation in it has failed: `report_trap` of the prelude.

use onrush_core::error::Location;
use onrush_core::{Error, ErrorKind};

use super::FailingPlaces;

/// The place's number plus one, or 0; then, if an index was out of bounds, the index and the length, and, if it was the
/// position of an item, the item's index. An [`InputError`](onrush_core::lower::InputError) says what its numbers mean.
pub(super) type Words = [u64; 4];

/// The error that the words report, if any.
pub(super) fn error(words: Words, places: Option<&FailingPlaces>) -> Option<Error> {
    let [code, index, length, item] = words;
    let number = code.checked_sub(1)?;
    let len = length as usize;
    if let Some(error) = places.and_then(|places| places.input_error(number)) {
        return Some(error.error([index, length, item]));
    }
    if let Some(error) = places.and_then(|places| places.error_in_kernel([number, index, length])) {
        return Some(error);
    }
    let site = usize::try_from(number).ok().and_then(|number| places?.get(number));
    let location = site.map(|s| Location { file: s.file.to_owned(), line: s.line, column: s.column });
    let message = match site {
        Some(site) if site.index => {
            site.message.replace("{len}", &len.to_string()).replace("{index}", &index.to_string())
        }
        Some(site) => site.message.to_owned(),
        None => format!("place {number} of the program"),
    };
    Some(ErrorKind::Panic { message, location }.into())
}

#[cfg(test)]
mod tests {
    use super::error;
    use crate::driver::FailingPlaces;
    use onrush_core::lower::{InputError, Site, TranslationUnit};

    const SITES: [Site; 3] = [
        Site { file: "a.rs", line: 3, column: 5, message: "attempt to divide by zero", index: false },
        Site { file: "a.rs", line: 4, column: 9, message: "index {index} of {len}", index: true },
        Site { file: "a.rs", line: 5, column: 1, message: "key out of bounds", index: false },
    ];

    #[test]
    fn names_the_users_line() {
        let mut unit = TranslationUnit::new();
        for site in SITES {
            unit.site(site);
        }
        let length = unit.can_fail_at(InputError::length("segments"));
        let position = unit.can_fail_at(InputError::position::<u64>("permute"));
        assert_eq!(unit.can_fail_at(InputError::length("segments")), length, "one error has one number");
        let places = FailingPlaces::new(&unit, None);
        assert_eq!(error([0; 4], Some(&places)), None);
        let text = |words| error(words, Some(&places)).map(|e| e.to_string()).unwrap_or_default();
        assert_eq!(text([1, 0, 0, 0]), "an operation panicked at a.rs:3:5: attempt to divide by zero");
        let index = "an operation panicked at a.rs:4:9: index 8 of 7";
        assert_eq!(text([2, 8, 7, 0]), index);
        let own = "an operation panicked at a.rs:5:1: key out of bounds";
        assert_eq!(text([3, 0, 0, 0]), own, "a message of the user's own stays");
        assert_eq!(text([u64::from(position) + 1, 8, 7, 5]), "permute: 8 is out of range for length 7, at item 5");
        assert_eq!(text([4, 0, 0, 0]), "an operation panicked: place 3 of the program");
    }
}
