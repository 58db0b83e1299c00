// The barrier between the warps' sums and the block's.
//
// Teaches: a shuffle orders the lanes of one warp. The word that another warp writes in shared memory is there after a barrier only.
// Costs: one barrier a block.
DEVICE void missing_barrier_wrong(Elements<const u32> x, Elements<u32> out) {
  SHARED_MEMORY(u32, part, 2);
  u32 sum = warp_reduce(x[thread()], Sum());
  if (lane() == 0) part[warp()] = sum;
  out[thread()] = part[0] + part[1];
}

DEVICE void missing_barrier_right(Elements<const u32> x, Elements<u32> out) {
  SHARED_MEMORY(u32, part, 2);
  u32 sum = warp_reduce(x[thread()], Sum());
  if (lane() == 0) part[warp()] = sum;
  sync_block();
  out[thread()] = part[0] + part[1];
}
