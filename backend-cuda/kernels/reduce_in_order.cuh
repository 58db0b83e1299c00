// reduce, for operators that don't commute: combines all items in their order.
//
//   for each tile of the chunk:                                  (each block: one chunk of tiles)
//     runs[t] = fold of 32 consecutive slots                     (each thread)
//     warps[w] = prefix over the warp's runs, at its last lane with items
//     tile = fold of warps
//   partials[c] = fold of the chunk's tiles
//   result = init ∘ tree over partials                           (the last block to finish)
//
// One launch. Traffic: each item is read once.

template <class In, class Op>
struct ReduceInOrder {
  typedef typename In::value T;
  typedef Maybe<T> Partial;
  static constexpr u32 threads = TILE_THREADS, min_blocks = 1, RUN = RUN_ITEMS;
  static constexpr u64 tile_slots = u64(threads) * RUN, unit = tile_slots;
  // Each thread joins 16 neighbouring partials of the tree.
  static constexpr u32 tree_threads = 256, per_thread = 16, max_chunks = tree_threads * per_thread;
  struct Shared {
    typename Stage<T, RUN>::Shared stage[In::dense ? TILE_WARPS : 1];
    Maybe<T> warps[TILE_WARPS];
    bool last;
  };

  // Folds this thread's run of a tile.
  DEVICE static Maybe<T> fold_run(const In& in, const Op& op, u64 tile, u64 n, Shared& s) {
    u64 mine = tile + thread() * RUN;
    Maybe<T> total = nothing<T>();
    if constexpr (In::dense) {
      u64 warps = tile + warp() * WARP * RUN;
      auto& stage = s.stage[warp()];
      u32 in_warp = within(n, warps, WARP * RUN), count = within(n, mine, RUN);
      load_runs<RUN, In, T>(in, warps, in_warp, stage);
      total = Maybe<T>{::fold_run<RUN, T>(op, stage, count), count > 0};
      sync_warp();
    } else {
      u32 count = within(n, mine, RUN);
      ROLLED for (u32 k = 0; k < count; k += 1) {
        T x;
        if (in.slot(mine + k, x)) total = join(op, total, x);
      }
    }
    return total;
  }

  DEVICE static u64 share(u64 n, u32) { return chunk_slots(n, tile_slots, max_chunks); }

  // Each block reduces `tiles` consecutive tiles. If EACH, the result of a block is the value of its chunk.
  template <bool EACH = false>
  DEVICE static void run(const In& in, const Op& op, const Maybe<T>& init, u64 tiles, Partials<Partial> partials,
                         Tickets tickets, HostResult<Maybe<T>> result) {
    Shared& s = shared<Shared>();
    u64 n = in.len(), from = block() * tiles * tile_slots;
    u64 end = n - from < tiles * tile_slots ? n : from + tiles * tile_slots;
    Maybe<T> total = nothing<T>();
    ROLLED for (u64 tile = from; tile < end; tile += tile_slots) {
      Maybe<T> mine = fold_run(in, op, tile, n, s);
      u32 having = ballot(EVERY_LANE, mine.has);
      mine = warp_prefix(op, mine);
      u32 last = having == 0 ? 0 : WARP - 1 - clz(having);
      if (lane() == last) s.warps[warp()] = Maybe<T>{mine.x, having != 0};
      sync_block();
      if (thread() == 0) {
        Maybe<T> value = s.warps[0];
        ROLLED for (u32 w = 1; w < TILE_WARPS; w += 1) value = join(op, value, s.warps[w]);
        total = join(op, total, value);
      }
      sync_block();
    }
    if (!EACH && blocks() > 1) {
      if (thread() == 0) partials[block()] = total;
      if (!last_block(tickets, s.last)) return;
      // The tree over 16 neighbours is built four by four, so that fewer values are held at once.
      static_assert(per_thread == 4 * 4, "fours of fours");
      Maybe<T> fours[4];
      ROLLED for (u32 f = 0; f < 4; f += 1) {
        Maybe<T> own[4];
        UNROLL for (u32 k = 0; k < 4; k += 1) {
          u32 c = thread() * per_thread + f * 4 + k;
          own[k] = c < blocks() ? partials[c] : nothing<T>();
        }
        Maybe<T> four = thread_tree<4>(op, own);
        UNROLL for (u32 k = 0; k < 4; k += 1) if (k == f) fours[k] = four;
      }
      total = block_tree<threads>(op, thread_tree<4>(op, fours), s.warps);
    }
    if (thread() == 0) *result = join(op, init, total);
  }
};
