use crate::backend::Backend;
use crate::chain::Chain;
use crate::expr::{Expr, Indexed, Repeatable};
use crate::function::Function;
use crate::into_function::IntoFunction;
use crate::pending::{Pending, request};
use crate::position::Position;
use crate::storage::{Span, Storage};
use crate::value::Value;

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
    /// Two passes, which read the chain twice and write each item once: the first counts, the second moves. Two launches; not
    /// waited for. Temporary memory is 1 byte for each item on a CPU, and on a GPU 1 KiB for each tile of some thousand items
    /// (128 bytes for up to 32 buckets).
    ///
    /// # Errors
    ///
    /// [`OutOfRange`](crate::ErrorKind::OutOfRange) if there are more than 256 buckets or an item's number is negative or not below
    /// `buckets`. The latter may be returned as the failure of an operation is: by reading an output.
    ///
    /// # Source
    ///
    /// S. Ashkiani et al., *GPU Multisplit*, 2016; the moving pass is that of A. Adinets and D. Merrill, *Onesweep*, 2022.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (items, offsets) = device.range(0..10u32).partition_by(4, op!(|v: u32| v % 3)).collect()?;
    /// assert_eq!(items.to_vec()?, [0, 3, 6, 9, 1, 4, 7, 2, 5, 8]);
    /// assert_eq!(offsets.to_vec()?, [0, 4, 7, 10, 10]);
    /// assert_eq!(items.iter().segments(&offsets).sum().collect()?.to_vec()?, [18, 12, 15, 0]);
    /// let (mut items, mut offsets) = (device.filled(0u8, 5)?, device.filled(0, 3)?);
    /// device.range(0..5u8).partition_by(2, op!(|v: u8| 1 - v % 2)).collect_into((&mut items, &mut offsets))?;
    /// assert_eq!((items.to_vec()?, offsets.to_vec()?), (vec![1, 3, 0, 2, 4], vec![0, 2, 5]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("multisplit", "multi_split", "bucket", "partition", "counting_sort", "radix_partition", "groupby"))]
    #[doc(alias("into_group_map", "split_by", "stable_sort_by_key"))]
    #[inline(always)]
    pub fn partition_by<O, F>(self, buckets: usize, bucket: O) -> Pending<Bucketed<E, F>, B>
    where
        E: Repeatable + Indexed<Item: Value>,
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output: Position>,
    {
        let request = Bucketed { input: self.expr, bucket: bucket.into_function(), buckets };
        Pending::new(request, self.device)
    }
}

/// The request of [`partition_by`](Chain::partition_by) without its outputs, which knows the number of buckets.
#[derive(Debug, Clone)]
pub struct Bucketed<E, F> {
    input: E,
    bucket: F,
    buckets: usize,
}

request! {
    [E: Repeatable + Indexed<Item: Value>, F: Function<(E::Item,), Output: Position>] [S: Storage<Item = E::Item>]
    Bucketed<E, F> { input, bucket, buckets } as PartitionBy { input, bucket } => partition_by(output: S, offsets: Span<usize>) of (E::Item, usize);
    check(check) {
        input.check(check);
        bucket.check(check);
        check.bound("partition_by", *buckets, MOST_BUCKETS);
    }
    exactly [input.slots(), buckets.saturating_add(1)]
}
