struct F0 {
  PARAM f32 c_a;
  DEVICE unit operator()(tuple<f32&, f32> p0) const {
    Panic panic;
    Trap<true> trap(panic);
    auto&& v_y = get<0>(p0);
    auto&& v_x = get<1>(p0);
    auto t0 = r_mul(trap, 0, c_a, v_x);
    r_add_assign(trap, 0, v_y, t0);
    return {};
  }
};
// Map<Zip<SliceMut<f32>, Slice<f32>>, F0>
