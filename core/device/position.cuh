// Positions of other types than u64 are widened where they are used. The sign is extended, so that a negative position is
// beyond every length.

// Widened yields the integers of an expression as u64.
template <class E>
struct Widened {
  typedef u64 item;
  typedef u64 value;
  static constexpr bool dense = E::dense;
  PARAM E e;

  DEVICE u64 len() const { return e.len(); }
  DEVICE u64 at(u64 i) const { return u64(e.at(i)); }
  DEVICE bool slot(u64 i, u64& out) const {
    typename E::value x;
    if (!e.slot(i, x)) return false;
    out = u64(x);
    return true;
  }
  template <int V>
  DEVICE bool aligned(u64 i) const { return e.template aligned<V>(i); }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, u64* out) const {
    typename E::value x[V];
    e.template load<V, HOW>(i, x);
    UNROLL for (int k = 0; k < V; k += 1) out[k] = u64(x[k]);
  }
  template <int V, Access HOW = ANY>
  DEVICE void slots(u64 i, u64* out, bool* kept) const {
    typename E::value x[V];
    e.template slots<V, HOW>(i, x, kept);
    UNROLL for (int k = 0; k < V; k += 1) if (kept[k]) out[k] = u64(x[k]);
  }
};

// PermuteAt yields the items at computed positions of any integer type. A position that is out of range is reported at SITE.
template <class E, class I, u32 SITE, bool SIGNED>
struct PermuteAt {
  typedef typename E::value item;
  typedef item value;
  static constexpr bool dense = true;
  PARAM E e;
  PARAM Widened<I> index;

  DEVICE u64 len() const { return index.len(); }
  DEVICE item at(u64 i) const {
    u64 position = index.at(i);
    item x;
    pick<SITE, SIGNED, 1>(e, &position, i, &x);
    return x;
  }
  template <int V>
  DEVICE bool aligned(u64 i) const { return index.template aligned<V>(i); }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, value* out) const {
    u64 positions[V];
    index.template load<V, HOW>(i, positions);
    pick<SITE, SIGNED, V>(e, positions, i, out);
  }
  DEVICE bool slot(u64 i, value& out) const {
    out = at(i);
    return true;
  }
  template <int V, Access HOW = ANY>
  DEVICE void slots(u64 i, value* out, bool* kept) const {
    load<V, HOW>(i, out);
    UNROLL for (int k = 0; k < V; k += 1) kept[k] = true;
  }
};
