struct F0 {
  DEVICE u32 operator()(u64 v_n) const {
    Panic panic;
    Trap<true> trap(panic);
    auto v_n_2 = v_n;
    auto v_steps = 0u;
    while (true) {
      auto t0 = r_ne(trap, 0, v_n_2, 1ull);
      if (!t0) {
        break;
      }
      if (panic.raised) return {};
      u64 t1;
      auto t2 = r_rem(trap, 0, v_n_2, 4ull);
      if (t2 == 0) {
        t1 = r_div(trap, 0, v_n_2, 4ull);
      } else if (t2 == 2) {
        t1 = r_div(trap, 0, v_n_2, 2ull);
      } else {
        auto t3 = r_gt(trap, 0, v_n_2, 1000ull);
        if (t3) {
          break;
        } else {
          auto t4 = r_mul(trap, 0, 3ull, v_n_2);
          t1 = r_add(trap, 1, t4, 1ull);
        }
      }
      v_n_2 = t1;
      r_add_assign(trap, 2, v_steps, 1u);
    }
    auto t5 = v_steps;
    for (u32 v_i = 0u; v_i < t5; ++v_i) {
      if (panic.raised) return {};
      auto t6 = r_eq(trap, 0, v_i, 77u);
      if (t6) {
        return 0u;
      }
    }
    return v_steps;
  }
};
// site 0: attempt to multiply with overflow
// site 1: attempt to add with overflow
// site 2: attempt to add with overflow
// Map<Range<u64>, F0>
