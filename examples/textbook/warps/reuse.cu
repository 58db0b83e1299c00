// Shared memory that is used again.
//
// Teaches: a loop needs a second barrier, between the reads of one round and the writes of the next. Otherwise a fast warp
// overwrites what a slow one is about to read.
// Costs: a barrier a round, or a second variable for every other round.
DEVICE void reuse_wrong(Elements<const u32> x, Elements<u32> out) {
  SHARED_MEMORY(u32, tile, 64);
  u32 own = x[thread()];
  for (u32 round = 0; round < 3; round += 1) {
    tile[thread()] = own;
    sync_block();
    own += tile[63 - thread()];
  }
  out[thread()] = own;
}

DEVICE void reuse_right(Elements<const u32> x, Elements<u32> out) {
  SHARED_MEMORY(u32, tile, 64);
  u32 own = x[thread()];
  for (u32 round = 0; round < 3; round += 1) {
    tile[thread()] = own;
    sync_block();
    own += tile[63 - thread()];
    sync_block();
  }
  out[thread()] = own;
}
