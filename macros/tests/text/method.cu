struct alignas(8) T_Body { array<f32, 2> m_position; array<f32, 2> m_speed; f64 m_mass; };
static_assert(sizeof(T_Body) == 24 && alignof(T_Body) == 8, "T_Body");
static_assert(OFFSET(T_Body, m_position) == 0, "T_Body.m_position");
static_assert(OFFSET(T_Body, m_speed) == 8, "T_Body.m_speed");
static_assert(OFFSET(T_Body, m_mass) == 16, "T_Body.m_mass");
DEVICE f64 f_energy(TrapBase& outer, u32, const T_Body& v_self);
DEVICE f64 f_energy(TrapBase& outer, u32, const T_Body& v_self) {
  Trap<true> trap(outer);
  auto t0 = tuple<f64, f64>{cast<f64>(index(trap, 0, v_self.m_speed, 0ull)), cast<f64>(index(trap, 0, v_self.m_speed, 1ull))};
  auto&& v_u = get<0>(t0);
  auto&& v_v = get<1>(t0);
  return r_mul(trap, 0, r_mul(trap, 0, 0.5, v_self.m_mass), r_add(trap, 0, r_mul(trap, 0, v_u, v_u), r_mul(trap, 0, v_v, v_v)));
}

struct F0 {
  DEVICE bool operator()(T_Body v_a, T_Body v_b) const {
    Trap<true> trap;
    return (r_lt(trap, 0, f_energy(trap, 0, v_a), f_energy(trap, 0, v_b)) && r_gt(trap, 0, v_a.m_mass, 0.0));
  }
};
