// A stable pass of a radix sort: puts keys, and values with them, in the order of one digit.
//
//   for each tile, in the order of tickets:
//     count the digits, publish the counts                        (lookback.cuh, one state per digit)
//     rank the keys by digit within the tile
//     before[v] = number of keys with digit v in earlier tiles    (one thread per digit walks back)
//     to[starts[v] + before[v] + rank among the tile's digit v] = key, and its values likewise
//
// Keys are put in order in shared memory first, so that neighbouring threads write side by side. Traffic: keys and values
// are read once and written once.
// A. Adinets and D. Merrill, Onesweep: A Faster Least Significant Digit Radix Sort for GPUs, 2022.

template <class K, class T, bool pairs, class Number, u32 ITEMS>
struct RadixPass {
  typedef RadixRank<TILE_WARPS> Rank;
  static constexpr u32 threads = TILE_THREADS, min_blocks = 2, items = ITEMS, tile_slots = threads * items;
  static constexpr u32 state_words = RADIX * State<Number>::words;
  struct Shared {
    typename Rank::Shared rank;
    Number bases[RADIX];
    u32 tile;
    union {
      K keys[tile_slots];
      T values[tile_slots];
    };
  };

  // The tiles whose states a thread reads together, to wait for memory once.
  static constexpr u32 LOOKS = 4;

  // The number of items with this thread's digit in earlier tiles.
  DEVICE static Number look_back(const u64* states, u32 tile, u32 tag) {
    typedef State<Number> S;
    Number before = 0;
    bool done = false;
    ROLLED for (u32 at = tile; !done;) {
      Number x[LOOKS];
      u32 kind[LOOKS], seen = 0;
      UNROLL for (u32 i = 0; i < LOOKS; i += 1) {
        kind[i] = i < at ? S::read(states, (at - 1 - i) * RADIX + thread(), tag, x[i]) : 0;
      }
      UNROLL for (u32 i = 0; i < LOOKS; i += 1) {
        if (seen == i && kind[i] != 0 && !done) {
          before += x[i];
          done = kind[i] == PREFIX;
          seen += 1;
        }
      }
      at -= seen;
      if (seen == 0) pause();
    }
    return before;
  }

  // Moves the keys and values of a tile, which `get` yields and `put` stores. starts[v] is the number of keys whose digit is
  // less than v.
  template <class From, class To, class ValuesFrom, class ValuesTo, class Digit>
  DEVICE static void run(const From& from, const To& to, const ValuesFrom& values_from, const ValuesTo& values_to,
                         Digit digit_of, const Number* starts, u64* states, u32 tag, u64* tickets) {
    typedef State<Number> S;
    Shared& s = shared<Shared>();
    u64 n = from.len();
    u32 tiles = blocks();
    Rank::clear(s.rank);
    u32 tile = next_tile(tickets, tiles, s.tile);
    u64 first = u64(tile) * tile_slots;
    u32 count = within(n, first, tile_slots), mine = warp() * WARP * items + lane();

    K key[items];
    if (HEAVY == 0 && count == tile_slots) {
      UNROLL for (u32 j = 0; j < items; j += 1) key[j] = from.get(first + mine + j * WARP);
    } else {
      UNROLL_CHAIN for (u32 j = 0; j < items; j += 1) {
        if (mine + j * WARP < count) key[j] = from.get(first + mine + j * WARP);
      }
    }
    Number base = thread() < RADIX ? starts[thread()] : 0;
    // Slots behind the end count as the highest digit, and come after all others.
    Packed<items, RADIX_BITS> digits;
    UNROLL for (u32 j = 0; j < items; j += 1) {
      digits.set(j, mine + j * WARP < count ? digit_of(key[j]) : RADIX - 1);
      Rank::count(s.rank, digits.get(j));
    }
    u32 own = 0;
    u32 in_tile_before = Rank::start(s.rank, [&](u32 in_tile) {
      own = in_tile;
      if (thread() == RADIX - 1) own -= tile_slots - count;
      if (tile + 1 < tiles) S::publish(states, tile * RADIX + thread(), tag, tile == 0 ? PREFIX : AGGREGATE, Number(own));
    });
    Packed<items, 16> ranks;
    UNROLL for (u32 j = 0; j < items; j += 1) {
      u32 rank = Rank::next(s.rank, digits.get(j));
      s.keys[rank] = key[j];
      if (pairs) ranks.set(j, rank);
    }
    T value[items];
    if constexpr (pairs) {
      if (HEAVY == 0 && count == tile_slots) {
        UNROLL for (u32 j = 0; j < items; j += 1) value[j] = values_from.get(first + mine + j * WARP);
      } else {
        UNROLL_CHAIN for (u32 j = 0; j < items; j += 1) {
          if (mine + j * WARP < count) value[j] = values_from.get(first + mine + j * WARP);
        }
      }
    }
    if (thread() < RADIX) {
      Number before = tile > 0 ? look_back(states, tile, tag) : 0;
      if (tile > 0 && tile + 1 < tiles) S::publish(states, tile * RADIX + thread(), tag, PREFIX, Number(before + own));
      s.bases[thread()] = Number(base + before - in_tile_before);
    }
    sync_block();

    UNROLL for (u32 j = 0; j < items; j += 1) {
      u32 k = thread() + j * threads;
      if (k < count) {
        K x = s.keys[k];
        u32 digit = digit_of(x);
        if (pairs) digits.set(j, digit);
        to.put(Number(s.bases[digit] + k), x);
      }
    }
    if constexpr (pairs) {
      sync_block();
      UNROLL for (u32 j = 0; j < items; j += 1) s.values[ranks.get(j)] = value[j];
      sync_block();
      UNROLL for (u32 j = 0; j < items; j += 1) {
        u32 k = thread() + j * threads;
        if (k < count) values_to.put(Number(s.bases[digits.get(j)] + k), s.values[k]);
      }
    }
  }
};
