// Rows 1: a block for each row.
//
// Teaches: the block scans as many items as it has threads, adds the sum of those before, and goes on; the row's sum so far travels
// in a variable of every thread. Neighbouring threads load neighbouring items.
// Costs: one load and one store an item, and the barriers of a scan for every THREADS items.
DEVICE void row_scan(Elements<const f32> x, Elements<f32> sums, u64 width) {
  SHARED_MEMORY(f32, last, 1);
  f32 before = 0;
  for (u64 column = 0; column < width; column += THREADS) {
    u64 i = block() * width + column + thread();
    bool is_in = column + thread() < width;
    f32 sum = before + block_scan_inclusive(is_in ? x[i] : 0.0f, Sum());
    if (is_in) sums[i] = sum;
    if (thread() == THREADS - 1) last[0] = sum;
    sync_block();
    before = last[0];
    sync_block();
  }
}
