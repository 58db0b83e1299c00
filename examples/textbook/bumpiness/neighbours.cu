// The bumpiness of a grid, whose neighbours are read from memory.
//
// Teaches: a stencil needs no shared memory on today's GPUs. Each block takes a row and then another one, and a thread reads a cell
// and its four neighbours. Those of its own row were loaded by the lanes beside it, and the rows above and below are those of other
// blocks, so that caches serve four of the five loads.
// Costs: five loads and seven operations a cell; each cell comes from memory once, if the rows that are in use fit into the cache.
DEVICE void neighbours(Elements<const f32> z, u64 columns, Elements<f64> total) {
  f64 sum = 0.0;
  u64 rows = z.len() / columns;
  for (u64 row = 1 + block(); row + 1 < rows; row += blocks()) {
    for (u64 column = 1 + thread(); column + 1 < columns; column += THREADS) {
      u64 i = row * columns + column;
      f32 bump = z[i] - (z[i - columns] + z[i - 1] + z[i + 1] + z[i + columns]) / 4.0f;
      sum += bump * bump;
    }
  }
  sum = block_reduce(sum, Sum());
  if (thread() == 0) atomic_add(&total[0], sum);
}
