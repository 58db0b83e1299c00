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
  static constexpr u32 threads = 256, min_blocks = 2, items = merge_items(sizeof(T)), tile = threads * items;
  struct Shared {
    T items[tile + 1];
    u64 cuts[2];
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
  static constexpr u32 threads = Base::threads, items = Base::items, tile = Base::tile;

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
    Shared& s = shared<Shared>();
    u64 n = from.len(), first = u64(block()) * tile;
    u32 count = within(n, first, tile), own = thread() * items;
    T x[items];
    UNROLL for (u32 j = 0; j < items; j += 1) {
      if (thread() + j * threads < count) x[j] = from.get(first + thread() + j * threads);
    }
    UNROLL for (u32 j = 0; j < items; j += 1) s.items[thread() + j * threads] = x[j];
    sync_block();
    UNROLL for (u32 k = 0; k < items; k += 1) if (own + k < count) x[k] = s.items[own + k];
    sort_own(less, x, within(count, own, items));
    sync_block();
    UNROLL for (u32 k = 0; k < items; k += 1) if (own + k < count) s.items[own + k] = x[k];
    sync_block();
    for (u32 width = items; width < count; width *= 2) {
      // This thread's pair of runs, and its place in their merge.
      u32 pair = own / (2 * width) * (2 * width);
      u32 lefts = within(count, pair, width), rights = within(count, pair + width, width);
      u32 at = least(own - pair, lefts + rights);
      T* left = s.items + pair;
      T* right = left + width;
      u32 a = u32(merge_path(at, lefts, rights, [&](u64 a, u64 b) { return less(right[b], left[a]); })), b = at - a;
      if (at < lefts + rights) {
        merge_items_of(s.items, pair + a, pair + lefts, pair + width + b, pair + width + rights, less, x);
      }
      sync_block();
      UNROLL for (u32 k = 0; k < items; k += 1) if (own + k < count) s.items[own + k] = x[k];
      sync_block();
    }
    if (blocks() > 1) Base::tell(failed);
    else if (panicked()) return;
    for (u32 k = thread(); k < count; k += threads) to.put(first + k, s.items[k]);
  }
};

template <class S, class Less>
struct MergeRuns : SortBy<S, Less> {
  typedef SortBy<S, Less> Base;
  typedef typename Base::T T;
  typedef typename Base::Shared Shared;
  static constexpr u32 threads = Base::threads, items = Base::items, tile = Base::tile;

  // `width` is a multiple of the tile.
  DEVICE static void run(const S& from, const S& to, const Less& less, u64 width, u64* failed) {
    Shared& s = shared<Shared>();
    u64 n = from.len(), first = u64(block()) * tile, pair = first / (2 * width) * (2 * width);
    u64 lefts = n - pair < width ? n - pair : width, rights = n - pair - lefts < width ? n - pair - lefts : width;
    u64 start = first - pair, end = lefts + rights - start < tile ? lefts + rights : start + tile;
    if (warp() < 2) {
      u64 cut = merge_path_by_warp(warp() == 0 ? start : end, lefts, rights, [&](u64 a, u64 b) {
        return less(from.get(pair + width + b), from.get(pair + a));
      });
      if (lane() == 0) s.cuts[warp()] = cut;
    }
    sync_block();
    // A comparator that has panicked is no order: the cuts are then kept within bounds.
    u64 a = s.cuts[0], b = start - a;
    u32 all = u32(end - start);
    u32 in_left = s.cuts[1] < a ? 0 : s.cuts[1] - a > all ? all : u32(s.cuts[1] - a), in_right = all - in_left;
    if (b + in_right > rights) in_right = b < rights ? u32(rights - b) : 0;
    all = in_left + in_right;
    T x[items];
    UNROLL for (u32 j = 0; j < items; j += 1) {
      u32 k = thread() + j * threads;
      if (k < all) x[j] = from.get(k < in_left ? pair + a + k : pair + width + b + (k - in_left));
    }
    UNROLL for (u32 j = 0; j < items; j += 1) s.items[thread() + j * threads] = x[j];
    sync_block();
    merge_tile<threads, items>(s.items, in_left, in_right, less);
    Base::tell(failed);
    for (u32 k = thread(); k < all; k += threads) to.put(first + k, s.items[k]);
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
