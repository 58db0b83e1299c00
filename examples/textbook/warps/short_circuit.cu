// A vote behind `&&`.
//
// Teaches: C++ evaluates the right side of `&&` only where the left side is true, so that it is a branch. In the wrong kernel half of
// the lanes don't come to the vote, and those that came wait. The right kernel votes first.
// Costs: nothing; a vote is one instruction.
DEVICE void short_circuit_wrong(Elements<const u32> x, Elements<u32> out) {
  out[thread()] = x[thread()] >= 40 && any(EVERY_LANE, x[thread()] == 63) ? 1 : 0;
}

DEVICE void short_circuit_right(Elements<const u32> x, Elements<u32> out) {
  bool has_last = any(EVERY_LANE, x[thread()] == 63);
  out[thread()] = x[thread()] >= 40 && has_last ? 1 : 0;
}
