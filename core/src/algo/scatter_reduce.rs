use crate::backend::Backend;
use crate::chain::{Chain, IntoChain};
use crate::device::checked;
use crate::error::Result;
use crate::expr::{Expr, Indexed, Repeatable, Zip};
use crate::operator::Operator;
use crate::position::Position;
use crate::storage::Storage;
use crate::target::Target;
use crate::value::Value;

/// Combines each place of a target with the items for it: `old ∘ items`.
#[derive(Debug)]
pub struct ScatterReduce<E, O, S> {
    /// The positions and the items.
    pub input: E,
    /// The operator.
    pub op: O,
    /// The target, of at most 2^32 - 1 items.
    pub output: S,
}

impl<E: Expr, B: Backend> Chain<E, B> {
    /// Combines the items for each place of the target: `target[p] = target[p] ∘ x ∘ y ∘ …` for the items `x`, `y`, … whose
    /// positions are `p`. Places without items stay as they were. Positions are [integers of any type](Position).
    ///
    /// # Determinism
    ///
    /// Few items are combined with their places one after another, as a loop does: up to 1024, and up to 2^14 if there are at most four
    /// for each place. The items of a place are combined in the order of their slots if the operator doesn't commute. The
    /// [association](crate::shape#by-place) depends on the number of slots, the target's length, the item's size and the
    /// positions alone, so sums of floats have the same bits on every device and in every run.
    ///
    /// # Cost
    ///
    /// For a target of up to 16 KiB (4096 floats) the positions and items are read once. A GPU takes one launch for few items, in which a
    /// warp combines them all; and two for more, with up to 2048 partial results for each place.
    ///
    /// Of the known operators that associate exactly and words of 32 bits (`Sum`, `Min`, `Max` and the bit operators of `u32` and
    /// `i32`), a GPU combines items by atomic instructions, in one launch without temporary memory: for a target of up to 32 KiB in
    /// each block's shared memory; for one of up to 16 MiB, or of fewer than 2^22 items, in the target, where a block has values of
    /// its own for up to 4096 places, so that frequent places cost no more than others.
    ///
    /// For a larger target, a GPU links few items to lists of a place each, in whichever order it meets them, and puts each list in
    /// order: in one launch up to 1024 items, in two for more, with up to 20 bytes for each item. The positions are read twice.
    ///
    /// More items for a larger target are sorted by position, then combined. A GPU takes six launches. It reads the
    /// positions once to count them, and for each 8 bits of the target's length reads and writes 4 bytes and the item. The
    /// temporary memory is twice the size of the items, with 4 bytes for each. Up to 2^18 items of up to 8 bytes, at most four for each
    /// place (of 8 bytes, two), are linked to lists, too, in three launches: the second one combines lists of up to 32 items (of 8 bytes,
    /// 17), and the third one sorts the items if there are longer lists.
    ///
    /// On a CPU, few items are combined in the target by one thread, in one pass without temporary memory; and so are those of operators
    /// that associate exactly on one thread, or for a small target up to 2^16 items, and for a larger one with up to four threads, or up
    /// to 2^17 items for each. Otherwise each chunk has a table of a small target's places. For a larger one the items are stored, with 4
    /// bytes for each, and up to eight threads share the places, each of which takes 12 bytes and an item at most; if there are more
    /// than eight places for each item, the items are sorted.
    ///
    /// The call doesn't wait for a GPU. The values in shared memory are those of privatised histograms: J. Gómez-Luna et al.,
    /// *An optimized approach to histogram computation on GPU*, 2013; the sort is that of A. Adinets and D. Merrill,
    /// *Onesweep*, 2022.
    ///
    /// # Errors
    ///
    /// [`LengthMismatch`](crate::ErrorKind::LengthMismatch) if the numbers of positions and items differ;
    /// [`OutOfRange`](crate::ErrorKind::OutOfRange) if a position is negative or lies behind the target, which may then hold part of
    /// the items, or if the target is longer than 2^32 - 1.
    ///
    /// On a GPU the call may return before its work is done: then reading its output returns the failure of an operation.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (masses, cells) = (device.upload(&[1.5f32, 2.5, 3.5])?, device.upload(&[3u32, 0, 3])?);
    /// let mut total = device.filled(10.0f32, 4)?;
    /// masses.iter().scatter_reduce(&cells, Sum, &mut total)?;
    /// assert_eq!(total.to_vec()?, [12.5, 10.0, 10.0, 15.0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("index_add", "scatter_add", "index_reduce", "segment_sum", "atomicAdd", "accumarray"))]
    #[inline(always)]
    #[track_caller]
    pub fn scatter_reduce<I, O, T>(self, positions: I, op: O, mut target: T) -> Result<()>
    where
        E: Repeatable + Indexed,
        E::Item: Value,
        I: IntoChain<B, Expr: Repeatable + Indexed<Item: Position>>,
        O: Operator<E::Item>,
        T: Target<B>,
        T::Storage: Storage<Item = E::Item>,
    {
        let output = target.storage();
        let (device, input) = (self.device, Zip((positions.into_chain().expr, self.expr)));
        let parts = (input, op);
        let uses = checked!(device.stream_id(), &parts, move |(input, op), check| {
            // The check precedes that of the pairs, whose error would name a zip instead of the reduction.
            check.lengths("scatter_reduce", input.0.0.slots(), input.0.1.slots());
            check.bound("scatter_reduce", output.len(), u32::MAX as usize);
            input.check(check);
            op.check(check);
            output.check(check);
        });
        let (input, op) = parts;
        // SAFETY: the chain, the operator and the target are checked; the target is borrowed mutably, so nothing else uses it.
        uses.done(&device, unsafe { device.scatter_reduce(ScatterReduce { input, op, output }) })
    }
}

impl<P: Position, V: Value, E: Repeatable<Item = (P, V)>, B: Backend> Chain<E, B> {
    /// Combines the items of pairs `(position, item)` with those at their positions. It is the
    /// [`scatter_reduce`](Chain::scatter_reduce) of chains that leave pairs out: after `filter` only the pairs that it keeps
    /// count, and the positions of the others may be any numbers.
    ///
    /// # Determinism, cost and errors
    ///
    /// Those of [`scatter_reduce`](Chain::scatter_reduce).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (cells, masses) = (device.upload(&[3u32, 99, 3])?, device.upload(&[1.5f32, -1.0, 3.5])?);
    /// let mut total = device.filled(0.0f32, 4)?;
    /// cells.iter().zip(&masses).filter(op!(|(_, mass): (u32, f32)| mass > 0.0)).scatter_reduce_pairs(Sum, &mut total)?;
    /// assert_eq!(total.to_vec()?, [0.0, 0.0, 0.0, 5.0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("index_add", "scatter_add", "scatter_reduce"))]
    #[inline(always)]
    #[track_caller]
    pub fn scatter_reduce_pairs<O: Operator<V>, T: Target<B>>(self, op: O, mut target: T) -> Result<()>
    where
        T::Storage: Storage<Item = V>,
    {
        let output = target.storage();
        let (device, parts) = (self.device, (self.expr, op));
        let uses = checked!(device.stream_id(), &parts, move |(input, op), check| {
            check.bound("scatter_reduce", output.len(), u32::MAX as usize);
            input.check(check);
            op.check(check);
            output.check(check);
        });
        let (input, op) = parts;
        // SAFETY: the chain, the operator and the target are checked; the target is borrowed mutably, so nothing else uses it.
        uses.done(&device, unsafe { device.scatter_reduce(ScatterReduce { input, op, output }) })
    }
}
