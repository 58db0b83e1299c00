// Box filter 1: four items of the summed-area table.
//
// Teaches: the sum of any rectangle is the table's item at its last corner, less the parts above and to the left, of which the
// corner above on the left is taken away twice. The filter takes the same time for every radius.
// Costs: four loads, neighbours of which share their words. In floats, the differences of large sums lose digits.
DEVICE void box_table(Elements<const f32> table, Elements<f32> mean, u64 width, u64 radius) {
  u64 height = table.len() / width;
  for (u64 i = thread_of_grid(); i < mean.len(); i += threads_of_grid()) {
    u64 row = i / width, column = i % width;
    u64 top = row > radius ? row - radius : 0, bottom = row + radius < height ? row + radius + 1 : height;
    u64 left = column > radius ? column - radius : 0, right = column + radius < width ? column + radius + 1 : width;
    f32 sum = table[(bottom - 1) * width + right - 1];
    if (top > 0) sum -= table[(top - 1) * width + right - 1];
    if (left > 0) sum -= table[(bottom - 1) * width + left - 1];
    if (top > 0 && left > 0) sum += table[(top - 1) * width + left - 1];
    mean[i] = sum / f32((bottom - top) * (right - left));
  }
}
