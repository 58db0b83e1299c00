// The lanes with the same cell, by one word.
//
// Teaches: GPUs since Volta compare the lanes' keys in hardware.
// Costs: one instruction, which takes a few rounds inside; keys are u32 or u64.
DEVICE u32 peers_of(u32 active, u32 cell) {
  u32 peers = match_any(EVERY_LANE, cell);
  return active >> lane() & 1 ? peers & active : 0;
}
