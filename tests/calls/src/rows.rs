//! A call of every terminal. Each stands on a line of its own, which the call's errors must name.

use onrush::Result;
use onrush::operator::Less;
use onrush::prelude::*;

use crate::answer::number;
use crate::given::Given;

/// A terminal, and a call of it.
#[derive(Debug)]
pub struct Row {
    /// The algorithm in `src/facts.rs`.
    pub algorithm: &'static str,
    /// The terminal.
    pub name: &'static str,
    /// Calls it, and returns a number by which the answer is recognised.
    pub run: fn(&mut Given) -> Result<u64>,
}

impl Row {
    /// Whether the call writes targets beside what it returns.
    pub fn has_targets(&self) -> bool {
        self.name.ends_with("_into") || self.name.contains("scatter")
    }
}

/// `algorithm { terminal: call; … } …`, where the calls get the inputs and the targets by these names.
macro_rules! rows {
    ($x:ident $t:ident: $($algorithm:ident { $($name:ident: $call:expr;)* })*) => {
        vec![$($(Row {
            algorithm: stringify!($algorithm),
            name: stringify!($name),
            #[allow(unused_variables)]
            run: |Given { x: $x, t: $t }: &mut Given| -> Result<u64> { number(&$call?) },
        },)*)*]
    };
}

/// The terminals in which any part of a chain may be at fault.
pub fn of_chains_and_parts() -> Vec<Row> {
    of_chains().into_iter().chain(of_parts()).collect()
}

/// All terminals, each with inputs that it takes.
pub fn everything() -> Vec<Row> {
    of_chains_and_parts().into_iter().chain(in_place()).chain(without_operations()).collect()
}

