//! Properties that all calls share: errors, failures, streams, laziness; vectors; what is composed of the primitives; see [`onrush_test_support`].
#![cfg_attr(onrush_one_suite, allow(dead_code))]

mod cancelling;
mod counted;
mod counted_into;
mod derived;
mod errors;
mod failures;
mod generic;
mod host_memory;
mod in_place;
mod laziness;
mod mathematics;
mod recordings;
mod silence;
mod streams;
mod vectors;

onrush_test_support::suites! {
    cancelling {
        every_call_is_refused what_was_to_be_written_is_marked earlier_calls_keep_their_results
        tokens_are_shared_replaced_and_dropped at_any_time
    }
    counted {
        lengths_and_items reductions scans by_key ended runs_and_parts searches_and_effects sorted sorted_with_room sorted_by_key programs known
        unrelated judged_by_the_most failures streams; large
    }
    counted_into { items several recorded failures }
    derived {
        sum_and_product inner_product count minimum_and_maximum minimum_with_maximum means_and_variances predicates
        positions_of_extremes extremes_by_key extremes_by_relation orderings comparisons is_sorted begun_with_a_value
        adjacent_difference bounds searches selections random; large
    }
    errors {
        length_mismatch errors_name_the_call index_out_of_range positions_out_of_range device_mismatch
        panics_name_the_line overflow_is_checked_as_in_the_crate panics_in_every_algorithm a_failed_sort_loses_nothing
        out_of_memory errors_read_well
    }
    failures {
        reading_tells_the_owner_and_no_other whatever_uses_it_fails what_is_computed_from_it_fails_in_turn
        what_is_overwritten_is_clean parts_and_effects synchronize_reports_what_was_not_told a_failure_names_its_call
        recovered what_is_sorted_keeps_its_elements across_streams of_many_threads of_many_calls
    }
    generic { numbers floats integers }
    host_memory { lent owned }
    in_place { scans scans_of_parts reversals_and_rotations fills_and_swaps kept failures; large_scans }
    laziness { building_runs_nothing lengths_cost_nothing chains_can_run_twice checks_come_before_work }
    mathematics { methods functions }
    recordings {
        the_bits_of_calls several_at_once a_failing_round while_a_flag_holds nothing_runs_before_a_launch states failures what_is_overwritten_is_clean cancelled
    }
    streams {
        a_reader_comes_after_the_owner_and_before_it a_writer_comes_between_the_owners_uses
        a_vector_can_be_dropped_while_it_is_read several_streams_read_at_once
        a_failure_is_told_to_whoever_uses_its_vectors targets_of_another_stream
    }
    vectors { programs spare_capacity elements parts ranges from_the_host addresses as_text failures of_other_streams }
}
