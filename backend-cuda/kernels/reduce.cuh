// reduce, for commutative operators: combines all items.
//
//   lanes[t][k] = fold of the chunk's slots t * V + k, + row, + 2 row, …      (each thread: V lanes)
//   partials[c] = tree over the lanes of chunk c                              (each block: one chunk)
//   result = init ∘ tree over t of (fold of partials[t], partials[t + 256], …)   (the last block to finish)
//
// One launch. Traffic: each item is read once; a chunk of at least 8 rows leaves one partial value.
// M. Harris, Optimizing Parallel Reduction in CUDA, 2007; the last block finishes as in the SDK's threadFenceReduction.

template <class In, class Op>
struct Reduce {
  typedef typename In::value T;
  typedef Maybe<T> Partial;
  static constexpr int V = lane_items(sizeof(T));
  static constexpr u32 threads = THREADS, min_blocks = sizeof(T) > 16 ? 1 : 3;
  // The number of rows in flight together, a divisor of CHUNK_ROWS. It is smaller where items are large, where small items are
  // loaded one by one or may be filtered out, and where operations aren't light, so that these have fewer copies.
  template <Access HOW>
  static constexpr u32 rows_of =
      rows_together(Broad<In>::value ? 1 : sizeof(T) > 16 || ((HOW == ANY || !In::dense) && V >= 8) ? 2 : 8);
  static constexpr u64 row = u64(threads) * V, unit = 1, max_chunks = 4096;
  static_assert(CHUNK_ROWS % rows_of<ANY> == 0 && CHUNK_ROWS % rows_of<ONCE> == 0, "a chunk is whole groups of rows");
  // Whether a thread folds one lane after the other, and the number of lanes whose values the threads then exchange.
  static constexpr bool by_lane = HEAVY != 0 || HEAVY_OP;
  static constexpr u32 at_once = HEAVY_OP ? 1 : copies(1), exchanged = by_lane && V > 1 ? u32(row) : 1;
  struct Shared {
    Maybe<T> warps[threads / WARP];
    bool last;
    Maybe<T> lanes[exchanged];
  };

  // Folds each of this thread's V lanes.
  template <Access HOW>
  DEVICE static void fold(const In& in, const Op& op, u64 i, u64 end, Maybe<T>* lanes) {
    constexpr u32 rows = rows_of<HOW>;
    if constexpr (In::dense) {
      // Until the last row, either all V lanes hold items or none does.
      bool begun = false;
      T total[V];
      ROLLED for (; i + (rows - 1) * row + V <= end; i += rows * row) {
        T x[rows][V];
        UNROLL for (u32 r = 0; r < rows; r += 1) in.template load<V, HOW>(i + r * row, x[r]);
        UNROLL for (int k = 0; k < V; k += 1) total[k] = begun ? T(op(total[k], x[0][k])) : x[0][k];
        UNROLL for (u32 r = 1; r < rows; r += 1) {
          UNROLL for (int k = 0; k < V; k += 1) total[k] = op(total[k], x[r][k]);
        }
        begun = true;
      }
      UNROLL for (int k = 0; k < V; k += 1) lanes[k] = Maybe<T>{total[k], begun};
    } else {
      ROLLED for (; i + (rows - 1) * row + V <= end; i += rows * row) {
        T x[rows][V];
        bool kept[rows][V];
        UNROLL for (u32 r = 0; r < rows; r += 1) in.template slots<V, HOW>(i + r * row, x[r], kept[r]);
        UNROLL for (u32 r = 0; r < rows; r += 1) {
          UNROLL for (int k = 0; k < V; k += 1) if (kept[r][k]) lanes[k] = join(op, lanes[k], x[r][k]);
        }
      }
    }
    ROLLED for (; i < end; i += row) {
      UNROLL_LIGHT for (int k = 0; k < V; k += 1) {
        T x;
        if (i + k >= end || !in.slot(i + k, x)) continue;
        // The unrolled choice of a lane keeps `lanes` in registers, where a variable index would need memory.
        UNROLL for (int lane = 0; lane < V; lane += 1) if (lane == k) lanes[lane] = join(op, lanes[lane], x);
      }
    }
  }

  // Folds the block's lanes one after the other, for heavy operations. Each thread folds every threads-th lane, so that
  // neighbouring threads read neighbouring slots, and then gets the values of its own V lanes from shared memory.
  DEVICE static void fold_by_lane(Shared& s, const In& in, const Op& op, u64 from, u64 end, Maybe<T>* lanes) {
    ROLLED for (u32 lane = thread(); lane < row; lane += threads) {
      Maybe<T> total = nothing<T>();
      ROLLED for (u64 i = from + lane; i < end; i += at_once * row) {
        T x[at_once];
        bool kept[at_once];
        UNROLL for (u32 r = 0; r < at_once; r += 1) kept[r] = i + r * row < end && in.slot(i + r * row, x[r]);
        UNROLL for (u32 r = 0; r < at_once; r += 1) if (kept[r]) total = join(op, total, x[r]);
      }
      if (V == 1) lanes[0] = total;
      else s.lanes[lane] = total;
    }
    if (V == 1) return;
    sync_block();
    UNROLL for (int k = 0; k < V; k += 1) lanes[k] = s.lanes[thread() * V + k];
  }

  DEVICE static u64 share(u64 n, u32) { return chunk_slots(n, row * CHUNK_ROWS, max_chunks); }

  // Each block reduces `chunk` slots. If EACH, the result of a block is the value of its chunk.
  template <bool EACH = false>
  DEVICE static void run(const In& in, const Op& op, const Maybe<T>& init, u64 chunk, Partials<Partial> partials,
                         Tickets tickets, HostResult<Maybe<T>> result) {
    Shared& s = shared<Shared>();
    u64 n = in.len(), from = block() * chunk, end = n - from < chunk ? n : from + chunk;
    u64 mine = from + thread() * V;
    Maybe<T> lanes[V];
    UNROLL for (int k = 0; k < V; k += 1) lanes[k].has = false;
    if constexpr (by_lane) fold_by_lane(s, in, op, from, end, lanes);
    else if (in.template aligned<V>(mine)) fold<ONCE>(in, op, mine, end, lanes);
    else fold<ANY>(in, op, mine, end, lanes);
    Maybe<T> total = thread_tree<V>(op, lanes);
    // The tree over the chunk; in the last block the same code computes the tree over the partials.
    for (bool partial = !EACH && blocks() > 1;; partial = false) {
      total = block_tree<threads>(op, total, s.warps);
      if (!partial) break;
      if (thread() == 0) partials[block()] = total;
      if (!last_block(tickets, s.last)) return;
      total = nothing<T>();
      for (u32 c = thread(); c < blocks(); c += threads) total = join(op, total, partials[c]);
    }
    if (thread() == 0) *result = join(op, init, total);
  }
};
