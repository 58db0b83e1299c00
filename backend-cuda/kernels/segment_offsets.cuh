// Reports the offsets of a segment if they are wrong, and returns whether they are. A negative offset becomes 2^63 or more, which
// is wrong even for a chain with that many items.
DEVICE bool wrong_offsets(u64 from, u64 to, u64 len) {
  u64 most = SIGNED_OFFSETS != 0 && len >> 63 != 0 ? ~(u64(1) << 63) : len;
  if (from <= to && to <= most) return false;
  if (from > most || to > most) report_trap(SEGMENTS_SITE, from > most ? from : to, len);
  else report_trap(REVERSED_SITE, from, to);
  return true;
}
