// Threads that leave before the others meet.
//
// Teaches: a thread without work that returns at once is missing in the shuffles that follow. In the right kernel it stays, and
// contributes nothing.
// Costs: nothing; its lane would idle.
DEVICE void early_return_wrong(Elements<const u32> x, Elements<u32> out) {
  if (thread() >= 50) return;
  u32 sum = x[thread()];
  for (u32 d = WARP / 2; d > 0; d /= 2) sum += shuffle_xor(EVERY_LANE, sum, d);
  out[thread()] = sum;
}

DEVICE void early_return_right(Elements<const u32> x, Elements<u32> out) {
  u32 sum = thread() < 50 ? x[thread()] : 0;
  for (u32 d = WARP / 2; d > 0; d /= 2) sum += shuffle_xor(EVERY_LANE, sum, d);
  if (thread() < 50) out[thread()] = sum;
}
