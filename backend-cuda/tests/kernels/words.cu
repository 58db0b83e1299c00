// Every word of the kernels' language, in blocks of 96 threads; each thread writes what it got.
struct Wide { u64 a, b; u32 c; };

template <class T>
DEVICE void atomics(Elements<T> cells) {
  T i = T(thread());
  atomic_add(&cells[0], i);
  atomic_max(&cells[1], i);
  atomic_min(&cells[2], i);
  atomic_or(&cells[3], T(1) << (thread() % 31));
  atomic_and(&cells[4], T(~(T(1) << (thread() % 31))));
  atomic_xor(&cells[5], i);
  atomic_exchange(&cells[6], T(7));
  for (T before = cells[7], now;; before = now) {
    now = atomic_cas(&cells[7], before, T(before + 3));
    if (now == before) break;
  }
}

DEVICE void words(Elements<u64> all, Elements<i32> c_i32, Elements<u32> c_u32, Elements<i64> c_i64, Elements<u64> c_u64,
                  Elements<f32> c_f32, Elements<f64> c_f64) {
  u64 me = thread_of_grid();
  u64* out = all.data() + me * 40;
  u32 i = thread(), l = lane(), w = warp();
  out[0] = block() * 1000 + blocks() * 100 + threads() + threads_of_grid() * 100000;
  out[1] = w * 100 + l + THREADS * 10000;
  // Shuffles and votes.
  out[2] = shuffle(EVERY_LANE, Wide{i, 2 * i, l}, l + 1).b;
  out[3] = shuffle_up(EVERY_LANE, i, 3);
  out[4] = shuffle_down(EVERY_LANE, i, 5);
  out[5] = shuffle_xor(EVERY_LANE, i, 9);
  out[6] = shuffle<8>(EVERY_LANE, l, 10);
  out[7] = shuffle_up<8>(EVERY_LANE, l, 3);
  out[8] = shuffle_down<4>(EVERY_LANE, l, 1);
  out[9] = shuffle_xor<16>(EVERY_LANE, l, 8);
  out[10] = ballot(EVERY_LANE, l % 3 == 0);
  out[11] = any(EVERY_LANE, i == 33) * 2 + ::all(EVERY_LANE, i >= 64);
  out[12] = match_any(EVERY_LANE, l / 5);
  out[13] = match_any(EVERY_LANE, u64(l % 3) << 40);
  out[14] = match_all(EVERY_LANE, w);
  out[15] = match_all(EVERY_LANE, u64(l / 31));
  // Lanes that are active together add once.
  SHARED_MEMORY(u32, added);
  if (i == 0) added = 0;
  sync_block();
  if (l % 2 == 1) {
    u32 active = active_mask();
    u32 leader = ffs(active) - 1;
    if (l == leader) atomic_add(&added, popc(active));
    out[16] = (active >> l & 1) + 2 * ((active & 0x55555555) == 0) + 4 * (shuffle(active, l, leader) == leader);
  } else {
    out[16] = 7;
  }
  sync_block();
  out[17] = added;
  // Reductions and scans.
  out[18] = warp_reduce(i, Sum()) + 100000 * warp_reduce(i, Min());
  out[19] = warp_scan_inclusive(i, Max());
  out[20] = warp_scan_exclusive(i, 1000, Sum());
  auto later = [](Wide a, Wide b) { return Wide{a.a, b.b, a.c + b.c}; };
  Wide joined = block_reduce(Wide{i, i, 1}, later);
  out[21] = joined.a + joined.b * 100 + joined.c * 10000;
  out[22] = block_scan_inclusive(u64(i), Sum());
  out[23] = block_scan_exclusive(1u, 5, Sum());
  // Shared memory of two dimensions, and the memory that the launch has chosen.
  SHARED_MEMORY(u16, tile, 3, 33);
  tile[w][l] = u16(i);
  if (l == 0) tile[w][32] = 99;
  sync_block();
  out[24] = tile[2 - w][31 - l] + tile[w][32] * 1000;
  Elements<u64> dynamic = dynamic_shared<u64>();
  dynamic[i] = i * i;
  sync_block();
  out[25] = dynamic[95 - i] + dynamic.len() * 100000;
  // Numbers' bits, and waits.
  out[26] = popc(i) + 100 * clz(i) + 10000 * ffs(i);
  out[27] = popc(u64(i) << 32) + 100 * clz(u64(i)) + 10000 * ffs(u64(i) << 32);
  sync_warp();
  sync_warp(l < 16 ? 0x0000ffff : 0xffff0000);
  // A block hands a word to the next one. Blocks that wait for others must begin after these do: none here begins late.
  atomics(c_i32), atomics(c_u32), atomics(c_i64), atomics(c_u64);
  atomic_add(&c_f32[0], 0.5f);
  atomic_add(&c_f64[0], 0.25);
  atomic_exchange(&c_f32[1], 7.0f);
  atomic_exchange(&c_f64[1], 8.0);
  fence_block();
  fence_device();
  store_relaxed(&out[28], load_relaxed(&out[26]));
  store_release(&out[29], load_acquire(&out[28]) + panicked());
  // Words of up to 16 bytes, aligned or not.
  u64 four[4], three[3];
  all.load<4>(me * 40, four);
  all.load<3>(me * 40 + 1, three);
  out[30] = four[0] == out[0] && four[3] == out[3] && three[2] == out[3];
  all.store<4>(me * 40 + 32, four);
  out[31] = all.len() + all.is_empty() + all.aligned<2>(0) * 1000000;
  pause();
}
