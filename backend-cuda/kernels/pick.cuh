// reduce, for operators that pick one of their operands by its rank: finds the first or last slot of least rank, then loads its
// item.
//
//   best[t] = least (rank, slot) of thread t's slots            (strided vectors of neighbouring slots)
//   best = least best[t] over all threads and blocks            (by the last block to finish)
//   result = init ∘ item of slot best
//
// One launch. Traffic: each item is read once; ranks and slots stay in registers. Positions decide between equal ranks, so
// the order of the comparisons doesn't matter.

struct Picked {
  u64 rank, slot;
};

template <class In, class Op, bool LAST>
struct Pick {
  typedef typename In::value T;
  typedef Picked Partial;
  // The slots of a vector; a chunk has a multiple of CHUNK_ROWS rows of such vectors.
  static constexpr int V = 4;
  static constexpr u32 threads = THREADS, min_blocks = 3, rows = sizeof(T) > 16 ? 1 : 4, at_once = copies(1);
  static_assert(CHUNK_ROWS % rows == 0, "a chunk is whole groups of rows");
  static constexpr u64 row = u64(threads) * V, unit = 1, max_chunks = 4096, NONE = ~u64(0);
  struct Shared {
    Picked warps[threads / WARP];
    bool last;
  };

  // The better one of two candidates. A candidate whose slot is NONE has no item.
  DEVICE static Picked better(const Picked& a, const Picked& b) {
    if (b.slot == NONE) return a;
    if (a.slot == NONE) return b;
    bool other = b.rank < a.rank || (b.rank == a.rank && (LAST ? b.slot > a.slot : b.slot < a.slot));
    return other ? b : a;
  }
  // Updates `best` with the item of a later slot of the same thread.
  DEVICE static void see(const Op& op, Picked& best, const T& x, u64 slot) {
    u64 rank = op.rank(x);
    if (best.slot == NONE || (LAST ? rank <= best.rank : rank < best.rank)) best = Picked{rank, slot};
  }

  DEVICE static Picked best_of_block(Shared& s, Picked best) {
    UNROLL for (u32 d = WARP / 2; d > 0; d /= 2) best = better(best, shuffle_xor(EVERY_LANE, best, d));
    if (lane() == 0) s.warps[warp()] = best;
    sync_block();
    best = s.warps[0];
    UNROLL for (u32 w = 1; w < threads / WARP; w += 1) best = better(best, s.warps[w]);
    sync_block();
    return best;
  }

  DEVICE static u64 share(u64 n, u32) { return chunk_slots(n, row * CHUNK_ROWS, max_chunks); }

  // Each block reduces `chunk` slots.
  DEVICE static void run(const In& in, const Op& op, const Maybe<T>& init, u64 chunk, Partials<Picked> partials,
                         Tickets tickets, HostResult<Maybe<T>> result) {
    Shared& s = shared<Shared>();
    u64 n = in.len(), from = block() * chunk, end = n - from < chunk ? n : from + chunk;
    Picked best{0, NONE};
    ROLLED for (; from < end; from += rows * row) {
      u64 mine = from + thread() * V;
      if (HEAVY == 0 && from + rows * row <= end && in.template aligned<V>(mine)) {
        T x[rows][V];
        bool kept[rows][V];
        UNROLL for (u32 r = 0; r < rows; r += 1) in.template slots<V, ONCE>(mine + r * row, x[r], kept[r]);
        UNROLL for (u32 r = 0; r < rows; r += 1) {
          UNROLL for (int k = 0; k < V; k += 1) {
            if (kept[r][k]) see(op, best, x[r][k], mine + r * row + k);
          }
        }
      } else {
        u64 rest = end - from < rows * row ? end : from + rows * row;
        ROLLED for (u64 i = from + thread(); i < rest; i += at_once * threads) {
          T x[at_once];
          bool kept[at_once];
          UNROLL for (u32 k = 0; k < at_once; k += 1) kept[k] = i + k * threads < rest && in.slot(i + k * threads, x[k]);
          UNROLL for (u32 k = 0; k < at_once; k += 1) if (kept[k]) see(op, best, x[k], i + k * threads);
        }
      }
    }
    best = best_of_block(s, best);
    if (blocks() > 1) {
      if (thread() == 0) partials[block()] = best;
      if (!last_block(tickets, s.last)) return;
      best.slot = NONE;
      for (u32 b = thread(); b < blocks(); b += threads) best = better(best, partials[b]);
      best = best_of_block(s, best);
    }
    if (thread() == 0) {
      Maybe<T> picked = nothing<T>();
      if (best.slot != NONE) picked.has = in.slot(best.slot, picked.x);
      *result = join(op, init, picked);
    }
  }
};
