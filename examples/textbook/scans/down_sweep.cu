// Scan 3, second half: a step of Blelloch's down-sweep.
//
// Teaches: from the root down, the left half gets the sum before its part, and the right half that and the left half's sum. The root
// begins with 0, so that the scan is exclusive.
// Costs: n / (2 d) additions in a step, n - 1 together: with the up-sweep 2 (n - 1), in 2 log2(n) launches.
DEVICE void down_sweep(Elements<f32> x, u64 d) {
  for (u64 part = thread_of_grid(); part < x.len() / (2 * d); part += threads_of_grid()) {
    u64 right = part * 2 * d + 2 * d - 1;
    f32 left = x[right - d], before = 2 * d == x.len() ? 0.0f : x[right];
    x[right - d] = before;
    x[right] = before + left;
  }
}
