// The stage in shared memory converts between rows of vectors, which a warp loads coalesced, and runs of consecutive
// items, one for each thread.
//
// The stage consists of words of 32 bits with one word of padding after every 32, so that there are no bank conflicts
// when 32 lanes write neighbouring words or read runs of 128 bytes. Where neither an item nor a run of small items fills
// whole words, there is no padding.

template <class T, u32 RUN>
struct Stage {
  static constexpr u32 count = WARP * RUN;
  static constexpr bool small = sizeof(T) == 1 || sizeof(T) == 2;
  static constexpr bool padded = sizeof(T) % 4 == 0 || (small && RUN * sizeof(T) % 4 == 0);
  static constexpr u32 plain_words = u32((count * sizeof(T) + 3) / 4);
  static constexpr u32 words = padded ? plain_words + (plain_words + 31) / 32 : plain_words;
  struct alignas(16) Shared {
    u32 w[(words + 3) / 4 * 4];
  };

  // N items as words.
  template <int N>
  union Group {
    Items<T, N> items;
    u32 w[(sizeof(T) * N + 3) / 4];
    DEVICE Group() {}
  };
  template <int N>
  static constexpr bool in_words = padded && sizeof(T) * N % 4 == 0;
  template <int N>
  static constexpr u32 words_of = u32(sizeof(T) * N / 4);
  DEVICE static constexpr u32 place(u32 word) { return padded ? word + word / 32 : word; }
  // The place of word j of the N items from item k on, `row` rows further; a row has N items for each lane.
  template <int N>
  DEVICE static u32* word(Shared& s, u32 k, u32 j, u32 row) {
    u32 first = k * u32(sizeof(T)) / 4, at = 32 % words_of<N> == 0 ? place(first) + j : place(first + j);
    return s.w + at + row * place(WARP * words_of<N>);
  }
  // The place of item k, if each item lies within a word or there is no padding.
  DEVICE static T* inside(Shared& s, u32 k) {
    if constexpr (padded) {
      u32 byte = k * u32(sizeof(T));
      return reinterpret_cast<T*>(reinterpret_cast<u8*>(&s.w[place(byte / 4)]) + byte % 4);
    } else {
      return reinterpret_cast<T*>(s.w) + k;
    }
  }

  // Stores the N items from item k on, `row` rows further. If N items fill words, k must be a multiple of N.
  template <int N>
  DEVICE static void put(Shared& s, u32 k, const T* x, u32 row = 0) {
    if constexpr (in_words<N>) {
      Group<N> group;
      copy_items<N>(group.items.v, x);
      UNROLL for (u32 j = 0; j < words_of<N>; j += 1) *word<N>(s, k, j, row) = group.w[j];
    } else {
      UNROLL for (int j = 0; j < N; j += 1) *inside(s, row * WARP * N + k + j) = x[j];
    }
  }
  template <int N>
  DEVICE static void get(Shared& s, u32 k, T* x, u32 row = 0) {
    if constexpr (in_words<N>) {
      Group<N> group;
      UNROLL for (u32 j = 0; j < words_of<N>; j += 1) group.w[j] = *word<N>(s, k, j, row);
      copy_items<N>(x, group.items.v);
    } else {
      UNROLL for (int j = 0; j < N; j += 1) x[j] = *inside(s, row * WARP * N + k + j);
    }
  }

  // The items that fill 32 words from item k on, among which there is at most one word of padding: `nearby(j)` is item
  // k + j, for j < near; with other items there is none for which that holds.
  static constexpr u32 near = sizeof(T) % 4 == 0 && 128 % sizeof(T) == 0 ? u32(128 / sizeof(T)) : 0;
  struct Nearby {
    u32* at;
    u32 rest;
    DEVICE Nearby(Shared& s, u32 k) : at(s.w + place(k * u32(sizeof(T)) / 4)), rest(near - k % near) {}
    DEVICE T operator()(u32 j) const {
      Group<1> group;
      UNROLL for (u32 w = 0; w < words_of<1>; w += 1) group.w[w] = (j < rest ? at : at + 1)[j * words_of<1> + w];
      return group.items.v[0];
    }
  };

