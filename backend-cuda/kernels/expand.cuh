// expand: stores emit(item, 0), emit(item, 1), … for each item, as many copies as the item's count says.
//
//   out[j] = emit(item i, j - begin[i]) for the i with begin[i] <= j < ends[i], where begin[i] = ends[i - 1]
//
// All tiles have the same number of copies, whatever the items' counts. The first launch finds each tile's cut, the item of
// its first copy, by binary search. In the second, each item whose copies begin inside a tile writes a mark where they
// begin, and a running maximum of the marks yields the item of each copy. A tile with far more items than copies, most of
// which have none, finds the item of each copy by binary search instead. Traffic: items, ends and copies once.
// S. Baxter, Modern GPU, 2013 (load-balancing search).

// The first of the items `from .. to` whose end is greater than `j`; `to` if there is none.
template <class Ends>
DEVICE u64 item_of(const Ends& ends, u64 from, u64 to, u64 j) {
  while (from < to) {
    u64 half = from + (to - from) / 2;
    if (ends.at(half) <= j) from = half + 1;
    else to = half;
  }
  return from;
}

// Stores the cuts of all tiles, and behind them the item of the last copy.
template <class Ends, class Cuts>
struct ExpandCuts {
  static constexpr u32 threads = THREADS, min_blocks = 4;
  struct Shared {};

  DEVICE static void run(const Ends& ends, const Cuts& cuts, u64 copies) {
    u64 tile = u64(block()) * threads + thread(), first = tile * TILE_COPIES;
    if (tile < cuts.len()) cuts.put(tile, item_of(ends, 0, ends.len() - 1, first < copies ? first : copies - 1));
  }
};

// Whether a function reads neighbouring memory for neighbouring copies of an item.
template <class F>
DEVICE constexpr auto side_by_side(int) -> decltype(F::side_by_side) { return F::side_by_side; }
template <class F>
DEVICE constexpr bool side_by_side(...) { return false; }

template <class In, class Ends, class F, class Out, class Cuts>
struct Expand {
  typedef typename Out::value T;
  static constexpr u32 threads = THREADS, min_blocks = 8, rows = ROWS, warps = THREADS / WARP;
  static constexpr int V = LANE_ITEMS;
  static constexpr u32 warp_copies = rows * WARP * V, tile_copies = warps * warp_copies;
  static_assert(tile_copies == TILE_COPIES, "a tile is the host's");
  // A tile with this number of items or more finds the item of each copy by binary search.
  static constexpr u64 most_items = 8 * u64(tile_copies);
  struct Shared {
    // The mark of a copy: 1 + the number of the item that begins with it, counted from the tile's first one; else 0.
    alignas(16) u32 marks[tile_copies];
    u32 highest[warps];
  };

  DEVICE static T copy(const In& in, const Ends& ends, const F& emit, u64 item, u64 j) {
    return emit(in.at(item), j - (item > 0 ? ends.at(item - 1) : 0));
  }

  // Stores this warp's copies, from place `base` of the tile on; neighbouring lanes take neighbouring copies.
  template <class Copy>
  DEVICE static void store_rows(const Out& out, u64 first, u32 copies, u32 base, const Copy& copy) {
    UNROLL for (u32 r = 0; r < rows; r += 1) {
      u32 place = base + r * WARP * V + lane();
      T x[V];
      UNROLL for (int k = 0; k < V; k += 1) if (place + k * WARP < copies) x[k] = copy(place + k * WARP);
      UNROLL for (int k = 0; k < V; k += 1) if (place + k * WARP < copies) out.put(first + place + k * WARP, x[k]);
    }
  }

