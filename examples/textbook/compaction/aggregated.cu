// Compaction 3: a counter, and no order.
//
// Teaches: where the order of the items doesn't matter, a counter gives out the places. A warp's lanes ask for theirs together: one
// of them adds their number, and each finds its own place behind that by the votes of the lanes before.
// Costs: one pass. All warps' atomics go to one word, one after another; the order differs from run to run.
DEVICE bool is_kept(u32 x, u32 percent) { return x % 100 < percent; }

DEVICE void aggregated(Elements<const u32> x, Elements<u32> count, Elements<u32> kept, u32 percent) {
  for (u64 first = thread_of_grid() - lane(); first < x.len(); first += threads_of_grid()) {
    u64 i = first + lane();
    bool keeps = i < x.len() && is_kept(x[i], percent);
    u32 votes = ballot(EVERY_LANE, keeps), place = 0;
    if (votes == 0) continue;
    if (lane() == 0) place = atomic_add(&count[0], popc(votes));
    place = shuffle(EVERY_LANE, place, 0) + popc(votes & ((1u << lane()) - 1));
    if (keeps) kept[place] = x[i];
  }
}
