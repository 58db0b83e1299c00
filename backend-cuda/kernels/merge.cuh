// merge: two sorted sequences become one, stably: of equal items the left ones come first.
//
//   each block: cut both sides at its first and last item     (merge_path.cuh, a warp each)
//               read its part of both sides to shared memory
//   each thread: cut that at its first item, merge its items
//
// One launch. Traffic: each item is read once and written once, beside some dozen probes per tile.
// O. Green, R. McColl and D. Bader, GPU Merge Path, 2012.

template <class L, class R, class Less, class Out>
struct Merge {
  typedef typename L::value T;
  static constexpr u32 threads = 256, min_blocks = 2, items = merge_items(sizeof(T)), tile = threads * items;
  struct Shared {
    T items[tile + 1];
    u64 cuts[2];
  };

  DEVICE static void run(const L& left, const R& right, const Less& less, const Out& out) {
    Shared& s = shared<Shared>();
    u64 lefts = left.len(), rights = right.len(), n = lefts + rights;
    u64 from = u64(block()) * tile, to = n - from < tile ? n : from + tile;
    if (warp() < 2) {
      u64 cut = merge_path_by_warp(warp() == 0 ? from : to, lefts, rights, [&](u64 a, u64 b) {
        T x, y;
        left.slot(a, x);
        right.slot(b, y);
        return less(y, x);
      });
      if (lane() == 0) s.cuts[warp()] = cut;
    }
    sync_block();
    // A comparator that has panicked is no order: the cuts are then kept within bounds.
    u64 a = s.cuts[0], b = from - a;
    u32 in_left = s.cuts[1] < a ? 0 : s.cuts[1] - a > to - from ? u32(to - from) : u32(s.cuts[1] - a);
    u32 in_right = u32(to - from) - in_left;
    if (b + in_right > rights) return;
    T x[items];
    UNROLL for (u32 j = 0; j < items; j += 1) {
      u32 k = thread() + j * threads;
      if (k < in_left) left.slot(a + k, x[j]);
      else if (k < in_left + in_right) right.slot(b + (k - in_left), x[j]);
    }
    UNROLL for (u32 j = 0; j < items; j += 1) s.items[thread() + j * threads] = x[j];
    sync_block();
    merge_tile<threads, items>(s.items, in_left, in_right, less);
    for (u32 k = thread(); k < in_left + in_right; k += threads) out.put(from + k, s.items[k]);
  }
};
