// The operator of scans over runs of equal keys, on pairs (number of runs that begin in a part, value of the part's last run).
//
//   (f, a) ∘ (g, b) = (f + g, if g > 0 { b } else { a ∘ b })
//
// The association is that of a scan of the values. Where the number of runs isn't needed, Heads is bool: whether any run begins.

template <class V, class Heads>
struct Segment {
  V value;
  Heads heads;
};

template <class V, class Heads, class Op>
struct Segmented {
  const Op& op;
  typedef Segment<V, Heads> S;
  DEVICE S operator()(const S& a, const S& b) const {
    return S{b.heads != 0 ? b.value : op(a.value, b.value), Heads(a.heads + b.heads)};
  }
};

// The fold of earlier tiles' values starts at the nearest tile in which a run begins, or else at the nearest prefix.
template <class V, class Heads, class Op>
struct Carried<Segment<V, Heads>, Segmented<V, Heads, Op>> {
  typedef Segment<V, Heads> S;
  typedef S part;
  typedef V folded;
  DEVICE static S part_of(const S& x) { return x; }
  template <u32 W>
  DEVICE static S fold(const Segmented<V, Heads, Op>& both, const S (&x)[W], u32 nearest, V* window) {
    V values[W];
    Heads heads[W];
    u32 from = nearest;
    UNROLL for (u32 j = W; j > 0; j -= 1) {
      values[j - 1] = x[j - 1].value;
      heads[j - 1] = x[j - 1].heads;
      u32 begun = ballot(EVERY_LANE, (j - 1) * WARP + lane() <= nearest && heads[j - 1] != 0);
      if (begun != 0) from = (j - 1) * WARP + ffs(begun) - 1;
    }
    return S{fold_back(both.op, values, from, window), sum_back(heads, nearest)};
  }
  DEVICE static bool absorbs(const S&) { return false; }
};
// Where runs aren't counted, tiles pass on values only, and a tile in which a run begins needs nothing from its left.
template <class V, class Op>
struct Carried<Segment<V, bool>, Segmented<V, bool, Op>> {
  typedef Segment<V, bool> S;
  typedef V part;
  typedef V folded;
  DEVICE static V part_of(const S& x) { return x.value; }
  template <u32 W>
  DEVICE static S fold(const Segmented<V, bool, Op>& both, const V (&x)[W], u32 nearest, V* window) {
    return S{fold_back(both.op, x, nearest, window), false};
  }
  DEVICE static bool absorbs(const S& x) { return x.heads; }
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

// Transposes bits from lanes that read rows of V slots each to lanes that own runs of RUN slots: the V bits of row r are
// `bits` from bit r * V on.
template <u32 RUN, u32 V>
DEVICE u32 own_bits(u32 bits) {
  u32 own = 0;
  UNROLL for (u32 k = 0; k < RUN; k += V) {
    u32 slot = lane() * RUN + k, row = slot / (WARP * V);
    own |= (shuffle(EVERY_LANE, bits, slot / V % WARP) >> row * V & low_bits(V)) << k;
  }
  return own;
}
// Transposes the results of votes, from rows of one slot each: lane r holds the bits of all lanes in row r.
template <u32 RUN>
DEVICE u32 own_votes(u32 votes) {
  u32 slot = lane() * RUN, row = slot / WARP;
  u64 low = shuffle(EVERY_LANE, votes, row), high = shuffle(EVERY_LANE, votes, (row + 1) % WARP);
  return u32((high << WARP | low) >> slot % WARP) & low_bits(RUN);
}

// Finds the heads, at which runs begin, among a warp's slots from `from` on, which it reads in rows of vectors.
template <u32 RUN, int V, class K, class Q>
DEVICE u32 heads_in_rows(const K& keys, const Q& equal, u64 from) {
  typedef typename K::value T;
  constexpr u32 rows = RUN / V, together = rows % 4 == 0 ? 4 : 1;
  u32 bits = 0;
  // The key before a row, in lane 0.
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
// Finds the heads among the first `count` of a warp's slots from `from` on, which it reads one by one.
template <u32 RUN, class K, class Q>
DEVICE u32 heads_in_items(const K& keys, const Q& equal, u64 from, u32 count) {
  typedef typename K::value T;
  constexpr u32 together = copies(together_of(RUN));
  u32 own = 0;
  T before;
  if (lane() == 0 && from > 0 && count > 0) keys.slot(from - 1, before);
  ROLLED for (u32 first = 0; first < RUN && first * WARP < count; first += together) {
    T x[together];
    UNROLL for (u32 r = 0; r < together; r += 1) {
      // Lanes behind the end read the last slot, so that all lanes exchange a key.
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
// The heads among the slots of this lane's run, as bits, slot 0 lowest. The warp has `in_warp` slots from `from` on.
template <u32 RUN, class K, class Q>
DEVICE u32 load_heads(const K& keys, const Q& equal, u64 from, u32 in_warp) {
  constexpr int V = vector_items<typename K::value, RUN>;
  if constexpr (V > 1 && HEAVY == 0) {
    if (in_warp == WARP * RUN && keys.template aligned<V>(from)) return heads_in_rows<RUN, V>(keys, equal, from);
  }
  return heads_in_items<RUN>(keys, equal, from, in_warp);
}
