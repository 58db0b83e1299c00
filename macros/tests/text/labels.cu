struct F0 {
  PARAM u32 c_limit;
  DEVICE u32 operator()(u32 v_n) const {
    Panic panic;
    Trap<true> trap(panic);
    u32 v_i = v_n;
    for (bool more_v_i = 0u <= v_n; more_v_i; more_v_i = v_i != 0u, v_i -= more_v_i) {
      {
        if (panic.raised) return {};
        bool more_v_k = 0u < v_i;
        extended<u32> left_v_k = extended<u32>(v_i) - extended<u32>(0u) - 1;
        for (u32 v_k = 0u; more_v_k; more_v_k = left_v_k >= 3ull, left_v_k -= 3ull, v_k = u32(extended<u32>(v_k) + 3ull)) {
          if (panic.raised) return {};
          auto t0 = r_mul(trap, 0, v_k, v_k);
          auto t1 = r_gt(trap, 0, t0, v_n);
          if (t1) {
            goto continue_0;
          }
          auto t2 = r_mul(trap, 1, v_i, v_k);
          auto t3 = r_eq(trap, 0, t2, c_limit);
          if (t3) {
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
