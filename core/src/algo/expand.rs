pub(super) mod joins;
mod parts;

use std::panic::Location;

use crate::backend::Backend;
use crate::chain::{Chain, IntoChain};
use crate::counts::{self, copied};
use crate::device::Check;
use crate::error::Result;
use crate::expr::{Expr, Indexed, Repeatable, Slice};
use crate::pending::{Fill, Pending, Prepare, Request};
use crate::position::Position;
use crate::storage::Storage;
use crate::value::Value;
use crate::vec::DeviceVec;

/// Declares the request for copies of `$input`, of which it has the inclusive sums of counts, as `ends`, and their total, as `copies`.
macro_rules! copies {
    (
        [$($generics:tt)*] $request:ty { $part:ident } of $item:ty;
        $input:expr, $emit:expr
    ) => {
        impl<Dev: Backend, $($generics)*> Request for $request {
            type Items = ($item,);
            type Room = [usize; 1];
            type Count = usize;
            const EXACT: bool = false;

            #[inline(always)]
            fn check(&self, check: &mut Check) {
                let Self { $part, ends, .. } = self;
                $input.check(check);
                ends.view().check_read(check);
            }
            #[inline(always)]
            fn room(&self) -> [usize; 1] {
                [self.copies]
            }
        }

        // SAFETY: the primitive writes an item for each of the copies, of which there are as many as `room` says.
        unsafe impl<Dev: Backend, $($generics)* S: Storage<Item = $item>> Fill<Dev, (S,)> for $request {
            #[inline(always)]
            unsafe fn fill(self, device: &Dev, (output,): (S,)) -> Result<usize> {
                let Self { $part, ends, copies } = self;
                let request = Expand { input: $input, ends: Slice(ends.view()), emit: $emit, output };
                // SAFETY: the caller's contract: inputs and output are checked. The ends are sums of counts, one for each item of the
                // input, so they don't decrease; `copies` is the last of them, or 0 if there is none.
                unsafe { device.expand(request)? };
                Ok(copies)
            }
        }
    };
}
use copies;

/// Stores `emit(item, number)` for every copy of every item, the copies of an item side by side, numbered from 0.
#[derive(Debug)]
pub struct Expand<E, C, F, S> {
    /// The items.
    pub input: E,
    /// For each item the number of copies of the items up to it: numbers that don't decrease, the last of which is the length
    /// of `output`.
    pub ends: C,
    /// The function of an item and the number of a copy.
    pub emit: F,
    /// The target.
    pub output: S,
}

impl<E: Expr, B: Backend> Chain<E, B> {
    /// Stores each item as often as `counts` says: `counts[i]` copies of item `i`, side by side, in order.
    ///
    /// Counts are integers of any type. A count of 0 leaves the item out. It decodes what
    /// [`run_length_encode`](Chain::run_length_encode) returns. [`repeat_each`](Chain::repeat_each) repeats every item equally
    /// often, and [`tile`](Chain::tile) the chain as a whole; both are lazy.
    ///
    /// # Cost
    ///
    /// An allocation of 8 bytes for each item, which goes back at the end, and one for the result. One pass over the counts,
    /// a wait for their sum, and one pass that reads the items and the sums once and writes each copy once. Threads have equally
    /// many copies to write, however the counts differ.
    ///
    /// # Errors
    ///
    /// The chains' own; [`LengthMismatch`](crate::ErrorKind::LengthMismatch); and
    /// [`InvalidCount`](crate::ErrorKind::InvalidCount) if a count is negative, or the sum is larger than any vector.
    ///
    /// # Source
    ///
    /// S. Baxter, *Modern GPU*, 2013 (load-balancing search).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&['a' as u32, 'b' as u32, 'c' as u32])?;
    /// let counts = device.upload(&[2u8, 0, 3])?;
    /// assert_eq!(x.iter().repeat(&counts).collect()?.to_vec()?, [97, 97, 99, 99, 99]);
    /// assert_eq!(x.iter().repeat(device.constant(2, 3)).collect()?.to_vec()?, [97, 97, 98, 98, 99, 99]);
    /// let mut out = device.filled(9u32, 6)?;
    /// assert_eq!(x.iter().repeat(&counts).collect_into(&mut out)?, 5);
    /// assert_eq!(out.to_vec()?, [97, 97, 99, 99, 99, 9]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("expand", "repeat_interleave", "repeatn", "run_length_decode", "load_balance", "explode"))]
    #[doc(alias("BlockRunLengthDecode", "rld", "flat_map", "repeat_n", "scatter"))]
    #[inline(always)]
    pub fn repeat<C>(self, counts: C) -> Pending<Repeat<E, C::Expr>, B>
    where
        E: Repeatable + Indexed<Item: Value>,
        C: IntoChain<B, Expr: Repeatable + Indexed<Item: Position>>,
    {
        Pending::new(Repeat { items: self.expr, counts: counts.into_chain().expr }, self.device)
    }
}

/// A call that stores each item as often as its count says.
#[derive(Debug, Clone)]
pub struct Repeat<E, C> {
    items: E,
    counts: C,
}

impl<E, C, B> Prepare<B> for Repeat<E, C>
where
    E: Repeatable + Indexed<Item: Value>,
    C: Repeatable + Indexed<Item: Position>,
    B: Backend,
{
    type Request = Repeated<E, B>;

    #[inline(always)]
    fn prepare(self, device: &B, walk: impl Fn(&mut Check)) -> Result<Repeated<E, B>> {
        let (caller, Repeat { items, counts }) = (Location::caller(), self);
        let shape = Check::shape(device.stream_id(), |check| {
            items.check(check);
            check.lengths("repeat", items.slots(), counts.slots());
            walk(check);
        });
        let ends = match shape {
            Ok(()) => counts::ends("repeat", Chain::new(counts, device.clone())),
            Err(error) => Err(error),
        };
        match ends {
            Ok((ends, copies)) => Ok(Repeated { items, ends, copies }),
            Err(error) => Err(error.called_at(caller)),
        }
    }
}

/// A request for copies of items, with the sums of their counts, one for each.
#[allow(missing_debug_implementations)] // Not every backend has `Debug`.
pub struct Repeated<E, B: Backend> {
    items: E,
    ends: DeviceVec<u64, B>,
    copies: usize,
}

copies! {
    [E: Repeatable + Indexed<Item: Value>,] Repeated<E, Dev> { items } of E::Item;
    items, copied()
}
