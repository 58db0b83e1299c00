//! Names of what gives one result, and of what chains aren't.

table! { $ names_of_results InFront
    Consumed {
        chain "leave it out: a chain runs as a whole, not item by item"
        vector "leave it out: a vector isn't consumed item by item; `.at(i)?` is one element"
        see Chain::take, DeviceVec::at;
        std: next() peekable() by_ref() fuse();
        rayon: panic_fuse();
        other: next_back();
    }
    Nth {
        chain "write `.skip(n).take(1).collect()?`, or `x.at(n)?` of the vector"
        vector "write `.at(n)?`"
        see Chain::skip, DeviceVec::at;
        std: nth(A);
        other: nth_back(A);
    }
    Divided {
        chain "leave it out: the device divides the work"
        vector "leave it out: the device divides the work"
        see Chain::on;
        rayon: with_min_len(A) with_max_len(A) by_exponential_blocks() by_uniform_blocks(A);
    }
    Driven {
        chain "write a terminal: `.collect()?`, `.for_each(op!(…))?`, `.sum()?`"
        vector "write a terminal of its chain: `.iter().sum()?`"
        see Chain::collect;
        rayon: drive(A) drive_unindexed(A) with_producer(A);
    }
    SizeHint {
        chain "write `.len()`"
        vector "write `.len()`"
        see Chain::len, DeviceVec::len;
        std: size_hint();
        rayon: opt_len();
        cupy: shape() size();
    }
    ParIter {
        chain "leave it out: a chain runs in parallel"
        vector "write `.iter()`: a chain runs in parallel"
        parts "leave it out: parts run in parallel"
        see DeviceVec::iter;
        rayon: par_iter() into_par_iter();
        std: into_iter();
        other: par_bridge();
    }
    ParIterMut {
        chain "write `x.iter_mut()` of the vector"
        vector "write `.iter_mut()`: a chain runs in parallel"
        see DeviceVec::iter_mut;
        rayon: par_iter_mut();
    }
    Fold {
        chain "write `.reduce(init, op!(|a: f32, b: f32| …))?` with an associative operation: a fold goes one item at a time"
        vector "write `.iter().reduce(init, op!(|a: f32, b: f32| …))?` with an associative operation"
        parts "write `.reduce(init, op!(|a: f32, b: f32| …)).collect()?`, with an associative operation"
        see Chain::reduce, Segments::reduce;
        std rayon: fold(A B);
        rayon: fold_with(A B);
        other: rfold(A B) aggregate(A);
    }
    TryFold {
        chain "write `.reduce(init, op!(…))?`: a panic in an operation is the call's error"
        vector "write `.iter().reduce(init, op!(…))?`: a panic in an operation is the call's error"
        see Chain::reduce;
        std rayon: try_fold(A B);
        rayon: try_fold_with(A B) try_reduce_with(A);
        rayon onrush: try_reduce(A B);
    }
    TryForEach {
        chain "write `.for_each(op!(…))?`: a panic in an operation is the call's error"
        vector "write `.iter_mut().for_each(op!(…))?`: a panic in an operation is the call's error"
        see Chain::for_each;
        std rayon: try_for_each(A);
        rayon: try_for_each_with(A B) try_for_each_init(A B);
    }
    TransformReduce {
        chain "write `.map(op!(…)).reduce(init, Sum)?`"
        vector "write `.iter().map(op!(…)).reduce(init, Sum)?`"
        parts "write `.map(op!(…))` in front of `.segments(…)`"
        see Chain::reduce;
        thrust cub: transform_reduce(A B C);
    }
    SumByName {
        chain "write `.sum()?`"
        vector "write `.iter().sum()?`"
        parts "write `.sum().collect()?`"
        see Chain::sum;
        other: accumulate(A) sum_by(A);
    }
    Prod {
        chain "write `.product()?`"
        vector "write `.iter().product()?`"
        parts "write `.product().collect()?`"
        see Chain::product;
        cupy pandas: prod();
    }
    Dot {
        chain "write `.inner_product(&y)?`"
        vector "write `.iter().inner_product(&y)?`"
        see Chain::inner_product;
        cupy pandas: dot(A);
    }
    Deviation {
        chain "write `.variance()?.map(f64::sqrt)` of the items, or `.sample_variance()?.map(f64::sqrt)` of a sample"
        vector "write `.iter().variance()?.map(f64::sqrt)` of the items, or `.iter().sample_variance()?.map(f64::sqrt)` of a sample"
        parts "write `.variance().collect()?`, and take the square roots"
        see Chain::variance, Chain::sample_variance;
        cupy pandas: std();
    }
    Variance {
        chain "write `.variance()?`, or `.sample_variance()?` of a sample"
        vector "write `.iter().variance()?`, or `.iter().sample_variance()?` of a sample"
        parts "write `.variance().collect()?`, or `.sample_variance().collect()?` of samples"
        see Chain::variance, Chain::sample_variance;
        cupy pandas: var();
        pandas: describe();
    }
    Mean {
        vector "write `.iter().mean()?`"
        see Chain::mean, Segments::mean;
        onrush: mean();
    }
    Quantile {
        chain "write `.quantiles(&[0.25])?`"
        vector "write `.iter().quantiles(&[0.25])?`"
        see Chain::quantiles;
        pandas: quantile(A);
    }
    AllOf {
        chain "write `.all(op!(…))?`, `.any(op!(…))?` or `.none(op!(…))?`"
        vector "write `.iter().all(op!(…))?`, `.iter().any(op!(…))?` or `.iter().none(op!(…))?`"
        see Chain::all, Chain::any, Chain::none;
        thrust: all_of(A) any_of(A) none_of(A);
    }
    MaxElement {
        chain "write `.max()?` for the item, `.argmax()?` for its position"
        vector "write `.iter().max()?` for the element, `.iter().argmax()?` for its position"
        parts "write `.max().collect()?` for the items, `.argmax().collect()?` for their positions"
        see Chain::max, Chain::argmax;
        thrust: max_element();
        cub: arg_max();
        pandas: idxmax();
        itertools: position_max();
    }
    MinElement {
        chain "write `.min()?` for the item, `.argmin()?` for its position"
        vector "write `.iter().min()?` for the element, `.iter().argmin()?` for its position"
        parts "write `.min().collect()?` for the items, `.argmin().collect()?` for their positions"
        see Chain::min, Chain::argmin;
        thrust: min_element();
        cub: arg_min();
        pandas: idxmin();
        itertools: position_min();
    }
    IntoOne {
        chain "write `.reduce_into(init, Max, &mut y)?`, or for parts `.segments(&offsets).max().collect_into(&mut y)?`"
        vector "write `.iter().reduce_into(init, Max, &mut y)?`, or for parts `.iter().segments(&offsets).max().collect_into(&mut y)?`"
        parts "write `.max().collect_into(&mut y)?`, of groups `(&mut keys, &mut y)`"
        see Chain::reduce_into, Segments::max, Pending::collect_into;
        onrush: argmax_into(A) argmin_into(A) count_if_into(A B) count_into(A) max_into(A) mean_into(A) min_into(A) minmax_into(A) product_into(A) sample_variance_into(A) variance_into(A);
    }
    MinMax {
        chain "write `.minmax()?`"
        vector "write `.iter().minmax()?`"
        parts "write `.minmax().collect()?`"
        see Chain::minmax;
        thrust: minmax_element();
        cupy: ptp();
    }
    Found {
        chain "write `.position(op!(…))?` for where it is, and `x.at(i)?` for the item"
        vector "write `.iter().position(op!(…))?` for where it is, and `.at(i)?` for the element"
        see Chain::position, DeviceVec::at;
        std rayon thrust: find(A);
        rayon: find_any(A) find_first(A);
        thrust cub: find_if(A);
        std: find_map(A);
        rayon: find_map_any(A) find_map_first(A);
        onrush: find_position(A);
    }
    FoundNot {
        chain "write `.position(op!(…))?` with the opposite test"
        vector "write `.iter().position(op!(…))?` with the opposite test"
        see Chain::position;
        thrust: find_if_not(A);
    }
    FoundLast {
        chain "write `.rev().position(op!(…))?`, which counts from the end"
        vector "write `.iter().rev().position(op!(…))?`, which counts from the end"
        see Chain::position;
        rayon: find_last(A) find_map_last(A) position_last(A);
        std: rposition(A);
        other: rfind(A);
    }
    PositionAny {
        chain "write `.position(op!(…))?`"
        vector "write `.iter().position(op!(…))?`"
        see Chain::position;
        rayon: position_any(A) position_first(A);
    }
    PartitionPoint {
        chain "write `.position(op!(…))?` with the opposite test"
        see Chain::position;
        std thrust: partition_point(A);
    }
    Compared {
        chain "write `.cmp(&y)?.is_lt()`: floats are ordered by `total_cmp`"
        vector "write `.iter().cmp(&y)?.is_lt()`: floats are ordered by `total_cmp`"
        see Chain::cmp;
        std rayon: partial_cmp(A) lt(A) le(A) gt(A) ge(A);
    }
    Equal {
        chain "write `.equal(&y)?`"
        vector "write `.equal(&y)?`"
        see Chain::equal, DeviceVec::equal;
        std rayon: eq(A);
        cupy: array_equal(A);
        pandas: equals(A);
    }
    NotEqual {
        chain "write `!x.equal(&y)?`"
        vector "write `!x.equal(&y)?`"
        see Chain::equal, DeviceVec::equal;
        std rayon: ne(A);
    }
    SortedByKey {
        chain "write `.map(op!(…)).is_sorted()?`"
        vector "write `.iter().map(op!(…)).is_sorted()?`"
        see Chain::is_sorted;
        std: is_sorted_by_key(A);
    }
    SortedUntil {
        chain "write `.windows::<2>().position(op!(|w: [f32; 2]| w[0] > w[1]))?`"
        vector "write `.iter().windows::<2>().position(op!(|w: [f32; 2]| w[0] > w[1]))?`"
        see Chain::windows, Chain::position;
        thrust: is_sorted_until();
    }
    SearchedEnd {
        chain "write `.search_last(&y)?`"
        vector "write `.iter().search_last(&y)?`"
        see Chain::search_last;
        other: find_end(A);
    }
    StartsWith {
        chain "write `.take(n).equal(&y)?`"
        vector "write `.slice(..n)?.equal(&y)?`"
        see Chain::equal;
        std: starts_with(A) strip_prefix(A);
    }
    EndsWith {
        chain "write `.skip(n).equal(&y)?`"
        vector "write `.slice(n..)?.equal(&y)?`"
        see Chain::equal;
        std: ends_with(A) strip_suffix(A);
    }
    BinarySearch {
        chain "write `.collect()?.binary_search(&v)?`, or `queries.iter().contained_in(&x)` for many values"
        see DeviceVec::binary_search, Chain::contained_in;
        std thrust: binary_search(A);
    }
    BinarySearchBy {
        chain "write `.position(op!(…))?`, or `queries.iter().lower_bound_by(&x, Greater)` for many values"
        vector "write `.partition_point(op!(…))?`, or `queries.iter().lower_bound_by(&x, Greater)` for many values"
        see DeviceVec::partition_point, Chain::lower_bound_by;
        std: binary_search_by(A) binary_search_by_key(A B);
    }
    SearchSorted {
        chain "write `.lower_bound(&sorted)`: the chain has the values that are sought"
        vector "write `values.iter().lower_bound(&x)`: `x` is the sorted vector"
        see Chain::lower_bound;
        cupy pandas: searchsorted(A);
        cupy: digitize(A);
        cub: lower_bound_sorted_values(A) upper_bound_sorted_values(A);
    }
    IsIn {
        chain "write `.contained_in(&sorted)`"
        vector "write `.iter().contained_in(&sorted)`"
        see Chain::contained_in;
        pandas: isin(A);
    }
    HistogramRange {
        chain "write `.histogram_ranges(&edges).collect()?`"
        vector "write `.iter().histogram_ranges(&edges).collect()?`"
        see Chain::histogram_ranges;
        cub: histogram_range(A) multi_histogram_range(A);
    }
    HistogramMulti {
        chain "write `.histogram_even_channels(0.0..1.0, bins).collect()?`"
        vector "write `.iter().histogram_even_channels(0.0..1.0, bins).collect()?`"
        see Chain::histogram_even_channels;
        cub: multi_histogram_even(A B);
    }
    HistogramInto {
        chain "write `.histogram(bins).collect_into(&mut counts)?`"
        vector "write `.iter().histogram(bins).collect_into(&mut counts)?`"
        see Pending::collect_into;
        onrush: histogram_even_channels_into(A B) histogram_even_into(A B) histogram_even_weighted_into(A B C) histogram_into(A)
            histogram_ranges_into(A B) histogram_ranges_weighted_into(A B C) histogram_weighted_into(A B);
    }
    RunLengths {
        chain "write `.run_length_encode::<u32>().collect()?`, after `.sort().collect()?` where equal items aren't neighbours"
        vector "write `.iter().run_length_encode::<u32>().collect()?`, after `.sort()?` where equal elements aren't neighbours"
        see Chain::run_length_encode;
        cub: encode() non_trivial_runs();
        pandas: value_counts();
        itertools: dedup_with_count() counts();
    }
    RunsInto {
        chain "write `.run_length_encode().collect_into((&mut items, &mut lengths))?` or `.run_offsets().collect_into(&mut y)?`"
        vector "write `.iter().run_length_encode().collect_into((&mut items, &mut lengths))?` or `.iter().run_offsets().collect_into(&mut y)?`"
        see Pending::collect_into;
        onrush: run_length_encode_by_into(A B C) run_length_encode_into(A B) run_offsets_by_into(A B) run_offsets_into(A);
    }
    ChunkBy {
        chain "write `.run_offsets_by(op!(…)).collect()?`, and go on with `.segments(&offsets)`"
        vector "write `.iter().run_offsets_by(op!(…)).collect()?`, and go on with `.segments(&offsets)`"
        see Chain::run_offsets_by, Chain::segments;
        std: chunk_by(A);
        rayon: par_chunk_by(A);
    }
    GroupBy {
        chain "write `.groups(&keys)`, with a chain of the keys"
        vector "write `.iter().groups(&keys)`, with a chain of the keys"
        see Chain::groups;
        pandas: groupby(A);
        itertools: group_by(A) into_group_map() into_grouping_map();
    }
}
