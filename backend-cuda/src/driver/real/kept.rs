//! Small memory that was given back to a stream, kept for its next allocations: the driver's pool takes microseconds to
//! give out again what was given back before the work that uses it was done, and a stream's order makes that safe here.

/// The sizes that are kept: powers of two, as their logarithms. What the driver's pool gives out is no smaller.
const SIZES: std::ops::RangeInclusive<u32> = 9..=20;
/// A stream keeps at most so many bytes.
const MOST: usize = 32 << 20;

/// A size that is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Size(u32);

impl Size {
    /// The least that holds so many bytes; none where they are too many to be kept.
    pub(super) fn of(bytes: usize) -> Option<Self> {
        let log2 = bytes.checked_next_power_of_two()?.ilog2().max(*SIZES.start());
        SIZES.contains(&log2).then_some(Size(log2))
    }

    pub(super) fn bytes(self) -> usize {
        1 << self.0
    }

    fn list(self) -> usize {
        (self.0 - SIZES.start()) as usize
    }
}

/// Addresses by their sizes.
#[derive(Debug, Default)]
pub(super) struct Kept {
    lists: [Vec<u64>; (*SIZES.end() - *SIZES.start() + 1) as usize],
    bytes: usize,
}

impl Kept {
    /// Memory of this size, if some is kept.
    pub(super) fn take(&mut self, size: Size) -> Option<u64> {
        let address = self.lists[size.list()].pop()?;
        self.bytes -= size.bytes();
        Some(address)
    }

    /// Keeps memory of this size, unless there would be too much; whether it does.
    pub(super) fn put(&mut self, size: Size, address: u64) -> bool {
        let keeps = self.bytes + size.bytes() <= MOST;
        if keeps {
            self.bytes += size.bytes();
            self.lists[size.list()].push(address);
        }
        keeps
    }

    /// All that was kept.
    pub(super) fn empty(&mut self) -> impl Iterator<Item = u64> + use<> {
        std::mem::take(self).lists.into_iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_hold_what_was_asked_for() {
        for bytes in [1, 511, 512, 513, 1000, 1 << 12, (1 << 12) + 1, (1 << 20) - 1, 1 << 20] {
            let size = Size::of(bytes).unwrap();
            assert!(size.bytes() >= bytes && size.bytes() < (2 * bytes).max(513), "{bytes}");
        }
        assert_eq!(Size::of((1 << 20) + 1), None);
        assert_eq!(Size::of(usize::MAX), None);
    }

    #[test]
    fn what_is_kept_comes_back_once() {
        let (mut kept, small, large) = (Kept::default(), Size::of(100).unwrap(), Size::of(1 << 20).unwrap());
        assert_eq!(kept.take(small), None);
        assert!(kept.put(small, 1) && kept.put(large, 2) && kept.put(small, 3));
        assert_eq!([kept.take(small), kept.take(small), kept.take(small)], [Some(3), Some(1), None]);
        assert_eq!([kept.take(large), kept.take(large)], [Some(2), None]);
        assert_eq!((0..40).filter(|i| kept.put(large, *i)).count(), 32);
        assert!(!kept.put(small, 9));
        assert_eq!(kept.empty().count(), 32);
        assert!(kept.take(large).is_none() && kept.put(small, 9));
    }
}
