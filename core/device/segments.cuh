// Functors that finish the result of a segment, given the segment's start.

// Whole yields the value of a segment as it is.
struct Whole {
  template <class T>
  DEVICE T operator()(const T& x, u64) const { return x; }
};

// PositionIn yields the position of a pair (key, position) within its segment, which starts at `start`.
struct PositionIn {
  template <class K>
  DEVICE u64 operator()(const tuple<K, u64>& pair, u64 start) const { return get<1>(pair) - start; }
};

// PositionOf yields the position of a pair (key, position) in the whole input.
struct PositionOf {
  template <class K>
  DEVICE u64 operator()(const tuple<K, u64>& pair, u64) const { return get<1>(pair); }
};

// Multiple yields the offsets of `rows` rows of `len` items, of which the last ends at `end`.
struct Multiple {
  u64 len, end, rows;
  DEVICE u64 operator()(u64 i) const { return i < rows ? i * len : end; }
};
