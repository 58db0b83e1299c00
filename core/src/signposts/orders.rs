//! Names of scans, orders, sets and joins.

table! { $ names_of_orders InFront
    Scan {
        chain "write `.scan_inclusive(op!(…)).collect()?` or `.scan_exclusive(init, op!(…)).collect()?`, with an associative operation"
        vector "write `.iter().scan_inclusive(op!(…)).collect()?` or `.iter().scan_exclusive(init, op!(…)).collect()?`, with an associative operation"
        parts "write `.scan_inclusive(op!(…)).collect()?` or `.scan_exclusive(init, op!(…)).collect()?`"
        see Chain::scan_inclusive, Chain::scan_exclusive;
        std: scan(A B);
        itertools: cumulative(A);
    }
    ScanInto {
        chain "write `.scan_inclusive(Sum).collect_into(&mut y)?`"
        vector "write `.iter().scan_inclusive(Sum).collect_into(&mut y)?`"
        parts "write `.scan_inclusive(Sum).collect_into(&mut y)?`"
        see Pending::collect_into;
        onrush: scan_exclusive_into(A B C) scan_inclusive_from_into(A B C) scan_inclusive_into(A B);
    }
    InclusiveScan {
        chain "write `.scan_inclusive(Sum).collect()?`"
        vector "write `.iter().scan_inclusive(Sum).collect()?`, or `.scan_inclusive(Sum)?` in place"
        parts "write `.scan_inclusive(Sum).collect()?`"
        see Chain::scan_inclusive, Segments::scan_inclusive;
        thrust cub: inclusive_scan(A);
        cub: inclusive_sum();
        cupy pandas: cumsum();
        other: prefix_sum() cumulative_sum();
    }
    CumProd {
        chain "write `.scan_inclusive(Product).collect()?`"
        vector "write `.iter().scan_inclusive(Product).collect()?`"
        parts "write `.scan_inclusive(Product).collect()?`"
        see Chain::scan_inclusive;
        cupy pandas: cumprod();
    }
    CumMax {
        chain "write `.scan_inclusive(Max).collect()?` or `.scan_inclusive(Min).collect()?`"
        vector "write `.iter().scan_inclusive(Max).collect()?` or `.iter().scan_inclusive(Min).collect()?`"
        parts "write `.scan_inclusive(Max).collect()?` or `.scan_inclusive(Min).collect()?`"
        see Chain::scan_inclusive;
        pandas: cummax() cummin();
    }
    InclusiveScanInit {
        chain "write `.scan_inclusive_from(init, Sum).collect()?`"
        vector "write `.iter().scan_inclusive_from(init, Sum).collect()?`"
        see Chain::scan_inclusive_from;
        cub: inclusive_scan_init(A B);
    }
    ExclusiveScan {
        chain "write `.scan_exclusive(init, Sum).collect()?`"
        vector "write `.iter().scan_exclusive(init, Sum).collect()?`, or `.scan_exclusive(init, Sum)?` in place"
        parts "write `.scan_exclusive(init, Sum).collect()?`"
        see Chain::scan_exclusive, Segments::scan_exclusive;
        thrust cub: exclusive_scan(A B);
        cub: exclusive_sum();
    }
    TransformScan {
        chain "write `.map(op!(…)).scan_inclusive(Sum).collect()?` or `.map(op!(…)).scan_exclusive(init, Sum).collect()?`"
        vector "write `.iter().map(op!(…)).scan_inclusive(Sum).collect()?` or `.iter().map(op!(…)).scan_exclusive(init, Sum).collect()?`"
        parts "write `.map(op!(…))` in front of `.segments(…)`"
        see Chain::scan_inclusive, Chain::scan_exclusive;
        thrust: transform_inclusive_scan(A B) transform_exclusive_scan(A B C);
    }
    Covered {
        chain "write `.segments(&offsets).covered()?`"
        vector "write `.iter().segments(&offsets).covered()?`"
        see Segments::covered;
        other: covered();
    }
    SegmentedScan {
        chain "write `.segments(&offsets).scan_inclusive(Sum).collect()?` or `.segments(&offsets).scan_exclusive(init, Sum).collect()?`"
        vector "write `.iter().segments(&offsets).scan_inclusive(Sum).collect()?` or `.iter().segments(&offsets).scan_exclusive(init, Sum).collect()?`"
        parts "write `.scan_inclusive(Sum).collect()?` or `.scan_exclusive(init, Sum).collect()?`"
        see Segments::scan_inclusive, Segments::scan_exclusive, SegmentsMut::scan_inclusive;
        cub: inclusive_segmented_scan(A B) inclusive_segmented_sum(A) inclusive_segmented_scan_init(A B C)
            exclusive_segmented_scan(A B C) exclusive_segmented_sum(A);
    }
    ScanByKey {
        chain "write `scan_by_key_inclusive(&keys, &values, Sum).collect()?` or `scan_by_key_exclusive(&keys, &values, init, Sum).collect()?`"
        vector "write `scan_by_key_inclusive(&keys, &values, Sum).collect()?` or `scan_by_key_exclusive(&keys, &values, init, Sum).collect()?`"
        see scan_by_key_inclusive, scan_by_key_exclusive;
        thrust cub: inclusive_scan_by_key(A B) exclusive_scan_by_key(A B C);
        cub: inclusive_sum_by_key(A) exclusive_sum_by_key(A);
    }
    SortUnstable {
        chain "write `.sort().collect()?`: all sorts are stable"
        vector "write `.sort()?`: all sorts are stable"
        parts "write `.sort().collect()?`, or `x.segments_mut(&offsets).sort()?`: all sorts are stable"
        see Chain::sort, DeviceVec::sort;
        std: sort_unstable();
        rayon: par_sort() par_sort_unstable();
        thrust: stable_sort();
        cub: sort_keys() sort_keys_copy() stable_sort_keys() stable_sort_keys_copy();
        pandas: sort_values();
        itertools: sorted() sorted_unstable();
    }
    SortUnstableBy {
        chain "write `.collect()?`, and `.sort_by(Greater)?` or `.sort_by(op!(|a: f32, b: f32| a < b))?` of the vector"
        vector "write `.sort_by(Greater)?`, or `.sort_by(op!(|a: f32, b: f32| a < b))?`: the relation says which comes first"
        parts "write `.sort_by(Greater)?` of `segments_mut`"
        see DeviceVec::sort_by;
        std: sort_unstable_by(A);
        rayon: par_sort_by(A) par_sort_unstable_by(A);
        itertools: sorted_by(A) sorted_unstable_by(A);
    }
    SortUnstableByKey {
        chain "write `.collect()?`, and `.sort_by_key(op!(…))?` of the vector"
        vector "write `.sort_by_key(op!(…))?`"
        see DeviceVec::sort_by_key;
        std: sort_by_cached_key(A) sort_unstable_by_key(A);
        rayon: par_sort_by_key(A) par_sort_by_cached_key(A) par_sort_unstable_by_key(A);
        itertools: sorted_by_key(A) sorted_unstable_by_key(A) sorted_by_cached_key(A);
    }
    SortDescending {
        chain "write `.collect()?`, and `.sort_by(Greater)?` of the vector"
        vector "write `.sort_by(Greater)?`"
        parts "write `.sort_by(Greater)?` of `segments_mut`"
        see DeviceVec::sort_by;
        cub: sort_keys_descending() stable_sort_keys_descending();
        other: sort_descending() sort_reverse();
    }
    SortPairs {
        chain "write `sort_by_key(&mut keys, &mut values)?`"
        vector "write `sort_by_key(&mut keys, &mut values)?`"
        parts "write `.sort_with(&mut values)?` of `segments_mut`"
        see sort_by_key;
        thrust: stable_sort_by_key(A);
        cub: sort_pairs(A) sort_pairs_copy(A) stable_sort_pairs(A);
    }
    SortPairsDescending {
        chain "write `sort_by_key_with(&mut keys, &mut values, Greater)?`"
        vector "write `sort_by_key_with(&mut keys, &mut values, Greater)?`"
        parts "write `.sort_by_with(Greater, &mut values)?` of `segments_mut`"
        see sort_by_key_with;
        cub: sort_pairs_descending(A) stable_sort_pairs_descending(A);
    }
    NthElement {
        chain "write `.nth_element(k)?`, or `.bottom_k(k).collect()?` for all up to there"
        vector "write `.iter().nth_element(k)?`, or `.iter().bottom_k(k).collect()?` for all up to there"
        see Chain::nth_element, Chain::bottom_k;
        std: select_nth_unstable(A) select_nth_unstable_by(A B) select_nth_unstable_by_key(A B);
        cupy: argpartition(A);
    }
    TopK {
        chain "write `.top_k(k).collect()?` or `.bottom_k(k).collect()?`"
        vector "write `.iter().top_k(k).collect()?` or `.iter().bottom_k(k).collect()?`"
        parts "write `.top_k(k).collect()?` or `.bottom_k(k).collect()?`"
        see Chain::top_k, Chain::bottom_k;
        cub: max_keys(A) min_keys(A);
        pandas: nlargest(A) nsmallest(A);
        itertools: k_largest(A) k_smallest(A);
    }
    TopKPairs {
        chain "write `.top_k_positions(k).collect()?`, and `.permute(&positions)` of the values"
        vector "write `.iter().top_k_positions(k).collect()?`, and `.permute(&positions)` of the values"
        parts "write `.top_k_positions(k).collect()?` or `.bottom_k_positions(k).collect()?`"
        see Chain::top_k_positions, Chain::bottom_k_positions;
        cub: max_pairs(A B) min_pairs(A B);
    }
    SortInto {
        chain "write `.sort().collect_into(&mut y)?`"
        vector "write `.iter().sort().collect_into(&mut y)?`"
        parts "write `.sort().collect_into(&mut y)?`"
        see Pending::collect_into;
        onrush: sort_into(A);
    }
    TopKInto {
        chain "write `.top_k(k).collect_into(&mut y)?`"
        vector "write `.iter().top_k(k).collect_into(&mut y)?`"
        parts "write `.top_k(k).collect_into((&mut items, &mut ends))?`"
        see Pending::collect_into;
        onrush: bottom_k_by_key_into(A B) bottom_k_into(A) bottom_k_positions_into(A) top_k_by_key_into(A B) top_k_into(A)
            top_k_positions_into(A);
    }
    Shuffled {
        chain "write `.permute(device.permutation(Rng::new(42), n))`"
        vector "write `shuffle(&mut x, Rng::new(42))?`"
        see random::shuffle;
        thrust: shuffle(A) shuffle_copy(A);
    }
    Functions {
        chain "write the name in front, as a function: `merge_by(&a, &b, before).collect()?`"
        vector "write the name in front, as a function: `merge_by(&a, &b, before).collect()?`"
        parts "write the name in front, as a function: `merge_by(&a, &b, before).collect()?`"
        see merge_by;
        onrush: merge_by_key_with(A) reduce_by_key_with(A) scan_by_key_exclusive(A) scan_by_key_exclusive_with(A) scan_by_key_inclusive(A)
            scan_by_key_inclusive_with(A) set_difference_by(A) set_intersection_by(A) set_symmetric_difference_by(A)
            set_union_by(A) sort_by_key_with(A);
    }
    ReduceByKey {
        chain "write `reduce_by_key(&keys, &values, Sum).collect()?`, or `values.iter().groups(&keys)` of unsorted keys"
        vector "write `reduce_by_key(&keys, &values, Sum).collect()?`, or `values.iter().groups(&keys)` of unsorted keys"
        see reduce_by_key, Chain::groups;
        thrust cub: reduce_by_key(A B);
    }
    Merged {
        chain "write `merge(&a, &b).collect()?`, of two sorted chains"
        vector "write `merge(&a, &b).collect()?`, of two sorted vectors"
        see merge;
        thrust: merge(A);
        cub: merge_keys(A);
        itertools: kmerge();
    }
    MergedByKey {
        chain "write `merge_by_key(&a, &values_of_a, &b, &values_of_b).collect()?`"
        vector "write `merge_by_key(&a, &values_of_a, &b, &values_of_b).collect()?`"
        see merge_by_key;
        thrust: merge_by_key(A B C);
        cub: merge_pairs(A B C);
    }
    SetUnion {
        chain "write `set_union(&a, &b).collect()?`, of two sorted chains"
        vector "write `set_union(&a, &b).collect()?`, of two sorted vectors"
        see set_union;
        thrust: set_union(A);
        cupy: union1d(A);
    }
    SetIntersection {
        chain "write `set_intersection(&a, &b).collect()?`, of two sorted chains"
        vector "write `set_intersection(&a, &b).collect()?`, of two sorted vectors"
        see set_intersection;
        thrust: set_intersection(A);
        cupy: intersect1d(A);
    }
    SetDifference {
        chain "write `set_difference(&a, &b).collect()?`, of two sorted chains"
        vector "write `set_difference(&a, &b).collect()?`, of two sorted vectors"
        see set_difference;
        thrust: set_difference(A);
        cupy: setdiff1d(A);
    }
    SetSymmetric {
        chain "write `set_symmetric_difference(&a, &b).collect()?`, of two sorted chains"
        vector "write `set_symmetric_difference(&a, &b).collect()?`, of two sorted vectors"
        see set_symmetric_difference;
        thrust: set_symmetric_difference(A);
        cupy: setxor1d(A);
    }
    SetByKey {
        chain "write `set_union_by(a.iter().zip(&x), b.iter().zip(&y), by_key).collect()?` and its kin, with a relation on the keys"
        vector "write `set_union_by(a.iter().zip(&x), b.iter().zip(&y), by_key).collect()?` and its kin, with a relation on the keys"
        see set_union_by, set_intersection_by, set_difference_by, set_symmetric_difference_by;
        thrust: set_union_by_key(A B C) set_intersection_by_key(A B) set_difference_by_key(A B C)
            set_symmetric_difference_by_key(A B C);
    }
    Joined {
        chain "write `join_inner(&a, &b).collect()?`, `join_left(&a, &b).collect()?`, `join_semi(&a, &b).collect()?` or `join_anti(&a, &b).collect()?`"
        vector "write `join_inner(&a, &b).collect()?`, `join_left(&a, &b).collect()?`, `join_semi(&a, &b).collect()?` or `join_anti(&a, &b).collect()?`"
        see join_inner, join_left;
        onrush: join_inner(A) join_left(A) join_semi(A) join_anti(A);
        other: inner_join(A) left_join(A);
    }
    SortByKey {
        chain "write `sort_by_key(&mut keys, &mut values)?`, or `.collect()?.sort_by_key(op!(…))?` by a function"
        parts "write `.sort_by_key(op!(…))?` or `.sort_with(&mut values)?` of `segments_mut`"
        see sort_by_key, DeviceVec::sort_by_key;
        std thrust: sort_by_key(A);
    }
    SortBy {
        chain "write `.collect()?`, and `.sort_by(Greater)?` or `.sort_by(op!(|a: f32, b: f32| a < b))?` of the vector"
        parts "write `.sort_by(Greater)?` of `segments_mut`"
        see DeviceVec::sort_by;
        std: sort_by(A);
    }
    ScatterAdd {
        chain "write `.scatter_reduce(&index, Sum, &mut y)?`, of the values"
        vector "write `values.iter().scatter_reduce(&index, Sum, &mut x)?`"
        see Chain::scatter_reduce;
        cupy: scatter_add(A B);
    }
    ScatterMax {
        chain "write `.scatter_reduce(&index, Max, &mut y)?` or with `Min`, of the values"
        vector "write `values.iter().scatter_reduce(&index, Max, &mut x)?` or with `Min`"
        see Chain::scatter_reduce;
        cupy: scatter_max(A B) scatter_min(A B);
    }
    Sequence {
        chain "write `device.range(0..n).collect_into(&mut x)?`"
        vector "write `device.range(0..n).collect_into(&mut x)?`"
        see Backend::range, Chain::collect_into;
        thrust: sequence();
    }
    Generated {
        chain "write `device.tabulate(n, op!(|i: usize| …))`"
        vector "write `device.tabulate(n, op!(|i: usize| …)).collect_into(&mut x)?`"
        see Backend::tabulate, Chain::collect_into;
        thrust cub: generate(A);
        thrust: generate_n(A B) tabulate(A);
        std: fill_with(A) resize_with(A B);
    }
    Strided {
        chain "write `.grid(rows, columns)`, and `.transpose().collect()?` to exchange them"
        vector "write `.iter().grid(rows, columns)`, and `.transpose().collect()?` to exchange them"
        see Chain::grid, Chain::transpose;
        cupy: reshape(A) swapaxes(A B) mT() T();
    }
    TransposeInto {
        chain "write `.transpose().collect_into(&mut y)?` of `.grid(rows, columns)`"
        vector "write `.iter().grid(rows, columns).transpose().collect_into(&mut y)?`"
        see Pending::collect_into;
        onrush: transpose_into(A);
    }
    Flat {
        chain "leave it out: a chain has one dimension; `.grid(rows, columns)` arranges its items in rows"
        vector "leave it out: a vector has one dimension; `.iter().grid(rows, columns)` arranges its items in rows"
        see Chain::grid;
        cupy: ravel() squeeze() flat() ndim() reduced_view();
    }
}
