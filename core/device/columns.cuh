// Functors for the columns of a matrix.

// RowOf yields the row of a pair (key, position) of a matrix.
struct RowOf {
  u64 columns;
  template <class K>
  DEVICE u64 operator()(const tuple<K, u64>& pair, u64) const { return columns == 0 ? 0 : get<1>(pair) / columns; }
};
