// Discard takes the place of columns whose items aren't stored.
template <class T>
struct Discard {
  typedef T value;
  u64 n;

  DEVICE u64 len() const { return n; }
  DEVICE void put(u64, const T&) const {}
};
