// Scan 2: a step of Hillis and Steele's scan.
//
// Teaches: after the steps d = 1, 2, 4 and so on, an item holds the sum of the last 2 d. There are log2(n) steps, each of which reads one
// vector and writes another: in place, a thread would read what another one has overwritten.
// Costs: n - d additions in the step d, n log2(n) together, and log2(n) passes over memory.
DEVICE void hillis_steele(Elements<const f32> from, Elements<f32> to, u64 d) {
  for (u64 i = thread_of_grid(); i < to.len(); i += threads_of_grid()) {
    to[i] = i >= d ? from[i - d] + from[i] : from[i];
  }
}
