// top_k, last launch: copies the first of the sorted items and positions to their place.

template <class K, class Positions>
struct TopKTake {
  static constexpr u32 threads = THREADS, min_blocks = 4;
  struct Shared {};

  DEVICE static void run(const Span<K>& sorted, const Positions& sorted_positions, const Span<K>& keys,
                         const Positions& positions) {
    for (u64 i = u64(block()) * threads + thread(); i < keys.len(); i += u64(blocks()) * threads) {
      keys.put(i, sorted.get(i));
      positions.put(i, sorted_positions.get(i));
    }
  }
};
