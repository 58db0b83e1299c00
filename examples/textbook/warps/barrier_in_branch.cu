// A barrier that only some threads reach.
//
// Teaches: all threads of a block come to a barrier. In the wrong kernel the threads of the second half go round it.
// Costs: nothing.
DEVICE void barrier_in_branch_wrong(Elements<const u32> x, Elements<u32> out) {
  SHARED_MEMORY(u32, tile, 64);
  tile[thread()] = x[thread()];
  if (thread() < 32) {
    sync_block();
    out[thread()] = tile[63 - thread()];
  } else {
    out[thread()] = tile[thread()];
  }
}

DEVICE void barrier_in_branch_right(Elements<const u32> x, Elements<u32> out) {
  SHARED_MEMORY(u32, tile, 64);
  tile[thread()] = x[thread()];
  sync_block();
  out[thread()] = thread() < 32 ? tile[63 - thread()] : tile[thread()];
}
