// sort_by: a stable merge sort by a comparator.
//
//   sort_tiles: each block sorts a tile: each thread its items by transpositions of neighbours, then these runs, runs of
//               twice as many, … are merged in shared memory
//   merge_runs: each launch merges pairs of runs of `width` items into runs twice as long, between two buffers
//   finish:     brings the result back
//
// Whatever the comparator returns, each launch leaves a permutation (merge_path.cuh, merge_cuts.cuh). If a comparison
// can panic, the items stay as they were until `finish`, which does nothing if `failed` is set: no order is then known.
// Otherwise the items themselves are one of the two buffers, and the last merge leaves the result there.
// Traffic: each item is read once and written once per launch; log2(n / tile) + 1 launches, or + 2.
// O. Green, R. McColl and D. Bader, GPU Merge Path, 2012.

template <class S, class Less>
struct SortBy {
  typedef typename S::value T;
  typedef MergeTile<T> Tile;
  static constexpr u32 threads = Tile::threads, min_blocks = MERGE_BLOCKS, items = Tile::items;
  struct Shared {
    Tile tile;
    Cuts cuts;
  };

  // Sets `failed` if a comparison has panicked. The block's last comparison and a barrier precede the call.
  DEVICE static void tell(Failed failed) {
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

  // Sorts the items of a thread that has all `items` of them, by transpositions of neighbours.
  DEVICE static void sort_own(const Less& less, T* room) {
    T x[items];
    UNROLL for (u32 k = 0; k < items; k += 1) x[k] = room[k];
    for (u32 round = 0; round < items; round += 2) {
      UNROLL for (u32 k = 0; k + 1 < items; k += 2) order(less, x[k], x[k + 1]);
      UNROLL for (u32 k = 1; k + 1 < items; k += 2) order(less, x[k], x[k + 1]);
    }
    UNROLL for (u32 k = 0; k < items; k += 1) room[k] = x[k];
  }
  DEVICE static void order(const Less& less, T& a, T& b) {
    if (less(b, a)) {
      T c = a;
      a = b;
      b = c;
    }
  }
  // Sorts any number of items by insertion, in a loop.
  DEVICE static void insert_own(const Less& less, T* room, u32 count) {
    ROLLED for (u32 k = 1; k < count; k += 1) {
      T x = room[k];
      u32 at = k;
      ROLLED for (; at > 0 && less(x, room[at - 1]); at -= 1) room[at] = room[at - 1];
      room[at] = x;
    }
  }

  // Calls `f` with this thread's pair of runs, for each width.
  template <class F>
  DEVICE static void each_width(u32 count, const F& f) {
    ROLLED for (u32 width = 1; width * items < count; width *= 2) {
      // The width counts threads, and is a power of two.
      u32 pair = (thread() & ~(2 * width - 1)) * items;
      f(pair, least(pair + width * items, count), least(pair + 2 * width * items, count));
    }
  }

  // Sorts for any comparator, where the fast path found a contradiction: each thread inserts its items one by one, and
  // runs are merged by `merge_surely` from the room to `to`, and copied back from there.
  DEVICE static void sort_surely(Tile& s, const S& from, const S& to, const Less& less) {
    // The number is computed once more, so that no register keeps it until here.
    u64 first = computed(block()) * Tile::size;
    u32 count = within(from.len(), first, Tile::size), own = least(thread() * items, count);
    T* room = s.rooms[0];
    Tile::each_in_turn(count, [&](u64 k) { room[k] = from.get(first + k); });
    sync_block();
    insert_own(less, room + own, within(count, own, items));
    each_width(count, [&](u32 pair, u32 middle, u32 end) {
      s.merge_surely(own, pair, middle, end, less, [&](u32 k, const T& x) { to.put(first + k, x); });
      sync_block();
      Tile::each_in_turn(count, [&](u64 k) { room[k] = to.get(first + k); });
    });
  }

  // Sorts a tile. `to` may be `from`. `failed` isn't used if there is one tile.
  DEVICE static void run(const S& from, const S& to, const Less& less, Failed failed) {
    Tile& s = shared<Shared>().tile;
    u64 first = u64(block()) * Tile::size;
    u32 count = within(from.len(), first, Tile::size), own = least(thread() * items, count);
    T x[items];
    s.begin();
    Tile::each(count, [&](u64 k, u32 j) { x[j] = from.get(first + k); });
    T* now = s.rooms[0];
    Tile::each(count, [&](u64 k, u32 j) { now[k] = x[j]; });
    sync_block();
    u32 mine = within(count, own, items);
    if (mine == items) sort_own(less, now + own);
    else insert_own(less, now + own, mine);
    sync_block();
    each_width(count, [&](u32 pair, u32 middle, u32 end) { now = s.merge(now, own, pair, middle, end, less); });
    bool right = s.is_right();
    if (right && (blocks() > 1 || !panicked())) Tile::each(count, [&](u64 k, u32) { to.put(first + k, now[k]); });
    if (!right) sort_surely(s, from, to, less);
    if (blocks() > 1) Base::tell(failed);
  }
};

template <class S, class Less>
struct MergeRuns : SortBy<S, Less> {
  typedef SortBy<S, Less> Base;
  typedef typename Base::T T;
  typedef typename Base::Shared Shared;
  typedef typename Base::Tile Tile;

