// Sums by cell 4 and 5: one atomic for each cell that occurs in a warp.
//
// Teaches: the lanes with the same cell, the peers, join their values by a tree before one of them adds the result. A lane's
// position among its peers says what it does: in each round those at even positions take the value of the next peer that is left,
// and those at odd positions are done. All lanes take part in all shuffles, since other lanes' groups may be larger.
// Costs: the mask once, and for each quantity a tree of log2(peers of the largest group) rounds of a shuffle and two votes. In
// random particles it saves nothing.
template <class T>
DEVICE T sum_of_peers(u32 peers, T x) {
  u32 position = popc(peers & ((1u << lane()) - 1));
  // The peers behind this lane.
  u32 left = peers & ~((2u << lane()) - 1);
  while (any(EVERY_LANE, left != 0)) {
    u32 next = ffs(left);
    T other = shuffle(EVERY_LANE, x, next != 0 ? next - 1 : lane());
    if (next != 0) x += other;
    left &= ballot(EVERY_LANE, (position & 1) == 0);
    position /= 2;
  }
  return x;
}

template <class T>
DEVICE void aggregate(Elements<const u32> cell, Elements<const T> x, Elements<T> sums) {
  u64 n = cell.len(), quantities = x.len() / n, cells = sums.len() / quantities;
  // The warp's first particle decides, so that all lanes stay together; some of the last warp have none.
  for (u64 first = thread_of_grid() - lane(); first < n; first += threads_of_grid()) {
    u64 i = first + lane();
    u32 c = i < n ? cell[i] : 0;
    u32 peers = peers_of(ballot(EVERY_LANE, i < n), c);
    for (u64 q = 0; q < quantities; q += 1) {
      T sum = sum_of_peers(peers, i < n ? x[q * n + i] : T(0));
      if (ffs(peers) == lane() + 1) atomic_add(&sums[q * cells + c], sum);
    }
  }
}

// The mask alone, which is stored.
DEVICE void mask(Elements<const u32> cell, Elements<u32> masks) {
  for (u64 first = thread_of_grid() - lane(); first < cell.len(); first += threads_of_grid()) {
    u64 i = first + lane();
    u32 peers = peers_of(ballot(EVERY_LANE, i < cell.len()), i < cell.len() ? cell[i] : 0);
    if (i < cell.len()) masks[i] = peers;
  }
}
