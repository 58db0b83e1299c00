// The mask of a shuffle.
//
// Teaches: a mask names the lanes that take part in a shuffle, and each of them must be in the mask that it passes.
// The wrong kernel's lanes 16 to 31 call with a mask of lanes 0 to 15. A GPU may wait for ever or return anything.
// Costs: a tree over a warp takes five shuffles, and no shared memory.
DEVICE void own_mask_wrong(Elements<const u32> x, Elements<u32> out) {
  u32 sum = x[thread()];
  for (u32 d = WARP / 2; d > 0; d /= 2) sum += shuffle_xor(0x0000ffff, sum, d);
  out[thread()] = sum;
}

DEVICE void own_mask_right(Elements<const u32> x, Elements<u32> out) {
  u32 sum = x[thread()];
  for (u32 d = WARP / 2; d > 0; d /= 2) sum += shuffle_xor(EVERY_LANE, sum, d);
  out[thread()] = sum;
}
