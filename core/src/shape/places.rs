//! The shape of reductions by place.

use super::{MAX_CHUNKS, WARP, WARPS};

/// Bytes of the largest target whose places are reduced in [`Places`]. An item counts as 4 bytes at least.
pub const PLACES_BYTES: usize = 16 << 10;
/// Bytes of the values of a set in several classes, at most.
pub const CLASSES_BYTES: usize = 3 << 10;
/// Bytes of the values of a chunk's sets, at most.
pub const SETS_BYTES: usize = 48 << 10;
/// A set's number of slots is a multiple of this.
pub const SET_SLOTS: usize = 8 * WARP;

/// So few slots are combined with their places in turn, whatever the target.
pub const TURNS: usize = 1 << 10;
/// The most slots that are combined in turn: one thread combines them all if they have the same place.
pub const MOST_TURNS: usize = 1 << 14;

/// Whether items are combined with their places in turn, in the order of their slots: if there are at most four slots for each place,
/// whose tables would cost more than they save, up to [`MOST_TURNS`], and up to [`TURNS`] for any target.
#[inline]
pub const fn in_turn(slots: usize, places: usize) -> bool {
    slots <= TURNS || (slots <= MOST_TURNS && slots.div_ceil(4) <= places)
}

/// The shape of a reduction by place into a small target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Places {
    /// The number of classes, a power of two: slot `i` of a set is in class `i mod classes`.
    pub classes: usize,
    /// Consecutive slots of a set.
    pub set: usize,
    /// Consecutive sets of a chunk.
    pub sets: usize,
    /// The number of chunks.
    pub chunks: usize,
}

impl Places {
    /// The shape for `slots` slots of items of `size` bytes and a target of `places` items; none if the target is larger than
    /// [`PLACES_BYTES`]. If the operator doesn't commute, there is one class.
    pub const fn new(slots: usize, places: usize, size: usize, commutative: bool) -> Option<Self> {
        let bytes = places.saturating_mul(if size < 4 { 4 } else { size });
        if bytes > PLACES_BYTES {
            return None;
        }
        let mut classes = 1;
        while commutative && classes < WARP && 2 * classes * bytes <= CLASSES_BYTES {
            classes *= 2;
        }
        let sets = match SETS_BYTES.checked_div(classes * bytes) {
            Some(fit) if fit < WARPS => fit,
            _ => WARPS,
        };
        // Each set's values are cleared and combined once, which costs little if a set has several slots per value.
        let (fair, least) = (slots.div_ceil(MAX_CHUNKS / 2 * sets), 4 * places * classes);
        let set = if fair > least { fair } else { least };
        let set = if set == 0 { SET_SLOTS } else { set.next_multiple_of(SET_SLOTS) };
        Some(Places { classes, set, sets, chunks: slots.div_ceil(set * sets) })
    }

    /// The number of consecutive chunks in each of a place's [`WARP`] runs of chunks.
    pub const fn per_run(&self) -> usize {
        self.chunks.div_ceil(WARP)
    }
}

#[cfg(test)]
mod tests {
    use super::{Places, SETS_BYTES, in_turn};

    #[test]
    fn few_slots_come_in_turn() {
        for (most, places) in
            [(1024, 0), (1024, 1), (1024, 256), (1028, 257), (16_380, 4095), (16_384, 4096), (16_384, 1 << 32)]
        {
            assert!(in_turn(0, places) && in_turn(most, places) && !in_turn(most + 1, places), "{places} places");
        }
    }

    #[test]
    fn shapes_fit() {
        let shape = |slots, places, size| Places::new(slots, places, size, true);
        assert_eq!(shape(1 << 27, 16, 4), Some(Places { classes: 32, set: 5632, sets: 12, chunks: 1986 }));
        assert_eq!(shape(1 << 27, 1000, 4), Some(Places { classes: 1, set: 5632, sets: 12, chunks: 1986 }));
        assert_eq!(shape(0, 0, 4), Some(Places { classes: 32, set: 256, sets: 12, chunks: 0 }));
        assert_eq!(shape(1, 4097, 4), None);
        assert_eq!(shape(1, usize::MAX, 4), None);
        for (places, size) in [(1, 16 << 10), (1, 1), (4096, 1), (4096, 4), (768, 4), (769, 4), (100, 24), (3, 3000)] {
            for slots in [0, 1, 100_000, usize::MAX / 4] {
                let shape = shape(slots, places, size).unwrap();
                assert!(shape.classes.is_power_of_two() && shape.classes <= 32 && (1..=12).contains(&shape.sets));
                assert!(places * shape.classes * size.max(4) * shape.sets <= SETS_BYTES);
                assert!(shape.chunks <= 2048);
            }
        }
    }
}
