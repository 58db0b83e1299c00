// Rung 7: several items a thread.
//
// Teaches: about as many blocks as a GPU holds at once, each of which goes through the items in strides of the whole grid. Most
// additions happen in registers, neighbouring lanes load neighbouring items, and the tree runs once for each block.
// Costs: a second launch sums as many sums as there are blocks. Each thread waits for an item before it asks for the next one,
// unless the compiler unrolls the loop.
template <class T>
DEVICE void grid_stride(Elements<const T> x, Elements<T> sums) {
  static_assert((THREADS & (THREADS - 1)) == 0 && THREADS >= 2 * WARP, "the last warp joins two halves");
  SHARED_MEMORY(T, part, THREADS);
  T sum = 0;
  for (u64 i = thread_of_grid(); i < x.len(); i += threads_of_grid()) sum += x[i];
  part[thread()] = sum;
  sync_block();
  UNROLL for (u32 d = THREADS / 2; d > WARP; d /= 2) {
    if (thread() < d) part[thread()] += part[thread() + d];
    sync_block();
  }
  if (warp() == 0) {
    sum = part[lane()] + part[lane() + WARP];
    UNROLL for (u32 d = WARP / 2; d > 0; d /= 2) sum += shuffle_down(EVERY_LANE, sum, d);
    if (lane() == 0) sums[block()] = sum;
  }
}
