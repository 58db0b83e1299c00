// Adaptors: expressions over expressions.

// Whether an item is a reference or a tuple that contains one. Such an item is read by `at`, since `load` copies items.
template <class T> struct Refers { static constexpr bool value = false; };
template <class T> struct Refers<T&> { static constexpr bool value = true; };
template <class... T> struct Refers<tuple<T...>> { static constexpr bool value = (Refers<T>::value || ...); };

template <class E, class F>
struct Map {
  typedef result<F, typename E::item> item;
  typedef plain<item> value;
  static constexpr bool dense = E::dense;
  PARAM E e;
  PARAM F f;

  DEVICE u64 len() const { return e.len(); }
  DEVICE item at(u64 i) const { return f(e.at(i)); }
  DEVICE bool slot(u64 i, value& out) const {
    if constexpr (dense) {
      out = at(i);
      return true;
    } else {
      typename E::value x;
      if (!e.slot(i, x)) return false;
      out = f(x);
      return true;
    }
  }
  template <int V>
  DEVICE bool aligned(u64 i) const {
    if constexpr (Refers<typename E::item>::value) return true;
    else return e.template aligned<V>(i);
  }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, value* out) const {
    if constexpr (Refers<typename E::item>::value) {
      UNROLL for (int k = 0; k < V; k += 1) out[k] = at(i + k);
    } else {
      typename E::value x[V];
      e.template load<V, HOW>(i, x);
      UNROLL for (int k = 0; k < V; k += 1) out[k] = f(x[k]);
    }
  }
  template <int V, Access HOW = ANY>
  DEVICE void slots(u64 i, value* out, bool* kept) const {
    typename E::value x[V];
    e.template slots<V, HOW>(i, x, kept);
    UNROLL for (int k = 0; k < V; k += 1) if (kept[k]) out[k] = f(x[k]);
  }
};

// A list of expressions of one length. Every member fills slots of 16 bytes, so that the nested parts have the layout of
// a flat list.
template <class... E> struct Parts;
template <class H>
struct Parts<H> {
  PARAM H head;
  template <u32 I>
  DEVICE const auto& part() const { return head; }
};
template <class H, class... T>
struct Parts<H, T...> {
  PARAM H head;
  PARAM Parts<T...> tail;
  template <u32 I>
  DEVICE const auto& part() const {
    if constexpr (I == 0) return head;
    else return tail.template part<I - 1>();
  }
};

template <class... E>
struct Zip {
  typedef tuple<typename E::item...> item;
  typedef tuple<typename E::value...> value;
  typedef indices<sizeof...(E)> all;
  PARAM Parts<E...> parts;

  DEVICE u64 len() const { return parts.head.len(); }
  DEVICE item at(u64 i) const { return at_all(i, all()); }
  template <int V>
  DEVICE bool aligned(u64 i) const { return aligned_all<V>(i, all()); }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, value* out) const { load_all<V, HOW>(i, out, all()); }
  DENSE

  template <u32... I>
  DEVICE item at_all(u64 i, Indices<I...>) const { return item{parts.template part<I>().at(i)...}; }
  template <int V, u32... I>
  DEVICE bool aligned_all(u64 i, Indices<I...>) const { return (parts.template part<I>().template aligned<V>(i) && ...); }
  template <int V, Access HOW, u32... I>
  DEVICE void load_all(u64 i, value* out, Indices<I...>) const {
    tuple<array<typename E::value, V>...> columns;
    (parts.template part<I>().template load<V, again(HOW)>(i, get<I>(columns).v), ...);
    UNROLL for (int k = 0; k < V; k += 1) out[k] = value{get<I>(columns).v[k]...};
  }
};

template <class E>
struct Enumerate {
  typedef tuple<u64, typename E::item> item;
  typedef tuple<u64, typename E::value> value;
  PARAM E e;

  DEVICE u64 len() const { return e.len(); }
  DEVICE item at(u64 i) const { return item{i, e.at(i)}; }
  template <int V>
  DEVICE bool aligned(u64 i) const { return e.template aligned<V>(i); }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, value* out) const {
    typename E::value x[V];
    e.template load<V, HOW>(i, x);
    UNROLL for (int k = 0; k < V; k += 1) out[k] = value{i + k, x[k]};
  }
  DENSE
};

template <class E>
struct Positioned {
  typedef tuple<typename E::item, u64> item;
  typedef tuple<typename E::value, u64> value;
  PARAM E e;

