// Reductions of consecutive slots in the shape for commutative operators, whose items are loaded as words where they are aligned.

// Whether an item may take several registers, so that fewer are loaded together.
template <class T> constexpr bool in_parts = __is_class(T);

// By a warp: up to MOST items, each of which has a lane of its own, so that nothing is folded.
template <class In, class Op>
struct WarpLanes {
  typedef typename In::value T;
  typedef InLanes<In, Op> Shape;
  static constexpr u32 V = Shape::V, ROWS = Shape::ROWS, MOST = V * ROWS * WARP;
  static_assert(MOST <= Shape::LANES, "an item for each lane");
  // The words that a thread waits for at once.
  static constexpr u32 most = in_parts<T> ? 2 : ROWS, together = rows_together(Broad<In>::value ? 1 : most < ROWS ? most : ROWS);
  static_assert(ROWS % together == 0, "all words are loaded");

  // The tree over the first `count` of V neighbouring items, at least one.
  DEVICE static T of_word(const Op& op, T* x, u32 count) {
    UNROLL for (u32 d = 1; d < V; d *= 2) {
      UNROLL for (u32 k = 0; k + d < V; k += 2 * d) if (k + d < count) x[k] = op(x[k], x[k + d]);
    }
    return x[0];
  }
  template <Access HOW>
  DEVICE static T of(const In& in, const Op& op, u64 from, u32 n) {
    // The items behind the last whole word are those of one lane.
    T x[ROWS], rest[V];
    u32 whole = n / V, behind = lane() == whole % WARP ? n % V : 0;
    UNROLL for (u32 k = 0; k < V - 1; k += 1) if (k < behind) rest[k] = in.at(from + whole * V + k);
    UNROLL_LIGHT for (u32 r = 0; r < ROWS; r += together) {
      T y[together][V];
      UNROLL for (u32 t = 0; t < together; t += 1) {
        u32 word = (r + t) * WARP + lane();
        if (word < whole) in.template load<int(V), HOW>(from + word * V, y[t]);
      }
      UNROLL for (u32 t = 0; t < together; t += 1) {
        if ((r + t) * WARP + lane() < whole) x[r + t] = of_word(op, y[t], V);
      }
    }
    if (behind > 0) {
      T value = of_word(op, rest, behind);
      UNROLL for (u32 r = 0; r < ROWS; r += 1) if (r == whole / WARP) x[r] = value;
    }
    return Shape::template of_lanes<false>(op, x, (n + V - 1) / V);
  }
  // The value of the `n` items from slot `from` on, at least one; all lanes return it.
  DEVICE static T of(const In& in, const Op& op, u64 from, u32 n) {
    return HEAVY == 0 && in.template aligned<int(V)>(from) ? of<ONCE>(in, op, from, n) : of<ANY>(in, op, from, n);
  }
};

// By a block: a unit of a segment.
template <class In, class Op>
struct BlockLanes {
  typedef typename In::value T;
  typedef Reduce<In, Op> Chunk;
  static constexpr u32 V = InLanes<In, Op>::V, LANES = InLanes<In, Op>::LANES;
  static constexpr u32 WARPS = THREADS / WARP;
  static_assert(LANES == THREADS * V, "each thread has V neighbouring lanes");
  typedef typename Chunk::Shared Shared;

  // Folds each of this thread's V lanes of the slots from `from` to `end`.
  template <Access HOW>
  DEVICE static void fold(const In& in, const Op& op, u64 from, u64 end, Maybe<T>* lanes) {
    constexpr u32 most = Chunk::template rows_of<HOW>, rows = in_parts<T> && most > 2 ? 2 : most;
    // The items behind the last whole word are those of one thread.
    u64 whole = from + (end - from) / V * V;
    T rest[V];
    u32 behind = (whole - from) % LANES == thread() * V ? u32(end - whole) : 0;
    UNROLL for (u32 k = 0; k < V - 1; k += 1) if (k < behind) rest[k] = in.at(whole + k);
    // Words of several rows of lanes are waited for together, also where there are fewer.
    bool begun = false;
    T total[V];
    ROLLED for (u64 i = from + thread() * V; i < whole; i += rows * LANES) {
      T x[rows][V];
      UNROLL for (u32 r = 0; r < rows; r += 1) {
        if (i + r * LANES < whole) in.template load<int(V), HOW>(i + r * LANES, x[r]);
      }
      UNROLL for (u32 r = 0; r < rows; r += 1) {
        if (i + r * LANES >= whole) continue;
        UNROLL for (u32 k = 0; k < V; k += 1) total[k] = r > 0 || begun ? T(op(total[k], x[r][k])) : x[r][k];
      }
      begun = true;
    }
    UNROLL for (u32 k = 0; k < V; k += 1) {
      lanes[k] = Maybe<T>{total[k], begun};
      if (k + 1 < V && k < behind) lanes[k] = join(op, lanes[k], rest[k]);
    }
  }
  // This warp's part of the value of the slots from `from` to `end`, in lane 0. All threads of the block call this.
  DEVICE static Maybe<T> of_warp(Shared& s, const In& in, const Op& op, u64 from, u64 end) {
    Maybe<T> lanes[V];
    UNROLL for (u32 k = 0; k < V; k += 1) lanes[k].has = false;
    if constexpr (Chunk::by_lane) {
      // Another call's lanes may still be read.
      sync_block();
      Chunk::fold_by_lane(s, in, op, from, end, lanes);
    } else if (in.template aligned<int(V)>(from)) {
      fold<ONCE>(in, op, from, end, lanes);
    } else {
      fold<ANY>(in, op, from, end, lanes);
    }
    return warp_tree(op, thread_tree<int(V)>(op, lanes));
  }
  // The value of the parts that a block's warps have left, at least one, in lane 0. All lanes of a warp call this.
  DEVICE static T of_warps(const Op& op, const Maybe<T>* parts) {
    return warp_tree(op, lane() < WARPS ? parts[lane()] : nothing<T>()).x;
  }
};
