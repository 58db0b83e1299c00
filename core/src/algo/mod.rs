//! The primitives that a backend implements, as requests: each names the inputs, the outputs and the operator. The
//! [functions] and the [`Chain`](crate::Chain) methods beside a request make it. The primitives' signatures stand in one table.

mod collect;
mod expand;
mod find;
mod for_each;
mod histogram;
mod merge;
mod partition;
mod partition_by;
mod partition_in_three;
mod reduce;
mod reduce_by_key;
mod reduce_columns;
mod runs;
mod scan;
mod scan_by_key;
mod scatter;
mod scatter_reduce;
mod segmented_reduce;
mod segmented_scan;
mod segmented_sort;
mod select;
mod set_operation;
mod sort;
mod top_k;
mod transpose;

pub use crate::grouped::{Count, Each, EachGroup, Items, OfGroups, Statistic};
pub use collect::Collect;
pub use expand::Expand;
pub use find::Find;
pub use for_each::ForEach;
pub use functions::*;
pub use histogram::{CountedUpTo, Counts, Histogram, NumbersUpTo, Sums};
pub use merge::Merge;
pub use merge::by_key::{KeyedVecs, MergeByKey};
pub use partition::Partition;
pub use partition_by::{Bucketed, MOST_BUCKETS, PartitionBy};
pub use partition_in_three::PartitionInThree;
pub use reduce::{Reduce, ReduceInto, Stored};
pub use reduce_by_key::ReduceByKey;
pub use reduce_columns::{ByColumn, ReduceColumns, ReducedColumns};
pub(crate) use runs::encode;
pub use runs::{Coded, RunNumber, RunOffsets, Runs};
pub use scan::{Offsets, Scan};
pub use scan_by_key::ScanByKey;
pub use scatter::Scatter;
pub use scatter_reduce::ScatterReduce;
pub(crate) use segmented_reduce::{Fold, plain};
pub use segmented_reduce::{Length, Lengths, Mean, Means, OfEach, Placed, Reduced, Reduction, SegmentedReduce};
pub use segmented_scan::SegmentedScan;
pub use segmented_sort::{
    ArgSortedSegments, ByItem, ByPosition, First, FirstByKey, FirstItems, FirstPositions, SegmentedSort, SortedSegments,
};
pub use select::Select;
pub use set_operation::{
    Difference, Intersection, SetOperation, SetOperationCall, SetOperator, SymmetricDifference, Union,
};
pub use sort::{ArgSort, Sort, SortBy, Sorted, SortedPositions};
pub(crate) use sort::{by_relation, pairs_by_relation, sort};
pub use top_k::{Largest, Smallest, SmallestByKey, SmallestPositions, TopK};
pub use transpose::Transpose;

/// The terminals that are functions, not methods of a chain. The crate's root and its prelude have them all.
pub mod functions {
    pub use super::expand::joins::{join_anti, join_inner, join_left, join_semi};
    pub use super::merge::by_key::{merge_by_key, merge_by_key_with};
    pub use super::merge::{merge, merge_by};
    pub use super::reduce_by_key::{reduce_by_key, reduce_by_key_with};
    pub use super::scan_by_key::{
        scan_by_key_exclusive, scan_by_key_exclusive_with, scan_by_key_inclusive, scan_by_key_inclusive_with,
    };
    pub use super::set_operation::counts::*;
    pub use super::set_operation::terminals::*;
    pub use super::sort::{sort_by, sort_by_key, sort_by_key_with};
}

