// sort, last launch for keys of one digit without values: stores each key as often as it was counted, instead of a pass.
//
//   keys[i] = key of the last digit v with starts[v] <= i
//
// A thread stores vectors of neighbouring keys, nearly all of which hold one key. Traffic: the keys are written once.
// H. H. Seward, Information Sorting in the Application of Electronic Digital Computers to Business Operations, 1954.

template <class K, class Number>
struct SortCounted {
  static constexpr int V = lane_items(sizeof(K));
  static constexpr u32 threads = THREADS, min_blocks = 4;
  struct Shared {
    u64 starts[RADIX + 1];
  };

  // The last digit that begins at place `i` or before.
  DEVICE static u32 digit_at(const Shared& s, u64 i) {
    u32 digit = 0;
    UNROLL for (u32 step = RADIX / 2; step > 0; step /= 2) digit += s.starts[digit + step] <= i ? step : 0;
    return digit;
  }

  DEVICE static void run(const Span<K>& keys, Starts<Number> starts) {
    Shared& s = shared<Shared>();
    u64 n = keys.len();
    for (u32 v = thread(); v < RADIX; v += threads) s.starts[v] = starts[v];
    if (thread() == 0) s.starts[RADIX] = n;
    sync_block();
    for (u64 i = (u64(block()) * threads + thread()) * V; i < n; i += u64(blocks()) * threads * V) {
      u32 digit = digit_at(s, i);
      K x[V];
      if (i + V <= s.starts[digit + 1]) {
        K key = key_of_word<K>(digit);
        UNROLL for (int k = 0; k < V; k += 1) x[k] = key;
      } else {
        UNROLL for (int k = 0; k < V; k += 1) x[k] = key_of_word<K>(digit_at(s, i + k));
      }
      if (i + V <= n) {
        keys.template store<V>(i, x);
      } else {
        UNROLL for (int k = 0; k < V; k += 1) if (i + k < n) keys.put(i + k, x[k]);
      }
    }
  }
};
