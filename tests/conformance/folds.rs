//! Reductions and scans: of whole chains, by key, of segments and of columns; see [`onrush_test_support`].
#![cfg_attr(onrush_one_suite, allow(dead_code))]

mod golden;
mod groups;
mod heavy;
mod reduce;
mod reduce_by_key;
mod reduce_columns;
mod runs;
mod scan;
mod scan_by_key;
mod segmented_reduce;
mod segmented_scan;
#[cfg(not(onrush_one_suite))]
mod types;

onrush_test_support::suites! {
    golden { bits }
    groups { numbers orders into_vectors_that_exist failures; large }
    heavy { reductions every_algorithm operators panics }
    reduce {
        integers bit_operators floats_in_lanes custom_operators_keep_the_order
        custom_float_operators_keep_the_brackets declared_commutative exact_part_by_part few filtered structures
        tuples minimum_and_maximum_of_floats into_vectors_that_exist known_operators_part_by_part arrays_by_place_and_key random; large longer_chunks
    }
    reduce_by_key {
        integers floats a_long_run_among_short_ones custom_operators_keep_the_order by_a_relation fused zeros_of_two_signs_are_two_keys
        into_vectors_that_exist without_keys random; large
    }
    reduce_columns { floats operators statistics into_vectors_that_exist; large }
    runs {
        items_of_every_size fused into_vectors_that_exist narrow_numbers device_mismatch panics large_past_32_bits
        random; large
    }
    scan {
        integers floats custom_operators_keep_the_order custom_float_operators_keep_the_brackets structures
        tuples_into_columns into_vectors_that_exist fused offsets_of_lengths random; large
    }
    scan_by_key {
        integers floats a_long_run_among_short_ones custom_operators_keep_the_order fused by_a_relation_and_into_vectors_that_exist
        large_past_32_bits random; large
    }
    segmented_reduce {
        integers floats custom_operators_keep_the_order rows rows_of_large_items long_on_average fused items_behind
        positions_of_extremes statistics into_vectors_that_exist wrong_offsets
        device_mismatch panics large_past_32_bits; large
    }
    segmented_scan { integers floats fused wrong_offsets device_mismatch panics large_past_32_bits; large }
}
