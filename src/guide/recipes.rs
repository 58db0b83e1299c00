//! Recipes: the algorithms of the textbooks, written with this library.
//!
//! Some recipes are the way to do a task. Others rebuild an algorithm that the library has as one call, from simpler
//! calls: they show how it works and what the one call saves. In the table, `n` is the number of items.
//!
//! | recipe | algorithm | the call that does it, or the best one within it |
//! |---|---|---|
//! | [sums by key](#sums-by-key) | scattered additions; sort and reduce | [`scatter_reduce`](crate::Chain::scatter_reduce), [`sort_by_key`](crate::sort_by_key()) and [`reduce_by_key`](crate::reduce_by_key()) |
//! | [a scan in log n steps](#a-scan-in-log-n-steps) | Hillis–Steele scan | [`scan_inclusive`](crate::Chain::scan_inclusive) |
//! | [a scan by a tree](#a-scan-by-a-tree) | Blelloch scan | [`scan_exclusive`](crate::Chain::scan_exclusive) |
//! | [a sort by splits](#a-sort-by-splits) | split, radix sort from the last bit | [`partition_by`](crate::Chain::partition_by), [`sort`](crate::DeviceVec::sort) |
//! | [a merge by ranks](#a-merge-by-ranks) | cross-ranking | [`merge`](crate::merge()) |
//! | [a sorting network](#a-sorting-network) | bitonic sort | [`sort`](crate::DeviceVec::sort) |
//! | [several results for an item](#several-results-for-an-item) | allocate, expand | [`repeat`](crate::Chain::repeat) |
//! | [copies of unequal parts](#copies-of-unequal-parts) | batched copy | [`gather_segments`](crate::Chain::gather_segments), [`scatter` of segments](crate::Segments::scatter) |
//! | [sums of rectangles](#sums-of-rectangles) | summed-area table, box filter | [`segments_of`](crate::Chain::segments_of), [`transpose`](crate::Chain::transpose) |
//! | [linear recurrences](#linear-recurrences) | scan of functions, Horner's rule | [`scan_inclusive`](crate::Chain::scan_inclusive) |
//! | [segments by head flags](#segments-by-head-flags) | segmented scan | [`scan_by_key_inclusive_with`](crate::scan_by_key_inclusive_with) |
//! | [sparse matrices](#sparse-matrices) | matrix times vector, in the CSR and COO formats | [`segments`](crate::Chain::segments) |
//!
//! The numbered programs in the folder `examples` of this crate's repository go on from here.
//!
//! # Sums by key
//!
//! *Scattered additions*, or *sort and reduce*: the masses of particles are added to the cells of a grid, or sales to
//! customers.
//!
//! - **Keys that are positions** in a table: `scatter_reduce` does it in one call, and even sums of floats have the same
//!   bits in each run, which atomic additions don't.
//! - **Keys with long runs of equal neighbours**, such as particles that were in the order of their cells a step ago:
//!   `reduce_by_key` first shortens the input, at the cost of one pass over it.
//! - **Keys from a large range**: a sort brings equal ones together. It is stable, so the sums are those of the order in
//!   which the values stand.
//!
//! Cost: that of [`scatter_reduce`](crate::Chain::scatter_reduce), or of a sort by key, besides which the reduction is
//! little.
//!
//! Source: E. Westphal, *Voting and Shuffling to Optimize Atomic Operations*, 2015.
//!
//! ```
#![doc = include_str!("recipes/sum_by_key.rs")]
//! # fn main() -> onrush::Result<()> { example(&Device::best()?) }
//! ```
//!
//! # A scan in log n steps
//!
//! The *Hillis–Steele scan*: in each step every item adds the one that stands `d` places before it, and `d` doubles.
//!
//! Cost: log₂ n steps, each of which reads and writes all items, and `n log₂ n` additions. `scan_inclusive` reads and
//! writes each item once. The steps pay off only where `n` threads run in lockstep on data in registers, as the lanes of
//! a warp do.
//!
//! Source: W. D. Hillis and G. L. Steele, *Data Parallel Algorithms*, 1986.
//!
//! ```
#![doc = include_str!("recipes/hillis_steele.rs")]
//! # fn main() -> onrush::Result<()> { example(&Device::best()?) }
//! ```
//!
//! # A scan by a tree
//!
//! The *Blelloch scan*: a tree of sums is built upwards, and the sums before each node are passed downwards.
//!
//! Cost: about `2 n` additions, twice those of a plain loop, but 2 log₂ n launches, of which those for the upper levels
//! have little work, and memory for all levels. `scan_exclusive` is one launch, which reads and writes each item once.
//!
//! Source: G. E. Blelloch, *Prefix Sums and Their Applications*, 1990.
//!
//! ```
#![doc = include_str!("recipes/blelloch.rs")]
//! # fn main() -> onrush::Result<()> { example(&Device::best()?) }
//! ```
//!
//! # A sort by splits
//!
//! *Split* is a stable partition whose two parts stay in one vector; a split by each bit, from the last one to the first,
//! is a *radix sort*. The count of the zeros is read on the device, from the scan's last item, so no step waits.
//!
//! Cost: a scan and a scatter for each bit. [`partition_by`](crate::Chain::partition_by) is a split into up to 256 parts in
//! two passes, so a sort of `u32`s takes four splits; `sort` counts all digits in one pass, and skips digits that are the
//! same in all keys.
//! If the parts may be two vectors, [`partition`](crate::Chain::partition) is the call, in one pass.
//!
//! Source: G. E. Blelloch, *Prefix Sums and Their Applications*, 1990; N. Satish, M. Harris and M. Garland, *Designing
//! Efficient Sorting Algorithms for Manycore GPUs*, 2009.
//!
//! ```
#![doc = include_str!("recipes/split_sort.rs")]
//! # fn main() -> onrush::Result<()> { example(&Device::best()?) }
//! ```
//!
//! # A merge by ranks
//!
//! *Cross-ranking*: each item of one side is looked up in the other side, and the number of items before it is how far
//! its place moves.
//!
//! Cost: two passes, with a binary search for each item. `merge` is one pass, which searches once for each thread's dozen
//! items. The recipe is of use where the ranks themselves are wanted, or where values move along by computed places.
//!
//! Source: Y. Shiloach and U. Vishkin, *Finding the Maximum, Merging, and Sorting in a Parallel Computation Model*, 1981.
//!
//! ```
#![doc = include_str!("recipes/merge_by_ranks.rs")]
//! # fn main() -> onrush::Result<()> { example(&Device::best()?) }
//! ```
//!
//! # A sorting network
//!
//! *Bitonic sort*: comparisons between fixed places, whatever the items are. By the *0–1 principle* a network sorts
//! everything if it sorts all sequences of zeros and ones, which the example tries.
//!
//! Cost: for `n = 2^m` items `m (m + 1) / 2` steps, each of which reads and writes all items: 210 steps for a million,
//! where the radix sort of `u32`s takes four.
//!
//! Source: K. E. Batcher, *Sorting Networks and Their Applications*, 1968.
//!
//! ```
#![doc = include_str!("recipes/bitonic_sort.rs")]
//! # fn main() -> onrush::Result<()> { example(&Device::best()?) }
//! ```
//!
//! # Several results for an item
//!
//! *Allocate*, also *expand*: the number of an item's results depends on the item. A scan of the counts gives the place of
//! each item's first result, and `repeat` gives each result the item that it belongs to. So threads share the results
//! evenly, however the counts differ. Where every item has the same small number of results,
//! [`flat_map`](crate::Chain::flat_map) is shorter.
//!
//! Cost: a scan, and the pass of `repeat`, which waits for the number of results.
//!
//! Source: G. E. Blelloch, *Prefix Sums and Their Applications*, 1990; S. Baxter, *Modern GPU*, 2013.
//!
//! ```
#![doc = include_str!("recipes/allocate.rs")]
//! # fn main() -> onrush::Result<()> { example(&Device::best()?) }
//! ```
//!
//! # Copies of unequal parts
//!
//! A *batched copy*: many parts of a vector are packed into another one, or packed parts are put back to their places: the
//! rows of a ragged batch, or messages for neighbours. A scan of the lengths gives the packed parts' offsets. The copies
//! share their work by items, so a long part and a thousand short ones take the same time. A part beyond the vector's end
//! is an error, and nothing is written.
//!
//! Cost: a scan over the parts, and for each copy a pass over the parts, which waits for their number of items, and one
//! over the items. A few long parts are copied as fast one by one, with
//! [`copy_from`](crate::DeviceSliceMut::copy_from).
//!
//! Source: CUB's `DeviceCopy::Batched` is this copy in one kernel; D. Merrill and M. Garland, *Merge-Based Parallel Sparse
//! Matrix-Vector Multiplication*, 2016, divide the work of unequal parts.
//!
//! ```
#![doc = include_str!("recipes/parts.rs")]
//! # fn main() -> onrush::Result<()> { example(&Device::best()?) }
//! ```
//!
//! # Sums of rectangles
//!
//! A *summed-area table* holds for each pixel the sum of all pixels above and to the left, so the sum of any rectangle
//! is made of four of its items. A *box filter* by it takes the same time for every radius. The rows are scanned as
//! segments; the columns are the rows of the transposed matrix.
//!
//! Cost: two scans and two transpositions for the table, and four reads for each pixel that is filtered. Integers are
//! exact as long as the largest sum fits. With floats the differences of large sums lose digits: use `f64`, or, for a
//! small radius, [`windows_around`](crate::Chain::windows_around).
//!
//! Source: F. C. Crow, *Summed-Area Tables for Texture Mapping*, 1984; J. Hensley et al., *Fast Summed-Area Table
//! Generation and its Applications*, 2005.
//!
//! ```
#![doc = include_str!("recipes/summed_areas.rs")]
//! # fn main() -> onrush::Result<()> { example(&Device::best()?) }
//! ```
//!
//! # Linear recurrences
//!
//! A *scan of functions*: a step `x → a x + b` is the pair `(a, b)`, two steps are one of the same form, and a scan
//! composes all steps up to each position. The composition keeps its order, so the operator isn't declared
//! [`commutative`](crate::commutative). *Horner's rule*, filters, interest and random number generators are such
//! recurrences. Whatever has few states can be scanned in the same way: a finite automaton's step is the table of the
//! states that follow.
//!
//! Cost: one scan of pairs, and one pass.
//!
//! Source: P. M. Kogge and H. S. Stone, *A Parallel Algorithm for the Efficient Solution of a General Class of Recurrence
//! Equations*, 1973.
//!
//! ```
#![doc = include_str!("recipes/recurrence.rs")]
//! # fn main() -> onrush::Result<()> { example(&Device::best()?) }
//! ```
//!
//! # Segments by head flags
//!
//! A *segmented scan*: a flag stands where a segment begins. A scan by key takes the flags as keys with a relation of its
//! own, in one pass. If the segments are reduced, or used more than once, their offsets are worth making, which
//! [`run_offsets_by`](crate::Chain::run_offsets_by) does: [`segments`](crate::Chain::segments) has sums, minima, scans,
//! sorts and others, each with the bits that the segment alone would have. The items before the first flag are a segment,
//! too.
//!
//! Cost: one pass; one more pass for the offsets, which waits for their number.
//!
//! Source: S. Sengupta, M. Harris, Y. Zhang and J. D. Owens, *Scan Primitives for GPU Computing*, 2007.
//!
//! ```
#![doc = include_str!("recipes/head_flags.rs")]
//! # fn main() -> onrush::Result<()> { example(&Device::best()?) }
//! ```
//!
//! # Sparse matrices
//!
//! A *sparse matrix times a vector*: the products of the entries are computed where they are read, and each row is a
//! segment. The work is divided by entries and rows together, so neither one long row nor a million empty ones hold it up.
//! Entries in any order, the *COO* format, are added to their rows by `scatter_reduce`; if they are used often, sort them
//! by row once.
//!
//! Cost: one pass over the entries, and a read of `x` for each.
//!
//! Source: G. E. Blelloch, M. A. Heroux and M. Zagha, *Segmented Operations for Sparse Matrix Computation on Vector
//! Multiprocessors*, 1993; D. Merrill and M. Garland, *Merge-Based Parallel Sparse Matrix-Vector Multiplication*, 2016.
//!
//! ```
#![doc = include_str!("recipes/sparse_matrix.rs")]
//! # fn main() -> onrush::Result<()> { example(&Device::best()?) }
//! ```