  // Each run has 2^level tiles.
  DEVICE static void run(const S& from, const S& to, const Less& less, const Shares& shares, const Reports& reports, u32 level,
                         Failed failed) {
    Shared& s = shared<Shared>();
    u64 n = from.len(), width = u64(Tile::size) << level;
    auto cut = [&](u64 t) {
      u64 at = least(t * Tile::size, n), pair = (t >> level >> 1) * (2 * width);
      // If the last tile isn't full, its end is a cut of the last pair, and not the begin of another pair.
      if (pair > n) pair -= 2 * width;
      u64 lefts = least(n - pair, width);
      return cut_of(pair, at - pair, lefts, least(n - pair - lefts, width));
    };
    auto right_first = [&](u64 pair, u64 a, u64 b) { return less(from.get(pair + width + b), from.get(pair + a)); };
    auto part = [&](u32 t) {
      Found start = s.cuts.tiles[t];
      u64 at = (s.cuts.first + t) * Tile::size, pair = at - start.diagonal;
      // A diagonal of 0 is the begin of the next pair, so the tile ends with its own pair's left run.
      u64 left_end = s.cuts.tiles[t + 1].diagonal == 0 ? least(n - pair, width) : s.cuts.tiles[t + 1].lefts;
      u32 in_left = u32(left_end - start.lefts);
      u64 b = start.diagonal - start.lefts, me = thread();
      u64 first_left = computed(pair + start.lefts + me), first_right = computed(pair + width + b - in_left + me);
      return MergePart{first_left, first_right, in_left, within(n, at, Tile::size)};
    };
    auto get = [&](const MergePart& p, u64 k, T& x) { x = from.get(p.from(k) + p.further(k)); };
    auto put = [&](u64 i, const T& x) { to.put(i, x); };
    u32 count = cut_tiles(s.cuts, shares, reports, cut, right_first);
    bool right = merge_tiles(s.tile, s.cuts.first, count, less, part, get, put, Look{reports});
    if (!right && (cut_again(s.cuts, shares, reports, count, cut, right_first) || s.tile.crossed)) {
      merge_tiles_surely(s.tile, s.cuts.first, count, less, part, get, put);
    }
    Base::tell(failed);
  }
};

template <class S>
struct SortByFinish {
  static constexpr u32 threads = THREADS, min_blocks = 4, rows = ROWS;
  static constexpr u64 slots_per_block = u64(threads) * rows;
  struct Shared {};

  DEVICE static void run(const S& from, const S& to, Failed failed) {
    if (*failed != 0) return;
    u64 n = to.len(), first = u64(block()) * slots_per_block + thread();
    UNROLL for (u32 r = 0; r < rows; r += 1) {
      if (first + r * threads < n) to.put(first + r * threads, from.get(first + r * threads));
    }
  }
};
