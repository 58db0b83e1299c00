// Compaction 2: the counts of tiles are scanned, and not the marks.
//
// Teaches: a block counts what it keeps, and only the counts go through memory and the scan. Then it finds the places inside its
// tile by a scan of its own, behind those of the tiles before.
// Costs: two passes over the items; a warp's ballot stands for 32 marks. Still the items are read twice: a scan in one pass, whose
// blocks wait for the counts of those before them, reads them once.
DEVICE bool is_kept(u32 x, u32 percent) { return x % 100 < percent; }

constexpr u32 EACH = 8;

DEVICE void tile_counts(Elements<const u32> x, Elements<u32> counts, u32 percent) {
  u32 count = 0;
  UNROLL for (u32 k = 0; k < EACH; k += 1) {
    u64 i = u64(block()) * THREADS * EACH + k * THREADS + thread();
    count += popc(ballot(EVERY_LANE, i < x.len() && is_kept(x[i], percent)));
  }
  // The lanes of a warp have the same count.
  count = block_reduce(lane() == 0 ? count : 0, Sum());
  if (thread() == 0) counts[block()] = count;
}

DEVICE void tile_place(Elements<const u32> x, Elements<const u32> before, Elements<u32> kept, u32 percent) {
  SHARED_MEMORY(u32, all, 1);
  u32 start = before[block()];
  UNROLL for (u32 k = 0; k < EACH; k += 1) {
    u64 i = u64(block()) * THREADS * EACH + k * THREADS + thread();
    bool keeps = i < x.len() && is_kept(x[i], percent);
    u32 votes = ballot(EVERY_LANE, keeps);
    u32 warps = block_scan_inclusive(lane() == 0 ? popc(votes) : 0, Sum());
    u32 place = start + warps - popc(votes) + popc(votes & ((1u << lane()) - 1));
    if (keeps) kept[place] = x[i];
    if (thread() == THREADS - 1) all[0] = warps;
    sync_block();
    start += all[0];
    sync_block();
  }
}
