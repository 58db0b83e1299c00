// Rung 1: interleaved addressing with divergent branches.
//
// Teaches: a block sums a tile of its size by a tree in shared memory. In each step every thread whose number is a multiple of
// 2 d adds its neighbour at the distance d, and d doubles; a barrier ends the step.
// Costs: the threads that add are spread over all warps. With d = 1 half of each warp's lanes idle, with d = 16 all but one do,
// and yet every warp walks through the branch. The remainder by 2 d, unknown to the compiler, takes tens of instructions.
// There are log2(threads) + 1 barriers for one item a thread.
template <class T>
DEVICE void interleaved_divergent(Elements<const T> x, Elements<T> sums) {
  static_assert((THREADS & (THREADS - 1)) == 0, "a tree halves the threads");
  SHARED_MEMORY(T, part, THREADS);
  u64 i = thread_of_grid();
  part[thread()] = i < x.len() ? x[i] : T(0);
  sync_block();
  // threads() is THREADS, but only the launch knows it: the compiler can't unroll the loop.
  for (u32 d = 1; d < threads(); d *= 2) {
    if (thread() % (2 * d) == 0) part[thread()] += part[thread() + d];
    sync_block();
  }
  if (thread() == 0) sums[block()] = part[0];
}
