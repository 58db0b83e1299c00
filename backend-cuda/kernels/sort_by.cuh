// sort_by: a stable merge sort by a comparator.
//
//   sort_tiles: each block sorts a tile: each thread its items by transpositions of neighbours, then these runs, runs of
//               twice as many, … are merged in shared memory
//   merge_runs: each launch merges pairs of runs of `width` items into runs twice as long, between two buffers
//   finish:     brings the result back
//
// If a comparison can panic, the items stay as they were until `finish`, which does nothing if one has and so said `failed`:
// no order is then known, and runs may have been merged wrongly. Else the items themselves are one of the two buffers, and
// the last merge leaves the result there.
// Traffic: each item is read once and written once per launch; log2(n / tile) + 1 launches, or + 2.
// O. Green, R. McColl and D. Bader, GPU Merge Path, 2012.

template <class S, class Less>
struct SortBy {
  typedef typename S::value T;
  typedef MergeTile<T> Tile;
  static constexpr u32 threads = Tile::threads, min_blocks = merge_blocks(sizeof(T)), items = Tile::items;
  struct Shared {
    Tile tile;
    u64 cuts[MOST_TILES + 1];
  };

  // After a barrier behind the block's last comparison.
  DEVICE static void tell(u64* failed) {
    if (thread() == 0 && panicked()) store_relaxed(failed, u64(1));
  }
};

template <class S, class Less>
struct SortTiles : SortBy<S, Less> {
  typedef SortBy<S, Less> Base;
  typedef typename Base::T T;
  typedef typename Base::Shared Shared;
  typedef typename Base::Tile Tile;
  static constexpr u32 items = Base::items;

  DEVICE static void sort_own(const Less& less, T* x, u32 count) {
    for (u32 round = 0; round < items; round += 2) {
      UNROLL for (u32 k = 0; k + 1 < items; k += 2) order(less, x[k], x[k + 1], k + 1 < count);
      UNROLL for (u32 k = 1; k + 1 < items; k += 2) order(less, x[k], x[k + 1], k + 1 < count);
    }
  }
  DEVICE static void order(const Less& less, T& a, T& b, bool both) {
    if (both && less(b, a)) {
      T c = a;
      a = b;
      b = c;
    }
  }

  // `to` may be `from`. `failed` is not needed if there is one tile.
  DEVICE static void run(const S& from, const S& to, const Less& less, u64* failed) {
    Tile& s = shared<Shared>().tile;
    u64 first = u64(block()) * Tile::size;
    u32 count = within(from.len(), first, Tile::size), own = least(thread() * items, count);
    T x[items];
    Tile::each(count, [&](u64 k, u32 j) { x[j] = from.get(first + k); });
    T* now = s.rooms[0];
    Tile::each(count, [&](u64 k, u32 j) { now[k] = x[j]; });
    sync_block();
    UNROLL for (u32 k = 0; k < items; k += 1) if (own + k < count) x[k] = now[own + k];
    sort_own(less, x, within(count, own, items));
    UNROLL for (u32 k = 0; k < items; k += 1) if (own + k < count) now[own + k] = x[k];
    sync_block();
    ROLLED for (u32 width = items; width < count; width *= 2) {
      // This thread's pair of runs.
      u32 pair = own / (2 * width) * (2 * width);
      now = s.merge(now, own, pair, least(pair + width, count), least(pair + 2 * width, count), less);
    }
    if (blocks() > 1) Base::tell(failed);
    else if (panicked()) return;
    Tile::each(count, [&](u64 k, u32) { to.put(first + k, now[k]); });
  }
};

template <class S, class Less>
struct MergeRuns : SortBy<S, Less> {
  typedef SortBy<S, Less> Base;
  typedef typename Base::T T;
  typedef typename Base::Shared Shared;
  typedef typename Base::Tile Tile;

  // `width` is a multiple of the tile.
  DEVICE static void run(const S& from, const S& to, const Less& less, u64 width, u64* failed) {
    Shared& s = shared<Shared>();
    u64 n = from.len();
    u64 first;
    u32 tiles = block_tiles(ceil_div(n, Tile::size), first);
    first *= Tile::size;
    cut_tiles(s.cuts, tiles, [&](u32 t) {
      u64 at = least(first + t * Tile::size, n), pair = at / (2 * width) * (2 * width), lefts = least(n - pair, width);
      return cut_of(pair, at - pair, lefts, least(n - pair - lefts, width));
    }, [&](u64 pair, u64 a, u64 b) { return less(from.get(pair + width + b), from.get(pair + a)); });
    merge_tiles(s.tile, tiles, less, [&](u32 t) {
      u64 at = least(first + t * Tile::size, n), pair = at / (2 * width) * (2 * width);
      u64 lefts = least(n - pair, width), rights = least(n - pair - lefts, width);
      u64 start = at - pair, end = least(start + Tile::size, lefts + rights);
      // A comparator that has panicked is no order: the cuts are then kept apart.
      u64 a = s.cuts[t], a_end = end == lefts + rights ? lefts : s.cuts[t + 1], b = start - a;
      u32 all = u32(end - start);
      u32 in_left = a_end < a ? 0 : a_end - a > all ? all : u32(a_end - a);
      return MergePart{computed(pair + a), computed(pair + width + b - in_left), in_left, all};
    }, [&](const MergePart& p, u64 k, T& x) { x = from.get((u32(k) < p.lefts ? p.left_from : p.right_from) + k); },
    [&](u32 t, u64 k, const T& x) { to.put(first + t * Tile::size + k, x); });
    Base::tell(failed);
  }
};

template <class S>
struct SortByFinish {
  static constexpr u32 threads = 256, min_blocks = 4, rows = 4;
  static constexpr u64 slots_per_block = u64(threads) * rows;
  struct Shared {};

  DEVICE static void run(const S& from, const S& to, const u64* failed) {
    if (*failed != 0) return;
    u64 n = to.len(), first = u64(block()) * slots_per_block + thread();
    UNROLL for (u32 r = 0; r < rows; r += 1) {
      if (first + r * threads < n) to.put(first + r * threads, from.get(first + r * threads));
    }
  }
};
