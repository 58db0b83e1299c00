// Slots that are kept, packed side by side, for select and partition.
//
// A warp's rows of vectors lie side by side. How many slots a lane keeps of each row are the bytes of one word, so one scan
// over the lanes ranks all rows at once, and each warp packs its slots in shared memory without asking the others. What
// tiles and warps before have is known by tile.cuh.
// M. Billeter, O. Olsson and U. Assarsson, Efficient Stream Compaction on Wide SIMD Many-Core Architectures, 2009.

template <class T>
struct Compaction {
  static constexpr int V = lane_items(sizeof(T)) > 4 ? 4 : lane_items(sizeof(T));
  static constexpr u32 rows = 4, per_thread = rows * V, warp_slots = WARP * per_thread;
  static constexpr u64 tile_slots = u64(TILE_WARPS) * warp_slots;
  static_assert(WARP * V <= 255, "a row's count is a byte");

  // The rank of the first kept slot of each row among those of the warp, and how many the warp keeps.
  DEVICE static u32 ranks(const bool (&kept)[rows][V], u32 (&rank)[rows]) {
    u32 counts = 0, all;
    UNROLL for (u32 r = 0; r < rows; r += 1) {
      UNROLL for (int k = 0; k < V; k += 1) counts += u32(kept[r][k]) << 8 * r;
    }
    u32 before = warp_sum_before(counts, all), total = 0;
    UNROLL for (u32 r = 0; r < rows; r += 1) {
      rank[r] = total + (before >> 8 * r & 255);
      total += all >> 8 * r & 255;
    }
    return total;
  }
};
