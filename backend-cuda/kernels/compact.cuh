// Packing kept slots side by side, for select and partition.
//
// A warp's rows of vectors lie side by side, and are read in groups. The numbers of slots that a lane keeps of each row
// are the bytes of one word, so one scan over the lanes ranks a whole group, and each warp packs its slots in shared
// memory independently of the others. The numbers kept by tiles and warps before come from tile.cuh.
// M. Billeter, O. Olsson and U. Assarsson, Efficient Stream Compaction on Wide SIMD Many-Core Architectures, 2009.

template <class T>
struct Compaction {
  static constexpr int V = LANE_ITEMS;
  // Rows of a group, and groups of a warp. A warp takes one group while there are blocks for all groups, since more
  // warps finish few items sooner.
  static constexpr u32 rows = ROWS, group_slots = rows * WARP * V, most_groups = MOST_GROUPS;
  static constexpr u32 most_slots = most_groups * group_slots;
  DEVICE static u32 groups(u64 n) { return u64(blocks()) * (TILE_WARPS * group_slots) < n ? most_groups : 1; }
  static_assert(WARP * V <= 255, "a row's count is a byte");

  // The rank of the first kept slot of each row of a group among the slots that the warp keeps, `before` of which are
  // in the groups before. Returns the number that the warp keeps up to the end of the group.
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
