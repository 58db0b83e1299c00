// merge: two sorted sequences become one, stably: of equal items the left ones come first.
//
//   each block: find the cuts at which its tiles begin  (merge_path.cuh)
//               for each tile: read its part of both sides to shared memory
//   each thread: find the cut of its first item within the tile, merge its items
//
// One launch. Traffic: each item is read once and written once, beside a tenth of that for the cuts.
// O. Green, R. McColl and D. Bader, GPU Merge Path, 2012.

template <class L, class R, class Less, class Out>
struct Merge {
  typedef typename L::value T;
  typedef MergeTile<T> Tile;
  static constexpr u32 threads = Tile::threads, min_blocks = MERGE_BLOCKS;
  struct Shared {
    Tile tile;
    Cuts cuts;
  };

  DEVICE static void run(const L& left, const R& right, const Less& less, const Out& out, const Shares& shares,
                         const Reports& reports) {
    Shared& s = shared<Shared>();
    u64 lefts = left.len(), rights = right.len(), n = lefts + rights;
    auto cut = [&](u64 t) { return cut_of(0, least(t * Tile::size, n), lefts, rights); };
    auto right_first = [&](u64, u64 a, u64 b) {
      T x, y;
      left.slot(a, x);
      right.slot(b, y);
      return less(y, x);
    };
    u32 count = cut_tiles(s.cuts, shares, reports, cut, right_first);
    auto part = [&](u32 t) {
      Found from = s.cuts.tiles[t], to = s.cuts.tiles[t + 1];
      u32 in_left = u32(to.lefts - from.lefts);
      u64 first_left = from.lefts + thread(), first_right = from.diagonal - from.lefts - in_left + thread();
      return MergePart{first_left, first_right, in_left, u32(to.diagonal - from.diagonal)};
    };
    auto get = [&](const MergePart& p, u64 k, T& x) {
      if (p.in_left(k)) left.slot(p.left_from + p.further(k), x);
      else right.slot(p.right_from + p.further(k), x);
    };
    auto put = [&](u64 i, const T& x) { out.put(i, x); };
    bool right_so;
    if constexpr (same<L, Slice<T>> && same<R, Slice<T>>) {
      // Parts hold addresses instead of positions, so that one load without a branch reads an item of either side.
      auto at = [&](u32 t) {
        MergePart p = part(t);
        p.left_from = computed(u64(left.p) + p.left_from * sizeof(T));
        p.right_from = computed(u64(right.p) + p.right_from * sizeof(T));
        return p;
      };
      right_so = merge_tiles(s.tile, s.cuts.first, count, less, at, [&](const MergePart& p, u64 k, T& x) {
        x = reinterpret_cast<const T*>(p.from(k))[p.further(k)];
      }, put, Look{reports});
    } else {
      right_so = merge_tiles(s.tile, s.cuts.first, count, less, part, get, put, Look{reports});
    }
    if (right_so || (!cut_again(s.cuts, shares, reports, count, cut, right_first) && !s.tile.crossed)) return;
    merge_tiles_surely(s.tile, s.cuts.first, count, less, part, get, put);
  }
};
