// Storage for results: columns of memory, read and written by index.
//
//   typedef value                the type of the items
//   value get(i), put(i, x)      one item
//   load<V>(i, out), store<V>(i, in), aligned<V>(i)   V consecutive items, as for expressions

// Stores a value with its padding.
template <class T>
DEVICE void store_item(T* p, const T& x) {
  if constexpr (HasPadding<T>::value) {
    typedef typename Word<alignof(T)>::type word;
    union Both {
      T x;
      word words[sizeof(T) / alignof(T)];
      DEVICE Both(const T& x) : x(x) {}
    } both(x);
    UNROLL for (u32 k = 0; k < sizeof(T) / alignof(T); k += 1) reinterpret_cast<word*>(p)[k] = both.words[k];
  } else {
    *p = x;
  }
}

template <class T>
struct Span {
  typedef T value;
  T* p;
  u64 n;

  DEVICE u64 len() const { return n; }
  DEVICE T get(u64 i) const { return p[i]; }
  DEVICE void put(u64 i, const T& x) const { store_item(p + i, x); }
  template <int V>
  DEVICE bool aligned(u64 i) const { return Words<T, V>::aligned(p + i); }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, T* out) const {
    if (HOW != ANY || aligned<V>(i)) load_words<V, HOW>(p + i, out);
    else UNROLL for (int k = 0; k < V; k += 1) out[k] = p[i + k];
  }
  template <int V, Access HOW = ANY>
  DEVICE void store(u64 i, const T* in) const {
    if (HOW != ANY || aligned<V>(i)) store_words<V>(p + i, in);
    else UNROLL for (int k = 0; k < V; k += 1) store_item(p + i + k, in[k]);
  }
};

// Columns stores tuples, each part in a column of its own.
template <class... S>
struct Columns {
  typedef tuple<typename S::value...> value;
  typedef indices<sizeof...(S)> all;
  PARAM Parts<S...> parts;

  DEVICE u64 len() const { return parts.head.len(); }
  DEVICE value get(u64 i) const { return get_all(i, all()); }
  DEVICE void put(u64 i, const value& x) const { put_all(i, x, all()); }
  template <int V>
  DEVICE bool aligned(u64 i) const { return aligned_all<V>(i, all()); }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, value* out) const { load_all<V, HOW>(i, out, all()); }
  template <int V, Access HOW = ANY>
  DEVICE void store(u64 i, const value* in) const { store_all<V, HOW>(i, in, all()); }

  template <u32... I>
  DEVICE value get_all(u64 i, Indices<I...>) const { return value{parts.template part<I>().get(i)...}; }
  template <u32... I>
  DEVICE void put_all(u64 i, const value& x, Indices<I...>) const { (parts.template part<I>().put(i, ::get<I>(x)), ...); }
  template <int V, u32... I>
  DEVICE bool aligned_all(u64 i, Indices<I...>) const { return (parts.template part<I>().template aligned<V>(i) && ...); }
  template <int V, Access HOW, u32... I>
  DEVICE void load_all(u64 i, value* out, Indices<I...>) const {
    tuple<array<typename S::value, V>...> columns;
    (parts.template part<I>().template load<V, HOW>(i, ::get<I>(columns).v), ...);
    UNROLL for (int k = 0; k < V; k += 1) out[k] = value{::get<I>(columns).v[k]...};
  }
  template <int V, Access HOW, u32... I>
  DEVICE void store_all(u64 i, const value* in, Indices<I...>) const {
    tuple<array<typename S::value, V>...> columns;
    UNROLL for (int k = 0; k < V; k += 1) ((::get<I>(columns).v[k] = ::get<I>(in[k])), ...);
    (parts.template part<I>().template store<V, HOW>(i, ::get<I>(columns).v), ...);
  }
};

// NoColumns takes the place of the values in a sort of keys alone.
struct NoColumns {
  typedef u8 value;
  u64 n;

  DEVICE u64 len() const { return n; }
  DEVICE u8 get(u64) const { return 0; }
  DEVICE void put(u64, u8) const {}
  template <int V>
  DEVICE bool aligned(u64) const { return true; }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64, u8* out) const { UNROLL for (int k = 0; k < V; k += 1) out[k] = 0; }
  template <int V, Access HOW = ANY>
  DEVICE void store(u64, const u8*) const {}
};
