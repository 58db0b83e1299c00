// Adaptors whose expressions have slots without an item.

// Filter keeps the items for which a predicate is true.
template <class E, class F>
struct Filter {
  typedef typename E::value item;
  typedef item value;
  static constexpr bool dense = false;
  PARAM E e;
  PARAM F f;

  DEVICE u64 len() const { return e.len(); }
  DEVICE bool slot(u64 i, value& out) const { return e.slot(i, out) && f(out); }
  template <int V>
  DEVICE bool aligned(u64 i) const { return e.template aligned<V>(i); }
  template <int V, Access HOW = ANY>
  DEVICE void slots(u64 i, value* out, bool* kept) const {
    e.template slots<V, HOW>(i, out, kept);
    UNROLL for (int k = 0; k < V; k += 1) kept[k] = kept[k] && f(out[k]);
  }
};

// Dedup keeps the first item of every run of equal items.
template <class E, class Q>
struct Dedup {
  typedef typename E::value item;
  typedef item value;
  static constexpr bool dense = false;
  PARAM E e;
  PARAM Q equal;

  DEVICE u64 len() const { return e.len(); }
  DEVICE bool slot(u64 i, value& out) const {
    out = e.at(i);
    return i == 0 || !equal(e.at(i - 1), out);
  }
  template <int V>
  DEVICE bool aligned(u64 i) const { return e.template aligned<V>(i); }
  template <int V, Access HOW = ANY>
  DEVICE void slots(u64 i, value* out, bool* kept) const {
    e.template load<V, again(HOW)>(i, out);
    kept[0] = i == 0 || !equal(e.at(i - 1), out[0]);
    UNROLL for (int k = 1; k < V; k += 1) kept[k] = !equal(out[k - 1], out[k]);
  }
};
