//! Shuffles.

use super::permutation::permuted;
use super::{Rng, philox};
use crate::{Backend, DeviceSliceMut, DeviceVec, Element, ErrorKind, Result, op, sort_by_key};

/// Up to this number, items are sorted by random keys of 64 bits.
const FEW: usize = 1 << 16;
/// The buckets of more items.
const BUCKETS: usize = 1 << 16;
/// The stream that shuffles draw from, so that a program may draw from the same [`Rng`] otherwise.
const STREAM: u64 = 0x7368_7566_666c_6521;

/// Vectors that [`shuffle`] takes: `&mut DeviceVec`, `DeviceSliceMut`, and tuples of these as the columns of one table.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be shuffled in place",
    label = "not a vector that can be written",
    note = "`&mut DeviceVec`, `DeviceSliceMut` and tuples of up to six of them can"
)]
pub trait Shuffle {
    /// The number of items.
    #[doc(hidden)]
    fn items(&self) -> usize;
    /// Shuffles the items.
    #[doc(hidden)]
    fn shuffle(self, rng: Rng) -> Result<()>;
}

/// Brings the items into a random order, which depends on the generator and the number of items alone: vectors of one
/// length that are shuffled by the same `rng` stay beside each other, and so do the columns of a tuple.
///
/// Every order is as likely as any other as far as the 2⁶⁴ seeds allow: up to 2¹⁶ items are sorted by random keys of 64 bits,
/// where a pair of equal keys, which would keep its order, comes up with a probability of less than 2⁻³². More items go
/// to 2¹⁶ buckets at random, each of which is permuted by a random bijection.
///
/// # Determinism
///
/// The order is the same on every device, for every type, in every run and version.
///
/// # Cost
///
/// Up to 2¹⁶ items: a sort by keys of 8 bytes. More: a sort by keys of 2 bytes, a gather within the buckets, and a copy.
/// Temporary memory: the items once more and 2 or 8 bytes for each. Each column is shuffled separately.
///
/// A. Rao, *Generation of Random Permutations*, 1961; M. Sandelius, *A Simple Randomization Procedure*, 1962.
///
/// # Errors
///
/// [`LengthMismatch`](crate::ErrorKind::LengthMismatch) if columns differ in length, and
/// [`OutOfMemory`](crate::ErrorKind::OutOfMemory). A vector whose shuffle fails is as it was; the columns before it have been
/// shuffled.
///
/// On a GPU the call may return before its work is done.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let mut x = device.range(0..6u32).collect()?;
/// let mut square = x.iter().map(op!(|v: u32| v * v)).collect()?;
/// shuffle((&mut x, &mut square), Rng::new(1))?;
/// assert_eq!(x.to_vec()?, [1, 2, 0, 3, 5, 4]);
/// assert_eq!(square.to_vec()?, [1, 4, 0, 9, 25, 16]);
/// # Ok(()) }
/// ```
#[doc(alias("shuffle_copy", "par_shuffle", "partial_shuffle", "permute", "torch.randperm", "SliceRandom"))]
#[track_caller]
pub fn shuffle(items: impl Shuffle, rng: Rng) -> Result<()> {
    items.shuffle(rng)
}

impl<T: Element, B: Backend> Shuffle for DeviceSliceMut<'_, T, B> {
    fn items(&self) -> usize {
        self.len()
    }
    #[track_caller]
    fn shuffle(self, rng: Rng) -> Result<()> {
        let (rng, n, device) = (rng.stream(STREAM), self.len(), self.device().clone());
        if n <= FEW {
            let mut keys = super::Random::uniform::<u64>(&device, rng, n).collect()?;
            return sort_by_key(&mut keys, self);
        }
        // Sixteen random bits for each item, which are its bucket.
        let halves = op!(|b: usize| {
            let w = rng.block(b);
            [
                w[0] as u16,
                (w[0] >> 16) as u16,
                w[1] as u16,
                (w[1] >> 16) as u16,
                w[2] as u16,
                (w[2] >> 16) as u16,
                w[3] as u16,
                (w[3] >> 16) as u16,
            ]
        });
        let mut keys = device.range(0..n.div_ceil(8)).flat_map(halves).take(n).collect()?;
        // A copy is sorted, from which the last step gathers, so that a refusal of memory changes nothing.
        let mut moved = self.iter().collect()?;
        sort_by_key(&mut keys, &mut moved)?;
        // The first position of each bucket and the one behind its last, side by side, since each item reads both.
        let ends = op!(|(from, to): (usize, usize)| [from, to]);
        let buckets =
            device.range(0..BUCKETS as u32).map(op!(|b: u32| b as u16)).equal_range(&keys).map(ends).collect()?;
        let buckets = buckets.view();
        let base = philox::mix(rng.key);
        let within = op!(|(place, key): (usize, u16)| {
            let ends = buckets[key as usize];
            let (from, items) = (ends[0], ends[1].wrapping_sub(ends[0]));
            let seed = philox::mix(base.wrapping_add(key as u64));
            let within = permuted(items as u64, seed, place.wrapping_sub(from) as u64);
            from.wrapping_add(within as usize)
        });
        moved.iter().permute(keys.iter().enumerate().map(within)).collect_into(self)
    }
}

impl<T: Element, B: Backend> Shuffle for &mut DeviceSliceMut<'_, T, B> {
    fn items(&self) -> usize {
        self.len()
    }
    #[track_caller]
    fn shuffle(self, rng: Rng) -> Result<()> {
        self.slice_mut(..)?.shuffle(rng)
    }
}

impl<T: Element, B: Backend> Shuffle for &mut DeviceVec<T, B> {
    fn items(&self) -> usize {
        self.len()
    }
    #[track_caller]
    fn shuffle(self, rng: Rng) -> Result<()> {
        self.as_mut_slice().shuffle(rng)
    }
}

/// Implements `Shuffle` for tuples.
macro_rules! columns {
    ($(($($t:ident $i:tt),+))+) => {$(
        impl<$($t: Shuffle),+> Shuffle for ($($t,)+) {
            fn items(&self) -> usize {
                self.0.items()
            }
            #[track_caller]
            fn shuffle(self, rng: Rng) -> Result<()> {
                let left = self.items();
                for right in [$(self.$i.items()),+] {
                    if left != right {
                        return Err(ErrorKind::LengthMismatch { what: "shuffle", left, right }.into());
                    }
                }
                $(self.$i.shuffle(rng)?;)+
                Ok(())
            }
        }
    )+};
}
columns! { (A 0) (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3) (A 0, B 1, C 2, D 3, E 4) (A 0, B 1, C 2, D 3, E 4, F 5) }
