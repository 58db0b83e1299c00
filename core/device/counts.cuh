// Functors for counts of copies, and for the copies.

// AsCount widens a count to u64. The sign is extended, so a negative count exceeds every valid sum.
struct AsCount {
  template <class T>
  DEVICE u64 operator()(const T& count) const { return u64(count); }
};

// SaturatingSum adds numbers; a sum that overflows is the largest number.
struct SaturatingSum {
  DEVICE u64 operator()(u64 a, u64 b) const {
    u64 sum = a + b;
    return sum < a ? ~u64(0) : sum;
  }
};

// Copied yields a copy of an item: the item, whatever the number of the copy.
struct Copied {
  template <class T>
  DEVICE T operator()(const T& x, u64) const { return x; }
};

// FirstPart yields the first part of a pair.
struct FirstPart {
  template <class P>
  DEVICE auto operator()(const P& pair) const { return get<0>(pair); }
};

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

// RangeLen yields the length of a range, LEAST if it ends before it begins, and the largest number for the range by which RangeOfEqual
// marks unequal keys.
template <u64 LEAST>
struct RangeLen {
  template <class P>
  DEVICE u64 operator()(const P& range) const {
    u64 from = get<0>(range), to = get<1>(range);
    return from == ~u64(0) ? from : from < to ? to - from : LEAST;
  }
};

// JoinedPair pairs a row with item `number` of the row's range, or with the largest number if the range is empty.
struct JoinedPair {
  template <class P>
  DEVICE tuple<u64, u64> operator()(const P& row, u64 number) const {
    auto range = get<1>(row);
    return tuple<u64, u64>{get<0>(row), get<0>(range) < get<1>(range) ? get<0>(range) + number : ~u64(0)};
  }
};
