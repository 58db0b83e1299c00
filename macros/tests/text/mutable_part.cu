struct F0 {
  PARAM f32 c_dt;
  DEVICE unit operator()(tuple<f32, f32&> p0) const {
    Panic panic;
    Trap<true> trap(panic);
    auto&& v_x = get<0>(p0);
    auto&& v_y = get<1>(p0);
    auto t0 = r_mul(trap, 0, c_dt, v_x);
    v_y = r_add(trap, 0, t0, v_y);
    return {};
  }
};
