// The lanes with the same cell, by a loop.
//
// Teaches: the first lane that isn't served yet tells its cell to all, a ballot finds the lanes that have it, and these are served.
// It works for keys of any type that can be compared, on GPUs of any age.
// Costs: a shuffle and a ballot for each cell that occurs in the warp: four rounds in ordered particles of ten to a cell, and 32 in
// random ones.
DEVICE u32 peers_of(u32 unclaimed, u32 cell) {
  u32 mine = 0;
  while (unclaimed != 0) {
    u32 first = shuffle(EVERY_LANE, cell, ffs(unclaimed) - 1);
    u32 peers = ballot(EVERY_LANE, cell == first) & unclaimed;
    if (peers >> lane() & 1) mine = peers;
    unclaimed &= ~peers;
  }
  return mine;
}
