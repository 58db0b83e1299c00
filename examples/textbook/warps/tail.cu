// A warp of which only some lanes have an item.
//
// Teaches: a ballot gives the lanes that have one, but a shuffle among them mustn't read others: with 20 items lane 4 reads lane 20,
// which is not in the mask, and what it gets ends up in the sum. The article's second listing is right for 32 items only.
// The right kernel lets all lanes take part, with zeros for what is missing.
// Costs: the additions of zeros are free, since the lanes would idle.
DEVICE void tail_wrong(Elements<const u32> x, Elements<u32> out) {
  u32 sum = 0, mask = ballot(EVERY_LANE, lane() < 20);
  if (lane() < 20) {
    sum = x[thread()];
    for (u32 d = WARP / 2; d > 0; d /= 2) sum += shuffle_down(mask, sum, d);
  }
  out[thread()] = sum;
}

DEVICE void tail_right(Elements<const u32> x, Elements<u32> out) {
  u32 sum = lane() < 20 ? x[thread()] : 0;
  for (u32 d = WARP / 2; d > 0; d /= 2) sum += shuffle_down(EVERY_LANE, sum, d);
  out[thread()] = shuffle(EVERY_LANE, sum, 0);
}
