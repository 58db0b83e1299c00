// Rung 9: loads of 16 bytes, four at a time.
//
// Teaches: memory's latency is hidden by bytes in flight. A thread asks for 64 bytes in four loads of 16 before it adds any of
// them, and has four sums, none of which waits for another one. `load` uses words of 16 bytes where the address allows it.
// Costs: registers for 64 bytes a thread; the items behind the last whole stride are added one by one.
template <class T>
DEVICE T sum_of_warp(T sum) {
  UNROLL for (u32 d = WARP / 2; d > 0; d /= 2) sum += shuffle_down(EVERY_LANE, sum, d);
  return sum;
}

template <class T>
DEVICE void wide_loads(Elements<const T> x, Elements<T> sums) {
  constexpr u32 WIDE = 16 / sizeof(T), LOADS = 4;
  SHARED_MEMORY(T, part, WARP);
  T by_load[LOADS] = {};
  u64 stride = threads_of_grid() * WIDE * LOADS, whole = x.len() / stride * stride;
  for (u64 first = 0; first < whole; first += stride) {
    T item[LOADS][WIDE];
    UNROLL for (u32 k = 0; k < LOADS; k += 1) {
      x.template load<WIDE>(first + (k * threads_of_grid() + thread_of_grid()) * WIDE, item[k]);
    }
    UNROLL for (u32 k = 0; k < LOADS; k += 1) {
      UNROLL for (u32 v = 0; v < WIDE; v += 1) by_load[k] += item[k][v];
    }
  }
  T sum = (by_load[0] + by_load[1]) + (by_load[2] + by_load[3]);
  for (u64 i = whole + thread_of_grid(); i < x.len(); i += threads_of_grid()) sum += x[i];
  sum = sum_of_warp(sum);
  if (lane() == 0) part[warp()] = sum;
  sync_block();
  if (warp() == 0) {
    sum = sum_of_warp(lane() < THREADS / WARP ? part[lane()] : T(0));
    if (lane() == 0) sums[block()] = sum;
  }
}