/// The terminals of chains, each of whose parts may be at fault.
pub fn of_chains() -> Vec<Row> {
    rows! { x t:
        for_each {
            for_each: x.u().for_each(op!(|v: u32| assert!(v < 9_000_000)));
        }
        collect {
            collect: x.u().collect::<DeviceVec<u32, _>>();
            collect_into: x.u().collect_into(&mut t.a);
        }
        transpose {
            transpose: x.matrix().transpose().collect();
            transpose: x.matrix().transpose().collect_into(&mut t.a);
        }
        reduce {
            reduce: x.u().reduce(0, op!(|a: u32, b: u32| a ^ b));
            reduce_with: x.u().reduce_with(Max);
            reduce_into: x.u().reduce_into(0, Max, &mut t.one);
            sum: x.u().sum();
            sum_into: x.u().sum_into(&mut t.one);
            product: x.u().map(op!(|v: u32| v % 2)).product();
            min: x.u().min();
            max: x.u().max();
            minmax: x.u().minmax();
            count: x.u().filter(op!(|v: u32| v > 3)).count();
            count_if: x.u().count_if(op!(|v: u32| v > 3));
            mean: x.u().mean();
            variance: x.u().variance();
            sample_variance: x.u().sample_variance();
            moments: x.u().moments();
            argmin: x.u().argmin();
            argmax: x.u().argmax();
            min_by_key: x.u().min_by_key(op!(|v: u32| v ^ 5));
            max_by_key: x.u().max_by_key(op!(|v: u32| v ^ 5));
            min_by: x.u().min_by(op!(|a: u32, b: u32| a < b));
            max_by: x.u().max_by(op!(|a: u32, b: u32| a < b));
            inner_product: x.u().inner_product(&x.sorted);
            inner_product_with: x.u().inner_product_with(&x.sorted, 0u32, Max, op!(|a: u32, b: u32| a ^ b));
        }
        find {
            position: x.u().position(op!(|v: u32| v == 9_000_000));
            any: x.u().any(op!(|v: u32| v == 9_000_000));
            all: x.u().all(op!(|v: u32| v < 9_000_000));
            none: x.u().none(op!(|v: u32| v == 9_000_000));
            contains: x.u().contains(&9_000_000);
            equal: x.u().equal(&x.sorted);
            mismatch: x.u().mismatch(&x.sorted);
            cmp: x.u().cmp(&x.sorted);
            search: x.u().search(x.few.iter().rev());
            search_last: x.u().search_last(x.few.iter().rev());
            search_n: x.u().search_n(2, 9_000_000);
            find_first_of: x.u().find_first_of(x.b.constant(9_000_000, 3));
            find_first_of: x.u().find_first_of(x.b.constant(9_000_000, 30));
            adjacent_find: x.u().adjacent_find();
            is_sorted: x.u().is_sorted();
            is_sorted_by: x.u().is_sorted_by(Less);
            is_partitioned: x.u().is_partitioned(op!(|v: u32| v < 9_000_000));
        }
        scan {
            scan_inclusive: x.u().scan_inclusive(Sum).collect();
            scan_exclusive: x.u().scan_exclusive(0, Sum).collect();
            scan_inclusive: x.u().scan_inclusive(Sum).collect_into(&mut t.a);
            scan_exclusive: x.u().scan_exclusive(0, Sum).collect_into(&mut t.a);
            offsets: x.u().offsets::<u32>().collect();
            offsets: x.u().offsets().collect_into(&mut t.more);
            scan_inclusive_from: x.u().scan_inclusive_from(1, Sum).collect();
            scan_inclusive_from: x.u().scan_inclusive_from(1, Sum).collect_into(&mut t.a);
        }
        select {
            filter: x.u().filter(op!(|v: u32| v > 3)).collect::<DeviceVec<u32, _>>();
            filter: x.u().filter(op!(|v: u32| v > 3)).collect_into(&mut t.a);
            collect_counted: x.u().filter(op!(|v: u32| v > 3)).collect_counted().and_then(|counted| counted.wait());
            collect_counted_into: x.u().filter(op!(|v: u32| v > 3)).collect_counted_into(&mut t.a).map(drop);
            filter_map: x.u().filter_map(op!(|v: u32| v.checked_sub(3))).collect::<DeviceVec<u32, _>>();
            filter_map: x.u().filter_map(op!(|v: u32| v.checked_sub(3))).collect_into(&mut t.a);
            dedup: x.u().dedup().collect::<DeviceVec<u32, _>>();
            dedup: x.u().dedup().collect_into(&mut t.a);
            dedup_by: x.u().dedup_by(op!(|a: u32, b: u32| a == b)).collect::<DeviceVec<u32, _>>();
        }
        partition {
            partition: x.u().partition(op!(|v: u32| v > 3)).collect();
            partition: x.u().partition(op!(|v: u32| v > 3)).collect_into((&mut t.a, &mut t.b));
        }
        partition_by {
            partition_by: x.u().partition_by(10, op!(|v: u32| v % 10)).collect();
            partition_by: x.u().partition_by(2, op!(|v: u32| v % 2)).collect_into((&mut t.a, &mut t.three_at));
        }
        partition_in_three {
            partition_in_three: x.u().partition_in_three(op!(|v: u32| v > 3), op!(|v: u32| v > 2)).collect();
            partition_in_three: x.u().partition_in_three(op!(|v: u32| v > 3), op!(|v: u32| v > 2)).collect_into((&mut t.a, &mut t.b, &mut t.c));
        }
        sort {
            sort: x.u().sort().collect();
            sort: x.u().sort().collect_into(&mut t.a);
            argsort: x.u().argsort().collect();
            argsort: x.u().argsort().collect_into(&mut t.at);
            argsort_as: x.u().argsort_as::<u32>().collect();
            argsort_as: x.u().argsort_as().collect_into(&mut t.a);
        }
        top_k {
            top_k: x.u().top_k(3).collect();
            top_k: x.u().top_k(x.n).collect_into(&mut t.a);
            top_k_positions: x.u().top_k_positions(3).collect();
            top_k_positions: x.u().top_k_positions(x.n).collect_into(&mut t.at);
            top_k_by_key: x.u().top_k_by_key(3, op!(|v: u32| v ^ 5)).collect();
            top_k_by_key: x.u().top_k_by_key(x.n, op!(|v: u32| v ^ 5)).collect_into(&mut t.a);
            bottom_k: x.u().bottom_k(3).collect();
            bottom_k: x.u().bottom_k(x.n).collect_into(&mut t.a);
            bottom_k_positions: x.u().bottom_k_positions(3).collect();
            bottom_k_positions: x.u().bottom_k_positions(x.n).collect_into(&mut t.at);
            bottom_k_by_key: x.u().bottom_k_by_key(3, op!(|v: u32| v ^ 5)).collect();
            bottom_k_by_key: x.u().bottom_k_by_key(x.n, op!(|v: u32| v ^ 5)).collect_into(&mut t.a);
            nth_element: x.u().nth_element(7);
            median: x.u().median();
            quantiles: x.u().quantiles(&[0.5]);
        }
        runs {
            run_length_encode: x.u().run_length_encode::<u32>().collect();
            run_length_encode_by: x.u().run_length_encode_by::<u32, _, _>(op!(|a: u32, b: u32| a / 2 == b / 2)).collect();
            run_length_encode: x.u().run_length_encode().collect_into((&mut t.a, &mut t.at));
            run_length_encode_by: x.u().run_length_encode_by(op!(|a: u32, b: u32| a / 2 == b / 2)).collect_into((&mut t.a, &mut t.at));
            run_offsets: x.u().run_offsets::<u32>().collect();
            run_offsets_by: x.u().run_offsets_by::<u32, _, _>(op!(|a: u32, b: u32| a / 2 == b / 2)).collect();
            run_offsets: x.u().run_offsets().collect_into(&mut t.more);
            run_offsets_by: x.u().run_offsets_by(op!(|a: u32, b: u32| a / 2 == b / 2)).collect_into(&mut t.more);
        }
        expand {
            repeat: x.sorted.iter().repeat(x.u().map(op!(|v: u32| v % 2))).collect();
            repeat: x.u().repeat(x.sorted.iter().map(op!(|v: u32| v % 2))).collect();
            repeat: x.sorted.iter().repeat(x.u().map(op!(|v: u32| v % 2))).collect_into(&mut t.a);
            repeat: x.u().repeat(x.sorted.iter().map(op!(|v: u32| v % 2))).collect_into(&mut t.a);
            gather_segments: x.u().gather_segments(x.b.range(0..2usize), &x.offsets).collect();
            gather_segments: x.sorted.iter().gather_segments(x.u(), x.b.range(0..x.n + 1)).collect();
            gather_segments: x.u().gather_segments(x.b.range(0..1usize), x.b.range(0..2usize).map(op!(|i: usize| i * 100))).collect_into(&mut t.a);
            gather_segments: x.sorted.iter().gather_segments(x.u(), x.b.range(0..x.n + 1)).collect_into(&mut t.a);
        }
        scatter {
            scatter: x.u().scatter(&x.sorted, &mut t.a);
            scatter: x.sorted.iter().scatter(x.u(), &mut t.a);
            scatter_if: x.u().scatter_if(&x.sorted, op!(|v: u32| v > 3), &mut t.a);
            scatter_pairs: x.u().map(op!(|v: u32| (v, v))).scatter_pairs(&mut t.a);
        }
        scatter_reduce {
            scatter_reduce: x.u().scatter_reduce(&x.sorted, Sum, &mut t.a);
            scatter_reduce: x.sorted.iter().scatter_reduce(x.u(), op!(|a: u32, b: u32| a ^ b), &mut t.a);
            scatter_reduce_pairs: x.u().map(op!(|v: u32| (v, v))).scatter_reduce_pairs(Max, &mut t.a);
        }
        histogram {
            histogram: x.u().histogram(x.n).collect();
            histogram: x.u().histogram(x.n).collect_into(&mut t.numbers);
            bincount: x.u().bincount(3).collect();
            bincount: x.u().bincount(3).collect_into(&mut t.numbers);
            histogram_weighted: x.u().histogram_weighted(&x.sorted, x.n).collect();
            histogram_weighted: x.u().histogram_weighted(&x.sorted, x.n).collect_into(&mut t.a);
            histogram_even: x.u().histogram_even(0..300, 10).collect();
            histogram_even: x.u().histogram_even(0..300, x.n).collect_into(&mut t.numbers);
            histogram_even_weighted: x.u().histogram_even_weighted(0..300, &x.sorted, 10).collect();
            histogram_even_weighted: x.u().histogram_even_weighted(0..300, &x.sorted, 10).collect_into(&mut t.ten);
            histogram_ranges: x.u().histogram_ranges(&x.few).collect();
            histogram_ranges: x.u().histogram_ranges(&x.edges).collect_into(&mut t.numbers);
            histogram_ranges_weighted: x.u().histogram_ranges_weighted(&x.few, &x.sorted).collect();
            histogram_ranges_weighted: x.u().histogram_ranges_weighted(&x.few, &x.sorted).collect_into(&mut t.ten);
            histogram_even_channels: x.u().map(op!(|v: u32| [v, v])).histogram_even_channels(0..300, 10).collect();
            histogram_even_channels: x.u().map(op!(|v: u32| [v, v])).histogram_even_channels(0..300, x.n / 2).collect_into(&mut t.numbers);
        }
        merge {
            merge: merge(x.u(), &x.sorted).collect();
            merge_by: merge_by(&x.sorted, x.u(), op!(|a: u32, b: u32| a < b)).collect();
            merge: merge(x.u(), &x.sorted).collect_into(&mut t.long);
            merge_by: merge_by(&x.sorted, x.u(), op!(|a: u32, b: u32| a < b)).collect_into(&mut t.long);
            merge_by_key: merge_by_key(x.u(), &x.sorted, &x.sorted, &x.sorted).collect();
            merge_by_key_with: merge_by_key_with(&x.sorted, x.u(), &x.sorted, &x.sorted, Less).collect();
            merge_by_key: merge_by_key(&x.sorted, &x.sorted, x.u(), &x.sorted).collect_into((&mut t.long, &mut t.long_too));
            merge_by_key_with: merge_by_key_with(&x.sorted, &x.sorted, &x.sorted, x.u(), Less).collect_into((&mut t.long, &mut t.long_too));
        }
        set_operation {
            set_union: set_union(x.u(), &x.sorted).collect();
            set_union_by: set_union_by(&x.sorted, x.u(), op!(|a: u32, b: u32| a < b)).collect();
            set_intersection: set_intersection(x.u(), &x.sorted).collect();
            set_intersection_by: set_intersection_by(&x.sorted, x.u(), op!(|a: u32, b: u32| a < b)).collect();
            set_difference: set_difference(x.u(), &x.sorted).collect();
            set_difference_by: set_difference_by(&x.sorted, x.u(), op!(|a: u32, b: u32| a < b)).collect();
            set_symmetric_difference: set_symmetric_difference(x.u(), &x.sorted).collect();
            set_symmetric_difference_by: set_symmetric_difference_by(&x.sorted, x.u(), op!(|a: u32, b: u32| a < b)).collect();
            set_union: set_union(x.u(), &x.sorted).collect_into(&mut t.long);
            set_union_by: set_union_by(&x.sorted, x.u(), op!(|a: u32, b: u32| a < b)).collect_into(&mut t.long);
            set_intersection: set_intersection(x.u(), &x.sorted).collect_into(&mut t.long);
            set_intersection_by: set_intersection_by(&x.sorted, x.u(), op!(|a: u32, b: u32| a < b)).collect_into(&mut t.long);
            set_difference: set_difference(x.u(), &x.sorted).collect_into(&mut t.long);
            set_difference_by: set_difference_by(&x.sorted, x.u(), op!(|a: u32, b: u32| a < b)).collect_into(&mut t.long);
            set_symmetric_difference: set_symmetric_difference(x.u(), &x.sorted).collect_into(&mut t.long);
            set_symmetric_difference_by: set_symmetric_difference_by(&x.sorted, x.u(), op!(|a: u32, b: u32| a < b)).collect_into(&mut t.long);
            set_union_count: set_union_count(x.u(), &x.sorted);
            set_union_count_by: set_union_count_by(&x.sorted, x.u(), op!(|a: u32, b: u32| a < b));
            set_intersection_count: set_intersection_count(x.u(), &x.sorted);
            set_intersection_count_by: set_intersection_count_by(&x.sorted, x.u(), op!(|a: u32, b: u32| a < b));
            set_difference_count: set_difference_count(x.u(), &x.sorted);
            set_difference_count_by: set_difference_count_by(&x.sorted, x.u(), op!(|a: u32, b: u32| a < b));
            set_symmetric_difference_count: set_symmetric_difference_count(x.u(), &x.sorted);
            set_symmetric_difference_count_by: set_symmetric_difference_count_by(&x.sorted, x.u(), op!(|a: u32, b: u32| a < b));
        }
        expand {
            join_inner: join_inner(x.u(), &x.few).collect();
            join_inner: join_inner(x.u(), &x.few).collect_into((&mut t.at, &mut t.at_too));
            join_left: join_left(x.u(), &x.few).collect();
            join_left: join_left(x.u(), &x.few).collect_into((&mut t.at, &mut t.at_too));
            join_semi: join_semi(x.u(), &x.few).collect();
            join_semi: join_semi(x.u(), &x.few).collect_into(&mut t.at);
            join_anti: join_anti(x.u(), &x.few).collect();
            join_anti: join_anti(x.u(), &x.few).collect_into(&mut t.at);
        }
    }
}

