// sort, first launch: counts every digit of every key, and plans the passes.
//
//   counts[d][v] = number of keys whose digit d is v           (all digits in one read of the keys)
//   the last block to finish:
//     a digit that all keys share needs no pass
//     starts[d][v] = number of keys whose digit d is less than v
//     plan[d] = which of the two buffers pass d reads, or SKIP
//
// Traffic: the keys are read once; keys of more than 32 digits once per 32. The counts are left at zero for the next sort.

template <class K, class Number, u32 DIGITS>
struct SortHistogram {
  static constexpr u32 threads = 256, min_blocks = 4;
  static constexpr int V = lane_items(sizeof(K));
  static constexpr u32 rows = sizeof(K) > 16 ? 1 : 4;
  static constexpr u64 row = u64(threads) * V;
  static constexpr u32 group = DIGITS < 32 ? DIGITS : 32;
  static_assert(threads == RADIX, "a thread for each digit");
  struct Shared {
    u32 counts[group][RADIX];
    u64 sums[RADIX / WARP];
    bool last;
    u32 needed[DIGITS];
  };

  template <u32 D, u32 FIRST>
  DEVICE static void count_digits(Shared& s, const K& key) {
    if constexpr (D < DIGITS && D < FIRST + group) {
      atomic_add(&s.counts[D - FIRST][Digits<K>::get(key, Digits<K>::word_of(D), Digits<K>::shift_of(D))], 1u);
      count_digits<D + 1, FIRST>(s, key);
    }
  }

  // Counts the digits from FIRST on.
  template <u32 FIRST>
  DEVICE static void count(Shared& s, const Span<K>& keys, u64* counts) {
    if constexpr (FIRST < DIGITS) {
      for (u32 d = 0; d < group; d += 1) s.counts[d][thread()] = 0;
      sync_block();
      u64 n = keys.len();
      for (u64 from = block() * row * rows; from < n; from += blocks() * row * rows) {
        u64 mine = from + thread() * V;
        if (from + row * rows <= n) {
          K x[rows][V];
          UNROLL for (u32 r = 0; r < rows; r += 1) keys.template load<V>(mine + r * row, x[r]);
          UNROLL for (u32 r = 0; r < rows; r += 1) {
            UNROLL for (int k = 0; k < V; k += 1) count_digits<FIRST, FIRST>(s, x[r][k]);
          }
        } else {
          for (u64 i = from + thread(); i < n; i += threads) count_digits<FIRST, FIRST>(s, keys.get(i));
        }
      }
      sync_block();
      for (u32 d = 0; d < group && FIRST + d < DIGITS; d += 1) {
        u32 mine = s.counts[d][thread()];
        if (mine != 0) atomic_add(&counts[(FIRST + d) * RADIX + thread()], u64(mine));
      }
      sync_block();
      count<FIRST + group>(s, keys, counts);
    }
  }

  DEVICE static void run(const Span<K>& keys, u64* counts, Number* starts, u32* plan, u64* tickets) {
    Shared& s = shared<Shared>();
    count<0>(s, keys, counts);
    u64 n = keys.len();
    if (!last_block(tickets, s.last)) return;
    for (u32 d = 0; d < DIGITS; d += 1) {
      u64 mine = load_relaxed(&counts[d * RADIX + thread()]), all;
      store_relaxed(&counts[d * RADIX + thread()], u64(0));
      if (thread() == 0) s.needed[d] = 1;
      u64 before = block_sum_before<threads / WARP>(mine, all, s.sums);
      starts[d * RADIX + thread()] = Number(before);
      if (mine == n) s.needed[d] = 0;
      sync_block();
    }
    if (thread() == 0) {
      u32 buffer = 0;
      for (u32 d = 0; d < DIGITS; d += 1) {
        plan[d] = s.needed[d] ? buffer : SKIP;
        buffer ^= s.needed[d];
      }
      plan[DIGITS] = buffer;
    }
  }
};
