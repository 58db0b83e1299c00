// Rows 2: a thread for each row.
//
// Teaches: neighbouring threads shouldn't go through different rows. The 32 lanes of a warp load words that lie a row apart, and
// each load fetches 32 bytes for every 4 that are used; the rest must wait in the cache until the thread comes to it.
// Costs: as many additions as a loop of a CPU makes, by a thousand threads where the GPU has room for hundreds of thousands.
DEVICE void row_loop(Elements<const f32> x, Elements<f32> sums, u64 width) {
  for (u64 row = thread_of_grid(); row < x.len() / width; row += threads_of_grid()) {
    f32 sum = 0;
    for (u64 i = row * width; i < (row + 1) * width; i += 1) sums[i] = sum += x[i];
  }
}
