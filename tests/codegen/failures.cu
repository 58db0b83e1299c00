struct F0 {
  DEVICE u32 operator()(u32 v_a, u32 v_b) const {
    Panic panic;
    Trap<true> trap(panic);
    auto t0 = r_gt(trap, 0, v_a, v_b);
    if (!t0) {
      trap.raise(0);
      return {};
    }
    auto t1 = r_eq(trap, 0, v_b, 77u);
    if (t1) {
      trap.raise(1);
      return {};
    } else {
      auto t2 = r_sub(trap, 2, v_a, v_b);
      auto t3 = r_div(trap, 3, t2, v_b);
      auto t4 = r_rem(trap, 0, t3, 7u);
      return r_shl(trap, 4, t4, v_b);
    }
  }
};
// site 0: a must be larger
// site 1: not 77
// site 2: attempt to subtract with overflow
// site 3: attempt to divide by zero
// site 4: attempt to shift left with overflow
// F0
