// Lanes that meet pass the same mask.
//
// Teaches: the mask isn't the lane's wish to read some lanes, but the set of those that meet. In the wrong kernel the lower half
// names itself, and the upper half names all, and neither can be served.
// Costs: nothing.
DEVICE void one_mask_wrong(Elements<const u32> x, Elements<u32> out) {
  u32 mask = lane() < 16 ? 0x0000ffff : EVERY_LANE;
  out[thread()] = shuffle(mask, x[thread()], lane() / 2);
}

DEVICE void one_mask_right(Elements<const u32> x, Elements<u32> out) {
  out[thread()] = shuffle(EVERY_LANE, x[thread()], lane() / 2);
}
