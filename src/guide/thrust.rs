//! Thrust's names and their counterparts in onrush.
//!
//! | Thrust | onrush |
//! |---|---|
//! | `device_vector<T>` | [`DeviceVec<T>`](crate::DeviceVec) |
//! | `thrust::copy` to and from the host | [`upload`](crate::Backend::upload), [`to_vec`](crate::DeviceVec::to_vec), [`copy_to`](crate::DeviceVec::copy_to), [`copy_from`](crate::DeviceVec::copy_from) |
//! | `device_vector`'s `push_back`, `resize`, `reserve`, `erase`, `clear`, `[]` | [`push`](crate::DeviceVec::push), [`resize`](crate::DeviceVec::resize), [`reserve`](crate::DeviceVec::reserve), [`truncate`](crate::DeviceVec::truncate), [`clear`](crate::DeviceVec::clear), [`at`](crate::DeviceVec::at) and [`set`](crate::DeviceVec::set) |
//! | `fill`, `sequence`, `tabulate`, `generate` | [`fill`](crate::DeviceVec::fill), [`filled`](crate::Backend::filled), [`constant`](crate::Backend::constant), [`range`](crate::Backend::range) and [`tabulate`](crate::Backend::tabulate) with `collect` or `collect_into` |
//! | `gather` or `scatter` by computed positions | [`transpose`](crate::Chain::transpose) of a [`grid`](crate::Chain::grid) |
//! | `thrust::inner_product` | [`inner_product`](crate::Chain::inner_product); by two operators [`inner_product_with`](crate::Chain::inner_product_with) |
//! | `is_sorted` with a comparator, `is_partitioned` | [`is_sorted_by`](crate::Chain::is_sorted_by), [`is_partitioned`](crate::Chain::is_partitioned) |
//! | `inclusive_scan` with an initial value | [`scan_inclusive_from`](crate::Chain::scan_inclusive_from) |
//! | offsets of lengths, by `exclusive_scan` of one length more | [`offsets`](crate::Chain::offsets) |
//! | partition by a small key, by `stable_sort_by_key` | [`partition_by`](crate::Chain::partition_by), with offsets for [`segments`](crate::Chain::segments) |
//! | two `stable_partition_copy` | [`partition_in_three`](crate::Chain::partition_in_three) |
//! | `sort`, `sort_by_key` with a comparator | [`sort_by`](crate::sort_by), [`sort_by_key_with`](crate::sort_by_key_with); `greater` is [`Greater`](crate::operator::Greater) |
//! | sorting indices | [`argsort`](crate::Chain::argsort) |
//! | the first places of a sort | [`top_k`](crate::Chain::top_k), [`bottom_k`](crate::Chain::bottom_k): ties by position |
//! | sums of columns, by `reduce_by_key` of a transposed matrix | [`columns`](crate::Chain::columns), then [`sum`](crate::Columns::sum), … |
//! | run-length encoding, by `reduce_by_key` | [`run_length_encode`](crate::Chain::run_length_encode) |
//! | expanding, by `scatter` and a scan | [`repeat`](crate::Chain::repeat) |
//! | `scatter` | [`scatter`](crate::Chain::scatter): of several items for one place the last one stays |
//! | `scatter_if` | [`scatter_if`](crate::Chain::scatter_if); with a stencil [`scatter_pairs`](crate::Chain::scatter_pairs) after `filter` |
//! | sums of rows, by `reduce_by_key` with a transform iterator for keys | [`segments_of`](crate::Chain::segments_of), [`segments`](crate::Chain::segments), then `sum`, … |
//! | a sum by unsorted keys, by sorting and reducing | [`scatter_reduce`](crate::Chain::scatter_reduce) |
//! | `inclusive_scan_by_key`, `exclusive_scan_by_key` of rows | [`scan_inclusive`](crate::Segments::scan_inclusive), [`scan_exclusive`](crate::Segments::scan_exclusive) of [`segments`](crate::Chain::segments) |
//! | a sort of each row, by sorting twice | [`sort`](crate::SegmentsMut::sort), [`sort_with`](crate::SegmentsMut::sort_with) of [`segments_mut`](crate::DeviceVec::segments_mut) |
//! | a histogram, by sorting and searching | [`histogram`](crate::Chain::histogram) |
//! | `lower_bound`, `upper_bound`, `equal_range`, `binary_search` (vectorised) | [`lower_bound`](crate::Chain::lower_bound), [`upper_bound`](crate::Chain::upper_bound), [`equal_range`](crate::Chain::equal_range), [`contained_in`](crate::Chain::contained_in) |
//! | the same for one value | [`partition_point`](crate::DeviceVec::partition_point), [`lower_bound`](crate::DeviceVec::lower_bound), [`binary_search`](crate::DeviceVec::binary_search) |
//! | `sort` with `thrust::greater` | [`sort_by`](crate::sort_by), [`sort_by_key_with`](crate::sort_by_key_with) with [`Greater`](crate::operator::Greater) |
//! | sorting by several keys | [`sort_by_key`](crate::sort_by_key) by each key, the least significant first; or a key with [`#[derive(Key)]`](macro@crate::Key) |
//! | `counting_iterator`, `constant_iterator` | [`range`](crate::Backend::range), [`constant`](crate::Backend::constant) |
//! | `transform_iterator`, `zip_iterator`, `permutation_iterator`, `reverse_iterator`, `shuffle_iterator` | [`map`](crate::Chain::map), [`zip`](crate::zip()), [`permute`](crate::Chain::permute), [`rev`](crate::Chain::rev) |
//! | the same as outputs | `map` in front of [`collect_into`](crate::Chain::collect_into), a tuple of targets, [`scatter`](crate::Chain::scatter), `iter_mut().rev()` |
//! | `discard_iterator` | `_` in the place of a result; for keys [`reduce_by_key(…).values()`](crate::Pending::values) |
//! | an output iterator, memory that exists | the [`Target`](crate::Target) of `collect_into` or `reduce_into`: `&mut DeviceVec`, a [`slice_mut`](crate::DeviceVec::slice_mut), tuples of them |
//! | a `__device__` functor, `placeholders::_1` | [`op!`](crate::op) with captures |
//! | `plus`, `multiplies`, `minimum`, `maximum`, `bit_and`, … | [`Sum`](crate::operator::Sum), [`Product`](crate::operator::Product), [`Min`](crate::operator::Min), [`Max`](crate::operator::Max), [`BitAnd`](crate::operator::BitAnd), … |
//! | `tuple`, `pair`, `complex` | tuples; structs with [`#[derive(Element)]`](macro@crate::Element) and [`#[device]`](macro@crate::device) methods |
//! | `random`'s engines and `uniform_real_distribution` | an [`Rng`](crate::random::Rng): [`uniform`](crate::random::Random::uniform), [`uniform_in`](crate::random::Random::uniform_in), [`normal`](crate::random::Random::normal), in operations [`rng.at(i)`](crate::random::Rng::at), which replaces `discard(i)` |
//! | `device_ptr`, `raw_pointer_cast` | [`View`](crate::View), [`as_ptr`](crate::DeviceVec::as_ptr), [`as_mut_ptr`](crate::DeviceVec::as_mut_ptr) |
//! | `device_vector<T>(n, no_init)` | [`DeviceVec::uninit`](crate::DeviceVec::uninit), which is unsafe; [`with_capacity`](crate::DeviceVec::with_capacity) |
//! | `device_malloc`, allocators, `cuda::par(alloc)` | none: memory comes from a pool of the device, in the order of the stream |
//! | `thrust::device`, `thrust::omp::par`, `thrust::host` | a [`Device`](crate::Device), [`Cpu`](crate::Cpu) |
//! | `thrust::seq` | a loop in an operation |
//! | `thrust::cuda::par.on(stream)` | [`stream`](crate::Backend::stream) makes one, [`on`](crate::Chain::on) runs a chain there |
//! | algorithms on iterators of the host's vectors | [`lend`](crate::Lend::lend), [`lend_mut`](crate::Lend::lend_mut), [`from_vec`](crate::DeviceVec::from_vec) |
//! | `universal_host_pinned_vector`, `cudaMemcpyAsync` | [`PinnedVec`](crate::PinnedVec), [`upload_pinned`](crate::Backend::upload_pinned), [`copy_to_pinned`](crate::DeviceVec::copy_to_pinned) |
//! | `cudaEvent_t`, `cudaEventElapsedTime` | [`Event`](crate::Event), [`time`](crate::Backend::time) |
//! | `par_nosync`, `thrust::async` | every call that returns no value to the host; see [`cost`](crate::guide::cost) |
//!
//! # Algorithms
//!
//! Names that aren't listed are the same here. [`names`](super::names) lists CUB's, too.
//!
#![doc = onrush_core::names_of_items!(names thrust)]
#![doc = onrush_core::names_of_results!(names thrust)]
#![doc = onrush_core::names_of_orders!(names thrust)]
#![doc = onrush_core::names_of_vectors!(names thrust)]
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
//!
//! # In code
//!
//! Each line is the counterpart of the call of Thrust above it.
//!
//! ## Vectors, pointers and policies
//!
//! ```
//! # use onrush::prelude::*;
//! # fn main() -> onrush::Result<()> {
//! // thrust::device, thrust::host, thrust::omp::par
//! let (device, cpu) = (Device::best()?, Cpu::new());
//! // thrust::device_vector<float> x = h;
//! let h = vec![3.0f32, 1.0, 2.0];
//! let x = device.upload(&h)?;
//! // thrust::device_vector<float> y(3, 1.0f); thrust::uninitialized_fill
//! let mut y = device.filled(1.0f32, 3)?;
//! // y = x; thrust::copy(x.begin(), x.end(), y.begin());
//! x.iter().collect_into(&mut y)?;
//! // thrust::copy(x.begin() + 1, x.begin() + 3, y.begin());
//! x.iter().skip(1).take(2).collect_into(y.slice_mut(..2)?)?;
//! // thrust::host_vector<float> back = y;
//! assert_eq!(y.to_vec()?, [1.0, 2.0, 2.0]);
//! // thrust::raw_pointer_cast(x.data()), a device_ptr, for an API outside of onrush; an operation captures the view
//! let pointer: *const f32 = x.as_ptr();
//! // thrust::reduce(thrust::cuda::par.on(stream), x.begin(), x.end());
//! let stream = device.stream()?;
//! assert_eq!(x.iter().on(&stream).sum()?, 6.0);
//! // y.resize(5, 0.0f); y.push_back(7.0f); y[0] = 8.0f; float last = y.back();
//! y.resize(5, 0.0)?;
//! y.push(7.0)?;
//! y.set(0, 8.0)?;
//! assert_eq!((y.at(0)?, y.last()?, y.iter().sum()?), (8.0, Some(7.0), 19.0));
//! // cudaStreamSynchronize(stream);
//! stream.synchronize()?;
//! # let _ = (pointer, cpu);
//! # Ok(()) }
//! ```
//!
//! ## Iterators
//!
//! ```
//! # use onrush::prelude::*;
//! # fn main() -> onrush::Result<()> {
//! # let device = Device::best()?;
//! # let x = device.upload(&[3, 1, 2])?;
//! # let y = device.upload(&[30, 10, 20])?;
//! # let index = device.upload(&[2usize, 0])?;
//! // thrust::make_counting_iterator(10)
//! assert_eq!(device.range(10..13).sum()?, 33);
//! // thrust::make_constant_iterator(7)
//! assert_eq!(device.constant(7, 3).sum()?, 21);
//! // thrust::make_transform_iterator(x.begin(), square)
//! assert_eq!(x.iter().map(op!(|v: i32| v * v)).sum()?, 14);
//! // thrust::make_zip_iterator(x.begin(), y.begin())
//! assert_eq!(zip((&x, &y)).map(op!(|(a, b): (i32, i32)| a * b)).sum()?, 140);
//! // thrust::make_permutation_iterator(x.begin(), index.begin())
//! assert_eq!(x.iter().permute(&index).collect()?.to_vec()?, [2, 3]);
//! // thrust::make_reverse_iterator(x.end())
//! assert_eq!(x.iter().rev().collect()?.to_vec()?, [2, 1, 3]);
//! // The example `strided_range`
//! assert_eq!(x.iter().step_by(2).collect()?.to_vec()?, [3, 2]);
//! // The examples `tiled_range`, `repeated_range` and `expand`
//! assert_eq!(x.iter().tile(2).collect()?.to_vec()?, [3, 1, 2, 3, 1, 2]);
//! assert_eq!(x.iter().repeat_each(2).collect()?.to_vec()?, [3, 3, 1, 1, 2, 2]);
//! assert_eq!(y.iter().repeat(&x).collect()?.to_vec()?, [30, 30, 30, 10, 20, 20]);
//! // `expand` for a number of copies that is known when the program is compiled
//! assert_eq!(x.iter().flat_map(op!(|v: i32| [v, v])).collect()?.to_vec()?, [3, 3, 1, 1, 2, 2]);
//!
//! // As outputs: thrust::make_zip_iterator(a.begin(), b.begin())
//! let (mut a, mut b) = (device.filled(0, 3)?, device.filled(0, 3)?);
//! x.iter().zip(&y).collect_into((&mut a, &mut b))?;
//! // thrust::make_transform_output_iterator(a.begin(), negate)
//! x.iter().map(op!(|v: i32| -v)).collect_into(&mut a)?;
//! // thrust::make_permutation_iterator(b.begin(), index.begin())
//! x.iter().take(2).scatter(&index, &mut b)?;
//! assert_eq!((a.to_vec()?, b.to_vec()?), (vec![-3, -1, -2], vec![1, 10, 3]));
//! // thrust::make_reverse_iterator(a.end()), a strided range
//! a.iter_mut().rev().zip(&x).for_each(op!(|(a, x): (&mut i32, i32)| *a = x))?;
//! b.iter_mut().step_by(2).zip(&index).for_each(op!(|(b, i): (&mut i32, usize)| *b = i as i32))?;
//! assert_eq!((a.to_vec()?, b.to_vec()?), (vec![2, 1, 3], vec![2, 10, 0]));
//! # Ok(()) }
//! ```
//!
//! ## Transformations
//!
//! ```
//! # use onrush::prelude::*;
//! # fn main() -> onrush::Result<()> {
//! # let device = Device::best()?;
//! # let mut x = device.filled(0, 4)?;
//! # let mut y = device.upload(&[5, 6, 7, 8])?;
//! // thrust::sequence(x.begin(), x.end());
//! device.range(0..4).collect_into(&mut x)?;
//! // thrust::sequence(x.begin(), x.end(), 10, 5);
//! device.range(0..4).map(op!(|i: i32| 10 + 5 * i)).collect_into(&mut x)?;
//! // thrust::tabulate(x.begin(), x.end(), f); thrust::generate, whose function has no argument, is this, too
//! device.tabulate(4, op!(|i: usize| (i * i) as i32)).collect_into(&mut x)?;
//! assert_eq!(x.to_vec()?, [0, 1, 4, 9]);
//! // thrust::fill(x.begin() + 1, x.begin() + 3, 7);
//! x.slice_mut(1..3)?.fill(7)?;
//! // thrust::for_each_n(x.begin(), 2, f);
//! x.iter_mut().take(2).for_each(op!(|v: &mut i32| *v += 1))?;
//! // thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), saxpy);
//! y.iter_mut().zip(&x).for_each(op!(|(y, x): (&mut i32, i32)| *y += 2 * x))?;
//! assert_eq!((x.to_vec()?, y.to_vec()?), (vec![1, 8, 7, 9], vec![7, 22, 21, 26]));
//! // thrust::replace_if(x.begin(), x.end(), odd, 0); thrust::transform_if
//! x.iter_mut().for_each(op!(|v: &mut i32| if *v % 2 != 0 { *v = 0 }))?;
//! // thrust::swap_ranges(x.begin(), x.end(), y.begin()); for whole vectors, std::mem::swap costs nothing
//! x.iter_mut().zip(y.iter_mut()).for_each(op!(|(x, y): (&mut i32, &mut i32)| {
//!     let old = *x;
//!     *x = *y;
//!     *y = old;
//! }))?;
//! assert_eq!((x.to_vec()?, y.to_vec()?), (vec![7, 22, 21, 26], vec![0, 8, 0, 0]));
//! // thrust::reverse_copy(x.begin(), x.end(), y.begin());
//! x.iter().rev().collect_into(&mut y)?;
//! // thrust::gather(index.begin(), index.end(), x.begin(), y.begin());
//! let index = device.upload(&[3usize, 3, 0, 0])?;
//! x.iter().permute(&index).collect_into(&mut y)?;
//! // thrust::gather_if(index.begin(), index.end(), mask.begin(), x.begin(), y.begin());
//! let (mask, all) = (device.upload(&[true, false, true, false])?, x.view());
//! zip((y.iter_mut(), &index, &mask)).for_each(op!(|(y, i, m): (&mut i32, usize, bool)| if m { *y = -all[i] }))?;
//! assert_eq!(y.to_vec()?, [-26, 26, -7, 7]);
//! // thrust::adjacent_difference(x.begin(), x.end(), y.begin());
//! x.iter().adjacent_difference(op!(|v: i32, before: i32| v - before)).collect_into(&mut y)?;
//! assert_eq!(y.to_vec()?, [7, 15, -1, 5]);
//! // thrust::shuffle_copy(x.begin(), x.end(), y.begin(), thrust::default_random_engine(42));
//! let shuffled = x.iter().permute(device.permutation(Rng::new(42), 4)).collect()?;
//! assert_eq!(shuffled.iter().sum()?, x.iter().sum()?);
//! // thrust::shuffle(y.begin(), y.end(), thrust::default_random_engine(42));
//! shuffle(&mut y, Rng::new(42))?;
//! // thrust::default_random_engine engine(42); engine.discard(7); thrust::uniform_real_distribution<float>()(engine);
//! let number: f32 = Rng::new(42).at(7).next_f32();
//! assert!((0.0..1.0).contains(&number));
//! # Ok(()) }
//! ```
//!
//! ## Selections and searches
//!
//! ```
//! # use onrush::prelude::*;
//! # fn main() -> onrush::Result<()> {
//! # let device = Device::best()?;
//! # let x = device.upload(&[1, 1, 2, 4, 4, 5])?;
//! let odd = op!(|v: i32| v % 2 != 0);
//! let even = op!(|v: i32| v % 2 == 0);
//! // thrust::copy_if(x.begin(), x.end(), y.begin(), odd);
//! assert_eq!(x.iter().filter(odd).collect()?.to_vec()?, [1, 1, 5]);
//! // thrust::copy_if with a stencil: y holds the items that the stencil selects
//! let stencil = device.upload(&[0, 1, 0, 1, 0, 1])?;
//! let (y, _) = x.iter().zip(&stencil).filter(op!(|(_, s): (i32, i32)| s != 0)).collect()?;
//! assert_eq!(y.to_vec()?, [1, 4, 5]);
//! // thrust::remove_if(x.begin(), x.end(), odd); remove_copy_if
//! assert_eq!(x.iter().filter(even).collect()?.to_vec()?, [2, 4, 4]);
//! // thrust::stable_partition_copy(x.begin(), x.end(), odds.begin(), evens.begin(), odd);
//! let (odds, evens) = x.iter().partition(odd).collect()?;
//! assert_eq!((odds.len(), evens.len()), (3, 3));
//! // thrust::partition_point(x.begin(), x.end(), odd);
//! assert_eq!(x.iter().position(even)?, Some(2));
//! // thrust::count_if(x.begin(), x.end(), odd);
//! assert_eq!(x.iter().count_if(odd)?, 3);
//! // thrust::unique_copy(x.begin(), x.end(), y.begin()); thrust::unique_count(x.begin(), x.end());
//! assert_eq!(x.iter().dedup().collect()?.to_vec()?, [1, 2, 4, 5]);
//! assert_eq!(x.iter().dedup().count()?, 4);
//! // thrust::unique_by_key_copy(x.begin(), x.end(), thrust::make_counting_iterator(0), …);
//! let first = x.iter().enumerate().dedup_by(op!(|a: (usize, i32), b: (usize, i32)| a.1 == b.1));
//! assert_eq!(first.collect()?.0.to_vec()?, [0, 2, 3, 5]);
//! // thrust::find(x.begin(), x.end(), 4); thrust::find_if_not(x.begin(), x.end(), odd);
//! assert_eq!(x.iter().position(op!(|v: i32| v == 4))?, Some(3));
//! assert_eq!(x.iter().position(even)?, Some(2));
//! // thrust::all_of, any_of, none_of
//! assert_eq!((x.iter().all(odd)?, x.iter().any(odd)?, x.iter().none(odd)?), (false, true, false));
//! // thrust::equal(x.begin(), x.end(), y.begin()); thrust::mismatch(x.begin(), x.end(), y.begin());
//! assert!(!x.iter().equal(&stencil)?);
//! assert_eq!(x.iter().mismatch(&stencil)?, Some(0));
//! // thrust::is_partitioned(x.begin(), x.end(), odd); thrust::is_sorted(x.begin(), x.end(), thrust::greater<int>());
//! assert_eq!((x.iter().is_partitioned(odd)?, x.iter().is_sorted_by(Greater)?), (false, false));
//! // std::lexicographical_compare(x.begin(), x.end(), stencil.begin(), stencil.end());
//! assert!(!x.iter().cmp(&stencil)?.is_lt());
//! // std::search(x.begin(), x.end(), pair.begin(), pair.end()); std::find_end
//! let pair = device.upload(&[1, 2])?;
//! assert_eq!((x.iter().search(&pair)?, x.iter().search_last(&pair)?), (Some(1), Some(1)));
//! // std::search_n(x.begin(), x.end(), 2, 4);
//! assert_eq!(x.iter().search_n(2, 4)?, Some(3));
//! // std::find_first_of(x.begin(), x.end(), queries.begin(), queries.end());
//! assert_eq!(x.iter().find_first_of(&device.upload(&[4, 3])?)?, Some(3));
//! // std::adjacent_find(x.begin(), x.end());
//! assert_eq!(x.iter().adjacent_find()?, Some(0));
//! // thrust::is_sorted_until(x.begin(), x.end());
//! assert_eq!(x.iter().windows::<2>().position(op!(|w: [i32; 2]| w[0] > w[1]))?, None);
//! // thrust::lower_bound(x.begin(), x.end(), queries.begin(), queries.end(), y.begin()); upper_bound, equal_range
//! let queries = device.upload(&[4, 3])?;
//! let (from, to) = queries.iter().equal_range(&x).collect()?;
//! assert_eq!((from.to_vec()?, to.to_vec()?), (vec![3, 3], vec![5, 3]));
//! assert_eq!(queries.iter().lower_bound(&x).collect()?.to_vec()?, [3, 3]);
//! // thrust::binary_search(x.begin(), x.end(), queries.begin(), queries.end(), y.begin());
//! assert_eq!(queries.iter().contained_in(&x).collect()?.to_vec()?, [true, false]);
//! // thrust::lower_bound(x.begin(), x.end(), 4); thrust::binary_search(x.begin(), x.end(), 4);
//! assert_eq!((x.lower_bound(4)?, x.binary_search(&4)?.is_ok()), (3, true));
//! # Ok(()) }
//! ```
//!
//! ## Reductions and scans
//!
//! ```
//! # use onrush::prelude::*;
//! # fn main() -> onrush::Result<()> {
//! # let device = Device::best()?;
//! # let x = device.upload(&[2i64, 3, 1, 4])?;
//! # let key = device.upload(&[7u8, 7, 9, 9])?;
//! // thrust::reduce(x.begin(), x.end(), 10, thrust::maximum<int64_t>());
//! assert_eq!(x.iter().reduce(10, Max)?, 10);
//! // thrust::transform_reduce(x.begin(), x.end(), square, 0, thrust::plus<int64_t>());
//! assert_eq!(x.iter().map(op!(|v: i64| v * v)).sum()?, 30);
//! // thrust::inner_product(x.begin(), x.end(), y.begin(), 0);
//! assert_eq!(x.iter().inner_product(x.iter().rev())?, 22);
//! // thrust::inner_product(x.begin(), x.end(), y.begin(), 0, thrust::maximum<int64_t>(), thrust::multiplies<int64_t>());
//! assert_eq!(x.iter().inner_product_with(x.iter().rev(), 0, Max, Product)?, 8);
//! // thrust::min_element(x.begin(), x.end()) - x.begin(); max_element; their values
//! assert_eq!((x.iter().argmin()?, x.iter().argmax()?), (Some(2), Some(3)));
//! assert_eq!((x.iter().min()?, x.iter().max()?), (Some(1), Some(4)));
//! // thrust::minmax_element(x.begin(), x.end()): the values
//! assert_eq!(x.iter().minmax()?, Some((1, 4)));
//! // thrust::inclusive_scan(x.begin(), x.end(), y.begin());
//! assert_eq!(x.iter().scan_inclusive(Sum).collect()?.to_vec()?, [2, 5, 6, 10]);
//! // thrust::transform_inclusive_scan(x.begin(), x.end(), y.begin(), square, thrust::multiplies<int64_t>());
//! assert_eq!(x.iter().map(op!(|v: i64| v * v)).scan_inclusive(Product).collect()?.to_vec()?, [4, 36, 36, 576]);
//! // thrust::inclusive_scan(x.begin(), x.end(), y.begin(), 100, thrust::plus<int64_t>());
//! assert_eq!(x.iter().scan_inclusive_from(100, Sum).collect()?.to_vec()?, [102, 105, 106, 110]);
//! // thrust::transform_exclusive_scan(x.begin(), x.end(), y.begin(), square, 0, thrust::plus<int64_t>());
//! assert_eq!(x.iter().map(op!(|v: i64| v * v)).scan_exclusive(0, Sum).collect()?.to_vec()?, [0, 4, 13, 14]);
//! // thrust::exclusive_scan(x.begin(), x.end(), y.begin(), 100);
//! let mut y = device.filled(0i64, 4)?;
//! x.iter().scan_exclusive(100, Sum).collect_into(&mut y)?;
//! assert_eq!(y.to_vec()?, [100, 102, 105, 106]);
//! // thrust::inclusive_scan(y.begin(), y.end(), y.begin());
//! y.scan_inclusive(Sum)?;
//! assert_eq!(y.last()?, Some(413));
//! // thrust::inclusive_scan(x.rbegin(), x.rend(), y.rbegin());
//! let suffixes = x.iter().rev().scan_inclusive(Sum).collect()?;
//! assert_eq!(suffixes.iter().rev().collect()?.to_vec()?, [10, 8, 5, 4]);
//! // thrust::reduce_by_key(key.begin(), key.end(), x.begin(), keys.begin(), sums.begin());
//! let (keys, sums) = reduce_by_key(&key, &x, Sum).collect()?;
//! assert_eq!((keys.to_vec()?, sums.to_vec()?), (vec![7, 9], vec![5, 5]));
//! // The example `run_length_encoding`
//! let (keys, lengths) = key.iter().run_length_encode::<u32>().collect()?;
//! assert_eq!((keys.to_vec()?, lengths.to_vec()?), (vec![7, 9], vec![2, 2]));
//! // The same with thrust::make_discard_iterator() for the keys
//! let counts = reduce_by_key(&key, device.constant(1u32, 4), Sum).values().collect()?;
//! assert_eq!(counts.to_vec()?, [2, 2]);
//! // thrust::inclusive_scan_by_key(key.begin(), key.end(), x.begin(), y.begin());
//! assert_eq!(scan_by_key_inclusive(&key, &x, Sum).collect()?.to_vec()?, [2, 5, 1, 5]);
//! // thrust::exclusive_scan_by_key(key.begin(), key.end(), x.begin(), y.begin(), 0, thrust::maximum<int64_t>());
//! assert_eq!(scan_by_key_exclusive(&key, &x, 0, Max).collect()?.to_vec()?, [0, 2, 0, 1]);
//! # Ok(()) }
//! ```
//!
//! ## Orders and sets
//!
//! ```
//! # use onrush::prelude::*;
//! # fn main() -> onrush::Result<()> {
//! # let device = Device::best()?;
//! # let mut x = device.upload(&[2, 3, 1])?;
//! # let mut y = device.upload(&[20, 30, 10])?;
//! // thrust::sort(x.begin(), x.end()); thrust::stable_sort_by_key(x.begin(), x.end(), y.begin());
//! sort_by_key(&mut x, &mut y)?;
//! assert_eq!((x.to_vec()?, y.to_vec()?), (vec![1, 2, 3], vec![10, 20, 30]));
//! // thrust::sort(x.begin(), x.end(), thrust::greater<int>());
//! x.sort_by(Greater)?;
//! // thrust::sort(begin, end, by_second), with an iterator over pairs
//! sort_by((&mut x, &mut y), op!(|a: (i32, i32), b: (i32, i32)| a.1 > b.1))?;
//! assert_eq!((x.to_vec()?, y.to_vec()?), (vec![1, 2, 3], vec![30, 20, 10]));
//! // Lexicographically by two columns: stably, the least significant one first
//! let (mut high, mut low) = (device.upload(&[2, 1, 2])?, device.upload(&[5, 9, 3])?);
//! sort_by_key(&mut low, &mut high)?;
//! sort_by_key(&mut high, &mut low)?;
//! assert_eq!((high.to_vec()?, low.to_vec()?), (vec![1, 2, 2], vec![9, 3, 5]));
//! // thrust::sequence and sort_by_key, to sort indices
//! assert_eq!(y.iter().argsort().collect()?.to_vec()?, [2, 1, 0]);
//!
//! let (a, b) = (device.upload(&[1, 3, 3])?, device.upload(&[2, 3])?);
//! // thrust::merge(a.begin(), a.end(), b.begin(), b.end(), out.begin());
//! assert_eq!(merge(&a, &b).collect()?.to_vec()?, [1, 2, 3, 3, 3]);
//! // thrust::merge_by_key(a.begin(), a.end(), b.begin(), b.end(), x.begin(), y.begin(), keys.begin(), values.begin());
//! let (keys, positions) = merge_by_key(&a, device.range(0..3), &b, device.range(0..2)).collect()?;
//! assert_eq!((keys.len(), positions.to_vec()?), (5, vec![0, 0, 1, 2, 1]));
//! // No counterpart: the pairs of positions with equal keys
//! let (l, r) = join_inner(&a, &b).collect()?;
//! assert_eq!((l.to_vec()?, r.to_vec()?), (vec![1, 2], vec![1, 1]));
//! // thrust::set_union, set_intersection, set_difference, set_symmetric_difference
//! assert_eq!(set_union(&a, &b).collect()?.to_vec()?, [1, 2, 3, 3]);
//! assert_eq!(set_intersection(&a, &b).collect()?.to_vec()?, [3]);
//! assert_eq!(set_difference(&a, &b).collect()?.to_vec()?, [1, 3]);
//! assert_eq!(set_symmetric_difference(&a, &b).collect()?.to_vec()?, [1, 2, 3]);
//! // thrust::set_difference_by_key
//! let before = op!(|p: (i32, usize), q: (i32, usize)| p.0 < q.0);
//! let rest = set_difference_by(a.iter().zip(device.range(0..3)), b.iter().zip(device.range(0..2)), before).collect()?;
//! assert_eq!(rest.1.to_vec()?, [0, 2]);
//! # Ok(()) }
//! ```
