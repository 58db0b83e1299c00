// Rung 5: the last warp by shuffles.
//
// Teaches: when 64 sums are left, one warp does the rest. Its lanes exchange registers by shuffles, which need no barrier of the
// block; the other warps are done. Lanes needn't run in lockstep: a shuffle names the lanes that take part, and waits for them.
// Sources before 2017 use `volatile` shared memory without any synchronisation here, which is a race since Volta.
// Costs: six barriers fewer, and six steps that one warp takes alone; the steps above are as before.
template <class T>
DEVICE void last_warp(Elements<const T> x, Elements<T> sums) {
  static_assert((THREADS & (THREADS - 1)) == 0 && THREADS >= 2 * WARP, "the last warp joins two halves");
  SHARED_MEMORY(T, part, THREADS);
  u64 i = u64(block()) * threads() * 2 + thread();
  T sum = i < x.len() ? x[i] : T(0);
  if (i + threads() < x.len()) sum += x[i + threads()];
  part[thread()] = sum;
  sync_block();
  for (u32 d = threads() / 2; d > WARP; d /= 2) {
    if (thread() < d) part[thread()] += part[thread() + d];
    sync_block();
  }
  // The branch is the same for all lanes of a warp, so that every lane comes to the shuffles.
  if (warp() == 0) {
    sum = part[lane()] + part[lane() + WARP];
    for (u32 d = WARP / 2; d > 0; d /= 2) sum += shuffle_down(EVERY_LANE, sum, d);
    if (lane() == 0) sums[block()] = sum;
  }
}