/// The table: each primitive's documentation, name, type parameters, request, the request's parts that use memory, result, and
/// bounds. `__primitives!(callback, arguments)` is `callback! { [arguments] rows }`.
#[doc(hidden)]
#[macro_export]
macro_rules! __primitives {
    ($callback:path, $($argument:tt)*) => {
        $callback! { [$($argument)*]
            /// Runs every slot of a chain of units.
            fn for_each<E>(ForEach<E>: input) -> () where {
                E: $crate::expr::Expr<Item = ()>,
            }
            /// Stores every item.
            fn collect<E, S>(Collect<E, S>: input output) -> () where {
                E: $crate::expr::Indexed,
                S: $crate::storage::Storage<Item = E::Item>,
            }
            /// Combines all items.
            fn reduce<E, O>(Reduce<E, O, E::Item>: input op) -> Option<E::Item> where {
                E: $crate::expr::Repeatable<Item: $crate::Value>,
                O: $crate::operator::Operator<E::Item>,
            }
            /// Combines an initial value and all items, of which there is at least one slot, and stores the result as the
            /// only item of the output; or stores the values of the chunks.
            fn reduce_into<E, O, S, K>(ReduceInto<E, O, S, K>: input op output kept) -> () where {
                E: $crate::expr::Repeatable<Item: $crate::Value>,
                O: $crate::operator::Operator<E::Item>,
                S: $crate::storage::Storage<Item = E::Item>,
                K: $crate::storage::Storage<Item = bool>,
            }
            /// Finds the first `true`.
            fn find<E>(Find<E>: input) -> Option<usize> where {
                E: $crate::expr::Repeatable<Item = bool>,
            }
            /// Stores the items of a matrix column by column.
            fn transpose<E, S>(Transpose<E, S>: input output) -> () where {
                E: $crate::expr::Repeatable + $crate::expr::Indexed<Item: $crate::Value>,
                S: $crate::storage::Storage<Item = E::Item>,
            }
            /// Stores all prefixes.
            fn scan<E, O, S>(Scan<E, O, S>: input op output) -> () where {
                E: $crate::expr::Repeatable + $crate::expr::Indexed<Item: $crate::Value>,
                O: $crate::operator::Operator<E::Item>,
                S: $crate::storage::Storage<Item = E::Item>,
            }
            /// Stores the items that a chain keeps, in order; returns how many.
            fn select<E, S>(Select<E, S>: input output) -> usize where {
                E: $crate::expr::Repeatable,
                S: $crate::storage::Storage<Item = E::Item>,
            }
            /// Stores the items in two places by a predicate, both in order; returns for how many it holds.
            fn partition<E, F, S>(Partition<E, F, S>: input predicate selected rejected) -> usize where {
                E: $crate::expr::Repeatable + $crate::expr::Indexed<Item: $crate::Value>,
                F: $crate::function::Function<(E::Item,), Output = bool>,
                S: $crate::storage::Storage<Item = E::Item>,
            }
            /// Stores the items bucket by bucket, each bucket's in order, and where the buckets begin.
            fn partition_by<E, F, S>(PartitionBy<E, F, S>: input bucket output offsets) -> () where {
                E: $crate::expr::Repeatable + $crate::expr::Indexed<Item: $crate::Value>,
                F: $crate::function::Function<(E::Item,), Output: $crate::Position>,
                S: $crate::storage::Storage<Item = E::Item>,
            }
            /// Stores the items in three places by two predicates, all in order; returns how many are in the first and the second.
            fn partition_in_three<E, F, G, S>(
                PartitionInThree<E, F, G, S>: input is_first is_second first second third
            ) -> [usize; 2] where {
                E: $crate::expr::Repeatable + $crate::expr::Indexed<Item: $crate::Value>,
                F: $crate::function::Function<(E::Item,), Output = bool>,
                G: $crate::function::Function<(E::Item,), Output = bool>,
                S: $crate::storage::Storage<Item = E::Item>,
            }
            /// Sorts keys in their radix order, stably, and the values along.
            fn sort<K, V>(Sort<K, V>: keys values) -> () where {
                K: $crate::Key,
                V: $crate::storage::Storage,
            }
            /// Sorts items by a comparator, stably.
            fn sort_by<S, F>(SortBy<S, F>: items less) -> () where {
                S: $crate::storage::Storage,
                F: $crate::function::Function<(S::Item, S::Item), Output = bool>,
            }
            /// Sorts items in their radix order, stably, and stores the first ones and their positions.
            fn top_k<K, E, V>(TopK<E, K, V>: input keys positions) -> () where {
                K: $crate::Key,
                E: $crate::expr::Repeatable + $crate::expr::Indexed<Item = K>,
                V: $crate::storage::Storage<Item: $crate::Position>,
            }
            /// Merges two sorted sequences, stably.
            fn merge<L, R, F, S>(Merge<L, R, F, S>: left right less output) -> () where {
                L: $crate::expr::Repeatable + $crate::expr::Indexed<Item: $crate::Value>,
                R: $crate::expr::Repeatable + $crate::expr::Indexed<Item = L::Item>,
                F: $crate::function::Function<(L::Item, L::Item), Output = bool>,
                S: $crate::storage::Storage<Item = L::Item>,
            }
            /// Combines two sorted sequences as multisets; returns the number of items of the result.
            fn set_operation<K, L, R, F, S>(SetOperation<K, L, R, F, S>: left right less output) -> usize where {
                K: $crate::algo::SetOperator,
                L: $crate::expr::Repeatable + $crate::expr::Indexed<Item: $crate::Value>,
                R: $crate::expr::Repeatable + $crate::expr::Indexed<Item = L::Item>,
                F: $crate::function::Function<(L::Item, L::Item), Output = bool>,
                S: $crate::storage::Storage<Item = L::Item>,
            }
            /// Combines the values of each run of equal keys; returns the number of runs.
            fn reduce_by_key<K, V, Q, O, SK, SV>(
                ReduceByKey<K, V, Q, O, SK, SV>: keys values equal op out_keys out_values
            ) -> usize where {
                K: $crate::expr::Repeatable + $crate::expr::Indexed<Item: $crate::Value>,
                V: $crate::expr::Repeatable + $crate::expr::Indexed<Item: $crate::Value>,
                Q: $crate::function::Function<(K::Item, K::Item), Output = bool>,
                O: $crate::operator::Operator<V::Item>,
                SK: $crate::storage::Storage<Item = K::Item>,
                SV: $crate::storage::Storage<Item = V::Item>,
            }
            /// Combines the items of each column of a matrix, and stores a result for each.
            fn reduce_columns<E, O, F, S>(ReduceColumns<E, O, F, S>: input op finish output) -> () where {
                E: $crate::expr::Repeatable + $crate::expr::Matrix<Item: $crate::Value>,
                O: $crate::operator::Operator<E::Item>,
                F: $crate::function::Function<(E::Item, usize), Output = S::Item>,
                S: $crate::storage::Storage,
            }
            /// Stores the first item of each run of equal neighbours, and its length or offset; returns the number of runs.
            fn runs<K, Q, SK, SN>(Runs<K, Q, SK, SN>: keys equal out_keys out_numbers) -> usize where {
                K: $crate::expr::Repeatable + $crate::expr::Indexed<Item: $crate::Value>,
                Q: $crate::function::Function<(K::Item, K::Item), Output = bool>,
                SK: $crate::storage::Storage<Item = K::Item>,
                SN: $crate::storage::Storage<Item: $crate::Position>,
            }
            /// Stores a function of each item and of the number of a copy, for each of the item's copies.
            fn expand<E, C, F, S>(Expand<E, C, F, S>: input ends emit output) -> () where {
                E: $crate::expr::Repeatable + $crate::expr::Indexed<Item: $crate::Value>,
                C: $crate::expr::Repeatable + $crate::expr::Indexed<Item = u64>,
                F: $crate::function::Function<(E::Item, usize), Output = S::Item>,
                S: $crate::storage::Storage,
            }
            /// Stores all prefixes within each run of equal keys.
            fn scan_by_key<K, V, Q, O, S>(ScanByKey<K, V, Q, O, S>: keys values equal op output) -> () where {
                K: $crate::expr::Repeatable + $crate::expr::Indexed<Item: $crate::Value>,
                V: $crate::expr::Repeatable + $crate::expr::Indexed<Item: $crate::Value>,
                Q: $crate::function::Function<(K::Item, K::Item), Output = bool>,
                O: $crate::operator::Operator<V::Item>,
                S: $crate::storage::Storage<Item = V::Item>,
            }
            /// Stores the items that a chain keeps at computed positions; of several items for one position the last one stays.
            fn scatter<P, T, E, S>(Scatter<E, S>: input output) -> () where {
                P: $crate::Position,
                T: $crate::Value,
                E: $crate::expr::Repeatable<Item = (P, T)>,
                S: $crate::storage::Storage<Item = T>,
            }
            /// Combines the contents of computed positions with the items for them.
            fn scatter_reduce<P, T, E, O, S>(ScatterReduce<E, O, S>: input op output) -> () where {
                P: $crate::Position,
                T: $crate::Value,
                E: $crate::expr::Repeatable<Item = (P, T)>,
                O: $crate::operator::Operator<T>,
                S: $crate::storage::Storage<Item = T>,
            }
            /// Combines the items of each segment, and stores a result for each.
            fn segmented_reduce<E, P, O, F, S>(SegmentedReduce<E, P, O, F, S>: input offsets op finish output) -> () where {
                E: $crate::expr::Repeatable + $crate::expr::Indexed<Item: $crate::Value>,
                P: $crate::expr::Repeatable + $crate::expr::Indexed<Item: $crate::Position>,
                O: $crate::operator::Operator<E::Item>,
                F: $crate::function::Function<(E::Item, usize), Output = S::Item>,
                S: $crate::storage::Storage,
            }
            /// Stores all prefixes of each segment; the segments must cover the input.
            fn segmented_scan<E, P, O, S>(SegmentedScan<E, P, O, S>: input offsets op output) -> () where {
                E: $crate::expr::Repeatable + $crate::expr::Indexed<Item: $crate::Value>,
                P: $crate::expr::Repeatable + $crate::expr::Indexed<Item: $crate::Position>,
                O: $crate::operator::Operator<E::Item>,
                S: $crate::storage::Storage<Item = E::Item>,
            }
            /// Sorts the keys of each segment in their radix order, stably, and the values along; the segments must cover the keys.
            fn segmented_sort<K, V, P>(SegmentedSort<K, V, P>: keys values offsets) -> () where {
                K: $crate::Key,
                V: $crate::storage::Storage,
                P: $crate::expr::Repeatable + $crate::expr::Indexed<Item: $crate::Position>,
            }
            /// Counts how often each number below the number of bins occurs.
            fn histogram<E>(Histogram<E>: input counts) -> () where {
                E: $crate::expr::Repeatable<Item: $crate::Position>,
            }
        }
    };
}
