// A matrix of 4 x 8 items, one a lane, transposed through shared memory.
//
// Teaches: a lane reads a word that another lane of its warp has written. The wrong kernel has nothing between the writes and the
// reads, and relies on lanes that run in lockstep. `sync_warp` makes the writes visible to all lanes of the warp.
// Costs: one sync_warp, one store and one load; stores are free of bank conflicts, and so are loads.
DEVICE void transposition_wrong(Elements<const u32> x, Elements<u32> out) {
  SHARED_MEMORY(u32, tile, 2, 4, 8);
  tile[warp()][lane() / 8][lane() % 8] = x[thread()];
  out[thread()] = tile[warp()][lane() % 4][lane() / 4];
}

DEVICE void transposition_right(Elements<const u32> x, Elements<u32> out) {
  SHARED_MEMORY(u32, tile, 2, 4, 8);
  tile[warp()][lane() / 8][lane() % 8] = x[thread()];
  sync_warp();
  out[thread()] = tile[warp()][lane() % 4][lane() / 4];
}
