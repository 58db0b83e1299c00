// Sums by cell 3: bins in shared memory, found by hashing.
//
// Teaches: a block sums its 1024 particles in its own memory first, and the cells that occur there get one atomic each. A table of
// a million cells doesn't fit, but one of the cells that occur does: a particle claims a bin for its cell by compare and swap, or
// goes on to the next bin if that belongs to another cell. With twice as many bins as particles it finds one soon.
// Costs: a pass over the keys and a barrier, two passes over all bins and two barriers for each quantity, and shared atomics. In
// random particles nearly each cell occurs once in a block, so that nothing is saved.
template <class T>
DEVICE void hash_bins(Elements<const u32> cell, Elements<const T> x, Elements<T> sums) {
  constexpr u32 LOG_BINS = 11, BINS = 1 << LOG_BINS, EMPTY = ~0u, EACH = BINS / 2 / THREADS, TILE = EACH * THREADS;
  SHARED_MEMORY(u32, key, BINS);
  SHARED_MEMORY(T, bin, BINS);
  u64 n = cell.len(), quantities = x.len() / n, cells = sums.len() / quantities;
  for (u64 tile = u64(block()) * TILE; tile < n; tile += u64(blocks()) * TILE) {
    for (u32 b = thread(); b < BINS; b += THREADS) key[b] = EMPTY;
    sync_block();
    u32 place[EACH];
    UNROLL for (u32 k = 0; k < EACH; k += 1) {
      u64 i = tile + k * THREADS + thread();
      if (i >= n) continue;
      u32 c = cell[i], at = c * 0x9e3779b1u >> (32 - LOG_BINS);
      for (;;) {
        u32 before = atomic_cas(&key[at], EMPTY, c);
        if (before == EMPTY || before == c) break;
        at = (at + 1) % BINS;
      }
      place[k] = at;
    }
    for (u64 q = 0; q < quantities; q += 1) {
      for (u32 b = thread(); b < BINS; b += THREADS) bin[b] = 0;
      sync_block();
      UNROLL for (u32 k = 0; k < EACH; k += 1) {
        u64 i = tile + k * THREADS + thread();
        if (i < n) atomic_add(&bin[place[k]], x[q * n + i]);
      }
      sync_block();
      // A thread empties the bins that it has read, so that no barrier is needed behind the loop.
      for (u32 b = thread(); b < BINS; b += THREADS) {
        if (key[b] != EMPTY) atomic_add(&sums[q * cells + key[b]], bin[b]);
      }
    }
  }
}
