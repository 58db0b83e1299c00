struct alignas(8) T_Body { array<f32, 2> m_position; array<f32, 2> m_speed; f64 m_mass; };
static_assert(sizeof(T_Body) == 24 && alignof(T_Body) == 8, "T_Body");
static_assert(OFFSET(T_Body, m_position) == 0, "T_Body.m_position");
static_assert(OFFSET(T_Body, m_speed) == 8, "T_Body.m_speed");
static_assert(OFFSET(T_Body, m_mass) == 16, "T_Body.m_mass");
DEVICE f64 f_energy(Panic& panic, u32, const T_Body& v_self);
DEVICE f64 f_energy(Panic& panic, u32, const T_Body& v_self) {
  Trap<true> trap(panic);
  auto t0 = index(trap, 0, v_self.m_speed, 0ull);
  auto t1 = cast<f64>(t0);
  auto t2 = index(trap, 0, v_self.m_speed, 1ull);
  auto t3 = cast<f64>(t2);
  auto t4 = tuple<f64, f64>{t1, t3};
  auto&& v_u = get<0>(t4);
  auto&& v_v = get<1>(t4);
  auto t5 = r_mul(trap, 0, 0.5, v_self.m_mass);
  auto t6 = r_mul(trap, 0, v_u, v_u);
  auto t7 = r_mul(trap, 0, v_v, v_v);
  auto t8 = r_add(trap, 0, t6, t7);
  return r_mul(trap, 0, t5, t8);
}

struct F0 {
  DEVICE bool operator()(T_Body v_a, T_Body v_b) const {
    Panic panic;
    Trap<true> trap(panic);
    auto t0 = f_energy(trap, 0, v_a);
    auto t1 = f_energy(trap, 0, v_b);
    auto t2 = r_lt(trap, 0, t0, t1);
    auto t3 = false;
    if (t2) {
      auto t4 = r_gt(trap, 0, v_a.m_mass, 0.0);
      t3 = t4;
    }
    return t3;
  }
};
