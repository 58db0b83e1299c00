struct F0 {
  DEVICE u32 operator()(u32 v_a, u32 v_b) const {
    Trap<true> trap;
    if (!r_gt(trap, 0, v_a, v_b)) {
      trap.raise(0);
      return {};
    }
    if (r_eq(trap, 0, v_b, 77u)) {
      trap.raise(1);
      return {};
    } else {
      return r_shl(trap, 4, r_rem(trap, 0, r_div(trap, 3, r_sub(trap, 2, v_a, v_b), v_b), 7u), v_b);
    }
  }
};
// site 0: a must be larger
// site 1: not 77
// site 2: attempt to subtract with overflow
// site 3: attempt to divide by zero or with overflow
// site 4: attempt to shift left with overflow
// F0
