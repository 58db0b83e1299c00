struct F0 {
  PARAM u32 c_limit;
  DEVICE u32 operator()(f32 v_x) const {
    Panic panic;
    Trap<true> trap(panic);
    auto v_z = tuple<f32, f32>{0.0f, 0.0f};
    for (u32 v_n = 0u; v_n < c_limit; ++v_n) {
      if (panic.raised) return {};
      auto t0 = r_mul(trap, 0, get<0>(v_z), get<0>(v_z));
      auto t1 = r_mul(trap, 0, get<1>(v_z), get<1>(v_z));
      auto t2 = r_sub(trap, 0, t0, t1);
      auto t3 = r_add(trap, 0, t2, v_x);
      auto t4 = r_mul(trap, 0, 2.0f, get<0>(v_z));
      auto t5 = r_mul(trap, 0, t4, get<1>(v_z));
      v_z = tuple<f32, f32>{t3, t5};
      auto t6 = r_abs(trap, 0, get<0>(v_z));
      auto t7 = r_gt(trap, 0, t6, 2.0f);
      if (t7) {
        return v_n;
      }
    }
    return c_limit;
  }
};