/// The terminals that take so many items that no number counts them. The other sequence may be at fault.
pub fn uncountable() -> Vec<Row> {
    rows! { x t:
        merge {
            merge: merge(x.b.range(0..usize::MAX), x.at()).collect();
            merge_by: merge_by(x.b.range(0..usize::MAX), x.at(), Less).collect();
        }
        set_operation {
            set_union: set_union(x.b.range(0..usize::MAX), x.at()).collect();
            set_union_by: set_union_by(x.b.range(0..usize::MAX), x.at(), Less).collect();
            set_intersection: set_intersection(x.b.range(0..usize::MAX), x.at()).collect();
            set_intersection_by: set_intersection_by(x.b.range(0..usize::MAX), x.at(), Less).collect();
            set_difference: set_difference(x.b.range(0..usize::MAX), x.at()).collect();
            set_difference_by: set_difference_by(x.b.range(0..usize::MAX), x.at(), Less).collect();
            set_symmetric_difference: set_symmetric_difference(x.b.range(0..usize::MAX), x.at()).collect();
            set_symmetric_difference_by: set_symmetric_difference_by(x.b.range(0..usize::MAX), x.at(), Less).collect();
            set_union_count: set_union_count(x.b.range(0..usize::MAX), x.at());
            set_union_count_by: set_union_count_by(x.b.range(0..usize::MAX), x.at(), Less);
            set_intersection_count: set_intersection_count(x.b.range(0..usize::MAX), x.at());
            set_intersection_count_by: set_intersection_count_by(x.b.range(0..usize::MAX), x.at(), Less);
            set_difference_count: set_difference_count(x.b.range(0..usize::MAX), x.at());
            set_difference_count_by: set_difference_count_by(x.b.range(0..usize::MAX), x.at(), Less);
            set_symmetric_difference_count: set_symmetric_difference_count(x.b.range(0..usize::MAX), x.at());
            set_symmetric_difference_count_by: set_symmetric_difference_count_by(x.b.range(0..usize::MAX), x.at(), Less);
        }
    }
}

