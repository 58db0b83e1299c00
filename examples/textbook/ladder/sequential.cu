// Rung 3: sequential addressing.
//
// Teaches: each step adds the upper half of what is left to the lower half. The lanes of a warp access neighbouring words, which
// lie in different banks, and the threads that add are the first ones.
// Costs: half of the threads do nothing but load one item, as in the rungs before. The order of the additions is another one,
// so that the operator must commute.
template <class T>
DEVICE void sequential(Elements<const T> x, Elements<T> sums) {
  static_assert((THREADS & (THREADS - 1)) == 0, "a tree halves the threads");
  SHARED_MEMORY(T, part, THREADS);
  u64 i = thread_of_grid();
  part[thread()] = i < x.len() ? x[i] : T(0);
  sync_block();
  for (u32 d = threads() / 2; d > 0; d /= 2) {
    if (thread() < d) part[thread()] += part[thread() + d];
    sync_block();
  }
  if (thread() == 0) sums[block()] = part[0];
}
