// Merges the next ITEMS items of the left side, a .. a_end, and of the right side, b .. b_end. Both lie in `items`, which
// has room for ITEMS more behind them: the successor of a taken item is read at once, even behind the end of its side.
// `put(k, x)` receives ITEMS items; those behind the end of both sides are arbitrary. Returns the left side's next item.
template <u32 ITEMS, class T, class F, class G>
DEVICE u32 merge_items_of(const T* items, u32 a, u32 a_end, u32 b, u32 b_end, const F& less, const G& put) {
  // Places are counted in bytes: this loop is a merge's largest part.
  constexpr u32 bytes = u32(sizeof(T));
  const u8* base = reinterpret_cast<const u8*>(items);
  T x = items[a], y = items[b];
  a *= bytes;
  a_end *= bytes;
  b *= bytes;
  b_end *= bytes;
  UNROLL for (u32 k = 0; k < ITEMS; k += 1) {
    bool right = b < b_end && (a >= a_end || less(y, x));
    put(k, right ? y : x);
    if (right) {
      b += bytes;
      y = *reinterpret_cast<const T*>(base + b);
    } else {
      a += bytes;
      x = *reinterpret_cast<const T*>(base + a);
    }
  }
  return a / bytes;
}

// A block's tile in shared memory. Each merge moves it from one of two rooms to the other. If three blocks with two rooms
// don't fit a multiprocessor, or items are very large, there is one room, and threads keep their merged items in registers
// until all items are read.
//
// Each thread searches for its own cut, and a merge is right if each thread ends where the next one begins. If a thread
// doesn't, `crossed` is set, and the merge and all that follows from it are repeated with `merge_surely`.
template <class T>
struct MergeTile {
  static constexpr u32 threads = THREADS, items = MERGE_ITEMS, size = threads * items;
  static constexpr bool two = sizeof(T) <= 64 && 3 * 2 * sizeof(T) * (size + items) <= SHARED_LIMIT;
  T rooms[two ? 2 : 1][size + items];
  // The item of the left run with which each thread begins. Two merges in a row use different rows of these.
  u16 cuts[two ? 2 : 1][threads + 1];
  bool crossed, unsure;
  static_assert(size + items < 1 << 16, "positions have 16 bits");

  // Clears the records of crossed cuts; the block calls this before its first barrier.
  DEVICE void begin() {
    if (thread() == 0) crossed = unsure = false;
  }
  // Whether all cuts were in order; the block calls this behind its last merge.
  DEVICE bool is_right() const {
    sync_block();
    return !crossed && !unsure;
  }

  // Calls `f(k, j)` for each of this thread's items, the j-th of which is item k of `all`.
  template <class F>
  DEVICE static void each(u32 all, const F& f) {
    u32 last = all - least(all, thread());
    UNROLL for (u32 j = 0; j < items; j += 1) if (j * threads < last) f(u64(thread()) + j * threads, j);
  }
  // Calls `f(k)` for each of this thread's items: the rolled form of `each`, slower but with less code.
  template <class F>
  DEVICE static void each_in_turn(u32 all, const F& f) {
    ROLLED for (u32 k = thread(); k < all; k += threads) f(u64(k));
  }

  // Merges the runs start .. middle and middle .. end from one room to the other; this thread yields the `items` items of
  // the result from item `own` on. Returns the other room, which all threads can read. Threads own consecutive items from
  // 0 on, and every run but the last ends between two threads' items.
  template <class F>
  DEVICE T* merge(T* from, u32 own, u32 start, u32 middle, u32 end, const F& less) {
    T* to = two && from == rooms[0] ? rooms[two] : rooms[0];
    u16* begun = cuts[two && from == rooms[0] ? two : 0];
    T kept[two ? 1 : items];
    u32 a = 0;
    if (own < end) {
      const T *left = from + start, *right = from + middle;
      u32 diagonal = own - start, rights = end - middle;
      a = start + merge_path(diagonal, diagonal > rights ? diagonal - rights : 0, least(diagonal, middle - start),
                             [&](u32 a, u32 b) { return less(right[b], left[a]); });
      begun[thread()] = u16(a);
      T* mine = to + own;
      // The last thread with items may write up to `items - 1` arbitrary ones behind the run's end.
      a = merge_items_of<items>(from, a, middle, middle + (own - a), end, less, [&](u32 k, const T& x) {
        if constexpr (two) mine[k] = x;
        else kept[k] = x;
      });
    }
    sync_block();
    if (own + items < end && a != begun[thread() + 1]) crossed = true;
    if constexpr (!two) {
      if (own < end) UNROLL for (u32 k = 0; k < items; k += 1) to[own + k] = kept[k];
      sync_block();
    }
    return to;
  }

