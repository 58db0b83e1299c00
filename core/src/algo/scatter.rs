use crate::backend::Backend;
use crate::chain::{Chain, IntoChain};
use crate::device::checked;
use crate::error::Result;
use crate::expr::{Expr, Filter, Indexed, Repeatable, Zip};
use crate::function::Function;
use crate::functor::Second;
use crate::position::Position;
use crate::storage::Storage;
use crate::target::Target;
use crate::value::Value;

/// Stores each item at its position; of several items for one position the last one stays.
#[derive(Debug)]
pub struct Scatter<E, S> {
    /// The positions and the items.
    pub input: E,
    /// The target.
    pub output: S,
}

impl<E: Expr, B: Backend> Chain<E, B> {
    /// Stores item `i` at position `index[i]` of the target. Elements at other positions stay as they were. Positions are
    /// [integers of any type](Position).
    ///
    /// # Determinism
    ///
    /// If several items have one position, the last one stays, as in a sequential loop.
    ///
    /// # Cost
    ///
    /// One pass over items and positions, one write per item. On a GPU, up to 2^14 items for a target of up to 2^16
    /// take one launch, which reads the positions once for each 4096 elements of the target. Other calls take two
    /// launches, with 8 bytes of temporary memory for each element of the target, which the stream keeps; if the target
    /// is more than four times as long as the items, the positions are read twice.
    ///
    /// Items of up to 16 bytes take two launches more where those 8 bytes don't fit in the GPU's cache, neither for
    /// each element of the target nor for each item, unless the target is more than four times as long as the items or
    /// longer than 2^32 - 1; 4 bytes for each element of the target are cleared instead. The first of these launches
    /// tests whether neighbours go to neighbouring positions. If not, the second brings together the items for each
    /// 256th of the target, in temporary memory of the items' size with 4 bytes beside each, and less than a byte more.
    /// If that memory is refused, the call waits for memory that is about to be freed, and then stores the items from
    /// where they are.
    ///
    /// On a CPU with 4 or more threads, 2^16 or more slots, but at most 64 for each element of the target, are computed twice, and
    /// their items are brought together for each of up to 255 parts of the target, of about 128 KiB or less if that suffices: a
    /// byte of temporary memory for each slot, and room for each item and 4 bytes beside it. In other calls, and if that memory is
    /// refused, each thread, up to 8 of them, computes all positions and items and stores those of its own part of the target.
    ///
    /// The bins are those of a radix sort's pass: A. Adinets and D. Merrill, *Onesweep*, 2022; on a CPU D. Jiménez-González,
    /// J. Navarro and J. Larriba-Pey, *CC-Radix: a cache conscious sorting based on radix sort*, 2003.
    ///
    /// # Errors
    ///
    /// [`LengthMismatch`](crate::ErrorKind::LengthMismatch) if the numbers of positions and items differ;
    /// [`OutOfRange`](crate::ErrorKind::OutOfRange) if a position is negative or lies behind the target, which may then hold part of
    /// the items; it names any one of such positions.
    ///
    /// On a GPU the call may return before its work is done: then reading its output returns the failure of an operation.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1.5f32, 2.5, 3.5])?;
    /// let to = device.upload(&[3i32, 0, 3])?;
    /// let mut out = device.filled(0.0f32, 4)?;
    /// x.iter().scatter(&to, &mut out)?;
    /// assert_eq!(out.to_vec()?, [2.5, 0.0, 0.0, 3.5]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("index_put", "scatter_if"))]
    #[inline(always)]
    #[track_caller]
    pub fn scatter<I, T>(self, index: I, mut target: T) -> Result<()>
    where
        E: Repeatable + Indexed,
        E::Item: Value,
        I: IntoChain<B, Expr: Repeatable + Indexed<Item: Position>>,
        T: Target<B>,
        T::Storage: Storage<Item = E::Item>,
    {
        let output = target.storage();
        let (device, input) = (self.device, Zip((index.into_chain().expr, self.expr)));
        let uses = checked!(device.stream_id(), &input, move |input, check| {
            // The check precedes that of the pairs, whose error would name a zip instead of the scatter.
            check.lengths("scatter", input.0.0.slots(), input.0.1.slots());
            input.check(check);
            output.check(check);
        });
        // SAFETY: the chain and the target are checked; the target is borrowed mutably, so nothing else uses it.
        uses.done(&device, unsafe { device.scatter(Scatter { input, output }) })
    }

