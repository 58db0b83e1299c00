// Functors of counts and of the copies that they ask for.

// AsCount widens a count; the sign is extended, so that a negative count is larger than any sum may be.
struct AsCount {
  template <class T>
  DEVICE u64 operator()(const T& count) const { return u64(count); }
};

// SaturatingSum adds numbers, up to the largest one.
struct SaturatingSum {
  DEVICE u64 operator()(u64 a, u64 b) const {
    u64 sum = a + b;
    return sum < a ? ~u64(0) : sum;
  }
};

// Copied yields the item of which a copy is one, whatever the number of the copy.
struct Copied {
  template <class T>
  DEVICE T operator()(const T& x, u64) const { return x; }
};

// FirstPart yields the first part of a pair.
struct FirstPart {
  template <class P>
  DEVICE auto operator()(const P& pair) const { return get<0>(pair); }
};

// RangeLen counts the positions of a range, none if it ends before it begins; RangeLenOrOne counts at least one.
struct RangeLen {
  template <class P>
  DEVICE u64 operator()(const P& range) const {
    return get<0>(range) < get<1>(range) ? get<1>(range) - get<0>(range) : 0;
  }
};
struct RangeLenOrOne {
  template <class P>
  DEVICE u64 operator()(const P& range) const {
    return get<0>(range) < get<1>(range) ? get<1>(range) - get<0>(range) : 1;
  }
};

// JoinedPair pairs a row with the position of this number in its range, or with the largest number if the range is empty.
struct JoinedPair {
  template <class P>
  DEVICE tuple<u64, u64> operator()(const P& row, u64 number) const {
    auto range = get<1>(row);
    return tuple<u64, u64>{get<0>(row), get<0>(range) < get<1>(range) ? get<0>(range) + number : ~u64(0)};
  }
};
