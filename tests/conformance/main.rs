//! One suite for every backend.
//!
//! Each file is named after an algorithm, or after the property that its tests share, and holds functions that are generic
//! over the backend; [`suite!`] instantiates them all for one backend. Expected answers come from [`oracle`], plain loops,
//! and where floats are combined from [`contract`], a naive evaluation of the shape contract: equality is always to the
//! bit.
//!
//! `--cfg vectors_alone` leaves out tests of algorithms without code for the CPU's vector registers, because optimised
//! builds take long.
#![cfg_attr(any(vectors_alone, onrush_one_suite), allow(dead_code))]

mod adaptors;
#[cfg(not(vectors_alone))]
mod bins;
mod collect;
mod compare;
mod contract;
mod derived;
mod errors;
#[cfg(not(vectors_alone))]
mod expand;
mod failures;
mod find;
#[cfg(not(vectors_alone))]
mod for_each;
#[cfg(not(vectors_alone))]
mod generic;
mod golden;
#[cfg(not(vectors_alone))]
mod groups;
#[cfg(not(vectors_alone))]
mod heavy;
#[cfg(not(vectors_alone))]
mod histogram;
#[cfg(not(vectors_alone))]
mod in_place;
mod inputs;
#[cfg(not(vectors_alone))]
mod laziness;
#[cfg(not(vectors_alone))]
mod merge;
mod oracle;
mod partition;
#[cfg(not(vectors_alone))]
mod partition_by;
mod partition_in_three;
#[cfg(not(vectors_alone))]
mod random;
mod reduce;
mod reduce_by_key;
#[cfg(not(vectors_alone))]
mod reduce_columns;
#[cfg(not(vectors_alone))]
mod runs;
mod scan;
mod scan_by_key;
#[cfg(not(vectors_alone))]
mod scatter;
#[cfg(not(vectors_alone))]
mod scatter_reduce;
mod segmented_reduce;
mod segmented_scan;
#[cfg(not(vectors_alone))]
mod segmented_sort;
mod select;
mod set_operation;
#[cfg(not(vectors_alone))]
mod silence;
#[cfg(not(vectors_alone))]
mod sort;
#[cfg(not(vectors_alone))]
mod streams;
#[cfg(not(vectors_alone))]
mod top_k;
#[cfg(not(vectors_alone))]
mod transpose;
#[cfg(not(vectors_alone))]
mod vectors;
#[cfg(not(vectors_alone))]
mod volumes;

