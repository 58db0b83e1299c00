// FilterMap yields what is in the options that a function makes of the items.
template <class E, class F>
struct FilterMap {
  typedef decltype(some<result<F, typename E::value>>().m_value) item;
  typedef item value;
  static constexpr bool dense = false;
  PARAM E e;
  PARAM F f;

  DEVICE u64 len() const { return e.len(); }
  DEVICE bool slot(u64 i, value& out) const {
    typename E::value x;
    if (!e.slot(i, x)) return false;
    auto y = f(x);
    if (y.m_some) out = y.m_value;
    return y.m_some;
  }
  template <int V>
  DEVICE bool aligned(u64 i) const { return e.template aligned<V>(i); }
  template <int V, Access HOW = ANY>
  DEVICE void slots(u64 i, value* out, bool* kept) const {
    typename E::value x[V];
    e.template slots<V, HOW>(i, x, kept);
    UNROLL for (int k = 0; k < V; k += 1) {
      if (!kept[k]) continue;
      auto y = f(x[k]);
      kept[k] = y.m_some;
      if (y.m_some) out[k] = y.m_value;
    }
  }
};
