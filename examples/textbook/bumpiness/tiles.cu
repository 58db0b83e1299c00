// The bumpiness of a grid, by tiles in shared memory.
//
// Teaches: the classic stencil. A block loads a tile with a border of one cell into shared memory, so that each cell is loaded by one
// thread of the block, and neighbours are read from there. It was made for GPUs without caches.
// Costs: (34 * 34) / (32 * 32) = 1.13 loads a cell, a store and five loads in shared memory, and two barriers a tile.
DEVICE void tiles(Elements<const f32> z, u64 columns, Elements<f64> total) {
  constexpr u32 SIDE = 32, WIDE = SIDE + 2;
  SHARED_MEMORY(f32, tile, WIDE, WIDE);
  f64 sum = 0.0;
  u64 rows = z.len() / columns, across = (columns + SIDE - 1) / SIDE, down = (rows + SIDE - 1) / SIDE;
  for (u64 t = block(); t < across * down; t += blocks()) {
    // The first cell of the border; places beyond the grid hold zeros.
    i64 top = t / across * SIDE, left = t % across * SIDE;
    for (u32 i = thread(); i < WIDE * WIDE; i += THREADS) {
      i64 row = top + i / WIDE - 1, column = left + i % WIDE - 1;
      bool inside = row >= 0 && row < rows && column >= 0 && column < columns;
      tile[i / WIDE][i % WIDE] = inside ? z[row * columns + column] : 0.0f;
    }
    sync_block();
    for (u32 i = thread(); i < SIDE * SIDE; i += THREADS) {
      u32 y = i / SIDE + 1, x = i % SIDE + 1;
      u64 row = top + y - 1, column = left + x - 1;
      if (row == 0 || row + 1 >= rows || column == 0 || column + 1 >= columns) continue;
      f32 bump = tile[y][x] - (tile[y - 1][x] + tile[y][x - 1] + tile[y][x + 1] + tile[y + 1][x]) / 4.0f;
      sum += bump * bump;
    }
    sync_block();
  }
  sum = block_reduce(sum, Sum());
  if (thread() == 0) atomic_add(&total[0], sum);
}
