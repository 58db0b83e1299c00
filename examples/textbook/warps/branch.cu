// A shuffle in a branch.
//
// Teaches: all lanes of the mask must come to the same shuffle. In the wrong kernel half of them never do, and those that came wait.
// The right kernel shuffles before the branch.
// Costs: nothing; the lanes that don't need the value idle in both kernels.
DEVICE void branch_wrong(Elements<const u32> x, Elements<u32> out) {
  u32 own = x[thread()];
  if (lane() < 16) own = shuffle(EVERY_LANE, own, 31);
  out[thread()] = own;
}

DEVICE void branch_right(Elements<const u32> x, Elements<u32> out) {
  u32 own = x[thread()];
  u32 last = shuffle(EVERY_LANE, own, 31);
  out[thread()] = lane() < 16 ? last : own;
}
