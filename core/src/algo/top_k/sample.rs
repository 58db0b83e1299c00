//! The sample by which backends choose the items that they keep.

use super::TopK;

impl<E, K, V> TopK<E, K, V> {
    /// The slot of item `number` of a sample of `size` items out of `slots`, at least as many: one at a pseudo-random
    /// place in each of `size` equal parts. The larger the number, the larger is the slot.
    ///
    /// Backends choose by a sample which items they keep. Samples decide on the time that a call takes, not on its result.
    pub fn sampled(number: usize, size: usize, slots: usize) -> usize {
        let (part, number) = (slots / size, number as u64);
        let mut z = (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z ^= z >> 27;
        number as usize * part + (z % part as u64) as usize
    }

    /// For the first `k` of `slots` items and a sample of `size`: the rank of the item in the sorted sample up to which all
    /// items are kept, and the number of items for which there must be room. Fewer than `k` items or more than fit are
    /// kept about once in a hundred million calls. `None` if the sample would leave out less than half of the items.
    pub fn bounds(k: usize, slots: usize, size: usize) -> Option<(usize, usize)> {
        if size == 0 || slots < 2 * size {
            return None;
        }
        let part = slots as f64 / size as f64;
        // The numbers of sampled items below the k-th item, and of items below a sampled one, are nearly Poisson
        // distributed. The margins are six standard deviations, and more for small numbers.
        let expected = k as f64 / part;
        let rank = (expected + 6.0 * expected.sqrt() + 4.0).ceil();
        let room = ((rank + 6.0 * rank.sqrt() + 11.0) * part).ceil();
        (rank < size as f64 && room <= slots as f64 / 2.0).then_some((rank as usize, (room as usize).max(k)))
    }
}
