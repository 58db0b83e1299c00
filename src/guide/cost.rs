//! What a chain costs.
//!
//! A chain is fused: `x.iter().zip(&y).map(f).filter(g).sum()` reads `x` and `y` once and writes nothing. What remains is
//! the memory traffic of the terminal. For `n` slots of items of `s` bytes, and `r` bytes that the chain reads per slot:
//!
//! | terminal | bytes read | bytes written | temporary memory | waits | launches |
//! |---|---|---|---|---|---|
#![doc = facts!(rows cost)]
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
