// Whether the offsets of a segment are wrong, which is reported.
DEVICE bool wrong_offsets(u64 from, u64 to, u64 len) {
  if (from <= to && to <= len) return false;
  if (from > len || to > len) report_trap(SEGMENTS_SITE, from > len ? from : to, len);
  else report_trap(REVERSED_SITE, from, to);
  return true;
}
