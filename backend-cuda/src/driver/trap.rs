//! The words in which a kernel reports that an operation in it has failed: `report_trap` of the prelude.

use onrush_core::error::Location;
use onrush_core::lower::Site;
use onrush_core::{Error, ErrorKind};

use super::Places;

/// The place's number plus one, or 0; then, if an index was out of bounds, the index and the length, and, if it was the
/// position of an item, the item's index.
pub(super) type Words = [u64; 4];

/// The site of a position beyond the output of a scatter.
pub(crate) const SCATTER: u32 = u32::MAX - 2;
/// The site of a number beyond the bins of a histogram.
pub(crate) const HISTOGRAM: u32 = u32::MAX - 3;
/// The same sites of positions with a sign.
pub(crate) const SCATTER_SIGNED: u32 = u32::MAX - 5;
pub(crate) const HISTOGRAM_SIGNED: u32 = u32::MAX - 6;
/// The sites of an offset of segments that exceeds the length, without and with a sign.
pub(crate) const SEGMENTS: u32 = u32::MAX - 7;
pub(crate) const SEGMENTS_SIGNED: u32 = u32::MAX - 8;
/// The site of an offset of segments that is less than the one before it: it reports the one before, and the offset.
pub(crate) const SEGMENTS_REVERSED: u32 = u32::MAX - 9;
/// The sites of a position beyond the output of a scatter with a reduction, without a sign and with one.
pub(crate) const SCATTER_REDUCE: u32 = u32::MAX - 10;
pub(crate) const SCATTER_REDUCE_SIGNED: u32 = u32::MAX - 11;
/// The site of segments that don't cover a chain: it reports their items, and the chain's.
pub(crate) const SEGMENTS_LENGTH: u32 = u32::MAX - 12;
/// The sites of a number beyond the buckets of a partition, without a sign and with one.
pub(crate) const PARTITION_BY: u32 = u32::MAX - 13;
pub(crate) const PARTITION_BY_SIGNED: u32 = u32::MAX - 14;
/// The sites of adaptors and algorithms, as opposed to operations, and whether positions have a sign there.
const RESERVED: [(u32, &str, bool); 12] = [
    (Site::PERMUTE, "permute", false),
    (SCATTER, "scatter", false),
    (HISTOGRAM, "histogram", false),
    (Site::PERMUTE_SIGNED, "permute", true),
    (SCATTER_SIGNED, "scatter", true),
    (HISTOGRAM_SIGNED, "histogram", true),
    (SEGMENTS, "segments", false),
    (SEGMENTS_SIGNED, "segments", true),
    (SCATTER_REDUCE, "scatter_reduce", false),
    (SCATTER_REDUCE_SIGNED, "scatter_reduce", true),
    (PARTITION_BY, "partition_by", false),
    (PARTITION_BY_SIGNED, "partition_by", true),
];

/// The error that the words report, if any.
pub(super) fn error(words: Words, places: Option<&Places>) -> Option<Error> {
    let [code, index, length, item] = words;
    let number = code.checked_sub(1)?;
    let len = length as usize;
    if let Some((_, what, signed)) = RESERVED.iter().find(|(reserved, ..)| u64::from(*reserved) == number) {
        let index = if *signed { i128::from(index as i64) } else { i128::from(index) };
        let item = (*what != "segments").then_some(item as usize);
        return Some(ErrorKind::OutOfRange { what, index, len, item }.into());
    }
    if number == u64::from(SEGMENTS_REVERSED) {
        return Some(ErrorKind::ReversedRange { what: "segments", start: index as usize, end: len }.into());
    }
    if number == u64::from(SEGMENTS_LENGTH) {
        return Some(ErrorKind::LengthMismatch { what: "segments", left: index as usize, right: len }.into());
    }
    if let Some(error) = places.and_then(|places| places.error_in_kernel([number, index, length])) {
        return Some(error);
    }
    let site = usize::try_from(number).ok().and_then(|number| places?.get(number));
    let location = site.map(|s| Location { file: s.file.to_owned(), line: s.line, column: s.column });
    let message = match site {
        Some(site) if site.index => format!("index out of bounds: the len is {len} but the index is {index}"),
        Some(site) => site.message.to_owned(),
        None => format!("place {number} of the program"),
    };
    Some(ErrorKind::Panic { message, location }.into())
}

#[cfg(test)]
mod tests {
    use super::error;
    use crate::driver::Places;
    use onrush_core::lower::Site;

    const SITES: &[Site] = &[
        Site { file: "a.rs", line: 3, column: 5, message: "attempt to divide by zero", index: false },
        Site { file: "a.rs", line: 4, column: 9, message: "index out of bounds", index: true },
        Site { file: "a.rs", line: 5, column: 1, message: "key out of bounds", index: false },
    ];

    #[test]
    fn names_the_users_line() {
        let places = Places::new(SITES, None);
        assert_eq!(error([0; 4], Some(&places)), None);
        let text = |words| error(words, Some(&places)).map(|e| e.to_string()).unwrap_or_default();
        assert_eq!(text([1, 0, 0, 0]), "an operation panicked at a.rs:3:5: attempt to divide by zero");
        let index = "an operation panicked at a.rs:4:9: index out of bounds: the len is 7 but the index is 8";
        assert_eq!(text([2, 8, 7, 0]), index);
        let own = "an operation panicked at a.rs:5:1: key out of bounds";
        assert_eq!(text([3, 0, 0, 0]), own, "a message of the user's own stays");
        assert_eq!(text([0xffff_ffff, 8, 7, 5]), "permute: 8 is out of range for length 7, at item 5");
        assert_eq!(text([0xffff_fffc, !1, 7, 0]), "permute: -2 is out of range for length 7, at item 0");
        assert_eq!(text([0xffff_fff9, 8, 7, 5]), "segments: 8 is out of range for length 7", "an offset has no item");
        let large = "histogram: 18446744073709551614 is out of range for length 7, at item 1";
        assert_eq!(text([0xffff_fffd, !1, 7, 1]), large, "a position without a sign");
    }
}
