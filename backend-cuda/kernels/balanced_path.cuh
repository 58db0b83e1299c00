// The balanced path divides the two sides of a set operation among tiles and threads. A merge path takes the left
// side's items of a run of equal items first. A balanced path takes equally many of both sides, or all of the shorter
// run, so a cut never separates the r-th equal item of the left side from the r-th of the right side, its pair. Where a
// cut's diagonal lies between the items of a pair, the cut takes one item more.
// S. Baxter, moderngpu, 2013.

// A cut lies within both sides for any comparator. If the comparator isn't a strict weak order, cuts from separate
// searches may cross.

// A cut: the numbers of items of either side before it.
template <class I>
struct BalancedCut {
  I left, right;
};

// Searches by one thread.
struct OneThread {
  template <class F>
  DEVICE u32 merge_path(u32 diagonal, u32 low, u32 high, const F& right_first) const {
    return ::merge_path(diagonal, low, high, right_first);
  }
  // The first position in low .. high where `before` is false, by a galloping search from the end, near which it is
  // expected.
  template <class F>
  DEVICE u32 first_from_end(u32 low, u32 high, const F& before) const {
    u32 step = 1;
    ROLLED while (low < high) {
      u32 at = high - low > step ? high - step : low;
      if (before(at)) {
        low = at + 1;
        break;
      }
      high = at;
      step *= 2;
    }
    return ::merge_path(0, low, high, [&](u32 i, u32) { return !before(i); });
  }
  DEVICE bool any(bool p) const { return p; }
};

// Searches in which `count` lanes of a warp, a power of two, look for a cut together. All lanes of the warp take part.
struct Lanes {
  u32 count;

  template <class F>
  DEVICE u64 merge_path(u64 diagonal, u64 low, u64 high, const F& right_first) const {
    return merge_path_by(count, diagonal, low, high, right_first);
  }
  template <class F>
  DEVICE u64 first_from_end(u64 low, u64 high, const F& before) const {
    u64 near = high - low > count ? high - count : low;
    if (near > low && !before(near)) high = near;
    else low = near;
    return merge_path_by(count, 0, low, high, [&](u64 i, u64) { return !before(i); });
  }
  DEVICE bool any(bool p) const { return ::any(EVERY_LANE, p); }
};

// The cut with `diagonal` items before it, or one more (see above). The sides have `lefts` and `rights` items, which
// `left(i)` and `right(j)` return.
template <class T, class By, class I, class F, class G, class H>
DEVICE BalancedCut<I> balanced_path(const By& by, I diagonal, I lefts, I rights, const F& left, const G& right, const H& less) {
  I low = diagonal > rights ? diagonal - rights : 0;
  I a = by.merge_path(diagonal, low, least(diagonal, lefts), [&](I i, I j) { return less(right(j), left(i)); });
  I b = diagonal - a;
  // Whether the merge path's cut divides a run: the last item before it on the left equals the next one on the right.
  bool divides = a > 0 && b < rights && !less(left(a - 1), right(b));
  if (!by.any(divides)) return BalancedCut<I>{a, b};
  T x;
  if (divides) x = right(b);
  I first_left = by.first_from_end(divides ? 0 : a, a, [&](I i) { return less(left(i), x); });
  I first_right = by.first_from_end(divides ? 0 : b, b, [&](I j) { return less(right(j), x); });
  I in_right = b - first_right, all = a - first_left + in_right, to_right = all / 2 < in_right ? in_right : all / 2;
  // The search for the run's end on the right side stops here: the cut takes at most one item more than `to_right`.
  I end = divides ? least(rights, first_right + to_right + 1) : b;
  I there = by.merge_path(0, b, end, [&](I j, I) { return less(x, right(j)); }) - first_right;
  to_right = least(to_right, there);
  I to_left = all - to_right;
  bool pair = to_left == to_right + 1 && to_right < there;
  return BalancedCut<I>{first_left + to_left, first_right + to_right + pair};
}

// A cut is packed in one number, from which its diagonal restores it.
template <class I>
DEVICE I pack_cut(const BalancedCut<I>& cut, I diagonal) { return cut.left * 2 + (cut.left + cut.right - diagonal); }
template <class I>
DEVICE BalancedCut<I> unpack_cut(I packed, I diagonal) {
  return BalancedCut<I>{I(packed / 2), I(diagonal + packed % 2 - packed / 2)};
}
