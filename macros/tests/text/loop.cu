struct F0 {
  PARAM u32 c_limit;
  DEVICE u32 operator()(f32 v_x) const {
    Trap<true> trap;
    auto v_z = tuple<f32, f32>{0.0f, 0.0f};
    for (u32 v_n = 0u; v_n < c_limit; ++v_n) {
      if (trap.raised) return {};
      v_z = tuple<f32, f32>{r_add(trap, 0, r_sub(trap, 0, r_mul(trap, 0, get<0>(v_z), get<0>(v_z)), r_mul(trap, 0, get<1>(v_z), get<1>(v_z))), v_x), r_mul(trap, 0, r_mul(trap, 0, 2.0f, get<0>(v_z)), get<1>(v_z))};
      if (r_gt(trap, 0, r_abs(trap, 0, get<0>(v_z)), 2.0f)) {
        return v_n;
      }
    }
    return c_limit;
  }
};
