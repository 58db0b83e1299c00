// sort, for keys that fit in one tile: one launch of one block, which keeps the keys in shared memory.
//
//   for each digit, from the least significant:
//     rank the keys by the digit, as radix_pass.cuh does, and move each key to its rank; skip a digit that all keys share
//   move the values at the end, by the places from which their keys came, through the keys' memory
//
// A rolled loop ranks a thread's keys one after the other and stores the ranks in shared memory, which keeps the code small.
// Traffic: keys and values are read once and written once.

template <class K, class Values, u32 ITEMS>
struct SortBlock {
  typedef typename Values::value T;
  typedef RadixRank<TILE_WARPS> Rank;
  static constexpr bool pairs = !same<Values, NoColumns>;
  static constexpr u32 threads = TILE_THREADS, min_blocks = 1, items = ITEMS, tile_slots = threads * items;
  struct Shared {
    typename Rank::Shared rank;
    bool ordered;
    union {
      K keys[tile_slots];
      T values[items > 1 ? tile_slots : 1];
    };
    u16 ranks[tile_slots];
    u16 sources[pairs ? tile_slots : 1];
  };
  static_assert(items == 1 || sizeof(Shared) <= SHARED_EVERYWHERE, "the host sees to it that a tile fits everywhere");

  // Puts the keys in order by one digit. A warp's keys lie side by side, `rows` of them for each lane, the first at
  // `mine`.
  DEVICE static void pass(Shared& s, u32 mine, u32 rows, u32 count, u32 word, u32 shift) {
    // Slots behind the end count as the highest digit, and come after all others.
    auto digit = [&](u32 i) { return i < count ? Digits<K>::get(s.keys[i], word, shift) : RADIX - 1; };
    Rank::clear(s.rank);
    if (thread() == 0) s.ordered = false;
    ROLLED for (u32 j = 0; j < rows; j += 1) Rank::count(s.rank, digit(mine + j * WARP));
    Rank::start(s.rank, [&](u32 in_tile) {
      if (in_tile - (thread() == RADIX - 1 ? threads * rows - count : 0) == count) s.ordered = true;
    });
    if (s.ordered) return;
    ROLLED for (u32 j = 0; j < rows; j += 1) {
      u32 i = mine + j * WARP;
      s.ranks[i] = u16(Rank::next(s.rank, digit(i)));
    }
    K key[items];
    Packed<items, 16> source;
    UNROLL for (u32 j = 0; j < items; j += 1) {
      if (j >= rows) continue;
      key[j] = s.keys[mine + j * WARP];
      if (pairs) source.set(j, s.sources[mine + j * WARP]);
    }
    // All threads read their keys before one overwrites a key.
    sync_block();
    UNROLL for (u32 j = 0; j < items; j += 1) {
      if (j >= rows) continue;
      u32 rank = s.ranks[mine + j * WARP];
      s.keys[rank] = key[j];
      if (pairs) s.sources[rank] = u16(source.get(j));
    }
  }

  // Copies the first `count` items to shared memory; several are waited for together.
  template <class X, class F>
  DEVICE static void fill(X* to, u32 count, const F& get) {
    constexpr u32 together = items < 4 ? items : 4;
    ROLLED for (u32 first = thread(); first < count; first += together * threads) {
      X x[together];
      UNROLL for (u32 k = 0; k < together; k += 1) if (first + k * threads < count) get(first + k * threads, x[k]);
      UNROLL for (u32 k = 0; k < together; k += 1) if (first + k * threads < count) to[first + k * threads] = x[k];
    }
  }

  DEVICE static void run(const Span<K>& keys, const Values& values) {
    Shared& s = shared<Shared>();
    u32 count = u32(keys.len()), rows = u32(ceil_div(count, threads)), mine = warp() * WARP * rows + lane();
    fill(s.keys, count, [&](u32 i, K& x) { x = keys.get(i); });
    if (pairs) ROLLED for (u32 i = thread(); i < threads * rows; i += threads) s.sources[i] = u16(i);
    sync_block();
    ROLLED for (u32 digit = 0; digit < Digits<K>::count; digit += 1) {
      pass(s, mine, rows, count, Digits<K>::word_of(digit), Digits<K>::shift_of(digit));
      sync_block();
    }
    ROLLED for (u32 i = thread(); i < count; i += threads) keys.put(i, s.keys[i]);
    if constexpr (pairs && items == 1) {
      T value;
      if (thread() < count) value = values.get(s.sources[thread()]);
      sync_block();
      if (thread() < count) values.put(thread(), value);
    } else if constexpr (pairs) {
      sync_block();
      fill(s.values, count, [&](u32 i, T& x) { x = values.get(i); });
      sync_block();
      ROLLED for (u32 i = thread(); i < count; i += threads) values.put(i, s.values[s.sources[i]]);
    }
  }
};
