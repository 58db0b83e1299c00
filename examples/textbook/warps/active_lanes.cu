// Lanes that happen to be active are not the lanes of a branch.
//
// Teaches: `active_mask` tells which lanes are here together right now. Those that took the same branch may come one by one, so that
// the mask may be any part of them. The wrong kernel passes for right wherever the lanes stay together, as they do under some seeds.
// The right kernel makes the mask by a ballot, before the branch.
// Costs: one ballot.
DEVICE void active_lanes_wrong(Elements<const u32> x, Elements<u32> out) {
  u32 sum = x[thread()];
  if (lane() < 16) {
    u32 mask = active_mask();
    for (u32 d = 8; d > 0; d /= 2) sum += shuffle_xor(mask, sum, d);
  }
  out[thread()] = sum;
}

DEVICE void active_lanes_right(Elements<const u32> x, Elements<u32> out) {
  u32 sum = x[thread()], mask = ballot(EVERY_LANE, lane() < 16);
  if (lane() < 16) {
    for (u32 d = 8; d > 0; d /= 2) sum += shuffle_xor(mask, sum, d);
  }
  out[thread()] = sum;
}
