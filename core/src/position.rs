//! Integers as positions.

use crate::error::ErrorKind;
use crate::operator::Integer;

mod sealed {
    pub trait Sealed {}
}

/// An integer that says where an item lies: the positions of [`permute`](crate::Chain::permute) and
/// [`scatter`](crate::Chain::scatter), and the bins of [`histogram`](crate::Chain::histogram).
///
/// Every integer type will do. A position is compared with the length where it is used, so other types than `usize` take
/// no pass of their own. One that is negative or too large gives [`OutOfRange`](ErrorKind::OutOfRange).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a position",
    label = "not an integer",
    note = "positions are integers of any width; `map` the items to these first: `.map(op!(|v: f32| v as u32))`"
)]
pub trait Position: Integer + sealed::Sealed {
    /// Whether the type has negative values.
    const SIGNED: bool;
    /// The largest value as an index.
    const MOST: usize;
    /// The position of this index, which is at most [`MOST`](Position::MOST).
    fn from_index(index: usize) -> Self;
    /// The position as an index: 2^63 or more for a negative one.
    fn index(self) -> usize;
    /// The number of items, of `len`, that the type has positions for.
    #[inline(always)]
    fn within(len: usize) -> usize {
        len.min(Self::MOST.saturating_add(1))
    }
    /// The position as it is.
    fn given(self) -> i128;
    /// The error that says that the position isn't below `len`; `item` is the index of the item that has it.
    fn out_of_range(self, what: &'static str, len: usize, item: Option<usize>) -> ErrorKind {
        ErrorKind::OutOfRange { what, index: self.given(), len, item }
    }
}

macro_rules! positions {
    ($($t:ty)*) => {$(
        impl sealed::Sealed for $t {}
        impl Position for $t {
            #[allow(unused_comparisons)]
            const SIGNED: bool = <$t>::MIN < 0;
            const MOST: usize = <$t>::MAX as usize;
            #[inline(always)]
            fn from_index(index: usize) -> Self {
                index as $t
            }
            #[inline(always)]
            fn index(self) -> usize {
                // The sign is extended. No vector has 2^63 items.
                self as usize
            }
            #[inline(always)]
            fn given(self) -> i128 {
                self as i128
            }
        }
    )*};
}
positions! { i8 i16 i32 i64 isize u8 u16 u32 u64 usize }

#[cfg(test)]
mod tests {
    use super::Position;

    #[test]
    fn negative_positions_are_beyond_every_length() {
        assert_eq!((<i8 as Position>::SIGNED, <u64 as Position>::SIGNED), (true, false));
        assert_eq!(Position::index(-1i8), usize::MAX);
        assert_eq!(Position::index(i32::MIN), (1 << 63) + ((1 << 63) - (1usize << 31)));
        assert_eq!(Position::index(200u8), 200);
        let within = [i8::within(900), u8::within(900), i64::within(usize::MAX), u64::within(usize::MAX)];
        assert_eq!(within, [128, 256, 1 << 63, usize::MAX]);
        assert_eq!((Position::given(-7i64), Position::given(u64::MAX)), (-7, (1 << 64) - 1));
    }
}
