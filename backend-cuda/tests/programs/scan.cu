// A scan of one item per thread, with tiles taken by ticket and a decoupled look-back over their states.
struct Shared { u32 sums[4]; u32 tile; u64 before; };
SHARED(Shared)
struct Params { PARAM Span<u64> in; PARAM Span<u64> out; PARAM Span<u32> ticket; PARAM Span<Pair> states; PARAM u64 epoch; };

DEVICE u64 prefix(u64 x) {
  for (u32 d = 1; d < WARP; d *= 2) {
    u64 y = shuffle_up(EVERY_LANE, x, d);
    if (lane() >= d) x += y;
  }
  return x;
}

// The sum of all tiles before this one; `y` of a state is 2 * epoch + 1 for a tile's own sum, + 2 for a prefix.
DEVICE u64 look_back(const Params& p, u32 tile) {
  u64 sum = 0;
  for (i64 at = i64(tile) - 1 - lane();; at -= WARP) {
    Pair state = {0, 2 * p.epoch + 2};
    do {
      if (at >= 0) state = load_relaxed(p.states.p + at);
      if (panicked()) return 0;
      pause();
    } while (any(EVERY_LANE, state.y <= 2 * p.epoch));
    u32 prefixes = ballot(EVERY_LANE, state.y == 2 * p.epoch + 2);
    u64 value = prefixes != 0 && lane() >= ffs(prefixes) ? 0 : state.x;
    for (u32 d = 1; d < WARP; d *= 2) value += shuffle_xor(EVERY_LANE, value, d);
    sum += value;
    if (prefixes != 0) return sum;
  }
}

ENTRY(128, 1) void entry(GRID_CONST Params p) {
  Shared& s = shared<Shared>();
  if (thread() == 0) s.tile = atomic_add(p.ticket.p, 1);
  sync_block();
  u32 tile = s.tile;
  u64 i = u64(tile) * threads() + thread();
  u64 x = prefix(i < p.in.n ? p.in.p[i] : 0);
  if (lane() == WARP - 1) s.sums[warp()] = u32(x);
  sync_block();
  if (warp() == 0) {
    u64 all = 0;
    for (u32 w = 0; w < threads() / WARP; w += 1) all += s.sums[w];
    if (lane() == 0) store_relaxed(p.states.p + tile, Pair{all, 2 * p.epoch + 1});
    u64 before = look_back(p, tile);
    if (lane() == 0) {
      store_relaxed(p.states.p + tile, Pair{before + all, 2 * p.epoch + 2});
      s.before = before;
    }
  }
  sync_block();
  x += s.before;
  for (u32 w = 0; w < warp(); w += 1) x += s.sums[w];
  if (i < p.in.n) p.out.p[i] = x;
  if (thread() == 0 && tile == blocks() - 1) store_relaxed(p.ticket.p, 0u);
}
