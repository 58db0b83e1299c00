// Adaptors between items and arrays of items.

// Whether each item of an expression consists of many items of its input: kernels then load fewer items together.
template <class E> struct Broad { static constexpr bool value = false; };

// Windows yields overlapping runs of N items.
template <class E, u64 N>
struct Windows {
  typedef array<typename E::value, N> item;
  typedef item value;
  PARAM E e;

  DEVICE u64 len() const { return e.len() < N ? 0 : e.len() - (N - 1); }
  DEVICE item at(u64 i) const {
    item out;
    UNROLL for (u64 k = 0; k < N; k += 1) out.v[k] = e.at(i + k);
    return out;
  }
  template <int V>
  DEVICE bool aligned(u64 i) const { return e.template aligned<V>(i); }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, value* out) const {
    typename E::value x[V + N - 1];
    e.template load<V, again(HOW)>(i, x);
    UNROLL for (u64 k = V; k < V + N - 1; k += 1) x[k] = e.at(i + k);
    UNROLL for (int k = 0; k < V; k += 1) {
      UNROLL for (u64 j = 0; j < N; j += 1) out[k].v[j] = x[k + j];
    }
  }
  DENSE
};

// Chunks yields adjoining runs of N items.
template <class E, u64 N>
struct Chunks {
  typedef array<typename E::value, N> item;
  typedef item value;
  PARAM E e;

  DEVICE u64 len() const { return e.len() / N; }
  DEVICE item at(u64 i) const {
    item out;
    UNROLL for (u64 k = 0; k < N; k += 1) out.v[k] = e.at(i * N + k);
    return out;
  }
  template <int V>
  DEVICE bool aligned(u64 i) const { return e.template aligned<int(V * N)>(i * N); }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, value* out) const { e.template load<int(V * N), HOW>(i * N, out[0].v); }
  DENSE
};

// N items for every item.
template <class E, class F, u64 N>
struct FlatMap {
  typedef result<F, typename E::item> run;
  typedef plain<decltype(some<run>().v[0])> item;
  typedef item value;
  PARAM E e;
  PARAM F f;

  // The length saturates, as on the host.
  DEVICE u64 len() const { return N != 0 && e.len() > ~u64(0) / (N == 0 ? 1 : N) ? ~u64(0) : e.len() * N; }
  DEVICE item at(u64 i) const { return pick(f(e.at(i / N)), i % N); }
  // Loads of whole runs need no slice to be aligned, but must begin where a run does.
  template <int V>
  DEVICE bool aligned(u64 i) const { return V % N != 0 || i % N == 0; }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, value* out) const {
    if constexpr (V % N == 0) {
      u64 first = i / N, skipped = HOW == ANY ? i % N : 0;
      value all[V + N];
      UNROLL for (u64 c = 0; c < V / N; c += 1) put(first + c, all + c * N);
      if (skipped != 0) put(first + V / N, all + V);
      UNROLL for (int k = 0; k < V; k += 1) {
        out[k] = all[k];
        UNROLL for (u64 j = 1; j < N; j += 1) if (skipped == j) out[k] = all[k + j];
      }
    } else {
      run items = f(e.at(i / N));
      u64 next = i % N;
      UNROLL for (int k = 0; k < V; k += 1) {
        if (next == N) {
          items = f(e.at((i + k) / N));
          next = 0;
        }
        out[k] = pick(items, next);
        next += 1;
      }
    }
  }
  DENSE

  DEVICE void put(u64 call, value* out) const {
    run items = f(e.at(call));
    UNROLL for (u64 j = 0; j < N; j += 1) out[j] = items.v[j];
  }
  // Item j of a run. In short runs it is selected by comparisons, since an index would keep the items out of registers.
  DEVICE static item pick(const run& items, u64 j) {
    if constexpr (N > 8) {
      return items.v[j];
    } else {
      item x = items.v[0];
      UNROLL for (u64 k = 1; k < N; k += 1) if (j == k) x = items.v[k];
      return x;
    }
  }
};

// Adjacent yields the first item, then a function of each item and the one before it.
template <class E, class F>
struct Adjacent {
  typedef typename E::value item;
  typedef item value;
  PARAM E e;
  PARAM F f;

  DEVICE u64 len() const { return e.len(); }
  DEVICE item at(u64 i) const {
    item x = e.at(i);
    return i == 0 ? x : item(f(x, e.at(i - 1)));
  }
  template <int V>
  DEVICE bool aligned(u64 i) const { return e.template aligned<V>(i); }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, value* out) const {
    value x[V];
    e.template load<V, again(HOW)>(i, x);
    out[0] = i == 0 ? x[0] : item(f(x[0], e.at(i - 1)));
    UNROLL for (int k = 1; k < V; k += 1) out[k] = f(x[k], x[k - 1]);
  }
  DENSE
};

#undef LOAD_BY_ITEM
#undef DENSE
