//! Shuffles.

use onrush_core::recording::{self, exchange};

use super::{Random, Rng};
use crate::{Backend, DeviceSliceMut, DeviceVec, Element, ErrorKind, Result};

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
/// The order is a [`permutation`](Random::permutation) of a stream of its own: one of 2⁶⁴ orders, each position's place a keyed
/// function of the position. Of few items every order is as likely as any other.
///
/// # Determinism
///
/// The order is the same on every device, for every type, in every run and version.
///
/// # Cost
///
/// A gather at random places, whose positions are computed as it goes, into new memory of the same capacity; the vector's old memory is
/// given back. A part of a vector, and a vector in a [recording](crate::Record::record), is gathered from a copy, which is temporary
/// memory. Each column is shuffled separately.
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
/// assert_eq!(x.to_vec()?, [5, 2, 3, 1, 0, 4]);
/// assert_eq!(square.to_vec()?, [25, 4, 9, 1, 0, 16]);
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
        // A copy from which the items are gathered, so that a refusal of memory changes nothing.
        let copy = self.iter().collect()?;
        let order = self.device().permutation(rng.stream(STREAM), self.len());
        copy.iter().permute(order).collect_into(self)
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
        // A recorded call mustn't exchange the memory that launches use.
        if recording::records(self.device()) {
            return self.as_mut_slice().shuffle(rng);
        }
        let order = self.device().permutation(rng.stream(STREAM), self.len());
        // A vector that can grow still can afterwards.
        let mut shuffled = DeviceVec::with_capacity(self.device(), self.capacity())?;
        shuffled.extend(self.iter().permute(order))?;
        exchange(self, shuffled)
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
