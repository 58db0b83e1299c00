// A read and a write of the same step.
//
// Teaches: where all lanes both read a neighbour's word and write their own, the reads of a step and its writes need a sync_warp
// between them, and another one stands before the next step.
// Costs: two of them a step; a shuffle does the same work without memory.
DEVICE void read_before_write_wrong(Elements<const u32> x, Elements<u32> out) {
  SHARED_MEMORY(u32, part, 64);
  u32* mine = part + warp() * WARP;
  mine[lane()] = x[thread()];
  sync_warp();
  for (u32 d = 1; d < WARP; d *= 2) {
    mine[lane()] += mine[lane() ^ d];
    sync_warp();
  }
  out[thread()] = mine[lane()];
}

DEVICE void read_before_write_right(Elements<const u32> x, Elements<u32> out) {
  SHARED_MEMORY(u32, part, 64);
  u32* mine = part + warp() * WARP;
  u32 sum = x[thread()];
  for (u32 d = 1; d < WARP; d *= 2) {
    mine[lane()] = sum;
    sync_warp();
    sum += mine[lane() ^ d];
    sync_warp();
  }
  out[thread()] = sum;
}
