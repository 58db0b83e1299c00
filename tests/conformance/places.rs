//! Items and their places: chains into vectors, adaptors, scatters, histograms, searches; see [`onrush_test_support`].
#![cfg_attr(onrush_one_suite, allow(dead_code))]

mod adaptors;
mod bins;
mod collect;
mod expand;
mod extents;
mod find;
mod for_each;
mod histogram;
mod random;
mod scatter;
mod scatter_reduce;
mod sequences;
mod transpose;
mod volumes;

onrush_test_support::suites! {
    adaptors {
        sections one_behind_the_other copies_side_by_side pairs parts filter_maps gathers gathers_by_every_integer arrays captured_views views_by_every_integer captured_values control_flow
        positions_in_grids random
    }
    bins { even_floats even_integers ranges weighted channels failures; large }
    collect {
        every_element mapped tuples_into_columns into_vectors_that_exist copies sources random; large
        large_of_every_size
    }
    expand {
        items_of_every_size fused decoded joins joins_of_structures joins_with_what_is_not_sorted
        into_vectors_that_exist invalid_counts parts_of_every_length parts_fused parts_beyond device_mismatch panics
        large_past_32_bits random; large
    }
    extents { of_matrices of_volumes of_both }
    find { a_single_hit the_first_of_many in_fused_chains any_and_all random; large }
    for_each { in_place with_another_vector two_vectors_at_once parts structures filtered; large }
    histogram { bins crowded no_bins fused into_vectors_that_exist numbers_of_every_integer random; large }
    random { numbers parts shuffles samples ranges; large }
    scatter {
        every_element of_several_the_last_stays of_many_items computed_positions_into_columns into_a_part far_apart
        beyond conditional positions_of_every_integer random; large large_in_columns
    }
    scatter_reduce {
        floats exact_operators custom_operators_keep_the_order in_turn lists frequent sparse structures filtered left_out untouched
        positions_of_every_integer device_mismatch panics large_past_32_bits random; large
    }
    sequences { ordered occurrences runs first_of_several; large }
    transpose {
        shapes columns_of_tuples into_a_part adaptors windows sizes_that_cannot_be device_mismatch panics
        large_past_32_bits; large
    }
    volumes { windows sizes }
}
