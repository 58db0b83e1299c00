// The items of consecutive slots in shared memory, for at most ROOM of them from a multiple of V on.
template <class In, u32 ROOM>
struct SegmentStage {
  typedef typename In::value T;
  static constexpr int V = lane_items(sizeof(T));
  typedef Stage<T, (ROOM + V + WARP - 1) / WARP> Staged;
  typedef typename Staged::Shared Items;

  // Stages the items `from..to`, counted from `start`, a multiple of V. A thread waits for TOGETHER words at once.
  template <u32 TOGETHER>
  DEVICE static void stage(Items& s, const In& in, u64 start, u64 from, u64 to) {
    u32 first = u32(from - start), last = u32(to - start);
    if (in.template aligned<V>(start)) {
      constexpr u32 word = THREADS * V;
      u32 body = (first + V - 1) / V * V, end = last / V * V;
      ROLLED for (u32 k = body + thread() * V; k < end; k += TOGETHER * word) {
        T x[TOGETHER][V];
        UNROLL for (u32 r = 0; r < TOGETHER; r += 1) {
          if (k + r * word < end) in.template load<V, ONCE>(start + (k + r * word), x[r]);
        }
        UNROLL for (u32 r = 0; r < TOGETHER; r += 1) {
          if (k + r * word < end) Staged::template put<V>(s, k + r * word, x[r]);
        }
      }
      // The items before the first whole word, and those behind the last.
      u32 rest = end > body ? end : body, k = thread() < V ? body - V + thread() : rest + thread() - V;
      if (thread() < 2 * V && k >= first && k < last) one(s, in, start, k);
    } else {
      ROLLED for (u32 k = first + thread(); k < last; k += THREADS) one(s, in, start, k);
    }
  }
  DEVICE static void one(Items& s, const In& in, u64 start, u32 k) {
    T x = in.at(start + k);
    Staged::template put<1>(s, k, &x);
  }
};