  // Access to group g of N items of this lane's run. A run of 32 words has no padding inside.
  template <int N>
  static constexpr bool unbroken = in_words<N> && RUN * sizeof(T) == 4 * WARP;
  template <int N>
  DEVICE static void put_group(Shared& s, u32 g, const T* x) {
    if constexpr (unbroken<N>) {
      u32* at = s.w + lane() * (WARP + 1) + g * words_of<N>;
      Group<N> group;
      copy_items<N>(group.items.v, x);
      UNROLL for (u32 j = 0; j < words_of<N>; j += 1) at[j] = group.w[j];
    } else {
      put<N>(s, lane() * RUN + g * N, x);
    }
  }
  template <int N>
  DEVICE static void get_group(Shared& s, u32 g, T* x) {
    if constexpr (unbroken<N>) {
      const u32* at = s.w + lane() * (WARP + 1) + g * words_of<N>;
      Group<N> group;
      UNROLL for (u32 j = 0; j < words_of<N>; j += 1) group.w[j] = at[j];
      copy_items<N>(x, group.items.v);
    } else {
      get<N>(s, lane() * RUN + g * N, x);
    }
  }
};

// The number of items of a vector: as many as a lane can move at once, or 1 if such rows don't divide a warp's part.
template <class T, u32 RUN>
constexpr int vector_items = RUN % u32(lane_items(sizeof(T))) == 0 ? lane_items(sizeof(T)) : 1;

// A divisor of `rows`, for loops that load several rows together, but not all.
DEVICE constexpr u32 together_of(u32 rows) {
  return rows % 8 == 0 && rows > 16 ? 8 : rows % 4 == 0 ? 4 : rows % 2 == 0 ? 2 : 1;
}

// Stages a warp's WARP * RUN items from slot `from` on: rows of vectors, all read before the first is used.
template <u32 RUN, class In, class T>
DEVICE void stage_rows(const In& in, u64 from, typename Stage<T, RUN>::Shared& stage) {
  constexpr int V = vector_items<T, RUN>;
  constexpr u32 rows = RUN / V;
  T x[rows][V];
  UNROLL for (u32 r = 0; r < rows; r += 1) in.template load<V, ONCE>(from + lane() * V + r * (WARP * V), x[r]);
  UNROLL for (u32 r = 0; r < rows; r += 1) Stage<T, RUN>::template put<V>(stage, lane() * V, x[r], r);
}
// Stages the first `count` of a warp's items one by one, where a tile ends or slices aren't aligned. Several are read
// together.
template <u32 RUN, class In, class T>
DEVICE void stage_items(const In& in, u64 from, u32 count, typename Stage<T, RUN>::Shared& stage) {
  constexpr u32 N = copies(together_of(RUN));
  ROLLED for (u32 first = lane(); first < count; first += N * WARP) {
    T x[N];
    UNROLL for (u32 k = 0; k < N; k += 1) {
      if (first + k * WARP < count) in.slot(from + first + k * WARP, x[k]);
    }
    UNROLL for (u32 k = 0; k < N; k += 1) {
      if (first + k * WARP < count) Stage<T, RUN>::template put<1>(stage, first + k * WARP, &x[k]);
    }
  }
}
// Stages the first `in_warp` of a warp's items from slot `from` on.
template <u32 RUN, class In, class T>
DEVICE void load_runs(const In& in, u64 from, u32 in_warp, typename Stage<T, RUN>::Shared& stage) {
  bool rows = HEAVY == 0 && in_warp == WARP * RUN && in.template aligned<vector_items<T, RUN>>(from);
  if (rows) stage_rows<RUN, In, T>(in, from, stage);
  else stage_items<RUN, In, T>(in, from, in_warp, stage);
  sync_warp();
}

