// Scan 1: each item for itself.
//
// Teaches: every prefix is a sum of its own, and all are computed at once, in one launch.
// Costs: n (n - 1) / 2 additions, and as many loads. The last thread alone takes as long as a sequential scan.
DEVICE void quadratic(Elements<const f32> x, Elements<f32> out) {
  for (u64 i = thread_of_grid(); i < out.len(); i += threads_of_grid()) {
    f32 sum = x[0];
    for (u64 k = 1; k <= i; k += 1) sum += x[k];
    out[i] = sum;
  }
}