/// The terminals by key, of segments, of columns and of groups.
pub fn of_parts() -> Vec<Row> {
    rows! { x t:
        reduce_by_key {
            reduce_by_key: reduce_by_key(x.tens(), &x.sorted, Sum).collect();
            reduce_by_key_with: reduce_by_key_with(&x.sorted, x.u(), op!(|a: u32, b: u32| a / 2 == b / 2), Sum).collect();
            reduce_by_key: reduce_by_key(x.tens(), &x.sorted, Sum).collect_into((&mut t.a, &mut t.b));
            reduce_by_key_with: reduce_by_key_with(&x.sorted, x.u(), op!(|a: u32, b: u32| a / 2 == b / 2), Sum).collect_into((&mut t.a, &mut t.b));
            values: reduce_by_key(x.tens(), &x.sorted, Sum).values().collect();
            values: reduce_by_key_with(&x.sorted, x.u(), op!(|a: u32, b: u32| a / 2 == b / 2), Sum).values().collect();
            values: reduce_by_key(x.tens(), &x.sorted, Sum).values().collect_into(&mut t.a);
            values: reduce_by_key_with(&x.sorted, x.u(), op!(|a: u32, b: u32| a / 2 == b / 2), Sum).values().collect_into(&mut t.a);
        }
        scan_by_key {
            scan_by_key_inclusive: scan_by_key_inclusive(x.tens(), &x.sorted, Sum).collect();
            scan_by_key_exclusive: scan_by_key_exclusive(&x.sorted, x.u(), 0, Sum).collect();
            scan_by_key_inclusive_with: scan_by_key_inclusive_with(x.u(), &x.sorted, op!(|a: u32, b: u32| a / 2 == b / 2), Sum).collect();
            scan_by_key_exclusive_with: scan_by_key_exclusive_with(x.u(), &x.sorted, op!(|a: u32, b: u32| a / 2 == b / 2), 0, Sum).collect();
            scan_by_key_inclusive: scan_by_key_inclusive(x.tens(), &x.sorted, Sum).collect_into(&mut t.a);
            scan_by_key_exclusive: scan_by_key_exclusive(&x.sorted, x.u(), 0, Sum).collect_into(&mut t.a);
            scan_by_key_inclusive_with: scan_by_key_inclusive_with(x.u(), &x.sorted, op!(|a: u32, b: u32| a / 2 == b / 2), Sum).collect_into(&mut t.a);
            scan_by_key_exclusive_with: scan_by_key_exclusive_with(x.u(), &x.sorted, op!(|a: u32, b: u32| a / 2 == b / 2), 0, Sum).collect_into(&mut t.a);
        }
        segmented_reduce {
            reduce: x.u().segments(&x.offsets).reduce(0, Max).collect();
            reduce: x.u().segments(&x.offsets).reduce(0, Max).collect_into(&mut t.two);
            sum: x.sorted.iter().segments(x.u()).sum().collect();
            covered: x.sorted.iter().segments(x.u().skip(76).take(2)).covered();
            sum: x.u().segments(&x.offsets).sum().collect_into(&mut t.two);
            count: x.sorted.iter().segments(x.u()).count().collect();
            count: x.sorted.iter().segments(x.u().skip(76).take(3)).count().collect_into(&mut t.two_at);
            product: x.u().map(op!(|v: u32| v % 2)).segments(&x.offsets).product().collect();
            product: x.u().map(op!(|v: u32| v % 2)).segments(&x.offsets).product().collect_into(&mut t.two);
            min: x.u().segments(&x.offsets).min().collect();
            min: x.u().segments(&x.offsets).min().collect_into(&mut t.two);
            max: x.u().segments(&x.offsets).max().collect();
            max: x.u().segments(&x.offsets).max().collect_into(&mut t.two);
            argmin: x.u().segments(&x.offsets).argmin().collect();
            argmin: x.u().segments(&x.offsets).argmin().collect_into(&mut t.two_at);
            argmax: x.u().segments(&x.offsets).argmax().collect();
            argmax: x.u().segments(&x.offsets).argmax().collect_into(&mut t.two_at);
            mean: x.u().segments(&x.offsets).mean().collect();
            mean: x.u().segments(&x.offsets).mean().collect_into(&mut t.two_means);
            variance: x.u().segments(&x.offsets).variance().collect();
            variance: x.u().segments(&x.offsets).variance().collect_into(&mut t.two_means);
            sample_variance: x.u().segments(&x.offsets).sample_variance().collect();
            sample_variance: x.u().segments(&x.offsets).sample_variance().collect_into(&mut t.two_means);
            minmax: x.u().segments(&x.offsets).minmax().collect();
            minmax: x.u().segments(&x.offsets).minmax().collect_into((&mut t.two, &mut t.two_more));
            count_if: x.u().segments(&x.offsets).count_if(op!(|v: u32| v % 2 == 0)).collect();
            count_if: x.u().segments(&x.offsets).count_if(op!(|v: u32| v % 2 == 0)).collect_into(&mut t.two_at);
        }
        segmented_scan {
            scan_inclusive: x.u().segments(&x.offsets).scan_inclusive(Sum).collect();
            scan_exclusive: x.u().segments(&x.offsets).scan_exclusive(0, Sum).collect();
            scan_inclusive: x.u().segments(&x.offsets).scan_inclusive(Sum).collect_into(&mut t.a);
            scan_exclusive: x.u().segments(&x.offsets).scan_exclusive(0, Sum).collect_into(&mut t.a);
        }
        segmented_sort {
            sort: x.u().segments(&x.offsets).sort().collect();
            sort: x.u().segments(&x.offsets).sort().collect_into(&mut t.a);
            argsort: x.u().segments(&x.offsets).argsort().collect();
            argsort: x.u().segments(&x.offsets).argsort().collect_into(&mut t.at);
            top_k: x.u().segments(&x.offsets).top_k(3).collect();
            top_k: x.u().segments(&x.offsets).top_k(3).collect_into((&mut t.a, &mut t.three_at));
            top_k_positions: x.u().segments(&x.offsets).top_k_positions(3).collect();
            top_k_positions: x.u().segments(&x.offsets).top_k_positions(3).collect_into((&mut t.at, &mut t.three_at));
            top_k_by_key: x.u().segments(&x.offsets).top_k_by_key(3, op!(|v: u32| v ^ 5)).collect();
            top_k_by_key: x.u().segments(&x.offsets).top_k_by_key(3, op!(|v: u32| v ^ 5)).collect_into((&mut t.a, &mut t.three_at));
            bottom_k: x.u().segments(&x.offsets).bottom_k(3).collect();
            bottom_k: x.u().segments(&x.offsets).bottom_k(3).collect_into((&mut t.a, &mut t.three_at));
            bottom_k_positions: x.u().segments(&x.offsets).bottom_k_positions(3).collect();
            bottom_k_positions: x.u().segments(&x.offsets).bottom_k_positions(3).collect_into((&mut t.at, &mut t.three_at));
            bottom_k_by_key: x.u().segments(&x.offsets).bottom_k_by_key(3, op!(|v: u32| v ^ 5)).collect();
            bottom_k_by_key: x.u().segments(&x.offsets).bottom_k_by_key(3, op!(|v: u32| v ^ 5)).collect_into((&mut t.a, &mut t.three_at));
        }
        expand {
            scatter: x.u().segments(&x.offsets).scatter(&x.offsets.slice(..2)?, &mut t.long);
            scatter: x.sorted.iter().segments(x.b.range(0..x.n + 1)).scatter(x.u(), &mut t.a);
        }
        reduce_columns {
            reduce: x.matrix().columns().reduce(0, Max).collect();
            reduce: x.matrix().columns().reduce(0, Max).collect_into(&mut t.ten);
            sum: x.matrix().columns().sum().collect();
            sum: x.matrix().columns().sum().collect_into(&mut t.ten);
            product: x.u().map(op!(|v: u32| v % 2)).grid(x.n / 10, 10).columns().product().collect();
            product: x.u().map(op!(|v: u32| v % 2)).grid(x.n / 10, 10).columns().product().collect_into(&mut t.ten);
            min: x.matrix().columns().min().collect();
            min: x.matrix().columns().min().collect_into(&mut t.ten);
            max: x.matrix().columns().max().collect();
            max: x.matrix().columns().max().collect_into(&mut t.ten);
            argmin: x.matrix().columns().argmin().collect();
            argmin: x.matrix().columns().argmin().collect_into(&mut t.ten_at);
            argmax: x.matrix().columns().argmax().collect();
            argmax: x.matrix().columns().argmax().collect_into(&mut t.ten_at);
            mean: x.matrix().columns().mean().collect();
            mean: x.matrix().columns().mean().collect_into(&mut t.ten_means);
            variance: x.matrix().columns().variance().collect();
            variance: x.matrix().columns().variance().collect_into(&mut t.ten_means);
            sample_variance: x.matrix().columns().sample_variance().collect();
            sample_variance: x.matrix().columns().sample_variance().collect_into(&mut t.ten_means);
            minmax: x.matrix().columns().minmax().collect();
            minmax: x.matrix().columns().minmax().collect_into((&mut t.ten, &mut t.ten_more));
            count_if: x.matrix().columns().count_if(op!(|v: u32| v % 2 == 0)).collect();
            count_if: x.matrix().columns().count_if(op!(|v: u32| v % 2 == 0)).collect_into(&mut t.ten_at);
        }
        reduce_by_key {
            collect: x.u().groups(&x.sorted).collect();
            collect_into: x.sorted.iter().groups(x.tens()).collect_into((&mut t.a, &mut t.more, &mut t.b));
            reduce: x.sorted.iter().groups(x.tens()).reduce(0, Max).collect();
            reduce: x.u().groups(&x.sorted).reduce(0, Max).collect_into((&mut t.a, &mut t.b));
            count: x.sorted.iter().groups(x.tens()).count().collect();
            count: x.sorted.iter().groups(x.tens()).count().collect_into((&mut t.a, &mut t.numbers));
            sum: x.u().groups(&x.sorted).sum().collect();
            sum: x.sorted.iter().groups(x.tens()).sum().collect_into((&mut t.a, &mut t.b));
            product: x.sorted.iter().map(op!(|v: u32| v % 2)).groups(x.tens()).product().collect();
            product: x.sorted.iter().map(op!(|v: u32| v % 2)).groups(x.tens()).product().collect_into((&mut t.a, &mut t.b));
            min: x.u().groups(&x.sorted).min().collect();
            min: x.u().groups(&x.sorted).min().collect_into((&mut t.a, &mut t.b));
            max: x.u().groups(&x.sorted).max().collect();
            max: x.u().groups(&x.sorted).max().collect_into((&mut t.a, &mut t.b));
            mean: x.u().groups(&x.sorted).mean().collect();
            mean: x.u().groups(&x.sorted).mean().collect_into((&mut t.a, &mut t.means));
            variance: x.u().groups(&x.sorted).variance().collect();
            variance: x.u().groups(&x.sorted).variance().collect_into((&mut t.a, &mut t.means));
            sample_variance: x.u().groups(&x.sorted).sample_variance().collect();
            sample_variance: x.u().groups(&x.sorted).sample_variance().collect_into((&mut t.a, &mut t.means));
            minmax: x.u().groups(&x.sorted).minmax().collect();
            minmax: x.u().groups(&x.sorted).minmax().collect_into((&mut t.a, (&mut t.b, &mut t.c)));
            count_if: x.u().groups(&x.sorted).count_if(op!(|v: u32| v % 2 == 0)).collect();
            count_if: x.u().groups(&x.sorted).count_if(op!(|v: u32| v % 2 == 0)).collect_into((&mut t.a, &mut t.numbers));
            argmin: x.u().groups(&x.sorted).argmin().collect();
            argmin: x.u().groups(&x.sorted).argmin().collect_into((&mut t.a, &mut t.at));
            argmax: x.u().groups(&x.sorted).argmax().collect();
            argmax: x.u().groups(&x.sorted).argmax().collect_into((&mut t.a, &mut t.at));
        }
    }
}

