// Rung 2: interleaved addressing with bank conflicts.
//
// Teaches: the same sums in the same order as in rung 1, but by the first threads of the block. Whole warps are done early and
// skip the branch, and the remainder is gone.
// Costs: shared memory has 32 banks, in each of which one word is accessed at a time. Neighbouring lanes now access words at the
// distance 2 d: for f32 with d = 16 all lanes that add want the same bank, and one access takes a turn for each: 32 turns in a
// block of 1024 threads, 8 in one of 256.
template <class T>
DEVICE void interleaved_conflicts(Elements<const T> x, Elements<T> sums) {
  static_assert((THREADS & (THREADS - 1)) == 0, "a tree halves the threads");
  SHARED_MEMORY(T, part, THREADS);
  u64 i = thread_of_grid();
  part[thread()] = i < x.len() ? x[i] : T(0);
  sync_block();
  for (u32 d = 1; d < threads(); d *= 2) {
    u32 at = 2 * d * thread();
    if (at < threads()) part[at] += part[at + d];
    sync_block();
  }
  if (thread() == 0) sums[block()] = part[0];
}
