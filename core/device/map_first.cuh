// MapFirst applies a function to the first item, and yields all other items as they are.

template <class E, class F>
struct MapFirst {
  typedef typename E::value item;
  typedef item value;
  static constexpr bool dense = true;
  PARAM E e;
  PARAM F f;

  DEVICE u64 len() const { return e.len(); }
  DEVICE item at(u64 i) const {
    item x = e.at(i);
    return i == 0 ? item(f(x)) : x;
  }
  DEVICE bool slot(u64 i, value& out) const {
    out = at(i);
    return true;
  }
  template <int V>
  DEVICE bool aligned(u64 i) const { return e.template aligned<V>(i); }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, value* out) const {
    e.template load<V, HOW>(i, out);
    if (i == 0) out[0] = f(out[0]);
  }
  template <int V, Access HOW = ANY>
  DEVICE void slots(u64 i, value* out, bool* kept) const {
    load<V, HOW>(i, out);
    UNROLL for (int k = 0; k < V; k += 1) kept[k] = true;
  }
};

// WithLeft and WithRight fix the left or the right argument of a function of two arguments.
template <class F, class T>
struct WithLeft {
  PARAM F f;
  PARAM T value;
  DEVICE auto operator()(const T& x) const { return f(value, x); }
};
template <class F, class T>
struct WithRight {
  PARAM F f;
  PARAM T value;
  DEVICE auto operator()(const T& x) const { return f(x, value); }
};
