// Parts of expressions that may have slots without an item, for a cluster's ranks.

// Slots from `from` on, `n` of them.
template <class E>
struct Part {
  typedef typename E::item item;
  typedef typename E::value value;
  static constexpr bool dense = E::dense;
  PARAM E e;
  PARAM u64 from;
  PARAM u64 n;

  DEVICE u64 len() const { return n; }
  DEVICE item at(u64 i) const { return e.at(i + from); }
  DEVICE bool slot(u64 i, value& out) const { return e.slot(i + from, out); }
  template <int V>
  DEVICE bool aligned(u64 i) const { return e.template aligned<V>(i + from); }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, value* out) const { e.template load<V, HOW>(i + from, out); }
  template <int V, Access HOW = ANY>
  DEVICE void slots(u64 i, value* out, bool* kept) const { e.template slots<V, HOW>(i + from, out, kept); }
};

// Items with the numbers of their slots.
template <class E>
struct SlotAndItem {
  typedef tuple<u64, typename E::value> item;
  typedef item value;
  static constexpr bool dense = E::dense;
  PARAM E e;

  DEVICE u64 len() const { return e.len(); }
  DEVICE item at(u64 i) const { return item{i, e.at(i)}; }
  DEVICE bool slot(u64 i, value& out) const {
    typename E::value x;
    if (!e.slot(i, x)) return false;
    out = value{i, x};
    return true;
  }
  template <int V>
  DEVICE bool aligned(u64 i) const { return e.template aligned<V>(i); }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, value* out) const {
    typename E::value x[V];
    e.template load<V, HOW>(i, x);
    UNROLL for (int k = 0; k < V; k += 1) out[k] = value{i + k, x[k]};
  }
  template <int V, Access HOW = ANY>
  DEVICE void slots(u64 i, value* out, bool* kept) const {
    typename E::value x[V];
    e.template slots<V, HOW>(i, x, kept);
    UNROLL for (int k = 0; k < V; k += 1) if (kept[k]) out[k] = value{i + k, x[k]};
  }
};
