use crate::backend::Backend;
use crate::chain::Chain;
use crate::device::Check;
use crate::error::{ErrorKind, Result};
use crate::expr::{Expr, Indexed, Repeatable};
use crate::function::Function;
use crate::into_function::IntoFunction;
use crate::pending::{Pending, request};
use crate::position::Position;
use crate::storage::{Record, Span, Storage};
use crate::target::Target;
use crate::value::Value;
use crate::vec::DeviceVec;

/// Stores the items of bucket 0, then those of bucket 1, and so on, each bucket's in order, and where each bucket begins.
#[derive(Debug)]
pub struct PartitionBy<E, F, S> {
    /// The items.
    pub input: E,
    /// The number of an item's bucket. The request says nothing about its values, so a backend compares each with the number of
    /// buckets.
    pub bucket: F,
    /// The target of the items, as long as `input`.
    pub output: S,
    /// The target of the offsets: one more than there are buckets, of which there are at most [`MOST_BUCKETS`].
    pub offsets: Span<usize>,
}

/// The most buckets of [`partition_by`](Chain::partition_by).
pub const MOST_BUCKETS: usize = 256;

/// The check that there are offsets for a possible number of buckets.
fn check_buckets(check: &mut Check, offsets: usize) {
    match offsets.checked_sub(1) {
        Some(buckets) => check.bound("partition_by", buckets, MOST_BUCKETS),
        None => check.fault(ErrorKind::OutOfRange { what: "partition_by", index: 0, len: 0, item: None }),
    }
}

impl<E: Expr, B: Backend> Chain<E, B> {
    /// Splits the items into `buckets` buckets by a number below `buckets`: returns the items of bucket 0, then those of bucket 1,
    /// and so on, each bucket's in order, and the offsets at which the buckets begin, with the length behind them. Bucket `b` has
    /// the items `offsets[b]..offsets[b + 1]`, so [`segments(&offsets)`](Chain::segments) processes each bucket.
    ///
    /// There are at most 256 buckets, whose numbers are [integers of any type](Position). For more, or for keys of any kind, use
    /// [`sort_by_key`](crate::sort_by_key).
    ///
    /// # Cost
    ///
    /// Two allocations, for the items and the offsets, and two passes, which read the chain twice and write each item once: the
    /// first counts, the second moves. Two launches; not waited for. Temporary memory is 1 byte for each item on a CPU, and on a
    /// GPU 1 KiB for each tile of some thousand items (128 bytes for up to 32 buckets).
    ///
    /// # Errors
    ///
    /// The chain's own (lengths, bounds, devices, panics), [`OutOfMemory`](crate::ErrorKind::OutOfMemory), and
    /// [`OutOfRange`](crate::ErrorKind::OutOfRange) if there are more than 256 buckets or an item's number is negative or not below
    /// `buckets`.
    ///
    /// On a GPU the call may return before its work is done: then reading its output returns the failure of an operation, or
    /// that a number is out of range.
    ///
    /// # Source
    ///
    /// S. Ashkiani et al., *GPU Multisplit*, 2016; the moving pass is that of A. Adinets and D. Merrill, *Onesweep*, 2022.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (items, offsets) = device.range(0..10u32).partition_by(4, op!(|v: u32| v % 3))?;
    /// assert_eq!(items.to_vec()?, [0, 3, 6, 9, 1, 4, 7, 2, 5, 8]);
    /// assert_eq!(offsets.to_vec()?, [0, 4, 7, 10, 10]);
    /// assert_eq!(items.iter().segments(&offsets).sum()?.to_vec()?, [18, 12, 15, 0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("multisplit", "multi_split", "bucket", "partition", "counting_sort", "radix_partition", "groupby"))]
    #[doc(alias("into_group_map", "split_by", "stable_sort_by_key"))]
    #[allow(clippy::type_complexity)]
    #[inline(always)]
    #[track_caller]
    pub fn partition_by<O, F>(
        self,
        buckets: usize,
        bucket: O,
    ) -> Result<(<E::Item as Record>::Vecs<B>, DeviceVec<usize, B>)>
    where
        E: Repeatable + Indexed,
        E::Item: Record,
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output: Position>,
    {
        self.bucketed(bucket.into_function(), buckets.saturating_add(1)).collect()
    }
}

impl<E: Indexed<Item: Value>, B: Backend> Chain<E, B> {
    /// Splits the items as [`partition_by`](Chain::partition_by) does, into vectors that exist already: the items into one of the
    /// chain's length, and the offsets into one that is one longer than the number of buckets.
    ///
    /// # Errors
    ///
    /// Those of [`partition_by`](Chain::partition_by), and [`LengthMismatch`](crate::ErrorKind::LengthMismatch). If an operation
    /// panics or a number is out of range, the targets hold old, new and meaningless items;
    /// [`recover`](crate::DeviceVec::recover) makes them readable.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (mut items, mut offsets) = (device.filled(0u8, 5)?, device.filled(0, 3)?);
    /// device.range(0..5u8).partition_by_into(op!(|v: u8| 1 - v % 2), &mut items, &mut offsets)?;
    /// assert_eq!((items.to_vec()?, offsets.to_vec()?), (vec![1, 3, 0, 2, 4], vec![0, 2, 5]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("multisplit", "multi_split", "bucket", "partition", "counting_sort", "radix_partition"))]
    #[inline(always)]
    #[track_caller]
    pub fn partition_by_into<F, T, U>(self, bucket: F, items: T, mut offsets: U) -> Result<()>
    where
        E: Repeatable,
        F: Function<(E::Item,), Output: Position>,
        T: Target<B, Storage: Storage<Item = E::Item>>,
        U: Target<B, Storage = Span<usize>>,
    {
        let count = offsets.storage().len();
        self.bucketed(bucket, count).collect_into((items, offsets))
    }
}

impl<E: Expr, B: Backend> Chain<E, B> {
    #[inline(always)]
    fn bucketed<F>(self, bucket: F, offsets: usize) -> Pending<Bucketed<E, F>, B> {
        Pending::new(Bucketed { input: self.expr, bucket, offsets }, self.device, "partition_by_into")
    }
}

/// A request whose outputs are missing; there are to be so many offsets.
struct Bucketed<E, F> {
    input: E,
    bucket: F,
    offsets: usize,
}

request! {
    [E: Repeatable + Indexed<Item: Value>, F: Function<(E::Item,), Output: Position>] [S: Storage<Item = E::Item>]
    Bucketed<E, F> { input, bucket, offsets } as PartitionBy { input, bucket } => partition_by(output: S, offsets: Span<usize>) of (E::Item, usize);
    check(check) {
        input.check(check);
        bucket.check(check);
        check_buckets(check, *offsets);
    }
    exactly [input.slots(), *offsets]
}
