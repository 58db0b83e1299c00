//! Thrust's names and their counterparts in onrush.
//!
//! | Thrust | onrush |
//! |---|---|
//! | `device_vector<T>` | [`DeviceVec<T>`](crate::DeviceVec) |
//! | `thrust::copy` to and from the host | [`upload`](crate::Backend::upload), [`to_vec`](crate::DeviceVec::to_vec), [`copy_to`](crate::DeviceVec::copy_to), [`copy_from`](crate::DeviceVec::copy_from) |
//! | `thrust::fill`, `sequence`, `tabulate` | [`filled`](crate::Backend::filled), [`range`](crate::Backend::range) and [`tabulate`](crate::Backend::tabulate) with `collect` |
#![doc = facts!(rows thrust)]
//! | `gather` | [`permute`](crate::Chain::permute) |
//! | `lower_bound`, `upper_bound` (vectorised) | [`lower_bound`](crate::Chain::lower_bound), [`upper_bound`](crate::Chain::upper_bound) |
//! | `adjacent_difference` | [`adjacent_difference`](crate::Chain::adjacent_difference) |
//! | `counting_iterator`, `constant_iterator` | [`range`](crate::Backend::range), [`constant`](crate::Backend::constant) |
//! | `transform_iterator`, `zip_iterator`, `permutation_iterator`, `reverse_iterator` | [`map`](crate::Chain::map), [`zip`](crate::zip()), [`permute`](crate::Chain::permute), [`rev`](crate::Chain::rev) |
//! | a `__device__` functor | [`op!`](crate::op) with captures |
//! | `thrust::device`, `thrust::omp::par` | a [`Device`](crate::Device), [`Cpu`](crate::Cpu) |
//! | `thrust::cuda::par.on(stream)` | [`stream`](crate::Backend::stream) makes one, [`on`](crate::Chain::on) runs a chain there |
//!
//! The counterparts in CUB, std and rayon:
//!
//! | onrush | CUB | std | rayon |
//! |---|---|---|---|
#![doc = facts!(rows peers)]
//!
//! Differences:
//!
//! - Errors are values: every terminal returns a [`Result`](crate::Result).
//! - Floating-point results don't vary with the device, the number of threads or the run; see [`shape`](crate::shape).
//! - Floats sort by `total_cmp`, so −0.0 comes before +0.0 and every NaN has a place; Thrust compares with `<`.
//! - `min` and `max` ignore NaNs; Thrust's result depends on the order.
//! - All sorts are stable.
