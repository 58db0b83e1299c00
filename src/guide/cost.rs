//! What a chain costs.
//!
//! A chain is fused: `x.iter().zip(&y).map(f).filter(g).sum()` reads `x` and `y` once and writes nothing. What remains is
//! the memory traffic of the terminal. For `n` slots of items of `s` bytes, and `r` bytes that the chain reads per slot:
//!
//! | terminal | bytes read | bytes written | temporary memory | waits | launches |
//! |---|---|---|---|---|---|
//! | `for_each` | n·r | what the operation writes | none | no | 1 |
//! | `collect`, `collect_into` | n·r | n·s | none | no | 1 |
//! | `reduce`, `sum`, `min`, `count`, … | n·r | – | O(4096) partial results | yes | 1 |
//! | `find_position`, `any`, `all`, `equal` | up to the first hit | – | none | yes | 1 |
//! | `scan_…` | n·r | n·s | O(n / tile) | no | 1 |
//! | `copy_if`, `filter` + `collect`, `unique` | n·r | kept·s | O(n / tile) | yes, for the length | 1 |
//! | `partition` | n·r | n·s | O(n / tile) | yes, for the lengths | 1 |
//! | `sort`, `sort_by_key` (radix) | n·s·(1 + digits) | n·s·digits | n·s | no | 1, or 2 + digits |
//! | `sort_by` (merge) | n·s·log₂ | n·s·log₂ | n·s | no | 1 + ⌈log₂ tiles⌉ |
//! | `merge` | (n + m)·s | (n + m)·s | O(threads) | no | 1 |
//! | `reduce_by_key` | n·(key + value) | runs·(key + value) | O(n / tile) | yes, for the number of runs | 1 |
//! | `scan_by_key_…` | n·(key + value) | n·value | O(n / tile) | no | 1 |
//! | `scatter` | n·(8 + s) | n·s | on a GPU none for few, then 8 bytes for each of the target's items | no | 1, 2 or 4 |
//! | `histogram` | n·r | bins·8 | O(threads · bins) | no | 2 |
//!
//! `digits` is the number of radix digits that aren't the same in all keys: sorting `u32` below 2^16 costs half of what
//! sorting all of `u32` does. "waits" says whether the call returns before a GPU has done the work; on the CPU every call
//! does its work at once. "launches" is how many kernels a GPU runs; the digits are those of the type, and those that are the
//! same in all keys are launches that return at once. What fits in one tile (some thousand items) is sorted in one launch,
//! without temporary memory; a comparator that can fail takes one launch more. Nothing is launched for no slots, nor to sort
//! one.
//!
//! Waiting for a GPU also asks how calls ended that can fail, each by a look at a word in the host's memory. What can fail are positions and indices (but not a literal index into an array), integer division (but not by a
//! positive literal), assertions, panics, and overflow where it is checked.
//!
//! Vectors that a terminal returns are allocated by it. Terminals with `_into` in their name write to vectors that exist:
//! use them in loops, since fresh memory costs page faults on a CPU.
//!
//! `scatter` takes four launches where 8 bytes for each item, of the target as of the input, don't fit in a GPU's cache. Unless
//! neighbours go to neighbouring positions, items then go by way of bins: besides 4 bytes for each of the target's items,
//! n·(20 + 2·s) bytes are read and n·(4 + 2·s) written, in n·(4 + s) of temporary memory.
//!
//! `sort_by` takes 2·n·s on a GPU if the comparator can fail. Where a result's length is known only at the end, memory for
//! the longest possible one is allocated, and on the CPU its end is given back.
//!
//! On the CPU small inputs run on the calling thread, without waking others. What a call costs beside its items, 4 to
//! 20 ns, and 20 to 65 where it makes vectors, no loop over a few items pays; beside that, up to 2^12 items no terminal
//! takes longer than twice its sequential loop, but for `sort_by` of several columns, which takes just twice as long, and
//! three times for a dozen items (on a Xeon of 2023: `cargo bench --bench cpu_peers -- 0 4 6 8 10 12`).
