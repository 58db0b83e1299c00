// find: the position of the first true.
//
//   for each tile of the block, in ascending order, until `best` lies in an earlier tile:
//     best = min(best, position of the tile's first true)
//   the last block to finish stores `best` as the result
//
// One launch. Blocks take tiles in turns, so that they all read near the same position and little beyond the first true.
// Traffic: each input is read once, up to the first true.

template <class In>
struct Find {
  static constexpr u32 threads = THREADS, min_blocks = 4, rows = ROWS;
  static constexpr int V = LANE_ITEMS;
  static constexpr u64 row = u64(threads) * V, tile_slots = row * rows;
  struct Shared {
    u64 best;
    bool last;
  };

  // `best` holds the complement of the lowest position so far, or 0 if there is none; the kernel resets it to 0.
  DEVICE static void run(const In& in, Best best, Tickets tickets, HostResult<Maybe<u64>> result) {
    Shared& s = shared<Shared>();
    u64 n = in.len();
    for (u64 tile = block() * tile_slots; tile < n; tile += blocks() * tile_slots) {
      if (thread() == 0) s.best = load_relaxed(best);
      sync_block();
      bool beyond = s.best != 0 && ~s.best < tile;
      sync_block();
      if (beyond) break;
      u64 mine = tile + thread() * V, found = n;
      if (HEAVY == 0 && tile + tile_slots <= n) {
        bool x[rows][V], kept[rows][V];
        UNROLL for (u32 r = 0; r < rows; r += 1) in.template slots<V>(mine + r * row, x[r], kept[r]);
        UNROLL for (u32 r = 0; r < rows; r += 1) {
          UNROLL for (int k = 0; k < V; k += 1) {
            if (found == n && kept[r][k] && x[r][k]) found = mine + r * row + k;
          }
        }
      } else {
        u64 end = n - tile < tile_slots ? n : tile + tile_slots;
        ROLLED for (u64 i = tile + thread(); i < end && found == n; i += threads) {
          bool x;
          if (in.slot(i, x) && x) found = i;
        }
      }
      if (found != n) atomic_max(best, ~found);
    }
    if (!last_block(tickets, s.last)) return;
    if (thread() == 0) {
      u64 last = load_relaxed(best);
      *result = Maybe<u64>{~last, last != 0};
      store_relaxed(best, u64(0));
    }
  }
};
