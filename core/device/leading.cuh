// Leading is the first items of columns, as many as a number in memory says, but no more than there can be.

template <class T>
DEVICE void shorten(Span<T>& columns, u64 len) { columns.n = len; }
DEVICE void shorten(NoColumns& columns, u64 len) { columns.n = len; }
// The length of columns is that of the first one.
template <class... S>
DEVICE void shorten(Columns<S...>& columns, u64 len) { shorten(columns.parts.head, len); }

template <class S>
struct Leading {
  typedef S columns;
  typedef typename S::value value;
  PARAM S all;
  PARAM const u64* length;

  DEVICE u64 len() const {
    u64 most = all.len();
    return length != nullptr && *length < most ? *length : most;
  }
  DEVICE operator S() const {
    S first = all;
    shorten(first, len());
    return first;
  }
};
