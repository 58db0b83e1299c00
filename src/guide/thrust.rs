//! Thrust's names and onrush's.
//!
//! | Thrust | onrush |
//! |---|---|
//! | `device_vector<T>` | [`DeviceVec<T>`](crate::DeviceVec) |
//! | `thrust::copy` to and from the host | [`upload`](crate::Backend::upload), [`to_vec`](crate::DeviceVec::to_vec), [`copy_to`](crate::DeviceVec::copy_to), [`copy_from`](crate::DeviceVec::copy_from) |
//! | `thrust::fill`, `sequence`, `tabulate` | [`filled`](crate::Backend::filled), [`range`](crate::Backend::range) and [`tabulate`](crate::Backend::tabulate) with `collect` |
//! | `thrust::transform` | [`map`](crate::Chain::map) with [`collect`](crate::Chain::collect) or [`collect_into`](crate::Chain::collect_into) |
//! | `thrust::for_each` | [`for_each`](crate::Chain::for_each) over [`iter_mut`](crate::DeviceVec::iter_mut) |
//! | `thrust::reduce`, `transform_reduce` | [`reduce`](crate::Chain::reduce), [`sum`](crate::Chain::sum); `map` in front of them fuses |
//! | `thrust::inner_product` | [`inner_product`](crate::Chain::inner_product), or `zip`, `map`, `sum` |
//! | `thrust::count`, `count_if` | [`filter`](crate::Chain::filter) and [`count`](crate::Chain::count) |
//! | `min_element`, `max_element` | [`argmin`](crate::Chain::argmin), [`argmax`](crate::Chain::argmax); for the values [`min`](crate::Chain::min), [`max`](crate::Chain::max) |
//! | `all_of`, `any_of`, `none_of`, `find_if` | [`all`](crate::Chain::all), [`any`](crate::Chain::any), [`find_position`](crate::Chain::find_position) |
//! | `equal`, `mismatch`, `is_sorted` | [`equal`](crate::Chain::equal), [`mismatch`](crate::Chain::mismatch), [`is_sorted`](crate::Chain::is_sorted) |
//! | `inclusive_scan`, `exclusive_scan`, `transform_…_scan` | [`scan_inclusive`](crate::Chain::scan_inclusive), [`scan_exclusive`](crate::Chain::scan_exclusive), after `map` |
//! | `…_scan_by_key` | [`scan_by_key_inclusive`](crate::scan_by_key_inclusive), [`scan_by_key_exclusive`](crate::scan_by_key_exclusive) |
//! | `copy_if`, `remove_copy_if` | [`copy_if`](crate::Chain::copy_if) |
//! | `stable_partition_copy` | [`partition`](crate::Chain::partition) |
//! | `unique_copy`, `unique_by_key_copy` | [`unique`](crate::Chain::unique), [`unique_by`](crate::Chain::unique_by) on zipped columns |
//! | `sort`, `stable_sort`, `sort_by_key` | [`DeviceVec::sort`](crate::DeviceVec::sort), [`sort_by_key`](crate::sort_by_key): stable always |
//! | `sort` with a comparator | [`sort_by`](crate::sort_by) |
//! | sorting indices | [`argsort`](crate::Chain::argsort) |
//! | `reduce_by_key` | [`reduce_by_key`](crate::reduce_by_key), [`reduce_by_key_with`](crate::reduce_by_key_with) |
//! | `gather` | [`permute`](crate::Chain::permute) |
//! | `scatter` | [`scatter`](crate::Chain::scatter): of several items for one place the last one stays |
//! | `merge` | [`merge`](crate::merge()), [`merge_by`](crate::merge_by) |
//! | `lower_bound`, `upper_bound` (vectorised) | [`lower_bound`](crate::Chain::lower_bound), [`upper_bound`](crate::Chain::upper_bound) |
//! | `adjacent_difference` | [`adjacent_difference`](crate::Chain::adjacent_difference) |
//! | `counting_iterator`, `constant_iterator` | [`range`](crate::Backend::range), [`constant`](crate::Backend::constant) |
//! | `transform_iterator`, `zip_iterator`, `permutation_iterator`, `reverse_iterator` | [`map`](crate::Chain::map), [`zip`](crate::zip()), [`permute`](crate::Chain::permute), [`rev`](crate::Chain::rev) |
//! | a `__device__` functor | [`op!`](crate::op) with captures |
//! | `thrust::device`, `thrust::omp::par` | a [`Device`](crate::Device), [`Cpu`](crate::Cpu) |
//! | `thrust::cuda::par.on(stream)` | [`stream`](crate::Backend::stream) makes one, [`on`](crate::Chain::on) runs a chain there |
//!
//! What differs:
//!
//! - Errors are values: every terminal returns a [`Result`](crate::Result).
//! - Floating-point results don't vary with the device, the number of threads or the run; see [`shape`](crate::shape).
//! - Floats sort by `total_cmp`, so −0.0 comes before +0.0 and every NaN has a place; Thrust compares with `<`.
//! - `min` and `max` pass over NaNs; Thrust's result depends on the order.
//! - All sorts are stable.
