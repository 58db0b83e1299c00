//! The facts of each algorithm. The guide's tables are generated from them, and tests compare the code with them.

/// Calls `$callback! { arguments rows }`. A row is an algorithm, named as its module, with these facts:
///
/// - `terminals`: the names of its methods and functions;
/// - `cost`: for each kind of call the terminals, the bytes read, the bytes written, and in parentheses the temporary memory,
///   whether the call waits for a GPU, and the number of kernels that it launches for a small input, each with what the
///   guide adds. Temporary memory on a CPU is `InputSize`, which grows with the bytes of the input; `EachItem`, some bytes
///   for each item, whatever its size; or `Little`, which is far less;
/// - `vectors`: the number of vectors that its cases in `tests/programs` make;
/// - `peers`: its names in CUB, std and rayon;
/// - `rows`: its rows in `benches/gpu`, each with types and variant.
macro_rules! facts {
    ($callback:ident $($argument:tt)*) => {
        $callback! { $($argument)*
            for_each {
                terminals: [for_each]
                cost: [["`for_each`" "n·r" "what the operation writes" (Little "none") (false) (1)]]
                vectors: 0
                peers: ["`DeviceFor::ForEach`" "`for_each`" "`for_each`"]
                rows: ["for_each,f32,scale" "reverse,f32," "reverse,u16," "rotate_left,f32,third"]
            }
            collect {
                terminals: [collect collect_into]
                cost: [["`collect`, `collect_into`" "n·r" "n·s" (Little "none") (false) (1)]]
                vectors: 0
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
                terminals: [transpose]
                cost: [["`transpose`" "n·r" "n·s" (Little "none") (false) (1)]]
                vectors: 0
                peers: ["–" "–" "–"]
                rows: ["transpose,f32,square" "transpose,f64,square" "transpose,f32,3_columns"]
            }
            reduce {
                terminals: [
                    reduce reduce_with reduce_into sum sum_into product min max minmax count count_if mean variance
                    sample_variance moments argmin argmax min_by_key max_by_key min_by max_by inner_product
                    inner_product_with partition_point lower_bound upper_bound equal_range binary_search binary_search_by
                    binary_search_by_key
                ]
                cost: [
                    ["`reduce`, `sum`, `min`, `count`, …" "n·r" "–" (Little "up to 4096 partial results") (true) (1)]
                    ["`reduce_into`, `sum_into`" "n·r" "s" (Little "up to 4096 partial results") (false) (1)]
                    ["`binary_search…`, `lower_bound`, `upper_bound`, `equal_range`, `partition_point` of one value" "s·log₂ n" "–" (Little "none") (true) (1)]
                ]
                vectors: 0
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
                terminals: [
                    position any all none contains equal cmp mismatch adjacent_find is_sorted is_sorted_by is_partitioned
                    search search_last search_n find_first_of
                ]
                cost: [
                    ["`position`, `any`, `all`, `equal`" "up to the first hit" "–" (Little "none") (true) (1)]
                    ["`search`, `search_last` of m items" "up to the first hit, at most n·m·r" "–" (Little "none") (true) (1)]
                    ["`search_n`" "up to the first hit, at most 2·n·r" "–" (Little "none") (true) (1 " or 2")]
                    ["`find_first_of` m items" "up to the first hit; of more than 8, log₂ m candidates for each" "m·s" (InputSize "2·m·s") (true) (2 "; of more than 8, 3 or 4 + digits")]
                    ["`cmp`" "up to the first difference" "–" (Little "none") (true) (1 " or 2")]
                ]
                vectors: 0
                peers: [
                    "`DeviceFind::FindIf`"
                    "`position`, `any`, `all`, `eq`, `cmp`, `is_sorted`"
                    "`position_first`, `any`, `all`, `eq`, `cmp`"
                ]
                rows: []
            }
            scan {
                terminals: [scan_inclusive scan_exclusive scan_inclusive_from offsets]
                cost: [
                    ["`scan_…`" "n·r" "n·s" (Little "O(n / tile)") (false) (1)]
                    ["`offsets`" "n·r" "n·s" (Little "O(n / tile)") (false) (2)]
                ]
                vectors: 0
                peers: ["`DeviceScan::InclusiveScan`, `ExclusiveScan`, …" "`scan`" "–"]
                rows: [
                    "heavy_scan,f64,slopes" "inclusive_scan,f32,sum" "inclusive_scan,f64,sum" "inclusive_scan,u32,sum"
                    "odd_scan,u8,sum" "odd_scan,V3,sum" "scan_in_place,f32,sum" "scan_in_place,f64,sum" "scan_in_place,u32,sum"
                ]
            }
            select {
                terminals: [filter filter_map dedup dedup_by collect_counted collect_counted_into]
                cost: [["`filter`, `filter_map`, `dedup`, with `collect` or `collect_into`" "n·r" "kept·s" (Little "O(n / tile)") (true ", for the length") (1)]]
                vectors: 1
                peers: ["`DeviceSelect::If`, `Unique`, `UniqueByKey`" "`filter`, `Vec::retain`, `Vec::dedup`, `Vec::dedup_by`" "`filter`"]
                rows: ["copy_if,u32,half" "copy_if_into,u32,half" "heavy_select,f32,bumpiness" "odd_select,P20,half" "retain,u32,half" "unique_copy,u32,sorted_mod_2^20"]
            }
            partition {
                terminals: [partition]
                cost: [["`partition`" "n·r" "n·s" (Little "O(n / tile)") (true ", for the lengths") (1)]]
                vectors: 2
                peers: ["`DevicePartition::If`" "`partition`" "`partition`"]
                rows: ["stable_partition_copy,u32,half"]
            }
            partition_by {
                terminals: [partition_by]
                cost: [["`partition_by`" "2·n·r" "n·s" (EachItem "O(256·n / tile) on a GPU, n on a CPU") (false) (2)]]
                vectors: 0
                peers: ["–" "–" "–"]
                rows: ["partition_by,u32,8_buckets" "partition_by,u32,256_buckets"]
            }
            partition_in_three {
                terminals: [partition_in_three]
                cost: [["`partition_in_three`" "n·r" "n·s" (Little "O(n / tile)") (true ", for the lengths") (1)]]
                vectors: 3
                peers: ["`DevicePartition::If` with two predicates" "`partition`" "`partition`"]
                rows: ["partition3,u32,thirds"]
            }
            sort {
                terminals: [sort sort_by_key sort_by_key_with sort_by argsort argsort_as]
                cost: [
                    ["`sort`, `sort_by_key`, `sort_by(Greater)` (radix)" "n·s·(1 + digits)" "n·s·digits" (InputSize "n·s") (false) (1 ", or 2 + digits")]
                    ["`sort_by` (merge)" "n·s·log₂" "n·s·log₂" (InputSize "n·s") (false) (1 " + ⌈log₂ tiles⌉")]
                ]
                vectors: 0
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
                    top_k top_k_positions top_k_by_key bottom_k bottom_k_positions bottom_k_by_key nth_element median quantiles
                ]
                cost: [
                    ["`top_k`, `bottom_k`, …" "n·r" "k·s" (Little "2·s·(k + 0.19·√(k·n) + n/137), at most 2·n·s") (false) (1 ", 3, or about 15")]
                    ["`nth_element`, `median`" "2·n·r" "–" (InputSize "about 0.1·n·s; below 16 MiB 2·n·s") (true) (6 ", or about 25")]
                ]
                vectors: 1
                peers: ["`DeviceTopK::MaxKeys`, `MinPairs`, … (unsorted)" "`slice::select_nth_unstable`" "–"]
                rows: [
                    "top_k,f32,10" "top_k,f32,1000" "top_k,f32,10^6" "top_k_positions,f32,1000"
                    "nth_element,f32,middle"
                ]
            }
            merge {
                terminals: [merge merge_by merge_by_key merge_by_key_with]
                cost: [["`merge`" "(n + m)·s" "(n + m)·s" (Little "O(threads)") (false) (1)]]
                vectors: 1
                peers: ["`DeviceMerge::MergeKeys`, `MergePairs`" "–" "–"]
                rows: ["merge,u32,halves" "merge_by_key,u32/f32,twos_threes"]
            }
            set_operation {
                terminals: [
                    set_union set_union_by set_intersection set_intersection_by set_difference set_difference_by
                    set_symmetric_difference set_symmetric_difference_by set_union_count set_union_count_by
                    set_intersection_count set_intersection_count_by set_difference_count set_difference_count_by
                    set_symmetric_difference_count set_symmetric_difference_count_by
                ]
                cost: [
                    ["`set_union`, `set_intersection`, …" "(n + m)·s" "kept·s" (Little "O((n + m) / tile)") (true ", for the length") (1)]
                    ["`set_union_count`, `set_intersection_count`, …" "(n + m)·s" "–" (Little "O((n + m) / tile)") (true) (1)]
                ]
                vectors: 1
                peers: ["–" "`BTreeSet::union`, … (no multisets)" "–"]
                rows: [
                    "set_union,u32,halves" "set_union,u32,twos_threes" "set_intersection,u32,twos_threes"
                    "set_difference,u32,twos_threes"
                ]
            }
            reduce_by_key {
                terminals: [
                    reduce_by_key reduce_by_key_with values groups reduce count sum product min max
                    argmin argmax mean variance sample_variance minmax count_if
                ]
                cost: [
                    ["`reduce_by_key`" "n·(key + value)" "runs·(key + value)" (Little "O(n / tile)") (true ", for the number of runs") (1)]
                    ["`groups(…).sum()`, `.mean()`, … (unsorted keys)" "n·(3·key + 2·s + (key + s)·digits)" "n·(key + s)·(1 + digits) + groups·(key + s)" (InputSize "2·n·(key + s) + 8·n") (true ", for the number of groups") (5 ", or 7 + digits")]
                ]
                vectors: 2
                peers: ["`DeviceReduce::ReduceByKey`, `DeviceRunLengthEncode::Encode`" "`slice::chunk_by`" "`par_chunk_by`"]
                rows: [
                    "reduce_by_key,u32/f32,run_length_1" "reduce_by_key,u32/f32,run_length_10"
                    "reduce_by_key,u32/f32,run_length_1000" "reduce_by_key,u32/f64,run_length_1"
                    "reduce_by_key,u32/f64,run_length_10" "reduce_by_key,u32/f64,run_length_1000"
                    "groups,u32/f32,sum_1000" "groups,u32/f32,sum_10^6" "groups,u32,count_10^6"
                ]
            }
            reduce_columns {
                terminals: [reduce sum product min max argmin argmax mean variance sample_variance minmax count_if]
                cost: [["`columns().sum()`, …" "n·r" "columns·s" (Little "a value for each 64 items of a column or more (16 for items of a byte)") (false) (1 ", or 2")]]
                vectors: 0
                peers: ["–" "–" "–"]
                rows: ["reduce_columns,f32,square" "reduce_columns,f32,3_columns" "reduce_columns,f32,argmin"]
            }
            runs {
                terminals: [
                    run_length_encode run_length_encode_by run_offsets run_offsets_by
                ]
                cost: [
                    ["`run_length_encode`, `run_offsets`" "n·r" "runs·(s + length)" (Little "O(n / tile)") (true ", for the number of runs") (1)]
                ]
                vectors: 2
                peers: ["`DeviceRunLengthEncode::Encode`, `NonTrivialRuns`" "`slice::chunk_by`" "`par_chunk_by`"]
                rows: [
                    "rle_encode,u32,run_2" "rle_encode,u32,run_100" "run_offsets,u32,run_100"
                ]
            }
            expand {
                terminals: [
                    repeat join_inner join_left join_semi join_anti gather_segments scatter
                ]
                cost: [
                    ["`repeat`" "n·(r + count + 8)" "n·8 + copies·s" (EachItem "8 bytes for each item") (true ", for the sum of the counts") (3 ", or 4")]
                    ["`join_inner`, `join_left`" "n·(r + 2·log₂ m + 32)" "n·24 + pairs·16" (EachItem "24 bytes for each left key") (true ", for the number of pairs") (4 ", or 5")]
                    ["`gather_segments`, and `segments(…).scatter` of parts in order" "n·r + 3·parts·(start + offset)" "n·s" (Little "O(n / tile)") (true ", for the number of items") (2 ", or 3")]
                ]
                vectors: 2
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
                ]
                cost: [["`scan_by_key_…`" "n·(key + value)" "n·value" (Little "O(n / tile)") (false) (1)]]
                vectors: 1
                peers: ["`DeviceScan::InclusiveScanByKey`, `ExclusiveScanByKey`, …" "–" "–"]
                rows: []
            }
            scatter {
                terminals: [scatter scatter_if scatter_pairs]
                cost: [
                    ["`scatter`" "n·(8 + s)" "n·s" (InputSize "n·(s + 5), aligned, and up to 1 MiB on 4 and more threads; on a GPU none for few items, else 8 bytes for each item of the target, or 4 for each and n·(s + 5)") (false) (1 ", 2 or 4")]
                ]
                vectors: 0
                peers: ["–" "–" "–"]
                rows: ["scatter,f32,random" "scatter,f32,random_u32" "scatter,f32,random_usize"]
            }
            segmented_reduce {
                terminals: [
                    segments segments_of reduce sum product min max argmin argmax count mean variance sample_variance minmax
                    count_if
                ]
                cost: [
                    ["`segments(…).sum()`, …" "n·r + offsets" "segments·s" (Little "O(n / 256)") (false) (1 ", or 2")]
                    ["`segments(…).mean()`" "n·r + 2·offsets" "segments·16" (InputSize "8 bytes for each segment") (false) (2 ", or 3")]
                    ["of a chain of more than some 2^29 items" "n·r + offsets" "segments·s" (Little "O(n / 256), for the segments' n items") (true) (2 ", or 3")]
                ]
                vectors: 0
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
                    ["`scatter_reduce` of few items: up to 1024, or up to 2^14 if there are at most four for each place" "n·(position + s); into more than 16 KiB n·(2·position + s)" "target" (Little "–; into more than 16 KiB up to 20·n") (false) (1 ", or 2")]
                    ["`scatter_reduce` into up to 16 KiB" "n·(position + s)" "target" (Little "up to 2048 partial results for each place") (false) (2)]
                    ["`scatter_reduce` of 32-bit integers by `Sum`, `Min`, `Max` and bit operators into up to 16 MiB, or of fewer than 2^22 items" "n·(position + s)" "target" (Little "–") (false) (1)]
                    ["other calls of `scatter_reduce`" "n·(2·position + s + (4 + s)·digits)" "n·(4 + s)·digits + target" (InputSize "2·n·(4 + s)") (false) (6 ", or 3")]
                ]
                vectors: 0
                peers: ["–" "–" "–"]
                rows: [
                    "scatter_reduce,f32,16_places" "scatter_reduce,f32,1000_places" "scatter_reduce,f32,1000000_places"
                    "scatter_reduce,f32,13000000_places" "scatter_reduce,u32,16_places" "scatter_reduce,u32,1000_places"
                    "scatter_reduce,u32,1000000_places" "scatter_reduce,u32,13000000_places"
                ]
            }
            segmented_scan {
                terminals: [scan_inclusive scan_exclusive]
                cost: [["`segments(…).scan_…`" "n·r + 2·offsets" "n·s" (Little "O(n / 256)") (false) (2)]]
                vectors: 0
                peers: ["`DeviceSegmentedScan::InclusiveSegmentedScan`, `InclusiveSegmentedSum`, …" "–" "–"]
                rows: [
                    "segmented_scan,f32,mean_8" "segmented_scan,f32,mean_64" "segmented_scan,f32,mean_1000"
                    "segmented_scan,f32,mean_100000"
                ]
            }
            segmented_sort {
                terminals: [
                    sort sort_by sort_by_key sort_with sort_by_with argsort top_k bottom_k top_k_positions
                    bottom_k_positions top_k_by_key bottom_k_by_key
                ]
                cost: [
                    ["`segments(…).sort`, `segments_mut(…).sort_…`" "n·s·(1 + log₂ of the tiles of a segment) + offsets" "n·s·(1 + log₂ of the tiles of a segment)" (InputSize "n·s") (false) (2 ", or 2 + ⌈log₂ tiles⌉")]
                    ["`segments(…).top_k`, `bottom_k`, `top_k_positions`, …" "as `sort`, + n·(r + 8) + kept·(8 + s)" "as `sort`, + n·(s + 8) + kept·(8 + s)" (InputSize "up to n·(2·s + 16), with positions n·(2·s + 24)") (true ", for the lengths") (8 ", or 8 + ⌈log₂ tiles⌉")]
                ]
                vectors: 0
                peers: ["`DeviceSegmentedSort::StableSortKeys`, `StableSortPairs`, `DeviceSegmentedRadixSort`" "–" "–"]
                rows: [
                    "segmented_sort,f32,mean_8" "segmented_sort,f32,mean_64" "segmented_sort,f32,mean_1000"
                    "segmented_sort,f32,mean_100000" "segmented_sort,f32,one_among_empty" "segmented_sort_with,f32/u32,mean_64"
                    "segmented_sort_with,f32/u32,mean_1000"
                ]
            }
            histogram {
                terminals: [
                    histogram histogram_even histogram_ranges histogram_even_channels histogram_weighted histogram_even_weighted
                    histogram_ranges_weighted bincount
                ]
                cost: [
                    ["`histogram`, `histogram_even`, `histogram_ranges`, …" "n·r" "bins·8" (Little "O(threads · bins)") (false) (2)]
                    ["`histogram_weighted`, `histogram_even_weighted`, … into up to 16 KiB" "n·(r + weight)" "bins·weight" (Little "up to 2048 partial results for each bin") (false) (3)]
                    ["`bincount`" "2·n·r" "bins·8" (Little "O(threads · bins)") (true ", for the number of bins") (3)]
                ]
                vectors: 1
                peers: ["`DeviceHistogram::HistogramEven`, `HistogramRange`, `MultiHistogramEven`, …" "–" "–"]
                rows: [
                    "histogram,f32,256_uniform" "histogram_even,f32,256" "histogram_even,u8,256" "histogram_ranges,f32,256"
                    "histogram_even_weighted,f32,256" "histogram_even_channels,u8,rgba"
                ]
            }
        }
    };
}