    /// Stores item `i` at position `index[i]` of the target, if `keep` holds for it. Elements at other positions stay as they
    /// were, and the position of an item that isn't stored may be any number.
    ///
    /// Where other columns decide, such as flags (Thrust's stencil), use [`scatter_pairs`](Chain::scatter_pairs).
    ///
    /// # Determinism
    ///
    /// If several items that are stored have one position, the last one stays.
    ///
    /// # Cost
    ///
    /// As [`scatter`](Chain::scatter) of other calls: two launches on a GPU, with 8 bytes of temporary memory for each element
    /// of the target. There are no bins on a GPU.
    ///
    /// # Errors
    ///
    /// Those of [`scatter`](Chain::scatter), for the items that are stored.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (x, to) = (device.upload(&[1.5f32, -2.5, 3.5])?, device.upload(&[3u32, 99, 0])?);
    /// let mut out = device.filled(0.0f32, 4)?;
    /// x.iter().scatter_if(&to, op!(|v: f32| v > 0.0), &mut out)?;
    /// assert_eq!(out.to_vec()?, [3.5, 0.0, 0.0, 1.5]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("scatter", "index_put", "masked_scatter", "stencil"))]
    #[inline(always)]
    #[track_caller]
    pub fn scatter_if<I, F, T>(self, index: I, keep: F, mut target: T) -> Result<()>
    where
        E: Repeatable + Indexed,
        E::Item: Value,
        I: IntoChain<B, Expr: Repeatable + Indexed<Item: Position>>,
        F: Function<(E::Item,), Output = bool>,
        T: Target<B>,
        T::Storage: Storage<Item = E::Item>,
    {
        let output = target.storage();
        let index = index.into_chain().expr;
        let (positions, items) = (index.slots(), self.expr.slots());
        let (device, input) = (self.device, Filter::new(Zip((index, self.expr)), Second(keep)));
        let uses = checked!(device.stream_id(), &input, move |input, check| {
            // The check precedes that of the pairs, whose error would name a zip instead of the scatter.
            check.lengths("scatter_if", positions, items);
            input.check(check);
            output.check(check);
        });
        // SAFETY: the chain and the target are checked; the target is borrowed mutably, so nothing else uses it.
        uses.done(&device, unsafe { device.scatter(Scatter { input, output }) })
    }
}

impl<P: Position, V: Value, E: Repeatable<Item = (P, V)>, B: Backend> Chain<E, B> {
    /// Stores the items of pairs `(position, item)` at their positions. It is the [`scatter`](Chain::scatter) of chains that
    /// leave pairs out: after `filter` only the pairs that it keeps are stored, and the positions of the others may be any
    /// numbers.
    ///
    /// # Determinism
    ///
    /// If several pairs have one position, the last one stays.
    ///
    /// # Cost
    ///
    /// As [`scatter`](Chain::scatter); after `filter` and `dedup` as [`scatter_if`](Chain::scatter_if).
    ///
    /// # Errors
    ///
    /// Those of [`scatter`](Chain::scatter), for the pairs that are stored.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (to, x) = (device.upload(&[3u32, 99, 0])?, device.upload(&[1.5f32, 2.5, 3.5])?);
    /// let flags = device.upload(&[true, false, true])?;
    /// let mut out = device.filled(0.0f32, 4)?;
    /// let flagged = zip((&to, &x, &flags)).filter(op!(|(_, _, flag): (u32, f32, bool)| flag));
    /// flagged.map(op!(|(to, x, _): (u32, f32, bool)| (to, x))).scatter_pairs(&mut out)?;
    /// assert_eq!(out.to_vec()?, [3.5, 0.0, 0.0, 1.5]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("scatter", "scatter_if", "stencil", "index_put"))]
    #[inline(always)]
    #[track_caller]
    pub fn scatter_pairs<T: Target<B>>(self, mut target: T) -> Result<()>
    where
        T::Storage: Storage<Item = V>,
    {
        let output = target.storage();
        let (input, device, uses) = self.ready_and(move |check| output.check(check))?;
        // SAFETY: the chain and the target are checked; the target is borrowed mutably, so nothing else uses it.
        uses.done(&device, unsafe { device.scatter(Scatter { input, output }) })
    }
}
