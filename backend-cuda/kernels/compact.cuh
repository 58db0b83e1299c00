// Slots that are kept, packed side by side, for select and partition.
//
// A warp's rows of vectors lie side by side, and are read in groups. How many slots a lane keeps of each are the bytes of
// one word, so one scan over the lanes ranks a group of them at once, and each warp packs its slots in shared memory without
// asking the others. What tiles and warps before have is known by tile.cuh.
// M. Billeter, O. Olsson and U. Assarsson, Efficient Stream Compaction on Wide SIMD Many-Core Architectures, 2009.

template <class T>
struct Compaction {
  static constexpr int V = lane_items(sizeof(T)) > 4 ? 4 : lane_items(sizeof(T));
  // Rows of a group, and groups of a warp; one group while there are blocks for all of them, since few items come through
  // sooner by more warps.
  static constexpr u32 rows = 4, group_slots = rows * WARP * V, most_groups = sizeof(T) <= 16 ? 2 : 1;
  static constexpr u32 most_slots = most_groups * group_slots;
  DEVICE static u32 groups(u64 n) { return u64(blocks()) * (TILE_WARPS * group_slots) < n ? most_groups : 1; }
  static_assert(WARP * V <= 255, "a row's count is a byte");

  // The rank of the first kept slot of each row of a group among those of the warp, of which `before` are kept in the groups
  // before it. Yields how many the warp keeps up to it.
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
