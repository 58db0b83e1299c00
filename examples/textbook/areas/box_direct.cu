// Box filter 2: all items of the square.
//
// Teaches: the obvious way, which needs no table. Neighbouring threads' squares overlap, so that nearly all loads hit the cache.
// Costs: (2 radius + 1)² loads and additions an item: 9 for radius 1, and 16641 for radius 64.
DEVICE void box_direct(Elements<const f32> x, Elements<f32> mean, u64 width, u64 radius) {
  u64 height = x.len() / width;
  for (u64 i = thread_of_grid(); i < mean.len(); i += threads_of_grid()) {
    u64 row = i / width, column = i % width;
    u64 top = row > radius ? row - radius : 0, bottom = row + radius < height ? row + radius + 1 : height;
    u64 left = column > radius ? column - radius : 0, right = column + radius < width ? column + radius + 1 : width;
    f32 sum = 0;
    for (u64 r = top; r < bottom; r += 1) {
      for (u64 c = left; c < right; c += 1) sum += x[r * width + c];
    }
    mean[i] = sum / f32((bottom - top) * (right - left));
  }
}
