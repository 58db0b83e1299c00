DEVICE f32 f_interpolate(Panic& panic, View<f32> v_table, f32 v_x);
DEVICE f32 f_interpolate(Panic& panic, View<f32> v_table, f32 v_x) {
  Trap<true> trap(panic);
  auto v_i = cast<u64>(v_x);
  auto t0 = cast<f32>(v_i);
  auto v_part = r_sub(trap, 0, v_x, t0);
  auto t1 = index(trap, 0, v_table, v_i);
  auto t2 = r_sub(trap, 0, 1.0f, v_part);
  auto t3 = r_mul(trap, 0, t1, t2);
  auto t4 = r_add(trap, 1, v_i, 1ull);
  auto t5 = index(trap, 2, v_table, t4);
  auto t6 = r_mul(trap, 0, t5, v_part);
  return r_add(trap, 0, t3, t6);
}

struct F0 {
  PARAM View<f32> c_table;
  DEVICE f32 operator()(f32 v_x) const {
    Panic panic;
    Trap<true> trap(panic);
    return f_interpolate(trap, c_table, v_x);
  }
};
// 0: index out of bounds: the len is {len} but the index is {index}
// 1: attempt to add with overflow
// 2: index out of bounds: the len is {len} but the index is {index}
