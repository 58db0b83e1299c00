// sort, one launch per digit: a stable pass of the radix sort, from one buffer to the other.
//
//   for each tile, in the order of tickets:
//     count the digits, publish the counts                        (lookback.cuh, one state per digit)
//     rank the keys by digit within the tile
//     before[v] = number of keys with digit v in earlier tiles    (one thread per digit walks back)
//     out[starts[v] + before[v] + rank among the tile's digit v] = key, and its values likewise
//
// A pass whose digit all keys share returns at once. Keys are put in order in shared memory first, so that neighbouring
// threads write side by side. Traffic: keys and values are read once and written once per pass.
// A. Adinets and D. Merrill, Onesweep: A Faster Least Significant Digit Radix Sort for GPUs, 2022.

template <class K, class Values>
struct SortShape {
  static constexpr u64 larger = sizeof(K) > sizeof(typename Values::value) ? sizeof(K) : sizeof(typename Values::value);
  static constexpr u32 warps = TILE_WARPS, threads = TILE_THREADS;
  // Items per thread.
  static constexpr u32 items = larger <= 4 ? 20 : larger <= 8 ? 12 : larger <= 16 ? 8 : larger <= 32 ? 4 : larger <= 64 ? 2 : 1;
  static constexpr u32 tile = threads * items;
};

template <class K, class Values, class Number>
struct SortPass {
  typedef SortShape<K, Values> Shape;
  typedef typename Values::value T;
  typedef RadixRank<Shape::warps, Shape::items> Rank;
  static constexpr u32 threads = Shape::threads, min_blocks = 1, items = Shape::items, tile_slots = Shape::tile;
  struct Shared {
    typename Rank::Shared rank;
    Number bases[RADIX];
    u32 tile;
    union {
      K keys[tile_slots];
      T values[tile_slots];
    };
  };

  // How many items with this thread's digit earlier tiles have; their own counts are published in between.
  DEVICE static Number look_back(u64* states, u32 tile, u32 tiles, u32 tag, u32 mine) {
    typedef State<Number> S;
    Number before = 0;
    if (tile > 0) {
      S::publish(states, tile * RADIX + thread(), tag, AGGREGATE, Number(mine));
      for (u32 at = tile; at > 0;) {
        Number x;
        u32 kind = S::read(states, (at - 1) * RADIX + thread(), tag, x);
        if (kind == 0) {
          pause();
          continue;
        }
        before += x;
        if (kind == PREFIX) break;
        at -= 1;
      }
    }
    if (tile + 1 < tiles) S::publish(states, tile * RADIX + thread(), tag, PREFIX, Number(before + mine));
    return before;
  }

  // Pass `pass`, over the digit at `shift` of word `word`.
  DEVICE static void run(const Span<K>& keys_0, const Span<K>& keys_1, const Values& values_0, const Values& values_1,
                         u32 pass, u32 word, u32 shift, const Number* starts, const u32* plan, u64* states, u32 tag,
                         u64* tickets) {
    u32 buffer = plan[pass];
    if (buffer == SKIP) return;
    const Span<K>& from = buffer == 0 ? keys_0 : keys_1;
    const Span<K>& to = buffer == 0 ? keys_1 : keys_0;
    Shared& s = shared<Shared>();
    u64 n = from.len();
    u32 tiles = blocks(), tile = next_tile(tickets, tiles, s.tile);
    u64 first = u64(tile) * tile_slots, mine = first + warp() * WARP * items + lane();
    u32 count = within(n, first, tile_slots);

    K key[items];
    u32 digit[items], rank[items];
    // Slots beyond the end count as the highest digit, after all others.
    UNROLL for (u32 j = 0; j < items; j += 1) {
      if (mine + j * WARP < n) key[j] = from.get(mine + j * WARP);
    }
    UNROLL for (u32 j = 0; j < items; j += 1) {
      digit[j] = mine + j * WARP < n ? Digits<K>::get(key[j], word, shift) : RADIX - 1;
    }
    u32 in_tile = Rank::count(s.rank, digit), own = in_tile;
    if (thread() == RADIX - 1) own -= tile_slots - count;
    u32 in_tile_before = Rank::rank(s.rank, digit, in_tile, rank);
    UNROLL for (u32 j = 0; j < items; j += 1) s.keys[rank[j]] = key[j];
    if (thread() < RADIX) {
      Number before = look_back(states, tile, tiles, tag, own);
      s.bases[thread()] = Number(starts[pass * RADIX + thread()] + before - in_tile_before);
    }
    sync_block();

    u64 place[items];
    UNROLL for (u32 j = 0; j < items; j += 1) {
      u32 k = thread() + j * threads;
      if (k < count) {
        K x = s.keys[k];
        place[j] = Number(s.bases[Digits<K>::get(x, word, shift)] + k);
        to.put(place[j], x);
      }
    }
    if constexpr (!same<Values, NoColumns>) {
      const Values& values_from = buffer == 0 ? values_0 : values_1;
      const Values& values_to = buffer == 0 ? values_1 : values_0;
      sync_block();
      UNROLL for (u32 j = 0; j < items; j += 1) {
        if (mine + j * WARP < n) s.values[rank[j]] = values_from.get(mine + j * WARP);
      }
      sync_block();
      UNROLL for (u32 j = 0; j < items; j += 1) {
        u32 k = thread() + j * threads;
        if (k < count) values_to.put(place[j], s.values[k]);
      }
    }
  }
};