/// The terminals of vectors, whose operations may panic.
pub fn in_place() -> Vec<Row> {
    rows! { x t:
        sort {
            sort_by_key: t.a.sort_by_key({ let bad = x.bad(); op!(|v: u32| if v + 77 == bad { panic!("a bad number") } else { v }) });
            sort_by: t.a.sort_by({ let bad = x.bad(); op!(|a: u32, b: u32| if a + 77 == bad { panic!("a bad number") } else { a < b }) });
            sort_by_key: t.a.slice_mut(..)?.sort_by_key({ let bad = x.bad(); op!(|v: u32| if v + 77 == bad { panic!("a bad number") } else { v }) });
            sort_by: t.a.slice_mut(..)?.sort_by({ let bad = x.bad(); op!(|a: u32, b: u32| if a + 77 == bad { panic!("a bad number") } else { a < b }) });
            sort_by: sort_by(&mut t.a, { let bad = x.bad(); op!(|a: u32, b: u32| if a + 77 == bad { panic!("a bad number") } else { a < b }) });
            sort_by_key_with: sort_by_key_with(&mut t.a, &mut t.b, { let bad = x.bad(); op!(|a: u32, b: u32| if a + 77 == bad { panic!("a bad number") } else { a < b }) });
        }
        scan {
            scan_inclusive: t.a.scan_inclusive({ let bad = x.bad(); op!(|a: u32, b: u32| if a + 77 == bad { panic!("a bad number") } else { a + b }) });
            scan_exclusive: t.a.scan_exclusive(0, { let bad = x.bad(); op!(|a: u32, b: u32| if a + 77 == bad { panic!("a bad number") } else { a + b }) });
            scan_inclusive: t.a.slice_mut(..)?.scan_inclusive({ let bad = x.bad(); op!(|a: u32, b: u32| if a + 77 == bad { panic!("a bad number") } else { a + b }) });
            scan_exclusive: t.a.slice_mut(..)?.scan_exclusive(0, { let bad = x.bad(); op!(|a: u32, b: u32| if a + 77 == bad { panic!("a bad number") } else { a + b }) });
        }
        segmented_scan {
            scan_inclusive: t.a.segments_mut(&x.offsets).scan_inclusive({ let bad = x.bad(); op!(|a: u32, b: u32| if a + 77 == bad { panic!("a bad number") } else { a + b }) });
            scan_exclusive: t.a.segments_mut(&x.offsets).scan_exclusive(0, { let bad = x.bad(); op!(|a: u32, b: u32| if a + 77 == bad { panic!("a bad number") } else { a + b }) });
        }
        segmented_sort {
            sort_by_key: t.a.segments_mut(&x.offsets).sort_by_key({ let bad = x.bad(); op!(|v: u32| if v + 77 == bad { panic!("a bad number") } else { v }) });
            sort: t.a.segments_mut(x.ends()).sort();
            sort_by: t.a.segments_mut(x.ends()).sort_by(Greater);
            sort_with: t.a.segments_mut(x.ends()).sort_with(&mut t.b);
            sort_by_with: t.a.segments_mut(x.ends()).sort_by_with(Greater, &mut t.b);
        }
        reduce {
            partition_point: x.sorted.partition_point({ let bad = x.bad(); op!(|v: u32| if v < 299 && bad == 77 { panic!("a bad number") } else { v > 3 }) });
            binary_search_by: x.sorted.binary_search_by({ let bad = x.bad(); op!(|v: u32| if v < 299 && bad == 77 { panic!("a bad number") } else { v.cmp(&7) }) });
            binary_search_by_key: x.sorted.binary_search_by_key(&7, { let bad = x.bad(); op!(|v: u32| if v < 299 && bad == 77 { panic!("a bad number") } else { v }) });
        }
    }
}

/// The terminals of vectors in which nothing but memory can be wanting.
pub fn without_operations() -> Vec<Row> {
    rows! { x t:
        sort {
            sort: t.a.sort();
            sort: t.a.slice_mut(..)?.sort();
            sort_by_key: sort_by_key(&mut t.a, &mut t.b);
        }
        reduce {
            lower_bound: x.sorted.lower_bound(7);
            upper_bound: x.sorted.upper_bound(7);
            equal_range: x.sorted.equal_range(7);
            binary_search: x.sorted.binary_search(&7);
        }
    }
}
