// Compaction packs the slots that a tile keeps side by side, for select and partition.
//
// A warp reads its slots as groups of rows of vectors. A lane counts the slots that it keeps of each row of a group in
// the bytes of one word, so one scan over the lanes ranks the whole group. Each warp packs its slots in shared memory
// independently of the others. tile.cuh adds up the counts of earlier warps and tiles.
// M. Billeter, O. Olsson and U. Assarsson, Efficient Stream Compaction on Wide SIMD Many-Core Architectures, 2009.

template <class T>
struct Compaction {
  static constexpr int V = LANE_ITEMS;
  // The rows of a group, and the most groups of a warp. Where the grid has a warp for every group, each warp takes one,
  // since many warps finish a short input sooner.
  static constexpr u32 rows = ROWS, group_slots = rows * WARP * V, most_groups = MOST_GROUPS;
  static constexpr u32 most_slots = most_groups * group_slots;
  DEVICE static u32 groups(u64 n) { return u64(blocks()) * (TILE_WARPS * group_slots) < n ? most_groups : 1; }
  // The slots of a block where only the device knows their number.
  DEVICE static u64 share(u64 n, u32 launched) {
    u64 least = TILE_WARPS * group_slots;
    return launched < ceil_div(n, least * most_groups) ? least * most_groups : least;
  }
  static_assert(WARP * V <= 255, "a row's count is a byte");

  // Sets rank[r] to the rank of this lane's first kept slot in row r of a group, among all slots that the warp keeps;
  // `before` of these are in earlier groups. Returns the number of slots that the warp keeps up to the group's end.
  DEVICE static u32 ranks(const bool (&kept)[rows][V], u32 before, u32 (&rank)[rows]) {
    u32 counts = 0, all;
    UNROLL for (u32 r = 0; r < rows; r += 1) {
      UNROLL for (int k = 0; k < V; k += 1) counts += u32(kept[r][k]) << 8 * r;
    }
    u32 lanes_before = warp_sum_before(counts, all), total = before;
    UNROLL for (u32 r = 0; r < rows; r += 1) {
      rank[r] = total + (lanes_before >> 8 * r & 255);
      total += all >> 8 * r & 255;
    }
    return total;
  }
};
