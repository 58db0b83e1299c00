// select: stores the items that a chain keeps, in order.
//
//   kept[i], x[i] = slot i of the chain
//   out[number of kept slots before i] = x[i], for the kept ones
//
// One launch; ranks as in compact.cuh. A tile's items are compacted in shared memory, so that neighbouring threads write
// side by side. Traffic: the chain's inputs are read once, each kept item is written once.

template <class In, class Out, class Number>
struct Select {
  typedef typename In::value T;
  typedef Compaction<T> Shape;
  typedef TileCounts<Number> Counts;
  static constexpr u32 threads = TILE_THREADS, min_blocks = 2, rows = Shape::rows;
  static constexpr int V = Shape::V;
  static constexpr u64 tile_slots = Shape::tile_slots;
  struct Shared {
    T items[tile_slots];
    typename Counts::Shared counts;
  };

  template <bool ALIGNED>
  DEVICE static void load(const In& in, u64 mine, T (&x)[rows][V], bool (&kept)[rows][V]) {
    UNROLL for (u32 r = 0; r < rows; r += 1) in.template slots<V, ALIGNED>(mine + r * WARP * V, x[r], kept[r]);
  }

  DEVICE static void run(const In& in, const Out& out, u64* states, u32 tag, u64* tickets, u64* count) {
    Shared& s = shared<Shared>();
    u64 n = in.len();
    u32 tiles = blocks(), tile = next_tile(tickets, tiles, s.counts.tile);
    u64 mine = tile * tile_slots + warp() * Shape::warp_slots + lane() * V;
    T x[rows][V];
    bool kept[rows][V];
    if ((tile + 1) * tile_slots <= n) {
      if (in.template aligned<V>(mine)) load<true>(in, mine, x, kept);
      else load<false>(in, mine, x, kept);
    } else {
      UNROLL for (u32 r = 0; r < rows; r += 1) {
        UNROLL for (int k = 0; k < V; k += 1) {
          u64 i = mine + r * WARP * V + k;
          kept[r][k] = i < n && in.slot(i, x[r][k]);
        }
      }
    }
    u32 rank[rows][V], in_warp = 0, warps_before, in_tile;
    UNROLL for (u32 r = 0; r < rows; r += 1) row_ranks<V>(kept[r], rank[r], in_warp);
    Number before;
    Counts::sum(s.counts, in_warp, tile, tiles, states, tag, warps_before, in_tile, before);
    UNROLL for (u32 r = 0; r < rows; r += 1) {
      UNROLL for (int k = 0; k < V; k += 1) if (kept[r][k]) s.items[warps_before + rank[r][k]] = x[r][k];
    }
    sync_block();
    for (u32 k = thread(); k < in_tile; k += threads) out.put(u64(before) + k, s.items[k]);
    if (tile == tiles - 1 && thread() == 0) *count = u64(before) + in_tile;
  }
};
