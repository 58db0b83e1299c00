// partition: stores the items in two places by their flag, both in order.
//
//   (flag[i], x[i]) = item i of the chain
//   selected[number of flags before i] = x[i] if flag[i], else rejected[i - that number] = x[i]
//
// One launch, as select. Traffic: the chain's inputs are read once, each item is written once.

template <class In, class Out, class Number>
struct Partition {
  typedef typename Out::value T;
  typedef typename In::value Flagged;
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
    UNROLL for (u32 r = 0; r < rows; r += 1) {
      Flagged pairs[V];
      in.template load<V, ALIGNED>(mine + r * WARP * V, pairs);
      UNROLL for (int k = 0; k < V; k += 1) {
        kept[r][k] = get<0>(pairs[k]);
        x[r][k] = get<1>(pairs[k]);
      }
    }
  }

  DEVICE static void run(const In& in, const Out& selected, const Out& rejected, u64* states, u32 tag, u64* tickets,
                         u64* count) {
    Shared& s = shared<Shared>();
    u64 n = in.len();
    u32 tiles = blocks(), tile = next_tile(tickets, tiles, s.counts.tile);
    u64 first = tile * tile_slots, mine = first + warp() * Shape::warp_slots + lane() * V;
    u32 slots = within(n, first, u32(tile_slots));
    T x[rows][V];
    bool kept[rows][V];
    if (slots == tile_slots) {
      if (in.template aligned<V>(mine)) load<true>(in, mine, x, kept);
      else load<false>(in, mine, x, kept);
    } else {
      UNROLL for (u32 r = 0; r < rows; r += 1) {
        UNROLL for (int k = 0; k < V; k += 1) {
          u64 i = mine + r * WARP * V + k;
          Flagged pair;
          kept[r][k] = false;
          if (i < n && in.slot(i, pair)) {
            kept[r][k] = get<0>(pair);
            x[r][k] = get<1>(pair);
          }
        }
      }
    }
    u32 rank[rows][V], in_warp = 0, warps_before, in_tile;
    UNROLL for (u32 r = 0; r < rows; r += 1) row_ranks<V>(kept[r], rank[r], in_warp);
    Number before;
    Counts::sum(s.counts, in_warp, tile, tiles, states, tag, warps_before, in_tile, before);
    // The selected ones, then the rejected ones.
    UNROLL for (u32 r = 0; r < rows; r += 1) {
      UNROLL for (int k = 0; k < V; k += 1) {
        u32 i = u32(mine - first) + r * WARP * V + k, at = warps_before + rank[r][k];
        if (i < slots) s.items[kept[r][k] ? at : in_tile + i - at] = x[r][k];
      }
    }
    sync_block();
    u64 rejected_before = first - before;
    for (u32 k = thread(); k < slots; k += threads) {
      if (k < in_tile) selected.put(u64(before) + k, s.items[k]);
      else rejected.put(rejected_before + (k - in_tile), s.items[k]);
    }
    if (tile == tiles - 1 && thread() == 0) *count = u64(before) + in_tile;
  }
};