  // Merges like `merge`, out of the first room, but yields a permutation for any comparator: each round finds the cuts
  // halfway between known ones, within these, and each thread takes the items between its cut and the next one. `put(k, x)`
  // receives item k of the tile. All threads of the block take part; a barrier must follow before the room changes.
  template <class F, class G>
  DEVICE void merge_surely(u32 own, u32 start, u32 middle, u32 end, const F& less, const G& put) {
    const T* room = rooms[0];
    u16* begun = cuts[0];
    // The left run's item with which the thread begins that is `further` threads behind this one.
    auto cut = [&](u32 further) { return end - own <= further * items ? middle : begun[thread() + further]; };
    u32 me = thread() - start / items;
    if (own < end && me == 0) begun[thread()] = u16(start);
    ROLLED for (u32 half = threads / 2; half > 0; half /= 2) {
      sync_block();
      if (own < end && me % (2 * half) == half) {
        u32 a = begun[thread() - half], b = own - half * items + middle - a, a_end = cut(half);
        u32 rights = least(own + half * items, end) + middle - a_end - b, diagonal = half * items;
        u32 lefts = merge_path(diagonal, diagonal > rights ? diagonal - rights : 0, least(diagonal, a_end - a),
                               [&](u32 i, u32 j) { return less(room[b + j], room[a + i]); });
        begun[thread()] = u16(a + lefts);
      }
    }
    sync_block();
    if (own >= end) return;
    u32 a = begun[thread()], a_end = cut(1), b = own + middle - a, b_end = least(own + items, end) + middle - a_end;
    ROLLED for (u32 k = own; a < a_end || b < b_end; k += 1) {
      bool right = b < b_end && (a >= a_end || less(room[b], room[a]));
      put(k, room[right ? b : a]);
      a += !right;
      b += right;
    }
  }
};

// A tile's part of both sides. `left_from` and `right_from` are the positions, or addresses, of this thread's first item if it is
// on the left or on the right; its further items lie at constant distances from there. `lefts` of the `all` items are on the left.
struct MergePart {
  u64 left_from, right_from;
  u32 lefts, all;

  // For this thread's item k: its distance from the first one, whether it is on the left, and the first one's place on its side.
  DEVICE static u32 further(u64 k) { return u32(k) - thread(); }
  DEVICE bool in_left(u64 k) const { return i32(thread() - lefts) < -i32(further(k)); }
  DEVICE u64 from(u64 k) const { return in_left(k) ? left_from : right_from; }
};
// Merges a block's tiles. Each is read while the one before it is merged: `part(t)` describes tile t, `get(part, k, x)`
// reads its item k, and `put(i, x)` writes item i of the result. `first`, the number of the first tile, lies in shared
// memory. Returns whether the result is right: neither cuts of threads crossed nor, according to `look`, cuts of blocks.
template <class T, class P, class F, class G, class H, class K>
DEVICE bool merge_tiles(MergeTile<T>& s, const u64& first, u32 tiles, const F& less, const P& part, const G& get, const H& put,
                        K look) {
  typedef MergeTile<T> Tile;
  T x[Tile::items];
  MergePart now;
  s.begin();
  ROLLED for (u32 t = 0; true; t += 1) {
    MergePart next;
    if (t < tiles) {
      next = part(t);
      Tile::each(next.all, [&](u64 k, u32 j) { get(next, k, x[j]); });
    }
    if (t > 0) {
      if (t == tiles) look.begin();
      const T* merged = s.merge(s.rooms[0], least(thread() * Tile::items, now.all), 0, now.lefts, now.all, less);
      u64 to = (first + (t - 1)) * Tile::size;
      Tile::each(now.all, [&](u64 k, u32) { put(to + k, merged[k]); });
      if (!Tile::two) sync_block();
    }
    if (t == tiles) break;
    now = next;
    Tile::each(now.all, [&](u64 k, u32 j) { s.rooms[0][k] = x[j]; });
    sync_block();
  }
  if (warp() == 0 && !look.all_ordered() && lane() == 0) s.unsure = true;
  return s.is_right();
}
// Merges the tiles again with `merge_surely`, whose result is a permutation for any comparator.
template <class T, class P, class F, class G, class H>
DEVICE void merge_tiles_surely(MergeTile<T>& s, const u64& first, u32 tiles, const F& less, const P& part, const G& get,
                               const H& put) {
  typedef MergeTile<T> Tile;
  ROLLED for (u32 t = 0; t < tiles; t += 1) {
    u64 to = (first + t) * Tile::size;
    MergePart now = part(t);
    Tile::each_in_turn(now.all, [&](u64 k) { get(now, k, s.rooms[0][k]); });
    s.merge_surely(least(thread() * Tile::items, now.all), 0, now.lefts, now.all, less,
                   [&](u32 k, const T& x) { put(to + k, x); });
    sync_block();
  }
}
