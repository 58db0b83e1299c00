// Adaptors that repeat items, all of them over and over, up to a length, or each side by side; and one that puts chains one behind the other.

template <class E>
struct Cycle {
  typedef typename E::value item;
  typedef item value;
  static constexpr bool dense = true;
  PARAM E e;
  PARAM u64 n;

  DEVICE u64 len() const { return e.len() == 0 ? 0 : n; }
  // A division of 32 bits takes a fraction of the time.
  DEVICE u64 place(u64 i) const { return (i | e.len()) >> 32 == 0 ? u32(i) % u32(e.len()) : i % e.len(); }
  DEVICE item at(u64 i) const { return e.at(place(i)); }
  DEVICE bool slot(u64 i, value& out) const {
    out = at(i);
    return true;
  }
  template <int V>
  DEVICE bool aligned(u64) const { return true; }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, value* out) const {
    u64 at = place(i);
    if (at + V <= e.len()) {
      e.template load<V>(at, out);
    } else {
      UNROLL for (int k = 0; k < V; k += 1) {
        out[k] = e.at(at);
        at = at + 1 == e.len() ? 0 : at + 1;
      }
    }
  }
  template <int V, Access HOW = ANY>
  DEVICE void slots(u64 i, value* out, bool* kept) const {
    load<V, HOW>(i, out);
    UNROLL for (int k = 0; k < V; k += 1) kept[k] = true;
  }
};

// RepeatEach yields each item `times` times in a row.
template <class E>
struct RepeatEach {
  typedef typename E::item item;
  typedef item value;
  static constexpr bool dense = true;
  PARAM E e;
  PARAM u64 times;
  PARAM u64 n;

  DEVICE u64 len() const { return n; }
  // A division of 32 bits takes a fraction of the time.
  DEVICE u64 place(u64 i) const { return (i | times) >> 32 == 0 ? u32(i) / u32(times) : i / times; }
  DEVICE item at(u64 i) const { return e.at(place(i)); }
  DEVICE bool slot(u64 i, value& out) const {
    out = at(i);
    return true;
  }
  template <int V>
  DEVICE bool aligned(u64) const { return true; }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, value* out) const {
    u64 original = place(i), left = times - (i - original * times);
    value x = e.at(original);
    UNROLL for (int k = 0; k < V; k += 1) {
      if (left == 0) {
        original += 1;
        left = times;
        x = e.at(original);
      }
      out[k] = x;
      left -= 1;
    }
  }
  template <int V, Access HOW = ANY>
  DEVICE void slots(u64 i, value* out, bool* kept) const {
    load<V, HOW>(i, out);
    UNROLL for (int k = 0; k < V; k += 1) kept[k] = true;
  }
};

// Chained yields the items of one expression, and then those of another.
template <class A, class B>
struct Chained {
  typedef typename A::value item;
  typedef item value;
  static constexpr bool dense = true;
  PARAM A first;
  PARAM B second;

  DEVICE u64 len() const { return first.len() + second.len(); }
  DEVICE item at(u64 i) const { return i < first.len() ? item(first.at(i)) : item(second.at(i - first.len())); }
  DEVICE bool slot(u64 i, value& out) const {
    out = at(i);
    return true;
  }
  template <int V>
  DEVICE bool aligned(u64 i) const { return first.template aligned<V>(i); }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, value* out) const {
    u64 n = first.len();
    if (i + V <= n) {
      first.template load<V, HOW>(i, out);
    } else if (i >= n) {
      // The second expression's alignment isn't that of the first.
      second.template load<V>(i - n, out);
    } else {
      UNROLL for (int k = 0; k < V; k += 1) out[k] = at(i + k);
    }
  }
  template <int V, Access HOW = ANY>
  DEVICE void slots(u64 i, value* out, bool* kept) const {
    load<V, HOW>(i, out);
    UNROLL for (int k = 0; k < V; k += 1) kept[k] = true;
  }
};
