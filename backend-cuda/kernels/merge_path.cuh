// Where merges are cut: the first `diagonal` items of a merge are the first a of one side and the first diagonal - a of
// the other. Items of the left side come first among equal ones.
// O. Green, R. McColl and D. Bader, GPU Merge Path, 2012.

// `right_first(a, b)` says whether item b of the right side comes before item a of the left.
// By one thread, in halves:
template <class F>
DEVICE u32 merge_path(u32 diagonal, u32 lefts, u32 rights, const F& right_first) {
  u32 low = diagonal > rights ? diagonal - rights : 0, high = least(diagonal, lefts);
  ROLLED while (low < high) {
    u32 middle = low + (high - low) / 2;
    if (right_first(middle, diagonal - 1 - middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
// By `lanes` lanes of a warp for each cut, a power of two; all of the warp take part. In as many parts, so in fewer steps, each
// of which waits for memory, but reads more. The cut lies between `low` and `high`.
template <class F>
DEVICE u64 merge_path_by(u32 lanes, u64 diagonal, u64 low, u64 high, const F& right_first) {
  u32 me = lane() % lanes, first = lane() - me, log2 = ffs(lanes) - 1;
  ROLLED while (any(EVERY_LANE, low < high)) {
    u64 width = high - low, at = width <= lanes ? low + me : low + (me + 1) * (width >> log2);
    bool left = at < high && !right_first(at, diagonal - 1 - at);
    u32 lefts = popc(ballot(EVERY_LANE, left) >> first & low_bits(lanes));
    u64 last_left = shuffle(EVERY_LANE, at, first + (lefts == 0 ? 0 : lefts - 1));
    u64 first_right = shuffle(EVERY_LANE, at, first + (lefts < lanes ? lefts : lanes - 1));
    if (lefts < lanes && first_right < high) high = first_right;
    if (lefts > 0) low = last_left + 1;
  }
  return low;
}

// A cut that is looked for: of which pair of runs, and between which. Wherever it is found, as many items of the right side
// lie before it as there are, or fewer: so a tile's part of that side is there whatever a comparator says.
struct Cut {
  u64 pair, diagonal, low, high;
};
DEVICE Cut cut_of(u64 pair, u64 diagonal, u64 lefts, u64 rights) {
  return Cut{pair, diagonal, diagonal > rights ? diagonal - rights : 0, least(diagonal, lefts)};
}

// Cuts for the tiles of a block, one after the other: where each begins, and where the last one ends. A warp each looks for
// the first and the last cut, then a few lanes each for those between: if whole warps did, they would read more than a
// quarter of what the merge reads. One loop does both, for less code. `right_first(pair, a, b)`
// compares.
constexpr u32 MOST_TILES = 15, CUT_LANES = 4;
template <class F, class G>
DEVICE void cut_tiles(u64* cuts, u32 tiles, const F& cut, const G& right_first) {
  ROLLED for (u32 lanes = WARP; true; lanes = CUT_LANES) {
    bool ends = lanes == WARP;
    u32 t = !ends ? 1 + thread() / CUT_LANES : warp() == 0 ? 0 : tiles;
    bool wanted = ends ? warp() < 2 : t < tiles;
    if (any(EVERY_LANE, wanted)) {
      Cut c = cut(wanted ? t : tiles);
      if (!ends) {
        if (c.pair == cut(0).pair && c.low < cuts[0]) c.low = cuts[0];
        if (c.pair == cut(tiles).pair && c.high > cuts[tiles]) c.high = cuts[tiles];
      }
      // A comparator that contradicts itself may have crossed them.
      if (!wanted || c.low > c.high) c.low = c.high;
      u64 found = merge_path_by(lanes, c.diagonal, c.low, c.high, [&](u64 a, u64 b) { return right_first(c.pair, a, b); });
      if (wanted && lane() % lanes == 0) cuts[t] = found;
    }
    sync_block();
    if (!ends || tiles == 1) break;
  }
}

// Merges ITEMS items, from item `a` of the left side, which ends at `a_end`, and item `b` of the right on; fewer where both
// sides end. The sides lie in `items`, with room for ITEMS more behind: an item behind the one that is taken is read at once,
// whether or not it is there. `put(k, x)` gets them, also those that are not there.
template <u32 ITEMS, class T, class F, class G>
DEVICE void merge_items_of(const T* items, u32 a, u32 a_end, u32 b, u32 b_end, const F& less, const G& put) {
  T x = items[a], y = items[b];
  UNROLL for (u32 k = 0; k < ITEMS; k += 1) {
    bool right = b < b_end && (a >= a_end || less(y, x));
    put(k, right ? y : x);
    a += !right;
    b += right;
    T next = items[right ? b : a];
    if (right) y = next;
    else x = next;
  }
}

constexpr u32 MERGE_THREADS = 256;
static_assert(MERGE_THREADS / CUT_LANES + 1 >= MOST_TILES, "each cut has its lanes");
// Items per thread of merges and of the sort of a tile, by the size of an item: an odd number, so that threads that write
// theirs side by side use all banks.
DEVICE constexpr u32 merge_items(u64 size) { return size <= 4 ? 17 : size <= 8 ? 11 : size <= 16 ? 7 : size <= 32 ? 3 : 1; }
// Blocks that a multiprocessor is to hold: a thread has its next items in registers, where small ones need more than words.
DEVICE constexpr u32 merge_blocks(u64 size) { return size == 4 ? 5 : size <= 8 ? 4 : 3; }

// A block's tile in shared memory, which goes back and forth between two rooms. Where three blocks with two don't fit a
// multiprocessor, or items are very large, there is one, and items stay in registers until all have been read.
template <class T>
struct MergeTile {
  static constexpr u32 threads = MERGE_THREADS, items = merge_items(sizeof(T)), size = threads * items;
  static constexpr bool two = sizeof(T) <= 64 && 3 * 2 * sizeof(T) * (size + items) <= SHARED_LIMIT;
  T rooms[two ? 2 : 1][size + items];

  // Calls `f(k, j)` for each of this thread's items, the j-th of which is item k of `all`.
  template <class F>
  DEVICE static void each(u32 all, const F& f) {
    UNROLL for (u32 j = 0; j < items; j += 1) if (thread() + j * threads < all) f(u64(thread()) + j * threads, j);
  }

  // Merges `items` of this thread, from item `own` on, of the runs that begin at `start` and `middle`, from a room to the other
  // one, which it yields behind a barrier. Threads own consecutive items from 0 on, and runs end between two threads' items,
  // but for the last one.
  template <class F>
  DEVICE T* merge(T* from, u32 own, u32 start, u32 middle, u32 end, const F& less) {
    T* to = two && from == rooms[0] ? rooms[two] : rooms[0];
    T kept[two ? 1 : items];
    if (own < end) {
      const T *left = from + start, *right = from + middle;
      u32 a = merge_path(own - start, middle - start, end - middle, [&](u32 a, u32 b) { return less(right[b], left[a]); });
      // The last thread with items may write a few behind them.
      merge_items_of<items>(from, start + a, middle, middle + (own - start - a), end, less, [&](u32 k, const T& x) {
        if constexpr (two) to[own + k] = x;
        else kept[k] = x;
      });
    }
    sync_block();
    if constexpr (!two) {
      if (own < end) UNROLL for (u32 k = 0; k < items; k += 1) to[own + k] = kept[k];
      sync_block();
    }
    return to;
  }
};

// Which of so many tiles are a block's.
DEVICE u32 block_tiles(u64 tiles, u64& first) {
  first = block() * tiles / blocks();
  return u32((block() + 1) * tiles / blocks() - first);
}

// What a tile is merged from: where its first item would stand if it was either side's, as a position or as an address, and
// how many it has.
struct MergePart {
  u64 left_from, right_from;
  u32 lefts, all;
};
// Merges a block's tiles, of which each is read while the one before it is merged: `part(t)` says of what tile t consists,
// `get(part, k, x)` reads its item k, and `put(t, k, x)` writes item k of what it becomes.
template <class T, class P, class F, class G, class H>
DEVICE void merge_tiles(MergeTile<T>& s, u32 tiles, const F& less, const P& part, const G& get, const H& put) {
  typedef MergeTile<T> Tile;
  T x[Tile::items];
  MergePart now;
  ROLLED for (u32 t = 0; true; t += 1) {
    MergePart next;
    if (t < tiles) {
      next = part(t);
      Tile::each(next.all, [&](u64 k, u32 j) { get(next, k, x[j]); });
    }
    if (t > 0) {
      const T* merged = s.merge(s.rooms[0], least(thread() * Tile::items, now.all), 0, now.lefts, now.all, less);
      Tile::each(now.all, [&](u64 k, u32) { put(t - 1, k, merged[k]); });
      if (!Tile::two) sync_block();
    }
    if (t == tiles) break;
    now = next;
    Tile::each(now.all, [&](u64 k, u32 j) { s.rooms[0][k] = x[j]; });
    sync_block();
  }
}
