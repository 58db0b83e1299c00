// Columns: a thread for each column, in place.
//
// Teaches: down the columns a thread for each is right, since neighbouring threads then load neighbouring items. No transposition
// is needed.
// Costs: one load and one store an item, but a thousand threads don't hide the memory's latency, whatever the loads look like.
DEVICE void column_loop(Elements<f32> sums, u64 width) {
  for (u64 column = thread_of_grid(); column < width; column += threads_of_grid()) {
    f32 sum = 0;
    for (u64 i = column; i < sums.len(); i += width) sums[i] = sum += sums[i];
  }
}
