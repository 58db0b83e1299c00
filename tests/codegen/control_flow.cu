struct F0 {
  DEVICE u32 operator()(u64 v_n) const {
    Trap<true> trap;
    auto v_n_2 = v_n;
    auto v_steps = 0u;
    while (r_ne(trap, 0, v_n_2, 1ull)) {
      if (trap.raised) return {};
      u64 t0;
      auto t1 = r_rem(trap, 0, v_n_2, 4ull);
      if (t1 == 0) {
        t0 = r_div(trap, 0, v_n_2, 4ull);
      } else if (t1 == 2) {
        t0 = r_div(trap, 0, v_n_2, 2ull);
      } else if (r_gt(trap, 0, v_n_2, 1000ull)) {
        break;
      } else {
        t0 = r_add(trap, 1, r_mul(trap, 0, 3ull, v_n_2), 1ull);
      }
      v_n_2 = t0;
      r_add_assign(trap, 2, v_steps, 1u);
    }
    auto t2 = v_steps;
    for (u32 v_i = 0u; v_i < t2; ++v_i) {
      if (trap.raised) return {};
      if (r_eq(trap, 0, v_i, 77u)) {
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