// Calls `f(item, k, first)` for the first `count` items of this lane's run, in order; `first` says whether k is 0. With
// CHANGE the items are stored back after `f`. Whole runs are processed in groups instead of being held in registers, so
// that more blocks fit a multiprocessor.
template <u32 RUN, bool CHANGE, class T, class F>
DEVICE void for_run(typename Stage<T, RUN>::Shared& stage, u32 count, const F& f) {
  typedef Stage<T, RUN> S;
  constexpr int N = RUN % 8 == 0 ? 8 : int(RUN);
  T x[N];
  if (!HEAVY_OP && count == RUN) {
    ROLLED for (u32 g = 0; g < RUN / N; g += 1) {
      S::template get_group<N>(stage, g, x);
      UNROLL for (int k = 0; k < N; k += 1) f(x[k], g * N + k, k == 0 && g == 0);
      if (CHANGE) S::template put_group<N>(stage, g, x);
    }
  } else {
    ROLLED for (u32 k = 0; k < count; k += 1) {
      S::template get<1>(stage, lane() * RUN + k, x);
      f(x[0], k, k == 0);
      if (CHANGE) S::template put<1>(stage, lane() * RUN + k, x);
    }
  }
}

// Makes a variable without a value safe to copy: a bool must be true or false, while numbers and classes may hold any bits.
template <class T> DEVICE void make_copyable(T&) {}
DEVICE void make_copyable(bool& x) { x = false; }

// The fold of the first `count` items of this lane's run; without items it is indeterminate.
template <u32 RUN, class T, class Op>
DEVICE T fold_run(const Op& op, typename Stage<T, RUN>::Shared& stage, u32 count) {
  T sum;
  make_copyable(sum);
  for_run<RUN, false, T>(stage, count, [&](const T& x, u32, bool first) {
    if (first) sum = x;
    else sum = op(sum, x);
  });
  return sum;
}

// Stores a warp's WARP * RUN items from the stage, as rows of vectors.
template <u32 RUN, class Out, class T>
DEVICE void unstage_rows(const Out& out, u64 from, typename Stage<T, RUN>::Shared& stage) {
  constexpr int V = vector_items<T, RUN>;
  UNROLL for (u32 r = 0; r < RUN / V; r += 1) {
    T x[V];
    Stage<T, RUN>::template get<V>(stage, lane() * V, x, r);
    out.template store<V, ALIGNED>(from + (r * WARP + lane()) * V, x);
  }
}
// Stores the first `count` of a warp's items one by one, N of them together.
template <u32 RUN, class Out, class T, u32 N>
DEVICE void unstage_items(const Out& out, u64 from, u32 count, typename Stage<T, RUN>::Shared& stage) {
  ROLLED for (u32 first = lane(); first < count; first += N * WARP) {
    T x[N];
    UNROLL for (u32 k = 0; k < N; k += 1) {
      if (first + k * WARP < count) Stage<T, RUN>::template get<1>(stage, first + k * WARP, &x[k]);
    }
    UNROLL for (u32 k = 0; k < N; k += 1) {
      if (first + k * WARP < count) out.put(from + first + k * WARP, x[k]);
    }
  }
}
// Stores the first `in_warp` of a warp's items from the stage to slot `from` on; N of those that aren't in whole rows together.
template <u32 RUN, class Out, class T, u32 N = 1>
DEVICE void store_runs(const Out& out, u64 from, u32 in_warp, typename Stage<T, RUN>::Shared& stage) {
  sync_warp();
  bool rows = in_warp == WARP * RUN && out.template aligned<vector_items<T, RUN>>(from);
  if (rows) unstage_rows<RUN, Out, T>(out, from, stage);
  else unstage_items<RUN, Out, T, N>(out, from, in_warp, stage);
}
