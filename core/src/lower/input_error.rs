use crate::error::{Error, ErrorKind};
use crate::position::Position;

/// What a kernel or an adaptor may find wrong with its inputs, as opposed to an operation that fails at a
/// [`Site`](super::Site). [`can_fail_at`](super::TranslationUnit::can_fail_at) numbers it for the device, which reports that
/// number with up to three others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InputError {
    what: &'static str,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Position { signed: bool },
    Offset { signed: bool },
    Reversed,
    Length,
    Order,
}

impl InputError {
    /// An item's position of type `P` isn't below the length. The device reports the position, the length and the item's index.
    pub fn position<P: Position>(what: &'static str) -> Self {
        InputError { what, kind: Kind::Position { signed: P::SIGNED } }
    }

    /// An offset of type `P` exceeds the length. The device reports both.
    pub fn offset<P: Position>(what: &'static str) -> Self {
        InputError { what, kind: Kind::Offset { signed: P::SIGNED } }
    }

    /// An offset is less than the one before it. The device reports the one before, and the offset.
    pub fn reversed(what: &'static str) -> Self {
        InputError { what, kind: Kind::Reversed }
    }

    /// Two lengths differ. The device reports both.
    pub fn length(what: &'static str) -> Self {
        InputError { what, kind: Kind::Length }
    }

    /// An item isn't at least the one before it. The device reports its position.
    pub fn order(what: &'static str) -> Self {
        InputError { what, kind: Kind::Order }
    }

    /// The error, with the numbers that the device reports.
    pub fn error(self, [first, second, item]: [u64; 3]) -> Error {
        let InputError { what, kind } = self;
        let (left, right) = (first as usize, second as usize);
        let index = |signed| if signed { i128::from(first as i64) } else { i128::from(first) };
        let kind = match kind {
            Kind::Position { signed } => {
                ErrorKind::OutOfRange { what, index: index(signed), len: right, item: Some(item as usize) }
            }
            Kind::Offset { signed } => ErrorKind::OutOfRange { what, index: index(signed), len: right, item: None },
            Kind::Reversed => ErrorKind::ReversedRange { what, start: left, end: right },
            Kind::Length => ErrorKind::LengthMismatch { what, left, right },
            Kind::Order => ErrorKind::NotSorted { what, position: left },
        };
        kind.into()
    }
}

#[cfg(test)]
mod tests {
    use super::InputError;

    #[test]
    fn names_what_is_wrong() {
        let text = |error: InputError, numbers| error.error(numbers).to_string();
        let position = InputError::position::<u64>("permute");
        assert_eq!(text(position, [8, 7, 5]), "permute: 8 is out of range for length 7, at item 5");
        let large = "histogram: 18446744073709551614 is out of range for length 7, at item 1";
        assert_eq!(text(InputError::position::<u64>("histogram"), [!1, 7, 1]), large, "a position without a sign");
        let signed = InputError::position::<i32>("permute");
        assert_eq!(text(signed, [!1, 7, 0]), "permute: -2 is out of range for length 7, at item 0");
        let offset = InputError::offset::<i64>("segments");
        assert_eq!(text(offset, [8, 7, 5]), "segments: 8 is out of range for length 7", "an offset has no item");
        let edges = "histogram_ranges: the edges aren't sorted: the one at position 3 isn't at least the one before it";
        assert_eq!(text(InputError::order("histogram_ranges"), [3, 0, 0]), edges);
        assert_eq!(text(offset, [!0, 7, 0]), "segments: -1 is out of range for length 7");
    }
}
