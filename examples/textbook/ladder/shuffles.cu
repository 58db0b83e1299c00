// Rung 8: shuffles instead of the tree in shared memory.
//
// Teaches: each warp sums its lanes by shuffles, and one word of shared memory a warp is left. One barrier suffices, and the first
// warp sums the words. A block needs 32 words at most, since it has 32 warps at most.
// Costs: five shuffles a warp, and five more for the first one; nothing else but the loads.
template <class T>
DEVICE T sum_of_warp(T sum) {
  UNROLL for (u32 d = WARP / 2; d > 0; d /= 2) sum += shuffle_down(EVERY_LANE, sum, d);
  return sum;
}

template <class T>
DEVICE void shuffles(Elements<const T> x, Elements<T> sums) {
  SHARED_MEMORY(T, part, WARP);
  T sum = 0;
  for (u64 i = thread_of_grid(); i < x.len(); i += threads_of_grid()) sum += x[i];
  sum = sum_of_warp(sum);
  if (lane() == 0) part[warp()] = sum;
  sync_block();
  if (warp() == 0) {
    sum = sum_of_warp(lane() < THREADS / WARP ? part[lane()] : T(0));
    if (lane() == 0) sums[block()] = sum;
  }
}
