// A sum by shuffles and shared memory, one per block.
struct Shared { u32 sums[8]; u32 total; };
SHARED(Shared)
struct Params { PARAM Span<u32> in; PARAM Span<u32> out; };

ENTRY(256, 1) void entry(GRID_CONST Params p) {
  Shared& s = shared<Shared>();
  u64 i = u64(block()) * threads() + thread();
  u32 x = i < p.in.n ? p.in.p[i] : 0;
  for (u32 d = 16; d > 0; d /= 2) x += shuffle_down(EVERY_LANE, x, d);
  if (lane() == 0) s.sums[warp()] = x;
  sync_block();
  if (warp() == 0) {
    x = lane() < threads() / WARP ? s.sums[lane()] : 0;
    for (u32 d = 1; d < WARP; d *= 2) x += shuffle_xor(EVERY_LANE, x, d);
    if (lane() == 0) s.total = x;
  }
  sync_block();
  if (thread() == 255) p.out.p[block()] = s.total;
}
