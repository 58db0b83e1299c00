//! Which rank has which items.

use std::ops::Range;

use onrush_core::shape::{Reduction, Tile};

/// The distribution of a vector over ranks. It follows from the length and the number of ranks alone, so that vectors of one length
/// are cut at the same places.
///
/// The cuts are multiples of a [unit](Distribution::unit): the least number of items that is whole chunks of a reduction of this
/// length, and whole tiles of a scan, of items of 4 bytes. With few units some ranks have none. Units are also whole tiles of items of 1, 2,
/// 8 and 16 bytes, and up to 2^23 items whole chunks of items of 8 and more bytes; a chunk or tile that lies on several ranks
/// costs one more round, which moves no more than that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Distribution {
    len: usize,
    ranks: usize,
    unit: usize,
}

const fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Distribution {
    /// The distribution of `len` items over `ranks` ranks.
    ///
    /// # Panics
    ///
    /// If there are no ranks.
    pub fn new(len: usize, ranks: usize) -> Self {
        assert!(ranks > 0, "a distribution over no ranks");
        let (chunk, tile) = (Reduction::new(len, 4).chunk, Tile::new(4).tile);
        Distribution { len, ranks, unit: chunk / gcd(chunk, tile) * tile }
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of items of which all cuts are multiples: 24576 for up to 2^25 items, and less than a thousandth of more.
    pub fn unit(&self) -> usize {
        self.unit
    }

    /// The positions of a rank's items.
    ///
    /// ```
    /// use onrush_cluster::Distribution;
    /// let of = Distribution::new(100_000, 3); // 5 units, of which the last is short
    /// assert_eq!([of.range(0), of.range(1), of.range(2)], [0..24_576, 24_576..73_728, 73_728..100_000]);
    /// ```
    pub fn range(&self, rank: usize) -> Range<usize> {
        let units = self.len.div_ceil(self.unit) as u128;
        let cut = |rank: usize| {
            let unit = units * rank as u128 / self.ranks as u128;
            usize::try_from(unit * self.unit as u128).map_or(self.len, |cut| cut.min(self.len))
        };
        cut(rank)..cut(rank + 1)
    }

    /// The positions of each rank's items.
    pub fn ranges(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        let this = *self;
        (0..this.ranks).map(move |rank| this.range(rank))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_cover_all_items_once_and_are_cut_at_chunks_and_tiles() {
        for len in
            [0, 1, 24_575, 24_576, 24_577, 1 << 20, (1 << 25) + 1, (1 << 28) + 12_345, 1 << 40, isize::MAX as usize]
        {
            for ranks in [1, 2, 3, 5, 8, 64] {
                let of = Distribution::new(len, ranks);
                let mut end = 0;
                for range in of.ranges() {
                    assert_eq!(range.start, end, "{len} items, {ranks} ranks");
                    assert!(range.start == len || range.start % Reduction::new(len, 4).chunk == 0);
                    assert!(range.start == len || range.start % Tile::new(4).tile == 0);
                    end = range.end;
                }
                assert_eq!(end, len);
                let most = of.ranges().map(|range| range.len()).max().unwrap_or(0);
                assert!(most <= len / ranks + of.unit(), "{most} of {len} items, {ranks} ranks");
            }
        }
    }
}
