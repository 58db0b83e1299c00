// A sparse matrix times a vector: one thread for each row.
//
// Teaches: the shortest kernel, and its two faults. The lanes of a warp read entries of different rows, which stand apart: a load of
// the warp touches up to a sector of memory for each lane, of which it uses one entry, and hopes that the next steps find the rest
// in the cache. And a warp takes as long as its longest row: one of ten thousand entries keeps 31 lanes waiting.
// Costs: an entry's column, value and item of x in each step; as many steps as the warp's longest row has entries.
DEVICE void thread_row(
    Elements<const u32> start,
    Elements<const u32> column,
    Elements<const f32> value,
    Elements<const f32> x,
    Elements<f32> y
) {
  for (u64 row = thread_of_grid(); row < y.len(); row += threads_of_grid()) {
    f32 sum = 0.0f;
    u32 end = start[row + 1];
    for (u32 k = start[row]; k < end; k += 1) sum += value[k] * x[column[k]];
    y[row] = sum;
  }
}
