// All steps of bitonic sort within a tile, in shared memory.
//
// Teaches: the steps at distances below a tile's length need no keys of other tiles. One launch reads a tile, takes all these steps,
// and writes it: from k = 2 to k = the tile's length it sorts the tile, and with first = last = k it ends the merge of longer runs.
// Costs: one pass over memory for up to m (m + 1) / 2 steps of a tile of 2^m keys, and a barrier for each step. At distances below
// 32 two threads of a warp meet in each bank of shared memory.
DEVICE void bitonic_tile(Elements<u32> keys, u64 first, u64 last) {
  constexpr u32 TILE = 2 * THREADS;
  SHARED_MEMORY(u32, tile, TILE);
  u64 start = u64(block()) * TILE;
  tile[thread()] = keys[start + thread()];
  tile[thread() + THREADS] = keys[start + thread() + THREADS];
  for (u64 k = first; k <= last; k *= 2) {
    for (u32 j = k / 2 < THREADS ? k / 2 : THREADS; j > 0; j /= 2) {
      sync_block();
      u32 low = (thread() & ~(j - 1)) * 2 + (thread() & (j - 1)), high = low + j;
      u32 a = tile[low], b = tile[high];
      bool up = ((start + low) & k) == 0;
      if ((a > b) == up) {
        tile[low] = b;
        tile[high] = a;
      }
    }
  }
  sync_block();
  keys[start + thread()] = tile[thread()];
  keys[start + thread() + THREADS] = tile[thread() + THREADS];
}
