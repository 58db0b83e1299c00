// A sparse matrix times a vector: one warp for each row.
//
// Teaches: the lanes read neighbouring entries of one row, in whole lines of memory, and join their sums by shuffles. A long row is
// shared by 32 lanes. In a short or an empty row most lanes idle.
// Costs: a step for each 32 entries of a row, at least one, and five shuffles a row.
DEVICE void warp_row(
    Elements<const u32> start,
    Elements<const u32> column,
    Elements<const f32> value,
    Elements<const f32> x,
    Elements<f32> y
) {
  for (u64 row = thread_of_grid() / WARP; row < y.len(); row += threads_of_grid() / WARP) {
    f32 sum = 0.0f;
    u32 end = start[row + 1];
    for (u32 k = start[row] + lane(); k < end; k += WARP) sum += value[k] * x[column[k]];
    sum = warp_reduce(sum, Sum());
    if (lane() == 0) y[row] = sum;
  }
}
