// Between memory, where a warp reads rows of vectors side by side, and threads that each own a run of consecutive items:
// an exchange through shared memory.
//
// Shared memory is cut into words of 32 bits with one word of padding after every 32, so that neither 32 lanes that
// write neighbouring words nor 32 lanes that read runs of 128 bytes meet in a bank. Items that aren't made of such words
// lie unpadded.

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

  template <int N>
  union Group {
    T items[N];
    u32 w[(sizeof(T) * N + 3) / 4];
    DEVICE Group() {}
  };
  DEVICE static u32 place(u32 word) { return padded ? word + word / 32 : word; }
  // Item k of those that lie within one word or side by side without padding.
  DEVICE static T* inside(Shared& s, u32 k) {
    if constexpr (padded) {
      u32 byte = k * u32(sizeof(T));
      return reinterpret_cast<T*>(reinterpret_cast<u8*>(&s.w[place(byte / 4)]) + byte % 4);
    } else {
      return reinterpret_cast<T*>(s.w) + k;
    }
  }

  // N consecutive items from item k on; if these fill words, k must be where a word begins.
  template <int N>
  DEVICE static void put(Shared& s, u32 k, const T* x) {
    if constexpr (padded && sizeof(T) * N % 4 == 0) {
      Group<N> group;
      UNROLL for (int j = 0; j < N; j += 1) group.items[j] = x[j];
      u32 first = k * u32(sizeof(T)) / 4;
      UNROLL for (u32 j = 0; j < sizeof(T) * N / 4; j += 1) s.w[place(first + j)] = group.w[j];
    } else {
      UNROLL for (int j = 0; j < N; j += 1) *inside(s, k + j) = x[j];
    }
  }
  template <int N>
  DEVICE static void get(Shared& s, u32 k, T* x) {
    if constexpr (padded && sizeof(T) * N % 4 == 0) {
      Group<N> group;
      u32 first = k * u32(sizeof(T)) / 4;
      UNROLL for (u32 j = 0; j < sizeof(T) * N / 4; j += 1) group.w[j] = s.w[place(first + j)];
      UNROLL for (int j = 0; j < N; j += 1) x[j] = group.items[j];
    } else {
      UNROLL for (int j = 0; j < N; j += 1) x[j] = *inside(s, k + j);
    }
  }
};

// Items that a lane moves at once, so that rows of vectors fill a warp's part of a tile.
template <class T, u32 RUN>
constexpr int vector_items = RUN % u32(lane_items(sizeof(T))) == 0 ? lane_items(sizeof(T)) : 1;

// A warp's WARP * RUN items from slot `from` on, to the stage: rows of vectors, all read before the first is used.
template <u32 RUN, class In, class T>
DEVICE void stage_rows(const In& in, u64 from, typename Stage<T, RUN>::Shared& stage) {
  constexpr int V = vector_items<T, RUN>;
  constexpr u32 rows = RUN / V;
  T x[rows][V];
  UNROLL for (u32 r = 0; r < rows; r += 1) in.template load<V, true>(from + (r * WARP + lane()) * V, x[r]);
  UNROLL for (u32 r = 0; r < rows; r += 1) Stage<T, RUN>::template put<V>(stage, (r * WARP + lane()) * V, x[r]);
}
// The first `count` of a warp's items, one by one: where a tile ends, or slices aren't aligned.
template <u32 RUN, class In, class T>
DEVICE void stage_items(const In& in, u64 from, u32 count, typename Stage<T, RUN>::Shared& stage) {
  for (u32 k = lane(); k < count; k += WARP) {
    T x;
    in.slot(from + k, x);
    Stage<T, RUN>::template put<1>(stage, k, &x);
  }
}
// Each lane's run of a warp's items.
template <u32 RUN, class In, class T>
DEVICE void load_runs(const In& in, u64 from, typename Stage<T, RUN>::Shared& stage, T* run) {
  if (in.template aligned<vector_items<T, RUN>>(from)) stage_rows<RUN, In, T>(in, from, stage);
  else stage_items<RUN, In, T>(in, from, WARP * RUN, stage);
  sync_warp();
  Stage<T, RUN>::template get<int(RUN)>(stage, lane() * RUN, run);
}
// The first `count` of a warp's items, to the stage.
template <u32 RUN, class In, class T>
DEVICE void load_some(const In& in, u64 from, u32 count, typename Stage<T, RUN>::Shared& stage) {
  stage_items<RUN, In, T>(in, from, count, stage);
  sync_warp();
}
// The fold of the first `count` items of this lane's run, if there are any.
template <u32 RUN, class Op, class T>
DEVICE T fold_some(const Op& op, u32 count, typename Stage<T, RUN>::Shared& stage) {
  T sum, x;
  ROLLED for (u32 k = 0; k < count; k += 1) {
    Stage<T, RUN>::template get<1>(stage, lane() * RUN + k, &x);
    sum = k == 0 ? x : T(op(sum, x));
  }
  return sum;
}

// The stage is the one that the runs were loaded through.
template <u32 RUN, class Out, class T>
DEVICE void unstage_rows(const Out& out, u64 from, typename Stage<T, RUN>::Shared& stage) {
  constexpr int V = vector_items<T, RUN>;
  UNROLL for (u32 r = 0; r < RUN / V; r += 1) {
    T x[V];
    Stage<T, RUN>::template get<V>(stage, (r * WARP + lane()) * V, x);
    out.template store<V, true>(from + (r * WARP + lane()) * V, x);
  }
}
template <u32 RUN, class Out, class T>
DEVICE void unstage_items(const Out& out, u64 from, u32 count, typename Stage<T, RUN>::Shared& stage) {
  for (u32 k = lane(); k < count; k += WARP) {
    T x;
    Stage<T, RUN>::template get<1>(stage, k, &x);
    out.put(from + k, x);
  }
}
// Each lane's run, to a warp's items from `from` on.
template <u32 RUN, class Out, class T>
DEVICE void store_runs(const Out& out, u64 from, typename Stage<T, RUN>::Shared& stage, const T* run) {
  Stage<T, RUN>::template put<int(RUN)>(stage, lane() * RUN, run);
  sync_warp();
  if (out.template aligned<vector_items<T, RUN>>(from)) unstage_rows<RUN, Out, T>(out, from, stage);
  else unstage_items<RUN, Out, T>(out, from, WARP * RUN, stage);
}
// The first `count` of a warp's items, from the stage.
template <u32 RUN, class Out, class T>
DEVICE void store_some(const Out& out, u64 from, u32 count, typename Stage<T, RUN>::Shared& stage) {
  sync_warp();
  unstage_items<RUN, Out, T>(out, from, count, stage);
}
