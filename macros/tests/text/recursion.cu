DEVICE bool f_odd(TrapBase& outer, u32 v_n);
DEVICE bool f_even(TrapBase& outer, u32 v_n);
DEVICE bool f_odd(TrapBase& outer, u32 v_n) {
  Trap<true> trap(outer);
  if (trap.raised) return {};
  return (r_ne(trap, 0, v_n, 0u) && f_even(trap, r_sub(trap, 0, v_n, 1u)));
}

DEVICE bool f_even(TrapBase& outer, u32 v_n) {
  Trap<true> trap(outer);
  if (trap.raised) return {};
  return (r_eq(trap, 0, v_n, 0u) || f_odd(trap, r_sub(trap, 1, v_n, 1u)));
}

struct F0 {
  DEVICE bool operator()(u32 v_n) const {
    Trap<true> trap;
    return f_even(trap, v_n);
  }
};
// 0: attempt to subtract with overflow
// 1: attempt to subtract with overflow
