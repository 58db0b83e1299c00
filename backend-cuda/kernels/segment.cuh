// Runs of equal keys: a scan of pairs (does a run begin in this part, value of the part's last run).
//
//   (f, a) ∘ (g, b) = (f | g, if g { b } else { a ∘ b })
//
// The shape is that of the values, without the flags.

template <class V>
struct Segment {
  V value;
  bool head;
};

template <class V, class Op>
struct Segmented {
  const Op& op;
  typedef Segment<V> S;
  DEVICE S operator()(const S& a, const S& b) const {
    return S{b.head ? b.value : op(a.value, b.value), a.head || b.head};
  }
};

// Tiles hand on values only. One in which a run begins needs nothing from the left, so most look no further than one tile.
template <class V, class Op>
struct Carried<Segment<V>, Segmented<V, Op>> {
  typedef V part;
  DEVICE static const Op& op(const Segmented<V, Op>& both) { return both.op; }
  DEVICE static V part_of(const Segment<V>& x) { return x.value; }
  DEVICE static Segment<V> whole(const V& x) { return Segment<V>{x, false}; }
  DEVICE static bool absorbs(const Segment<V>& x) { return x.head; }
};

// Whether runs begin at the slots of a warp's part of a tile, to the stage: rows of vectors, several read together.
template <u32 RUN, class K, class Q>
DEVICE void stage_head_rows(const K& keys, const Q& equal, u64 from, typename Stage<bool, RUN>::Shared& stage) {
  typedef typename K::value T;
  constexpr int V = vector_items<T, RUN>;
  constexpr u32 rows = RUN / V, together = rows % 4 == 0 ? 4 : 1;
  ROLLED for (u32 first = 0; first < rows; first += together) {
    T x[together][V];
    UNROLL for (u32 r = 0; r < together; r += 1) keys.template load<V, true>(from + ((first + r) * WARP + lane()) * V, x[r]);
    UNROLL for (u32 r = 0; r < together; r += 1) {
      u32 at = ((first + r) * WARP + lane()) * V;
      T before = shuffle_up(EVERY_LANE, x[r][V - 1], 1);
      bool heads[V];
      if (lane() == 0 && from + at > 0) keys.slot(from + at - 1, before);
      heads[0] = from + at == 0 || !equal(before, x[r][0]);
      UNROLL for (int k = 1; k < V; k += 1) heads[k] = !equal(x[r][k - 1], x[r][k]);
      Stage<bool, RUN>::template put<V>(stage, at, heads);
    }
  }
}
// At the first `count` slots, one by one.
template <u32 RUN, class K, class Q>
DEVICE void stage_head_items(const K& keys, const Q& equal, u64 from, u32 count,
                             typename Stage<bool, RUN>::Shared& stage) {
  typedef typename K::value T;
  for (u32 k = lane(); k < count; k += WARP) {
    u64 i = from + k;
    bool head = true;
    if (i > 0) {
      T before, x;
      keys.slot(i - 1, before);
      keys.slot(i, x);
      head = !equal(before, x);
    }
    Stage<bool, RUN>::template put<1>(stage, k, &head);
  }
}
// Whether runs begin at the first `count` slots of this lane's run, as bits, slot 0 lowest; the warp has `in_warp` slots, from
// slot `from` on.
template <u32 RUN, class K, class Q>
DEVICE u32 load_heads(const K& keys, const Q& equal, u64 from, u32 in_warp, u32 count,
                      typename Stage<bool, RUN>::Shared& stage) {
  bool rows = in_warp == WARP * RUN && keys.template aligned<vector_items<typename K::value, RUN>>(from);
  if (rows) stage_head_rows<RUN>(keys, equal, from, stage);
  else stage_head_items<RUN>(keys, equal, from, in_warp, stage);
  sync_warp();
  // As bytes: what lies beyond `count` was never written, and needn't be a bool.
  u8 head[RUN];
  Stage<u8, RUN>::template get<int(RUN)>(reinterpret_cast<typename Stage<u8, RUN>::Shared&>(stage), lane() * RUN, head);
  u32 bits = 0;
  UNROLL for (u32 k = 0; k < RUN; k += 1) bits |= u32(head[k] & 1) << k;
  return bits & low_bits(count);
}
