pub(super) mod joins;
mod parts;

use std::panic::Location;

use crate::backend::Backend;
use crate::chain::{Chain, IntoChain};
use crate::counts::{self, copied};
use crate::device::Check;
use crate::error::Result;
use crate::expr::{Expr, Indexed, Repeatable};
use crate::function::Function;
use crate::pending::{Pending, request};
use crate::position::Position;
use crate::storage::{Record, Storage};
use crate::target::Target;
use crate::value::Value;
use crate::vec::DeviceVec;

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
    /// assert_eq!(x.iter().repeat(&counts)?.to_vec()?, [97, 97, 99, 99, 99]);
    /// assert_eq!(x.iter().repeat(device.constant(2, 3))?.to_vec()?, [97, 97, 98, 98, 99, 99]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("expand", "repeat_interleave", "repeatn", "run_length_decode", "load_balance", "explode"))]
    #[doc(alias("BlockRunLengthDecode", "rld", "flat_map", "repeat_n", "scatter"))]
    #[inline(always)]
    #[track_caller]
    pub fn repeat<C>(self, counts: C) -> Result<<E::Item as Record>::Vecs<B>>
    where
        E: Repeatable + Indexed<Item: Record>,
        C: IntoChain<B, Expr: Repeatable + Indexed<Item: Position>>,
    {
        let (ends, copies) = ends("repeat", &self, counts.into_chain(), |_| {})?;
        // SAFETY: `ends` has compared the number of items with that of the counts, of which it has made the sums.
        unsafe { expand(self, ends.iter().expr, copied(), copies) }.collect()
    }

    /// Stores each item as often as `counts` says, as [`repeat`](Chain::repeat) does, at the start of vectors that exist
    /// already, and returns the sum of the counts. Elements behind the last copy stay as they were.
    ///
    /// # Errors
    ///
    /// Those of [`repeat`](Chain::repeat), and [`TargetTooShort`](crate::ErrorKind::TargetTooShort), before anything is
    /// written. If an operation panics, the target holds old, new and meaningless items.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut out = device.filled(9, 6)?;
    /// let copies = device.range(0..4).repeat_into(device.upload(&[1i64, 0, 3, 1])?.iter(), &mut out)?;
    /// assert_eq!((copies, out.to_vec()?), (5, vec![0, 2, 2, 2, 3, 9]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("repeat", "expand", "repeat_interleave", "run_length_decode"))]
    #[inline(always)]
    #[track_caller]
    pub fn repeat_into<C, T>(self, counts: C, mut target: T) -> Result<usize>
    where
        E: Repeatable + Indexed<Item: Value>,
        C: IntoChain<B, Expr: Repeatable + Indexed<Item: Position>>,
        T: Target<B, Storage: Storage<Item = E::Item>>,
    {
        let output = target.storage();
        let (ends, copies) = ends("repeat_into", &self, counts.into_chain(), |check| output.check(check))?;
        // SAFETY: as in `repeat`.
        unsafe { expand(self, ends.iter().expr, copied(), copies) }.store("repeat_into", &mut target)?;
        Ok(copies)
    }
}

/// A request for copies that knows their number.
struct Copies<E, C, F> {
    input: E,
    ends: C,
    emit: F,
    copies: usize,
}

/// The call that stores a function of each copy.
///
/// # Safety
///
/// The ends are inclusive sums of counts, one for each item, which don't decrease, and `copies` is the last of them; 0 if there is none.
#[inline(always)]
unsafe fn expand<E, C, F, B>(items: Chain<E, B>, ends: C, emit: F, copies: usize) -> Pending<Copies<E, C, F>, B> {
    Pending::new(Copies { input: items.expr, ends, emit, copies }, items.device)
}

request! {
    [
        E: Repeatable + Indexed<Item: Value>,
        C: Repeatable + Indexed<Item = u64>,
        F: Function<(E::Item, usize)>
    ] [S: Storage<Item = F::Output>]
    Copies<E, C, F> { input, ends, emit, copies } as Expand { input, ends, emit } => expand(output: S) of (F::Output,);
    check(check) {
        input.check(check);
        ends.check(check);
    }
    at_most [*copies], |done: (), room| room
}

/// Checks the items with `walk`, and returns the sums of the counts, of which there is one for each item, and their total.
#[inline(always)]
#[track_caller]
fn ends<E, C, B>(
    what: &'static str,
    items: &Chain<E, B>,
    counts: Chain<C, B>,
    walk: impl Fn(&mut Check),
) -> Result<(DeviceVec<u64, B>, usize)>
where
    E: Expr,
    C: Repeatable + Indexed<Item: Position>,
    B: Backend,
{
    let caller = Location::caller();
    let shape = Check::shape(items.device.stream_id(), |check| {
        items.expr.check(check);
        check.lengths(what, items.expr.slots(), counts.expr.slots());
        walk(check);
    });
    let ends = match shape {
        Ok(()) => counts::ends(what, counts.on(&items.device)),
        Err(error) => Err(error),
    };
    ends.map_err(|error| error.called_at(caller))
}
