// UpTo yields the first items of an expression, as many as a number in memory says, but no more than there can be.
template <class E>
struct UpTo {
  typedef typename E::item item;
  typedef typename E::value value;
  static constexpr bool dense = E::dense;
  PARAM E e;
  PARAM const u64* length;
  PARAM u64 most;

  DEVICE u64 len() const { return length != nullptr && *length < most ? *length : most; }
  DEVICE item at(u64 i) const { return e.at(i); }
  DEVICE bool slot(u64 i, value& out) const { return e.slot(i, out); }
  template <int V>
  DEVICE bool aligned(u64 i) const { return e.template aligned<V>(i); }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, value* out) const { e.template load<V, HOW>(i, out); }
  template <int V, Access HOW = ANY>
  DEVICE void slots(u64 i, value* out, bool* kept) const { e.template slots<V, HOW>(i, out, kept); }
};
template <class E> struct Broad<UpTo<E>> : Broad<E> {};
