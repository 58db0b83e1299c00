// Ranks of the slots that are kept, for select and partition.
//
// A warp's rows of vectors lie side by side, so a slot's rank in its row is a matter of one ballot per vector item: kept
// items of the lanes before, then of its own lane. Ranks in the tile add the rows and warps before; counts of tiles are
// summed by look-back, in windows, since integers associate exactly.
// M. Billeter, O. Olsson and U. Assarsson, Efficient Stream Compaction on Wide SIMD Many-Core Architectures, 2009.

template <class T>
struct Compaction {
  static constexpr int V = lane_items(sizeof(T)) > 4 ? 4 : lane_items(sizeof(T));
  // Slots per thread: 64 bytes, at least 4 and at most 16.
  static constexpr u32 per_thread = sizeof(T) <= 4 ? 16 : sizeof(T) <= 8 ? 8 : 4;
  static constexpr u32 rows = per_thread / V;
  static constexpr u64 warp_slots = u64(WARP) * per_thread, tile_slots = u64(TILE_THREADS) * per_thread;
};

// The ranks of the kept items of one row among those of the warp, of which `total` came before this row.
template <int V>
DEVICE void row_ranks(const bool* kept, u32* rank, u32& total) {
  u32 before = low_bits(lane()), ranks = total;
  UNROLL for (int k = 0; k < V; k += 1) {
    u32 votes = ballot(EVERY_LANE, kept[k]);
    ranks += popc(votes & before);
    total += popc(votes);
  }
  UNROLL for (int k = 0; k < V; k += 1) {
    rank[k] = ranks;
    ranks += kept[k];
  }
}

template <class Number>
struct TileCounts {
  struct Shared {
    u32 warps[TILE_WARPS];
    Number before;
    u32 tile;
  };
  // `mine`: what this warp keeps. Yields what the warps before it keep, what the tile keeps, and what the tiles before keep.
  DEVICE static void sum(Shared& s, u32 mine, u32 tile, u32 tiles, u64* states, u32 tag, u32& warps_before, u32& in_tile,
                         Number& before) {
    if (lane() == 0) s.warps[warp()] = mine;
    sync_block();
    warps_before = in_tile = 0;
    UNROLL for (u32 w = 0; w < TILE_WARPS; w += 1) {
      if (w < warp()) warps_before += s.warps[w];
      in_tile += s.warps[w];
    }
    if (warp() == 0) {
      Number carry = 0;
      if (tile > 0) {
        if (lane() == 0) State<Number>::publish(states, tile, tag, AGGREGATE, Number(in_tile));
        carry = look_back_in_windows<Sum, Number>(Sum(), states, tile, tag);
      }
      if (lane() == 0) {
        if (tile + 1 < tiles) State<Number>::publish(states, tile, tag, PREFIX, Number(carry + in_tile));
        s.before = carry;
      }
    }
    sync_block();
    before = s.before;
  }
};
