// A cut of the merge path at `diagonal`: the first `diagonal` items of a merge are the first a items of the left side and
// the first diagonal - a of the right side. Of equal items, those of the left side come first.
// O. Green, R. McColl and D. Bader, GPU Merge Path, 2012.

// If a comparator isn't a strict weak order, each search still ends within the bounds, but cuts that were searched for
// independently may cross, so that a merge would lose items and take others twice. The cuts of blocks and tiles are
// therefore put in order (`cut_tiles`), and those of threads are compared with the items that the threads take
// (`MergeTile`).

// Finds a cut between `low` and `high` by bisection, on one thread. `right_first(a, b)` tells whether item b of the
// right side comes before item a of the left side.
template <class F>
DEVICE u32 merge_path(u32 diagonal, u32 low, u32 high, const F& right_first) {
  ROLLED while (low < high) {
    u32 middle = low + (high - low) / 2;
    if (right_first(middle, diagonal - 1 - middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
// Finds a cut between `low` and `high` with `lanes` lanes of a warp, a power of two; all lanes of the warp take part. A
// step divides the range into `lanes` parts, so there are fewer steps that wait for memory than in a bisection, but more
// reads.
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
