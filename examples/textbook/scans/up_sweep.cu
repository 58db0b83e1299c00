// Scan 3, first half: a step of Blelloch's up-sweep.
//
// Teaches: a tree of sums in place. The step d adds the last item of the left half to that of the right half, in each part of
// 2 d items; no two threads use the same items.
// Costs: n / (2 d) additions in a step, n - 1 together; each step touches items that lie further apart.
DEVICE void up_sweep(Elements<f32> x, u64 d) {
  for (u64 part = thread_of_grid(); part < x.len() / (2 * d); part += threads_of_grid()) {
    u64 right = part * 2 * d + 2 * d - 1;
    x[right] += x[right - d];
  }
}
