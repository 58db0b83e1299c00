DEVICE f32 f_squared(Panic& panic, f32 v_v);
DEVICE u8 f_squared_1(Panic& panic, u8 v_v);
DEVICE f32 f_squared(Panic& panic, f32 v_v) {
  Trap<true> trap(panic);
  return r_mul(trap, 0, v_v, v_v);
}

DEVICE u8 f_squared_1(Panic& panic, u8 v_v) {
  Trap<true> trap(panic);
  return r_mul(trap, 0, v_v, v_v);
}

struct F0 {
  DEVICE tuple<f32, u8, f64> operator()(f32 v_v, u8 v_n) const {
    Panic panic;
    Trap<true> trap(panic);
    auto t0 = f_squared(trap, v_v);
    auto t1 = r_cast_from<f32>(trap, 0, 0.5);
    auto t2 = r_add(trap, 0, t0, t1);
    auto t3 = f_squared_1(trap, v_n);
    auto t4 = cast<f64>(v_v);
    return tuple<f32, u8, f64>{t2, t3, t4};
  }
};
// 0: attempt to multiply with overflow