/// Every test for one backend; each test evaluates the expression anew. `.ci/sanitize-rust` builds a single suite by `--cfg
/// onrush_one_suite`, because each takes minutes to compile under a sanitizer.
macro_rules! suite {
    ($name:ident: $backend:expr) => {
        #[cfg(not(onrush_one_suite))]
        suite!(alone $name: $backend);
    };
    (alone $name:ident: $backend:expr) => {
        mod $name {
            suite! { @for $backend;
                #[cfg(not(vectors_alone))]
                for_each { in_place with_another_vector two_vectors_at_once parts structures filtered large }
                collect {
                    every_element mapped tuples_into_columns into_vectors_that_exist copies sources large
                    large_of_every_size random
                }
                reduce {
                    integers bit_operators floats_in_lanes custom_operators_keep_the_order
                    custom_float_operators_keep_the_brackets declared_commutative few filtered structures tuples
                    minimum_and_maximum_of_floats into_vectors_that_exist large longer_chunks random
                }
                #[cfg(not(vectors_alone))]
                transpose {
                    shapes columns_of_tuples into_a_part adaptors windows sizes_that_cannot_be device_mismatch panics large
                    large_past_32_bits
                }
                find { a_single_hit the_first_of_many in_fused_chains any_and_all large random }
                scan {
                    integers floats custom_operators_keep_the_order custom_float_operators_keep_the_brackets structures
                    tuples_into_columns into_vectors_that_exist fused large random
                }
                select {
                    every_element fused dedup the_result_is_a_vector_as_any_other into_vectors_that_exist large
                    random
                }
                #[cfg(not(vectors_alone))]
                random { numbers parts shuffles samples ranges large }
                partition { by_value by_position fused into_vectors_that_exist large random }
                #[cfg(not(vectors_alone))]
                partition_by { buckets into_vectors_that_exist large }
                partition_in_three { parts into_vectors_that_exist large }
                #[cfg(not(vectors_alone))]
                sort {
                    every_narrow_key every_key_of_32_bits every_key_of_64_bits keys_that_are_arrays
                    keys_that_are_structures floats_in_total_order by_key_is_stable by_key_moves_every_column parts
                    by_comparator by_comparator_in_columns by_ordering descending by_projection by_key_with_a_relation
                    around_tiles positions large random
                }
                #[cfg(not(vectors_alone))]
                top_k {
                    few by_a_sample misled floats_in_total_order fused by_key into_vectors_that_exist large large_past_32_bits
                    device_mismatch panics random
                }
                #[cfg(not(vectors_alone))]
                merge {
                    keys by_ordering of_equal_items_the_left_come_first one_side_before_the_other floats_in_total_order
                    into_vectors_that_exist by_key large random
                }
                #[cfg(not(vectors_alone))]
                set_operation {
                    keys by_ordering runs columns sizes fused floats into_vectors_that_exist stream failed device_mismatch panics large large_past_32_bits random
                }
                reduce_by_key {
                    integers floats custom_operators_keep_the_order by_a_relation fused
                    zeros_of_two_signs_are_two_keys into_vectors_that_exist without_keys large random
                }
                #[cfg(not(vectors_alone))]
                reduce_columns { floats operators into_vectors_that_exist large }
                #[cfg(not(vectors_alone))]
                runs {
                    items_of_every_size fused into_vectors_that_exist narrow_numbers device_mismatch panics large
                    large_past_32_bits random
                }
                #[cfg(not(vectors_alone))]
                expand {
                    items_of_every_size fused decoded joins into_vectors_that_exist invalid_counts parts_of_every_length parts_fused
                    parts_beyond device_mismatch panics large large_past_32_bits random
                }
                scan_by_key {
                    integers floats custom_operators_keep_the_order fused
                    by_a_relation_and_into_vectors_that_exist large large_past_32_bits random
                }
                #[cfg(not(vectors_alone))]
                scatter {
                    every_element of_several_the_last_stays of_many_items computed_positions_into_columns into_a_part far_apart large
                    large_in_columns beyond conditional positions_of_every_integer random
                }
                segmented_reduce {
                    integers floats custom_operators_keep_the_order fused into_vectors_that_exist wrong_offsets
                    device_mismatch panics large large_past_32_bits
                }
                segmented_scan {
                    integers floats fused wrong_offsets device_mismatch panics large large_past_32_bits
                }
                #[cfg(not(vectors_alone))]
                segmented_sort {
                    every_key structures fused first_items wrong_offsets device_mismatch panics large large_past_32_bits
                }
                #[cfg(not(vectors_alone))]
                scatter_reduce {
                    floats exact_operators custom_operators_keep_the_order structures filtered left_out untouched
                    positions_of_every_integer device_mismatch panics large large_past_32_bits random
                }
                #[cfg(not(vectors_alone))]
                histogram { bins crowded no_bins fused into_vectors_that_exist numbers_of_every_integer large random }
                derived {
                    sum_and_product inner_product count minimum_and_maximum minimum_with_maximum means_and_variances
                    predicates positions_of_extremes extremes_by_key
                    extremes_by_relation orderings
                    comparisons is_sorted begun_with_a_value adjacent_difference bounds searches selections large random
                }
                adaptors { sections pairs parts gathers gathers_by_every_integer arrays captured_views captured_values control_flow random }
                #[cfg(not(vectors_alone))]
                in_place {
                    scans scans_of_parts large_scans reversals_and_rotations fills_and_swaps kept failures
                }
                #[cfg(not(vectors_alone))]
                vectors {
                    programs spare_capacity elements parts ranges from_the_host addresses as_text failures
                    of_other_streams
                }
                #[cfg(not(vectors_alone))]
                errors {
                    length_mismatch errors_name_the_call index_out_of_range positions_out_of_range device_mismatch panics_name_the_line
                    overflow_is_checked_as_in_the_crate panics_in_every_algorithm a_failed_sort_loses_nothing
                    out_of_memory errors_read_well
                }
                #[cfg(not(vectors_alone))]
                laziness {
                    building_runs_nothing lengths_cost_nothing chains_can_run_twice checks_come_before_work
                }
                #[cfg(not(vectors_alone))]
                streams {
                    a_reader_comes_after_the_owner_and_before_it a_writer_comes_between_the_owners_uses
                    a_vector_can_be_dropped_while_it_is_read several_streams_read_at_once
                    a_failure_is_told_to_whoever_uses_its_vectors targets_of_another_stream
                }
                failures {
                    reading_tells_the_owner_and_no_other whatever_uses_it_fails
                    what_is_computed_from_it_fails_in_turn what_is_overwritten_is_clean parts_and_effects
                    synchronize_reports_what_was_not_told a_failure_names_its_call recovered across_streams
                    of_many_threads of_many_calls
                }
                #[cfg(not(vectors_alone))]
                generic { numbers floats integers }
                #[cfg(not(vectors_alone))]
                heavy { reductions every_algorithm operators panics }
                golden { bits }
            }
        }
    };
    (@for $backend:expr; $($(#[$cfg:meta])* $file:ident { $($case:ident)* })*) => {$(
        $(#[$cfg])*
        mod $file {
            #[allow(unused_imports)]
            use onrush::prelude::*;
            $(
                #[test]
                fn $case() -> onrush::Result<()> {
                    crate::$file::$case(&$backend)
                }
            )*
        }
    )*};
}

/// The first GPU. Without one the test returns and prints SKIPPED, or fails if `ONRUSH_REQUIRE_GPU` is set.
#[cfg(not(onrush_one_suite))]
macro_rules! gpu {
    () => {
        match onrush_cuda::Cuda::new(0) {
            Ok(cuda) => cuda,
            Err(error) if std::env::var_os("ONRUSH_REQUIRE_GPU").is_some() => return Err(error),
            Err(error) => {
                println!("SKIPPED: {error}");
                return Ok(());
            }
        }
    };
}

/// The tests of compositions of primitives, each of which the suites test on every backend.
#[cfg(not(vectors_alone))]
mod compositions {
    macro_rules! compositions {
        ($($name:ident: $backend:expr;)*) => {$(
            mod $name {
                suite! { @for $backend;
                    groups { numbers orders into_vectors_that_exist failures large }
                    bins { even_floats even_integers ranges weighted channels failures large }
                    volumes { windows sizes }
                }
            }
        )*};
    }
    compositions! {
        three_threads: Cpu::with_threads(3)?;
    }
    #[cfg(not(onrush_one_suite))]
    compositions! {
        one_thread: Cpu::with_threads(1)?;
        emulated: onrush_cuda::Cuda::emulated();
        cuda: gpu!();
    }
}

suite!(cpu: Cpu::new());
suite!(one_thread: Cpu::with_threads(1)?);
suite!(two_threads: Cpu::with_threads(2)?);
suite!(alone three_threads: Cpu::with_threads(3)?);
suite!(eight_threads: Cpu::with_threads(8)?);
suite!(emulated: onrush_cuda::Cuda::emulated());
suite!(cuda: gpu!());
suite!(device: Device::best()?);
suite!(sequential: onrush_example_backend::Sequential);
suite!(counting: onrush_example_backend::Counting::new(Cpu::new()));