  DEVICE u64 len() const { return e.len(); }
  DEVICE item at(u64 i) const { return item{e.at(i), i}; }
  template <int V>
  DEVICE bool aligned(u64 i) const { return e.template aligned<V>(i); }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, value* out) const {
    typename E::value x[V];
    e.template load<V, HOW>(i, x);
    UNROLL for (int k = 0; k < V; k += 1) out[k] = value{x[k], i + k};
  }
  DENSE
};
// How a kernel stores an item whose slot it knows.
template <class E>
struct StoredAs {
  typedef E input;
  DEVICE static const input& of(const E& e) { return e; }
  DEVICE static typename E::value item(const E&, const typename E::value& x, u64) { return x; }
};
template <class E>
struct StoredAs<Positioned<E>> {
  typedef E input;
  DEVICE static const input& of(const Positioned<E>& e) { return e.e; }
  DEVICE static typename Positioned<E>::value item(const Positioned<E>&, const typename E::value& x, u64 slot) { return {x, slot}; }
};

template <class E>
struct Rev {
  typedef typename E::item item;
  typedef typename E::value value;
  PARAM E e;

  DEVICE u64 len() const { return e.len(); }
  DEVICE item at(u64 i) const { return e.at(len() - 1 - i); }
  template <int V>
  DEVICE bool aligned(u64 i) const { return e.template aligned<V>(len() - V - i); }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, value* out) const {
    value x[V];
    e.template load<V, HOW>(len() - V - i, x);
    UNROLL for (int k = 0; k < V; k += 1) out[k] = x[V - 1 - k];
  }
  DENSE
};

template <class E>
struct Skip {
  typedef typename E::item item;
  typedef typename E::value value;
  PARAM E e;
  PARAM u64 n;

  DEVICE u64 len() const { return e.len() > n ? e.len() - n : 0; }
  DEVICE item at(u64 i) const { return e.at(i + n); }
  template <int V>
  DEVICE bool aligned(u64 i) const { return e.template aligned<V>(i + n); }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, value* out) const { e.template load<V, HOW>(i + n, out); }
  DENSE
};

template <class E>
struct Take {
  typedef typename E::item item;
  typedef typename E::value value;
  PARAM E e;
  PARAM u64 n;

  DEVICE u64 len() const { return e.len() < n ? e.len() : n; }
  DEVICE item at(u64 i) const { return e.at(i); }
  template <int V>
  DEVICE bool aligned(u64 i) const { return e.template aligned<V>(i); }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, value* out) const { e.template load<V, HOW>(i, out); }
  DENSE
};

template <class E>
struct StepBy {
  typedef typename E::item item;
  typedef typename E::value value;
  PARAM E e;
  PARAM u64 step;

  DEVICE u64 len() const { return e.len() / step + (e.len() % step != 0); }
  DEVICE item at(u64 i) const { return e.at(i * step); }
  LOAD_BY_ITEM
  DENSE
};

// Yields the items of `e` at V positions, those of the chain's items from `i` on. All positions are compared before one is
// reported, so that a kernel has one report for all. A negative position becomes 2^63 or more, wrong even for a longer chain.
template <u32 SITE, bool SIGNED, int V, class E>
DEVICE void pick(const E& e, const u64* positions, u64 i, typename E::value* out) {
  u64 most = SIGNED && e.len() >> 63 != 0 ? u64(1) << 63 : e.len();
  bool within = true;
  UNROLL for (int k = 0; k < V; k += 1) within &= positions[k] < most;
  if (!within) {
    u64 position = positions[0], item = i;
    UNROLL for (int k = 1; k < V; k += 1) {
      if (positions[k] < most) continue;
      position = positions[k];
      item = i + k;
    }
    Panic panic;
    panic.raise(SITE, position, e.len(), item);
  }
  UNROLL for (int k = 0; k < V; k += 1) out[k] = positions[k] < most ? typename E::value(e.at(positions[k])) : typename E::value{};
}

// Permute yields the items at computed positions. A position that is out of range is reported at SITE.
template <class E, class I, u32 SITE>
struct Permute {
  typedef typename E::value item;
  typedef item value;
  PARAM E e;
  PARAM I index;

  DEVICE u64 len() const { return index.len(); }
  DEVICE item at(u64 i) const {
    u64 position = index.at(i);
    item x;
    pick<SITE, false, 1>(e, &position, i, &x);
    return x;
  }
  template <int V>
  DEVICE bool aligned(u64 i) const { return index.template aligned<V>(i); }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, value* out) const {
    u64 positions[V];
    index.template load<V, HOW>(i, positions);
    pick<SITE, false, V>(e, positions, i, out);
  }
  DENSE
};
