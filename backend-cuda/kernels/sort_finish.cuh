// sort, last launch: copies the result back if an odd number of passes left it in the second buffer.

template <class K, class Values, u32 DIGITS>
struct SortFinish {
  static constexpr u32 threads = THREADS, min_blocks = 4;
  struct Shared {};

  DEVICE static void run(const Span<K>& keys_0, const Span<K>& keys_1, const Values& values_0, const Values& values_1,
                         Plan plan) {
    if (plan[DIGITS] == 0) return;
    for (u64 i = u64(block()) * threads + thread(); i < keys_0.len(); i += u64(blocks()) * threads) {
      keys_0.put(i, keys_1.get(i));
      values_0.put(i, values_1.get(i));
    }
  }
};
