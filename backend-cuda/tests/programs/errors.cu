// Accesses and loops that are errors; `what` chooses one.
struct Params { PARAM u64 call; PARAM u64 what; PARAM Span<u32> out; };

ENTRY(64, 1) void entry(GRID_CONST Params p) {
  if (p.what == 1) {
    if (thread() < 32) sync_block();
    else
      sync_block();
  }
  if (p.what == 2 && thread() == 40) return;
  if (p.what == 2) sync_block();
  if (p.what == 3) while (load_relaxed(p.out.p) == 0) pause();
  if (p.what == 4) while (load_relaxed(p.out.p) == 0) {}
  if (p.what == 5) p.out.p[thread()] = shuffle(0x0000ffff, thread(), 0);
  if (p.what == 6 && lane() < 16) p.out.p[thread()] = shuffle(0x0000ffff, thread(), 20);
  if (p.what == 7) p.out.p[thread()] = lane() < 16 ? ballot(EVERY_LANE, true) : popc(shuffle(EVERY_LANE, 1u, 0));
  if (p.what == 8 && lane() < 16) ballot(0x0000ffff | 1u << (16 + lane()), true);
  if (p.what == 9) p.out.p[thread()] = shared<u32>();
  if (p.what == 10) {
    if (lane() < 4) return;
    sync_warp();
  }
  if (p.what == 11) {
    Panic panic;
    Trap<false> trap(panic);
    if (thread() == 3) trap.raise(0);
    while (!panicked()) pause();
  }
  if (p.what == 12) {
    Panic panic;
    Trap<false> trap(panic);
    trap.raise(POSITION_SITE, 8, 9, 7);
  }
  if (p.what == 13) p.out.p[64 + thread()] = 1;
}
