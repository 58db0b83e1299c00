//! The cost of a chain.
//!
//! A chain is fused: `x.iter().zip(&y).map(f).filter(g).sum()` reads `x` and `y` once and writes no intermediate
//! results. The cost is the memory traffic of the terminal. In the table a chain has `n` slots with items of `s` bytes,
//! and reads `r` bytes per slot:
//!
//! | terminal | bytes read | bytes written | temporary memory | waits | launches |
//! |---|---|---|---|---|---|
#![doc = facts!(rows cost)]
//!
//! - `digits` is the number of radix digits that differ between keys: sorting `u32`s below 2^16 costs half as much as
//!   sorting `u32`s of all magnitudes.
//! - "waits" says whether the call waits for a GPU to finish; other calls return while the GPU still works. On the CPU
//!   every call returns when its work is done.
//! - "launches" is the number of kernels that a GPU runs. A radix sort launches a kernel for each digit of the key's
//!   type; for a digit that is the same in all keys the kernel returns at once. Integers of 8 bits without values take two
//!   launches and no temporary memory. Up to one tile (a few thousand items)
//!   is sorted in one launch, without temporary memory; `sort_by` takes one more launch if the comparator can fail. An
//!   empty input launches nothing, and neither does sorting one item.
//!
//! A call that waits for the number of its results can leave it on the device instead: ended by
//! [`collect_counted`](crate::Pending::collect_counted), or [`collect_counted_into`](crate::Pending::collect_counted_into) in targets,
//! `filter`, `filter_map`, `dedup`, `reduce_by_key`, `run_length_encode`,
//! `partition`, `partition_in_three` and the set operations only queue, and so do the further calls over their
//! [`Counted`](crate::Counted) results, which are sorted in place, too: bytes follow from the number of items there, and launches, temporary
//! memory and the rounds of a merge sort from the most that there may be. The two or three outputs of a partition have lengths of their own. Joins and groups wait in any
//! case: the room that their results take is counted first.
//!
//! A wait also checks the outcome of each pending call that can fail, by reading a word in the host's memory. A call
//! can fail if it uses positions or indices (other than a literal index into an array), integer division (other than by
//! a positive literal), assertions, panics, or overflow where it is checked.
//!
//! A terminal allocates the vectors that it returns. `collect_into`, `reduce_into` and `sum_into` write to existing vectors;
//! use them in loops, because fresh memory costs page faults on a CPU. A vector's memory beyond its length is used by
//! `extend`, `push` and `resize` before they allocate. `retain`, `dedup` and `shuffle` in place write to new memory, too, and so does
//! `rotate_left` on a GPU that has it; scans, `sort` and `reverse` write where they read.
//!
//! `scatter` takes four launches if neither 8 bytes per item of the input nor 8 bytes per item of the target fit in a
//! GPU's cache. Unless neighbouring items go to neighbouring positions, it then sorts the items into bins first:
//! besides 4 bytes per item of the target, it reads n·(20 + 2·s) bytes and writes n·(4 + 2·s), in less than
//! n·(5 + s) bytes of temporary memory.
//!
//! `sort_by` needs 2·n·s bytes on a GPU if the comparator can fail. If a result's length is known only at the end,
//! memory for the longest possible result is allocated; the unused part is given back on the CPU, and on a GPU if it is
//! at least 1 GiB and the result at most a 64th of that memory.
//!
//! On the CPU small inputs run on the calling thread, without waking other threads. A call has an overhead of 4 to 20
//! ns, or of 20 to 65 ns if it makes vectors, which a plain loop avoids. Apart from that overhead, a terminal on up to
//! 2^12 items takes at most twice the time of its sequential loop, except `sort_by` of several columns: twice the time
//! in general, and three times for a dozen items (on a Xeon of 2023: `cargo bench --bench cpu_peers -- 0 4 6 8 10 12`).
