// Rung 6: fully unrolled.
//
// Teaches: THREADS is a constant of the program, as a template's argument is in the source. The compiler replaces the loops by
// their steps, with constant distances, and drops those that a smaller block doesn't have.
// Costs: one program for each size of the blocks. Loops were a larger part of the time when the source was written.
template <class T>
DEVICE void unrolled(Elements<const T> x, Elements<T> sums) {
  static_assert((THREADS & (THREADS - 1)) == 0 && THREADS >= 2 * WARP, "the last warp joins two halves");
  SHARED_MEMORY(T, part, THREADS);
  u64 i = u64(block()) * THREADS * 2 + thread();
  T sum = i < x.len() ? x[i] : T(0);
  if (i + THREADS < x.len()) sum += x[i + THREADS];
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
