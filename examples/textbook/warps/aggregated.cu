// One atomic addition for several lanes.
//
// Teaches: here any active lanes will do: those that want the same counter elect a leader, which adds for all of them and hands
// each its place. The wrong kernel increments without an atomic word.
// Costs: one atomic for each counter and set of lanes, one match, one shuffle.
DEVICE void aggregated_wrong(Elements<const u32> x, Elements<u32> out) {
  SHARED_MEMORY(u32, count, 4);
  if (thread() < 4) count[thread()] = 0;
  sync_block();
  count[x[thread()] % 4] += 1;
  sync_block();
  out[thread()] = count[x[thread()] % 4];
}

DEVICE void aggregated_right(Elements<const u32> x, Elements<u32> out) {
  SHARED_MEMORY(u32, count, 4);
  SHARED_MEMORY(u32, is_taken, 4, 64);
  if (thread() < 4) count[thread()] = 0;
  for (u32 c = 0; c < 4; c += 1) is_taken[c][thread()] = 0;
  sync_block();
  u32 cell = x[thread()] % 4, active = active_mask();
  u32 peers = match_any(active, cell), leader = ffs(peers) - 1, first = 0;
  if (lane() == leader) first = atomic_add(&count[cell], popc(peers));
  // Every lane has a place of its own: the leader's, and as many further as lanes of the mask precede it.
  u32 place = shuffle(peers, first, leader) + popc(peers & ((1u << lane()) - 1));
  u32 before = atomic_exchange(&is_taken[cell][place], 1u);
  sync_block();
  out[thread()] = before == 0 ? count[cell] : 0;
}
