struct F0 {
  PARAM u32 c_limit;
  DEVICE u32 operator()(u32 v_n) const {
    Trap<true> trap;
    u32 t0 = v_n;
    for (bool t1 = 0u <= v_n; t1; t1 = t0 != 0u, t0 -= t1) {
      {
        if (trap.raised) return {};
        u32 v_i = t0;
        auto t3 = 3ull;
        bool t4 = 0u < v_i;
        u64 t5 = u64(v_i) - u64(0u) - 1;
        for (u32 t2 = 0u; t4; t4 = t5 >= t3, t5 -= t3, t2 = u32(u64(t2) + t3)) {
          if (trap.raised) return {};
          u32 v_k = t2;
          if (r_gt(trap, 0, r_mul(trap, 0, v_k, v_k), v_n)) {
            goto continue_0;
          }
          if (r_eq(trap, 0, r_mul(trap, 1, v_i, v_k), c_limit)) {
            goto break_0;
          }
        }
      }
      continue_0:;
    }
    break_0:;
    return v_n;
  }
};
// 0: attempt to multiply with overflow
// 1: attempt to multiply with overflow
