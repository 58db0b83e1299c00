// Joined is an output of prefixes that end before an item: it stores each one joined with its item of an expression.
template <class E, class Op, class S>
struct Joined {
  typedef typename S::value value;
  PARAM E e;
  PARAM Op op;
  PARAM S out;

  DEVICE u64 len() const { return out.len(); }
  DEVICE void put(u64 i, const value& x) const { out.put(i, op(x, e.at(i))); }
  template <int V>
  DEVICE bool aligned(u64 i) const { return e.template aligned<V>(i) && out.template aligned<V>(i); }
  template <int V, Access HOW = ANY>
  DEVICE void store(u64 i, const value* in) const {
    typename E::value items[V];
    value joined[V];
    e.template load<V, HOW>(i, items);
    UNROLL for (int k = 0; k < V; k += 1) joined[k] = op(in[k], items[k]);
    out.template store<V, HOW>(i, joined);
  }
};