  DEVICE static void run(const In& in, const Ends& ends, const F& emit, const Out& out, const Cuts& cuts) {
    Shared& s = shared<Shared>();
    u64 first = u64(block()) * tile_copies, from, to;
    u32 count = within(out.len(), first, tile_copies), base = warp() * warp_copies;
    if (cuts.len() > 0) {
      from = cuts.get(block());
      to = cuts.get(block() + 1);
    } else {
      from = item_of(ends, 0, ends.len() - 1, first);
      to = item_of(ends, from, ends.len() - 1, first + count - 1);
    }
    if (to - from >= most_items) {
      for (u32 k = thread(); k < count; k += threads) {
        out.put(first + k, copy(in, ends, emit, item_of(ends, from, to, first + k), first + k));
      }
      return;
    }
    if constexpr (side_by_side<F>(0)) {
      if (from == to) {
        // All copies of the tile are those of one item.
        auto item = in.at(from);
        u64 before = first - (from > 0 ? ends.at(from - 1) : 0);
        return store_rows(out, first, count, base, [&](u32 place) { return emit(item, before + place); });
      }
    }
    ROLLED for (u32 k = thread(); k < tile_copies; k += threads) s.marks[k] = 0;
    sync_block();
    // Item `from + k` begins where the one before it ends, inside the tile or at its end. Of several items that begin at
    // one place, only the last has copies.
    // A thread waits for the ends of several items together.
    constexpr u32 together = copies(4);
    ROLLED for (u32 k = 1 + thread(); k <= u32(to - from); k += together * threads) {
      u64 begin[together], end[together];
      UNROLL for (u32 t = 0; t < together; t += 1) {
        if (k + t * threads > u32(to - from)) continue;
        begin[t] = ends.at(from + k + t * threads - 1);
        end[t] = ends.at(from + k + t * threads);
      }
      UNROLL for (u32 t = 0; t < together; t += 1) {
        if (k + t * threads > u32(to - from)) continue;
        u64 place = begin[t] - first;
        if (place < count && begin[t] < end[t]) s.marks[place] = 1 + k + t * threads;
      }
    }
    sync_block();
    u32 mark[rows][V], before = 0;
    UNROLL for (u32 r = 0; r < rows; r += 1) {
      UNROLL for (int k = 0; k < V; k += 1) {
        mark[r][k] = s.marks[base + (r * WARP + lane()) * V + k];
        if (k > 0 && mark[r][k - 1] > mark[r][k]) mark[r][k] = mark[r][k - 1];
      }
      u32 last = mark[r][V - 1];
      UNROLL for (u32 d = 1; d < WARP; d *= 2) {
        u32 left = shuffle_up(EVERY_LANE, last, d);
        if (lane() >= d && left > last) last = left;
      }
      u32 left = shuffle_up(EVERY_LANE, last, 1);
      if (lane() == 0 || left < before) left = before;
      UNROLL for (int k = 0; k < V; k += 1) if (left > mark[r][k]) mark[r][k] = left;
      last = shuffle(EVERY_LANE, last, WARP - 1);
      if (last > before) before = last;
    }
    if (lane() == 0) s.highest[warp()] = before;
    sync_block();
    u32 least = 1;
    UNROLL for (u32 w = 0; w < warps; w += 1) if (w < warp() && s.highest[w] > least) least = s.highest[w];
    if constexpr (side_by_side<F>(0)) {
      // The marks are replaced by the numbers of items, so that neighbouring lanes can take neighbouring copies.
      UNROLL for (u32 r = 0; r < rows; r += 1) {
        UNROLL for (int k = 0; k < V; k += 1) {
          s.marks[base + (r * WARP + lane()) * V + k] = (mark[r][k] > least ? mark[r][k] : least) - 1;
        }
      }
      sync_warp();
      store_rows(out, first, count, base, [&](u32 place) {
        return copy(in, ends, emit, from + s.marks[place], first + place);
      });
    } else {
      bool whole = count == tile_copies && out.template aligned<V>(first);
      UNROLL for (u32 r = 0; r < rows; r += 1) {
        u32 place = base + (r * WARP + lane()) * V;
        T x[V];
        UNROLL for (int k = 0; k < V; k += 1) {
          u64 item = from + (mark[r][k] > least ? mark[r][k] : least) - 1;
          if (place + k < count) x[k] = copy(in, ends, emit, item, first + place + k);
        }
        if (whole) {
          out.template store<V, ALIGNED>(first + place, x);
        } else {
          UNROLL for (int k = 0; k < V; k += 1) if (place + k < count) out.put(first + place + k, x[k]);
        }
      }
    }
  }
};
