// sort, of what fits in one tile: one launch of one block, which keeps the keys in registers and exchanges them through
// shared memory.
//
//   for each digit, from the least significant:
//     rank the keys by the digit, as in sort.cuh; nothing is to do if all share it
//     key j of each thread = the key of the rank that it stands at
//   values follow at the end, by where they came from
//
// Traffic: keys and values are read once and written once.

template <class K, class Values>
struct SortBlock {
  typedef SortShape<K, Values> Shape;
  typedef typename Values::value T;
  typedef RadixRank<Shape::warps> Rank;
  static constexpr bool pairs = Shape::pairs;
  static constexpr u32 threads = Shape::threads, min_blocks = 1, items = Shape::items, tile_slots = Shape::tile;
  struct Shared {
    typename Rank::Shared rank;
    bool ordered;
    K keys[tile_slots];
    u16 sources[pairs ? tile_slots : 1];
  };

  // Ranks the keys by one digit and exchanges them. A warp's keys lie side by side, `rows` of them in each lane.
  DEVICE static void pass(Shared& s, K (&key)[items], Packed<items, 16>& source, u32 rows, u32 count, u32 word, u32 shift) {
    u32 mine = warp() * WARP * rows + lane();
    Rank::clear(s.rank);
    if (thread() == 0) s.ordered = false;
    Packed<items, RADIX_BITS> digits;
    UNROLL for (u32 j = 0; j < items; j += 1) {
      // Slots beyond the end count as the highest digit, after all others.
      digits.set(j, mine + j * WARP < count ? Digits<K>::get(key[j], word, shift) : RADIX - 1);
      if (j < rows) Rank::count(s.rank, digits.get(j));
    }
    Rank::start(s.rank, [&](u32 in_tile) {
      if (in_tile - (thread() == RADIX - 1 ? threads * rows - count : 0) == count) s.ordered = true;
    });
    if (s.ordered) return;
    UNROLL for (u32 j = 0; j < items; j += 1) {
      if (j >= rows) continue;
      u32 rank = Rank::next(s.rank, digits.get(j));
      s.keys[rank] = key[j];
      if (pairs) s.sources[rank] = u16(source.get(j));
    }
    sync_block();
    UNROLL for (u32 j = 0; j < items; j += 1) {
      if (j >= rows) continue;
      key[j] = s.keys[mine + j * WARP];
      if (pairs) source.set(j, s.sources[mine + j * WARP]);
    }
  }

  DEVICE static void run(const Span<K>& keys, const Values& values) {
    Shared& s = shared<Shared>();
    u32 count = u32(keys.len()), rows = u32(ceil_div(count, threads)), mine = warp() * WARP * rows + lane();
    K key[items];
    Packed<items, 16> source;
    UNROLL for (u32 j = 0; j < items; j += 1) {
      u32 i = mine + j * WARP;
      if (j < rows && i < count) key[j] = keys.get(i);
      source.set(j, i);
    }
    ROLLED for (u32 digit = 0; digit < Digits<K>::count; digit += 1) {
      pass(s, key, source, rows, count, Digits<K>::word_of(digit), Digits<K>::shift_of(digit));
      sync_block();
    }
    T value[items];
    UNROLL for (u32 j = 0; j < items; j += 1) {
      if (pairs && j < rows && mine + j * WARP < count) value[j] = values.get(source.get(j));
    }
    // All values are read before one is overwritten.
    sync_block();
    UNROLL for (u32 j = 0; j < items; j += 1) {
      u32 i = mine + j * WARP;
      if (j < rows && i < count) {
        keys.put(i, key[j]);
        if (pairs) values.put(i, value[j]);
      }
    }
  }
};
