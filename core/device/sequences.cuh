// Searches for a sequence, and for any of a few items, in another sequence.

// Whether the pattern begins at a slot.
template <class E, class P>
struct Occurs {
  typedef bool item;
  typedef bool value;
  static constexpr bool dense = true;
  PARAM E e;
  PARAM P pattern;

  // As on the host, the length is the largest one if 64 bits don't hold it.
  DEVICE u64 len() const {
    u64 more = e.len() - pattern.len();
    return e.len() < pattern.len() ? 0 : more == ~u64(0) ? more : more + 1;
  }
  DEVICE bool at(u64 i) const {
    ROLLED for (u64 k = 0; k < pattern.len(); k += 1) if (!same_key(e.at(i + k), pattern.at(k))) return false;
    return true;
  }
  DEVICE bool slot(u64 i, bool& out) const {
    out = at(i);
    return true;
  }
  template <int V>
  DEVICE bool aligned(u64) const { return true; }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, bool* out) const { UNROLL for (int k = 0; k < V; k += 1) out[k] = at(i + k); }
  template <int V, Access HOW = ANY>
  DEVICE void slots(u64 i, bool* out, bool* kept) const {
    load<V, HOW>(i, out);
    UNROLL for (int k = 0; k < V; k += 1) kept[k] = true;
  }
};

// Whether the flag at the end of each `count` is in a run of at least `count` flags that are true, of which no more than `count`
// before it are looked at.
template <class E>
struct RunAcross {
  typedef bool item;
  typedef bool value;
  static constexpr bool dense = true;
  PARAM E e;
  PARAM u64 count;
  PARAM u64 n;

  DEVICE u64 len() const { return n; }
  DEVICE bool at(u64 i) const {
    u64 first = i * count, flag = first + (count - 1), from = flag;
    if (!e.at(flag)) return false;
    ROLLED while (from > first && e.at(from - 1)) from -= 1;
    if (e.len() - from < count) return false;
    ROLLED for (u64 k = flag + 1; k < from + count; k += 1) if (!e.at(k)) return false;
    return true;
  }
  DEVICE bool slot(u64 i, bool& out) const {
    out = at(i);
    return true;
  }
  template <int V>
  DEVICE bool aligned(u64) const { return true; }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, bool* out) const { UNROLL for (int k = 0; k < V; k += 1) out[k] = at(i + k); }
  template <int V, Access HOW = ANY>
  DEVICE void slots(u64 i, bool* out, bool* kept) const {
    load<V, HOW>(i, out);
    UNROLL for (int k = 0; k < V; k += 1) kept[k] = true;
  }
};

// Whether a key is the same as any of a few.
template <class K, u64 N>
struct AnyOf {
  PARAM array<K, N> keys;

  DEVICE bool operator()(const K& x) const {
    bool any = false;
    UNROLL for (u64 k = 0; k < N; k += 1) any |= same_key(x, keys.v[k]);
    return any;
  }
};
