// The lanes of a warp don't run in lockstep.
//
// Teaches: code from before 2017 sums in shared memory without any synchronisation once a warp is left. Since Volta each lane has its
// own program counter, and reads what its neighbour may not have written yet. `sync_warp` orders the lanes' accesses.
// Costs: one sync_warp a step, which is a few cycles.
DEVICE void lockstep_wrong(Elements<const u32> x, Elements<u32> out) {
  SHARED_MEMORY(u32, part, 64);
  u32* mine = part + warp() * WARP;
  mine[lane()] = x[thread()];
  for (u32 d = WARP / 2; d > 0; d /= 2) {
    if (lane() < d) mine[lane()] += mine[lane() + d];
  }
  out[thread()] = mine[0];
}

DEVICE void lockstep_right(Elements<const u32> x, Elements<u32> out) {
  SHARED_MEMORY(u32, part, 64);
  u32* mine = part + warp() * WARP;
  mine[lane()] = x[thread()];
  sync_warp();
  for (u32 d = WARP / 2; d > 0; d /= 2) {
    if (lane() < d) mine[lane()] += mine[lane() + d];
    sync_warp();
  }
  out[thread()] = mine[0];
}
