//! The facts of each algorithm. The guide's tables are generated from them, and tests compare the code with them.

/// Calls `$callback! { arguments rows }`. A row is an algorithm, named as its module, with these facts:
///
/// - `terminals`: the names of its methods and functions;
/// - `cost`: for each kind of call the terminals, the bytes read, the bytes written, the temporary memory, whether the call
///   waits for a GPU, and the number of kernels that it launches; the latter two begin with "yes" or "no" and with the
///   number for small inputs;
/// - `vectors`: the number of vectors that its cases in `tests/programs` make;
/// - `thrust`: names in Thrust and their counterparts;
/// - `peers`: its names in CUB, std and rayon;
/// - `rows`: its rows in `benches/gpu`, each with types and variant.
macro_rules! facts {
    ($callback:ident $($argument:tt)*) => {
        $callback! { $($argument)*
            for_each {
                terminals: [for_each]
                cost: [["`for_each`" "n·r" "what the operation writes" "none" "no" "1"]]
                vectors: 0
                thrust: [["`thrust::for_each`" "[`for_each`](crate::Chain::for_each) over [`iter_mut`](crate::DeviceVec::iter_mut)"]]
                peers: ["`DeviceFor::ForEach`" "`for_each`" "`for_each`"]
                rows: []
            }
            collect {
                terminals: [collect collect_into]
                cost: [["`collect`, `collect_into`" "n·r" "n·s" "none" "no" "1"]]
                vectors: 0
                thrust: [
                    ["`thrust::transform`" "[`map`](crate::Chain::map) with [`collect`](crate::Chain::collect) or [`collect_into`](crate::Chain::collect_into)"]
                ]
                peers: ["`DeviceTransform::Transform`" "`collect`" "`collect`, `collect_into_vec`"]
                rows: [
                    "adjacent_difference,f32," "collect,u32,copy" "collect,u8,edges_of_an_image"
                    "gather,f32,random" "gather,f32,random_u32"
                    "gather,f32,random_usize" "heavy_collect,f32,n_body" "heavy_collect,f64,slopes" "heavy_collect,u32,mandelbrot"
                    "lower_bound,u32,random_queries" "odd_collect,P20,copy" "pad,f32,square" "random,f32,normal" "random,f32,uniform" "permutation,u32," "random,u32,below_1000" "shuffle,u32,"
                    "stencil_3d,f32,27_points" "stencil_3d,f32,7_points" "transform,f32,saxpy"
                ]
            }
            transpose {
                terminals: [transpose transpose_into]
                cost: [["`transpose`, `transpose_into`" "n·r" "n·s" "none" "no" "1"]]
                vectors: 0
                thrust: [
                    ["`gather` or `scatter` by computed positions" "[`transpose`](crate::Chain::transpose) of a [`grid`](crate::Chain::grid)"]
                ]
                peers: ["–" "–" "–"]
                rows: ["transpose,f32,square" "transpose,f64,square" "transpose,f32,3_columns"]
            }
            reduce {
                terminals: [
                    reduce reduce_with reduce_into sum sum_into product min max minmax count count_if mean variance
                    sample_variance moments argmin argmax min_by_key max_by_key inner_product
                    inner_product_with
                ]
                cost: [
                    ["`reduce`, `sum`, `min`, `count`, …" "n·r" "–" "up to 4096 partial results" "yes" "1"]
                    ["`reduce_into`, `sum_into`" "n·r" "s" "up to 4096 partial results" "no" "1"]
                ]
                vectors: 0
                thrust: [
                    ["`thrust::reduce`, `transform_reduce`" "[`reduce`](crate::Chain::reduce), [`sum`](crate::Chain::sum); `map` in front of them fuses"]
                    ["`thrust::inner_product`" "[`inner_product`](crate::Chain::inner_product); by two operators [`inner_product_with`](crate::Chain::inner_product_with)"]
                    ["`thrust::count`, `count_if`" "[`count_if`](crate::Chain::count_if); [`count`](crate::Chain::count) of a filtered chain"]
                    ["`minmax_element`" "[`minmax`](crate::Chain::minmax), the items"]
                    ["`min_element`, `max_element`" "[`argmin`](crate::Chain::argmin), [`argmax`](crate::Chain::argmax); for the values [`min`](crate::Chain::min), [`max`](crate::Chain::max)"]
                ]
                peers: [
                    "`DeviceReduce::Reduce`, `Sum`, `Min`, `ArgMin`, `TransformReduce`"
                    "`fold`, `reduce`, `sum`, `min`, `min_by_key`, `count`"
                    "`reduce`, `reduce_with`, `sum`, `min`, `min_by_key`, `count`"
                ]
                rows: [
                    "bumpiness,f32,by_views" "bumpiness,f32,windows_around" "bumpiness,f32,windows_inside"
                    "count_if,u32,half" "heavy_argmax,f64,slopes" "heavy_reduce,f32,bumpiness" "heavy_reduce,f32,cubic_roots"
                    "heavy_reduce,f32,curvature" "heavy_reduce,f32,sine" "heavy_reduce,u32,mandelbrot" "heavy_reduce,u32,monte_carlo"
                    "inner_product,f32," "max_element,u32," "minmax,f32," "moments,f32,mean_and_variance"
                    "odd_reduce,u8,max" "odd_reduce,u8->u32,sum" "odd_reduce,V3,sum" "odd_transform_reduce,P20,two_fields"
                    "reduce,f32,sum" "reduce,f64,sum" "reduce,u32,sum" "reduce_into,f32,sum"
                    "transform_reduce,f32,sum_of_squares" "transform_reduce,f64,sum_of_squares"
                    "transform_reduce,u32,sum_of_squares"
                ]
            }
            find {
                terminals: [position any all none equal mismatch adjacent_find is_sorted is_sorted_by is_partitioned]
                cost: [["`position`, `any`, `all`, `equal`" "up to the first hit" "–" "none" "yes" "1"]]
                vectors: 0
                thrust: [
                    ["`all_of`, `any_of`, `none_of`, `find_if`" "[`all`](crate::Chain::all), [`any`](crate::Chain::any), [`none`](crate::Chain::none), [`position`](crate::Chain::position)"]
                    ["`is_sorted` with a comparator, `is_partitioned`" "[`is_sorted_by`](crate::Chain::is_sorted_by), [`is_partitioned`](crate::Chain::is_partitioned)"]
                    ["`equal`, `mismatch`, `is_sorted`" "[`equal`](crate::Chain::equal), [`mismatch`](crate::Chain::mismatch), [`is_sorted`](crate::Chain::is_sorted)"]
                ]
                peers: [
                    "`DeviceFind::FindIf`"
                    "`position`, `any`, `all`, `eq`, `is_sorted`"
                    "`position_first`, `any`, `all`, `eq`"
                ]
                rows: []
            }
            scan {
                terminals: [
                    scan_inclusive scan_exclusive scan_inclusive_into scan_exclusive_into scan_inclusive_from
                    scan_inclusive_from_into
                ]
                cost: [["`scan_…`" "n·r" "n·s" "O(n / tile)" "no" "1"]]
                vectors: 0
                thrust: [
                    ["`inclusive_scan`, `exclusive_scan`, `transform_inclusive_scan`, `transform_exclusive_scan`" "[`scan_inclusive`](crate::Chain::scan_inclusive), [`scan_exclusive`](crate::Chain::scan_exclusive), after `map`"]
                    ["`inclusive_scan` with an initial value" "[`scan_inclusive_from`](crate::Chain::scan_inclusive_from)"]
                ]
                peers: ["`DeviceScan::InclusiveScan`, `ExclusiveScan`, …" "`scan`" "–"]
                rows: [
                    "heavy_scan,f64,slopes" "inclusive_scan,f32,sum" "inclusive_scan,f64,sum" "inclusive_scan,u32,sum"
                    "odd_scan,u8,sum" "odd_scan,V3,sum" "scan_in_place,f32,sum" "scan_in_place,f64,sum" "scan_in_place,u32,sum"
                ]
            }
            select {
                terminals: [copy_if copy_if_into select_into dedup dedup_by]
                cost: [["`copy_if`, `filter` + `collect`, `dedup`" "n·r" "kept·s" "O(n / tile)" "yes, for the length" "1"]]
                vectors: 1
                thrust: [
                    ["`copy_if`, `remove_copy_if`" "[`copy_if`](crate::Chain::copy_if)"]
                    ["`unique_copy`, `unique_by_key_copy`" "[`dedup`](crate::Chain::dedup), [`dedup_by`](crate::Chain::dedup_by) on zipped columns"]
                ]
                peers: ["`DeviceSelect::If`, `Unique`, `UniqueByKey`" "`filter`, `Vec::retain`, `Vec::dedup`, `Vec::dedup_by`" "`filter`"]
                rows: ["copy_if,u32,half" "copy_if_into,u32,half" "heavy_select,f32,bumpiness" "odd_select,P20,half" "unique_copy,u32,sorted_mod_2^20"]
            }
            partition {
                terminals: [partition partition_into]
                cost: [["`partition`" "n·r" "n·s" "O(n / tile)" "yes, for the lengths" "1"]]
                vectors: 2
                thrust: [["`stable_partition_copy`" "[`partition`](crate::Chain::partition)"]]
                peers: ["`DevicePartition::If`" "`partition`" "`partition`"]
                rows: ["stable_partition_copy,u32,half"]
            }
            partition_by {
                terminals: [partition_by partition_by_into]
                cost: [["`partition_by`" "2·n·r" "n·s" "O(256·n / tile) on a GPU, n on a CPU" "no" "2"]]
                vectors: 0
                thrust: [["partition by a small key, by `stable_sort_by_key`" "[`partition_by`](crate::Chain::partition_by), with offsets for [`segments`](crate::Chain::segments)"]]
                peers: ["–" "–" "–"]
                rows: ["partition_by,u32,8_buckets" "partition_by,u32,256_buckets"]
            }
            partition_in_three {
                terminals: [partition_in_three partition_in_three_into]
                cost: [["`partition_in_three`" "n·r" "n·s" "O(n / tile)" "yes, for the lengths" "1"]]
                vectors: 3
                thrust: [["two `stable_partition_copy`" "[`partition_in_three`](crate::Chain::partition_in_three)"]]
                peers: ["`DevicePartition::If` with two predicates" "`partition`" "`partition`"]
                rows: ["partition3,u32,thirds"]
            }
            sort {
                terminals: [sort sort_into sort_by_key sort_by_key_with sort_by argsort argsort_as]
                cost: [
                    ["`sort`, `sort_by_key`, `sort_by(Greater)` (radix)" "n·s·(1 + digits)" "n·s·digits" "n·s" "no" "1, or 2 + digits"]
                    ["`sort_by` (merge)" "n·s·log₂" "n·s·log₂" "n·s" "no" "1 + ⌈log₂ tiles⌉"]
                ]
                vectors: 0
                thrust: [
                    ["`sort`, `stable_sort`, `sort_by_key`" "[`DeviceVec::sort`](crate::DeviceVec::sort), [`sort_by_key`](crate::sort_by_key): stable always"]
                    ["`sort`, `sort_by_key` with a comparator" "[`sort_by`](crate::sort_by), [`sort_by_key_with`](crate::sort_by_key_with); `greater` is [`Greater`](crate::operator::Greater)"]
                    ["sorting indices" "[`argsort`](crate::Chain::argsort)"]
                ]
                peers: [
                    "`DeviceRadixSort::SortKeys`, `SortPairs`; `DeviceMergeSort::StableSortKeys`, `StableSortPairs`"
                    "`slice::sort`, `sort_by`, `sort_by_key`"
                    "`par_sort`, `par_sort_by`, `par_sort_by_key`"
                ]
                rows: [
                    "argsort,f32,u32" "odd_sort,u8," "sort,f32,radix" "sort,u32,custom_comparator" "sort,u32,greater" "sort,u32,radix" "sort,u64,radix"
                    "sort_by_key,f32/u32,greater" "sort_by_key,f32/u32,radix" "sort_by_key,u32/u32,radix" "sort_by_key,u64/u32,radix"
                ]
            }
            top_k {
                terminals: [
                    top_k top_k_into top_k_positions top_k_positions_into top_k_by_key top_k_by_key_into
                    bottom_k bottom_k_into bottom_k_positions bottom_k_positions_into bottom_k_by_key bottom_k_by_key_into
                    nth_element median quantiles
                ]
                cost: [
                    ["`top_k`, `bottom_k`, …" "n·r" "k·s" "2·s·(k + 0.19·√(k·n) + n/137), at most 2·n·s" "no" "3, or about 15"]
                    ["`nth_element`, `median`" "2·n·r" "–" "about 0.1·n·s; below 2^18 items 2·n·s" "yes" "6, or about 25"]
                ]
                vectors: 2
                thrust: [
                    ["the first places of a sort" "[`top_k`](crate::Chain::top_k), [`bottom_k`](crate::Chain::bottom_k): ties by position"]
                ]
                peers: ["`DeviceTopK::MaxKeys`, `MinPairs`, … (unsorted)" "`slice::select_nth_unstable`" "–"]
                rows: [
                    "top_k,f32,10" "top_k,f32,1000" "top_k,f32,10^6" "top_k_positions,f32,1000"
                    "nth_element,f32,middle"
                ]
            }
            merge {
                terminals: [
                    merge merge_by merge_into merge_by_into merge_by_key merge_by_key_into merge_by_key_with
                    merge_by_key_with_into
                ]
                cost: [["`merge`" "(n + m)·s" "(n + m)·s" "O(threads)" "no" "1"]]
                vectors: 1
                thrust: [
                    ["`merge`" "[`merge`](crate::merge()), [`merge_by`](crate::merge_by)"]
                    ["`merge_by_key`" "[`merge_by_key`](crate::merge_by_key), [`merge_by_key_with`](crate::merge_by_key_with)"]
                ]
                peers: ["`DeviceMerge::MergeKeys`, `MergePairs`" "–" "–"]
                rows: ["merge,u32,halves" "merge_by_key,u32/f32,twos_threes"]
            }
            set_operation {
                terminals: [
                    set_union set_union_by set_intersection set_intersection_by set_difference set_difference_by
                    set_symmetric_difference set_symmetric_difference_by set_union_into set_union_by_into set_intersection_into
                    set_intersection_by_into set_difference_into set_difference_by_into set_symmetric_difference_into
                    set_symmetric_difference_by_into
                ]
                cost: [
                    ["`set_union`, `set_intersection`, …" "(n + m)·s" "kept·s" "O((n + m) / tile)" "yes, for the length" "1"]
                ]
                vectors: 1
                thrust: [["`set_union`, …, `set_union_by_key`, …" "[`set_union`](crate::set_union), …; keys with values by [`set_union_by`](crate::set_union_by), … on zipped columns"]]
                peers: ["–" "`BTreeSet::union`, … (no multisets)" "–"]
                rows: [
                    "set_union,u32,halves" "set_union,u32,twos_threes" "set_intersection,u32,twos_threes"
                    "set_difference,u32,twos_threes"
                ]
            }
            reduce_by_key {
                terminals: [
                    reduce_by_key reduce_by_key_with reduce_by_key_into reduce_by_key_with_into reduce_by_key_values
                    reduce_by_key_values_with reduce_by_key_values_into reduce_by_key_values_with_into groups
                ]
                cost: [
                    ["`reduce_by_key`" "n·(key + value)" "runs·(key + value)" "O(n / tile)" "yes, for the number of runs" "1"]
                    ["`groups(…).sum()`, … (unsorted keys)" "n·(3·key + 2·s + (key + s)·digits)" "n·(key + s)·(1 + digits) + groups·(key + s)" "2·n·(key + s) + 8·n" "yes, for the number of groups" "5, or 7 + digits"]
                ]
                vectors: 2
                thrust: [
                    ["`reduce_by_key`" "[`reduce_by_key`](crate::reduce_by_key), [`reduce_by_key_with`](crate::reduce_by_key_with)"]
                ]
                peers: ["`DeviceReduce::ReduceByKey`, `DeviceRunLengthEncode::Encode`" "`slice::chunk_by`" "`par_chunk_by`"]
                rows: [
                    "reduce_by_key,u32/f32,run_length_1" "reduce_by_key,u32/f32,run_length_10"
                    "reduce_by_key,u32/f32,run_length_1000" "reduce_by_key,u32/f64,run_length_1"
                    "reduce_by_key,u32/f64,run_length_10" "reduce_by_key,u32/f64,run_length_1000"
                    "groups,u32/f32,sum_1000" "groups,u32/f32,sum_10^6" "groups,u32,count_10^6"
                ]
            }
            reduce_columns {
                terminals: [
                    reduce reduce_into sum sum_into product product_into min min_into max max_into argmin argmin_into argmax
                    argmax_into
                ]
                cost: [["`columns().sum()`, …" "n·r" "columns·s" "a value for each 64 items of a column or more (16 for items of a byte)" "no" "1, or 2"]]
                vectors: 0
                thrust: [
                    ["sums of columns, by `reduce_by_key` of a transposed matrix" "[`columns`](crate::Chain::columns), then [`sum`](crate::Columns::sum), …"]
                ]
                peers: ["–" "–" "–"]
                rows: ["reduce_columns,f32,square" "reduce_columns,f32,3_columns" "reduce_columns,f32,argmin"]
            }
            runs {
                terminals: [
                    run_length_encode run_length_encode_by run_length_encode_into run_length_encode_by_into run_offsets
                    run_offsets_by run_offsets_into run_offsets_by_into
                ]
                cost: [
                    ["`run_length_encode`, `run_offsets`" "n·r" "runs·(s + length)" "O(n / tile)" "yes, for the number of runs" "1"]
                ]
                vectors: 2
                thrust: [["run-length encoding, by `reduce_by_key`" "[`run_length_encode`](crate::Chain::run_length_encode)"]]
                peers: ["`DeviceRunLengthEncode::Encode`, `NonTrivialRuns`" "`slice::chunk_by`" "`par_chunk_by`"]
                rows: [
                    "rle_encode,u32,run_2" "rle_encode,u32,run_100" "run_offsets,u32,run_100"
                ]
            }
            expand {
                terminals: [
                    repeat repeat_into join_inner join_inner_into join_left join_left_into join_semi join_semi_into join_anti
                    join_anti_into gather_segments gather_segments_into scatter
                ]
                cost: [
                    ["`repeat`" "n·(r + count + 8)" "n·8 + copies·s" "8 bytes for each item" "yes, for the sum of the counts" "3, or 4"]
                    ["`join_inner`, `join_left`" "n·(r + 2·log₂ m + 32)" "n·24 + pairs·16" "24 bytes for each left key" "yes, for the number of pairs" "4, or 5"]
                    ["`gather_segments`, and `segments(…).scatter` of parts in order" "n·r + 3·parts·(start + offset)" "n·s" "O(n / tile)" "yes, for the number of items" "2, or 3"]
                ]
                vectors: 2
                thrust: [["expanding, by `scatter` and a scan" "[`repeat`](crate::Chain::repeat)"]]
                peers: ["`BlockRunLengthDecode`, `DeviceCopy::Batched`, `DeviceMemcpy::Batched`" "`repeat_n`, `concat`" "`repeatn`"]
                rows: [
                    "repeat,u32/u32,mean_2" "repeat,u32/u32,mean_100" "join_inner,u32,halves" "join_semi,u32,halves"
                    "gather_segments,f32,mean_8" "gather_segments,f32,mean_1000" "gather_segments,f32,mean_100000"
                    "scatter_segments,f32,mean_8" "scatter_segments,f32,mean_1000" "scatter_segments,f32,mean_100000"
                ]
            }
            scan_by_key {
                terminals: [
                    scan_by_key_inclusive scan_by_key_exclusive scan_by_key_inclusive_with scan_by_key_exclusive_with
                    scan_by_key_inclusive_into scan_by_key_exclusive_into scan_by_key_inclusive_with_into
                    scan_by_key_exclusive_with_into
                ]
                cost: [["`scan_by_key_…`" "n·(key + value)" "n·value" "O(n / tile)" "no" "1"]]
                vectors: 1
                thrust: [
                    ["`inclusive_scan_by_key`, `exclusive_scan_by_key`" "[`scan_by_key_inclusive`](crate::scan_by_key_inclusive), [`scan_by_key_exclusive`](crate::scan_by_key_exclusive)"]
                ]
                peers: ["`DeviceScan::InclusiveScanByKey`, `ExclusiveScanByKey`, …" "–" "–"]
                rows: []
            }
            scatter {
                terminals: [scatter scatter_if scatter_pairs]
                cost: [
                    ["`scatter`" "n·(8 + s)" "n·s" "n·(s + 5), aligned, on 4 and more threads; on a GPU none for few items, else 8 bytes for each item of the target, or 4 for each and n·(s + 5)" "no" "1, 2 or 4"]
                ]
                vectors: 0
                thrust: [
                    ["`scatter`" "[`scatter`](crate::Chain::scatter): of several items for one place the last one stays"]
                    ["`scatter_if`" "[`scatter_if`](crate::Chain::scatter_if); with a stencil [`scatter_pairs`](crate::Chain::scatter_pairs) after `filter`"]
                ]
                peers: ["–" "–" "–"]
                rows: ["scatter,f32,random" "scatter,f32,random_u32" "scatter,f32,random_usize"]
            }
            segmented_reduce {
                terminals: [
                    segments segments_of reduce reduce_into sum sum_into product product_into min min_into max max_into
                    argmin argmin_into argmax argmax_into count count_into
                ]
                cost: [
                    ["`segments(…).sum()`, …" "n·r + offsets" "segments·s" "O(n / 256)" "no" "1, or 2"]
                ]
                vectors: 0
                thrust: [
                    ["sums of rows, by `reduce_by_key` with a transform iterator for keys" "[`segments_of`](crate::Chain::segments_of), [`segments`](crate::Chain::segments), then `sum`, …"]
                ]
                peers: ["`DeviceSegmentedReduce::Reduce`, `Sum`, `Min`, `ArgMin`, …" "`slice::chunks`" "`par_chunks`"]
                rows: [
                    "segmented_reduce,f32,mean_8" "segmented_reduce,f32,mean_64" "segmented_reduce,f32,mean_1000"
                    "segmented_reduce,f32,mean_100000" "segmented_reduce_rows,f32,mean_8" "segmented_reduce_rows,f32,mean_64"
                    "segmented_reduce_rows,f32,mean_1000" "segmented_reduce_rows,f32,mean_100000"
                    "segmented_argmin,f32,mean_64" "segmented_reduce,f32,one_among_empty"
                ]
            }
            scatter_reduce {
                terminals: [scatter_reduce scatter_reduce_pairs]
                cost: [
                    ["`scatter_reduce` into up to 16 KiB" "n·(position + s)" "target" "up to 2048 partial results for each place" "no" "2"]
                    ["`scatter_reduce` of 32-bit integers by `Sum`, `Min`, `Max` and bit operators into up to 16 MiB, or of fewer than 2^22 items" "n·(position + s)" "target" "–" "no" "1"]
                    ["other calls of `scatter_reduce`" "n·(2·position + s + (4 + s)·digits)" "n·(4 + s)·digits + target" "2·n·(4 + s)" "no" "6"]
                ]
                vectors: 0
                thrust: [["a sum by unsorted keys, by sorting and reducing" "[`scatter_reduce`](crate::Chain::scatter_reduce)"]]
                peers: ["–" "–" "–"]
                rows: [
                    "scatter_reduce,f32,16_places" "scatter_reduce,f32,1000_places" "scatter_reduce,f32,1000000_places"
                    "scatter_reduce,f32,13000000_places" "scatter_reduce,u32,16_places" "scatter_reduce,u32,1000_places"
                    "scatter_reduce,u32,1000000_places" "scatter_reduce,u32,13000000_places"
                ]
            }
            segmented_scan {
                terminals: [scan_inclusive scan_exclusive scan_inclusive_into scan_exclusive_into]
                cost: [["`segments(…).scan_…`" "n·r + 2·offsets" "n·s" "O(n / 256)" "no" "2"]]
                vectors: 0
                thrust: [
                    ["`inclusive_scan_by_key`, `exclusive_scan_by_key` of rows" "[`scan_inclusive`](crate::Segments::scan_inclusive), [`scan_exclusive`](crate::Segments::scan_exclusive) of [`segments`](crate::Chain::segments)"]
                ]
                peers: ["`DeviceSegmentedScan::InclusiveSegmentedScan`, `InclusiveSegmentedSum`, …" "–" "–"]
                rows: [
                    "segmented_scan,f32,mean_8" "segmented_scan,f32,mean_64" "segmented_scan,f32,mean_1000"
                    "segmented_scan,f32,mean_100000"
                ]
            }
            segmented_sort {
                terminals: [
                    sort sort_into sort_by sort_by_key sort_with sort_by_with argsort top_k bottom_k top_k_into bottom_k_into
                    top_k_positions bottom_k_positions top_k_positions_into bottom_k_positions_into top_k_by_key bottom_k_by_key
                    top_k_by_key_into bottom_k_by_key_into
                ]
                cost: [
                    ["`segments(…).sort`, `segments_mut(…).sort_…`" "n·s·(1 + log₂ of the tiles of a segment) + offsets" "n·s·(1 + log₂ of the tiles of a segment)" "n·s" "no" "2, or 2 + ⌈log₂ tiles⌉"]
                    ["`segments(…).top_k`, `bottom_k`, `top_k_positions`, …" "as `sort`, + n·(r + 8) + kept·(8 + s)" "as `sort`, + n·(s + 8) + kept·(8 + s)" "up to n·(2·s + 16), with positions n·(2·s + 24)" "yes, for the lengths" "8, or 8 + ⌈log₂ tiles⌉"]
                ]
                vectors: 0
                thrust: [["a sort of each row, by sorting twice" "[`sort`](crate::SegmentsMut::sort), [`sort_with`](crate::SegmentsMut::sort_with) of [`segments_mut`](crate::DeviceVec::segments_mut)"]]
                peers: ["`DeviceSegmentedSort::StableSortKeys`, `StableSortPairs`, `DeviceSegmentedRadixSort`" "–" "–"]
                rows: [
                    "segmented_sort,f32,mean_8" "segmented_sort,f32,mean_64" "segmented_sort,f32,mean_1000"
                    "segmented_sort,f32,mean_100000" "segmented_sort,f32,one_among_empty" "segmented_sort_with,f32/u32,mean_64"
                    "segmented_sort_with,f32/u32,mean_1000"
                ]
            }
            histogram {
                terminals: [
                    histogram histogram_into histogram_even histogram_even_into histogram_ranges histogram_ranges_into
                    histogram_even_channels histogram_even_channels_into histogram_weighted histogram_weighted_into
                    histogram_even_weighted histogram_even_weighted_into histogram_ranges_weighted
                    histogram_ranges_weighted_into bincount
                ]
                cost: [
                    ["`histogram`, `histogram_even`, `histogram_ranges`, …" "n·r" "bins·8" "O(threads · bins)" "no" "2"]
                    ["`histogram_weighted`, `histogram_even_weighted`, … into up to 16 KiB" "n·(r + weight)" "bins·weight" "up to 2048 partial results for each bin" "no" "3"]
                    ["`bincount`" "2·n·r" "bins·8" "O(threads · bins)" "yes, for the number of bins" "3"]
                ]
                vectors: 1
                thrust: [["a histogram, by sorting and searching" "[`histogram`](crate::Chain::histogram)"]]
                peers: ["`DeviceHistogram::HistogramEven`, `HistogramRange`, `MultiHistogramEven`, …" "–" "–"]
                rows: [
                    "histogram,f32,256_uniform" "histogram_even,f32,256" "histogram_even,u8,256" "histogram_ranges,f32,256"
                    "histogram_even_weighted,f32,256" "histogram_even_channels,u8,rgba"
                ]
            }
        }
    };
}
