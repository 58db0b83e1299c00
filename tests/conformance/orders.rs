//! Sorts and what works on sorted items, and selections; see [`onrush_test_support`].
#![cfg_attr(onrush_one_suite, allow(dead_code))]

mod merge;
mod partition;
mod partition_by;
mod partition_in_three;
mod segmented_sort;
mod select;
mod set_operation;
mod sort;
mod top_k;

onrush_test_support::suites! {
    merge {
        keys by_ordering of_equal_items_the_left_come_first one_side_before_the_other floats_in_total_order
        into_vectors_that_exist by_key random; large
    }
    partition { by_value by_position fused into_vectors_that_exist random; large }
    partition_by { buckets into_vectors_that_exist; large }
    partition_in_three { parts into_vectors_that_exist; large }
    segmented_sort {
        every_key structures fused first_items wrong_offsets device_mismatch panics large_past_32_bits; large
    }
    select { every_element fused dedup the_result_is_a_vector_as_any_other into_vectors_that_exist random; large }
    set_operation {
        counted keys by_ordering runs columns sizes fused floats into_vectors_that_exist stream failed device_mismatch panics
        large_past_32_bits random; large
    }
    sort {
        every_narrow_key every_key_of_32_bits every_key_of_64_bits keys_that_are_arrays keys_that_are_structures
        floats_in_total_order by_key_is_stable by_key_moves_every_column parts by_comparator by_comparator_in_columns
        by_ordering descending by_projection by_key_with_a_relation around_tiles positions random; large
    }
    top_k {
        few by_a_sample misled floats_in_total_order fused by_key into_vectors_that_exist large_past_32_bits
        device_mismatch panics random; large
    }
}
