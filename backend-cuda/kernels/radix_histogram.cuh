// A radix sort's first launch: counts every digit of every key, and plans the passes.
//
//   counts[d][v] = number of keys whose digit d is v           (all digits in one read of the keys)
//   the last block to finish:
//     a digit that all keys share needs no pass
//     starts[d][v] = number of keys whose digit d is less than v
//     plan[d] = which of the two buffers pass d reads, or SKIP
//
// Traffic: the keys are read once; keys of more than 8 digits once per 8 digits. The counts are reset to zero for the
// next sort.

template <class K, class Keys, class Number, u32 DIGITS>
struct RadixHistogram {
  static constexpr u32 threads = THREADS, min_blocks = 1;
  // Computed keys are loaded one by one, since their sources may be wider.
  static constexpr bool stored = same<Keys, Span<K>>;
  static constexpr int V = stored ? lane_items(sizeof(K)) : 1;
  static constexpr u32 rows = !stored ? COUNTED_ROWS : sizeof(K) > 16 ? 1 : 4;
  static constexpr u64 row = u64(threads) * V;
  static constexpr u32 plan_words = DIGITS + 1;
  static constexpr u32 group = DIGITS < 8 ? DIGITS : 8;
  // The columns in which lanes count, as many as fit in shared memory: in a single one, random digits would cause bank
  // conflicts.
  DEVICE static constexpr u32 fitting_columns() {
    u32 columns = WARP;
    while (columns > 1 && group * RADIX * 4 * columns + 2048 > SHARED_LIMIT) columns /= 2;
    return columns;
  }
  static constexpr u32 columns = fitting_columns();
  static_assert(threads >= RADIX, "a thread for each digit");
  struct Shared {
    u32 counts[group][RADIX * columns];
    u64 sums[threads / WARP];
    bool last;
    u32 needed[DIGITS];
  };

  template <u32 D, u32 FIRST>
  DEVICE static void count_digits(Shared& s, const K& key) {
    if constexpr (D < DIGITS && D < FIRST + group) {
      u32 digit = Digits<K>::get(key, Digits<K>::word_of(D), Digits<K>::shift_of(D));
      atomic_add(&s.counts[D - FIRST][digit * columns + lane() % columns], 1u);
      count_digits<D + 1, FIRST>(s, key);
    }
  }

  // Counts the digits from FIRST on.
  template <u32 FIRST>
  DEVICE static void count(Shared& s, const Keys& keys, u64* counts) {
    if constexpr (FIRST < DIGITS) {
      for (u32 d = 0; d < group; d += 1) {
        for (u32 k = thread(); k < RADIX * columns; k += threads) s.counts[d][k] = 0;
      }
      sync_block();
      u64 n = keys.len();
      // If there are enough blocks, each takes one row at a time.
      bool few = blocks() > ceil_div(n, row * rows);
      u64 step = few ? row : row * rows;
      for (u64 from = block() * step; from < n; from += blocks() * step) {
        u64 mine = from + thread() * V, end = least(n, from + step);
        if (HEAVY == 0 && !few && from + step <= n) {
          K x[rows][V];
          UNROLL for (u32 r = 0; r < rows; r += 1) keys.template load<V>(mine + r * row, x[r]);
          UNROLL for (u32 r = 0; r < rows; r += 1) {
            UNROLL for (int k = 0; k < V; k += 1) count_digits<FIRST, FIRST>(s, x[r][k]);
          }
        } else {
          for (u64 i = from + thread(); i < end; i += threads) count_digits<FIRST, FIRST>(s, keys.get(i));
        }
      }
      sync_block();
      for (u32 at = thread(); at < group * RADIX; at += threads) {
        u32 d = at / RADIX, digit = at % RADIX, mine = 0;
        UNROLL for (u32 c = 0; c < columns; c += 1) mine += s.counts[d][digit * columns + (c + digit) % columns];
        if (FIRST + d < DIGITS && mine != 0) atomic_add(&counts[FIRST * RADIX + at], u64(mine));
      }
      sync_block();
      count<FIRST + group>(s, keys, counts);
    }
  }

  DEVICE static void run(const Keys& keys, DigitCounts counts, Starts<Number> starts, Plan plan, Tickets tickets) {
    Shared& s = shared<Shared>();
    count<0>(s, keys, counts);
    u64 n = keys.len();
    if (!last_block(tickets, s.last)) return;
    for (u32 d = 0; d < DIGITS; d += 1) {
      u64 mine = 0, all;
      if (thread() < RADIX) {
        mine = load_relaxed(&counts[d * RADIX + thread()]);
        store_relaxed(&counts[d * RADIX + thread()], u64(0));
      }
      if (thread() == 0) s.needed[d] = 1;
      u64 before = block_sum_before<threads / WARP>(mine, all, s.sums);
      if (thread() < RADIX) {
        starts[d * RADIX + thread()] = Number(before);
        if (mine == n) s.needed[d] = 0;
      }
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
