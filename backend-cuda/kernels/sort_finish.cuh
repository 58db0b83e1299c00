// sort, last launch: brings the result back if an odd number of passes left it in the second buffer.

template <class K, class Values, u32 DIGITS>
struct SortFinish {
  static constexpr u32 threads = 256, min_blocks = 4, rows = 4;
  static constexpr u64 slots_per_block = u64(threads) * rows;
  struct Shared {};

  DEVICE static void run(const Span<K>& keys_0, const Span<K>& keys_1, const Values& values_0, const Values& values_1,
                         const u32* plan) {
    if (plan[DIGITS] == 0) return;
    u64 n = keys_0.len(), first = u64(block()) * slots_per_block + thread();
    UNROLL for (u32 r = 0; r < rows; r += 1) {
      u64 i = first + r * threads;
      if (i < n) {
        keys_0.put(i, keys_1.get(i));
        values_0.put(i, values_1.get(i));
      }
    }
  }
};
