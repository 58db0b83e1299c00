//! What a chain costs.
//!
//! A chain is fused: `x.iter().zip(&y).map(f).filter(g).sum()` reads `x` and `y` once and writes nothing. What remains is
//! the memory traffic of the terminal. For `n` slots of items of `s` bytes, and `r` bytes that the chain reads per slot:
//!
//! | terminal | bytes read | bytes written | temporary memory | waits |
//! |---|---|---|---|---|
//! | `for_each` | n·r | what the operation writes | none | no |
//! | `collect`, `collect_into` | n·r | n·s | none | no |
//! | `reduce`, `sum`, `min`, `count`, … | n·r | – | O(4096) partial results | yes |
//! | `find_position`, `any`, `all`, `equal` | up to the first hit | – | none | yes |
//! | `scan_…` | n·r | n·s | O(n / tile) | no |
//! | `copy_if`, `filter` + `collect`, `unique` | n·r | kept·s | O(n / tile) | yes, for the length |
//! | `partition` | n·r | n·s | O(n / tile) | yes, for the lengths |
//! | `sort`, `sort_by_key` (radix) | n·s·(1 + digits) | n·s·digits | n·s | no |
//! | `sort_by` (merge) | n·s·log₂ | n·s·log₂ | n·s | no |
//! | `merge` | (n + m)·s | (n + m)·s | O(threads) | no |
//! | `reduce_by_key` | n·(key + value) | runs·(key + value) | O(n / tile) | yes, for the number of runs |
//! | `scan_by_key_…` | n·(key + value) | n·value | O(n / tile) | no |
//! | `scatter` | n·(8 + s) | n·s | none | no |
//! | `histogram` | n·r | bins·8 | O(threads · bins) | no |
//!
//! `digits` is the number of radix digits that aren't the same in all keys: sorting `u32` below 2^16 costs half of what
//! sorting all of `u32` does. "waits" says whether the call returns before a GPU has done the work; on the CPU every call
//! does its work at once.
//!
//! Vectors that a terminal returns are allocated by it. Terminals with `_into` in their name write to vectors that exist:
//! use them in loops, since fresh memory costs page faults on a CPU.
//!
//! On the CPU small inputs run on the calling thread, without waking others. On a GPU `sort_by` takes 2·n·s.
