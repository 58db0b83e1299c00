// Every word of the device language, in one block; each thread writes what it got.
struct Odd { u8 a; u16 b; u8 c; };
struct Big { u64 a, b, c; };
struct Params { PARAM Span<u64> out; PARAM Span<u32> cells; PARAM Span<u64> wide; };

ENTRY(96, 1) void entry(GRID_CONST Params p) {
  u64* out = p.out.p + u64(block() * threads() + thread()) * 24;
  u32 i = thread(), l = lane();
  out[0] = shuffle(EVERY_LANE, Odd{u8(i), u16(i * 7), u8(l)}, l + 1).b;
  out[1] = shuffle_up(EVERY_LANE, Big{i, 2 * i, 3 * i}, 3).c;
  out[2] = shuffle_down(EVERY_LANE, f64(i) + 0.5, 5) * 2;
  out[3] = shuffle_xor(EVERY_LANE, u8(l), 9);
  out[4] = ballot(EVERY_LANE, l % 3 == 0);
  out[5] = any(EVERY_LANE, i == 33) * 2 + all(EVERY_LANE, i >= 64);
  out[6] = match_any(EVERY_LANE, l / 5);
  out[7] = match_any(EVERY_LANE, u64(l % 3) << 40);
  // Halves of a warp go their own ways, and meet again.
  if (l < 16) out[8] = shuffle(0x0000ffff, i, 3);
  else out[8] = ballot(0xffff0000, l % 2 == 0) + shuffle_xor(0xffff0000, l, 1);
  sync_warp();
  out[9] = atomic_add(p.cells.p, i);
  atomic_max(p.cells.p + 1, i);
  atomic_min(p.cells.p + 2, i);
  atomic_or(p.cells.p + 3, 1u << l);
  atomic_add(p.wide.p, u64(1) << 33);
  for (;;) {
    u64 before = load_acquire(p.wide.p + 1);
    if (atomic_cas(p.wide.p + 1, before, before + i) == before) break;
  }
  fence_device();
  out[10] = popc(i) + 100 * clz(i) + 10000 * ffs(i);
  out[11] = popc(u64(i) << 32) + 100 * clz(u64(i)) + 10000 * ffs(u64(i) << 32);
  sync_block();
  out[12] = load_relaxed(p.cells.p);
}
