// Where merges are cut: the first `diagonal` items of a merge are the first a of one side and the first diagonal - a of
// the other. Items of the left side come first among equal ones.
// O. Green, R. McColl and D. Bader, GPU Merge Path, 2012.

// `right_first(a, b)` says whether item b of the right side comes before item a of the left.
// By one thread, in halves:
template <class F>
DEVICE u64 merge_path(u64 diagonal, u64 lefts, u64 rights, const F& right_first) {
  u64 low = diagonal > rights ? diagonal - rights : 0, high = diagonal < lefts ? diagonal : lefts;
  while (low < high) {
    u64 middle = low + (high - low) / 2;
    if (right_first(middle, diagonal - 1 - middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
// By all lanes of a warp, in 33 parts: a fifth of the steps, each of which waits for memory.
template <class F>
DEVICE u64 merge_path_by_warp(u64 diagonal, u64 lefts, u64 rights, const F& right_first) {
  u64 low = diagonal > rights ? diagonal - rights : 0, high = diagonal < lefts ? diagonal : lefts;
  while (low < high) {
    u64 width = high - low;
    u64 at = width <= WARP ? low + lane() : low + (lane() + 1) * (width / (WARP + 1));
    bool left = at < high && !right_first(at, diagonal - 1 - at);
    u32 lefts_seen = popc(ballot(EVERY_LANE, left));
    u64 last_left = shuffle(EVERY_LANE, at, lefts_seen == 0 ? 0 : lefts_seen - 1);
    u64 first_right = shuffle(EVERY_LANE, at, lefts_seen < WARP ? lefts_seen : WARP - 1);
    if (lefts_seen < WARP && first_right < high) high = first_right;
    if (lefts_seen > 0) low = last_left + 1;
  }
  return low;
}

// Merges ITEMS items, from item `a` of the left side, which ends at `a_end`, and item `b` of the right on; fewer where both
// sides end. The sides lie in `items`, which has room for one more: the item behind the one that is taken is read at once.
template <u32 ITEMS, class T, class F>
DEVICE void merge_items_of(const T* items, u32 a, u32 a_end, u32 b, u32 b_end, const F& less, T (&out)[ITEMS]) {
  T x = items[a], y = items[b];
  UNROLL for (u32 k = 0; k < ITEMS; k += 1) {
    bool right = b < b_end && (a >= a_end || less(y, x));
    out[k] = right ? y : x;
    a += !right;
    b += right;
    if (a + b < a_end + b_end) {
      T next = items[right ? b : a];
      if (right) y = next;
      else x = next;
    }
  }
}

// Merges one tile of a block from shared memory: `lefts` items, then `rights` items, become sorted. ITEMS per thread.
template <u32 THREADS, u32 ITEMS, class T, class F>
DEVICE void merge_tile(T* items, u32 lefts, u32 rights, const F& less) {
  u32 all = lefts + rights, from = thread() * ITEMS < all ? thread() * ITEMS : all;
  T out[ITEMS];
  u32 a = u32(merge_path(from, lefts, rights, [&](u64 a, u64 b) { return less(items[lefts + b], items[a]); }));
  if (from < all) merge_items_of(items, a, lefts, lefts + from - a, all, less, out);
  sync_block();
  UNROLL for (u32 k = 0; k < ITEMS; k += 1) if (from + k < all) items[from + k] = out[k];
  sync_block();
}

// Items per thread of merges and of the sort of a tile, by the size of an item: an odd number, so that threads that write
// theirs side by side use all banks.
DEVICE constexpr u32 merge_items(u64 size) { return size <= 4 ? 17 : size <= 8 ? 11 : size <= 16 ? 7 : size <= 32 ? 3 : 1; }
