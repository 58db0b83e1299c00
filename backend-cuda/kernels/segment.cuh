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

// Whether slot `i` begins a run.
template <class K, class Q>
DEVICE bool begins_run(const K& keys, const Q& equal, u64 i) {
  if (i == 0) return true;
  typename K::value before, x;
  keys.slot(i - 1, before);
  keys.slot(i, x);
  return !equal(before, x);
}

// From lanes that read rows of V slots each to those that own runs of RUN slots: `bits` holds those of row r from bit r * V on.
template <u32 RUN, u32 V>
DEVICE u32 own_bits(u32 bits) {
  u32 own = 0;
  UNROLL for (u32 k = 0; k < RUN; k += V) {
    u32 slot = lane() * RUN + k, row = slot / (WARP * V);
    own |= (shuffle(EVERY_LANE, bits, slot / V % WARP) >> row * V & low_bits(V)) << k;
  }
  return own;
}
// The same of rows of one slot each: lane r holds the bits of all lanes in row r.
template <u32 RUN>
DEVICE u32 own_votes(u32 votes) {
  u32 slot = lane() * RUN, row = slot / WARP;
  u64 low = shuffle(EVERY_LANE, votes, row), high = shuffle(EVERY_LANE, votes, (row + 1) % WARP);
  return u32((high << WARP | low) >> slot % WARP) & low_bits(RUN);
}

// Whether runs begin at a warp's slots from `from` on: read in rows of vectors,
template <u32 RUN, int V, class K, class Q>
DEVICE u32 heads_in_rows(const K& keys, const Q& equal, u64 from) {
  typedef typename K::value T;
  constexpr u32 rows = RUN / V, together = rows % 4 == 0 ? 4 : 1;
  u32 bits = 0;
  // What stands before a row, in lane 0.
  T before;
  if (lane() == 0 && from > 0) keys.slot(from - 1, before);
  ROLLED for (u32 first = 0; first < rows; first += together) {
    T x[together][V];
    UNROLL for (u32 r = 0; r < together; r += 1) {
      keys.template load<V, ALIGNED>(from + lane() * V + (first + r) * (WARP * V), x[r]);
    }
    UNROLL for (u32 r = 0; r < together; r += 1) {
      T left = shuffle(EVERY_LANE, x[r][V - 1], (lane() - 1) % WARP);
      if (lane() > 0) before = left;
      u32 heads = (from + first + r + lane() == 0) || !equal(before, x[r][0]);
      UNROLL for (int k = 1; k < V; k += 1) heads |= u32(!equal(x[r][k - 1], x[r][k])) << k;
      bits |= heads << (first + r) * V;
      before = left;
    }
  }
  return own_bits<RUN, V>(bits);
}
// or the first `count`, one by one.
template <u32 RUN, class K, class Q>
DEVICE u32 heads_in_items(const K& keys, const Q& equal, u64 from, u32 count) {
  typedef typename K::value T;
  constexpr u32 together = together_of(RUN);
  u32 own = 0;
  T before;
  if (lane() == 0 && from > 0 && count > 0) keys.slot(from - 1, before);
  ROLLED for (u32 first = 0; first < RUN && first * WARP < count; first += together) {
    T x[together];
    UNROLL for (u32 r = 0; r < together; r += 1) {
      // Lanes beyond the end read the last slot, so that all exchange a key.
      u32 slot = (first + r) * WARP + lane();
      keys.slot(from + (slot < count ? slot : count - 1), x[r]);
    }
    UNROLL for (u32 r = 0; r < together; r += 1) {
      u32 slot = (first + r) * WARP + lane();
      T left = shuffle(EVERY_LANE, x[r], (lane() - 1) % WARP);
      if (lane() > 0) before = left;
      u32 votes = ballot(EVERY_LANE, slot < count && (from + slot == 0 || !equal(before, x[r])));
      if (lane() == first + r) own = votes;
      before = left;
    }
  }
  return own_votes<RUN>(own);
}
// Whether runs begin at the slots of this lane's run, as bits, slot 0 lowest; the warp has `in_warp` slots from `from` on.
template <u32 RUN, class K, class Q>
DEVICE u32 load_heads(const K& keys, const Q& equal, u64 from, u32 in_warp) {
  constexpr int V = vector_items<typename K::value, RUN>;
  if constexpr (V > 1) {
    if (in_warp == WARP * RUN && keys.template aligned<V>(from)) return heads_in_rows<RUN, V>(keys, equal, from);
  }
  return heads_in_items<RUN>(keys, equal, from, in_warp);
}
