// Functors for ranges of equal keys.

// RangeOfEqual yields a range of equal keys as it is, and one that begins at the largest number if the keys at its ends differ, since
// then the keys aren't sorted.
template <class K>
struct RangeOfEqual {
  PARAM View<K> keys;

  template <class P>
  DEVICE tuple<u64, u64> operator()(const P& range) const {
    u64 from = get<0>(range), to = get<1>(range);
    if (from >= to || to > keys.n || same_key(keys.p[from], keys.p[to - 1])) return tuple<u64, u64>{from, to};
    return tuple<u64, u64>{~u64(0), 0};
  }
};
